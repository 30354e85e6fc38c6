/** What changes do, in a line. Pure. */
import type { Registry } from "../../../engine/feature.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";

/** Most characters of a title. */
export const longestTitle = 200;

const verbs = { create: "Make", update: "Change", delete: "Delete", adopt: "Take over", detach: "Let go" };

/** Such as "Change SLO checkout", or of several rows how many they are. */
export function titleOf(
  { definitions }: { readonly definitions: Registry },
  changes: readonly RowChange[],
): string {
  const [first] = changes;
  if (first === undefined || changes.length > 1) return `Change ${changes.length} rows`;
  const { action, resource, key, id } = first;
  const { singular = resource, shape } = definitions[resource] ?? {};
  const name = key.name ?? Object.values(key).find((part) => typeof part === "string") ?? id;
  const words = singular.replaceAll("_", " ").replace(/\b(aws|slo)\b/g, (word) => word.toUpperCase());
  const title = [verbs[action], words, ...(shape === "setting" ? [] : [name])];
  return title.join(" ").slice(0, longestTitle);
}
