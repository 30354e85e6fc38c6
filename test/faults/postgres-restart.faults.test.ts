/**
 * PostgreSQL is killed and started again under load: no acknowledged write is lost, and meanwhile the node
 * says that it is not ready and refuses with 503 and Retry-After.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import type { Program } from "../support/program.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, seconds, seenOf, spread } from "./table.ts";

const kills = 10;
const clients = 16;
const awayMs = 1_500;

let postgres: Postgres;
let installation: Installation;
let node: Program;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  installation = await install(postgres.url);
  node = await installation.start({ ORGCONFIG_LIST_CAP: "100000" });
});
afterAll(async () => {
  await node.stop();
  await postgres.remove();
});

it(`keeps every acknowledged write through ${kills} crashes of PostgreSQL`, {
  timeout: 600_000,
}, async () => {
  onTestFailed(() => console.log(`the node (exit code ${node.child.exitCode}) printed:\n${node.output()}`));
  const load = await createLoad(node.url, installation.key, 32);
  let enough = false;
  const running = load.run([node.url], clients, () => enough);
  const recoveriesMs: number[] = [];
  for (let round = 0; round < kills; round += 1) {
    const goal = load.calls() + 200;
    while (load.calls() < goal) await pause(5);
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    await postgres.kill();
    const refusedBefore = load.unavailable();
    const ready = await fetch(`${node.url}/readyz`);
    expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
    await pause(awayMs);
    expect(load.unavailable()).toBeGreaterThan(refusedBefore);
    await postgres.start();
    const back = performance.now();
    while (!((load.answeredAt.at(-1) ?? 0) > back)) await pause(2);
    recoveriesMs.push(performance.now() - back);
    while (!(await fetch(`${node.url}/readyz`)).ok) await pause(10);
  }
  enough = true;
  await running;
  const proved = await load.prove(node.url);
  record({
    fault: "PostgreSQL crashes",
    done: `${kills} crashes, away for ${seconds(awayMs)} each`,
    lost: lostOf(proved),
    back: spread(recoveriesMs),
    figures: seenOf(proved),
  });
  // The program itself never ended, and what it refused it refused as it should: see load.ts, expected().
  expect(node.child.exitCode).toBe(null);
  expect([...proved.problems, ...internalErrors(node)]).toEqual([]);
  expect(proved.done).toBeGreaterThan(kills * 10);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});
