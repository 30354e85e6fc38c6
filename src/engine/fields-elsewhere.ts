/** What several operations take in the same way, so that it is described once. */
import type { Operation } from "./operation.ts";

/** By the names of its fields, the other operation that takes the same ones, was declared before, and needs no higher level. */
export function fieldsElsewhere<O extends Operation>(
  operation: O,
  all: readonly O[],
): ReadonlyMap<string, string> {
  const { input, level } = operation;
  if (input === undefined || !("fields" in input)) return new Map();
  const before = all
    .slice(0, all.indexOf(operation))
    .filter((one) => one.level === "read" || one.level === level);
  const found = Object.entries(input.fields).flatMap(([name, field]): [string, string][] => {
    const other = before.find(
      (one) => one.input !== undefined && "fields" in one.input && one.input.fields[name] === field,
    );
    return other === undefined ? [] : [[name, other.name]];
  });
  return new Map(found);
}
