/** Parse: the body by the kind's fields. All problems are reported at once. */
import { sameJson } from "../../kernel/equal.ts";
import { type Conditions, failedCondition } from "../../kernel/etag.ts";
import type { ItemField } from "../../kernel/field.ts";
import { fieldsOf, type Kind } from "../../kernel/kind.ts";
import { asksForRow } from "../../kernel/members.ts";
import { hasBlankEnds } from "../../kernel/names.ts";
import { defaultsOfMissing, type Parsed, parseBody } from "../../kernel/parse-body.ts";
import { type Refusal, unprocessable } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Call } from "../context.ts";
import { isSame } from "../draft.ts";
import type { StoredRow } from "../ports/rows.ts";
import { notFound, unsavedSetting } from "../reading.ts";
import { completed, pick, unsaved, without } from "../render.ts";
import { loadForWrite } from "./load.ts";
import type { Target, WriteDeps } from "./target.ts";

/** @throws Refusal `unprocessable` with every problem of the body */
export function parseCreate(definition: Kind, body: JsonObject): Parsed {
  const parsed = parseBody(fieldsOf(definition), body, "create");
  if (parsed.problems.length > 0) throw unprocessable(parsed.problems);
  return parsed;
}

/** The row as it stands before the write takes its lock; read once, by the step that first needs it. */
export type RowAhead = () => Promise<StoredRow | undefined>;

export function rowAhead({ reader }: WriteDeps, target: Target): RowAhead {
  let row: Promise<StoredRow | undefined> | undefined;
  return () => {
    row ??= loadForWrite(reader, target);
    return row;
  };
}

/**
 * The fields that an update names. What the row holds already may be sent back as it is, although a rule that
 * came later would refuse it: GET, edit and PUT works at any time.
 * @throws Refusal `unprocessable` with every problem of the body, or when it has to name a field and names none
 */
export async function parseUpdate({ definition }: Target, body: JsonObject, load: RowAhead): Promise<Parsed> {
  const fields = fieldsOf(definition);
  const asks = asksForRow(fields, Object.keys(body)) || hasBlankEnds(fields, body);
  let row = asks ? await load() : undefined;
  let parsed = parseBody(fields, body, "update", row?.configuration);
  if (parsed.problems.length > 0) {
    row ??= await load();
    const kept = Object.entries(row?.configuration ?? {}).filter(
      ([name, value]) => Object.hasOwn(body, name) && sameJson(value, body[name]),
    );
    const rest = without(
      body,
      kept.map(([name]) => name),
    );
    const again = parseBody(fields, rest, "update", row?.configuration);
    if (again.problems.length > 0) throw unprocessable(parsed.problems);
    parsed = { ...again, configuration: { ...again.configuration, ...Object.fromEntries(kept) } };
  }
  if (definition.refusals?.empty && namedIn(parsed).length === 0) throw nothingNamed();
  return parsed;
}

/**
 * What a body that says the whole row changes of one that is there: fields that it leaves out get their default,
 * secrets stay. What the row holds already may stand in it as it is, as in an update. The problems are in the answer.
 * @param means `fields`: what the body leaves out stays as it is
 */
export function parseWhole(
  { call, definition }: Omit<Target, "id">,
  body: JsonObject,
  before: StoredRow,
  means: "whole" | "fields",
): Parsed {
  const stands: JsonObject = completed(definition, before.configuration);
  const names = Object.keys(body);
  const kept = names.filter((name) => Object.hasOwn(stands, name) && sameJson(stands[name], body[name]));
  const parsed = parseBody(fieldsOf(definition), without(body, kept), "update", stands);
  const absent = means === "whole" ? absentIn(call, definition, body) : { configuration: {}, problems: [] };
  const readOnly = Object.keys(parsed.readOnlyValues).map((field) => ({
    field,
    message: "is read-only; leave it out",
  }));
  const whole = { ...pick(stands, kept), ...parsed.configuration, ...absent.configuration };
  const moved = Object.entries(whole).filter(([name, value]) => {
    const field = definition.fields[name] as ItemField;
    return before.revision === unsaved || !isSame(field, stands[name] ?? null, before.state[name], value);
  });
  return {
    configuration: Object.fromEntries(moved),
    secrets: parsed.secrets,
    readOnlyValues: {},
    problems: [...parsed.problems, ...readOnly, ...absent.problems],
  };
}

function absentIn(
  call: Call,
  definition: Kind,
  body: JsonObject,
): Pick<Parsed, "configuration" | "problems"> {
  if (definition.shape === "collection") return defaultsOfMissing(definition.fields, body, "update");
  const { configuration } = unsavedSetting(call, definition);
  return { configuration: without(configuration, Object.keys(body)), problems: [] };
}

/**
 * An update of a row that is not there, where the id says the row's key: the whole row, with that key.
 * @throws Refusal `not_found` where the kind's ids say nothing, or a condition asks for a row that is there;
 * `unprocessable` where no row could have this id
 */
export function parseUpsert({ definition, id }: Target, parsed: Parsed, conditions: Conditions): Parsed {
  const { derivedId } = definition;
  const failed = failedCondition(conditions, undefined) !== undefined;
  if (derivedId === undefined || failed) throw notFound(definition);
  const key = derivedId.parse(id);
  if (key === undefined) throw unprocessable([{ field: "id", message: derivedId.rule }]);
  const wrong = Object.entries(parsed.readOnlyValues).map(([name]) => ({
    field: name,
    message: "is read-only; leave it out",
  }));
  for (const [name, value] of Object.entries(key)) {
    const sent = parsed.configuration[name];
    if (sent !== undefined && sent !== value)
      wrong.push({ field: name, message: `must be what the id says: "${String(value)}"` });
  }
  if (wrong.length > 0) throw unprocessable(wrong);
  const whole = parseBody(
    definition.fields,
    { ...parsed.configuration, ...parsed.secrets, ...key },
    "create",
  );
  if (whole.problems.length > 0) throw unprocessable(whole.problems);
  return whole;
}

/** The fields that the body names. */
export function namedIn(parsed: Parsed): string[] {
  return Object.keys({ ...parsed.configuration, ...parsed.secrets });
}

export function nothingNamed(): Refusal {
  const message = "name at least one field to change besides the id";
  return unprocessable([{ field: "id", message, reason: "no_fields" }]);
}
