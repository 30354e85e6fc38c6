/** What the deploy gate decides by beyond policies: overrides, SLOs, and incidents by service. */

import { recordAudit } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import type { RowOf } from "../../../database/statement.ts";
import { storedRow } from "../../../database/store.ts";
import type { AuditEntry, SignRecord } from "../../../engine/ports/rows.ts";
import { isSameService } from "../../../kernel/service-names.ts";
import { sql } from "./queries.generated.ts";

/** `by` is the name of the actor who set it. */
export type DeployOverride = RowOf<typeof sql.listDeployOverrides>;
export type ServiceIncident = RowOf<typeof sql.listIncidentsOfServices>;

type DeployGateWriter = ReturnType<typeof gateOver>;
/** An override changes by what it was before, under a lock. */
export type DeployGateReader = Omit<DeployGateWriter, "setOverride" | "clearOverride">;
export type DeployGateStore = ReturnType<typeof createDeployGateStore>;

export function createDeployGateStore(database: Database, signRecord: SignRecord) {
  return bindable<DeployGateReader, DeployGateWriter>(database, (connection) =>
    gateOver(connection, signRecord),
  );
}

function gateOver(database: Connection, signRecord: SignRecord) {
  return {
    /** The overrides of these services that are in force at `now`. */
    overrides: (organizationId: string, services: readonly string[], now: Date) =>
      database.query(sql.listDeployOverrides, { organizationId, services, now }),
    /** Takes the place of the service's last one; its record is written with it. */
    async setOverride(organizationId: string, override: DeployOverride, entry: AuditEntry) {
      await database.query(sql.putDeployOverride, { organizationId, ...override });
      await recordAudit(database, signRecord, organizationId, entry);
    },
    async clearOverride(organizationId: string, service: string, entry: AuditEntry) {
      await database.query(sql.deleteDeployOverride, { organizationId, service });
      await recordAudit(database, signRecord, organizationId, entry);
    },
    /** The policies of these services. */
    async policies(organizationId: string, services: readonly string[]) {
      return (await database.query(sql.listPoliciesOfServices, { organizationId, services })).map(storedRow);
    },
    /** Other names that it decides by, and that differ from this one by the case of letters, or by blanks at the ends, alone. */
    async alike(organizationId: string, service: string) {
      const named = await database.query(sql.listGateNames, { organizationId, service });
      return named.map((one) => one.service).filter((name) => isSameService(name, service));
    },
    /** The SLOs of these services. */
    async slos(organizationId: string, services: readonly string[]) {
      return (await database.query(sql.listSlosOfServices, { organizationId, services })).map(storedRow);
    },
    /**
     * Status page incidents on a component of one of the services, in none of these statuses.
     * @param limit of each service and impact, the newest
     */
    incidents: (
      organizationId: string,
      services: readonly string[],
      notIn: readonly string[],
      limit: number,
    ) => database.query(sql.listIncidentsOfServices, { organizationId, services, notIn, limit }),
  };
}
