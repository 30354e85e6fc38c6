/**
 * What an Alertmanager has against what is open here. It sends no end while an alert is silenced, and a webhook may be
 * lost for good; so its agent reports now and then all that it has.
 */
import { createHash } from "node:crypto";
import { asService, type Call, turnOf } from "../../../engine/context.ts";
import { type InputOf, readEach } from "../../../engine/input.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import { namesGroupedBy } from "../../../renderers/alerting/grouping.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { receiverOf, receiversOf } from "../../../renderers/alertmanager/receivers.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { type AlertDeps, lockOf, openScene, requireConnector, type Scene } from "./deps.ts";
import { alertsInput, alertsOutput } from "./engine-shapes.ts";
import { heartbeatsSignalled } from "./heartbeats.ts";
import { endable } from "./held-ends.ts";
import { decideHeld } from "./held-firings.ts";
import { takeInAll, takeInOverflow } from "./intake.ts";
import { confirmAlerts } from "./muting.ts";
import { notifyFiring } from "./notify.ts";
import { overflowFingerprint } from "./overflow.ts";
import type { AlertingRows } from "./rows.ts";
import { begunAt } from "./states.ts";
import type { AlertKey, KnownAlert, TruncatedGroup } from "./store.ts";
import { keptBytes, keptTexts } from "./stored-texts.ts";
import { endAlerts } from "./upkeep.ts";
import { type Notification, type Report, reportOf } from "./webhook.ts";

const mostBytes = 33_554_432;

/**
 * An alert that no engine of its connector has had for so long is over. Each of a pair reports every five minutes, and
 * one may lack what the other one has: what Prometheus sends to one alone, or sent before the other one started.
 */
const unseenMs = 420_000;

/** On top of a group's own waiting, for a webhook that is tried again. */
const patienceMs = 60_000;

export function reportAlertsOperation(deps: AlertDeps): ConfigurationOperation {
  return {
    name: "report_alerts",
    level: "operate",
    effect: "update",
    unheld: "it says what becomes of alerts, and changes no row",
    // It ends alerts, and notifies of what begins and ends.
    takesAway: true,
    asksOthers: true,
    title: "Report an engine's alerts",
    description:
      "An agent reports all alerts that its Alertmanager has. What is open here, and was in no report and no notification for 7 minutes, ends; what is active there and unknown here is taken in. Targets are notified of what is active there and whose mute here had ended before.",
    tag: "alerts",
    credential: "bearer",
    method: "PUT",
    engineScope: "engine:agent",
    path: "/api/v1/render/{connector_id}/alerts",
    maxBytes: mostBytes,
    input: { fields: alertsInput },
    output: { fields: alertsOutput },
    forPrograms: true,
    fromEngines: true,
    async run(call, { body }) {
      const { input, refused, refusals } = await inPieces(
        readEach(alertsInput, body, "alerts"),
        turnOf(call),
      );
      const { connector_id, since, alerts } = input;
      const { id } = call.caller.organization;
      await requireConnector(deps, id, connector_id);
      if (refusals > 0)
        deps.log.warn(
          { organization_id: id, connector_id, refusals, first: refused[0] },
          "alerts that an agent reported could not be read, so that none ends by its report",
        );
      const own = asService(call, "alerts", "alerts");
      const report = {
        ...{ connectorId: connector_id, since: parseTimestamp(since) as Date, alerts },
        settled: input.settled && refusals === 0,
      };
      const { signalled, ...answer } = await withTransaction(
        deps.store,
        [lockOf(id, connector_id)],
        (writer) => takeInReport(deps, writer, own, report),
      );
      if (signalled.length > 0) await deps.signalled(id, signalled);
      deps.queue.wake();
      return { status: 200, body: answer };
    },
  };
}

interface EngineReport {
  readonly connectorId: string;
  readonly since: Date;
  readonly settled: boolean;
  readonly alerts: readonly Reported[];
}

