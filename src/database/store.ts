/** The engine's Store on PostgreSQL. Every method is one named statement, or a transaction of them. */
import {
  type Change,
  type Commit,
  type Committer,
  type LazyRow,
  LostRace,
  type NewRow,
  ServiceNameTaken,
  type SignRecord,
  type Store,
  type StoredRow,
  type Writer,
} from "../engine/ports/rows.ts";
import { auditParameters, recordAudit, trailParameters } from "./audit-trail.ts";
import type { Connection, Database } from "./database.ts";
import { executorOf, transactionExecutor } from "./executor.ts";
import { codeOf } from "./failures.ts";
import { jsonText } from "./json-text.ts";
import { lock } from "./locks.ts";
import { sql } from "./queries.generated.ts";
import type { RowOf } from "./statement.ts";

type RowRecord = RowOf<typeof sql.getRowLocked>;

/** A row in the form of find-row.sql: its version, and what doors show of it as one JSON text. */
type RowText = Omit<RowOf<typeof sql.findRow>, "moved"> & {
  readonly moved?: boolean;
  readonly sort_key?: string;
};

/** unique_violation, foreign_key_violation, serialization_failure, deadlock_detected */
const racedCodes = new Set(["23505", "23503", "40001", "40P01"]);

/**
 * The rows on a transaction's connection, or on the database: then `whole` is the database, and what takes several
 * statements is a transaction of its own.
 */
function openRows(
  database: Connection,
  signRecord: SignRecord,
  whole?: Database,
): Omit<Committer, "executor"> {
  async function find(organizationId: string, kind: string, id: string): Promise<LazyRow | undefined> {
    if (holdsNul(id)) return undefined;
    const [found] = await database.query(sql.findRow, { organizationId, kind, id });
    return found && lazyRow(kind, found);
  }
  return {
    find,
    row: async (organizationId, kind, id) => (await find(organizationId, kind, id))?.read(),
    async rowByKey(organizationId, kind, naturalKey, now) {
      const [found] = await database.query(sql.getRowByKey, { organizationId, kind, naturalKey, now });
      return found && storedRow(found);
    },
    async rowsMatching(organizationId, kind, match) {
      const at = { organizationId, kind, match: jsonText(match) };
      return (await database.query(sql.getRowsMatching, at)).map(storedRow);
    },
    async keysLike(organizationId, kind, keys) {
      const asked = { organizationId, kind, keys: jsonText(keys) };
      const [answer] = await database.query(sql.listKeysLike, asked);
      return answer?.found ?? [];
    },
    async count(organizationId, kind) {
      const [found] = await database.query(sql.countKindRows, { organizationId, kind });
      return found?.count ?? 0;
    },
    async existing(organizationId, targets) {
      const asked = { organizationId, targets: jsonText(targets) };
      const [answer] = await database.query(sql.getExistingRows, asked);
      return new Set(answer?.existing);
    },
    referrers: (organizationId, kind, id) => database.query(sql.listReferrers, { organizationId, kind, id }),
    async listVersion(organizationId, kind, order, limit, now) {
      const query = order === "newest_first" ? sql.versionOfRowsNewestFirst : sql.versionOfRowsInOrder;
      const [found] = await database.query(query, { organizationId, kind, limit, now });
      return (found as RowOf<typeof query>).version;
    },
    async list(organizationId, kind, order, filters, limit, now, managedBy, after) {
      if ([managedBy ?? "", ...filters.map(({ value }) => value)].some(holdsNul)) return [];
      const among = {
        filterFields: filters.map((filter) => filter.field),
        filterValues: filters.map((filter) => filter.value),
        filterFolds: filters.map((filter) => filter.fold),
        filterFallbacks: filters.map((filter) => filter.fallback ?? ""),
        managedBy: managedBy ?? null,
      };
      const shared = { organizationId, kind, ...among, limit, now };
      const place = { afterSortKey: after?.sortKey ?? "", afterId: after?.id ?? "" };
      const found = await (order === "newest_first"
        ? database.query(sql.listRowsNewestFirst, { ...shared, beforeId: after?.id ?? lastId })
        : database.query(sql.listRowsInOrder, { ...shared, ...place }));
      return found.map((row) => lazyRow(kind, row));
    },
    commit: (commit) => commitRows(database, signRecord, whole, commit),
    async mergeState(organizationId, kind, id, state, { count, kept, measured } = {}) {
      if (holdsNul(id)) return undefined;
      const [merged] = await database.query(sql.mergeRowState, {
        organizationId,
        kind,
        id,
        state: jsonText(state),
        countField: count?.field ?? null,
        countBy: count?.by ?? null,
        countSeen: count?.seen ?? null,
        figures: kept === undefined ? null : jsonText(kept.figures),
        at: kept?.at ?? new Date(0),
        measuredField: measured?.field ?? null,
        measuredAt: measured?.at ?? null,
        lostState: measured?.lost ?? null,
      });
      return merged && storedRow(merged);
    },
  };
}

