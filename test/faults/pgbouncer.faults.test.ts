/**
 * Through pgbouncer in transaction pooling, with ORGCONFIG_PG_PREPARED=off: nothing may depend on a
 * connection beyond its transaction. Few server connections are shared by two nodes, so that it would show.
 */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { type Installation, install, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { binary } from "./packages.ts";
import { type Pgbouncer, startPgbouncer } from "./pgbouncer.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, seenOf } from "./table.ts";

const serverConnections = 4;
const operations = 10_000;
const env = { ORGCONFIG_PG_PREPARED: "off", ORGCONFIG_LIST_CAP: "100000" };

let postgres: Postgres;
let pgbouncer: Pgbouncer;
let installation: Installation;
let nodes: Program[] = [];
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  pgbouncer = await startPgbouncer(postgres, serverConnections);
  installation = await install(pgbouncer.url, undefined, env);
  nodes = [await installation.start(), await installation.start()];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await pgbouncer.stop();
  await postgres.remove();
});

it("serves two nodes over a handful of connections", { timeout: 300_000 }, async () => {
  const version = execFileSync(binary("pgbouncer"), ["--version"], { encoding: "utf8" }).split("\n")[0];
  const urls = nodes.map(({ url }) => url);
  const load = await createLoad(urls[0] as string, installation.key, 32);
  await load.run(urls, 32, () => load.calls() >= operations);
  const proved = await load.prove(urls[1] as string);
  record({
    fault: "few connections (pgbouncer)",
    done: `${version}, ${serverConnections} connections for two nodes, 32 clients`,
    lost: lostOf(proved),
    back: "never away",
    figures: seenOf(proved),
  });
  expect(proved.problems).toEqual([]);
  expect(proved.unknown + proved.unavailable).toBe(0);
  expect(proved.done).toBeGreaterThan(operations / 10);
  await load.close();
  for (const node of nodes) expect(node.output()).not.toMatch(/"level":(50|60)/);
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});
