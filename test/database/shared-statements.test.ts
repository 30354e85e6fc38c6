/** Statements that several requests share: each request is answered as if it had asked by itself. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { createGatheredReads } from "../../src/database/gathered-reads.ts";
import { sql } from "../../src/database/queries.generated.ts";
import { createSharedWrites } from "../../src/database/shared-writes.ts";
import { createRowStore } from "../../src/database/store.ts";
import { createVault } from "../../src/database/vault.ts";
import { type AuditEntry, LostRace, type NewRow, type Store } from "../../src/engine/ports/rows.ts";
import { createCredentialStore } from "../../src/features/identity/accounts/credentials-store.ts";
import { createRecordCodes } from "../../src/features/identity/audit/record-codes.ts";
import { newId } from "../../src/kernel/ids.ts";
import { openTestDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

let database: Database;
let store: Store;
const organizations = [newId("org"), newId("org")] as const;
const [organizationId] = organizations;
const at = new Date("2026-03-10T12:00:00.000Z");

beforeAll(async () => {
  database = await openTestDatabase();
  const vault = createVault([{ id: "test", bytes: randomBytes(32) }]);
  store = createRowStore(database, createRecordCodes(vault).signRecord);
  for (const [index, id] of organizations.entries())
    await database.execute(
      `INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ('${id}', 'acme-${index}', 'Acme', 'business', now());
       INSERT INTO api_keys (organization_id, id, hash, name, scopes, prefix, created_by, created_at)
       VALUES ('${id}', 'key_${index}', '\\x0${index}', 'key', '{api:admin}', 'x', 'x', now())`,
    );
});
afterAll(() => database.close());

function auditOf(rowId: string, requestId: string): AuditEntry {
  const actor = { kind: "key", id: "key_1", name: "test" } as const;
  const what = { door: "rest", action: "update_thing", kind: "things", outcome: "success" } as const;
  return { at, actor, ...what, rowId, changes: [], requestId, address: undefined };
}

function rowOf(id: string, value: number, overrides: Partial<NewRow> = {}): NewRow {
  const configuration = { name: `${id} "quoted", {braced} \\ and ä`, value };
  const texts = { naturalKey: id, sortKey: id, searchText: id };
  return {
    ...{ kind: "things", id, ...texts, configuration, secrets: {}, state: {}, keyHeldUntil: null },
    ...{ references: [], at, ...overrides },
  };
}

async function make(
  id: string,
  { organization = organizationId, ...overrides }: Partial<NewRow> & { readonly organization?: string } = {},
  rows: Pick<Store, "commit"> = store,
): Promise<string> {
  const row = rowOf(id, 0, overrides);
  const made = await rows.commit({
    organizationId: organization,
    changes: [{ op: "insert", row, audit: auditOf(id, "req_made") }],
  });
  return (made as string[])[0] as string;
}

function change(
  id: string,
  expected: string,
  value: number,
  { organization = organizationId, ...row }: Partial<NewRow> & { readonly organization?: string } = {},
) {
  return store.commit({
    organizationId: organization,
    changes: [
      {
        ...{ op: "update", row: rowOf(id, value, row), expected, sameReferences: true },
        audit: auditOf(id, `req_${id}_${value}`),
      },
    ],
  });
}

const valueIn = async (id: string, organization: string = organizationId) =>
  (await store.find(organization, "things", id))?.read().configuration.value;

async function recordsOf(id: string): Promise<string[]> {
  const found = await database.queryText<{ request_id: string }>(
    {
      name: "test-records",
      text: "SELECT request_id FROM audit_records JOIN audit_outbox USING (organization_id, sequence) WHERE row_id = $1 ORDER BY sequence",
    },
    [id],
  );
  return found.map(({ request_id }) => request_id);
}

/** More than one statement takes. */
const count = 70;
const names = (prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}_${index}`);

describe("changes of single rows that come at once", () => {
  it("are each made, with a record of their own", async () => {
    const ids = names("each");
    const revisions = await Promise.all(ids.map((id) => make(id)));
    const made = await Promise.all(ids.map((id, index) => change(id, revisions[index] as string, index)));
    expect(made.every((answer) => Array.isArray(answer))).toBe(true);
    for (const [index, id] of ids.entries()) {
      expect(await valueIn(id)).toBe(index);
      expect(await recordsOf(id)).toEqual(["req_made", `req_${id}_${index}`]);
      const { revision } = (await store.find(organizationId, "things", id)) ?? {};
      expect(made[index]).toEqual([revision]);
    }
  });

  it("of one row are made once: the others have lost, and leave no record", async () => {
    const revision = await make("one");
    const outcomes = await Promise.allSettled(names("").map((_, index) => change("one", revision, index)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
    const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    for (const reason of lost) expect(reason).toBeInstanceOf(LostRace);
    expect(await valueIn("one")).toBe(winner);
    expect(await recordsOf("one")).toEqual(["req_made", `req_one_${winner}`]);
  });

  it("of rows of the same id in two organizations do not meet", async () => {
    const revisions = await Promise.all(organizations.map((organization) => make("same", { organization })));
    await Promise.all(
      organizations.map((organization, index) =>
        change("same", revisions[index] as string, index + 1, { organization }),
      ),
    );
    expect(await valueIn("same", organizations[0])).toBe(1);
    expect(await valueIn("same", organizations[1])).toBe(2);
  });

  it("fail alone: a name that is taken, and a value that no column takes", async () => {
    const ids = names("alone");
    const revisions = await Promise.all(ids.map((id) => make(id)));
    const outcomes = await Promise.all(
      ids.map((id, index) =>
        change(id, revisions[index] as string, index, {
          ...(index === 10 ? { naturalKey: "alone_11" } : {}),
          ...(index === 20 ? { searchText: "no\0text" } : {}),
        }).catch((error: Error) => error),
      ),
    );
    expect(outcomes[10]).toBeInstanceOf(LostRace); // the engine looks who has the name, and says so
    expect(outcomes[20]).toBeInstanceOf(Error);
    expect(outcomes[20]).not.toBeInstanceOf(LostRace);
    for (const [index, id] of ids.entries()) {
      const failed = index === 10 || index === 20;
      expect(await valueIn(id)).toBe(failed ? 0 : index);
      expect(await recordsOf(id)).toHaveLength(failed ? 1 : 2);
    }
  });

  // One connection has no neighbour that could hold a lock.
  it.runIf(process.env.TEST_DATABASE_URL !== undefined)(
    "wait for nobody's lock but that of their own row",
    async () => {
      const [locked, free] = await Promise.all([make("locked"), make("free")]);
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holding = new Promise<void>((held, failed) => {
        database
          .transaction(async (connection) => {
            await connection.query(sql.getRowLocked, { organizationId, kind: "things", id: "locked" });
            held();
            await released;
          })
          .catch(failed);
      });
      await holding;
      let settled = false;
      const made = change("locked", locked, 1).finally(() => {
        settled = true;
      });
      expect(await change("free", free, 1)).toHaveLength(1);
      await until(async () => (await waitingForLocks()) === 1);
      expect(settled).toBe(false);
      release();
      expect(await made).toHaveLength(1);
      expect(await valueIn("locked")).toBe(1);
    },
  );
});

describe("new rows that come at once", () => {
  const link = (toId: string) => ({ field: "of", toKind: "things", toId, cascade: false });

  it("are each made, with their references and a record of their own", async () => {
    await make("aimed at");
    const ids = names("new");
    await Promise.all(ids.map((id) => make(id, { references: [link("aimed at")] })));
    const pointing = await store.referrers(organizationId, "things", "aimed at");
    expect(pointing.map(({ id }) => id)).toEqual(ids.toSorted());
    for (const id of ids) expect(await recordsOf(id)).toEqual(["req_made"]);
  });

  it("of one key are made once: the others have lost, and leave no record", async () => {
    const ids = names("rival");
    const outcomes = await Promise.allSettled(ids.map((id) => make(id, { naturalKey: "the key" })));
    const made = ids.filter((_, index) => outcomes[index]?.status === "fulfilled");
    expect(made).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(LostRace);
    for (const id of ids) expect(await recordsOf(id)).toHaveLength(made.includes(id) ? 1 : 0);
  });

  it("fail alone: a key that is taken, a row that is not there, and a value that no column takes", async () => {
    await make("holder");
    const odd: Readonly<Record<number, Partial<NewRow>>> = {
      10: { naturalKey: "holder" },
      20: { references: [link("nowhere")] },
      30: { searchText: "no\0text" },
    };
    const ids = names("odd");
    const outcomes = await Promise.all(
      ids.map((id, index) => make(id, odd[index]).catch((error: Error) => error)),
    );
    for (const [index, id] of ids.entries()) {
      const failed = index in odd;
      expect(outcomes[index] instanceof Error, id).toBe(failed);
      expect(await valueIn(id)).toBe(failed ? undefined : 0);
      expect(await recordsOf(id)).toHaveLength(failed ? 0 : 1);
    }
    for (const index of [10, 20]) expect(outcomes[index]).toBeInstanceOf(LostRace);
    expect(outcomes[30]).not.toBeInstanceOf(LostRace);
  });

  it.runIf(process.env.TEST_DATABASE_URL !== undefined)(
    "do not wait for who is making a row of such a key in a transaction",
    async () => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const slow = new Promise<void>((held, failed) => {
        store
          .transaction([], async (writer) => {
            await make("slow", { naturalKey: "slow key" }, writer);
            held();
            await released;
          })
          .catch(failed);
      });
      await slow;
      const rival = make("rival of slow", { naturalKey: "slow key" }).catch((error: Error) => error);
      await Promise.all(names("next").map((id) => make(id)));
      expect(await valueIn("next_0")).toBe(0);
      release();
      expect(await rival).toBeInstanceOf(LostRace);
      expect(await valueIn("slow")).toBe(0);
    },
  );
});

async function waitingForLocks(): Promise<number> {
  const [found] = await database.queryText<{ count: number }>(
    {
      name: "test-waiting",
      text: "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    },
    [],
  );
  return found?.count ?? 0;
}

describe("reads of single rows that come at once", () => {
  it("answer each what it asked for, and nothing where there is nothing", async () => {
    const ids = names("read");
    await Promise.all(ids.map((id) => make(id)));
    const found = await Promise.all(
      ids.flatMap((id) => [
        store.find(organizationId, "things", id),
        store.find(organizations[1], "things", id),
        store.find(organizationId, "others", id),
      ]),
    );
    expect(found.map((row) => row?.id)).toEqual(ids.flatMap((id) => [id, undefined, undefined]));
  });

  it("find each key with its own organization, and none that is revoked or unknown", async () => {
    await Promise.all(organizations.map((organization) => make("keyed", { organization })));
    await database.execute(
      `INSERT INTO api_keys (organization_id, id, hash, name, scopes, prefix, created_by, created_at, revoked_at)
       VALUES ('${organizationId}', 'key_gone', '\\x0a', 'key', '{api:admin}', 'x', 'x', now(), now())`,
    );
    const credentials = createCredentialStore(database, 720);
    const found = await Promise.all(
      [0, 1, 10, 99, 0, 1].map((byte) => credentials.key(Buffer.from([byte]), at)),
    );
    const [first, second] = organizations;
    expect(found.map((known) => known?.organization.id)).toEqual([
      ...[first, second, undefined, undefined, first, second],
    ]);
  });

  it("are not held up by one that takes long, also where nobody comes after them", async () => {
    const asked: string[] = [];
    const held = new Promise<never>(() => {});
    const reads = createGatheredReads((statement) => {
      asked.push(statement.name);
      return asked.length === 1 ? held : Promise.resolve([{ id: "found" }]);
    }, Number.POSITIVE_INFINITY);
    const read = (id: string) =>
      new Promise((resolve, reject) =>
        reads(sql.findRow, { values: ["org", "things", id], resolve, reject }),
      );
    void read("slow");
    await until(() => asked.length === 1);
    expect(await read("quick")).toEqual([{ id: "found" }]);
    expect(asked).toEqual(["database/find-row", "database/find-row"]);
  });

  it("see a write that ended before they were asked", async () => {
    let revision = await make("moving");
    for (let value = 1; value <= 20; value += 1) {
      // Others are under way all the time.
      const others = names("read").map((id) => store.find(organizationId, "things", id));
      [revision] = (await change("moving", revision, value)) as [string];
      expect(await valueIn("moving")).toBe(value);
      await Promise.all(others);
    }
  });
});

describe("what waits behind statements that nobody answers", () => {
  const patienceMs = 30;
  const sent: string[] = [];
  const unanswered = (statement: { readonly name: string }) => {
    sent.push(statement.name);
    return new Promise<never>(() => {});
  };
  const refused = { code: "unavailable", detail: { retryAfterSeconds: 1 } };

  it("is refused: reads", async () => {
    sent.length = 0;
    const reads = createGatheredReads(unanswered, patienceMs);
    const read = (id: string) =>
      new Promise((resolve, reject) =>
        reads(sql.findRow, { values: ["org", "things", id], resolve, reject }),
      );
    for (const count of [1, 2]) {
      void read(`under way ${count}`);
      await until(() => sent.length === count);
    }
    await expect(read("waiting")).rejects.toMatchObject(refused);
    expect(sent).toHaveLength(2);
  });

  it("is refused: changes of rows and new rows, which were not made", async () => {
    const writes = createSharedWrites(unanswered, patienceMs);
    for (const statement of [sql.updateRowAlone, sql.insertRow]) {
      sent.length = 0;
      const write = (id: string) =>
        writes(statement)?.(statement.parameters.map((name) => (name === "id" ? id : "1")));
      void write("under way");
      await until(() => sent.length === 1);
      await expect(write("waiting")).rejects.toMatchObject(refused);
      expect(sent).toHaveLength(1);
    }
  });
});
