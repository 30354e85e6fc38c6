/**
 * Alerts: what Alertmanager notifies of is taken in, kept while it is open and for some days after, and sent to whom
 * routes, rules and notification settings name. docs/decisions/0025-alerts.md
 */

import { currentTime } from "../../../engine/clock.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import type { Judge, KindHooks } from "../../../engine/feature.ts";
import { judgeEach } from "../../../engine/judging.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { WithExecutor } from "../../../engine/ports/executor.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import type { Destination, RouteRow } from "../../../renderers/alerting/resolve.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { connectors } from "../../../resources/connectors.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { aboutRows } from "../../reliability/index.ts";
import type { Events } from "../events/index.ts";
import { alertActions } from "./actions.ts";
import { createAdmission } from "./admission.ts";
import {
  alertAttention,
  nobodyNotified,
  targetRemarks,
  unknownSeverities,
  unsetTargets,
} from "./attention.ts";
import { createBatches } from "./batches.ts";
import { type AlertDeps, requireConnector } from "./deps.ts";
import { createElsewhere } from "./elsewhere.ts";
import { createKept } from "./ended-alerts.ts";
import { createEscalation } from "./escalation.ts";
import { extendMuteOperation } from "./extend-mute.ts";
import { rotaAttention } from "./failing-ways.ts";
import { alertFlow } from "./flow-call.ts";
import { createForetelling } from "./foretell.ts";
import { endsWithRow, endsWithSource, judgeSources } from "./gone-sources.ts";
import { createHeldEnds } from "./held-firings.ts";
import { createHistoryUpkeep } from "./history.ts";
import type { HistoryBounds } from "./history-store.ts";
import { createTakeIn, type TakeIn, type TakenIn } from "./intake.ts";
import { judgeReach } from "./judge-reach.ts";
import { judgeRoles } from "./judge-roles.ts";
import { judgeRoutes } from "./judge-routes.ts";
import { judgeTargets } from "./judge-targets.ts";
import { createAlertMetrics } from "./metrics.ts";
import { slipWarnings } from "./mute-services.ts";
import { createMuteStarts } from "./mute-starts.ts";
import { muteWarnings } from "./mute-width.ts";
import { createMuteEnds, writeMute } from "./muting.ts";
import { desertedIn, teamAddresses } from "./notify.ts";
import { judgeOwnMoves } from "./own-moves.ts";
import { previewCalls } from "./preview.ts";
import { createConfirm, createEnd, createRaise } from "./raise.ts";
import { reachOfRoutes } from "./reach.ts";
import { reportAlertsOperation } from "./reconcile.ts";
import { type Beginning, inhibitionFor, isKeptBack } from "./resolve-withheld.ts";
import type { AlertingRows } from "./rows.ts";
import { createAlertsOfService } from "./service-alerts.ts";
import { serviceNotified } from "./service-notified.ts";
import { intakeOutput } from "./shapes.ts";
import { exchangeSilencesOperation } from "./silences.ts";
import { standingsOfDestinations, unknownOf } from "./standings.ts";
import { createSummaries } from "./summaries.ts";
import { testTarget, testUnsavedTarget } from "./target-test.ts";
import { createUnheldPages } from "./unheld.ts";
import { createUpkeep } from "./upkeep.ts";
import { waitingForTargets, waitingTargets } from "./waiting-steps.ts";
import { intakeInput, type Notification, readWebhook } from "./webhook.ts";
import { explainNotification } from "./why-call.ts";
import { createInhibitionEnds, createRouteMuteEnds, writeInhibition } from "./withholding-ends.ts";

/** Most bytes of one notification. */
const maxBytes = 33_554_432;

/**
 * What a node takes on at once, of notifications and of what agents report. Of an organization less, so that a storm of
 * one leaves room for the others: even the longest body there may be.
 */
const bounds = {
  all: { calls: 4_096, longCalls: 128, shortBytes: maxBytes, bytes: 1.5 * maxBytes },
  one: { calls: 1_024, longCalls: 32, shortBytes: 0.5 * maxBytes, bytes: 0.5 * maxBytes },
};

