/** What a node says of a server that takes no writes, or where somebody holds a lock: in /readyz, in answers, in its log. */
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { blockersOf, diagnose } from "../../src/features/organization/doctor/index.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let database: Database;
let test: TestService;
let tenant: Tenant;
let other: pg.Client;
beforeAll(async () => {
  database = await openTestDatabase();
  test = await startService({}, [], database);
  tenant = await test.makeTenant();
  other = new pg.Client({ connectionString: database.server?.url, application_name: "psql" });
  await other.connect();
});
afterEach(() => other.query("ROLLBACK"));
afterAll(async () => {
  await other.end();
  await test.close();
  await database.close();
});

const ready = () => test.send("GET", "/readyz");
const write = (name: string) => tenant.config("POST", "teams", { body: { name } });
const logged = (words: RegExp) =>
  test.logs.map((line) => JSON.parse(line)).filter(({ msg }: { msg: string }) => words.test(msg));

it("is not ready while the database takes no writes, and says so once", { timeout: 60_000 }, async () => {
  expect((await ready()).status).toBe(200);
  const set = async (value: "on" | "off") => {
    await other.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`,
    );
    // Sessions that are there keep what they have: they end, as at a failover.
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
  };
  const before = await write("Before");
  expect(before.status).toBe(201);
  await set("on");
  await until(async () => /takes no writes/.test((await ready()).body.message));
  const { body, headers } = await ready();
  expect([body.error, headers["retry-after"]]).toEqual(["unavailable", "1"]);
  expect(body.message).toBe(
    "Not ready: the database takes no writes: transactions are read-only there by default (default_transaction_read_only); DATABASE_URL has to lead to the primary.",
  );
  const refused = await write("Refused");
  expect([refused.status, refused.body.message]).toEqual([
    503,
    expect.stringMatching(/^The database takes no writes: it is a standby, or set to read only\./),
  ]);
  for (let round = 0; round < 5; round += 1) expect((await ready()).status).toBe(503);
  expect((await test.send("GET", "/metrics")).text).toMatch(/^orgconfig_database_writable 0$/m);
  expect(logged(/^not ready: the database takes no writes/)).toHaveLength(1);
  expect(logged(/^Not ready/)).toEqual([]);
  await other.query("SET default_transaction_read_only = off");
  await set("off");
  await until(async () => (await ready()).status === 200);
  expect(logged(/^the database is there again: ready, after \d+ seconds?$/).length).toBeGreaterThan(0);
  expect((await write("After")).status).toBe(201);
});

it("names who holds a lock that others wait for, also while they take every connection", {
  timeout: 60_000,
}, async () => {
  await other.query("BEGIN; LOCK TABLE rows IN ACCESS EXCLUSIVE MODE");
  await other.query("SELECT 'their secret'");
  const writes = Array.from({ length: 20 }, (_, number) => write(`Waits ${number}`));
  // Writes that come at once share a statement, and so a connection: these take the others.
  const connections = Array.from({ length: 20 }, () =>
    database
      .queryText({ name: "test-wait", text: "SELECT count(*) FROM rows" }, [])
      .catch((error: Error) => error),
  );
  await until(async () => (await blockersOf(database))?.length === 1);
  const [found] = (await blockersOf(database)) ?? [];
  expect(found).toMatchObject({ program: "psql", state: "idle in transaction", locked: ["rows"] });
  expect(found?.waiting).toBeGreaterThan(1);
  const [first] = await diagnose({ ...test.service.doctor.examined, database });
  expect(first).toMatchObject({ area: "database", name: "locks", status: "error" });
  expect(first?.message).toMatch(
    /^pid \d+ \(user orgconfig, psql.*\), idle in transaction since .* UTC: SELECT '…'\. It locks rows\. \d+ statements wait for it, up to \d+ s; let it end, or SELECT pg_terminate_backend\(\d+\)$/,
  );
  await until(async () => logged(/^statements wait for locks: pid \d+/).length === 1);
  expect((await test.send("GET", "/metrics")).text).toMatch(/^orgconfig_database_blocked [1-9]/m);
  expect((await ready()).body.message).toMatch(/statements wait for locks, orgconfig doctor says whose/);
  await other.query("ROLLBACK");
  expect((await Promise.all(writes)).every(({ status }) => [201, 503].includes(status))).toBe(true);
  await Promise.all(connections);
  await until(async () => logged(/^nothing waits for a lock any more, after/).length === 1);
});

it("says once that the disk is full, at every door, and that it has room again", {
  timeout: 60_000,
}, async () => {
  // What needs room fails as on a full disk: new rows, and tables.
  await other.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION full_row() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE FUNCTION full_table() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM nextval('tries'); RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION full_row();
    CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION full_table()`);
  const tries = async () =>
    Number((await other.query("SELECT last_value FROM tries WHERE is_called")).rows[0]?.last_value ?? 0);
  const count = async () => (await tenant.config("GET", "teams")).body.data.length;
  const before = await count();
  const records = async () => (await other.query("SELECT count(*) FROM audit_records")).rows[0]?.count;
  const recordsBefore = await records();
  for (let round = 0; round < 5; round += 1) {
    const refused = await write(`No room ${round}`);
    expect([refused.status, refused.body.message]).toEqual([
      503,
      "The database's disk is full: nothing can be stored until whoever runs the installation makes room.",
    ]);
  }
  expect([await count(), await records()]).toEqual([before, recordsBefore]);
  const full = /^the database's disk is full: what needs room there is refused/;
  expect(await ready()).toMatchObject({
    status: 200,
    body: { status: "ready", notes: [expect.stringMatching(full)] },
  });
  expect((await test.send("GET", "/metrics")).text).toMatch(/^orgconfig_database_disk_full 1$/m);
  // The node's own next look finds it full as well.
  await until(async () => (await tries()) > 0);
  const checks = await diagnose({ ...test.service.doctor.examined, database });
  expect(checks.filter(({ name }) => name === "room")).toEqual([
    { area: "database", name: "room", status: "error", message: expect.stringMatching(full) },
  ]);
  expect(logged(full)).toHaveLength(1);
  await other.query("DROP EVENT TRIGGER full_disk; DROP TRIGGER full_disk ON rows");
  await until(async () => logged(/^the database's disk has room again, after \d+ seconds?$/).length === 1);
  expect((await ready()).body).toEqual({ status: "ready" });
  expect((await write("Room again")).status).toBe(201);
  const after = await diagnose({ ...test.service.doctor.examined, database });
  expect(after.find(({ name }) => name === "room")).toMatchObject({ status: "ok" });
});
