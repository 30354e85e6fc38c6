/** What is kept in the database, port by port. */

import type { Database } from "./database/database.ts";
import { createRowStore } from "./database/store.ts";
import { createVault } from "./database/vault.ts";
import type { Settings } from "./environment.ts";
import { createAlertBoundsStore } from "./features/alerts/bounds-store.ts";
import { createMuteSummaryStore } from "./features/alerts/mute-summaries-store.ts";
import { createSilenceStore } from "./features/alerts/silences-store.ts";
import { createAlertStore } from "./features/alerts/store.ts";
import { createRecordCodes } from "./features/audit/record-codes.ts";
import { createAuditStore } from "./features/audit/store.ts";
import { createExternalIdStore } from "./features/aws-external-id/store.ts";
import { createDeliveryStore, createExpiryStore } from "./features/delivery/store.ts";
import { createDeployGateStore } from "./features/deploy-gate/store.ts";
import { createEventStore } from "./features/events/store.ts";
import { createExportStore } from "./features/export/store.ts";
import { createFigureStore } from "./features/figures/store.ts";
import { createHostingStore } from "./features/hosting/store.ts";
import { createCredentialStore } from "./features/identity/credentials-store.ts";
import { createFailureCounters, createRateUseStore } from "./features/identity/limits-store.ts";
import { createIdentityStore } from "./features/identity/store.ts";
import { createRowSearchStore } from "./features/lists/store.ts";
import { createViewStore } from "./features/lists/views-store.ts";
import { createObservationStore } from "./features/observed-status/store.ts";
import { createPlanRowStore, createPlanStore } from "./features/plans/store.ts";
import { createPointingStore } from "./features/references/store.ts";
import { createRenderStore } from "./features/rendering/store.ts";
import { createRowCountStore } from "./features/row-counts/store.ts";
import { createDiscoveryStore } from "./features/service-bindings/store.ts";
import { createServiceStore } from "./features/services/store.ts";
import { createRosterStore } from "./features/teams/store.ts";
import { createUpkeepStore } from "./features/upkeep/store.ts";

export type Stores = ReturnType<typeof createStores>;

export function createStores(settings: Settings, database: Database) {
  const vault = createVault(settings.secretKeys);
  const { signRecord } = createRecordCodes(vault);
  return {
    vault,
    rows: createRowStore(database, signRecord),
    credentials: createCredentialStore(database),
    // An embedded database has one node, with nobody to tell.
    rateUse: settings.databaseUrl === undefined ? undefined : createRateUseStore(database),
    failures: createFailureCounters(database),
    audit: createAuditStore(database),
    identity: createIdentityStore(database, signRecord),
    events: createEventStore(database),
    deliveries: createDeliveryStore(database),
    expiry: createExpiryStore(database),
    externalIds: createExternalIdStore(database),
    deployGate: createDeployGateStore(database, signRecord),
    observations: createObservationStore(database),
    pointing: createPointingStore(database),
    rowCounter: createRowCountStore(database),
    finder: createRowSearchStore(database),
    figures: createFigureStore(database),
    services: createServiceStore(database),
    views: createViewStore(database),
    discoveries: createDiscoveryStore(database),
    roster: createRosterStore(database),
    exported: createExportStore(database),
    plans: createPlanStore(database),
    planRows: createPlanRowStore(database, signRecord),
    renders: createRenderStore(database, signRecord),
    hosted: createHostingStore(database),
    alerts: createAlertStore(database, signRecord),
    alertBounds: createAlertBoundsStore(database),
    muteSummaries: createMuteSummaryStore(database),
    silences: createSilenceStore(database),
    upkeep: createUpkeepStore(database),
  };
}