async function takeInReport(
  deps: AlertDeps,
  writer: Writer,
  call: Call,
  { connectorId, since, settled, alerts }: EngineReport,
) {
  const scene = await openScene(deps, writer, call);
  const { organizationId: id } = scene;
  // Of what came without labels nobody knows whose signal it is.
  const open = alerts.flatMap(({ labels }) =>
    labels === undefined ? [] : [{ labels: keptTexts(labels, keptBytes.labels) }],
  );
  const signalled = await heartbeatsSignalled(scene.rows.heartbeats, open, turnOf(call));
  // The alert for which there was no room elsewhere is no engine's, and goes on while others do.
  const fingerprints = [...alerts.map(({ fingerprint }) => fingerprint), overflowFingerprint];
  const unseen = new Date(since.getTime() - unseenMs);
  await scene.alerts.see(id, connectorId, fingerprints);
  const over = settled ? await scene.alerts.unreported(id, connectorId, unseen, fingerprints) : [];
  const { measured, unmeasured } = await endable(deps, scene, connectorId, over);
  await deps.heldEnds.in(writer).hold(id, unmeasured);
  const ends = measured.map((one) => ({ id: one, at: call.now }));
  const ended = await endAlerts(deps, writer, call, ends);
  const seen = alerts.map(keyOf);
  const reopened = await decideHeld(deps, scene, connectorId, { seen, since, settled });
  const left = leftOut(scene, await scene.alerts.takeTruncated(id, connectorId, since), alerts);
  // What a silence kept back until just now comes by itself, in its group.
  const muteEnded = await scene.alerts.hasUnconfirmed(id, connectorId);
  const isDueAt = isDue(scene);
  const due = muteEnded ? [] : alerts.filter((one) => isDueAt(one));
  const missing = await missingOf(scene, connectorId, due, left);
  const taken = await takeInAll(deps, scene, connectorId, [...left, ...missing], { since });
  if (settled) await forgetMerged(deps, scene, connectorId, unseen, fingerprints);
  const active = alerts.filter(({ state }) => state === "active").map(keyOf);
  const confirmed = await confirmAlerts(deps, scene, connectorId, active, since);
  await notifyFiring(deps, scene, connectorId, confirmed);
  const opened = taken.reduce((sum, one) => sum + one.opened, reopened);
  return { opened, ended: ended.length, signalled };
}

/** Alerts that were merged into the connector's own, and that no engine has any more. */
async function forgetMerged(
  deps: AlertDeps,
  scene: Scene,
  connectorId: string,
  unseen: Date,
  fingerprints: readonly string[],
): Promise<void> {
  const bounds = deps.alertBounds.in(scene.writer);
  if (!(await bounds.forgetUnreported(scene.organizationId, connectorId, unseen, fingerprints))) return;
  const nothing = { stored: [], merged: [], passed: [], receivers: [], mutedBy: null };
  await takeInOverflow(deps, scene, connectorId, nothing);
}

type Reported = InputOf<typeof alertsInput>["alerts"][number];

/** Whether its webhook should have come by now: what is new waits with its group, and what is silenced is not sent. */
function isDue({ rows, call }: Scene): (alert: Reported, since?: Date) => boolean {
  const waits = new Map(
    [...rows.routes].map(([id, { configuration }]) => [
      receiverOf(id),
      Math.max(configuration.group_wait_seconds, configuration.group_interval_seconds),
    ]),
  );
  const usual = alertRoutes.fields.group_interval_seconds.default;
  return ({ state, started_at, receivers }, since = parseTimestamp(started_at) as Date) => {
    const wait = Math.max(...receivers.map((name) => waits.get(name) ?? usual), 0);
    const age = call.now.getTime() - since.getTime();
    return state === "active" && age > wait * 1_000 + patienceMs;
  };
}

