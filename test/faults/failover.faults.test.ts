/** The leader of a Patroni cluster dies under load: its standby takes over, and nothing acknowledged is lost. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { type Cluster, makeCluster } from "./patroni.ts";
import { record } from "./record.ts";
import { lostOf, seenOf, spread } from "./table.ts";

const failovers = 3;
const clients = 16;

let cluster: Cluster;
let installation: Installation;
let nodes: Program[] = [];
beforeAll(async () => {
  cluster = await makeCluster();
  await cluster.start();
  installation = await install(cluster.url, undefined, { ORGCONFIG_LIST_CAP: "100000" });
  nodes = [await installation.start(), await installation.start()];
}, 180_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await cluster.remove();
}, 60_000);

it(`keeps every acknowledged write through ${failovers} failovers`, { timeout: 900_000 }, async () => {
  const urls = nodes.map(({ url }) => url);
  const load = await createLoad(urls[0] as string, installation.key, 32);
  let enough = false;
  const running = load.run(urls, clients, () => enough);
  const recoveriesMs: number[] = [];
  for (let round = 0; round < failovers; round += 1) {
    const goal = load.calls() + 500;
    while (load.calls() < goal) await pause(5);
    // With no synchronous standby at this moment Patroni rightly lets nobody take over.
    await cluster.whole();
    const restart = await cluster.killLeader();
    const killedAt = performance.now();
    await pause(1_000);
    for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(503);
    // Whatever was on its way when the leader died has had its answer by now.
    const goneAt = performance.now();
    while (!((load.answeredAt.at(-1) ?? 0) > goneAt)) {
      if (performance.now() - killedAt > 120_000) throw new Error("nobody took over");
      await pause(5);
    }
    recoveriesMs.push((load.answeredAt.at(-1) ?? 0) - killedAt);
    for (const url of urls) while (!(await fetch(`${url}/readyz`)).ok) await pause(20);
    restart();
  }
  enough = true;
  await running;
  const proved = await load.prove(urls[1] as string);
  record({
    fault: "the primary dies (Patroni)",
    done: `${failovers} failovers, two nodes, ${clients} clients`,
    lost: lostOf(proved),
    back: `${spread(recoveriesMs)} after its death`,
    figures: seenOf(proved),
  });
  expect([...proved.problems, ...nodes.flatMap(internalErrors)]).toEqual([]);
  expect(proved.done).toBeGreaterThan(failovers * 50);
  expect(proved.unavailable).toBeGreaterThan(0);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});
