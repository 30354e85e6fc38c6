/** How proposals are spoken of, and which of them stand where. Pure. */
import type { Tone } from "../../../src/kernel/field.ts";
import { counted, figure } from "../../../src/kernel/readable.ts";
import type {
  Condition,
  Need,
  ProposalAct,
  ProposalHead,
  ProposalStatus,
  Verb,
} from "../../api/proposal-shapes.ts";

interface StatusWords {
  readonly label: string;
  readonly tone: Tone;
}

export const statusWords: Readonly<Record<ProposalStatus, StatusWords>> = {
  open: { label: "Open", tone: "warning" },
  approved: { label: "Approved", tone: "good" },
  applied: { label: "Applied", tone: "good" },
  confirmed: { label: "Kept", tone: "good" },
  rejected: { label: "Rejected", tone: "bad" },
  withdrawn: { label: "Withdrawn", tone: "quiet" },
  expired: { label: "Expired", tone: "quiet" },
  reverted: { label: "Taken back", tone: "bad" },
};

/** Whether somebody still has to say that it stays, or what is measured may take it back. */
export function isWatched({ status, confirm_by, watch_until }: ProposalHead): boolean {
  return status === "applied" && (confirm_by !== null || watch_until !== null);
}

/** Whether it was made past change policies, and nobody whom they name has looked. */
export function isUnseen({ status, past_policies }: ProposalHead): boolean {
  return status === "applied" && past_policies.length > 0;
}

/** The state as a list shows it. */
export function stateOf(proposal: ProposalHead): StatusWords {
  if (isUnseen(proposal)) return { label: "Not looked at", tone: "bad" };
  return isWatched(proposal) ? { label: "Being watched", tone: "warning" } : statusWords[proposal.status];
}

export const groups = ["yours", "open", "approved", "watched", "closed"] as const;
export type Group = (typeof groups)[number];

/** Where a proposal stands in the list. @param yours the ids of those that wait for the reader */
export function groupOf(proposal: ProposalHead, yours: ReadonlySet<string>): Group {
  const { status, id } = proposal;
  if (isUnseen(proposal)) return yours.has(id) ? "yours" : "open";
  if (status === "open" || status === "approved") return yours.has(id) ? "yours" : status;
  return isWatched(proposal) ? "watched" : "closed";
}

/** What people do, on its button, and what became of it. */
export const verbWords: Readonly<Record<Verb, string>> = {
  approve: "Approve",
  reject: "Reject",
  withdraw: "Withdraw",
  apply: "Apply",
  confirm: "Keep",
  revert: "Take back",
};

/** After the name of who did it. */
export const actWords: Readonly<Record<ProposalAct["act"], string>> = {
  propose: "proposed it",
  plan: "found that it does something else now: a row that it touches was changed",
  comment: "wrote",
  approve: "approved it",
  reject: "rejected it",
  withdraw: "withdrew it",
  apply: "applied it",
  confirm: "kept it",
  revert: "took it back",
  wait: "waits for people",
  expire: "ended it",
};

export function teamOf({ by }: Pick<Need, "by">): string | undefined {
  return by === "org_admin" ? undefined : by.team_id;
}

export function isMissing({ have, approvals }: Need): boolean {
  return have < approvals;
}

/** What a condition is about, with `{of}` in the place of what it names by an id. */
export function conditionText({
  burn_rate,
  for_minutes,
  critical_alerts,
  service,
  test_id,
  drill,
}: Condition): string {
  if (burn_rate !== undefined) {
    const lasts =
      for_minutes === undefined || for_minutes === 0 ? "" : ` for ${counted(for_minutes, "minute")}`;
    return `The error budget of {of} is spent more than ${figure(burn_rate)} times as fast as it may be${lasts}`;
  }
  if (critical_alerts !== undefined)
    return `More than ${counted(critical_alerts, "critical alert")} of ${service} ${critical_alerts === 1 ? "begins" : "begin"}`;
  if (test_id !== undefined) return "The behaviour test {of} fails";
  if (drill !== undefined) return "A drill of the route {of} fails";
  return "An engine refuses what it is given";
}

/** The most that is well, of a condition with a figure. */
export function limitOf({ burn_rate, critical_alerts }: Condition): number | undefined {
  return burn_rate ?? critical_alerts;
}

/** `12:05`, `1:02:09`: a time that is left, in ms. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`;
}
