/** 100,000 calls of 32 clients through two nodes over one PostgreSQL: no update is lost. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { type Installation, install, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { count, lostOf, seconds, seenOf } from "./table.ts";

const operations = Number(process.env.FAULT_OPERATIONS ?? 100_000);
const clients = 32;

let postgres: Postgres;
let installation: Installation;
let nodes: Program[] = [];
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  installation = await install(postgres.url);
  const env = { ORGCONFIG_LIST_CAP: "100000" };
  nodes = [await installation.start(env), await installation.start(env)];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres.remove();
});

it("keeps conditional writes linearizable", { timeout: 900_000 }, async () => {
  const urls = nodes.map(({ url }) => url);
  const load = await createLoad(urls[0] as string, installation.key, 48);
  const started = performance.now();
  await load.run(urls, clients, () => load.calls() >= operations);
  const tookMs = performance.now() - started;
  const proved = await load.prove(urls[1] as string);
  record({
    fault: "many writers of the same rows",
    done: `${clients} clients, two nodes, 48 rows`,
    lost: lostOf(proved),
    back: "never away",
    figures: `${seenOf(proved)} in ${seconds(tookMs)}; ${count(proved.refused)} × 412`,
  });
  expect(proved.problems).toEqual([]);
  expect(proved.unknown + proved.unavailable).toBe(0);
  // Both outcomes were tried in earnest: a history without conflicts would prove nothing.
  expect(proved.done).toBeGreaterThan(operations / 10);
  expect(proved.refused).toBeGreaterThan(operations / 10);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});
