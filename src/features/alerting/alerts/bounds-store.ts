/** How many alerts are stored, and those for which there is no room. */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { sql } from "./queries.generated.ts";
import type { Report } from "./webhook.ts";

/** Alerts that are removed with one statement. */
const batch = 1_000;

interface Bounds {
  readonly ofConnector: number;
  readonly ofOrganization: number;
}

/** With how many may be taken in within a minute; null for any number. */
interface OpenBounds extends Bounds {
  readonly ofMinute: number | null;
  readonly endsOfMinute: number;
}

type AlertBounds = ReturnType<typeof boundsOver>;
export type AlertBoundsStore = ReturnType<typeof createAlertBoundsStore>;

export function createAlertBoundsStore(database: Database) {
  return bindable<AlertBounds, AlertBounds>(database, boundsOver);
}

/** So many new alerts make another table of a small one. */
const storm = 500;

function boundsOver(database: Connection) {
  return {
    /**
     * To be called when alerts were stored. PostgreSQL keeps plans, those of its own checks of references too, which
     * read a table whole that was small when they were made: with the alerts of a storm in it that takes a thousand
     * times as long. The connection makes them again.
     */
    async stored(count: number) {
      if (count >= storm) await database.execute("DISCARD PLANS");
    },
    /**
     * How many are open, how many were taken in within the last minute, and how many of the connector's were over by then,
     * counted no further than to the bounds; and whether one stands for others.
     * @param overflowFingerprint of the one that does, which is not counted
     */
    async open(organizationId: string, connectorId: string, overflowFingerprint: string, most: OpenBounds) {
      const [found] = await database.query(sql.countOpenAlerts, {
        organizationId,
        connectorId,
        overflowFingerprint,
        mostOfConnector: most.ofConnector,
        mostOfOrganization: most.ofOrganization,
        mostOfMinute: most.ofMinute,
        mostEndsOfMinute: most.endsOfMinute,
      });
      return found as NonNullable<typeof found>;
    },
    /**
     * Counts alerts among those for which one stands, or says that they are still on. Their titles are read where there is
     * room for one more. @param most of one connector
     */
    async merge(
      organizationId: string,
      connectorId: string,
      merged: readonly { readonly report: Pick<Report, "fingerprint" | "facts"> }[],
      most: number,
    ) {
      const [first] = await database.query(sql.listMergedAlerts, { organizationId, connectorId, named: 1 });
      const isFull = first !== undefined && first.total >= most;
      const fingerprints = merged.map(({ report }) => report.fingerprint);
      const titles = isFull ? fingerprints : merged.map(({ report }) => report.facts.title);
      await database.query(sql.mergeAlerts, { organizationId, connectorId, most, fingerprints, titles });
    },
    /** They have ended, or are stored themselves. */
    unmerge: (organizationId: string, connectorId: string, fingerprints: readonly string[]) =>
      database.query(sql.unmergeAlerts, { organizationId, connectorId, fingerprints }),
    /** Those that were last seen before a moment and have none of these fingerprints; answers whether there were any. */
    async forgetUnreported(
      organizationId: string,
      connectorId: string,
      before: Date,
      fingerprints: readonly string[],
    ) {
      const which = { organizationId, connectorId, before, fingerprints };
      return (await database.query(sql.forgetMergedAlerts, which)).length > 0;
    },
    /** How many there are, and the titles of the first. */
    async merged(organizationId: string, connectorId: string, named: number) {
      const found = await database.query(sql.listMergedAlerts, { organizationId, connectorId, named });
      return { total: found[0]?.total ?? 0, titles: found.map(({ title }) => title) };
    },
    /** Removes the oldest of those that have ended, beyond so many. */
    async trim(organizationId: string, connectorId: string, kept: Bounds) {
      const which = { organizationId, limit: batch };
      const ofConnector = { ...which, connectorId, kept: kept.ofConnector };
      const ofOrganization = { ...which, kept: kept.ofOrganization };
      while ((await database.query(sql.trimAlertsOfConnector, ofConnector)).length === batch);
      while ((await database.query(sql.trimAlertsOfOrganization, ofOrganization)).length === batch);
    },
    /** Of all organizations. */
    async counts() {
      const [found] = await database.query(sql.countAlerts, {});
      return found as NonNullable<typeof found>;
    },
  };
}
