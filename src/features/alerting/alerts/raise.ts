/** Alerts that the service raises itself, taken in as though an Alertmanager had sent them. */
import { createHash } from "node:crypto";
import type { Call } from "../../../engine/context.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { createWays, takenOf } from "../../../renderers/alerting/deciding.ts";
import { namesGroupedBy } from "../../../renderers/alerting/grouping.ts";
import { receiverOf } from "../../../renderers/alertmanager/receivers.ts";
import type { Labels } from "./column-types.ts";
import { type AlertDeps, alertsCall, lockOf, openScene, type Scene } from "./deps.ts";
import { takeInAll } from "./intake.ts";
import { confirmAlerts } from "./muting.ts";
import { notifyFiring } from "./notify.ts";
import type { AlertKey } from "./store.ts";
import { endAlerts } from "./upkeep.ts";
import { type Notification, type Report, reportOf } from "./webhook.ts";

/** An alert of a row's own; a fingerprint is used for one alert of the row. */
export interface OwnAlert {
  readonly fingerprint: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  /** The page of what raised it. */
  readonly url: string;
  readonly startedAt: Date;
  /** Null while it is open. */
  readonly endedAt: Date | null;
}

/**
 * Raises, repeats or ends an alert of a row: what `decide` answers is taken in, in the transaction that decides, under a
 * lock of the row on all nodes. It takes the row's own destinations where it has any, else the routes.
 * @param decide undefined where there is nothing to be said
 */
export type RaiseAlert = (
  organizationId: string,
  rowId: string,
  decide: (writer: Writer, call: Call) => Promise<OwnAlert | undefined>,
) => Promise<void>;

export function createRaise(deps: AlertDeps): RaiseAlert {
  return async (organizationId, rowId, decide) => {
    const raised = await withTransaction(deps.store, [lockOf(organizationId, rowId)], async (writer) => {
      const call = await alertsCall(deps, writer, organizationId);
      const alert = call && (await decide(writer, call));
      if (call === undefined || alert === undefined) return false;
      const scene = await openScene(deps, writer, call);
      const notifications = await notificationsOf(scene, rowId, alert);
      // There is one at most of a row: no storm that would be merged.
      await takeInAll(deps, scene, rowId, notifications, {
        bounded: false,
        doubting: false,
        measured: true,
      });
      return true;
    });
    if (raised) deps.queue.wake();
  };
}

/**
 * Ends an alert in the transaction that decides it, under the lock of what raised it, and notifies whoever was notified
 * of it.
 * @param decide undefined where none is to be ended
 */
export type EndAlert = (
  organizationId: string,
  sourceId: string,
  decide: (writer: Writer, call: Call) => Promise<string | undefined>,
) => Promise<void>;

export function createEnd(deps: AlertDeps): EndAlert {
  return async (organizationId, sourceId, decide) => {
    await withTransaction(deps.store, [lockOf(organizationId, sourceId)], async (writer) => {
      const call = await alertsCall(deps, writer, organizationId);
      const id = call && (await decide(writer, call));
      if (call !== undefined && id !== undefined) await endAlerts(deps, writer, call, [{ id, at: call.now }]);
    });
    deps.queue.wake();
  };
}

/** Says of alerts of a source that they are on still: whom they are for is notified of those whose mutes have ended. */
export type ConfirmAlerts = (
  organizationId: string,
  sourceId: string,
  alerts: readonly AlertKey[],
) => Promise<void>;

export function createConfirm(deps: AlertDeps): ConfirmAlerts {
  return async (organizationId, sourceId, alerts) => {
    if (alerts.length === 0) return;
    await withTransaction(deps.store, [lockOf(organizationId, sourceId)], async (writer) => {
      const call = await alertsCall(deps, writer, organizationId);
      if (call === undefined) return;
      const scene = await openScene(deps, writer, call);
      const confirmed = await confirmAlerts(deps, scene, sourceId, alerts, null);
      await notifyFiring(deps, scene, sourceId, confirmed);
    });
    deps.queue.wake();
  };
}

/** One for each route that takes it, as an Alertmanager would send them; one without a route where none does. */
async function notificationsOf(
  { rows, call }: Scene,
  rowId: string,
  alert: OwnAlert,
): Promise<readonly Notification[]> {
  const report = asReport(alert);
  const ways = createWays({ routes: [...rows.routes.values()], ownRoutes: rows.ownRoutes });
  const decisions = ways({ labels: report.labels, raisedBy: rowId });
  const routes = takenOf(await inPieces(decisions, { of: call.caller.organization.id }));
  if (routes.length === 0) return [notificationOf(rowId, "", {}, report)];
  return routes.map(({ id, configuration }) => {
    const names = namesGroupedBy(configuration.group_by, report.labels);
    const labels = Object.fromEntries(
      names.flatMap((name) => (name in report.labels ? [[name, report.labels[name] ?? ""]] : [])),
    );
    return notificationOf(rowId, receiverOf(id), labels, report);
  });
}

function notificationOf(rowId: string, receiver: string, groupLabels: Labels, report: Report): Notification {
  const key = JSON.stringify([rowId, receiver, report.fingerprint]);
  const groupKey = createHash("sha256").update(key).digest("hex");
  return { receiver, groupKey, groupLabels, reports: [report], truncated: 0 };
}

function asReport({ fingerprint, labels, annotations, url, startedAt, endedAt }: OwnAlert): Report {
  return reportOf({
    status: endedAt === null ? "firing" : "resolved",
    fingerprint,
    labels,
    annotations,
    startsAt: startedAt.toISOString(),
    ...(endedAt !== null && { endsAt: endedAt.toISOString() }),
    generatorURL: url,
  });
}
