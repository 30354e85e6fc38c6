/**
 * The action is the unit: REST routes, MCP tools and console calls are doors to the same one, so that
 * what refuses at one refuses at all, and leaves the same record.
 */
import { allows, type Level } from "../kernel/access.ts";
import { type Condition, failedCondition } from "../kernel/etag.ts";
import type { Fields, ItemField } from "../kernel/field.ts";
import { Refusal } from "../kernel/problem.ts";
import type { Resource, Verb } from "../kernel/resource.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { entry } from "./audit-entry.ts";
import type { Call } from "./context.ts";
import type { Engine } from "./engine.ts";
import type { Store } from "./ports/rows.ts";
import { notFound, refuseUntagged } from "./reading.ts";

export interface Action {
  readonly name: string;
  readonly level: Level;
  readonly effect: "read" | "create" | "update" | "delete";
  /** An update that does more at every repetition, such as one that counts. */
  readonly cumulative?: true;
  /** An update that takes away what cannot be set back. */
  readonly irrevocable?: true;
  /** A few words for menus. */
  readonly title: string;
  /** For people and models: when to use it, what it changes, what it needs. */
  readonly description: string;
  /** The group by which MCP lists are narrowed; a kind's own actions carry the kind. */
  readonly toolset: string;
  /** What it takes. A kind's create and update take the kind's fields. */
  readonly input: ActionShape;
  readonly output: ActionShape;
  /** It is about a row with an ETag although it is no verb, and holds the request to its conditions itself. */
  readonly conditional?: true;
  /** Doors where callers can err ask for `confirm: true` first. */
  readonly confirms: boolean;
  run(call: Call, input: ActionInput): Promise<ActionAnswer>;
}

/** Either a verb over a kind, whose shape follows from the definition, or fields of its own. */
export type ActionShape =
  | { readonly resource: Resource; readonly verb: Verb }
  | { readonly fields: Fields }
  | { readonly value: ItemField };

export interface ActionInput {
  readonly id?: string;
  readonly ifMatch?: Condition;
  readonly ifNoneMatch?: Condition;
  /** Exact values of natural-key fields: what a list is narrowed to, or without an id the row that is meant. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Whether a list's ETags come along. */
  readonly etags?: boolean;
  readonly body: JsonObject;
}

export interface ActionAnswer {
  readonly status: 200 | 201 | 304;
  readonly body: JsonObject;
  /** The body as JSON, where it was at hand; then reading `body` parses it. */
  readonly text?: string;
  readonly etag?: string | undefined;
  /** A long text in pieces, in the place of `body`; a door that answers JSON gathers it (`gathered`). */
  readonly stream?: {
    readonly type: string;
    readonly filename: string;
    /** Where the text stands in a JSON answer. */
    readonly member: string;
    readonly chunks: AsyncIterable<string>;
  };
}

/** The answer as JSON, with a streamed text gathered into its member. */
export async function gathered(answer: ActionAnswer): Promise<JsonObject> {
  if (answer.stream === undefined) return answer.body;
  const pieces: string[] = [];
  for await (const piece of answer.stream.chunks) pieces.push(piece);
  return { ...answer.body, [answer.stream.member]: pieces.join("") };
}

export type Actions = ReadonlyMap<string, Action>;

/** The actions of one kind: one for each verb that it has. */
export function resourceActions(engine: Engine, resource: Resource): Action[] {
  return resource.verbs.map((verb) => ({
    name: resource.actionNames[verb],
    level: verb === "list" || verb === "get" ? "read" : resource.level,
    effect: verb === "list" || verb === "get" ? "read" : verb,
    title: titleOf(resource.actionNames[verb]),
    description: resource.description,
    toolset: resource.kind,
    input: { resource, verb },
    output: { resource, verb },
    confirms: verb === "delete",
    run: (call, input) => runVerb(engine, resource, verb, call, input),
  }));
}

/** Runs an action for a caller, or refuses; a refusal by level or by a guarding rule is put on record. */
export async function invoke(
  store: Store,
  action: Action,
  call: Call,
  input: ActionInput,
): Promise<ActionAnswer> {
  try {
    if (!allows(call.caller.level, action.level)) throw levelRefusal(action);
    return hasTags(action) ? await action.run(call, input) : await runUntagged(action, call, input);
  } catch (error) {
    if (error instanceof Refusal && isRecorded(error)) await recordRefusal(store, action, call, input.id);
    throw error;
  }
}

/** Whether what the action reads or changes is a row with an ETag; then the engine holds it to conditions. */
function hasTags({ input, conditional }: Action): boolean {
  return conditional === true || ("resource" in input && input.verb !== "list");
}

/** What has no ETag is held to conditions here: before a write, and after a read that would have succeeded. */
async function runUntagged(action: Action, call: Call, input: ActionInput): Promise<ActionAnswer> {
  if (action.effect !== "read") refuseUntagged(input);
  const answer = await action.run(call, input);
  if (action.effect !== "read") return answer;
  if (failedCondition(input, undefined, true) === "If-None-Match") return { status: 304, body: {} };
  refuseUntagged(input);
  return answer;
}

/** Puts a refusal on record, in its own statement: what it refused was rolled back. */
export async function recordRefusal(
  store: Store,
  action: Pick<Action, "name" | "toolset">,
  call: Call,
  id: string | undefined,
): Promise<void> {
  const kind = action.toolset;
  const record = entry(call, action.name, kind, id ?? "", [], "refused");
  await store.recordRefusal(call.caller.organization.id, record);
}

export function levelRefusal(action: Pick<Action, "name" | "level">): Refusal {
  const needs = { read: "viewer", operate: "member", admin: "org_admin" }[action.level];
  return new Refusal(
    "forbidden",
    `${action.name} needs ${action.level} access (role ${needs}, or a key with such a scope), which this credential lacks.`,
    { reason: "level" },
  );
}

/** Refusals by a gate or a guarding rule; wrong shapes, misses and races are not kept (decisions §5). */
function isRecorded(refusal: Refusal): boolean {
  const { reason } = refusal.detail;
  return (
    refusal.code === "read_only_key" || reason === "level" || reason === "flagged" || reason === "in_use"
  );
}

async function runVerb(
  engine: Engine,
  resource: Resource,
  verb: Verb,
  call: Call,
  input: ActionInput,
): Promise<ActionAnswer> {
  const id = resource.shape === "setting" ? resource.kind : (input.id ?? "");
  switch (verb) {
    case "list":
      return engine.list(call, resource, input);
    case "get":
      return engine.get(call, resource, id, input);
    case "create": {
      const { status, row, etag } = await engine.create(call, resource, input.body, input);
      return { status, body: row, etag };
    }
    case "update": {
      const { status, row, etag } = await engine.update(call, resource, id, input.body, input);
      return { status, body: row, etag };
    }
    case "delete": {
      const named = await rowIdOf(engine, call, resource, input);
      return { status: 200, body: await engine.remove(call, resource, named, input) };
    }
  }
}

/** The id of the row that an input names, by its id or by its natural key. */
export async function rowIdOf(
  engine: Pick<Engine, "list">,
  call: Call,
  resource: Resource,
  { id, filters }: ActionInput,
): Promise<string> {
  if (resource.shape === "setting") return resource.kind;
  if (id !== undefined || filters === undefined) return id ?? "";
  const { body } = await engine.list(call, resource, { filters });
  const found = (body.data as JsonObject[])[0]?.id;
  if (typeof found !== "string") throw notFound(resource, "");
  return found;
}

/** The action's name in words: `add_team_member` is "Add team member". */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
