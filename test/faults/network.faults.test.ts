/**
 * The network between a node and its database is slow, then swallows everything without a word, then heals: what was
 * under way arrives late, or its connections are forgotten for ever.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, onTestFailed } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad, type Load } from "./load.ts";
import { type Network, openNetwork } from "./network.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, type Row, seenOf, spread, timed } from "./table.ts";

const clients = 16;
const delayMs = 200;
/** Of what the service itself waits for, and a busy machine. */
const patienceMs = 120_000;

let postgres: Postgres;
let network: Network;
let installation: Installation;
let node: Program;
beforeEach(async () => {
  postgres = await makePostgres();
  await postgres.start();
  network = await openNetwork(postgres.port);
  // What is looked at from this process, which has the network in it, is reached without it.
  installation = await install(postgres.url, undefined, { ORGCONFIG_LIST_CAP: "100000" });
  const url = postgres.url.replace(`:${postgres.port}/`, `:${network.port}/`);
  node = await installation.start({ DATABASE_URL: url });
  onTestFailed(() => console.log(node.output().slice(-20_000)));
});
afterEach(async () => {
  network.delay(0);
  network.heal("arrives");
  await node.stop();
  await network.close();
  await postgres.remove();
});

it(`is used over a network that takes ${delayMs} ms each way`, { timeout: 600_000 }, async () => {
  const load = await createLoad(node.url, installation.key, 32);
  await underLoad(load, async (more) => {
    await more(200);
    network.delay(delayMs);
    await more(1_000);
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    network.delay(0);
  });
  const proved = await proveAnew(load);
  record({
    fault: "slow network to the database",
    done: `${2 * delayMs} ms more each round trip, ${clients} clients`,
    lost: lostOf(proved),
    back: "never away",
    figures: seenOf(proved),
  });
  // Some may have waited for a connection for too long, and were refused.
  expect(proved.done).toBeGreaterThan(100);
});

it.each([
  { fault: "the network swallows everything, briefly", darkMs: 10_000 },
  { fault: "the network swallows everything, for long", darkMs: 60_000 },
] as const)("goes on by itself where $fault", { timeout: 900_000 }, async ({ fault, darkMs }) => {
  const load = await createLoad(node.url, installation.key, 32);
  const backMs: Record<"arrives" | "forgotten", number[]> = { arrives: [], forgotten: [] };
  await underLoad(load, async (more) => {
    for (const healed of ["arrives", "forgotten"] as const) {
      await more(300);
      network.swallow();
      const began = performance.now();
      // It says so itself, instead of leaving a balancer without an answer.
      await until(async () => (await fetch(`${node.url}/readyz`)).status === 503);
      expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
      await pause(Math.max(0, darkMs - (performance.now() - began)));
      network.heal(healed);
      await timed(backMs[healed], () => nextAnswer(load));
      await until(async () => (await fetch(`${node.url}/readyz`)).ok, patienceMs);
    }
  });
  const proved = await proveAnew(load);
  recordDark(fault, darkMs, proved, backMs);
  expect(proved.unavailable).toBeGreaterThan(0);
});

it("a write whose answer is swallowed is in doubt, and a look settles it", { timeout: 300_000 }, async () => {
  const send = (method: string, body?: unknown) =>
    fetch(`${node.url}/api/v1/config/teams`, {
      method,
      headers: { authorization: `Bearer ${installation.key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  network.swallow("database/insert-row");
  const answer = await send("POST", { name: "In doubt" });
  expect(network.isDark()).toBe(true);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, null]);
  expect(await answer.json()).toMatchObject({ error: "unavailable", reason: "in_doubt" });
  network.heal("forgotten");
  await until(async () => (await send("GET")).ok, patienceMs);
  const { data } = (await (await send("GET")).json()) as { data: { name: string }[] };
  expect(data.map(({ name }) => name)).toContain("In doubt");
  expect((await send("POST", { name: "In doubt" })).status).toBe(409);
  expect(internalErrors(node)).toEqual([]);
});

/** Does something while clients call; `more` waits for so many calls. */
async function underLoad(
  load: Load,
  work: (more: (calls: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  let enough = false;
  const running = load.run([node.url], clients, () => enough);
  try {
    await work(async (calls) => {
      const goal = load.calls() + calls;
      while (load.calls() < goal) await pause(5);
    });
  } finally {
    enough = true;
    await running;
  }
}

/** Waits for an answer from now on. */
async function nextAnswer(load: Load): Promise<void> {
  const from = performance.now();
  await until(() => (load.answeredAt.at(-1) ?? 0) > from, patienceMs);
}

/** Proves on another node, when this one has ended all that it had under way. */
async function proveAnew(load: Load) {
  expect(internalErrors(node)).toEqual([]);
  expect(await node.stop()).toBe(0);
  node = await installation.start();
  const proved = await load.prove(node.url);
  expect(proved.problems).toEqual([]);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
  return proved;
}

function recordDark(
  fault: Row["fault"],
  darkMs: number,
  proved: Awaited<ReturnType<Load["prove"]>>,
  { arrives, forgotten }: Record<"arrives" | "forgotten", number[]>,
): void {
  record({
    fault,
    done: `${darkMs / 1_000} s, twice: what was under way arrives late, or its connections stay dead`,
    lost: lostOf(proved),
    back: `${spread(arrives)} late, ${spread(forgotten)} with dead connections`,
    figures: seenOf(proved),
  });
}
