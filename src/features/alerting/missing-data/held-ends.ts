/** Whether an alert is over whose end was reported while nothing measured what it is about: a pure rule. */
import { measuredAt } from "../../../kernel/staleness.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

/** The states of a row in which its alerts of this name go on. */
const goesOn: Readonly<Record<string, readonly string[]>> = {
  SyntheticCheckDown: ["down"],
  SyntheticCheckDegraded: ["degraded"],
  CertificateUnreachable: ["unreachable"],
  CertificateInvalid: ["invalid"],
  CertificateExpired: ["expired"],
  CertificateExpiring: ["expiring"],
};

/** Within this the engine would have said that an alert goes on: it evaluates each minute, and Alertmanager waits too. */
const settledMs = 300_000;

/**
 * @param state of the row that the alert is about; undefined where it is about none
 * @param since when the engines were there again
 */
export function isOver(
  { name, heldAt }: { readonly name: string | undefined; readonly heldAt: Date },
  state: JsonObject | undefined,
  since: Date | undefined,
  now: Date,
): boolean {
  if (since === undefined) return false;
  if (state === undefined) return now.getTime() - Math.max(since.getTime(), heldAt.getTime()) > settledMs;
  const at = measuredAt(state, "status");
  const isMeasured = at !== undefined && new Date(at) > heldAt && typeof state.status_reason !== "string";
  if (!isMeasured) return false;
  const bad = goesOn[name ?? ""];
  // Of others the state does not say it: the engine would have, by now.
  if (bad === undefined) return now.getTime() - Math.max(since.getTime(), heldAt.getTime()) > settledMs;
  return !bad.includes(String(state.status));
}
