/** The DeployGateStore on PostgreSQL. */
import type { DeployGateStore, DeployGateWriter } from "../engine/ports/deploy-gate.ts";
import type { AuditEntry, SignRecord } from "../engine/ports/rows.ts";
import type { Connection } from "./database.ts";
import { connectionOf } from "./executor.ts";
import { matchesOf } from "./services.ts";
import { auditParameters, storedRow } from "./store.ts";

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
    async isNamed(organizationId, kinds, service, now) {
      const given = { organizationId, ...matchesOf(kinds, service), limit: 1, now };
      return (await database.query("list-rows-naming", given)).length > 0;
    },
    incidents: (organizationId, services, { impacts, notIn }, limit) =>
      database.query("list-incidents-of-services", { organizationId, services, impacts, notIn, limit }),
  };
}
