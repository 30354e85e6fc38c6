/**
 * The input of an operation as one flat object, as the console and MCP send it: the fields, and next to them
 * `id`, `if_match` and `confirm`, which REST has in its path, its headers and its verb.
 */
import { type Condition, readCondition } from "../kernel/etag.ts";
import type { Json } from "../kernel/field.ts";
import { listFilters, listParameters } from "../kernel/findable.ts";
import { given } from "../kernel/given.ts";
import type { Kind, Verb } from "../kernel/kind.ts";
import { mostProblems, type Problem, unprocessable } from "../kernel/problem.ts";
import { clipped, type JsonObject, unknownField } from "../kernel/validate.ts";
import { readLimit } from "./list-query.ts";
import { type ConfigurationOperation, type Operation, type OperationInput, pathNames } from "./operation.ts";

/** Takes the flat object apart. Fields are left to the operation, which has the one validator for them. */
export function flatInput(operation: ConfigurationOperation, raw: JsonObject): OperationInput {
  const names = reasonNames.filter((name) => raw[name] !== undefined);
  if (!takesOverride(operation) || names.length === 0) return confirmable(operation, raw);
  const { [overrideName]: overrideTests, [breakName]: breakGlass, ...rest } = raw;
  const problems = names
    .filter((name) => typeof raw[name] !== "string")
    .map((field) => ({ field, message: "must be the reason, in text" }));
  if (problems.length > 0) throw unprocessable(problems);
  return { ...confirmable(operation, rest), ...given({ overrideTests, breakGlass }) } as OperationInput;
}

function confirmable(operation: ConfigurationOperation, raw: JsonObject): OperationInput {
  if (!takesConfirm(operation)) return shaped(operation, raw);
  const { [confirmName]: confirm, ...rest } = raw;
  const confirmed = confirm === undefined ? {} : { confirm: confirmIn(operation, confirm) };
  return { ...shaped(operation, rest), ...confirmed };
}

/** The member, and at REST the query parameter, that answers what is asked first. */
export const confirmName = "confirm";

/** Any write of a row may be confirmed: whoever sends it need not know which kinds ask. */
export function takesConfirm({ confirms, input, effect }: ConfigurationOperation): boolean {
  return Boolean(confirms) || ("definition" in input && effect !== "read");
}

/** @throws Refusal 422 where it is no answer */
export function confirmIn({ confirms }: ConfigurationOperation, sent: Json): Json {
  if (confirms === "id" || typeof sent === "boolean") return sent;
  throw unprocessable([{ field: confirmName, message: "must be true or false" }]);
}

/** The member, and the query parameter, with the reason why tests are to hold nothing back. */
export const overrideName = "override_tests";

/** The same with the reason why change policies are to hold nothing back. */
export const breakName = "break_glass";

/** What says why something is to hold nothing back. */
export const reasonNames = [overrideName, breakName] as const;

/** The member, and the query parameter, that makes a proposal in the place of a write (proposing.ts). */
export const proposeName = "propose";

/** Whether tests or policies may hold it back: it writes rows. */
export function takesOverride({ effect, input, tested, writes }: ConfigurationOperation): boolean {
  return effect !== "read" && ("definition" in input || tested === true || writes === true);
}

/** Whether the caller may be taken at their word: there is nothing to ask, or it is answered. */
export function isConfirmed(
  { confirms }: ConfigurationOperation,
  { confirm, body: { id } }: OperationInput,
): boolean {
  if (confirms === "id") return typeof id === "string" && confirm === id;
  return !confirms || confirm === true;
}

/** The id of the row that an operation's input names, as far as it does, for the record of a refusal. */
export function namedRow(
  { input, path }: Pick<ConfigurationOperation, "input" | "path">,
  given: JsonObject,
): string | undefined {
  if ("definition" in input && input.definition.shape === "setting") return input.definition.kind;
  const name = "definition" in input ? "id" : rowNames.find((one) => pathNames({ path }).includes(one));
  const value = name === undefined ? undefined : given[name];
  return typeof value === "string" ? value : undefined;
}

/** What a path calls the row that its operation is about. */
const rowNames = ["id", "connector_id"] as const;

function shaped(operation: ConfigurationOperation, raw: JsonObject): OperationInput {
  const { input } = operation;
  if ("definition" in input) return verbInput(input.definition, input.verb, raw);
  if (!takesIfMatch(operation)) return { body: raw };
  const { if_match: _, ...body } = raw;
  return { body, ...ifMatchOf(raw) };
}

/** Whether an action that is no verb is held to the version of a row that its caller read. */
export function takesIfMatch({ conditional, method }: Pick<Operation, "conditional" | "method">): boolean {
  return conditional === true && method !== "GET";
}

