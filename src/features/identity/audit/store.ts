/** The audit log's store on PostgreSQL. Every method is one named statement, or a transaction around them. */

import type { Connection, Database } from "../../../database/database.ts";
import { transactionExecutor } from "../../../database/executor.ts";
import { installationValue, keepInstallationValue } from "../../../database/installation.ts";
import { jsonText } from "../../../database/json-text.ts";
import { patternOf } from "../../../database/like.ts";
import { lock } from "../../../database/locks.ts";
import type { RowOf } from "../../../database/statement.ts";
import type {
  AuditRecord,
  AuditStore,
  AuditWriter,
  Checkpoint,
  CoveredLink,
  PlanRecord,
  RecordFilter,
  WaitingRecord,
} from "../../../engine/ports/audit.ts";
import type { PlanTrace } from "../../../engine/ports/rows.ts";
import { statusOfLine } from "../../../engine/proposal-records.ts";
import { statusPageComponents } from "../../../resources/status-page-components.ts";
import { recordsNaming } from "./naming.ts";
import { sql } from "./queries.generated.ts";

/** What the changes of a line of a proposal contain. */
const lines = jsonText([{ field: statusOfLine }]);

type RecordRow = RowOf<typeof sql.listAuditRecords>;
type PlanRecordRow = RowOf<typeof sql.listRecordsOfPlan>;
type WaitingRow = RowOf<typeof sql.listWaitingRecords>;
type LinkRow = RowOf<typeof sql.listAuditLinks>;
type PointRow = RowOf<typeof sql.getAuditHead>;
type CheckpointRow = RowOf<typeof sql.getAuditCheckpoint>;

export function createAuditStore(database: Database): AuditStore {
  async function alone<T>(purpose: string, work: (writer: AuditWriter) => Promise<T>): Promise<T> {
    return database.transaction(async (database) => {
      await lock(database, purpose);
      return work(auditOn(database));
    });
  }

  return {
    ...auditOn(database),
    transaction: (work) => database.transaction((connection) => work(auditOn(connection))),
    alone,
    inTurn: (organizationId, work) => alone(`audit-chain/${organizationId}`, work),
    async snapshot(work) {
      return database.transaction(async (database) => {
        await database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        return work(auditOn(database));
      });
    },
  };
}

/** All that can be done on one connection; what needs a transaction is offered in one only. */
export function auditOn(database: Connection): AuditWriter {
  return {
    executor: transactionExecutor(database),
    page: (organizationId, filter, before, limit) => pageOf(database, organizationId, filter, before, limit),
    async recordsOfPlan(organizationId, planId) {
      return (await database.query(sql.listRecordsOfPlan, { organizationId, planId })).map(planRecordOf);
    },
    async lastOf(organizationId, rows) {
      const [kinds, ids] = [rows.map(({ kind }) => kind), rows.map(({ id }) => id)];
      return (await database.query(sql.listLastRecordsOfRows, { organizationId, kinds, ids, lines })).map(
        recordOf,
      );
    },
    async deletionsSince(organizationId, actions, since, limit) {
      const wanted = { organizationId, actions: [...actions], since, limit };
      return (await database.query(sql.listDeletionsSince, wanted)).map(recordOf);
    },
    ...waitingOver(database),
    ...headsOver(database),
    ...linksOver(database),
    ...checksOver(database),
    async codesByKey() {
      const found = await database.query(sql.countCodesByKey, {});
      return new Map(found.map(({ key_id, count }) => [key_id, Number(count)]));
    },

    installed: (name) => installationValue(database, name),
    install: (name, value) => keepInstallationValue(database, name, value),
  };
}

