/** Fields that may well be alike in many rows, and are changed in all of them at once. Pure. */
import { type Field, isSettable } from "../../../src/kernel/field.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";

const types: readonly Field["type"][] = [
  "choice",
  "boolean",
  "integer",
  "number",
  "text",
  "reference",
  "timestamp",
];

/** None that rows are known by, that never changes, that is a place, or that has an act of its own. */
export function alikeFields({
  fields,
  naturalKey,
}: Pick<Definition, "fields" | "naturalKey">): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isSettable(field) || field.type === "secret") return [];
    if (naturalKey.includes(name) || field.fixed === true || name === "position") return [];
    if (field.onlyFor !== undefined || !types.includes(field.type)) return [];
    if (field.type === "boolean" && field.switch === true) return [];
    return field.type === "reference" && field.owner === true ? [] : [name];
  });
}
