/**
 * What a path stands for: which action answers which method, and how the request becomes the action's
 * input. Rows of every kind come from the registry; other calls are listed in calls.ts.
 */
import type { Action, ActionInput, Actions } from "../../engine/action.ts";
import { type Condition, parseCondition } from "../../kernel/etag.ts";
import { refuseParameters } from "../../kernel/parameters.ts";
import { Refusal, unprocessable } from "../../kernel/problem.ts";
import type { Resource } from "../../kernel/resource.ts";
import { objectBody } from "./body.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Operation {
  readonly action: Action;
  input(request: OperationRequest): ActionInput;
}

export interface OperationRequest {
  /** The id of the row that the path names; empty where it names none. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly headers: {
    readonly "if-match"?: string | undefined;
    readonly "if-none-match"?: string | undefined;
  };
  readonly body: unknown;
}

export interface Endpoint {
  readonly operations: Partial<Record<Method, Operation>>;
  /** The row that the path names, to be read together with the credential. */
  readonly target?: { readonly kind: string; readonly id: string };
  /** Methods that are answered elsewhere, where the operations do not name them all. */
  readonly methods?: readonly Method[];
  /** A browser's session is as good as a key here. */
  readonly sessions?: boolean;
}

/** Answers the endpoint of `/api/v1/config/<segments>`; undefined where there is none. */
export function resourceEndpoints(
  resources: Readonly<Record<string, Resource>>,
  actions: Actions,
): (segments: readonly string[]) => Endpoint | undefined {
  const tables = new Map(
    Object.values(resources).map((resource) => [
      resource.kind,
      { resource, rows: rowOperations(resource, actions), whole: collectionOperations(resource, actions) },
    ]),
  );
  return ([kind = "", id, ...rest]) => {
    const table = tables.get(kind);
    if (table === undefined || rest.length > 0) return undefined;
    if (table.resource.shape === "setting") {
      return id === undefined ? { operations: table.rows, target: { kind, id: kind } } : undefined;
    }
    if (id === undefined) return { operations: table.whole };
    return id === "" ? undefined : { operations: table.rows, target: { kind, id } };
  };
}

/** The description is served beside this door, to anyone (openapi/serve-description.ts); it is not written. */
export function descriptionEndpoint([name, ...rest]: readonly string[]): Endpoint | undefined {
  return name === "openapi.json" && rest.length === 0 ? { operations: {}, methods: ["GET"] } : undefined;
}

function rowOperations(resource: Resource, actions: Actions): Endpoint["operations"] {
  return {
    ...operation("GET", actions.get(resource.actionNames.get), ({ id, query, headers }) => {
      const conditions = conditionsOf(headers, "read");
      refuseParameters([...query.keys()], []);
      return { id, body: {}, ...conditions };
    }),
    ...operation("PUT", actions.get(resource.actionNames.update), ({ id, query, headers, body }) => {
      const input = { id, body: objectBody(body), ...conditionsOf(headers, "write") };
      refuseParameters([...query.keys()], []);
      return input;
    }),
    ...operation("DELETE", actions.get(resource.actionNames.delete), ({ id, query, headers }) => {
      refuseParameters([...query.keys()], []);
      return { id, body: {}, ...conditionsOf(headers, "write") };
    }),
  };
}

function collectionOperations(resource: Resource, actions: Actions): Endpoint["operations"] {
  return {
    ...operation("GET", actions.get(resource.actionNames.list), ({ query, headers }) => ({
      body: {},
      ...conditionsOf(headers, "read"),
      ...listQuery(resource, query),
    })),
    ...operation("POST", actions.get(resource.actionNames.create), ({ query, headers, body }) => {
      const input = { body: objectBody(body), ...conditionsOf(headers, "write") };
      refuseParameters([...query.keys()], []);
      return input;
    }),
  };
}

/** An operation under its method, or nothing where the kind has no such verb. */
export function operation(
  method: Method,
  action: Action | undefined,
  input: Operation["input"],
): Partial<Record<Method, Operation>> {
  return action === undefined ? {} : { [method]: { action, input } };
}

/** Exact filters on natural-key fields, and `etags=true`. */
function listQuery(resource: Resource, query: URLSearchParams): Pick<ActionInput, "filters" | "etags"> {
  refuseParameters([...query.keys()], [...resource.naturalKey, "etags"]);
  const filters: Record<string, string> = {};
  for (const [name, value] of query) {
    if (name === "etags") continue;
    filters[name] = value;
  }
  const etags = query.get("etags");
  if (etags !== null && etags !== "true" && etags !== "false") {
    throw unprocessable([{ field: "etags", message: "must be true or false" }]);
  }
  return { filters, etags: etags === "true" };
}

/**
 * What If-Match and If-None-Match ask (RFC 9110 §13.1). One that does not parse guards nothing: a write, and
 * whatever If-Match guards, is refused; a read whose If-None-Match does not parse is simply answered.
 */
export function conditionsOf(
  headers: OperationRequest["headers"],
  effect: "read" | "write",
): Pick<ActionInput, "ifMatch" | "ifNoneMatch"> {
  const ifMatch = conditionOf("If-Match", headers["if-match"]);
  const ifNoneMatch =
    effect === "read"
      ? parseCondition(headers["if-none-match"] ?? "")
      : conditionOf("If-None-Match", headers["if-none-match"]);
  return {
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
  };
}

function conditionOf(name: "If-Match" | "If-None-Match", header: string | undefined): Condition | undefined {
  if (header === undefined) return undefined;
  const condition = parseCondition(header);
  if (condition !== undefined) return condition;
  const message = `${name}: send the ETag of a read as it was, quotes included, such as "42", or *.`;
  throw new Refusal("bad_request", message, { field: name });
}
