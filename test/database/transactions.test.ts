/** What runs in a transaction runs on its connection: what the types refuse, and what refuses at run time. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { Connection, Database } from "../../src/database/database.ts";
import { connectionOf } from "../../src/database/executor.ts";
import { createRowStore } from "../../src/database/store.ts";
import { createVault } from "../../src/database/vault.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { AuditStore } from "../../src/engine/ports/audit.ts";
import { LostRace, type Store, type Writer } from "../../src/engine/ports/rows.ts";
import { withTransaction } from "../../src/engine/transaction.ts";
import type { DeliveryQueue } from "../../src/features/alerting/delivery/messages.ts";
import type { EventStore } from "../../src/features/alerting/events/store.ts";
import type { IdentityDeps, IdentityTransaction } from "../../src/features/identity/accounts/deps.ts";
import type { IdentityStore } from "../../src/features/identity/accounts/store.ts";
import { createRecordCodes } from "../../src/features/identity/audit/record-codes.ts";
import type { DeployGateStore } from "../../src/features/reliability/deploy-gate/store.ts";
import { openTestDatabase } from "../support/database.ts";

let database: Database;
let store: Store;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.execute("CREATE TABLE notes (text text)");
  store = createRowStore(
    database,
    createRecordCodes(createVault([{ id: "test", bytes: Buffer.alloc(32) }])).signRecord,
  );
});
afterAll(() => database.close());

const one = { name: "test-one", text: "SELECT 1 AS one" };
const note = (connection: Connection, text: string) =>
  connection.queryText({ name: "test-note", text: "INSERT INTO notes VALUES ($1)" }, [text]);
const notes = async (connection: Connection) =>
  (
    await connection.queryText<{ text: string }>({ name: "test-notes", text: "SELECT text FROM notes" }, [])
  ).map(({ text }) => text);

interface Ports {
  readonly store: Store;
  readonly writer: Writer;
  readonly engine: Engine;
  readonly identity: IdentityStore;
  readonly queue: DeliveryQueue;
  readonly events: EventStore;
  readonly gate: DeployGateStore;
  readonly audit: AuditStore;
  readonly deps: IdentityDeps;
}

/** Never called: the type checker refuses every line that is marked, and the marks where nothing is wrong. */
async function misuses({ store, writer, engine, identity, queue, events, gate, audit, deps }: Ports) {
  // @ts-expect-error a transaction does not begin another
  await writer.transaction([], async () => true);
  await database.transaction(async (connection) => {
    // @ts-expect-error neither does its connection
    await connection.transaction(async () => true);
  });
  // @ts-expect-error the store is no writer: what it reads and writes is in no transaction
  engine.in(store);
  // @ts-expect-error nor is it one for work that is given a writer
  const joined: Writer = store;
  // @ts-expect-error an account is held in a transaction
  await identity.users.lock("ada@example.com");
  // @ts-expect-error which the store is not
  identity.in(store);
  // @ts-expect-error a membership is made in a transaction, with its account
  await identity.members.insert({}, []);
  // @ts-expect-error all sessions end in a transaction, with what ends them
  await identity.sessions.removeAll("user");
  // @ts-expect-error mail is queued in the transaction of what it reports
  await queue.add([]);
  // @ts-expect-error which the store is not
  await queue.add(store, []);
  // @ts-expect-error an event is accepted together with its mails
  await events.accept("org", {}, new Date());
  // @ts-expect-error an override is set in a transaction, with its record
  await gate.in(store).setOverride("org", {}, {});
  // @ts-expect-error a chain is cut in a transaction
  await audit.cut("org", {}, new Date());
  // @ts-expect-error on one view of the database nothing is written
  await audit.snapshot((view) => view.cut("org", {}, new Date()));
  // @ts-expect-error work within a transaction is not given what reaches the database next to it
  const within: IdentityTransaction = deps;
  return [joined, within];
}

it("is a matter of types", () => {
  expect(misuses).toBeTypeOf("function");
});

it("sees what it wrote, and others do when it is committed", async () => {
  const text = randomUUID();
  await database.transaction(async (connection) => {
    await note(connection, text);
    expect(await notes(connection)).toContain(text);
  });
  expect(await notes(database)).toContain(text);
});

it("leaves nothing where its work throws, and where a race was lost", async () => {
  const before = await notes(database);
  const failing = database.transaction(async (connection) => {
    await note(connection, "failed");
    throw new Error("not now");
  });
  await expect(failing).rejects.toThrow("not now");
  const losing = store.transaction([], async () => {
    throw new LostRace();
  });
  await expect(losing).rejects.toThrow(LostRace);
  expect(await notes(database)).toEqual(before);
});

it("is done over as a whole when a race was lost in a part of it", async () => {
  let rounds = 0;
  const done = await withTransaction(store, [], async () => {
    rounds += 1;
    if (rounds < 3) throw new LostRace();
    return rounds;
  });
  expect(done).toBe(3);
});

it.each(["40P01", "40001", "55P03"])(
  "is done over when the database undid it with %s, whatever statement that was",
  async (code) => {
    let rounds = 0;
    const done = await withTransaction(store, [], async (writer) => {
      rounds += 1;
      const text = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`;
      if (rounds === 1) await connectionOf(writer).queryText({ name: `test-undo-${code}`, text }, []);
      return rounds;
    });
    expect(done).toBe(2);
  },
);

it("sends what its work asks at once one after the other: pg gives up queues of its own", async () => {
  let running = 0;
  const most: number[] = [];
  const query: (...request: unknown[]) => unknown = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(async function (
    this: pg.Client,
    ...request: unknown[]
  ) {
    most.push(++running);
    try {
      return await query.apply(this, request);
    } finally {
      running -= 1;
    }
  });
  onTestFinished(() => spy.mockRestore());
  const answers = await database.transaction((connection) =>
    Promise.all([note(connection, "at once"), notes(connection), connection.queryText(one, [])]),
  );
  expect(answers).toEqual([[], expect.arrayContaining(["at once"]), [{ one: 1 }]]);
  // With BEGIN and COMMIT.
  expect(most).toEqual([1, 1, 1, 1, 1]);
});

it("refuses what is asked of its connection after its end", async () => {
  let kept: Connection | undefined;
  await database.transaction(async (connection) => {
    kept = connection;
  });
  await expect((kept as Connection).queryText(one, [])).rejects.toThrow("this transaction has ended");
});

it("in tests fails at once where its work asks the database next to it", async () => {
  const calls: (() => Promise<unknown>)[] = [
    () => database.queryText(one, []),
    () => database.execute("SELECT 1"),
    () => database.transaction(async () => true),
    () => store.find("org", "teams", "team"),
  ];
  for (const ask of calls) {
    await expect(database.transaction(ask)).rejects.toThrow(
      /within a transaction's work: use the connection, or the writer/,
    );
  }
  expect(await database.queryText(one, [])).toEqual([{ one: 1 }]);
});
