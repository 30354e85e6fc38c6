/** What a field takes, in words, for `terraform providers schema`, editors and the reference pages. */
import { alternativesOf } from "../../kernel/alternatives.ts";
import { defaultOf, type ItemField, type Json, type TextField } from "../../kernel/field.ts";
import { formatOf } from "../../kernel/format.ts";
import { membersNote, onlyForNote, variantsNote } from "../../kernel/members.ts";
import { argumentName } from "../../kernel/terraform.ts";

/** The field's own sentence, then what may be written and what happens without it. */
export function describeField(
  field: ItemField,
  { replaces = false }: { readonly replaces?: boolean },
): string {
  return [
    field.description,
    onlyForNote(field),
    bounds(field),
    variantsNote(field),
    startOf(field),
    replaces ? "Changing it replaces the row." : undefined,
  ]
    .filter((sentence) => sentence !== undefined && sentence !== "")
    .join(" ");
}

function bounds(field: ItemField): string | undefined {
  switch (field.type) {
    case "text":
      return textBounds(field);
    case "choice":
      return `One of ${field.choices.map((choice) => `\`${choice}\``).join(", ")}.`;
    case "integer":
    case "number":
      return range(field);
    case "timestamp":
      return "RFC 3339, such as `2026-01-31T09:30:00Z`.";
    case "date":
      return "Written `YYYY-MM-DD`.";
    case "reference":
      return `The id of a row of ${field.to}.`;
    case "list":
      return field.min > 0 ? `At least ${field.min} and at most ${field.max}.` : `At most ${field.max}.`;
    case "object":
      return field.exactlyOne
        ? `Exactly one of ${alternativesOf(field)
            .map((name) => `\`${argumentName(name)}\``)
            .join(", ")}.`
        : undefined;
    case "map":
      return field.membersBy && membersNote(field.membersBy);
    case "boolean":
      return undefined;
  }
}

function textBounds({ format, suggested, example }: TextField): string | undefined {
  if (suggested !== undefined) return `Known: ${suggested.map((value) => `\`${value}\``).join(", ")}.`;
  const of = format === undefined ? undefined : formatOf(format);
  const shown = example ?? of?.example;
  return [shown === undefined ? undefined : `Such as \`${shown}\`.`, of?.note]
    .filter((sentence) => sentence !== undefined)
    .join(" ");
}

function range(field: ItemField & { type: "integer" | "number" }): string | undefined {
  const unit = field.unit === undefined ? "" : ` ${field.unit}`;
  if (field.type === "integer" && field.choices !== undefined) {
    return `One of ${field.choices.join(", ")}${unit}.`;
  }
  const low = field.min > -Number.MAX_SAFE_INTEGER;
  const high = field.max < Number.MAX_SAFE_INTEGER;
  const [from, to] =
    field.type === "number" && field.exclusive ? ["More than", "less than"] : ["At least", "at most"];
  if (low && high) return `${from} ${field.min} and ${to} ${field.max}${unit}.`;
  return low ? `${from} ${field.min}${unit}.` : high ? `At most ${field.max}${unit}.` : undefined;
}

function startOf(field: ItemField): string | undefined {
  const start = defaultOf(field);
  const kept = field.keptWhenAbsent ? "Left out, it stays as it is." : undefined;
  if (start === undefined || start === null || field.optional) return kept;
  if (isEmpty(start)) return "Empty unless set.";
  const value = `\`${JSON.stringify(start)}\``;
  return kept === undefined ? `Default: ${value}.` : `Default of a new one: ${value}. ${kept}`;
}

function isEmpty(value: Json): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
