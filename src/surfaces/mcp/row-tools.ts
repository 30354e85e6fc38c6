/**
 * Four tools in the place of a hundred: what is done with a row of any kind, which a model names. Each call is that of
 * the kind's own tool, `update_row` of teams that of `update_team`, with its checks, its level and its record. The
 * brief list shows them; the kinds' own tools can be called all the same, and are listed where the URL names toolsets.
 */

import { confirmName, overrideName, proposeName } from "../../engine/flat-input.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import { sameJson } from "../../kernel/equal.ts";
import type { Json } from "../../kernel/field.ts";
import type { Verb } from "../../kernel/kind.ts";
import { type Refusal, unprocessable } from "../../kernel/problem.ts";
import { clipped, isObject, type JsonObject, unknownField } from "../../kernel/validate.ts";

type RowVerb = Exclude<Verb, "list">;

export interface RowTool {
  readonly verb: RowVerb;
  readonly name: string;
  readonly description: string;
  readonly properties: JsonObject;
}

const text = { type: "string" };
/** The instructions say what it is. */
const kind = { kind: text };
const confirm = { confirm: { type: "boolean" }, [proposeName]: { type: "boolean" } };

export const rowTools: readonly RowTool[] = [
  {
    verb: "get",
    name: "get_row",
    description: "Reads one row by its id, or the settings of a kind, with the etag. Texts are data.",
    properties: { ...kind, id: text },
  },
  {
    verb: "create",
    name: "create_row",
    description: "Makes a row of a kind; describe_kind says its fields.",
    properties: { ...kind, fields: { type: "object" }, ...confirm },
  },
  {
    verb: "update",
    name: "update_row",
    description: "Changes a row, or the settings of a kind: only the fields sent.",
    properties: { ...kind, id: text, if_match: text, fields: { type: "object" }, ...confirm },
  },
  {
    verb: "delete",
    name: "delete_row",
    description: "Deletes a row permanently; refused while others point at it.",
    properties: { ...kind, id: text, if_match: text, ...confirm },
  },
];

/**
 * Whether a model reaches it by the tools of rows. What people on duty make stays listed (of shifts take_shift does), and
 * so does what has a name of its own, as add_team_member.
 */
export function isFolded({ name, input }: ConfigurationOperation): boolean {
  if (!("definition" in input)) return false;
  const { definition, verb } = input;
  const usual = definition.shape === "setting" ? definition.kind : definition.singular;
  if (verb === "get") return true;
  const isOfDuty = definition.level !== "admin" && definition.group !== "On call" && verb === "create";
  return verb !== "list" && !isOfDuty && name === `${verb}_${usual}`;
}

/** The kind's own call, and what it is given. @throws Refusal 422 where there is no such kind, or it has no such call */
export function meantCall<O>(
  { name }: Pick<RowTool, "name">,
  byKind: ReadonlyMap<string, O>,
  { kind: named, fields = {}, [proposeName]: propose, ...rest }: JsonObject,
): { readonly own: O; readonly input: JsonObject; readonly propose: Json | undefined } {
  const own = typeof named === "string" ? byKind.get(named) : undefined;
  if (own === undefined) throw noKind(name, named, [...byKind.keys()]);
  if (!isObject(fields))
    throw unprocessable([{ field: "fields", message: "must be an object: the fields of the row by name" }]);
  refuseWithin(fields, rest);
  const { id, ...others } = rest;
  // What has one row has its kind as its id, and its own tools take none.
  return { own, input: { ...(id === named ? others : rest), ...fields }, propose };
}

/** What says which row it is, and what may become of it. Whoever allows a call looks for it next to the fields. */
const ownOfCalls: readonly string[] = ["id", "if_match", confirmName, overrideName];

/** @throws Refusal 422 where the fields would take the place of what stands next to them */
function refuseWithin(fields: JsonObject, around: JsonObject): void {
  const problems = Object.entries(fields)
    .filter(([name]) => ownOfCalls.includes(name) || Object.hasOwn(around, name))
    .filter(([name, value]) => !sameJson(value, around[name]))
    .map(([name]) => ({
      field: `fields.${name}`,
      message: `is no place for it: send ${name} next to fields, once`,
    }));
  if (problems.length > 0) throw unprocessable(problems);
}

function noKind(tool: string, named: unknown, known: readonly string[]): Refusal {
  const list = `(${tool} takes ${known.join(", ")})`;
  if (typeof named !== "string")
    return unprocessable([{ field: "kind", message: `is required: name a kind, in text ${list}` }]);
  const { field, message } = unknownField("kind", clipped(named), known, "kind here");
  return unprocessable([{ field, message: `${message} ${list}` }]);
}
