/** Checks the members of a map or a secret object that follow from another field of the row (`membersBy`). */
import type { Field, Json, SecretField } from "./field.ts";
import { memberSetOf, membersByOf } from "./members.ts";
import { nearestOf } from "./nearest.ts";
import type { Problem } from "./problem.ts";
import {
  checkSecret,
  checkValue,
  clipped,
  isObject,
  type JsonObject,
  jsonTypeName,
  maxProblems,
  own,
} from "./validate.ts";

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
