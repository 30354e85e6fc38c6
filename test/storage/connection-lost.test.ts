/** What a client hears when the connection to the database breaks. It runs on a server only. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let test: TestService;
let tenant: Tenant;
/** Connections beside the service's own: one that keeps a write waiting, and one that looks on. */
let holder: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  const [{ name }] = (await test.database.queryText(
    { name: "test-name", text: "SELECT current_database() AS name" },
    [],
  )) as [{ name: string }];
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  url.pathname = `/${name}`;
  holder = new pg.Client({ connectionString: url.href });
  watcher = new pg.Client({ connectionString: url.href });
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await test.close();
});

it("a write that was under way is in doubt, and says so", async () => {
  await holder.query("BEGIN; LOCK TABLE rows IN ACCESS EXCLUSIVE MODE");
  const writing = tenant.config("POST", "teams", { body: { name: "Platform" } });
  const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await until(async () => (await watcher.query(`SELECT pid ${waiting}`)).rows.length > 0);
  await watcher.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
  const { status, body, headers } = await writing;
  await holder.query("ROLLBACK");
  expect({ status, error: body.error, reason: body.reason }).toEqual({
    status: 503,
    error: "unavailable",
    reason: "in_doubt",
  });
  expect(headers["retry-after"]).toBe("1");
  expect((await tenant.config("POST", "teams", { body: { name: "Platform" } })).status).toBe(201);
});
