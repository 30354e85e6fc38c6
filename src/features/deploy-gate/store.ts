/** The DeployGateStore on PostgreSQL. */

import type { Connection } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import { auditParameters, storedRow } from "../../database/store.ts";
import type { AuditEntry, SignRecord } from "../../engine/ports/rows.ts";
import { namedBy } from "../services/store.ts";
import type { DeployGateStore, DeployGateWriter } from "./port.ts";

export function createDeployGateStore(signRecord: SignRecord): DeployGateStore {
  return { in: (scoped) => gateOver(connectionOf(scoped), signRecord) };
}

function gateOver(database: Connection, signRecord: SignRecord): DeployGateWriter {
  async function record(organizationId: string, entry: AuditEntry) {
    await database.query("insert-audit-record", auditParameters(organizationId, entry, signRecord));
  }

  return {
    overrides: (organizationId, services, now) =>
      database.query("list-deploy-overrides", { organizationId, services, now }),
    async setOverride(organizationId, { service, allow, reason, by, createdAt, until }, entry) {
      const override = { service, allow, reason, by, createdAt, until };
      await database.query("put-deploy-override", { organizationId, ...override });
      await record(organizationId, entry);
    },
    async clearOverride(organizationId, service, entry) {
      await database.query("delete-deploy-override", { organizationId, service });
      await record(organizationId, entry);
    },
    async slos(organizationId, services) {
      return (await database.query("list-slos-of-services", { organizationId, services })).map(storedRow);
    },
    incidents: (organizationId, asked, notIn, limit) =>
      database.query("list-incidents-of-services", {
        organizationId,
        services: asked.map(({ service }) => service),
        impacts: asked.map(({ impacts }) => impacts.join(",")),
        notIn,
        limit,
      }),
    async isKnown(organizationId, kinds, service, now) {
      const named = namedBy(kinds, service);
      const [found] = await database.query("is-service-known", { organizationId, ...named, now });
      return found?.known ?? false;
    },
  };
}
