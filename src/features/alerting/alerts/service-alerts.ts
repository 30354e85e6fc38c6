/** The alerts by which a service is known: those that it had, and those that its rows can raise. */
import type { Call } from "../../../engine/context.ts";
import { allRows } from "../../../engine/ports/rows.ts";
import { isSameService } from "../../../kernel/service-names.ts";
import type { Candidate } from "../../../renderers/alerting/deciding.ts";
import { ownAlertsOf } from "../../../renderers/alerting/row-alerts.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import type { AlertDeps } from "./deps.ts";
import { completedRows, ownRowsOf, raisersIn } from "./own-rows.ts";

/** What an alert is of: alerts that came, or a row that raises it. */
export interface AlertSource {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string;
}

export interface AlertOfService extends Candidate {
  readonly source: AlertSource;
}

export interface AlertsOfService {
  /** Of the last days, what came last first. */
  readonly recent: readonly AlertOfService[];
  /** What rows that are on raise. */
  readonly own: readonly AlertOfService[];
  /** Rows that are off, and would raise some. */
  readonly off: readonly AlertSource[];
}

export type ReadAlertsOfService = (call: Call, service: string) => Promise<AlertsOfService>;

/** Alerts of so many days are recent; of more sets of labels the latest count. */
export const recentDays = 30;
const mostRecent = 1_000;

export function createAlertsOfService({
  store,
  history,
}: Pick<AlertDeps, "store" | "history">): ReadAlertsOfService {
  return async (call, service) => {
    const { id: organizationId } = call.caller.organization;
    const since = new Date(call.now.getTime() - recentDays * 86_400_000);
    const found = await history.in(store).labelsOfService(organizationId, service, since, mostRecent);
    const stored = completedRows(async ({ kind }) =>
      (await store.list(organizationId, kind, "sort_key", [], allRows, call.now)).map((row) => row.read()),
    );
    const rows = await ownRowsOf(
      stored,
      ({ configuration }) => configuration.service !== null && isSameService(configuration.service, service),
    );
    const raisers = raisersIn(rows);
    const sources = new Map(raisers.map(({ kind, id, name }) => [id, { kind, id, name }]));
    return {
      recent: found.map(({ labels, connectorId }) => ({
        labels,
        raisedBy: connectorId,
        source: { kind: "alerts", id: null, name: labels.alertname ?? "" },
      })),
      own: [...ownAlertsOf(rows)].flatMap(({ resource, id, alerts }) =>
        alerts.map((labels) => ({
          labels,
          raisedBy: resource === alertHeartbeats.kind ? id : undefined,
          source: sources.get(id) as AlertSource,
        })),
      ),
      off: raisers.flatMap(({ kind, id, name, configuration }) =>
        configuration.enabled ? [] : [{ kind, id, name }],
      ),
    };
  };
}
