/**
 * The steps of outbound rules, when they fall due. Any number of nodes look: a timer is held in the transaction that
 * queues its delivery and plans the next step, by the database's clock, so that each step is taken once.
 */

import { turnOf } from "../../../engine/context.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import { createBudgets } from "../../../renderers/alerting/matchers.ts";
import type { OnCallReach } from "../../../renderers/alerting/on-call.ts";
import { decideRule, type RuleRow } from "../../../renderers/alerting/resolve.ts";
import { namedByRule } from "../../../renderers/alerting/sending.ts";
import { dueStep } from "../../../renderers/alerting/steps.ts";
import { nothingMore } from "../delivery/index.ts";
import { type AlertDeps, alertsCall, openScene, type Scene } from "./deps.ts";
import { holdBack } from "./inhibiting.ts";
import { byRule } from "./notify.ts";
import { reachesOf, recordOnCall } from "./on-call-record.ts";
import { type Notice, queueNotices } from "./queue-notices.ts";
import type { DueTimer, TimerStep } from "./store.ts";
import { anyTarget, outboundTarget, targetsOf } from "./targets.ts";

/** Timers of one transaction. */
const batch = 100;

/**
 * Takes all steps that are due now.
 * @param beginMutes what a mute that begins at the same moment takes has no step any more
 */
export function createEscalation(deps: AlertDeps, beginMutes: () => Promise<void>): () => Promise<void> {
  return async () => {
    if (!(await deps.alerts.in(deps.store).anyDue())) return;
    await beginMutes();
    for (let taken = batch; taken === batch; ) {
      taken = await withTransaction(deps.store, [], (writer) => takeSteps(deps, writer));
      if (taken > 0) deps.queue.wake();
    }
  };
}

/** @returns how many timers it looked at */
async function takeSteps(deps: AlertDeps, writer: Writer): Promise<number> {
  const due = await deps.alerts.in(writer).dueTimers(batch);
  for (const [organizationId, timers] of grouped(due, (timer) => timer.organizationId)) {
    const call = await alertsCall(deps, writer, organizationId);
    if (call === undefined) continue;
    const scene = await openScene(deps, writer, call);
    const within = createBudgets();
    const looked = timers.map(({ alertId: id, labels }) => ({ id, labels }));
    const held = await holdBack(deps, scene, looked, true);
    const steps: (Step & { readonly timer: DueTimer })[] = [];
    // One that is kept back is due at once when it goes on.
    for (const timer of timers)
      if (!held.has(timer.alertId))
        steps.push({ timer, ...(await inPieces(stepOf(timer, scene, within), turnOf(call))) });
    for (const { timer, reaches = [] } of steps)
      if (reaches.length > 0)
        await recordOnCall(
          scene,
          [{ senderId: timer.ruleId, alertIds: [timer.alertId], reaches }],
          timer.now,
        );
    await queueNotices(
      deps,
      scene,
      steps.flatMap(({ notice }) => (notice === undefined ? [] : [notice])),
    );
    await scene.alerts.moveTimers(steps.flatMap(({ next }) => (next === undefined ? [] : [next])));
    await scene.alerts.endTimers(steps.flatMap(({ timer, next }) => (next === undefined ? [timer] : [])));
  }
  return due.length;
}

interface Step {
  /** What is sent now, if anything. */
  readonly notice?: Notice | undefined;
  /** Who is on call, where the rule names a rota. */
  readonly reaches?: readonly OnCallReach[];
  /** Without one the rule has nothing more to do for the alert. */
  readonly next?: TimerStep | undefined;
}

/** What a rule does for an alert now, by what the rule says now. */
function* stepOf(timer: DueTimer, { rows }: Scene, within: ReturnType<typeof createBudgets>): Pieces<Step> {
  const { organizationId, alertId, ruleId, step, labels, now, heldUntil } = timer;
  const rule = rows.rules.find(({ id }) => id === ruleId);
  if (rule === undefined || !(yield* decideRule(rule, labels, within, rows.words)).taken) return {};
  const { sends, next } = dueStep(rule.configuration, step, now);
  const key = { organizationId, alertId, ruleId, heldUntil: null };
  const following = next && { ...key, step: next.step, dueAt: next.at };
  const { outbound_config_id: targetId } = rule.configuration;
  // Who is on call at the moment of the step gets it.
  if (targetId === null) {
    if (!sends) return { next: following };
    const named = [namedByRule(rule)];
    const targets = targetsOf(named, rows, () => [], now);
    const reaches = reachesOf(named, rows, now);
    return { notice: { ...escalationOf(rule, alertId, step), targets, reaches }, reaches, next: following };
  }
  const target = anyTarget(rows, targetId);
  if (!sends || target === undefined) return { next: following };
  const notice = { ...escalationOf(rule, alertId, step), targets: [target] };
  if (outboundTarget(rows, targetId) !== undefined) return { notice, next: following };
  // Its time ends with that of the next step, which is one of the same target.
  const until = heldUntil ?? next?.at ?? new Date(now.getTime() + longestWaitMs);
  if (until > now) return { next: { ...key, step, dueAt: until, heldUntil: until } };
  return { notice: { ...notice, error: wasOff }, next: next && { ...key, step: next.step, dueAt: now } };
}

/** As long as a message is tried. */
const longestWaitMs = 24 * 3_600_000;
const wasOff = `its outbound target was off for as long as it could wait; ${nothingMore}`;

function escalationOf(
  { id, configuration }: RuleRow,
  alertId: string,
  step: number,
): Omit<Notice, "targets"> {
  return {
    source: `alert/${alertId}/rule/${id}/${step}`,
    phase: "escalation",
    dedupKey: alertId,
    by: byRule(id, configuration.name),
    step,
    groupLabels: {},
    severity: null,
    alertIds: [alertId],
  };
}
