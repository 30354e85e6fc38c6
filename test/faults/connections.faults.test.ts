/**
 * Others have taken all the connections that PostgreSQL allows, and the node's own are ended. Calls are refused and
 * asked to come again, and all goes on by itself when there are some again.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad, type Load } from "./load.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, seenOf, spread } from "./table.ts";

const rounds = 5;
const clients = 16;

let postgres: Postgres;
let installation: Installation;
let node: Program;
beforeAll(async () => {
  // The test is a superuser, for whom some would be kept.
  postgres = await makePostgres(["max_connections=30", "superuser_reserved_connections=0"]);
  await postgres.start();
  installation = await install(postgres.url, undefined, { ORGCONFIG_LIST_CAP: "100000" });
  node = await installation.start();
});
afterAll(async () => {
  await node.stop();
  await postgres.remove();
});

it(`goes on after others had all connections, ${rounds} times`, { timeout: 600_000 }, async () => {
  const load = await createLoad(node.url, installation.key, 32);
  let enough = false;
  const running = load.run([node.url], clients, () => enough);
  const backMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await more(load, 300);
    const others = await takeAll();
    const refused = load.unavailable();
    const ready = await fetch(`${node.url}/readyz`);
    expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
    const answer = await read();
    expect((await answer.json()) as object).toMatchObject({ error: "unavailable" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    await until(() => load.unavailable() > refused + 50);
    const freed = performance.now();
    await Promise.all(others.map((one) => one.end()));
    await until(() => (load.answeredAt.at(-1) ?? 0) > freed);
    backMs.push((load.answeredAt.at(-1) ?? 0) - freed);
    await until(async () => (await fetch(`${node.url}/readyz`)).ok);
  }
  enough = true;
  await running;
  const proved = await load.prove(node.url);
  record({
    fault: "others have all connections",
    done: `${rounds} times, ${clients} clients`,
    lost: lostOf(proved),
    back: spread(backMs),
    figures: seenOf(proved),
  });
  expect([...proved.problems, ...internalErrors(node)]).toEqual([]);
  expect(proved.done).toBeGreaterThan(rounds * 10);
  expect(node.child.exitCode).toBe(null);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});

async function more(load: Load, calls: number): Promise<void> {
  const goal = load.calls() + calls;
  while (load.calls() < goal) await pause(5);
}

/** Takes every connection there is, those of the node too, which stands still meanwhile: it would be faster. */
async function takeAll(): Promise<pg.Client[]> {
  const taken = await takeFree();
  node.child.kill("SIGSTOP");
  await taken[0]?.query(
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'orgconfig'",
  );
  taken.push(...(await takeFree()));
  node.child.kill("SIGCONT");
  return taken;
}

async function takeFree(): Promise<pg.Client[]> {
  for (const taken: pg.Client[] = []; ; ) {
    const one = new pg.Client({ connectionString: postgres.url });
    one.on("error", () => {});
    try {
      await one.connect();
      taken.push(one);
    } catch (error) {
      if ((error as { code?: string }).code !== "53300") throw error;
      return taken;
    }
  }
}

const read = () =>
  fetch(`${node.url}/api/v1/config/teams`, { headers: { authorization: `Bearer ${installation.key}` } });
