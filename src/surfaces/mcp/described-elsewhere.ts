/** What several tools take in the same way, so that it is described once. */
import type { ConfigurationOperation } from "../../engine/operation.ts";
import { commonOfActions } from "./tool-schemas.ts";

/** By field, the tool that describes the same one: it was declared before, and needs no higher level. */
export function describedElsewhere(
  operation: ConfigurationOperation,
  all: readonly ConfigurationOperation[],
): ReadonlyMap<string, string> {
  const { input, level } = operation;
  if (!("fields" in input)) return new Map();
  const before = all
    .slice(0, all.indexOf(operation))
    .filter((one) => one.level === "read" || one.level === level);
  const found = Object.entries(input.fields).flatMap(([name, field]): [string, string][] => {
    if (commonOfActions.includes(name)) return [];
    const other = before.find(({ input: theirs }) => "fields" in theirs && theirs.fields[name] === field);
    return other === undefined ? [] : [[name, other.name]];
  });
  return new Map(found);
}
