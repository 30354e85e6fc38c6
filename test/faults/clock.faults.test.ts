/**
 * A node whose clock jumps, ahead and back, while another's does not (Debian's faketime): versions, limits
 * and the audit chain do not hang on it.
 */
import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { fakeClock } from "./packages.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, seenOf } from "./table.ts";

const hourMs = 3_600_000;
/** What faketime is reported, and what it makes of it: its years have 365 days. */
const jumps: Readonly<Record<string, number>> = {
  "+1d": 24 * hourMs,
  "-1d": -24 * hourMs,
  "+20y": 20 * 365 * 24 * hourMs,
  "-3h": -3 * hourMs,
  "+0": 0,
};
const env = { ORGCONFIG_LIST_CAP: "100000", ORGCONFIG_RATE_LIMIT: "100000" };

const file = join(mkdtempSync(join(tmpdir(), "orgconfig-clock-")), "offset");
let postgres: Postgres;
let installation: Installation;
let nodes: Program[] = [];
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  installation = await install(postgres.url);
  jump("+0");
  nodes = [await installation.start({ ...env, ...fakeClock(file) }), await installation.start(env)];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres.remove();
});

it("serves on, and keeps its versions and its records", { timeout: 900_000 }, async () => {
  const urls = nodes.map(({ url }) => url);
  const load = await createLoad(urls[1] as string, installation.key, 32);
  let enough = false;
  const running = load.run(urls, 8, () => enough);
  for (const [offset, byMs] of Object.entries(jumps)) {
    jump(offset);
    // The clock did jump, or this would try nothing. Node keeps the text of its Date header for up to a second.
    await until(async () => Math.abs((await ahead(urls[0] as string)) - byMs) < hourMs);
    const goal = load.calls() + 500;
    while (load.calls() < goal) await pause(5);
    for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }
  enough = true;
  await running;
  const proved = await load.prove(urls[0] as string);
  record({
    fault: "the node's clock jumps",
    done: `${Object.keys(jumps).join(", ")}; another node's stays`,
    lost: lostOf(proved),
    back: "never away",
    figures: seenOf(proved),
  });
  expect([...proved.problems, ...nodes.flatMap(internalErrors)]).toEqual([]);
  expect(proved.unknown + proved.unavailable).toBe(0);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});

it("decides by the database's time, and says that its own is wrong", { timeout: 120_000 }, async () => {
  const [{ url, output }] = nodes as [Program];
  const authorization = `Bearer ${installation.key}`;
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/v1/config/${path}`, { method, headers, ...sent });
    return (await answer.json()) as { id: string; active: boolean };
  };
  const { id } = await call("POST", "alert_mutes", {
    pattern: "team=a",
    reason: "runs",
    duration_minutes: 60,
  });
  expect((await call("GET", `alert_mutes/${id}`)).active).toBe(true);
  jump("-3h");
  const ready = async () => (await fetch(`${url}/readyz`)).text();
  await until(async () => /10,800(\.\d)? s behind the database's/.test(await ready()));
  expect((await call("GET", `alert_mutes/${id}`)).active).toBe(true);
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^orgconfig_clock_ahead_seconds -10\d{3}/m);
  expect(output()).toMatch(/this node's clock is 10,\d{3}(\.\d)? s behind the database's/);
  jump("+0");
  await until(async () => !(await ready()).includes("notes"));
});

/** Moves the node's clock. The file is replaced whole: the node reads it at every look at the clock. */
function jump(offset: string): void {
  writeFileSync(`${file}.next`, `${offset}\n`);
  renameSync(`${file}.next`, file);
}

/** By how much a node's clock is ahead of this one, in milliseconds. */
async function ahead(url: string): Promise<number> {
  const { headers } = await fetch(`${url}/healthz`);
  return Date.parse(headers.get("date") ?? "") - Date.now();
}