function verbInput(definition: Kind, verb: Verb, raw: JsonObject): OperationInput {
  const names = definition.shape === "collection" ? ["id"] : [];
  switch (verb) {
    case "list":
      return { body: {}, ...listInput(definition, raw) };
    case "create":
      return { body: raw };
    case "get": {
      refuseUnknown(raw, names);
      return { body: {}, ...idOf(definition, raw) };
    }
    case "delete": {
      const byKey = definition.deletedByKey && raw.id === undefined;
      refuseUnknown(raw, [...(byKey ? definition.naturalKey : names), "if_match"]);
      return { body: {}, ...(byKey ? keyOf(definition, raw) : idOf(definition, raw)), ...ifMatchOf(raw) };
    }
    case "update": {
      const sent = Object.entries(readFields).filter(([field]) => raw[field] !== undefined);
      if (sent.length > 0) throw unprocessable(sent.map(([field, message]) => ({ field, message })));
      const { id: _id, if_match: _ifMatch, ...fields } = raw;
      const body =
        definition.shape === "collection" || raw.id === undefined ? fields : { ...fields, id: raw.id };
      return { body, ...idOf(definition, raw), ...ifMatchOf(raw) };
    }
  }
}

/** What a read shows next to the fields, with what becomes of it in an update. */
const readFields = {
  etag: "is not a field: send it as if_match",
  managed_by: "is not a field: leave it out; only plans give a row to a set",
} as const;

function idOf(definition: Kind, { id }: JsonObject): { id?: string } {
  if (definition.shape === "setting") return {};
  if (typeof id === "string" && id !== "") return { id };
  const message =
    id === undefined
      ? `is required: write the id of a row of ${definition.kind}`
      : "must be the id of a row, in text";
  throw unprocessable([{ field: "id", message }]);
}

function keyOf(definition: Kind, raw: JsonObject): Pick<OperationInput, "filters"> {
  const missing = definition.naturalKey.filter((name) => typeof raw[name] !== "string");
  if (missing.length > 0) {
    throw unprocessable(missing.map((field) => ({ field, message: "is required: write it in text" })));
  }
  return { filters: Object.fromEntries(definition.naturalKey.map((name) => [name, String(raw[name])])) };
}

function ifMatchOf({ if_match }: JsonObject): { ifMatch?: Condition } {
  if (if_match === undefined) return {};
  if (typeof if_match !== "string")
    throw unprocessable([{ field: "if_match", message: "must be the ETag of a read, in text" }]);
  return { ifMatch: readCondition("if_match", if_match) };
}

/** Exact filters on fields and on the set, how many rows, from where on, and whether ETags come along. */
function listInput(
  definition: Kind,
  raw: JsonObject,
): Pick<OperationInput, "filters" | "etags" | "managedBy" | "limit" | "cursor"> {
  refuseUnknown(raw, [...listFilters(definition), ...listParameters]);
  const { etags = false, managed_by: managedBy, limit, cursor, ...filters } = raw;
  const problems: Problem[] =
    typeof etags === "boolean" ? [] : [{ field: "etags", message: "must be true or false" }];
  if (managedBy !== undefined && typeof managedBy !== "string")
    problems.push({ field: "managed_by", message: 'must be the name of a set, or "" for rows of none' });
  if (cursor !== undefined && typeof cursor !== "string")
    problems.push({ field: "cursor", message: "must be next_cursor of the answer before, in text" });
  const texts: [string, string][] = [];
  for (const [name, value] of Object.entries(filters)) {
    const text = filterText(definition, name, value);
    if (text === undefined)
      problems.push({ field: name, message: "must be a value that the field can have" });
    else texts.push([name, text]);
  }
  if (problems.length > 0) throw unprocessable(problems);
  return {
    filters: Object.fromEntries(texts),
    etags: etags === true,
    ...(typeof managedBy === "string" ? { managedBy } : {}),
    ...(typeof cursor === "string" ? { cursor } : {}),
    ...(limit === undefined ? {} : { limit: readLimit(limit) }),
  };
}

/** Filters compare as text; a number is written as JSON writes it. */
function filterText(definition: Kind, name: string, value: Json): string | undefined {
  const type = definition.fields[name]?.type;
  if (type === "integer" || type === "number") return typeof value === "number" ? String(value) : undefined;
  if (type === "boolean" && typeof value === "boolean") return String(value);
  return typeof value === "string" ? value : undefined;
}

function refuseUnknown(raw: JsonObject, known: readonly string[]): void {
  const problems = Object.keys(raw)
    .filter((name) => !known.includes(name))
    .slice(0, mostProblems + 1)
    .map((name) => {
      const { field, message } = unknownField(clipped(name), name, known);
      return { field, message: `${message} (this call takes ${known.join(", ") || "nothing"})` };
    });
  if (problems.length > 0) throw unprocessable(problems);
}
