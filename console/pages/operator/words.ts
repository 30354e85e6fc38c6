/** The page's words and figures. */
import type { Quotas } from "../../../src/kernel/quotas.ts";
import { counted, dayText, figure } from "../../../src/kernel/readable.ts";
import type { OrganizationDetail } from "./calls.ts";

/** A rate that may be small: `0.05`, `3.2`, `140`. */
export function rateText(value: number): string {
  return figure(value >= 10 ? Math.round(value) : Math.round(value * 100) / 100);
}

/** Where a deletion stands. */
export function deletionText({ deletion, exported_at, suspension }: OrganizationDetail, now: number): string {
  if (deletion === null) return "";
  const frozen = Math.min(
    ...[deletion.since, suspension?.since ?? deletion.since].map((at) => Date.parse(at)),
  );
  const exported = exported_at !== null && Date.parse(exported_at) >= frozen;
  if (exported) return `Deleted on ${dayText(deletion.delete_at)}. It is exported.`;
  return Date.parse(deletion.delete_at) > now
    ? `To be deleted on ${dayText(deletion.delete_at)}. Export it before.`
    : "Its time has come, and it waits for an export.";
}

const names = {
  rows_per_kind: (limit: string) => `${limit} rows a kind`,
  alerts_per_minute: (limit: string) => `${limit} alerts a minute`,
  page_subscribers: (limit: string) => `${limit} subscribers`,
  requests_per_second: (limit: string) => `${limit === "1" ? "1 request" : `${limit} requests`}/s`,
} as const;

/** `500 rows a kind, 20 requests/s`; without any, "no quotas". */
export function quotasText(quotas: Quotas): string {
  const parts = Object.entries(names).flatMap(([name, text]) => {
    const limit = quotas[name as keyof typeof names];
    return typeof limit === "number" ? [text(figure(limit))] : [];
  });
  const kinds = Object.values(quotas.rows ?? {}).filter((limit) => typeof limit === "number").length;
  if (kinds > 0) parts.push(counted(kinds, "kind"));
  return parts.length === 0 ? "no quotas" : parts.join(", ");
}

/** What stands in the fields of a form of quotas. */
export interface QuotaDraft {
  readonly rows_per_kind: string;
  readonly alerts_per_minute: string;
  readonly page_subscribers: string;
  readonly requests_per_second: string;
  /** A kind and its limit a line. */
  readonly rows: string;
}

export function draftOf(quotas: Quotas): QuotaDraft {
  const one = (limit: number | null | undefined) =>
    limit === undefined ? "" : limit === null ? "none" : String(limit);
  return {
    rows_per_kind: one(quotas.rows_per_kind),
    alerts_per_minute: one(quotas.alerts_per_minute),
    page_subscribers: one(quotas.page_subscribers),
    requests_per_second: one(quotas.requests_per_second),
    rows: Object.entries(quotas.rows ?? {})
      .map(([kind, limit]) => `${kind} = ${one(limit)}`)
      .join("\n"),
  };
}

/** What is sent; a text that is no number goes as it is, and the service says what is wrong with it. */
export function quotasOf({ rows, ...single }: QuotaDraft): object {
  const limitIn = (text: string) => (text === "none" ? null : /^\d+$/.test(text) ? Number(text) : text);
  const given = Object.entries(single).flatMap(([name, text]) =>
    text.trim() === "" ? [] : [[name, limitIn(text.trim())] as const],
  );
  const lines = rows.split("\n").flatMap((line) => {
    if (line.trim() === "") return [];
    const [kind = "", limit = ""] = line.split("=").map((part) => part.trim());
    return [[kind, limitIn(limit)] as const];
  });
  return {
    ...Object.fromEntries(given),
    ...(lines.length === 0 ? {} : { rows: Object.fromEntries(lines) }),
  };
}
