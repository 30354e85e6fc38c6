/** Audit records and heads as messages of RFC 5424: pure functions. */

import type { Head } from "../../../engine/ports/audit.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { loggedHead } from "./head-log.ts";

/** Who sends, as every message says. */
export interface Sender {
  readonly hostname: string;
  readonly pid: number;
}

/** RFC 5424 §6.2.1: what audit logs are sent as, and how much a message is worth looking at. */
const facility = 13;
const severities = { warning: 4, notice: 5 } as const;

/** Printable ASCII without spaces (§6.2.4). */
const printable = /^[\x21-\x7e]{1,255}$/;

/** @param shown the record as callers are shown it, with its organization and place in the chain */
export function recordMessage(sender: Sender, shown: JsonObject & { readonly at: string }): string {
  const severity = shown.outcome === "refused" ? "warning" : "notice";
  return message(sender, severity, shown.at, "audit", shown);
}

/** A head, as the service's log has it: `orgconfig audit verify --heads` reads either. */
export function headMessage(sender: Sender, head: Head, now: Date): string {
  return message(sender, "notice", now.toISOString(), "heads", { heads: [{ ...loggedHead(head) }] });
}

/** No structured data: the text is JSON, and what it says is in no registry. */
function message(
  { hostname, pid }: Sender,
  severity: keyof typeof severities,
  at: string,
  kind: "audit" | "heads",
  content: JsonObject,
): string {
  const host = printable.test(hostname) ? hostname : "-";
  const priority = facility * 8 + severities[severity];
  return `<${priority}>1 ${at} ${host} orgconfig ${pid} ${kind} - ${JSON.stringify(content)}`;
}
