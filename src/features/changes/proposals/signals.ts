/** Reads what the service measures already, for the conditions of proposals that are watched. */
import type { Call } from "../../../engine/context.ts";
import { invokeNamed } from "../../../engine/invoke.ts";
import type { ConfigurationOperations } from "../../../engine/operation.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Json } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { measuredAt, oldValueOf } from "../../../kernel/staleness.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { behaviourTests } from "../../../resources/behaviour-tests.ts";
import { slos } from "../../../resources/slos.ts";
import type { Ground } from "../../ground.ts";
import { bringersOf, type RenderStore, type RendersOf } from "../../reliability/index.ts";
import type { Condition, Reading } from "./stored.ts";

export interface SignalDeps extends Pick<Ground, "store"> {
  readonly renders: Pick<RenderStore, "acknowledgements">;
  readonly rendersOf: RendersOf;
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
  for (const condition of conditions) {
    const reading = readingOf(deps, call, condition, appliedAt);
    readings.push(await reading.catch(unreadable));
  }
  return readings;
}

/** What cannot be asked, such as a test that was deleted, is not measured; the other conditions are. */
function unreadable(error: unknown): Reading {
  if (!(error instanceof Refusal)) throw error;
  return { isWrong: null, value: null, text: `Nothing was measured: ${error.message}` };
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
  const what = id === undefined ? `the SLOs of ${service}` : `the SLO ${namedIn(found, id)}`;
  const rates = rows.map((row) => burnRateOf(row, call.now, appliedAt));
  const known = rates.flatMap((rate) => rate ?? []);
  const value = known.length === 0 ? null : Math.max(...known);
  const said = `The budget of ${what} is spent ${value} times as fast as it may be`;
  if (value !== null && value > threshold)
    return { isWrong: true, value, text: `${said}, which is more than ${threshold}.` };
  if (known.length < rows.length || rows.length === 0)
    return { isWrong: null, value, text: `Nothing was measured of ${what} since the change.` };
  return { isWrong: false, value, text: `${said}.` };
}

/** A row by its name, or by its id where it is gone. */
function namedIn(row: StoredRow | undefined, id: string): string {
  const { name } = (row?.configuration ?? {}) as JsonObject;
  return typeof name === "string" ? JSON.stringify(name) : id;
}

/** Null where it is too old, or of before the change, or where the SLO gives no data now. */
function burnRateOf({ state }: StoredRow, now: Date, appliedAt: Date): number | null {
  const row = state as JsonObject;
  const [rate, at] = [row.burn_rate, measuredAt(row, "burn_rate")];
  const isOld = at === undefined || new Date(at) < appliedAt;
  if (typeof rate !== "number" || isOld || typeof row.status_reason === "string") return null;
  return oldValueOf(slos.fields, row, "burn_rate", now.getTime()) === undefined ? rate : null;
}

async function alertsOf(
  deps: SignalDeps,
  call: Call,
  service: string,
  most: number,
  appliedAt: Date,
): Promise<Reading> {
  // One without a severity goes to pagers as a critical one does.
  const critical = await begunSince(deps, call, appliedAt, { service, severity: "critical" });
  const unsaid = await begunSince(deps, call, appliedAt, { service }, ['severity=""']);
  const count = critical.length + unsaid.length;
  const said = `${count} critical alert${count === 1 ? "" : "s"} of ${service} began since the change`;
  if (count > most) return { isWrong: true, value: count, text: `${said}, which is more than ${most}.` };
  const why = await whySilent(deps, call, appliedAt);
  return { isWrong: why === undefined ? false : null, value: count, text: why ?? `${said}.` };
}

interface Begun {
  readonly fingerprint: string;
}

/** Real alerts that began after the change, up to a hundred: what began with it did not follow from it. */
async function begunSince(
  { store, operations }: SignalDeps,
  call: Call,
  appliedAt: Date,
  filter: JsonObject,
  matchers: readonly string[] = [],
): Promise<readonly Begun[]> {
  const since = new Date(appliedAt.getTime() + 1).toISOString();
  const body = { ...filter, since, limit: 100, matchers: ['drill=""', ...matchers] };
  const { body: answer } = await invokeNamed(store, operations(), call, "list_alerts", { body });
  return answer.data as unknown as readonly Begun[];
}

