/** Reads what the service measures already, for the conditions of proposals that are watched. */
import type { Call } from "../../../engine/context.ts";
import { invokeNamed } from "../../../engine/invoke.ts";
import type { ConfigurationOperations } from "../../../engine/operation.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { measuredAt, oldValueOf } from "../../../kernel/staleness.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { slos } from "../../../resources/slos.ts";
import type { Ground } from "../../ground.ts";
import type { RenderStore } from "../../reliability/index.ts";
import type { Condition } from "./stored.ts";
import type { Reading } from "./watching.ts";

export interface SignalDeps extends Pick<Ground, "store"> {
  readonly renders: Pick<RenderStore, "acknowledgements">;
  /** Those that say what is so: the service reads by them as anybody else does. */
  readonly operations: () => ConfigurationOperations;
}

/** One for each condition, in their order. @param appliedAt what was measured before it says nothing of the change */
export async function readingsOf(
  deps: SignalDeps,
  call: Call,
  conditions: readonly Condition[],
  appliedAt: Date,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const condition of conditions) readings.push(await readingOf(deps, call, condition, appliedAt));
  return readings;
}

async function readingOf(
  deps: SignalDeps,
  call: Call,
  condition: Condition,
  appliedAt: Date,
): Promise<Reading> {
  const { burn_rate, critical_alerts, test_id, drill } = condition;
  if (burn_rate !== undefined) return burnOf(deps, call, condition, burn_rate, appliedAt);
  if (critical_alerts !== undefined)
    return alertsOf(deps, call, condition.service ?? "", critical_alerts, appliedAt);
  if (test_id !== undefined) return testOf(deps, call, test_id);
  if (drill !== undefined) return drillOf(deps, call, drill, appliedAt);
  return engineOf(deps, call, appliedAt);
}

async function burnOf(
  { store }: SignalDeps,
  call: Call,
  { slo_id: id, service }: Condition,
  threshold: number,
  appliedAt: Date,
): Promise<Reading> {
  const { id: organizationId } = call.caller.organization;
  const found = id === undefined ? undefined : await store.row(organizationId, slos.kind, id);
  const rows =
    id === undefined
      ? await store.rowsMatching(organizationId, slos.kind, { service: service ?? "" })
      : [found].flatMap((row) => row ?? []);
  const what = id === undefined ? `the SLOs of ${service}` : `the SLO ${id}`;
  const rates = rows.map((row) => burnRateOf(row, call.now, appliedAt));
  const known = rates.flatMap((rate) => rate ?? []);
  const worst = Math.max(...known);
  if (known.some((rate) => rate > threshold))
    return {
      isWrong: true,
      text: `The budget of ${what} is spent ${worst} times as fast as it may be, which is more than ${threshold}.`,
    };
  if (known.length < rows.length || rows.length === 0)
    return { isWrong: null, text: `Nothing was measured of ${what} since the change.` };
  return { isWrong: false, text: `${worst}` };
}

/** Null where it is too old, or of before the change. */
function burnRateOf({ state }: StoredRow, now: Date, appliedAt: Date): number | null {
  const row = state as JsonObject;
  const [rate, at] = [row.burn_rate, measuredAt(row, "burn_rate")];
  const isOld = at === undefined || new Date(at) < appliedAt;
  if (typeof rate !== "number" || isOld) return null;
  return oldValueOf(slos.fields, row, "burn_rate", now.getTime()) === undefined ? rate : null;
}

async function alertsOf(
  { store, operations }: SignalDeps,
  call: Call,
  service: string,
  most: number,
  appliedAt: Date,
): Promise<Reading> {
  // What began with the change itself did not follow from it.
  const since = new Date(appliedAt.getTime() + 1).toISOString();
  const body = { service, severity: "critical", since, limit: 100 };
  const { body: answer } = await invokeNamed(store, operations(), call, "list_alerts", { body });
  const count = (answer.data as readonly unknown[]).length;
  return {
    isWrong: count > most,
    text: `${count} critical alert${count === 1 ? "" : "s"} of ${service} began since the change, which is more than ${most}.`,
  };
}

async function testOf({ store, operations }: SignalDeps, call: Call, id: string): Promise<Reading> {
  const body = { tests: [id] };
  const { body: answer } = await invokeNamed(store, operations(), call, "run_tests", { body });
  return { isWrong: Number(answer.failed) > 0, text: `The behaviour test ${id} fails.` };
}

async function drillOf(
  { store, operations }: SignalDeps,
  call: Call,
  routeId: string,
  appliedAt: Date,
): Promise<Reading> {
  const body = { route_id: routeId, limit: 1 };
  const { body: answer } = await invokeNamed(store, operations(), call, "list_drills", { body });
  const [last] = answer.data as readonly {
    readonly id: string;
    readonly status: string;
    readonly started_at: string;
  }[];
  if (last === undefined || new Date(last.started_at) < appliedAt || last.status === "running")
    return { isWrong: null, text: `No drill of the route ${routeId} has ended since the change.` };
  return { isWrong: last.status === "failed", text: `The drill ${last.id} of the route ${routeId} failed.` };
}

async function engineOf({ renders }: SignalDeps, call: Call, appliedAt: Date): Promise<Reading> {
  const all = [...(await renders.acknowledgements(call.caller.organization.id)).values()].flat();
  const since = all.filter(({ at, silent, departed }) => at > appliedAt && !silent && !departed);
  const refused = since.find(({ ok }) => !ok);
  if (refused !== undefined)
    return {
      isWrong: true,
      text: `An engine refuses what it is given: ${refused.message ?? "it says no more"}.`,
    };
  if (since.length === 0) return { isWrong: null, text: "No engine has said anything since the change." };
  return { isWrong: false, text: "" };
}
