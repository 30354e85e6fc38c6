/**
 * A node whose clock jumps, ahead and back, while another's does not (Debian's faketime): versions, limits
 * and the audit chain do not hang on it.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { fakeClock } from "./packages.ts";
import { makePostgres, type Postgres } from "./postgres.ts";

const jumps = ["+1d", "-1d", "+20y", "-3h", "+0"];
const env = { ORGCONFIG_LIST_CAP: "100000", ORGCONFIG_RATE_LIMIT: "100000" };

const file = join(mkdtempSync(join(tmpdir(), "orgconfig-clock-")), "offset");
let postgres: Postgres;
let installation: Installation;
let nodes: Program[] = [];
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  installation = await install(postgres.url);
  writeFileSync(file, "+0\n");
  nodes = [await installation.start({ ...env, ...fakeClock(file) }), await installation.start(env)];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres.remove();
});

it("serves on, and keeps its versions and its records", { timeout: 300_000 }, async () => {
  const urls = nodes.map(({ url }) => url);
  const load = await createLoad(urls[1] as string, installation.key, 32);
  let enough = false;
  const running = load.run(urls, 8, () => enough);
  for (const offset of jumps) {
    writeFileSync(file, `${offset}\n`);
    const goal = load.calls() + 500;
    while (load.calls() < goal) await pause(5);
    const there = Date.parse((await fetch(`${urls[0]}/healthz`)).headers.get("date") ?? "");
    // The clock did jump, or this would try nothing.
    if (offset === "+1d") expect(there - Date.now()).toBeGreaterThan(23 * 3_600_000);
    if (offset === "+20y") expect(there - Date.now()).toBeGreaterThan(19 * 365 * 86_400_000);
    for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }
  enough = true;
  await running;
  const { problems, ...figures } = await load.prove(urls[0] as string);
  console.log(`a clock that jumps by ${jumps.join(", ")}: ${JSON.stringify(figures)}`);
  expect([...problems, ...nodes.flatMap(internalErrors)]).toEqual([]);
  expect(figures.unknown + figures.unavailable).toBe(0);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});
