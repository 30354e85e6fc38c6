/** What the alerts' parts have in common. */
import { type Call, serviceCall } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Bindable } from "../../engine/ports/executor.ts";
import type { Log } from "../../engine/ports/log.ts";
import type { Store, Writer } from "../../engine/ports/rows.ts";
import { notFound } from "../../engine/reading.ts";
import { connectors } from "../../resources/connectors.ts";
import type { DeliveryQueue, Targets } from "../delivery/index.ts";
import type { EventStore, MailedAbout, RaiseEvent } from "../events/index.ts";
import type { IdentityStore } from "../identity/index.ts";
import type { TeamRoster } from "../teams/index.ts";
import type { AlertBoundsStore } from "./bounds-port.ts";
import type { MuteSummaryStore } from "./mute-summaries-port.ts";
import type { AlertStore, AlertWriter } from "./port.ts";
import type { AlertingRows, ReadAlertingRows } from "./rows.ts";
import type { SilenceStore } from "./silences-port.ts";

export interface AlertDeps {
  readonly engine: Pick<Engine, "in" | "drafted" | "existing">;
  readonly silences: SilenceStore;
  readonly muteSummaries: MuteSummaryStore;
  readonly alertBounds: AlertBoundsStore;
  /** How many alerts may be open. */
  readonly openAlerts: { readonly ofConnector: number; readonly ofOrganization: number };
  /** Called with how many alerts were merged into another one, and how many of a connector have ended. */
  readonly counting: {
    merged(count: number): void;
    ended(organizationId: string, connectorId: string, count: number): void;
  };
  readonly store: Store;
  readonly alerts: AlertStore;
  readonly events: EventStore;
  readonly identity: Pick<IdentityStore, "in">;
  readonly roster: Bindable<TeamRoster>;
  readonly queue: DeliveryQueue;
  readonly rowsOf: ReadAlertingRows;
  readonly raiseEvent: RaiseEvent;
  readonly targets: Pick<Targets, "notify" | "withheld" | "report">;
  readonly mailedAbout: MailedAbout;
  /** Where people reach the service, without a slash at the end. */
  readonly siteUrl: string;
  readonly listCap: number;
  /** Called after every commit that writes an audit record. */
  readonly onCommit?: () => void;
  readonly log: Log;
}

/** One transaction that decides about alerts of one organization. */
export interface Scene {
  readonly writer: Writer;
  readonly alerts: AlertWriter;
  readonly call: Call;
  readonly organizationId: string;
  readonly rows: AlertingRows;
}

export async function openScene(deps: AlertDeps, writer: Writer, call: Call): Promise<Scene> {
  const { id: organizationId } = call.caller.organization;
  const rows = await deps.rowsOf(writer, organizationId, call.now);
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

/** What the service does by itself, as a call; undefined where the organization is gone. */
export async function alertsCall(
  { identity }: Pick<AlertDeps, "identity">,
  writer: Writer,
  organizationId: string,
): Promise<Call | undefined> {
  const organization = await identity.in(writer).organizations.find(organizationId);
  return organization && serviceCall("alerts", organization);
}