/** Alerts that are taken in with one transaction. */
const mostTogether = 5_000;

const timersMs = 1_000;
const mutesMs = 2_000;
const inhibitionsMs = 2_000;
const trimMs = 10_000;
const elsewhereMs = 5_000;
const upkeepMs = 3_600_000;
const firstUpkeepMs = 30_000;

export type AlertParts = ReturnType<typeof alertParts>;

interface Given extends Omit<AlertDeps, "counting"> {
  readonly emit: Events["emit"];
  /** Alerts in the history of one organization. */
  readonly mostHistory: number;
}

const attentionOf = [
  alertAttention,
  nobodyNotified,
  ...rotaAttention,
  unknownSeverities,
  unsetTargets,
  waitingTargets,
];

/** Kinds whose rows raise alerts that end with them. */
const sources = [
  { kind: alertHeartbeats.kind, noun: "heartbeat", raises: true },
  { kind: connectors.kind, noun: "connector", raises: false },
];

export function alertParts(given: Given) {
  const metrics = createAlertMetrics(given);
  const kept = createKept(given);
  const history = createHistoryUpkeep(given, given.mostHistory);
  const deps = { ...given, counting: { merged: metrics.merged, ended: kept.note } };
  const tidy = createUpkeep(deps, history);
  const { timers, mutes, inhibitions, others, trimming, upkeep } = periodics(deps, kept, history, tidy);
  const admission = createAdmission(bounds);
  const admitted = (operation: ConfigurationOperation): ConfigurationOperation => ({
    ...operation,
    admit: ({ caller }) => admission(caller.organization.id),
  });
  return {
    name: "alerts",
    attention: attentionOf.map((of) => of(deps)),
    remarks: targetRemarks(deps),
    kinds: {
      [alertMutes.kind]: {
        onWrite: (writer, call, written) => writeMute(deps, writer, call, written),
      } satisfies KindHooks<typeof alertMutes>,
      [alertInhibitions.kind]: {
        onWrite: (writer, call, written) => writeInhibition(deps, writer, call, written),
      } satisfies KindHooks<typeof alertInhibitions>,
      ...Object.fromEntries(sources.map((of) => [of.kind, endsWithSource(deps, of)])),
      ...Object.fromEntries(aboutRows.map((of) => [of.kind, endsWithRow(deps, of)])),
      [alertRoutes.kind]: reachOfRoutes(),
      [outboundConfigs.kind]: waitingForTargets(deps),
    },
    judges: judgesOf(deps),
    operations: [
      admitted(
        intakeOperation(deps, createTakeIn(deps), () => {
          timers.wake();
          inhibitions.wake();
        }),
      ),
      ...alertActions(deps),
      testTarget(deps),
      testUnsavedTarget(deps),
      ...previewCalls(deps),
      explainNotification(deps),
      serviceNotified(deps),
      alertFlow(deps),
      extendMuteOperation(deps),
      admitted(exchangeSilencesOperation(deps)),
      admitted(reportAlertsOperation(deps)),
      given.emit(async (call, labels) => {
        const rows = await deps.rowsOf(deps.store, call.caller.organization.id, call.now);
        return (await inhibitionFor(deps, call, rows, labels)).inhibition;
      }),
    ],
    background: [timers, mutes, inhibitions, others, trimming, upkeep],
    metrics: metrics.registerAt,
    /** Does all that is due now. @param elsewhere whether others are notified of what reached nobody */
    async flush(elsewhere = true): Promise<void> {
      await mutes.now();
      await inhibitions.now();
      await timers.now();
      if (elsewhere) await others.now();
    },
    /** Raises and ends what the service itself finds wrong. */
    ...{ raise: createRaise(deps), confirm: createConfirm(deps) },
    ...forecasts(deps),
    unheldPages: createUnheldPages(deps),
    end: createEnd(deps),
    /** Ends what ended long ago, as of this moment. */
    tidy,
    /** Removes what ended beyond what is kept. */
    trim: () => kept.trim(1),
    /** Puts what has ended into the history, and removes what is beyond its bounds. */
    putIntoHistory: (bounds?: HistoryBounds) => history.put(1, bounds),
  };
}