/**
 * Why no alert does not mean that all is well; undefined where it does. Something has to say since the change that alerts
 * would come: the agent of an engine, a heartbeat whose signals are alerts, or an alert itself.
 */
async function whySilent(deps: SignalDeps, call: Call, appliedAt: Date): Promise<string | undefined> {
  const { id } = call.caller.organization;
  const { isThere, away } = bringersOf(await deps.rendersOf(id, call.now), call.now, appliedAt);
  const beats = (await deps.store.rowsMatching(id, alertHeartbeats.kind, { enabled: true })).filter(
    ({ configuration }) => completed(alertHeartbeats, configuration).matchers.length > 0,
  );
  const missing = beats.flatMap(({ configuration, state }) =>
    timeOf(state.missing_since) === undefined ? [] : [`${JSON.stringify(configuration.name)} is missing.`],
  );
  const gone = [...away, ...missing];
  if (gone.length > 0) return `Nobody knows whether alerts began: ${gone.join(" ")}`;
  if (isThere || beats.some(({ state }) => isAfter(state.last_signal_at, appliedAt))) return undefined;
  const alerts = await begunSince(deps, call, appliedAt, {});
  const isReported = alerts.some(({ fingerprint }) => !fingerprint.startsWith("orgconfig_"));
  return isReported ? undefined : "Nothing that brings alerts has said anything since the change.";
}

function timeOf(at: Json | undefined): Date | undefined {
  return typeof at === "string" ? momentOf(at) : undefined;
}

function isAfter(at: Json | undefined, moment: Date): boolean {
  const time = timeOf(at);
  return time !== undefined && time > moment;
}

async function testOf({ store, operations }: SignalDeps, call: Call, id: string): Promise<Reading> {
  const body = { tests: [id] };
  const { body: answer } = await invokeNamed(store, operations(), call, "run_tests", { body });
  const isWrong = Number(answer.failed) > 0;
  const name = namedIn(await store.row(call.caller.organization.id, behaviourTests.kind, id), id);
  return { isWrong, value: null, text: `The behaviour test ${name} ${isWrong ? "fails" : "passes"}.` };
}

async function drillOf(
  { store, operations }: SignalDeps,
  call: Call,
  routeId: string,
  appliedAt: Date,
): Promise<Reading> {
  const body = { route_id: routeId, limit: 100 };
  const { body: answer } = await invokeNamed(store, operations(), call, "list_drills", { body });
  const all = answer.data as readonly { id: string; status: string; started_at: string }[];
  const since = all.filter(({ started_at }) => new Date(started_at) > appliedAt);
  const route = await store.row(call.caller.organization.id, alertRoutes.kind, routeId);
  const name = namedIn(route, routeId);
  const failed = since.find(({ status }) => status === "failed");
  if (failed !== undefined)
    return { isWrong: true, value: null, text: `The drill ${failed.id} of the route ${name} failed.` };
  if (route === undefined)
    return { isWrong: null, value: null, text: `Nothing was measured: the route ${name} is gone.` };
  if (since.some(({ status }) => status === "proved"))
    return { isWrong: false, value: null, text: `A drill of the route ${name} proved it.` };
  return { isWrong: null, value: null, text: `No drill of the route ${name} has ended since the change.` };
}

async function engineOf({ renders }: SignalDeps, call: Call, appliedAt: Date): Promise<Reading> {
  const all = [...(await renders.acknowledgements(call.caller.organization.id)).values()].flat();
  const since = all.filter(({ at, silent, departed }) => at > appliedAt && !silent && !departed);
  const refused = since.find(({ ok, lost }) => !ok && lost !== "engine");
  if (refused !== undefined)
    return {
      ...{ isWrong: true, value: null },
      text: `An engine refuses what it is given: ${refused.message ?? "it says no more"}.`,
    };
  const away = since.find(({ ok }) => !ok);
  if (away !== undefined)
    return {
      isWrong: null,
      value: null,
      text: `An engine says nothing of it: ${away.message ?? "it is away"}.`,
    };
  if (since.length === 0)
    return { isWrong: null, value: null, text: "No engine has said anything since the change." };
  return { isWrong: false, value: null, text: "The engines take what they are given." };
}