async function pageOf(
  database: Connection,
  organizationId: string,
  filter: RecordFilter,
  before: number,
  limit: number,
): Promise<AuditRecord[]> {
  const { kind, rowId, planId, run, words } = filter;
  const page = {
    organizationId,
    before,
    actor: filter.actor ?? null,
    action: filter.action ?? null,
    door: filter.door ?? null,
    run: filter.run ?? null,
    since: filter.since ?? null,
    until: filter.until ?? null,
    service: filter.service?.name ?? null,
    ...recordsNaming(filter.service?.places ?? []),
    components: statusPageComponents.kind,
    limit,
  };
  const ofAny = { resource: kind ?? null, rowId: rowId ?? null, ...page };
  const found =
    planId !== undefined
      ? await database.query(sql.listAuditRecordsOfPlan, { planId, ...ofAny })
      : kind !== undefined && rowId !== undefined
        ? await database.query(sql.listAuditRecordsOfRow, { resource: kind, rowId, ...page })
        : words !== undefined && words.length > 0
          ? await database.query(sql.listAuditRecordsNamed, {
              resource: kind ?? null,
              patterns: words.map(patternOf),
              ...page,
            })
          : await database.query(run === undefined ? sql.listAuditRecords : sql.listAuditRecordsOfRun, ofAny);
  return found.map(recordOf);
}

/** Records that wait for a seal. */
function waitingOver(
  database: Connection,
): Pick<AuditWriter, "waiting" | "unsealed" | "refuse" | "reconsider" | "countRefused" | "replaceCode"> {
  return {
    async waiting(after, limit) {
      const found = await database.query(sql.listOrganizationsToSeal, { after, limit });
      return found.map(({ organization_id }) => organization_id);
    },
    async unsealed(organizationId, after, limit, which) {
      const found = await database.query(sql.listWaitingRecords, {
        organizationId,
        after,
        limit,
        withRefused: which === "all",
      });
      return found.map(waitingOf);
    },
    async refuse(organizationId, sequences, now) {
      const found = await database.query(sql.refuseRecords, { organizationId, sequences, now });
      return found.map(sequenceOf);
    },
    async reconsider() {
      await database.query(sql.reconsiderRecords, {});
    },
    async countRefused() {
      const [found] = await database.query(sql.countRefusedRecords, {});
      return Number(found?.refused);
    },
    async replaceCode(organizationId, sequence, before, code) {
      const replaced = await database.query(sql.replaceRecordCode, {
        organizationId,
        sequence,
        before: before ?? null,
        code,
      });
      return replaced.length > 0;
    },
  };
}

/** Where chains end. */
function headsOver(database: Connection): Pick<AuditWriter, "head" | "heads" | "proveHeads" | "append"> {
  return {
    async head(organizationId) {
      const [found] = await database.query(sql.getAuditHead, { organizationId });
      return found && pointOf(found);
    },
    async heads(after, limit) {
      const found = await database.query(sql.listAuditHeads, { after, limit });
      return found.map((row) => ({ organizationId: row.organization_id, ...pointOf(row) }));
    },
    async proveHeads(heads) {
      await database.query(sql.signAuditHeads, {
        organizationIds: heads.map(({ organizationId }) => organizationId),
        codes: heads.map(({ code }) => code),
      });
    },
    async append(organizationId, start, links, head) {
      const moved = await database.query(sql.appendAuditSeals, {
        organizationId,
        positions: links.map((link) => link.position),
        sequences: links.map((link) => link.sequence),
        seals: links.map((link) => link.seal),
        position: head.position,
        seal: head.seal,
        code: head.code,
        startPosition: start.position,
        startSeal: start.seal,
      });
      return moved.length > 0;
    },
  };
}

