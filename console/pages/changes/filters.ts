/** What the audit log is narrowed to, as its address says it. */
import { given } from "../../../src/kernel/given.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";

type FilterName =
  | "name"
  | "resource"
  | "row_id"
  | "service"
  | "actor"
  | "action"
  | "door"
  | "run"
  | "last"
  | "since"
  | "until";

export type Filters = Readonly<Partial<Record<FilterName, string>>>;

const hourMs = 3_600_000;

/** Spans that end now: an address that holds one means the same tomorrow. */
export const spans: Readonly<Record<string, { readonly label: string; readonly hours: number }>> = {
  "24h": { label: "Last 24 hours", hours: 24 },
  "7d": { label: "Last 7 days", hours: 7 * 24 },
  "30d": { label: "Last 30 days", hours: 30 * 24 },
};

/** @param now milliseconds since 1970 */
export function inputOf({ last, resource, row_id, ...filters }: Filters, now: number): JsonObject {
  const span = last === undefined ? undefined : spans[last];
  // To the minute, so that the same question asked twice is the same.
  const since = span && new Date(Math.floor((now - span.hours * hourMs) / 60_000) * 60_000).toISOString();
  return { ...filters, ...given({ kind: resource, id: row_id, since }) };
}
