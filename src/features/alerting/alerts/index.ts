import type { Writer } from "../../../engine/ports/rows.ts";
import type { Ground } from "../../ground.ts";
import type { Audit, Identity, Teams, Ways } from "../../identity/index.ts";
import { createServiceNames, createSloHours, type Renderer } from "../../reliability/index.ts";
import type { Delivery, Outbox } from "../delivery/index.ts";
import type { Events } from "../events/index.ts";
import { createPageBook, createPageStore, type PageBook, type PageStore } from "../pages/index.ts";
import { type AlertParts, alertParts } from "./alerts.ts";
import { createAlertBoundsStore } from "./bounds-store.ts";
import { type AlertDeps, requireConnector } from "./deps.ts";
import { createHeldEndStore, type HeldEndStore } from "./held-ends-store.ts";
import type { HeldFiringStore } from "./held-firings-store.ts";
import { createHistoryStore, type HistoryStore } from "./history-store.ts";
import { createMuteSummaryStore } from "./mute-summaries-store.ts";
import { recordOnCall, type SentToRotas } from "./on-call-record.ts";
import type { ConfirmAlerts, EndAlert, RaiseAlert } from "./raise.ts";
import { createReroutes, type ReroutesOf } from "./reroutes.ts";
import { createRouteMutes } from "./route-mute-rows.ts";
import { createAlertingRows, type ReadAlertingRows } from "./rows.ts";
import { createSilenceStore } from "./silences-store.ts";
import type { AlertStore } from "./store.ts";
import { createAlertStore } from "./store.ts";
import { alertChannel } from "./targets.ts";
import { createWithholdingStore } from "./withholding-store.ts";

export type { Way } from "./foretell.ts";
export { ownRoutesOf } from "./heartbeats.ts";
export { createHeldFiringStore, type HeldFiringStore } from "./held-firings-store.ts";
export type { HistoryStore } from "./history-store.ts";
export { inhabitedTeams } from "./inhabited.ts";
export { pageOfAlert } from "./messages.ts";
export { createOutcomes, type DecidingRows, type Outcome } from "./outcome.ts";
export { reportsSource } from "./own-sources.ts";
export type { OwnAlert } from "./raise.ts";
export { placeOfNewRoute } from "./reach.ts";
export { byNoRoute } from "./reached-store.ts";
export { type AlertingRows, type ReadAlertingRows, routeOf } from "./rows.ts";
export { inhibits, mutedAt, routesOf } from "./rules.ts";
export { type AlertOfService, type AlertSource, recentDays } from "./service-alerts.ts";
export { showAlerts } from "./show.ts";
export type { AlertStore } from "./store.ts";
export { alertChannel, calmChannel, holdsIncidents, receiverIdOf, targetsOf } from "./targets.ts";
export { unknownField, withheldOf } from "./withheld.ts";

export interface Alerts extends AlertParts {
  readonly store: AlertStore;
  readonly heldEnds: HeldEndStore;
  readonly history: HistoryStore;
  readonly rowsOf: ReadAlertingRows;
  readonly paging: { readonly pages: PageStore; readonly book: PageBook };
  /** Puts on record who of a rota got what was sent about alerts. */
  recordOnCall(writer: Writer, organizationId: string, sent: SentToRotas, at: Date): Promise<void>;
  /** By what an outbound target is notified of alerts: undefined where it is gone or off. */
  readonly channelOf: typeof alertChannel;
  /** What a plan that changes routes would have meant for the latest alerts. */
  readonly reroutesOf: ReroutesOf;
  readonly raise: RaiseAlert;
  readonly confirm: ConfirmAlerts;
  readonly end: EndAlert;
  /** @throws Refusal 404 where the organization has no such connector */
  requireConnector(organizationId: string, connectorId: string): Promise<void>;
}

export interface AlertNeeds {
  readonly identity: Pick<Identity, "store">;
  readonly audit: Pick<Audit, "store">;
  readonly queue: Outbox;
  readonly ways: Pick<Ways, "stepsOf" | "reachOf">;
  readonly events: Pick<Events, "store" | "raise" | "mailedAbout" | "emit">;
  readonly delivery: Pick<Delivery, "targets">;
  readonly renderer: Pick<Renderer, "store" | "rendersOf">;
  readonly teams: Pick<Teams, "roster">;
  readonly heartbeatStore: { readonly receive: AlertDeps["signalled"] };
  readonly drillStore: AlertDeps["drills"];
  readonly heldFirings: HeldFiringStore;
}

export function createAlerts(ground: Ground, needs: AlertNeeds): Alerts {
  const { identity, audit, queue, events, delivery, renderer, teams, heartbeatStore, drillStore } = needs;
  const alerts = createAlertStore(ground.database, ground.signRecord);
  const rowsOf = createAlertingRows(renderer.store, teams.roster);
  const history = createHistoryStore(ground.database);
  const heldEnds = createHeldEndStore(ground.database);
  const pages = createPageStore(ground.database);
  const paging = { pages, book: createPageBook({ ...ground, pages, ways: needs.ways, queue }) };
  const parts = alertParts({
    ...ground,
    alerts,
    rowsOf,
    rendersOf: renderer.rendersOf,
    heldEnds,
    queue,
    pages: paging.book,
    ways: needs.ways,
    silences: createSilenceStore(ground.database),
    muteSummaries: createMuteSummaryStore(ground.database),
    withholding: createWithholdingStore(ground.database),
    routeMutes: createRouteMutes(renderer.store),
    alertBounds: createAlertBoundsStore(ground.database),
    heldFirings: needs.heldFirings,
    history,
    sloHours: createSloHours(ground.database),
    openAlerts: ground.settings.openAlerts,
    mostHistory: ground.settings.bounds.alertHistory,
    events: events.store,
    raiseEvent: events.raise,
    mailedAbout: events.mailedAbout,
    facts: queue.store.factsOf,
    wakeTarget: queue.store.wakeTarget,
    audit: audit.store,
    identity: identity.store,
    roster: teams.roster,
    targets: delivery.targets,
    renders: renderer.store,
    signalled: heartbeatStore.receive,
    drills: drillStore,
    findServiceName: createServiceNames(ground),
    emit: events.emit,
  });
  return {
    ...parts,
    store: alerts,
    heldEnds,
    history,
    rowsOf,
    paging,
    recordOnCall: (writer, organizationId, sent, at) =>
      recordOnCall({ alerts: alerts.in(writer), organizationId }, [sent], at),
    channelOf: alertChannel,
    reroutesOf: createReroutes({ ...ground, alerts, rowsOf, standingsOf: parts.standingsOf }),
    requireConnector: (organizationId, connectorId) => requireConnector(ground, organizationId, connectorId),
  };
}
