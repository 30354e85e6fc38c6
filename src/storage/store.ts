/** The engine's Store on PostgreSQL. Every method is one named statement, or a transaction of them. */
import {
  type AuditEntry,
  type Change,
  type Commit,
  type Committer,
  LostRace,
  type NewRow,
  type ProveRecord,
  type Reader,
  type Store,
  type StoredRow,
  type UnreadRow,
  type Writer,
} from "../engine/ports/rows.ts";
import { type Connection, codeOf, type Database } from "./database.ts";
import { scopeOf, transactionScope } from "./scope.ts";
import { sql } from "./statement.ts";

export interface RowRecord {
  kind: string;
  id: string;
  natural_key: string | null;
  configuration: StoredRow["configuration"];
  secrets: StoredRow["secrets"];
  state: StoredRow["state"];
  revision: string;
  created_at: Date;
  updated_at: Date;
}

/** A row in the form of find-row.sql: its version, and all else as one JSON text. */
export interface RowText {
  id: string;
  revision: string;
  version: string;
  text: string;
}

/** unique_violation, foreign_key_violation, serialization_failure, deadlock_detected */
const racedCodes = new Set(["23505", "23503", "40001", "40P01"]);

/**
 * The rows on a transaction's connection, or on the database: then `whole` is the database, and what takes several
 * statements is a transaction of its own.
 */
function openRows(database: Connection, prove: ProveRecord, whole?: Database) {
  const rows = async (name: string, values: readonly unknown[]) =>
    (await database.query<RowRecord>(sql(name), values)).map(storedRow);

  const find: Store["find"] = async (organizationId, kind, id) => {
    if (holdsNul(id)) return undefined;
    const [found] = await database.query<RowText>(sql("find-row"), [organizationId, kind, id]);
    return found && unreadRow(kind, found);
  };

  const reader: Omit<Reader, "scope"> = {
    async row(organizationId, kind, id) {
      if (whole !== undefined) return (await find(organizationId, kind, id))?.read();
      if (holdsNul(id)) return undefined;
      return (await rows("get-row-locked", [organizationId, kind, id]))[0];
    },
    async rowByKey(organizationId, kind, naturalKey, now) {
      return (await rows("get-row-by-key", [organizationId, kind, naturalKey, now]))[0];
    },
    async rowsMatching(organizationId, kind, match) {
      return rows("get-rows-matching", [organizationId, kind, match]);
    },
    async existing(organizationId, targets) {
      const found = await database.query<{ kind: string; id: string }>(sql("get-existing-rows"), [
        organizationId,
        targets.map((target) => target.toKind),
        targets.map((target) => target.toId),
      ]);
      return new Set(found.map((row) => `${row.kind}/${row.id}`));
    },
    async referrers(organizationId, kind, id) {
      return database.query(sql("list-referrers"), [organizationId, kind, id]);
    },
  };

  async function commit(commit: Commit): Promise<readonly string[] | "raced" | "taken"> {
    const alone =
      commit.changes.length === 1 && commit.organization === undefined && commit.serviceName === undefined;
    const [only] = commit.changes;
    const simple = alone && only !== undefined && !("row" in only && only.row.keyHeldUntil !== null);
    try {
      return simple || whole === undefined
        ? await writeAll(commit)
        : await whole.transaction((connection) => openRows(connection, prove).writeAll(commit));
    } catch (error) {
      if (error instanceof Lost) return error.why;
      // Inside of the caller's transaction nothing more can be said to the database: it must roll back.
      if (racedCodes.has(codeOf(error) ?? "")) {
        if (whole === undefined) throw new LostRace();
        return "raced";
      }
      throw error;
    }
  }

  async function writeAll(commit: Commit): Promise<string[]> {
    const { organizationId, organization, serviceName } = commit;
    if (serviceName !== undefined) {
      const { kind, field, value } = serviceName;
      await database.query(sql("drop-service-name"), [organizationId, kind, field, value]);
      if (value !== null) {
        const taken = await database.query(sql("take-service-name"), [organizationId, kind, field, value]);
        if (taken.length === 0) throw new Lost("taken");
      }
    }
    const revisions: string[] = [];
    for (const change of commit.changes) revisions.push(await write(organizationId, change));
    if (organization !== undefined) {
      const { name, ipAllowlist, sessionTtlHours } = organization;
      await database.query(sql("update-organization-columns"), [
        organizationId,
        name,
        ipAllowlist,
        sessionTtlHours,
      ]);
    }
    return revisions;
  }

  async function write(organizationId: string, change: Change): Promise<string> {
    if ("row" in change && change.row.keyHeldUntil !== null) {
      const { kind, naturalKey, at } = change.row;
      await database.query(sql("free-expired-key"), [organizationId, kind, naturalKey, at]);
    }
    const [changed] = await database.query<{ revision: string }>(
      ...statementOf(organizationId, change, prove),
    );
    if (changed === undefined) throw new Lost("raced");
    return changed.revision;
  }

  const committer: Omit<Committer, "scope"> = {
    ...reader,
    commit,
    find,
    async listVersion(organizationId, kind, order, limit, now) {
      const name = order === "newest_first" ? "version-of-rows-newest-first" : "version-of-rows-in-order";
      const [found] = await database.query<{ version: string }>(sql(name), [
        organizationId,
        kind,
        limit,
        now,
      ]);
      return (found as { version: string }).version;
    },
    async list(organizationId, kind, order, filters, limit, now) {
      if (filters.some(({ value }) => holdsNul(value))) return [];
      const found = await database.query<RowText>(
        sql(order === "newest_first" ? "list-rows-newest-first" : "list-rows-in-order"),
        [
          organizationId,
          kind,
          filters.map((filter) => filter.field),
          filters.map((filter) => filter.value),
          filters.map((filter) => filter.fold),
          limit,
          now,
        ],
      );
      return found.map((row) => unreadRow(kind, row));
    },
    async mergeState(organizationId, kind, id, state, count) {
      if (holdsNul(id)) return undefined;
      const counted = [count?.field ?? null, count?.by ?? null];
      return (await rows("merge-row-state", [organizationId, kind, id, state, ...counted]))[0];
    },
  };
  return { committer, writeAll };
}

