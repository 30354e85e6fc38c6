/** What is kept in the database, port by port. */

import type { Database } from "./database/database.ts";
import { createStore } from "./database/store.ts";
import { createVault } from "./database/vault.ts";
import type { Settings } from "./environment.ts";
import { createAlertBoundsStore } from "./features/alerts/bounds-store.ts";
import { createMuteSummaryStore } from "./features/alerts/mute-summaries-store.ts";
import { createSilenceStore } from "./features/alerts/silences-store.ts";
import { createAlertStore } from "./features/alerts/store.ts";
import { createRecordCodes } from "./features/audit/record-codes.ts";
import { createAuditStore } from "./features/audit/store.ts";
import { createExternalIds } from "./features/aws-external-id/store.ts";
import { createDeliveryStore, createExpiryStore } from "./features/delivery/store.ts";
import { createDeployGateStore } from "./features/deploy-gate/store.ts";
import { createEventStore } from "./features/events/store.ts";
import { createExportReader } from "./features/export/store.ts";
import { createFigureStore } from "./features/figures/store.ts";
import { createHostingStore } from "./features/hosting/store.ts";
import { createCredentialReader } from "./features/identity/credentials-store.ts";
import { createFailureCounters, createRateUse } from "./features/identity/limits-store.ts";
import { createIdentityStore } from "./features/identity/store.ts";
import { createRowFinder } from "./features/lists/store.ts";
import { createViewStore } from "./features/lists/views-store.ts";
import { createObservations } from "./features/observed-status/store.ts";
import { createPlanRows, createPlanStore } from "./features/plans/store.ts";
import { createPointingReader } from "./features/references/store.ts";
import { createRenderStore } from "./features/rendering/store.ts";
import { createRowCounter } from "./features/row-counts/store.ts";
import { createDiscoveryStore } from "./features/service-bindings/store.ts";
import { createServiceFinder } from "./features/services/store.ts";
import { createTeamRoster } from "./features/teams/store.ts";
import { createUpkeepStore } from "./features/upkeep/store.ts";

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
