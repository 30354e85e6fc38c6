/**
 * The one validator, used by every door: reads a body by the fields that it may name, and shows all that is wrong with
 * it at once.
 */
import {
  defaultOf,
  type Field,
  type Fields,
  isConfiguration,
  type Json,
  mustBeSent,
  type SecretField,
} from "./field.ts";
import { memberSetOf, membersByOf } from "./members.ts";
import { kept } from "./names.ts";
import { nearestOf } from "./nearest.ts";
import type { Problem } from "./problem.ts";
import {
  checkSecret,
  checkValue,
  clipped,
  hint,
  isObject,
  type JsonObject,
  jsonTypeName,
  maxProblems,
  own,
  unknownField,
} from "./validate.ts";

export interface Parsed {
  /** Values of the configuration fields that the body names; at creation, of all of them. */
  readonly configuration: JsonObject;
  /** Secrets that the body names: null clears. */
  readonly secrets: Readonly<Record<string, Json>>;
  /** Read-only values in the body, still to be compared with the row. */
  readonly readOnlyValues: JsonObject;
  readonly problems: readonly Problem[];
}

/**
 * Reads the body of a create (every field, defaults filled in) or an update (only what is named).
 * `fields` are a kind's own and its implicit ones, such as `id`.
 * @param stored the settings of the row that is updated: the members of an object may follow from one of them, and a
 * name that stands is not trimmed
 */
export function parseBody(
  fields: Fields,
  body: JsonObject,
  mode: "create" | "update",
  stored: JsonObject = {},
): Parsed {
  const problems: Problem[] = [];
  const configuration: [string, Json][] = [];
  const secrets: [string, Json][] = [];
  const readOnlyValues: [string, Json][] = [];
  const secretNames = Object.keys(fields).filter((name) => fields[name]?.type === "secret");

  for (const [name, value] of Object.entries(body)) {
    const field = own(fields, name) ?? secretMark(fields, name);
    if (field === undefined) {
      if (problems.length < maxProblems)
        problems.push(unknownField(clipped(name), name, settableNames(fields)));
    } else if (field.type === "computed") {
      if (mode === "create") problems.push({ field: name, message: "is read-only; leave it out" });
      else readOnlyValues.push([name, value]);
    } else if (field.type === "secret") {
      if (value !== null) problems.push(...checkSecret(field, name, value));
      secrets.push([name, value]);
    } else {
      const taken = kept(field, checkValue(field, value, name, problems, secretNames), stored[name]);
      if (taken === "" && value !== "" && field.type === "text" && field.min > 0)
        problems.push({ field: name, message: "must hold more than blanks" });
      configuration.push([name, taken]);
    }
    if (field !== undefined) problems.push(...memberProblems(field, name, value, body, stored));
  }
  if (mode === "create") {
    const absent = defaultsOfMissing(fields, body, mode);
    configuration.push(...Object.entries(absent.configuration));
    problems.push(...absent.problems);
  }
  return {
    configuration: Object.fromEntries(configuration),
    secrets: Object.fromEntries(secrets),
    readOnlyValues: Object.fromEntries(readOnlyValues),
    problems: problems.slice(0, maxProblems),
  };
}

/** The defaults of the fields that a body of a whole row leaves out, and a problem for each that has none. */
export function defaultsOfMissing(
  fields: Fields,
  body: JsonObject,
  mode: "create" | "update",
): Pick<Parsed, "configuration" | "problems"> {
  const configuration: [string, Json][] = [];
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (!isConfiguration(field) || field.optional || Object.hasOwn(body, name)) continue;
    if (field.keptWhenAbsent && mode === "update") continue;
    const value = defaultOf(field);
    if (value !== undefined) configuration.push([name, value]);
    else if (mustBeSent(field)) problems.push({ field: name, message: `is required: ${hint(field)}` });
  }
  return { configuration: Object.fromEntries(configuration), problems };
}

/** What a caller may have meant: no older word, which they would have to leave again. */
function settableNames(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { type, deprecated }]) =>
    type === "computed" || deprecated !== undefined ? [] : [name],
  );
}

/** `<secret>_set` is readable next to every secret, so an update may carry it. */
function secretMark(fields: Fields, name: string): Field | undefined {
  if (!name.endsWith("_set")) return undefined;
  const field = own(fields, name.slice(0, -"_set".length));
  return field?.type === "secret" ? setMark : undefined;
}

const setMark: Field = {
  type: "computed",
  description: "Whether the secret is stored.",
  shape: { type: "boolean", description: "Whether the secret is stored." },
  from: "derived",
  routine: false,
};

/**
 * What is wrong with the members that follow from another field. In a map the entries that the row has already stand,
 * as they may be older than what is known of them.
 */
export function memberProblems(
  field: Field,
  path: string,
  value: Json,
  body: JsonObject,
  stored: JsonObject,
): Problem[] {
  const membersBy = membersByOf(field);
  if (membersBy === undefined || !isObject(value)) return [];
  const deciding = body[membersBy.field] ?? stored[membersBy.field];
  const set = memberSetOf(membersBy, deciding);
  if (set === undefined) return [];
  const known = Object.keys(set.members);
  const secretNames = known.filter((name) => set.members[name]?.type === "secret");
  const before = field.type === "map" ? stored[path] : undefined;
  const problems: Problem[] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (problems.length >= maxProblems) break;
    const at = `${path}.${clipped(name)}`;
    const member = own(set.members, name);
    if (member === undefined) {
      if (set.closed)
        problems.push({ field: at, message: unknownMember(`${membersBy.field} ${deciding}`, name, known) });
      continue;
    }
    // Of an entry of a map that is no text, the map has reported already.
    const stands = isObject(before) && before[name] === inner;
    if (stands || (field.type === "map" && typeof inner !== "string")) continue;
    if (member.type === "secret") problems.push(...checkSecretMember(member, at, inner));
    else checkValue(member, inner, at, problems, secretNames);
  }
  return problems;
}

/** Unlike a secret of the row, a member is no value that null could clear: it is left out. */
function checkSecretMember(member: SecretField, path: string, value: Json): Problem[] {
  const text = member.shape === "text";
  if (text ? typeof value === "string" : isObject(value)) return checkSecret(member, path, value);
  return [{ field: path, message: `must be ${text ? "text" : "an object"}, not ${jsonTypeName(value)}` }];
}

function unknownMember(where: string, name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  const meant = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  return `is not known for ${where}, which takes ${known.join(", ")}${meant}`;
}
