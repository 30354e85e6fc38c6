/** Drills that routes' schedules start. Any number of nodes look: the week is taken in the transaction in which its drill begins. */
import { type Call, serviceCall } from "../../../engine/context.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import { isNative } from "../../../renderers/alertmanager/native.ts";
import type { AlertingRows } from "../alerts/index.ts";
import { begin, follow, type Plan, subjectOf } from "./begin.ts";
import type { DrillDeps } from "./look.ts";
import { nextBeginning, weekAt } from "./schedule.ts";
import type { DueSchedule } from "./store.ts";
import { choose } from "./ways.ts";

/** Schedules that are looked at in one go. */
const batch = 500;
/** Of one organization at once, so that the people of many routes are not all notified in one minute. */
const mostAtOnce = 5;
/** When one that had to wait is looked at again. */
const againMs = 60_000;

/** Starts those that are due now. */
export async function startDue(deps: DrillDeps): Promise<void> {
  await eachOnItsOwn(await deps.drills.dueSchedules(batch), (due) => startOne(deps, due));
}

async function startOne(deps: DrillDeps, due: DueSchedule): Promise<void> {
  const { organizationId, routeId, schedule, week: last, now } = due;
  const week = weekAt(schedule, now);
  const lookAgain = (at: Date) => deps.drills.lookAgain(due, at);
  if (week === undefined || (last !== null && week <= last))
    return void (await lookAgain(nextBeginning(schedule, last, now)));
  const organization = await deps.identity.store.organizations.find(organizationId);
  if (organization === undefined) return;
  const call = { ...serviceCall("schedule", organization), now };
  const rows = await deps.alerts.rowsOf(deps.store, organizationId, now);
  const connectorId = await deps.drills.agent(organizationId);
  const plan = await planOf(deps, call, rows, due, connectorId);
  const [way] = "ways" in plan.chosen ? plan.chosen.ways : [];
  const waits =
    way !== undefined && (await deps.alerts.isKeptBack(call, rows, { labels: way.labels, routeId }));
  const keys = waits
    ? undefined
    : await begin(deps, call, rows, plan, async (drills) => {
        const { scheduled, same } = await drills.running(organizationId, subjectOf(plan.about));
        if (same !== null || scheduled >= mostAtOnce) return false;
        return drills.takeWeek(due, week, nextBeginning(schedule, week, now));
      });
  if (keys === undefined) await lookAgain(new Date(now.getTime() + againMs));
  else await eachOnItsOwn(keys, (key) => follow(deps, key));
}

async function planOf(
  deps: DrillDeps,
  call: Call,
  rows: AlertingRows,
  { routeId: route_id }: DueSchedule,
  connectorId: string | null,
): Promise<Plan> {
  const connector = rows.connectors.get(connectorId ?? "");
  // What an Alertmanager itself sends arrives unseen, but for who acknowledges it.
  const until = connector !== undefined && isNative(connector) ? "acknowledged" : "sent";
  const plan = { about: { route_id }, until, scheduled: true } as const;
  const made = await choose(deps, call, rows, plan.about);
  const chosen =
    "message" in made
      ? { problem: `No alert could be made up for it: ${made.field} ${made.message}.` }
      : made;
  return { ...plan, chosen };
}
