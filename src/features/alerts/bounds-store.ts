/** The AlertBoundsStore on PostgreSQL. */

import { connectionOf } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import type { AlertBoundsStore } from "./bounds-port.ts";

/** Alerts that are removed with one statement. */
const batch = 1_000;

export function createAlertBoundsStore(): AlertBoundsStore {
  return {
    in(scoped) {
      const database = connectionOf(scoped);
      return {
        async open(organizationId, connectorId, overflowFingerprint, most) {
          const [found] = await database.query("count-open-alerts", {
            organizationId,
            connectorId,
            overflowFingerprint,
            mostOfConnector: most.ofConnector,
            mostOfOrganization: most.ofOrganization,
          });
          return found as NonNullable<typeof found>;
        },
        async merge(organizationId, connectorId, alerts, most) {
          await database.query("merge-alerts", {
            organizationId,
            connectorId,
            most,
            alerts: jsonText(alerts.map(({ fingerprint, title }) => ({ fingerprint, title }))),
          });
        },
        async unmerge(organizationId, connectorId, fingerprints) {
          await database.query("unmerge-alerts", { organizationId, connectorId, fingerprints });
        },
        async forgetUnreported(organizationId, connectorId, before, fingerprints) {
          const which = { organizationId, connectorId, before, fingerprints };
          return (await database.query("forget-merged-alerts", which)).length > 0;
        },
        async merged(organizationId, connectorId, named) {
          const found = await database.query("list-merged-alerts", { organizationId, connectorId, named });
          return { total: found[0]?.total ?? 0, titles: found.map(({ title }) => title) };
        },
        async trim(organizationId, connectorId, kept) {
          const which = { organizationId, limit: batch };
          const ofConnector = { ...which, connectorId, kept: kept.ofConnector };
          const ofOrganization = { ...which, kept: kept.ofOrganization };
          while ((await database.query("trim-alerts-of-connector", ofConnector)).length === batch);
          while ((await database.query("trim-alerts-of-organization", ofOrganization)).length === batch);
        },
        async counts() {
          const [found] = await database.query("count-alerts", {});
          return found as NonNullable<typeof found>;
        },
      };
    },
  };
}