async function commitRows(
  database: Connection,
  signRecord: SignRecord,
  whole: Database | undefined,
  commit: Commit,
): Promise<readonly string[]> {
  const alone =
    commit.changes.length === 1 && commit.organization === undefined && commit.serviceName === undefined;
  const [only] = commit.changes;
  const simple = alone && only !== undefined && !("row" in only && only.row.keyHeldUntil !== null);
  try {
    return simple || whole === undefined
      ? await writeAll(database, signRecord, commit)
      : await whole.transaction((connection) => writeAll(connection, signRecord, commit));
  } catch (error) {
    throw isRaced(error) ? new LostRace() : error;
  }
}

async function writeAll(database: Connection, signRecord: SignRecord, commit: Commit): Promise<string[]> {
  const { organizationId, organization, serviceName } = commit;
  if (serviceName !== undefined) {
    const { kind, field, value } = serviceName;
    await database.query(sql.dropServiceName, { organizationId, kind, field, value });
    if (value !== null) {
      const taken = await database.query(sql.takeServiceName, { organizationId, kind, field, value });
      if (taken.length === 0) throw new ServiceNameTaken();
    }
  }
  const revisions: string[] = [];
  for (const change of commit.changes)
    revisions.push(await write(database, signRecord, organizationId, change));
  if (organization !== undefined) {
    const { name, ipAllowlist, sessionTtlHours, secondFactorRequired } = organization;
    await database.query(sql.updateOrganizationColumns, {
      id: organizationId,
      name,
      ipAllowlist,
      sessionTtlHours,
      secondFactorRequired,
    });
  }
  return revisions;
}

async function write(
  database: Connection,
  signRecord: SignRecord,
  organizationId: string,
  change: Change,
): Promise<string> {
  if ("row" in change && change.row.keyHeldUntil !== null) {
    const { kind, naturalKey, at } = change.row;
    await database.query(sql.freeExpiredKey, { organizationId, kind, naturalKey, at });
  }
  const [changed] = await writeRow(database, signRecord, organizationId, change);
  if (changed === undefined) throw new LostRace();
  return changed.revision;
}

/**
 * The one statement that makes a change, with its audit record. No row: the world is not as it was decided on.
 * No object of parameters begins with a spread: V8 makes a slow object of it (docs/decisions/0012-typed-queries.md).
 */
async function writeRow(
  database: Connection,
  signRecord: SignRecord,
  organizationId: string,
  change: Change,
): Promise<{ revision: string }[]> {
  const trail = trailParameters(organizationId, change.audit, signRecord);
  switch (change.op) {
    case "insert": {
      const { row } = change;
      const own = ownParameters(row);
      const links = jsonText(row.references);
      return database.query(sql.insertRow, { organizationId, links, ...trail, ...own });
    }
    case "update": {
      const { row, expected: expectedRevision, sameReferences } = change;
      const own = ownParameters(row);
      if (sameReferences)
        return database.query(sql.updateRowAlone, { organizationId, expectedRevision, ...trail, ...own });
      const links = jsonText(row.references);
      return database.query(sql.updateRow, { organizationId, expectedRevision, links, ...trail, ...own });
    }
    case "state": {
      const { kind, id, expected: expectedRevision } = change;
      const state = jsonText(change.state);
      return database.query(sql.updateRowState, {
        organizationId,
        kind,
        id,
        expectedRevision,
        state,
        ...trail,
      });
    }
    case "delete": {
      const { kind, id, expected: expectedRevision } = change;
      return database.query(sql.deleteRow, { organizationId, kind, id, expectedRevision, ...trail });
    }
  }
}