function createWriter(database: Connection, prove: ProveRecord): Writer {
  return {
    ...openRows(database, prove).committer,
    scope: transactionScope(database),
    async lock(name) {
      await database.query(sql("lock"), [name]);
    },
  };
}

export function createStore(database: Database, prove: ProveRecord): Store {
  return {
    ...openRows(database, prove, database).committer,
    scope: scopeOf(database),
    async transaction(locks, work) {
      try {
        return await database.transaction(async (connection) => {
          const writer = createWriter(connection, prove);
          for (const lock of locks) await writer.lock(lock);
          const result = await work(writer);
          if (result === undefined) throw new LostRace(); // a lost race leaves nothing behind
          return result;
        });
      } catch (error) {
        if (error instanceof LostRace) return undefined;
        throw error;
      }
    },
    async recordRefusal(organizationId, told) {
      const entry = { ...told, rowId: told.rowId.replaceAll("\0", "") };
      const { actor, action, resource, rowId } = entry;
      const refused = JSON.stringify([
        "refusal",
        organizationId,
        actor.kind,
        actor.id,
        action,
        resource,
        rowId,
      ]);
      await database.transaction(async (database) => {
        // Who finds the lock taken need not wait: the same refusal is being recorded this moment.
        const [answer] = await database.query<{ locked: boolean }>(sql("try-lock"), [refused]);
        if (answer?.locked)
          await database.query(sql("insert-refusal"), auditValues(organizationId, entry, prove));
      });
    },
  };
}

/** PostgreSQL takes no text with a NUL, so nothing that is stored is called so. */
function holdsNul(text: string): boolean {
  return text.includes("\0");
}

/** A write that found the world changed; the transaction it ran in rolls back. */
class Lost extends Error {
  readonly why: "raced" | "taken";
  constructor(why: "raced" | "taken") {
    super(why);
    this.why = why;
  }
}

export function unreadRow(kind: string, { id, revision, version, text }: RowText): UnreadRow {
  return {
    id,
    revision,
    version,
    read() {
      const [naturalKey, configuration, secrets, state, createdAt, updatedAt] = JSON.parse(text);
      const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
      return { kind, id, naturalKey, configuration, secrets, state, revision, ...times };
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
    createdAt: record.created_at,
    updatedAt: record.updated_at,
  };
}

/** The values of one audit record and its place in the outbox, in the order of insert-audit-record.sql. */
export function auditValues(organizationId: string, entry: AuditEntry, prove: ProveRecord): unknown[] {
  const { at, actor, door, action, resource, rowId, outcome, changes, requestId, address } = entry;
  const { id, code } = prove(organizationId, entry);
  return [
    organizationId,
    at,
    actor.kind,
    actor.id,
    actor.name,
    door,
    action,
    resource,
    rowId,
    outcome,
    JSON.stringify(changes),
    requestId,
    address ?? null,
    id,
    code,
  ];
}

function statementOf(
  organizationId: string,
  change: Change,
  prove: ProveRecord,
): [ReturnType<typeof sql>, unknown[]] {
  const { audit } = change;
  const who = [audit.actor.kind, audit.actor.id, audit.actor.name, audit.door, audit.action];
  const trail = [JSON.stringify(audit.changes), audit.requestId, audit.address ?? null];
  const { id: recordId, code } = prove(organizationId, audit);
  const proof = [recordId, code];
  switch (change.op) {
    case "insert":
      return [sql("insert-row"), [...rowValues(organizationId, change.row), ...who, ...trail, ...proof]];
    case "update": {
      const rest = [...who, ...trail, change.expected, ...proof];
      return change.sameReferences
        ? [sql("update-row-alone"), [...ownValues(organizationId, change.row), ...rest]]
        : [sql("update-row"), [...rowValues(organizationId, change.row), ...rest]];
    }
    case "state": {
      const { kind, id, state, expected } = change;
      return [
        sql("amend-row-state"),
        [organizationId, kind, id, state, expected, audit.at, ...who, ...trail, ...proof],
      ];
    }
    case "delete":
      return [
        sql("delete-row"),
        [organizationId, change.kind, change.id, change.expected, audit.at, ...who, ...trail, ...proof],
      ];
  }
}

function rowValues(organizationId: string, row: NewRow): unknown[] {
  return [
    ...ownValues(organizationId, row),
    row.references.map((link) => link.field),
    row.references.map((link) => link.toKind),
    row.references.map((link) => link.toId),
    row.references.map((link) => link.cascade),
  ];
}

function ownValues(organizationId: string, row: NewRow): unknown[] {
  return [
    organizationId,
    row.kind,
    row.id,
    row.naturalKey,
    row.sortKey,
    JSON.stringify(row.configuration),
    row.secrets,
    JSON.stringify(row.state),
    row.keyHeldUntil,
    row.at.toISOString(), // as pg would print it, for less
  ];
}
