/** Raising an event of the service's own: what reports and alerts need of whoever keeps events and mails them. */
import type { JsonObject } from "../../kernel/validate.ts";
import type { Call } from "../context.ts";
import { proposalRecords } from "../proposal-records.ts";
import type { Writer } from "./rows.ts";

/**
 * Raises an event of the service's own, in the transaction of what it says of.
 * @param event what POST /api/v1/events would take
 * @param page what it is about, as the console's page below the organization's: where its mails lead, and what groups them
 * @returns the source of its mails; undefined where nobody is mailed
 */
export type RaiseEvent = (
  writer: Writer,
  call: Call,
  event: JsonObject,
  page: string,
) => Promise<string | undefined>;

/** The page of a row, or of a proposal. */
export function pageOfRow(kind: string, id: string): string {
  return kind === proposalRecords ? `${kind}/${id}` : `settings/${kind}/${id}`;
}
