/** When an outbound rule sends: its first message, its repeats, and the active hours that it waits for. Pure. */
import { isActive, nextActive } from "./hours.ts";
import type { RuleRow } from "./resolve.ts";

type Rule = RuleRow["configuration"];

/** What a rule does when a step of it falls due. */
export interface DueStep {
  readonly sends: boolean;
  /** Undefined where the rule has nothing more to do for the alert. */
  readonly next: { readonly step: number; readonly at: Date } | undefined;
}

/** @param step counted from 1, which is the first message */
export function dueStep(rule: Rule, step: number, now: Date): DueStep {
  const { active_hours, repeat_count, repeat_interval_seconds } = rule;
  if (!isActive(active_hours, now))
    return { sends: false, next: { step, at: nextActive(active_hours, now) } };
  const at = new Date(now.getTime() + repeat_interval_seconds * 1_000);
  return { sends: true, next: step > repeat_count ? undefined : { step: step + 1, at } };
}

/**
 * The messages that a rule sends until a moment, of an alert that stays open and is not acknowledged.
 * @param opened when the alert began to be open
 * @param free the first moment, from one on, at which nothing keeps the alert back: a step that is due before waits for it
 */
export function stepsOf(
  rule: Rule,
  opened: Date,
  until: Date,
  free: (from: Date) => Date = (from) => from,
): readonly { readonly step: number; readonly at: Date }[] {
  const sent: { step: number; at: Date }[] = [];
  let due: DueStep["next"] = { step: 1, at: free(new Date(opened.getTime() + rule.delay_seconds * 1_000)) };
  while (due !== undefined && due.at <= until) {
    const { sends, next: after }: DueStep = dueStep(rule, due.step, due.at);
    if (sends) sent.push(due);
    const next: DueStep["next"] = after && { step: after.step, at: free(after.at) };
    // What waits for hours that never come is at the horizon, and stays there.
    due = !sends && next !== undefined && next.at <= due.at ? undefined : next;
  }
  return sent;
}
