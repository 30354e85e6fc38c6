/**
 * What crashes and crowds do to the queue. Needs a PostgreSQL server:
 * npm run test:mail
 */
import { type ChildProcess, spawn } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type MailServer, notify, startMailServer } from "./support.ts";

const server = process.env.TEST_DATABASE_URL;
if (server === undefined) throw new Error("run it as `npm run test:mail`, which starts a PostgreSQL");
const kills = 20;
const many = 10_000;

let mailServer: MailServer;
let test: TestService;
let tenant: Tenant;
let url: string;
const nodes = new Set<ChildProcess>();
beforeEach(async () => {
  mailServer = await startMailServer();
  test = await startService({ SMTP_URL: mailServer.url });
  tenant = await test.makeTenant();
  await test.service.delivery.close(); // only the nodes below send
  const [found] = await test.database.queryText<{ name: string }>(
    { name: "database-name", text: "SELECT current_database() AS name" },
    [],
  );
  const address = new URL(server as string);
  address.pathname = `/${found?.name}`;
  url = address.href;
});
afterEach(async () => {
  for (const node of nodes) node.kill("SIGKILL");
  nodes.clear();
  await test.close();
  await mailServer.close();
});

function startNode(): ChildProcess {
  const file = new URL("node.ts", import.meta.url).pathname;
  const node = spawn(process.execPath, ["--import", "tsx", file], {
    env: { ...process.env, DATABASE_URL: url, SMTP_URL: mailServer.url },
    stdio: ["ignore", "ignore", "inherit"],
  });
  nodes.add(node);
  return node;
}

async function unsent(): Promise<number> {
  const [found] = await test.database.queryText<{ count: string }>(
    { name: "count-unsent", text: "SELECT count(*) FROM deliveries WHERE status <> 'sent'" },
    [],
  );
  return Number(found?.count);
}

/** Accepts events straight at the service, a few at a time. */
async function emit(count: number): Promise<void> {
  for (let from = 0; from < count; from += 25) {
    const some = Array.from({ length: Math.min(25, count - from) }, (_, index) =>
      tenant.api("POST", "events", { body: { event: "slo_breach", title: `Number ${from + index}` } }),
    );
    for (const { status } of await Promise.all(some)) expect(status).toBe(201);
  }
}

describe("the queue", () => {
  it(`loses nothing when its worker is killed in mid-delivery ${kills} times`, {
    timeout: 900_000,
  }, async () => {
    await notify(tenant, { recipients: Array.from({ length: 10 }, (_, index) => `r${index}@example.com`) });
    await emit(60);
    // Mails whose answer is on its way, or has just left: only these may come a second time.
    const answering = new Map<string, number>();
    const cutOff = new Set<string>();
    mailServer.answer = async (_to, raw) => {
      const id = /^message-id: *(\S+)/im.exec(raw)?.[1] ?? "";
      answering.set(id, Number.POSITIVE_INFINITY);
      await new Promise((resolve) => setTimeout(resolve, 40));
      answering.set(id, performance.now());
      return undefined;
    };
    const open = () => [...answering].filter(([, at]) => at > performance.now() - 100);
    for (let round = 0; round < kills; round += 1) {
      const node = startNode();
      const before = mailServer.mails.length;
      await until(() => mailServer.mails.length > before + 3 && open().length > 0, 60_000);
      for (const [id] of open()) cutOff.add(id);
      node.kill("SIGKILL");
      await new Promise((resolve) => node.once("exit", resolve));
      nodes.delete(node);
      for (const [id] of open()) cutOff.add(id);
    }
    startNode();
    await until(async () => (await unsent()) === 0, 300_000);
    const ids = mailServer.mails.map(({ headers }) => headers["message-id"] ?? "");
    expect(new Set(ids).size).toBe(600);
    const repeated = ids.length - new Set(ids).size;
    console.log(`${kills} kills: 600 mails, ${repeated} came twice (their answers were cut off)`);
    const twice = ids.filter((id, index) => ids.indexOf(id) < index);
    expect(twice.filter((id) => !cutOff.has(id))).toEqual([]);
  });

  it(`drains ${many} events over two nodes, each mail once and in order`, { timeout: 900_000 }, async () => {
    await notify(tenant, { recipients: ["ops@example.com"] });
    const taking = performance.now();
    await emit(many);
    const taken = performance.now();
    startNode();
    startNode();
    await until(() => mailServer.mails.length > 0, 60_000);
    const from = performance.now();
    await until(async () => mailServer.mails.length >= many && (await unsent()) === 0, 600_000);
    const seconds = (performance.now() - from) / 1_000;
    const rate = (many / seconds).toFixed(0);
    console.log(`accepted ${(many / ((taken - taking) / 1_000)).toFixed(0)} events/s; sent ${rate} mails/s`);
    expect(mailServer.mails).toHaveLength(many);
    // 25 at a time were accepted at once, so only that many may have changed places among themselves.
    const numbers = mailServer.mails.map(({ headers }) =>
      Number(/Number (\d+)/.exec(headers.subject ?? "")?.[1]),
    );
    expect(new Set(numbers).size).toBe(many);
    for (const [index, number] of numbers.entries()) expect(Math.abs(number - index)).toBeLessThanOrEqual(50);
  });
});
