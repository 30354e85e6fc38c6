/** Wire names as people read them, and rows by the names that people know them by. */
import type { Field, Json } from "../../src/kernel/field.ts";
import { singularOf } from "../../src/kernel/singular.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";

/** How words are spelled that are no plain ones: names and abbreviations, whatever kind they stand in. */
const spellings: Readonly<Record<string, string>> = {
  ai: "AI",
  api: "API",
  aws: "AWS",
  cloudwatch: "CloudWatch",
  dns: "DNS",
  dss: "DSS",
  github: "GitHub",
  hipaa: "HIPAA",
  http: "HTTP",
  id: "ID",
  ip: "IP",
  iso27001: "ISO 27001",
  mcp: "MCP",
  ms: "ms",
  openai: "OpenAI",
  opentelemetry: "OpenTelemetry",
  pagerduty: "PagerDuty",
  pci: "PCI",
  rca: "RCA",
  servicenow: "ServiceNow",
  sha256: "SHA-256",
  sli: "SLI",
  slis: "SLIs",
  slo: "SLO",
  slos: "SLOs",
  soc2: "SOC 2",
  tcp: "TCP",
  tls: "TLS",
  ttl: "TTL",
  type1: "type 1",
  type2: "type 2",
  url: "URL",
};

/** `alert_days_before_expiry` as "Alert days before expiry". */
export function words(name: string): string {
  const parts = name.split(/[_ ]/).map((part) => spellings[part] ?? part);
  const [first = "", ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(" ");
}

/** A field's label; a reference is known by what it names, and a unit stands with the value. */
export function labelOf(name: string, field: Field | undefined): string {
  if (field?.type === "reference") return words(name.replace(/_id$/, ""));
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

const short: Readonly<Record<string, string>> = {
  milliseconds: " ms",
  seconds: " s",
  minutes: " min",
  hours: " h",
  days: " d",
  percent: "%",
};

const figure = new Intl.NumberFormat("en", { maximumFractionDigits: 3, useGrouping: false });

/** A number with what it counts, as short as lists need it. */
export function measured(name: string, field: Field, value: number): string {
  const unit = unitOf(name, field);
  if (unit === undefined) return figure.format(value);
  const counted = ` ${value === 1 ? singularOf(unit) : unit}`;
  return `${figure.format(value)}${short[unit] ?? counted}`;
}

const code = ["matcher", "snake", "slug", "cidr", "repository", "account", "image", "hostname", "url"];

/** What is read letter by letter: patterns, addresses, queries. */
export function isCode(field: Field): boolean {
  const shape = field.type === "list" ? field.items : field;
  return shape.type === "text" && (shape.multiline === true || code.includes(shape.format ?? ""));
}

/** The same within a sentence: "alert route", but "SLO" and "OpenAI". */
export function phrase(name: string): string {
  return words(name).replace(/^[A-Z][a-z]*(?= |$)/, (word) => word.toLowerCase());
}

/** One row of the kind within a sentence, by what its list is called; a setting is called what it is. */
export function oneOf({ title, shape }: Definition): string {
  return shape === "setting" ? title : phrase(singularOf(title));
}

/** What people call the row: its natural key, a title, or its id. */
export function nameOf(definition: Definition, row: JsonObject): string {
  if (definition.shape === "setting") return definition.title;
  const { title, name } = row;
  const key = definition.naturalKey
    .filter((field) => definition.fields[field]?.type !== "reference")
    .map((field) => row[field])
    .filter((part): part is string | number => part !== null && part !== undefined && part !== "");
  if (typeof title === "string" && title !== "") return title;
  if (key.length > 0) return key.join(" / ");
  return typeof name === "string" && name !== "" ? name : String(row.id ?? "");
}

/** A value on one line, for lists, diffs and bars. */
export function brief(value: Json | undefined): string {
  if (value === undefined || value === null) return "—";
  if (typeof value === "string") return value === "" ? "empty" : value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(brief).join(", ");
  const entries = Object.entries(value as JsonObject);
  return entries.length === 0 ? "none" : entries.map(([key, part]) => `${key}: ${brief(part)}`).join(", ");
}
