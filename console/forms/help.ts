/** What a field's help says beside its description: its bounds, before they are broken, and its default. */
import { defaultLimits, defaultOf, type ItemField, maxInteger } from "../../src/kernel/field.ts";
import { brief, words } from "../parts/words.ts";

export function helpOf(field: ItemField): string {
  return [field.description, boundsOf(field), startOf(field)].filter((part) => part !== "").join(" ");
}

function boundsOf(field: ItemField): string {
  switch (field.type) {
    case "text":
      return field.min > 1 || field.max < defaultLimits.name
        ? `${field.min > 1 ? `${field.min} to ` : "Up to "}${field.max} characters.`
        : "";
    case "integer":
    case "number": {
      if (field.type === "integer" && field.choices !== undefined)
        return `One of ${field.choices.join(", ")}.`;
      const { min, max } = field;
      const open = field.type === "number" && field.exclusive === true;
      const low = min > -maxInteger ? min : undefined;
      const high = max < maxInteger ? max : undefined;
      if (low === undefined && high === undefined) return "";
      if (open) return `More than ${low ?? "nothing"}, less than ${high ?? "any bound"}.`;
      if (high === undefined) return `At least ${low}.`;
      return low === undefined ? `At most ${high}.` : `From ${low} to ${high}.`;
    }
    case "list":
      return field.min > 0
        ? `At least ${field.min}, at most ${field.max}.`
        : field.max < defaultLimits.items
          ? `At most ${field.max}.`
          : "";
    case "map":
      return field.maxEntries < defaultLimits.entries ? `At most ${field.maxEntries} entries.` : "";
    case "boolean":
    case "choice":
    case "timestamp":
    case "date":
    case "object":
    case "reference":
      return "";
  }
}

/** The default in words; "nothing" needs none. */
function startOf(field: ItemField): string {
  const start = defaultOf(field);
  if (start === undefined || start === null || start === "") return "";
  if (typeof start === "object" && Object.keys(start).length === 0) return "";
  if (typeof start === "boolean") return `Default: ${start ? "on" : "off"}.`;
  const unit = "unit" in field && field.unit !== undefined ? ` ${field.unit}` : "";
  return `Default: ${field.type === "choice" ? words(String(start)) : brief(start)}${unit}.`;
}

/** What stands in an empty input. */
export function placeholderOf(field: ItemField, examples: Readonly<Record<string, string>>): string {
  const start = defaultOf(field);
  if (typeof start === "string" && start !== "") return start;
  if (typeof start === "number") return String(start);
  if (field.type !== "text") return "";
  return field.example ?? (field.format === undefined ? "" : (examples[field.format] ?? ""));
}