/** What is said of changes that alerts depend on. */
function judgesOf(deps: AlertDeps): readonly Judge[] {
  return [
    judgeEach(alertMutes, async (reader, call, { configuration }) => [
      ...muteWarnings(configuration, call.now),
      ...(await slipWarnings(deps, reader, call, configuration.matchers)),
    ]),
    judgeRoutes(deps),
    judgeTargets(deps),
    judgeReach(deps),
    judgeRoles(deps),
    judgeOwnMoves,
    judgeSources(deps, sources, aboutRows),
  ];
}

/** What others ask of alerts that have not come. */
function forecasts(deps: AlertDeps) {
  return {
    /** Whether an alert that begins now would be kept back from whom a route notifies. */
    isKeptBack: (call: Call, rows: AlertingRows, beginning: Beginning) =>
      isKeptBack(deps, call, rows, beginning),
    /** The ways that alerts take, each with one of its alerts. */
    waysOf: createForetelling(deps),
    /** The alerts by which a service is known. */
    ofService: createAlertsOfService(deps),
    /** Of destinations, whether what is sent to them arrives. */
    standingsOf: (
      { caller, now: at }: Call,
      rows: Pick<AlertingRows, "targets" | "rotas" | "members">,
      destinations: readonly Destination[],
    ) => standingsOfDestinations(deps, caller.organization.id, { ...rows, at }, destinations),
    /** What a forecast cannot know. */
    unknownOf: (call: Call, rows: AlertingRows) => unknownOf(deps, call, rows),
    /** The teams that these routes name and that have no members. */
    desertedAmong: async (reader: WithExecutor, organizationId: string, routes: readonly RouteRow[]) =>
      desertedIn(routes, await teamAddresses(deps, reader, organizationId, routes)),
  };
}

export type Forecasts = ReturnType<typeof forecasts>;

/** What the alerts do by themselves. */
function periodics(
  deps: AlertDeps,
  kept: ReturnType<typeof createKept>,
  history: ReturnType<typeof createHistoryUpkeep>,
  tidy: (now: Date) => Promise<void>,
) {
  const { log } = deps;
  const openHeld = createHeldEnds(deps);
  const beginMutes = createMuteStarts(deps);
  // Where that fails, the run of the mutes says so; what is due is sent all the same.
  const tryToBeginMutes = () => beginMutes().catch(() => {});
  const steps = createEscalation(deps, tryToBeginMutes);
  const endMutes = createMuteEnds(deps);
  const endRouteMutes = createRouteMuteEnds(deps);
  const summaries = createSummaries(deps);
  const timers = new Periodic({
    name: "escalation of alerts",
    everyMs: timersMs,
    run: () => openHeld().then(steps),
    log,
  });
  const mutes = new Periodic({
    name: "beginnings and ends of mutes",
    everyMs: mutesMs,
    run: () => beginMutes().then(endMutes).then(endRouteMutes).then(summaries),
    log,
  });
  const inhibitions = new Periodic({
    name: "end of inhibitions",
    everyMs: inhibitionsMs,
    run: createInhibitionEnds(deps, tryToBeginMutes),
    log,
  });
  const trimming = new Periodic({
    name: "bounds of kept alerts",
    everyMs: trimMs,
    run: () => history.put().then(() => kept.trim()),
    log,
  });
  const upkeep = new Periodic({
    name: "upkeep of alerts",
    everyMs: upkeepMs,
    firstMs: firstUpkeepMs,
    run: () => kept.trim(1).then(() => tidy(currentTime())),
    log,
  });
  const others = new Periodic({
    name: "alerts that reached nobody",
    everyMs: elsewhereMs,
    run: createElsewhere(deps),
    log,
  });
  return { timers, mutes, inhibitions, others, trimming, upkeep };
}

interface Waiting {
  readonly call: Parameters<TakeIn>[0];
  readonly connectorId: string;
  readonly notification: Notification;
}

