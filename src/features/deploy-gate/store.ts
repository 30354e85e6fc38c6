/** The DeployGateStore on PostgreSQL. */

import { recordAudit } from "../../database/audit-trail.ts";
import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import { storedRow } from "../../database/store.ts";
import type { AuditEntry, SignRecord } from "../../engine/ports/rows.ts";
import { namedBy } from "../service-names/index.ts";
import type { DeployGateReader, DeployGateStore, DeployGateWriter } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createDeployGateStore(database: Database, signRecord: SignRecord): DeployGateStore {
  return bindable<DeployGateReader, DeployGateWriter>(database, (connection) =>
    gateOver(connection, signRecord),
  );
}

function gateOver(database: Connection, signRecord: SignRecord): DeployGateWriter {
  async function record(organizationId: string, entry: AuditEntry) {
    await recordAudit(database, signRecord, organizationId, entry);
  }

  return {
    overrides: (organizationId, services, now) =>
      database.query(sql.listDeployOverrides, { organizationId, services, now }),
    async setOverride(organizationId, { service, allow, reason, by, createdAt, until }, entry) {
      const override = { service, allow, reason, by, createdAt, until };
      await database.query(sql.putDeployOverride, { organizationId, ...override });
      await record(organizationId, entry);
    },
    async clearOverride(organizationId, service, entry) {
      await database.query(sql.deleteDeployOverride, { organizationId, service });
      await record(organizationId, entry);
    },
    async slos(organizationId, services) {
      return (await database.query(sql.listSlosOfServices, { organizationId, services })).map(storedRow);
    },
    incidents: (organizationId, asked, notIn, limit) =>
      database.query(sql.listIncidentsOfServices, {
        organizationId,
        services: asked.map(({ service }) => service),
        impacts: asked.map(({ impacts }) => impacts.join(",")),
        notIn,
        limit,
      }),
    async isKnown(organizationId, kinds, service, now) {
      const named = namedBy(kinds, service);
      const [found] = await database.query(sql.isServiceKnown, { organizationId, ...named, now });
      return found?.known ?? false;
    },
  };
}
