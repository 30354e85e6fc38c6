/** The audit log's store on PostgreSQL. Every method is one named statement, or a transaction around them. */
import type { AuditRecord, AuditStore, CoveredLink, ProvenPoint } from "../engine/ports/audit.ts";
import type { Door } from "../kernel/access.ts";
import type { Actor } from "../kernel/resource.ts";
import type { Database } from "./database.ts";
import { sql } from "./statement.ts";

interface RecordRow {
  organization_id: string;
  sequence: string;
  at: Date;
  actor_kind: Actor["kind"];
  actor_id: string;
  actor_name: string;
  door: Door;
  action: string;
  resource: string;
  row_id: string;
  outcome: AuditRecord["outcome"];
  changes: AuditRecord["changes"];
  request_id: string;
  address: string | null;
}

/** A link outlives a record that was taken away: then every column of the record is null. */
type LinkRow = { position: string; seal: string; link_sequence: string } & (
  | RecordRow
  | Record<keyof RecordRow, null>
);

interface PointRow {
  position: string;
  seal: string;
  code: string;
}

export function createAuditStore(database: Database): AuditStore {
  async function point(name: string, organizationId: string): Promise<ProvenPoint | undefined> {
    const [found] = await database.query<PointRow>(sql(name), [organizationId]);
    return found && { position: Number(found.position), seal: found.seal, code: found.code };
  }

  async function sequences(name: string, organizationId: string, limit: number): Promise<number[]> {
    const found = await database.query<{ sequence: string }>(sql(name), [organizationId, limit]);
    return found.map(({ sequence }) => Number(sequence));
  }

  async function installed(name: string): Promise<string | undefined> {
    const [found] = await database.query<{ value: string }>(sql("get-installation-value"), [name]);
    return found?.value;
  }

  return {
    async page(organizationId, { resource, rowId, actor, action, since, until }, before, limit) {
      const ofRow = resource !== undefined && rowId !== undefined;
      const found = await database.query<RecordRow>(
        sql(ofRow ? "list-audit-records-of-row" : "list-audit-records"),
        [
          organizationId,
          before,
          resource ?? null,
          rowId ?? null,
          actor ?? null,
          action ?? null,
          since ?? null,
          until ?? null,
          limit,
        ],
      );
      return found.map(recordOf);
    },

    together: (work) => database.transaction(work),
    async inTurn(organizationId, work) {
      return database.transaction(async () => {
        await database.query(sql("lock"), [chainLock(organizationId)]);
        return work();
      });
    },
    async waiting(after, limit) {
      const found = await database.query<{ organization_id: string }>(sql("list-organizations-to-seal"), [
        after,
        limit,
      ]);
      return found.map(({ organization_id }) => organization_id);
    },
    async unsealed(organizationId, limit) {
      return (await database.query<RecordRow>(sql("list-unsealed-records"), [organizationId, limit])).map(
        recordOf,
      );
    },
    head: (organizationId) => point("get-audit-head", organizationId),
    async append(organizationId, start, links, head) {
      const moved = await database.query(sql("append-audit-seals"), [
        organizationId,
        links.map((link) => link.position),
        links.map((link) => link.sequence),
        links.map((link) => link.seal),
        head.position,
        head.seal,
        head.code,
        start.position,
        start.seal,
      ]);
      return moved.length > 0;
    },
    async claimHeads(now, limit) {
      const found = await database.query<PointRow & { organization_id: string }>(sql("claim-audit-heads"), [
        now,
        limit,
      ]);
      return found.map(({ organization_id, position, seal }) => ({
        organizationId: organization_id,
        position: Number(position),
        seal,
      }));
    },

    async links(organizationId, after, limit) {
      return (await database.query<LinkRow>(sql("list-audit-links"), [organizationId, after, limit])).map(
        linkOf,
      );
    },
    checkpoint: (organizationId) => point("get-audit-checkpoint", organizationId),
    async overdue({ kind, field, defaultDays }, now, after, limit) {
      const found = await database.query<{ organization_id: string; kept_since: Date }>(
        sql("list-overdue-chains"),
        [kind, field, defaultDays, now, after, limit],
      );
      return found.map(({ organization_id, kept_since }) => ({
        organizationId: organization_id,
        keptSince: kept_since,
      }));
    },
    async cut(organizationId, { position, seal, code }, now) {
      await database.transaction(async () => {
        await database.execute("SET LOCAL orgconfig.retention = 'on'");
        await database.query(sql("cut-audit-chain"), [organizationId, position, seal, code, now]);
        await database.execute("SET LOCAL orgconfig.retention = 'off'");
      });
    },

    async snapshot(work) {
      return database.transaction(async () => {
        await database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        return work();
      });
    },
    async nextOrganization(after) {
      const [found] = await database.query<{ organization_id: string | null }>(
        sql("next-audited-organization"),
        [after],
      );
      return found?.organization_id ?? undefined;
    },
    async counts(organizationId) {
      const [found] = await database.query<Record<"records" | "sealed" | "unsealed", string>>(
        sql("count-audit-records"),
        [organizationId],
      );
      return {
        records: Number(found?.records),
        sealed: Number(found?.sealed),
        unsealed: Number(found?.unsealed),
      };
    },
    strayRecords: (organizationId, limit) => sequences("list-stray-audit-records", organizationId, limit),
    lostRecords: (organizationId, limit) => sequences("list-lost-audit-records", organizationId, limit),

    installed,
    async install(name, value) {
      await database.query(sql("insert-installation-value"), [name, value]);
      return (await installed(name)) ?? value;
    },
  };
}

function chainLock(organizationId: string): string {
  return `audit-chain/${organizationId}`;
}

function recordOf(row: RecordRow): AuditRecord {
  return {
    organizationId: row.organization_id,
    sequence: Number(row.sequence),
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    door: row.door,
    action: row.action,
    resource: row.resource,
    rowId: row.row_id,
    outcome: row.outcome,
    changes: row.changes,
    requestId: row.request_id,
    address: row.address ?? undefined,
  };
}

function linkOf(row: LinkRow): CoveredLink {
  return {
    position: Number(row.position),
    sequence: Number(row.link_sequence),
    seal: row.seal,
    record: row.sequence === null ? undefined : recordOf(row),
  };
}