/** serialization_failure, deadlock_detected, lock_not_available */
const undoneCodes = new Set(["40001", "40P01", "55P03"]);

/** Whether the database undid a transaction because of another, whatever statement of whichever feature it was in. */
function isUndone(error: unknown): boolean {
  return undoneCodes.has(codeOf(error) ?? "");
}

/** Whether another writer was faster, or both waited for each other. */
export function isRaced(error: unknown): boolean {
  return racedCodes.has(codeOf(error) ?? "");
}

function createWriter(database: Connection, signRecord: SignRecord): Writer {
  return {
    ...openRows(database, signRecord),
    executor: transactionExecutor(database),
    async lockRow(organizationId, kind, id) {
      if (holdsNul(id)) return undefined;
      const [found] = await database.query(sql.getRowLocked, { organizationId, kind, id });
      return found && storedRow(found);
    },
    async lock(name) {
      await lock(database, name);
    },
  };
}

export function createRowStore(database: Database, signRecord: SignRecord): Store {
  return {
    ...openRows(database, signRecord, database),
    executor: executorOf(database),
    transaction: (locks, work) =>
      database
        .transaction(async (connection) => {
          const writer = createWriter(connection, signRecord);
          for (const lock of locks) await writer.lock(lock);
          return work(writer);
        })
        .catch((error) => {
          throw isUndone(error) ? new LostRace() : error;
        }),
    async record(organizationId, entry) {
      await recordAudit(database, signRecord, organizationId, entry);
    },
    async recordRefusal(organizationId, attempt) {
      const entry = { ...attempt, rowId: attempt.rowId.replaceAll("\0", "") };
      const { actor, action, kind, rowId } = entry;
      const refused = JSON.stringify(["refusal", organizationId, actor.kind, actor.id, action, kind, rowId]);
      await database.transaction(async (database) => {
        // Who finds the lock taken need not wait: the same refusal is being recorded this moment.
        const [answer] = await database.query(sql.tryLock, { purpose: refused });
        if (answer?.locked)
          await database.query(sql.insertRefusal, auditParameters(organizationId, entry, signRecord));
      });
    },
  };
}

/** PostgreSQL takes no text with a NUL, so nothing that is stored is called so. */
function holdsNul(text: string): boolean {
  return text.includes("\0");
}

/** Behind every id. */
const lastId = "\u{10ffff}";

export function lazyRow(kind: string, record: RowText): LazyRow {
  const { id, managed_by: managedBy, revision, version, text } = record;
  return {
    id,
    managedBy,
    revision,
    version,
    moved: record.moved,
    length: text.length,
    sortKey: record.sort_key,
    read() {
      const [naturalKey, configuration, secrets, state, createdAt, updatedAt] = JSON.parse(text);
      const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
      return { kind, id, naturalKey, configuration, secrets, state, revision, managedBy, ...times };
    },
  };
}

export function storedRow(record: RowRecord): StoredRow {
  return {
    kind: record.kind,
    id: record.id,
    naturalKey: record.natural_key,
    configuration: record.configuration,
    secrets: record.secrets,
    state: record.state,
    revision: record.revision,
    managedBy: record.managed_by,
    createdAt: record.created_at,
    updatedAt: record.updated_at,
  };
}

function ownParameters(row: NewRow) {
  const { kind, id, naturalKey, sortKey, searchText, keyHeldUntil } = row;
  return {
    kind,
    id,
    naturalKey,
    sortKey,
    searchText,
    configuration: jsonText(row.configuration),
    secrets: jsonText(row.secrets),
    state: jsonText(row.state),
    keyHeldUntil,
    at: row.at.toISOString(), // as pg would print it, for less
  };
}
