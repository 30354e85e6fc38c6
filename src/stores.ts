/** What is kept in the database, port by port. */
import { createRecordCodes } from "./capabilities/audit/record-codes.ts";
import type { Settings } from "./environment.ts";
import { createAlertBoundsStore } from "./storage/alert-bounds.ts";
import { createAlertStore } from "./storage/alerts.ts";
import { createAuditStore } from "./storage/audit.ts";
import { createCredentialReader } from "./storage/credentials.ts";
import type { Database } from "./storage/database.ts";
import { createDeliveryStore, createExpiryStore } from "./storage/deliveries.ts";
import { createDeployGateStore } from "./storage/deploy-gate.ts";
import { createDiscoveryStore } from "./storage/discovery.ts";
import { createEventStore } from "./storage/events.ts";
import { createExportReader } from "./storage/export.ts";
import { createExternalIds } from "./storage/external-id.ts";
import { createFigureStore } from "./storage/figures.ts";
import { createHostingStore } from "./storage/hosting.ts";
import { createIdentityStore } from "./storage/identity.ts";
import { createFailureCounters, createRateUse } from "./storage/limits.ts";
import { createMuteSummaryStore } from "./storage/mute-summaries.ts";
import { createObservations } from "./storage/observations.ts";
import { createPlanRows, createPlanStore } from "./storage/plans.ts";
import { createPointingReader } from "./storage/pointing.ts";
import { createRenderStore } from "./storage/renders.ts";
import { createRowCounter } from "./storage/row-counts.ts";
import { createRowFinder } from "./storage/search.ts";
import { createServiceFinder } from "./storage/services.ts";
import { createSilenceStore } from "./storage/silences.ts";
import { createStore } from "./storage/store.ts";
import { createTeamRoster } from "./storage/teams.ts";
import { createUpkeepStore } from "./storage/upkeep.ts";
import { createVault } from "./storage/vault.ts";
import { createViewStore } from "./storage/views.ts";

export type Stores = ReturnType<typeof createStores>;

export function createStores(settings: Settings, database: Database) {
  const vault = createVault(settings.secretKeys);
  const { signRecord } = createRecordCodes(vault);
  return {
    vault,
    rows: createStore(database, signRecord),
    credentials: createCredentialReader(database),
    // An embedded database has one node, with nobody to tell.
    rateUse: settings.databaseUrl === undefined ? undefined : createRateUse(database),
    failures: createFailureCounters(database),
    audit: createAuditStore(database),
    identity: createIdentityStore(database, signRecord),
    events: createEventStore(database),
    deliveries: createDeliveryStore(database),
    expiry: createExpiryStore(database),
    externalIds: createExternalIds(),
    deployGate: createDeployGateStore(signRecord),
    observations: createObservations(),
    pointing: createPointingReader(database),
    rowCounter: createRowCounter(database),
    finder: createRowFinder(database),
    figures: createFigureStore(database),
    services: createServiceFinder(database),
    views: createViewStore(database),
    discoveries: createDiscoveryStore(database),
    roster: createTeamRoster(),
    exported: createExportReader(database),
    plans: createPlanStore(),
    planRows: createPlanRows(signRecord),
    renders: createRenderStore(signRecord),
    hosted: createHostingStore(database),
    alerts: createAlertStore(signRecord),
    alertBounds: createAlertBoundsStore(),
    muteSummaries: createMuteSummaryStore(),
    silences: createSilenceStore(),
    upkeep: createUpkeepStore(database),
  };
}
