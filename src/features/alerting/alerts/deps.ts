/** What the alerts' parts have in common. */
import { type Call, serviceCall } from "../../../engine/context.ts";
import type { AuditTables } from "../../../engine/ports/audit.ts";
import type { Bindable } from "../../../engine/ports/executor.ts";
import type { RaiseEvent } from "../../../engine/ports/raise-event.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { connectors } from "../../../resources/connectors.ts";
import type { Ground } from "../../ground.ts";
import type { IdentityStore, TeamRoster, Ways } from "../../identity/index.ts";
import type { FindServiceName, RenderStore, RendersOf, SloHours } from "../../reliability/index.ts";
import type { DeliveryQueue, DeliveryStore, Targets } from "../delivery/index.ts";
import type { EventStore, MailedAbout } from "../events/index.ts";
import type { PageBook } from "../pages/index.ts";
import type { AlertBoundsStore } from "./bounds-store.ts";
import type { HeldEndStore } from "./held-ends-store.ts";
import type { HeldFiringStore } from "./held-firings-store.ts";
import type { HistoryStore } from "./history-store.ts";
import type { MuteSummaryStore } from "./mute-summaries-store.ts";
import type { ReadRouteMutes } from "./route-mute-rows.ts";
import type { AlertingRows, ReadAlertingRows } from "./rows.ts";
import type { SilenceStore } from "./silences-store.ts";
import type { AlertStore, AlertWriter } from "./store.ts";
import type { WithholdingStore } from "./withholding-store.ts";

export interface AlertDeps
  extends Pick<Ground, "store" | "engine" | "siteUrl" | "listCap" | "onCommit" | "log"> {
  readonly silences: SilenceStore;
  readonly muteSummaries: MuteSummaryStore;
  readonly withholding: WithholdingStore;
  readonly routeMutes: ReadRouteMutes;
  readonly alertBounds: AlertBoundsStore;
  readonly heldFirings: HeldFiringStore;
  readonly renders: RenderStore;
  readonly history: HistoryStore;
  readonly sloHours: SloHours;
  /** How many alerts may be open. */
  readonly openAlerts: { readonly ofConnector: number; readonly ofOrganization: number };
  /** Called with how many alerts were merged into another one, and how many of a connector have ended. */
  readonly counting: {
    merged(count: number): void;
    ended(organizationId: string, connectorId: string, count: number): void;
  };
  readonly alerts: AlertStore;
  readonly events: EventStore;
  readonly identity: Pick<IdentityStore, "in" | "members" | "organizations">;
  readonly roster: Bindable<TeamRoster>;
  readonly queue: DeliveryQueue;
  /** By which ways people are paged, and what became of it. */
  readonly ways: Pick<Ways, "reachOf">;
  /** Pages people who are on call. */
  readonly pages: Pick<PageBook, "begin">;
  readonly rowsOf: ReadAlertingRows;
  /** What became of the messages to receivers. */
  readonly facts: DeliveryStore["factsOf"];
  readonly wakeTarget: DeliveryStore["wakeTarget"];
  readonly audit: Pick<AuditTables, "page">;
  readonly rendersOf: RendersOf;
  readonly heldEnds: HeldEndStore;
  readonly raiseEvent: RaiseEvent;
  readonly targets: Pick<Targets, "notify" | "withheld" | "report">;
  readonly mailedAbout: MailedAbout;
  /** Of new alerts that say that they are drills, those that are; and what drills proved. */
  readonly drills: DrillIntake;
  readonly findServiceName: FindServiceName;
  /** Takes what was received as signals of heartbeats. */
  readonly signalled: (organizationId: string, heartbeatIds: readonly string[]) => Promise<unknown>;
}

interface OfDrill {
  readonly drillId: string;
  readonly alertId: string;
}

export type DrillIntake = Bindable<{
  takeIn(organizationId: string, ones: readonly OfDrill[]): Promise<readonly OfDrill[]>;
  /** When drills last proved these routes; those that none has proved are left out. */
  provedAt(organizationId: string, routeIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}>;

/** One transaction that decides about alerts of one organization. */
export interface Scene {
  readonly writer: Writer;
  readonly alerts: AlertWriter;
  readonly call: Call;
  readonly organizationId: string;
  readonly rows: AlertingRows;
}

/** @param known rows that were read for this already */
export async function openScene(
  deps: AlertDeps,
  writer: Writer,
  call: Call,
  known?: AlertingRows,
): Promise<Scene> {
  const { id: organizationId } = call.caller.organization;
  // An inhibition that is being written looks at alerts that are open: those of this transaction must see it, or be seen.
  await deps.withholding.in(writer).lockShared(inhibitionsLockOf(organizationId));
  const rows = known ?? (await deps.rowsOf(writer, organizationId, call.now));
  return { writer, alerts: deps.alerts.in(writer), call, organizationId, rows };
}

/** @throws Refusal 404 where the organization has no such connector */
export async function requireConnector(
  { store }: Pick<AlertDeps, "store">,
  organizationId: string,
  connectorId: string,
): Promise<void> {
  if ((await store.find(organizationId, connectors.kind, connectorId)) === undefined)
    throw notFound(connectors);
}

/** What is decided about a connector's alerts is decided under this lock, one after the other on all nodes. */
export function lockOf(organizationId: string, connectorId: string): string {
  return `${organizationId}/alerts/${connectorId}`;
}

/** Held while an inhibition is written; shared by all that decides about alerts. */
export function inhibitionsLockOf(organizationId: string): string {
  return `${organizationId}/inhibitions`;
}

/** What the service does by itself, as a call; undefined where the organization is gone. */
export async function alertsCall(
  { identity }: Pick<AlertDeps, "identity">,
  writer: Writer,
  organizationId: string,
): Promise<Call | undefined> {
  const organization = await identity.in(writer).organizations.find(organizationId);
  return organization && serviceCall("alerts", organization);
}
