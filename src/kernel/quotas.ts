/** How much an organization may have, as the operator of the installation says. */
import type { Kind } from "./kind.ts";
import { type QuotaReached, Refusal } from "./problem.ts";
import { counted } from "./readable.ts";

/** Null, and what is left out, is no limit. */
export interface Quotas {
  /** Rows of each kind that `rows` does not name. */
  readonly rows_per_kind?: number | null;
  /** Rows of single kinds. */
  readonly rows?: Readonly<Record<string, number | null | undefined>>;
  /** Alerts that begin, taken in within a minute. */
  readonly alerts_per_minute?: number | null;
  /** Confirmed subscribers of its status page. */
  readonly page_subscribers?: number | null;
  /** Requests of all its credentials together. */
  readonly requests_per_second?: number | null;
}

export interface RowQuota {
  readonly name: string;
  readonly limit: number;
}

/** How many rows of the kind there may be; undefined where there is no limit. A setting is always one row. */
export function rowQuota({ rows = {}, rows_per_kind: each }: Quotas, definition: Kind): RowQuota | undefined {
  const { kind, shape } = definition;
  if (shape === "setting") return undefined;
  const named = Object.hasOwn(rows, kind);
  const limit = named ? rows[kind] : each;
  return typeof limit === "number" ? { name: named ? `rows.${kind}` : "rows_per_kind", limit } : undefined;
}

/** Whom to ask for more, in the refusals of all quotas. */
export const quotaWayOut = "ask whoever runs this service for a higher quota";

/** What stands against more rows of a kind, as a sentence without its end. */
export function rowQuotaMessage(kind: string, { name, limit, present }: QuotaReached): string {
  return `the organization has ${counted(present, "row")} of ${kind}, and its quota ${name} allows ${limit}; delete rows that it does not need, or ${quotaWayOut}`;
}

/** A 403: a quota leaves no room for what was asked for. @param message a sentence without its end, in small letters */
export function beyondQuota(message: string, quota: QuotaReached): Refusal {
  return new Refusal("forbidden", `Nothing was changed: ${message}.`, { reason: "quota_exceeded", quota });
}
