/** Wire names as people read them, and rows by the names that people know them by. */
import type { Field, Json } from "./field.ts";
import type { Kind } from "./kind.ts";
import { keyNames } from "./natural-key.ts";
import { readable } from "./readable.ts";
import type { JsonObject } from "./validate.ts";

/** How words are spelled that are no plain ones: names and abbreviations, whatever kind they stand in. */
const abbreviations =
  "ai api arn aws ca dns dss hipaa http id ip mcp pci rca rest sli slo tcp tls ttl url".split(" ");

const spellings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(abbreviations.map((word) => [word, word.toUpperCase()])),
  cloudwatch: "CloudWatch",
  github: "GitHub",
  ical: "iCalendar",
  iso27001: "ISO 27001",
  ms: "ms",
  oncall: "OnCall",
  openai: "OpenAI",
  openslo: "OpenSLO",
  opentelemetry: "OpenTelemetry",
  pagerduty: "PagerDuty",
  servicenow: "ServiceNow",
  sha256: "SHA-256",
  slis: "SLIs",
  slos: "SLOs",
  soc2: "SOC 2",
  type1: "type 1",
  type2: "type 2",
};

/** Things whose wire name is not what people call them. */
const called: Readonly<Record<string, string>> = { outbound_config: "outbound_target" };

/** `alert_days_before_expiry` as "Alert days before expiry". */
export function words(name: string): string {
  const parts = (called[name] ?? name).split(/[_ ]/).map((part) => spellings[part] ?? part);
  const [first = "", ...rest] = parts;
  // A name such as iCalendar begins as its owner writes it.
  const begun = /^[a-z][A-Z]/.test(first) ? first : first.charAt(0).toUpperCase() + first.slice(1);
  return [begun, ...rest].join(" ");
}

/** The same within a sentence: "alert route", but "SLO" and "OpenAI". */
export function phrase(name: string): string {
  return words(name).replace(/^[A-Z][a-z]*(?= |$)/, (word) => word.toLowerCase());
}

type Named = Pick<Kind, "shape" | "title" | "naturalKey" | "otherKey" | "fields">;

/** What people call the row; a setting is called what it is. */
export function rowName(definition: Named, row: JsonObject): string {
  if (definition.shape === "setting") return definition.title;
  return ownName(definition, row) ?? String(row.id ?? "");
}

/** A row's title, its natural key as far as it is no reference, or its name; undefined where it has none. */
export function ownName(
  definition: Pick<Kind, "naturalKey" | "otherKey" | "fields">,
  row: JsonObject,
): string | undefined {
  const { title, name, reason } = row;
  if (typeof title === "string" && title !== "") return title;
  const key = keyNames(definition, row)
    .map((field) => namePart(definition.fields[field], row[field]))
    .filter((part) => part !== "");
  if (key.length > 0) return key.join(" / ");
  // What has no name of its own is known by why it is there.
  return [name, reason].find((one): one is string => typeof one === "string" && one !== "");
}

/** A value of a natural key as a part of a name; empty where it says nothing to people. */
function namePart(field: Field | undefined, value: Json | undefined): string {
  if (field?.type === "reference" || value === null || value === undefined) return "";
  if (field?.type === "timestamp") return readable(String(value));
  if (!Array.isArray(value)) return String(value);
  const items = field?.type === "list" ? field.items.type : "text";
  return items === "reference" || items === "object" ? "" : value.join(", ");
}

/** One of what a plural names: `policies` are each a `policy`, and "Alert routes" an "Alert route". */
export function singularOf(plural: string): string {
  return plural.replace(/ies$/, "y").replace(/s$/, "");
}

/** `1 problem`, `2 problems`. */
export function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A field's label; a reference is known by what it names, and a unit stands with the value. */
export function labelOf(name: string, field: Field | undefined): string {
  if (field?.type === "reference") return words(name.replace(/_id$/, ""));
  // "Default: yes" says what "Is default: yes" does.
  if (field?.type === "boolean" && name.startsWith("is_")) return words(name.slice(3));
  if (field?.type === "list" && field.items.type === "reference") return words(name.replace(/_ids$/, "s"));
  const unit = field === undefined ? undefined : unitOf(name, field);
  const bare = unit === undefined ? name : name.replace(new RegExp(`_(${unit}|ms)$`), "");
  // "SLI percent" is a figure, and "SLI" would be the row that it is a figure of.
  return words(field?.type === "computed" && !bare.includes("_") ? name : bare);
}

const units = ["percent", "milliseconds", "seconds", "minutes", "hours", "days"];

/** What a number counts, where its field or its name says so. */
export function unitOf(name: string, field: Field): string | undefined {
  const shape = field.type === "computed" ? field.shape : field;
  if (shape.type !== "integer" && shape.type !== "number") return undefined;
  return shape.unit ?? units.find((unit) => name.endsWith(`_${unit}`));
}
