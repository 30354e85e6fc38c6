/** The DeployGateStore on PostgreSQL. An override and its audit record are one transaction. */
import type { DeployGateStore } from "../engine/ports/deploy-gate.ts";
import type { AuditEntry, SignRecord } from "../engine/ports/rows.ts";
import type { Database } from "./database.ts";
import { auditParameters } from "./store.ts";

export function createDeployGateStore(database: Database, signRecord: SignRecord): DeployGateStore {
  async function recorded(organizationId: string, entry: AuditEntry, change: () => Promise<unknown>) {
    await database.transaction(async () => {
      await change();
      await database.query("insert-audit-record", auditParameters(organizationId, entry, signRecord));
    });
  }

  return {
    overrides: (organizationId, services, now) =>
      database.query("list-deploy-overrides", { organizationId, services, now }),
    setOverride: (organizationId, { service, allow, reason, by, createdAt, until }, entry) => {
      const override = { service, allow, reason, by, createdAt, until };
      return recorded(organizationId, entry, () =>
        database.query("put-deploy-override", { organizationId, ...override }),
      );
    },
    clearOverride: (organizationId, service, entry) =>
      recorded(organizationId, entry, () =>
        database.query("delete-deploy-override", { organizationId, service }),
      ),
    incidents: (organizationId, service, { impacts, notIn }, limit) =>
      database.query("list-incidents-of-service", { organizationId, service, impacts, notIn, limit }),
  };
}