function intakeOperation(deps: AlertDeps, takeIn: TakeIn, soon: () => void): ConfigurationOperation {
  const batched = createBatches<Waiting, TakenIn>({
    fits: (before, { notification }) => fits(before, notification),
    run(_key, items) {
      const { call, connectorId } = items[0] as Waiting;
      return takeIn(
        call,
        connectorId,
        items.map(({ notification }) => notification),
      );
    },
  });
  return {
    name: "take_in_alerts",
    level: "operate",
    effect: "update",
    unheld: "it says what becomes of alerts, and changes no row",
    // It ends alerts, and notifies of what begins and ends.
    ...{ takesAway: true, asksOthers: true },
    title: "Take in alerts",
    description:
      "Takes Alertmanager's webhook, version 4, for one connector: the receiver of a rendered configuration calls it. An alert is known by its fingerprint and beginning: a repetition changes nothing, and after its end it is another one. It answers once all of it is stored, else 503, after which Alertmanager sends it again.",
    tag: "alerts",
    credential: "bearer",
    method: "POST",
    engineScope: "engine:intake",
    path: "/api/v1/intake/alertmanager/{connector_id}",
    maxBytes,
    input: { fields: intakeInput, open: true },
    output: { fields: intakeOutput },
    ...{ forPrograms: true, fromEngines: true },
    uncounted: true,
    async run(call, { body }) {
      const taken = { alerts: 0, opened: 0, ended: 0, held: 0 };
      const { connectorId, notification, refused, refusals } = await inPieces(
        readWebhook(body),
        turnOf(call),
      );
      if (refusals > 0)
        deps.log.warn(
          {
            organization_id: call.caller.organization.id,
            connector_id: connectorId,
            refusals,
            first: refused[0],
          },
          "alerts of a notification could not be read; the others were taken in",
        );
      for (const part of partsOf(notification)) {
        const { alerts, opened, ended, held } = await takePart(call, connectorId, part);
        taken.alerts += alerts;
        taken.opened += opened;
        taken.ended += ended;
        taken.held += held;
      }
      soon();
      const { held, ...counted } = taken;
      const problems = refused.map(({ field, message }) => ({ field, message }));
      return {
        status: 200,
        body: { ...counted, ...(held > 0 && { held }), ...(refusals > 0 && { refused: problems }) },
      };
    },
  };

  async function takePart(call: Call, connectorId: string, notification: Notification) {
    const { id: organizationId } = call.caller.organization;
    await requireConnector(deps, organizationId, connectorId);
    const { truncated } = notification;
    if (truncated > 0)
      deps.log.warn(
        { organization_id: organizationId, connector_id: connectorId, truncated },
        "an Alertmanager left alerts out of its notification; they are taken in when its agent reports them. Set max_alerts: 0 in its webhook",
      );
    return batched(`${organizationId}/${connectorId}`, { call, connectorId, notification });
  }
}

/** Of a notification with more alerts than one transaction takes several, so that it holds up nobody meanwhile. */
function partsOf(notification: Notification): readonly Notification[] {
  const { reports } = notification;
  if (reports.length <= mostTogether) return [notification];
  return Array.from({ length: Math.ceil(reports.length / mostTogether) }, (_, index) => ({
    ...notification,
    ...(index > 0 && { truncated: 0 }),
    reports: reports.slice(index * mostTogether, (index + 1) * mostTogether),
  }));
}

/** Not beyond the size of a transaction; and an alert that begins and ends is notified of in two, so that nobody misses it. */
function fits(before: readonly Waiting[], next: Notification): boolean {
  const reports = before.flatMap(({ notification }) => notification.reports);
  if (reports.length + next.reports.length > mostTogether) return false;
  const earlier = new Map(reports.map((report) => [report.fingerprint, report]));
  return next.reports.every(({ fingerprint, startedAt, endedAt }) => {
    const known = earlier.get(fingerprint);
    if (known === undefined) return true;
    return endedAt === null && known.endedAt === null && startedAt.getTime() === known.startedAt.getTime();
  });
}
