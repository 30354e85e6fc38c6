/** The AlertBoundsStore on PostgreSQL. */

import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import type { AlertBoundsStore, AlertBoundsWriter } from "./bounds-port.ts";
import { sql } from "./queries.generated.ts";

/** Alerts that are removed with one statement. */
const batch = 1_000;

export function createAlertBoundsStore(database: Database): AlertBoundsStore {
  return bindable(database, boundsOver);
}

function boundsOver(database: Connection): AlertBoundsWriter {
  return {
    async open(organizationId, connectorId, overflowFingerprint, most) {
      const [found] = await database.query(sql.countOpenAlerts, {
        organizationId,
        connectorId,
        overflowFingerprint,
        mostOfConnector: most.ofConnector,
        mostOfOrganization: most.ofOrganization,
      });
      return found as NonNullable<typeof found>;
    },
    async merge(organizationId, connectorId, alerts, most) {
      await database.query(sql.mergeAlerts, {
        organizationId,
        connectorId,
        most,
        alerts: jsonText(alerts.map(({ fingerprint, title }) => ({ fingerprint, title }))),
      });
    },
    async unmerge(organizationId, connectorId, fingerprints) {
      await database.query(sql.unmergeAlerts, { organizationId, connectorId, fingerprints });
    },
    async forgetUnreported(organizationId, connectorId, before, fingerprints) {
      const which = { organizationId, connectorId, before, fingerprints };
      return (await database.query(sql.forgetMergedAlerts, which)).length > 0;
    },
    async merged(organizationId, connectorId, named) {
      const found = await database.query(sql.listMergedAlerts, { organizationId, connectorId, named });
      return { total: found[0]?.total ?? 0, titles: found.map(({ title }) => title) };
    },
    async trim(organizationId, connectorId, kept) {
      const which = { organizationId, limit: batch };
      const ofConnector = { ...which, connectorId, kept: kept.ofConnector };
      const ofOrganization = { ...which, kept: kept.ofOrganization };
      while ((await database.query(sql.trimAlertsOfConnector, ofConnector)).length === batch);
      while ((await database.query(sql.trimAlertsOfOrganization, ofOrganization)).length === batch);
    },
    async counts() {
      const [found] = await database.query(sql.countAlerts, {});
      return found as NonNullable<typeof found>;
    },
  };
}