/** The links of a chain, and the checkpoint from which they go on. */
function linksOver(database: Connection): Pick<AuditWriter, "links" | "checkpoint" | "overdue" | "truncate"> {
  return {
    async links(organizationId, after, limit) {
      return (await database.query(sql.listAuditLinks, { organizationId, after, limit })).map(linkOf);
    },
    async checkpoint(organizationId) {
      const [found] = await database.query(sql.getAuditCheckpoint, { organizationId });
      return found && checkpointOf(found);
    },
    async overdue({ kind, field, defaultDays }, now, after, limit) {
      const found = await database.query(sql.listOverdueChains, {
        kind,
        field,
        defaultDays,
        now,
        after,
        limit,
      });
      return found.map(({ organization_id, kept_since }) => ({
        organizationId: organization_id,
        keptSince: kept_since,
      }));
    },
    async truncate(organizationId, { position, seal, code, keptSince }, now) {
      await database.execute("SET LOCAL orgconfig.retention = 'on'");
      const checkpoint = { position, seal, code, at: now, keptSince: keptSince ?? null };
      await database.query(sql.truncateAuditChain, { organizationId, ...checkpoint });
      await database.execute("SET LOCAL orgconfig.retention = 'off'");
    },
  };
}

/** What verification counts and looks for. */
function checksOver(
  database: Connection,
): Pick<
  AuditWriter,
  "nextOrganization" | "counts" | "lacksCreation" | "orphanRecords" | "lostRecords" | "brokenPlans"
> {
  return {
    async nextOrganization(after) {
      const [found] = await database.query(sql.nextAuditedOrganization, { after });
      return found?.organization_id ?? undefined;
    },
    async counts(organizationId) {
      const [found] = await database.query(sql.countAuditRecords, { organizationId });
      return {
        records: Number(found?.records),
        sealed: Number(found?.sealed),
        unsealed: Number(found?.unsealed),
        refused: Number(found?.refused),
      };
    },
    async lacksCreation(organizationId, { resource, made, deleted }) {
      const actions = { made, deleted };
      const [found] = await database.query(sql.lacksCreationRecord, { organizationId, resource, ...actions });
      return found?.lacking ?? false;
    },
    async orphanRecords(organizationId, limit) {
      return (await database.query(sql.listOrphanAuditRecords, { organizationId, limit })).map(sequenceOf);
    },
    async lostRecords(organizationId, limit) {
      return (await database.query(sql.listLostAuditRecords, { organizationId, limit })).map(sequenceOf);
    },
    async brokenPlans(organizationId, keptSince, limit) {
      const parameters = { organizationId, keptSince: keptSince ?? null, limit };
      const found = await database.query(sql.listBrokenPlans, parameters);
      return found.map((row) => ({
        id: row.plan_id,
        found: Number(row.found),
        said: [row.fewest, row.most],
      }));
    },
  };
}

function sequenceOf({ sequence }: { readonly sequence: string }): number {
  return Number(sequence);
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
    kind: row.resource,
    rowId: row.row_id,
    outcome: row.outcome,
    changes: row.changes,
    requestId: row.request_id,
    address: row.address ?? undefined,
    id: row.id ?? undefined,
    plan: planOf(row),
    run: row.run ?? undefined,
  };
}

/** Undefined only where both columns are empty, so that no change of either escapes the seal. */
function planOf({ plan_id: id, plan_records: records }: RecordRow): PlanTrace | undefined {
  return id === null && records === null ? undefined : { id: id ?? "", records: records ?? 0 };
}

function planRecordOf(row: PlanRecordRow): PlanRecord {
  return { sealed: row.sealed, ...recordOf(row) };
}

function waitingOf(row: WaitingRow): WaitingRecord {
  // The spread last: V8 makes a slow object of what grows after it (docs/decisions/0012-typed-queries.md).
  return {
    code: row.code ?? undefined,
    copyOf: row.copy_of === null ? undefined : Number(row.copy_of),
    refused: row.refused,
    ...recordOf(row),
  };
}

function linkOf(row: LinkRow): CoveredLink {
  return {
    position: Number(row.position),
    sequence: Number(row.link_sequence),
    seal: row.seal,
    // A link outlives a record that was taken away: then every column of the record is null.
    record: row.sequence === null ? undefined : recordOf(row as RecordRow),
  };
}
