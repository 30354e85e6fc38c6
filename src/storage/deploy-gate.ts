/** The DeployGateStore on PostgreSQL. */
import type {
  DeployGateStore,
  DeployGateWriter,
  DeployOverride,
  ServiceIncident,
} from "../engine/ports/deploy-gate.ts";
import type { AuditEntry, ProveRecord } from "../engine/ports/rows.ts";
import type { Connection } from "./database.ts";
import { connectionOf } from "./scope.ts";
import { sql } from "./statement.ts";
import { auditValues } from "./store.ts";

export function createDeployGateStore(prove: ProveRecord): DeployGateStore {
  return { in: (scoped) => gateOver(connectionOf(scoped), prove) };
}

function gateOver(database: Connection, prove: ProveRecord): DeployGateWriter {
  async function recorded(organizationId: string, entry: AuditEntry, name: string, values: unknown[]) {
    await database.query(sql(name), [organizationId, ...values]);
    await database.query(sql("insert-audit-record"), auditValues(organizationId, entry, prove));
  }

  return {
    overrides: (organizationId, services, now) =>
      database.query<DeployOverride>(sql("list-deploy-overrides"), [organizationId, services, now]),
    setOverride: (organizationId, { service, allow, reason, by, createdAt, until }, entry) =>
      recorded(organizationId, entry, "put-deploy-override", [service, allow, reason, by, createdAt, until]),
    clearOverride: (organizationId, service, entry) =>
      recorded(organizationId, entry, "delete-deploy-override", [service]),
    incidents: (organizationId, service, { impacts, notIn }, limit) =>
      database.query<ServiceIncident>(sql("list-incidents-of-service"), [
        organizationId,
        service,
        impacts,
        notIn,
        limit,
      ]),
  };
}