/** The groups of which notifications left alerts out, as they would have been whole. */
function leftOut(
  { rows }: Scene,
  groups: readonly TruncatedGroup[],
  reported: readonly Reported[],
): Notification[] {
  if (groups.length === 0) return [];
  const routes = routesByReceiver(rows);
  const first = groupedBy(routes);
  const active = reported
    .filter(({ state }) => state === "active")
    .map((alert) => ({ alert, report: asReport(alert, first) }));
  return groups.map(({ receiver, groupKey, groupLabels }): Notification => {
    const groupBy = routes.get(receiver)?.configuration.group_by ?? [];
    const ours = active.filter(({ alert, report: { labels } }) => {
      const names = [...namesGroupedBy(groupBy, labels), ...Object.keys(groupLabels)];
      return alert.receivers.includes(receiver) && names.every((name) => labels[name] === groupLabels[name]);
    });
    return { receiver, groupKey, groupLabels, reports: ours.map(({ report }) => report), truncated: 0 };
  });
}

/**
 * What nobody here knows of, as notifications of the receivers that should have had it.
 * @param left what is taken in already
 */
async function missingOf(
  scene: Scene,
  connectorId: string,
  due: readonly Reported[],
  left: readonly Notification[],
): Promise<Notification[]> {
  const { alerts, organizationId, rows } = scene;
  const routes = routesByReceiver(rows);
  const first = groupedBy(routes);
  const reports = due.map((alert) => ({ alert, report: asReport(alert, first) }));
  const known = await alerts.known(
    organizationId,
    connectorId,
    alertMutes.kind,
    reports.map(({ report }) => report),
  );
  const latest = new Map<string, KnownAlert>();
  for (const one of known) {
    const before = latest.get(one.fingerprint);
    if (before === undefined || begunAt(before) <= begunAt(one)) latest.set(one.fingerprint, one);
  }
  const isDueAt = isDue(scene);
  const missing = reports.filter(({ alert, report }) => {
    const last = latest.get(report.fingerprint);
    if (last === undefined || begunAt(last) < report.startedAt) return true;
    // It has ended, and fires again with the beginning of before.
    const { closedAt, goesOn } = last;
    if (begunAt(last) > report.startedAt || closedAt === null || goesOn) return false;
    return isDueAt(alert, closedAt);
  });
  const taken = new Set(
    left.flatMap(({ receiver, reports }) => reports.map(({ fingerprint }) => `${fingerprint} ${receiver}`)),
  );
  const received = missing.flatMap(({ alert, report }) =>
    alert.receivers
      .filter((receiver) => !taken.has(`${report.fingerprint} ${receiver}`))
      .map((receiver) => {
        const groupBy = routes.get(receiver)?.configuration.group_by ?? [];
        const names = namesGroupedBy(groupBy, report.labels);
        const groupLabels = Object.fromEntries(
          names.flatMap((name) => (name in report.labels ? [[name, report.labels[name] ?? ""]] : [])),
        );
        return { receiver, groupLabels, report };
      }),
  );
  const groups = grouped(received, ({ receiver, groupLabels }) => JSON.stringify([receiver, groupLabels]));
  return [...groups].map(([key, ones]): Notification => {
    const { receiver, groupLabels } = ones[0] as (typeof received)[number];
    return {
      receiver,
      // Of another group than any that it sends: what it calls its own is not in what it reports.
      groupKey: createHash("sha256")
        .update(JSON.stringify([connectorId, "reported", key]))
        .digest("hex"),
      groupLabels,
      reports: ones.map(({ report }) => report),
      truncated: 0,
    };
  });
}

function keyOf({ fingerprint, started_at }: Reported): AlertKey {
  return { fingerprint, startedAt: parseTimestamp(started_at) as Date };
}

function routesByReceiver({ routes }: AlertingRows): ReadonlyMap<string, RouteRow> {
  return new Map(
    [...routes.values()].flatMap((route) =>
      receiversOf(route.id).map((receiver) => [receiver, route] as const),
    ),
  );
}

/** The labels that any of these routes groups by. */
function groupedBy(routes: ReadonlyMap<string, RouteRow>): ReadonlySet<string> {
  return new Set([...routes.values()].flatMap(({ configuration }) => configuration.group_by));
}

function asReport(
  { fingerprint, labels = {}, annotations = {}, generator_url, started_at }: Reported,
  names: ReadonlySet<string>,
): Report {
  const texts = { labels, annotations, generatorURL: generator_url };
  return reportOf({ status: "firing", fingerprint, startsAt: started_at, ...texts }, names);
}
