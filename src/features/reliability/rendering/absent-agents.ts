/**
 * Looks for agents that report no more: an engine that is gone together with its agent reports no failure. Each is
 * notified of once, whichever node sees it first, until it reports again.
 */

import { currentMs } from "../../../engine/clock.ts";
import { serviceCall } from "../../../engine/context.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { readable } from "../../../kernel/readable.ts";
import { degradedReport, healthReport } from "../../../renderers/health.ts";
import { connectors } from "../../../resources/connectors.ts";
import type { IdentityStore } from "../../identity/index.ts";
import type { Reports } from "../state-reports/index.ts";
import { acknowledgementLock } from "./acknowledge.ts";
import { absenceOf } from "./instances.ts";
import type { RenderStore, SilentConnector } from "./store.ts";

export interface AbsenceDeps {
  readonly store: Pick<Store, "transaction" | "executor">;
  readonly renders: RenderStore;
  readonly reports: Pick<Reports, "gone">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  /** Since when the service has been up without a gap. */
  readonly upSince: () => Promise<Date>;
  readonly onCommit?: () => void;
  readonly log: Log;
}

export interface AbsenceWatch {
  /** Looks once, and answers of how many connectors it notified. */
  look(): Promise<number>;
  readonly background: Periodic;
}

const everyMs = 15_000;
/** Agents take their time to come back after the service. */
const settlingMs = 90_000;

/** Whether the service has been up for long enough for every agent that is there to have reported. */
export async function isSettled({ upSince }: Pick<AbsenceDeps, "upSince">): Promise<boolean> {
  return currentMs() - (await upSince()).getTime() > settlingMs;
}
const atOnce = 100;

export function createAbsenceWatch(deps: AbsenceDeps): AbsenceWatch {
  const look = () => notifyAbsent(deps);
  return {
    look,
    background: new Periodic({
      name: "search for absent agents",
      everyMs,
      // While the service was away no agent could report.
      run: async () => (await isSettled(deps)) && look(),
      log: deps.log,
    }),
  };
}

async function notifyAbsent(deps: AbsenceDeps): Promise<number> {
  let notified = 0;
  for (const one of await deps.renders.in(deps.store).silent(atOnce)) {
    if (await notify(deps, one)) notified += 1;
  }
  if (notified > 0) deps.onCommit?.();
  return notified;
}

async function notify(
  { store, renders, reports, organizations, log }: AbsenceDeps,
  { organizationId, connectorId }: SilentConnector,
): Promise<boolean> {
  const organization = await organizations.find(organizationId);
  if (organization === undefined) return false;
  const call = serviceCall("agent", organization);
  return withTransaction(store, [acknowledgementLock(organizationId, connectorId)], async (writer) => {
    const stored = renders.in(writer);
    const all = (await stored.acknowledgements(organizationId)).get(connectorId) ?? [];
    // Another node may have notified of it, or the agent be back.
    const absent = all.filter((one) => one.silent && !one.absenceNotified);
    if (absent.length === 0) return false;
    const one = { definition: connectors, id: connectorId };
    if (all.every(({ silent }) => silent)) {
      const last = new Date(Math.max(...all.map(({ at }) => at.getTime())));
      const message = `Its agent has not reported since ${readable(last)}: nobody knows what the engine does.`;
      const report = healthReport(call.now, { kind: "network", message });
      await reports.gone(writer, call, { ...one, report }, { whole: true, message });
    } else {
      const message = `${absenceOf(absent)}. Nobody knows what its engine does.`;
      // One that fails reports so itself, and is worse off.
      const failing = all.some(({ silent, ok }) => !silent && !ok);
      const report = failing ? {} : degradedReport(call.now, message);
      await reports.gone(writer, call, { ...one, report }, { whole: false, message });
    }
    const instances = absent.map(({ instance }) => instance);
    await stored.setAbsenceNotified(organizationId, connectorId, instances);
    for (const { instance, at } of absent) {
      const details = { organization_id: organizationId, connector_id: connectorId, instance, since: at };
      log.warn(details, "an agent does not report any more");
    }
    return true;
  });
}
