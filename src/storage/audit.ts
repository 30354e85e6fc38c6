/** The audit log's store on PostgreSQL. Every method is one named statement, or a transaction around them. */
import type {
  AuditRecord,
  AuditStore,
  Checkpoint,
  CoveredLink,
  WaitingRecord,
} from "../engine/ports/audit.ts";
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
  id: string | null;
}

interface WaitingRow extends RecordRow {
  code: string | null;
  copy_of: string | null;
  refused: boolean;
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

interface CheckpointRow extends PointRow {
  kept_since: Date | null;
}

interface HeadRow extends PointRow {
  organization_id: string;
}

export function createAuditStore(database: Database): AuditStore {
  async function alone<T>(purpose: string, work: () => Promise<T>): Promise<T> {
    return database.transaction(async () => {
      await database.query(sql("lock"), [purpose]);
      return work();
    });
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
    alone,
    inTurn: (organizationId, work) => alone(`audit-chain/${organizationId}`, work),
    async waiting(after, limit) {
      const found = await database.query<{ organization_id: string }>(sql("list-organizations-to-seal"), [
        after,
        limit,
      ]);
      return found.map(({ organization_id }) => organization_id);
    },
    async unsealed(organizationId, after, limit, which) {
      const values = [organizationId, after, limit, which === "all"];
      return (await database.query<WaitingRow>(sql("list-waiting-records"), values)).map(waitingOf);
    },
    async refuse(organizationId, sequences, now) {
      const found = await database.query<{ sequence: string }>(sql("refuse-records"), [
        organizationId,
        sequences,
        now,
      ]);
      return found.map(({ sequence }) => Number(sequence));
    },
    async reconsider() {
      await database.query(sql("reconsider-records"), []);
    },
    async countRefused() {
      const [found] = await database.query<{ refused: string }>(sql("count-refused-records"), []);
      return Number(found?.refused);
    },
    async replaceCode(organizationId, sequence, before, code) {
      const values = [organizationId, sequence, before ?? null, code];
      return (await database.query(sql("replace-record-code"), values)).length > 0;
    },
    async head(organizationId) {
      const [found] = await database.query<PointRow>(sql("get-audit-head"), [organizationId]);
      return found && pointOf(found);
    },
    async heads(after, limit) {
      const found = await database.query<HeadRow>(sql("list-audit-heads"), [after, limit]);
      return found.map((row) => ({ organizationId: row.organization_id, ...pointOf(row) }));
    },
    async proveHeads(heads) {
      await database.query(sql("prove-audit-heads"), [
        heads.map(({ organizationId }) => organizationId),
        heads.map(({ code }) => code),
      ]);
    },
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

    async links(organizationId, after, limit) {
      return (await database.query<LinkRow>(sql("list-audit-links"), [organizationId, after, limit])).map(
        linkOf,
      );
    },
    async checkpoint(organizationId) {
      const [found] = await database.query<CheckpointRow>(sql("get-audit-checkpoint"), [organizationId]);
      return found && checkpointOf(found);
    },
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
    async cut(organizationId, { position, seal, code, keptSince }, now) {
      await database.transaction(async () => {
        await database.execute("SET LOCAL orgconfig.retention = 'on'");
        const values = [organizationId, position, seal, code, now, keptSince ?? null];
        await database.query(sql("cut-audit-chain"), values);
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
      const [found] = await database.query<Record<"records" | "sealed" | "unsealed" | "refused", string>>(
        sql("count-audit-records"),
        [organizationId],
      );
      return {
        records: Number(found?.records),
        sealed: Number(found?.sealed),
        unsealed: Number(found?.unsealed),
        refused: Number(found?.refused),
      };
    },
    async lacksCreation(organizationId, { resource, made, deleted }) {
      const values = [organizationId, resource, made, deleted];
      const [found] = await database.query<{ lacking: boolean }>(sql("lacks-creation-record"), values);
      return found?.lacking ?? false;
    },
    orphanRecords: (organizationId, limit) => sequences("list-stray-audit-records", organizationId, limit),
    lostRecords: (organizationId, limit) => sequences("list-lost-audit-records", organizationId, limit),

    installed,
    async install(name, value) {
      await database.query(sql("insert-installation-value"), [name, value]);
      return (await installed(name)) ?? value;
    },
  };
}

function pointOf({ position, seal, code }: PointRow) {
  return { position: Number(position), seal, code };
}

function checkpointOf(row: CheckpointRow): Checkpoint {
  return { ...pointOf(row), keptSince: row.kept_since ?? undefined };
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
    id: row.id ?? undefined,
  };
}

function waitingOf(row: WaitingRow): WaitingRecord {
  return {
    ...recordOf(row),
    code: row.code ?? undefined,
    copyOf: row.copy_of === null ? undefined : Number(row.copy_of),
    refused: row.refused,
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
