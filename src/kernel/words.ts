/** Wire names as people read them, and rows by the names that people know them by. */

import type { Kind } from "./kind.ts";
import { keyNames } from "./natural-key.ts";
import type { JsonObject } from "./validate.ts";

/** How words are spelled that are no plain ones: names and abbreviations, whatever kind they stand in. */
const spellings: Readonly<Record<string, string>> = {
  ai: "AI",
  api: "API",
  arn: "ARN",
  aws: "AWS",
  ca: "CA",
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
  rest: "REST",
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

/** Things whose wire name is not what people call them. */
const called: Readonly<Record<string, string>> = { outbound_config: "outbound_target" };

/** `alert_days_before_expiry` as "Alert days before expiry". */
export function words(name: string): string {
  const parts = (called[name] ?? name).split(/[_ ]/).map((part) => spellings[part] ?? part);
  const [first = "", ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(" ");
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
  const { title, name } = row;
  if (typeof title === "string" && title !== "") return title;
  const key = keyNames(definition, row)
    .filter((field) => definition.fields[field]?.type !== "reference")
    .map((field) => row[field] ?? null)
    .map((part) => (Array.isArray(part) ? part.join(", ") : part))
    .filter((part): part is string | number => part !== null && part !== undefined && part !== "");
  if (key.length > 0) return key.join(" / ");
  return typeof name === "string" && name !== "" ? name : undefined;
}
