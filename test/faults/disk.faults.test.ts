/** The disk under the database is full for a while: writes are refused, and nothing acknowledged is lost. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad, type Load } from "./load.ts";
import { ownedByPostgres } from "./packages.ts";
import { makePostgres } from "./postgres.ts";
import { record } from "./record.ts";
import { makeSmallDisk, type SmallDisk } from "./small-disk.ts";
import { lostOf, type Row, seconds, seenOf, spread } from "./table.ts";

const env = { ORGCONFIG_LIST_CAP: "100000", LOG_LEVEL: "info" };
const fullMs = 3_000;
const done = `full for ${seconds(fullMs)}, under load`;

let disk: SmallDisk;
const endings: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
  disk.remove();
});

describe("a full disk", () => {
  it("refuses writes on a server, which goes on when there is room", { timeout: 300_000 }, async () => {
    const { installation, node, load } = await onSmallDisk();
    await loadWhileFull(load, node, installation.key);
    disk.free();
    await proveAfterwards(load, node, installation, { fault: "full disk, server", done });
  });

  it("that stops the server's own log too stops the server, and nothing else", {
    timeout: 300_000,
  }, async () => {
    const { postgres, installation, node, load } = await onSmallDisk();
    let enough = false;
    const running = load.run([node.url], 8, () => enough);
    while (load.calls() < 500) await pause(5);
    disk.fill();
    await useUpLog(postgres.url);
    await pause(1_000);
    expect((await fetch(`${node.url}/readyz`)).status).toBe(503);
    disk.free();
    await postgres.start();
    enough = true;
    await running;
    expect(load.unavailable()).toBeGreaterThan(0);
    await proveAfterwards(load, node, installation, {
      fault: "full disk, and PostgreSQL's log with it",
      done: "full until the server stopped, under load",
    });
  });

  it("refuses writes on the embedded database, which goes on when there is room", {
    timeout: 300_000,
  }, async () => {
    disk = makeSmallDisk(160);
    const folder = join(disk.folder, "embedded");
    mkdirSync(folder);
    const installation = await install(undefined, folder);
    const node = await installation.start(env);
    endings.push(() => node.stop());
    const load = await createLoad(node.url, installation.key, 32);
    await loadWhileFull(load, node, installation.key);
    disk.free();
    await proveAfterwards(load, node, installation, { fault: "full disk, embedded database", done });
  });
});

/** A server whose disk is small, and a node over it that is about to be under load. */
async function onSmallDisk() {
  disk = makeSmallDisk(160);
  const folder = join(disk.folder, "server");
  mkdirSync(folder);
  ownedByPostgres(folder);
  const postgres = await makePostgres(["max_wal_size=64MB"], folder);
  await postgres.start();
  endings.push(() => postgres.remove());
  const installation = await install(postgres.url);
  const node = await installation.start(env);
  endings.push(() => node.stop());
  return { postgres, installation, node, load: await createLoad(node.url, installation.key, 32) };
}

/** Writes until nothing is stored any more, and a while beyond that. */
async function loadWhileFull(load: Load, node: Program, key: string): Promise<void> {
  let enough = false;
  const running = load.run([node.url], 8, () => enough);
  while (load.calls() < 500) await pause(5);
  disk.fill();
  while (load.unavailable() < 200) await pause(5);
  const refusedAt = performance.now();
  await pause(fullMs);
  // Some writes still find room in a page that is there.
  await until(async () => (await refusalOf(node, key)).startsWith("The database's disk is full"));
  // What is stored can be read all the while, so the node is of use.
  expect(load.answeredAt.at(-1)).toBeGreaterThan(refusedAt);
  const ready = await fetch(`${node.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ready", notes: [expect.stringMatching(/^the database's disk is full/)] },
  ]);
  enough = true;
  await running;
}

/** What a write is refused with; nothing where it is stored. */
async function refusalOf({ url }: Program, key: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/config/teams`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: randomUUID() }),
  });
  return answer.ok ? "" : String(((await answer.json()) as { message: string }).message);
}

/** Begins new files of the write-ahead log until there is no room for one: that ends the server. */
async function useUpLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  for (let round = 0; round < 50; round += 1) {
    try {
      await client.query("SELECT pg_switch_wal()");
      await client.query("CREATE TEMPORARY TABLE IF NOT EXISTS used (n integer)");
      await client.query("SELECT txid_current()");
    } catch (error) {
      if (!/No space left/.test(String(error))) return;
    }
  }
  throw new Error("the server's log did not fill up");
}

async function proveAfterwards(
  load: Load,
  node: Program,
  installation: Installation,
  what: Pick<Row, "fault" | "done">,
) {
  const freed = performance.now();
  for (let round = 0; !(await fetch(`${node.url}/readyz`)).ok; round += 1) {
    if (round > 600) throw new Error("it is not ready after the disk has room");
    await pause(100);
  }
  const backMs = performance.now() - freed;
  await load.run([node.url], 8, () => load.calls() >= 2_000);
  const proved = await load.prove(node.url);
  record({
    ...what,
    lost: lostOf(proved),
    back: spread([backMs]),
    figures: seenOf(proved),
  });
  expect([...proved.problems, ...internalErrors(node)]).toEqual([]);
  // Once each, however often it was met; a server that stopped for it was away before that was known.
  const said = () => node.output().match(/"msg":"the database's disk (is full|has room again)/g) ?? [];
  if (what.done === done) {
    await until(() => said().length > 1);
    expect(said().map((line) => line.split("disk ")[1])).toEqual(["is full", "has room again"]);
  }
  await load.close();
  await node.stop();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
}
