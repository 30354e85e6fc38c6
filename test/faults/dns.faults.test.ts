/**
 * No name resolves any more: the database's, the mail server's, a webhook's. The service goes on with the connections
 * that it has, says so when it has none, and delivers what waited when the names are back.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { createAlertCalls, makeAlerting } from "./alert-calls.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { makeNames } from "./names.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { type Receivers, startReceivers } from "./receipts.ts";
import { record } from "./record.ts";
import { count, lostOf, seenOf, spread, timed } from "./table.ts";

const clients = 16;
/** What waited is tried again after some pauses. */
const patienceMs = 300_000;
const hosts = {
  database: "database.faults.test",
  mail: "mail.faults.test",
  hook: "hook.faults.test",
} as const;

const names = makeNames(Object.values(hosts));
let postgres: Postgres;
let receivers: Receivers;
let installation: Installation;
let node: Program;
const at = (url: string, host: string) => url.replace("127.0.0.1", host);
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  receivers = await startReceivers();
  installation = await install(postgres.url, undefined, { ORGCONFIG_LIST_CAP: "100000" });
  const env = {
    // Each try in vain is a line there.
    LOG_LEVEL: "debug",
    DATABASE_URL: at(postgres.url, hosts.database),
    SMTP_URL: at(receivers.mailUrl, hosts.mail),
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
  };
  node = await installation.start(env, names.through);
});
afterAll(async () => {
  await node.stop();
  await receivers.close();
  await postgres.remove();
  names.remove();
});

it("goes on without names, and delivers all when they are back", { timeout: 900_000 }, async () => {
  onTestFailed(() => console.log(node.output().slice(-20_000)));
  const calls = createAlertCalls(installation.key, () => node.url);
  const alerting = await makeAlerting(calls, at(receivers.hookUrl, hosts.hook), ["sre@example.com"]);
  const routes = [...alerting.mailboxes, alerting.hook];
  const load = await createLoad(node.url, installation.key, 32);
  let enough = false;
  const running = load.run([node.url], clients, () => enough);
  const answered = async (more: number) => {
    const goal = load.answeredAt.length + more;
    await until(() => load.answeredAt.length >= goal);
  };
  await answered(300);
  names.lose();
  // A mail and a message to each, until one of each was tried in vain: at first a connection may stand open still.
  const failed = (channel: string) =>
    new RegExp(`"channel":"${channel}".*a delivery failed; it is tried again`).test(node.output());
  let fired = 0;
  while (!failed("email") || !failed("alert")) {
    fired += 1;
    await alerting.fire(`without names ${fired}`, routes);
    await pause(500);
  }
  await answered(300);
  await endConnections();
  const refusedBefore = load.unavailable();
  await until(() => load.unavailable() > refusedBefore + 50);
  const refused = await fetch(`${node.url}/api/v1/config/teams`, {
    headers: { authorization: `Bearer ${installation.key}` },
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);

  names.find();
  const backMs: number[] = [];
  const deliveredMs: number[] = [];
  await timed(deliveredMs, async () => {
    await timed(backMs, () => answered(1));
    await until(async () => (await fetch(`${node.url}/readyz`)).ok);
    await until(() => new Set(receivers.receipts.map(({ id }) => id)).size === 2 * fired, patienceMs);
  });
  await until(async () => (await waiting()) === 0, patienceMs);
  expect(receivers.receipts).toHaveLength(2 * fired);
  enough = true;
  await running;
  const proved = await load.prove(node.url);
  record({
    fault: "names do not resolve (DNS)",
    done: `those of the database, the mail server and a webhook; ${clients} clients`,
    lost: `${lostOf(proved)}; of ${count(2 * fired)} messages none, and none came twice`,
    back: `${spread(backMs)}; all messages ${spread(deliveredMs)}`,
    figures: seenOf(proved),
  });
  expect([...proved.problems, ...internalErrors(node)]).toEqual([]);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});

/** Ends the node's connections to the database until it says that it has none. */
async function endConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await until(async () => {
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'orgconfig'",
    );
    return (await fetch(`${node.url}/readyz`)).status === 503;
  });
  await client.end();
}

/** How many messages the service still has to send. */
async function waiting(): Promise<number> {
  const metrics = await (await fetch(`${node.url}/metrics`)).text();
  const counts = metrics.matchAll(/^orgconfig_deliveries\{.*status="(?:queued|parked|held)".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, number]) => sum + Number(number), 0);
}
