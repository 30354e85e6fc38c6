/** How a request to REST becomes the input of an operation. */
import {
  breakName,
  confirmIn,
  confirmName,
  overrideName,
  proposeName,
  reasonNames,
  takesConfirm,
  takesOverride,
} from "../../engine/flat-input.ts";
import { readInput } from "../../engine/input.ts";
import { type ConfigurationOperation, type OperationInput, pathNames } from "../../engine/operation.ts";
import { refuseWrongPropose } from "../../engine/proposing.ts";
import { type Condition, type Conditions, parseCondition, readCondition } from "../../kernel/etag.ts";
import type { Fields, Json } from "../../kernel/field.ts";
import { unprocessable } from "../../kernel/problem.ts";
import { type JsonObject, refuseParameters } from "../../kernel/validate.ts";
import { objectBody } from "./body.ts";

/** An operation at its path. */
export interface Served {
  readonly operation: ConfigurationOperation;
  readonly takesBody: boolean;
}

export interface OperationRequest {
  /** The id of the row that the path names. */
  readonly id: string | undefined;
  /** What the path's `{name}` segments hold. */
  readonly members: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: {
    readonly "if-match"?: string | undefined;
    readonly "if-none-match"?: string | undefined;
  };
  readonly body: unknown;
}

/** The body, the headers and the query are looked at in this order, which is that of refusals (docs/contract.md, "Order of refusal"). */
export function inputOf({ operation, takesBody }: Served, request: OperationRequest): OperationInput {
  const { input, method, query = [] } = operation;
  const { id, members } = request;
  // Where fields need no body, one that comes is still held to be what the operation takes.
  const sent = takesBody || request.body !== undefined ? objectBody(request.body) : {};
  const conditions = conditionsOf(request.headers, method === "GET");
  const parameters = new URLSearchParams(request.query);
  const names = [...parameters.keys()];
  const [everywhere, said] = saidOfWrites(operation, parameters);
  if ("fields" in input) {
    refuseInBody(sent, operation);
    refuseParameters(names, [...query, ...everywhere]);
    const body = { ...sent, ...typedQuery(input.fields, parameters), ...members };
    return { body, ...conditions, ...said() };
  }
  if (input.verb === "list") {
    refuseParameters(names, [...input.definition.naturalKey, "etags", "managed_by"]);
    return { body: {}, ...conditions, ...listQuery(request.query) };
  }
  refuseParameters(names, everywhere);
  if (!takesBody && request.body !== undefined) readInput({}, sent);
  return { id, body: sent, ...conditions, ...said() };
}

/** The parameters that writes have next to their own, taken out of these, and how they are read once all are known. */
function saidOfWrites(
  operation: ConfigurationOperation,
  parameters: URLSearchParams,
): [names: string[], read: () => Pick<OperationInput, "overrideTests" | "breakGlass" | "confirm">] {
  refuseWrongPropose(operation, parameters);
  const names = [
    ...(takesOverride(operation) ? reasonNames : []),
    ...(operation.asProposal ? [proposeName] : []),
    ...(takesConfirm(operation) ? [confirmName] : []),
  ];
  const sent = Object.fromEntries(names.map((name) => [name, parameters.get(name)]));
  for (const name of names) parameters.delete(name);
  const { [overrideName]: reason = null, [breakName]: broken = null, [confirmName]: confirm = null } = sent;
  return [
    names,
    () => ({
      ...(reason !== null && { overrideTests: reason }),
      ...(broken !== null && { breakGlass: broken }),
      ...(confirm !== null && { confirm: confirmIn(operation, confirmed(operation, confirm)) }),
    }),
  ];
}

function confirmed({ confirms }: ConfigurationOperation, text: string): Json {
  return confirms === "id" ? text : typed("boolean", text);
}

/** What the path or the query says is no member of the body: one of the two would be passed over. */
function refuseInBody(sent: JsonObject, operation: ConfigurationOperation): void {
  const inPath = pathNames(operation);
  const problems = [...inPath, ...(operation.query ?? [])]
    .filter((name) => Object.hasOwn(sent, name))
    .map((field) => ({
      field,
      message: `is not taken in the body; it is in the ${inPath.includes(field) ? "path" : "query"}`,
    }));
  if (problems.length > 0) throw unprocessable(problems);
}

/** Query parameters are text by nature: those of a boolean or a number are read as such, once. */
export function typedQuery(fields: Fields, query: URLSearchParams): Record<string, Json> {
  return Object.fromEntries([...query].map(([name, value]) => [name, typed(fields[name]?.type, value)]));
}

function typed(type: string | undefined, value: string): Json {
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if ((type === "integer" || type === "number") && /^-?\d{1,16}(\.\d+)?$/.test(value)) return Number(value);
  return value;
}

/** Exact filters on natural-key fields and on the set, and `etags=true`. */
function listQuery(query: URLSearchParams): Pick<OperationInput, "filters" | "etags" | "managedBy"> {
  const filters: Record<string, string> = {};
  for (const [name, value] of query) {
    if (name === "etags" || name === "managed_by") continue;
    filters[name] = value;
  }
  const etags = query.get("etags");
  if (etags !== null && etags !== "true" && etags !== "false") {
    throw unprocessable([{ field: "etags", message: "must be true or false" }]);
  }
  const managedBy = query.get("managed_by");
  return { filters, etags: etags === "true", ...(managedBy === null ? {} : { managedBy }) };
}

/**
 * What If-Match and If-None-Match ask (RFC 9110 §13.1). One that does not parse guards nothing: a write, and
 * whatever If-Match guards, is refused; a read whose If-None-Match does not parse is simply answered.
 */
export function conditionsOf(
  headers: OperationRequest["headers"],
  gets: boolean,
): Pick<OperationInput, keyof Conditions> {
  const { "if-match": match, "if-none-match": noneMatch } = headers;
  const conditions: { ifMatch?: Condition; ifNoneMatch?: Condition } = {};
  if (match !== undefined) conditions.ifMatch = readCondition("If-Match", match);
  if (noneMatch !== undefined) {
    const parsed = gets ? parseCondition(noneMatch) : readCondition("If-None-Match", noneMatch);
    if (parsed !== undefined) conditions.ifNoneMatch = parsed;
  }
  return conditions;
}
