/**
 * kill -9 of each of what measures and tells, while a check is down and was told: nobody is told that it is over, one
 * alert says what is lost, and a measurement ends both. `npm run test:alerts`; twenty minutes, as the rules hold
 * what they saw for five minutes by themselves. The tests are one story, in this order.
 */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type KillChain, startKillChain } from "./kill-chain.ts";

const promisedMs = 120_000;
/** A busy machine takes its time. */
const patienceMs = 180_000;

let chain: KillChain;
beforeAll(async () => {
  chain = await startKillChain();
}, 400_000);
afterAll(() => chain?.close());

/** Everything that was told, such as "firing stall is down". */
function told(): string[] {
  return chain.receivers.received.map(({ body }) => `${body.data.phase} ${body.data.title}`);
}

/** How much was told before this test. */
let before = 0;
afterEach(() => {
  before = told().length;
});
const news = () => told().slice(before);

const down = "firing stall is down";
const over = "resolved stall is down";

async function row(kind: string, id: string) {
  return chain.call("GET", `config/${kind}/${id}`);
}
const check = async (name: "stall" | "warehouse") => row("synthetic_checks", chain.ids.checks[name]);
const health = async (name: keyof KillChain["ids"]["connectors"]) =>
  (await row("connectors", chain.ids.connectors[name])).health_status;

/** What rows said while something was away, each answer once. */
async function watch(seen: Set<string>) {
  seen.add(`stall ${(await check("stall")).status}`);
  seen.add(`warehouse ${(await check("warehouse")).status}`);
  seen.add(`certificate ${(await row("certificate_monitors", chain.ids.certificate)).status}`);
  seen.add(`slo ${(await row("slos", chain.ids.slo)).status}`);
}

async function isToldAgain(line: string): Promise<void> {
  await until(() => news().includes(line), patienceMs).catch(() =>
    expect.fail(`waited for "${line}", told was ${JSON.stringify(news())}`),
  );
}

/** Kills it, waits until what is lost is told, and holds on for so long. @returns what rows said after that was told */
async function lose(kill: () => Promise<void>, alert: string, holdMs: number): Promise<Set<string>> {
  await kill();
  const begun = Date.now();
  const during = new Set<string>();
  await until(async () => {
    await watch(during);
    return news().includes(`firing ${alert}`);
  }, patienceMs).catch(() => expect.fail(`"${alert}" was not told: ${JSON.stringify(news())}`));
  expect(Date.now() - begun).toBeLessThan(promisedMs);
  expect([...during]).not.toContain("stall up");
  const after = new Set<string>();
  for (const end = Date.now() + holdMs; Date.now() < end; ) {
    await watch(after);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  expect(news()).toEqual([`firing ${alert}`]);
  return after;
}

/** Waits until the exporter's newest probe of the check is of after now. */
async function isMeasured(name: "stall" | "warehouse", status: string): Promise<void> {
  const since = new Date();
  await until(async () => {
    const { status: now, last_checked_at } = await check(name);
    return now === status && last_checked_at !== null && new Date(last_checked_at) > since;
  }, patienceMs).catch(async () => expect.fail(`${name}: ${JSON.stringify(await check(name))}`));
}

/** It is back, and the check is down still: nothing of it is told. */
async function backAndStillDown(alert: string, start: () => Promise<void>): Promise<void> {
  await start();
  await isToldAgain(`resolved ${alert}`);
  await isMeasured("stall", "down");
  await isMeasured("warehouse", "up");
  // What would come late comes by then.
  await isMeasured("stall", "down");
  expect(news()).toEqual([`firing ${alert}`, `resolved ${alert}`]);
}

const unmeasured = ["stall unknown", "warehouse unknown", "certificate unknown"];
/** What still measures it goes on. */
const sloKnown = /^slo (?!no_data)/;

it("a check is down, and its alert is told", { timeout: 400_000 }, async () => {
  await isMeasured("warehouse", "up");
  chain.shop.broken.add("stall");
  await isToldAgain(down);
  await isMeasured("stall", "down");
  await until(async () => (await row("certificate_monitors", chain.ids.certificate)).status === "valid");
  await until(async () => (await health("blackbox")) === "healthy", patienceMs);
  expect(news()).toEqual([down]);
});

it("the exporter is killed", { timeout: 900_000 }, async () => {
  const alert = "Nothing probes: 2 checks, 1 certificate";
  // For longer than rules look back by themselves.
  const said = await lose(chain.parts.exporter.kill, alert, 340_000);
  expect([...said]).toEqual(expect.arrayContaining(["stall unknown"]));
  const rows = await Promise.all([check("stall"), check("warehouse")]);
  expect(rows.map(({ status }) => status)).toEqual(["unknown", "unknown"]);
  for (const name of ["blackbox", "prometheus"] as const)
    expect([name, await health(name)]).not.toContain("healthy");
  await backAndStillDown(alert, chain.parts.exporter.start);
});

it("scrapes of the exporter are refused", { timeout: 900_000 }, async () => {
  const alert = "Nothing probes: 2 checks, 1 certificate";
  let allow = async () => {};
  const refuse = async () => {
    await chain.parts.exporter.kill();
    allow = await chain.refuseProbes();
  };
  await lose(refuse, alert, 10_000);
  expect(await health("blackbox")).not.toBe("healthy");
  await allow();
  await backAndStillDown(alert, chain.parts.exporter.start);
});

const engineAlert = "Prometheus measures nothing: 1 certificate, 1 SLO, 2 checks";

it("Prometheus is killed", { timeout: 900_000 }, async () => {
  const said = await lose(chain.parts.prometheus.kill, engineAlert, 10_000);
  expect([...said].sort()).toEqual([...unmeasured, "slo no_data"].sort());
  expect(await health("prometheus")).not.toBe("healthy");
  // Alertmanager ends what nobody repeats, and says so.
  await until(async () => !(await chain.held()).includes("SyntheticCheckDown"), patienceMs);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(news()).toEqual([`firing ${engineAlert}`]);
  await backAndStillDown(engineAlert, chain.parts.prometheus.start);
});

it("the agent is killed", { timeout: 900_000 }, async () => {
  await lose(chain.parts.agent.kill, engineAlert, 10_000);
  await until(async () => (await health("prometheus")) === "failing");
  await backAndStillDown(engineAlert, chain.parts.agent.start);
});

it("Alertmanager is killed", { timeout: 900_000 }, async () => {
  const alert = "Alertmanager is away: no alert comes through it";
  const said = await lose(chain.parts.alertmanager.kill, alert, 10_000);
  expect([...said].filter((one) => !sloKnown.test(one)).sort()).toEqual(
    ["certificate valid", "stall down", "warehouse up"].sort(),
  );
  expect(await health("alertmanager")).not.toBe("healthy");
  await backAndStillDown(alert, chain.parts.alertmanager.start);
});

it("a measurement that says so ends it, also one that comes while Prometheus starts again", {
  timeout: 900_000,
}, async () => {
  await lose(chain.parts.prometheus.kill, engineAlert, 0);
  chain.shop.broken.delete("stall");
  await chain.parts.prometheus.start();
  await isToldAgain(over);
  await isMeasured("stall", "up");
  await until(() => news().length >= 3, patienceMs);
  expect(news().sort()).toEqual([`firing ${engineAlert}`, `resolved ${engineAlert}`, over].sort());
  chain.shop.broken.add("stall");
  await isToldAgain(down);
});
