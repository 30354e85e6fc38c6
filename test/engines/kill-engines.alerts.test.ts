/**
 * kill -9, and SIGSTOP, of each of what measures and notifies, while a check is down and was notified of: nobody is
 * notified that it is over, one alert says what is lost, and a measurement ends both. `npm run test:alerts`; thirty minutes,
 * as the rules hold what they saw for five minutes by themselves. The tests are one story, in this order.
 */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { noData } from "../../src/kernel/no-data.ts";
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

/** Everything that was notified, such as "firing stall is down". */
function notified(): string[] {
  return chain.receivers.received.map(({ body }) => `${body.data.phase} ${body.data.title}`);
}

/** How much was notified before this test. */
let before = 0;
afterEach(() => {
  before = notified().length;
});
const since = () => notified().slice(before);

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

async function isNotified(line: string): Promise<void> {
  await until(() => since().includes(line), patienceMs).catch(() =>
    expect.fail(`waited for "${line}", notified was ${JSON.stringify(since())}`),
  );
}

/** Kills it, waits until somebody is notified of what is lost, and holds on for so long. @returns what rows said after that */
async function lose(kill: () => Promise<void>, alert: string, holdMs: number): Promise<Set<string>> {
  await kill();
  const begun = Date.now();
  const during = new Set<string>();
  await until(async () => {
    await watch(during);
    return since().includes(`firing ${alert}`);
  }, patienceMs).catch(() => expect.fail(`"${alert}" was not notified: ${JSON.stringify(since())}`));
  expect(Date.now() - begun).toBeLessThan(promisedMs);
  expect([...during]).not.toContain("stall up");
  const after = new Set<string>();
  for (const end = Date.now() + holdMs; Date.now() < end; ) {
    await watch(after);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  expect(since()).toEqual([`firing ${alert}`]);
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

/** It is back, and the check is down still: nothing of it is notified. */
async function backAndStillDown(alert: string, start: () => Promise<void>): Promise<void> {
  await start();
  await isNotified(`resolved ${alert}`);
  await isMeasured("stall", "down");
  await isMeasured("warehouse", "up");
  // What would come late comes by then.
  await isMeasured("stall", "down");
  expect(since()).toEqual([`firing ${alert}`, `resolved ${alert}`]);
}

const unmeasured = ["stall unknown", "warehouse unknown", "certificate unknown"];
it("a check is down, and its alert is notified", { timeout: 400_000 }, async () => {
  await isMeasured("warehouse", "up");
  chain.shop.broken.add("stall");
  await isNotified(down);
  await isMeasured("stall", "down");
  await until(async () => (await row("certificate_monitors", chain.ids.certificate)).status === "valid");
  await until(async () => (await health("blackbox")) === "healthy", patienceMs);
  expect(since()).toEqual([down]);
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

const agentAlert = "The agent of Prometheus is away; nothing new reaches 1 certificate, 1 SLO, 2 checks";
const engineAlert = "Prometheus measures nothing: 1 certificate, 1 SLO, 2 checks";

it("Prometheus is killed", { timeout: 900_000 }, async () => {
  const said = await lose(chain.parts.prometheus.kill, engineAlert, 10_000);
  expect([...said].sort()).toEqual([...unmeasured, "slo no_data"].sort());
  expect(await health("prometheus")).not.toBe("healthy");
  // Alertmanager ends what nobody repeats, and says so.
  await until(async () => !(await chain.held()).includes("SyntheticCheckDown"), patienceMs);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(since()).toEqual([`firing ${engineAlert}`]);
  await backAndStillDown(engineAlert, chain.parts.prometheus.start);
});

it("the exporter is stopped: its rows and the alert say the same when it goes on", {
  timeout: 900_000,
}, async () => {
  const alert = "Nothing probes: 2 checks, 1 certificate";
  // For longer than a probe is believed without another one.
  await lose(chain.parts.exporter.hang, alert, 60_000);
  await chain.parts.exporter.goOn();
  const isOpen = async () =>
    (await chain.call("GET", "alerts?status=open")).data.some(
      (one: { title: string }) => one.title === alert,
    );
  const reasons = new Set<string>();
  await until(async () => {
    // Looked at before the rows, which may only have come to be known since.
    const open = await isOpen();
    const checks = [await check("stall"), await check("warehouse")];
    for (const { status_reason } of checks) reasons.add(status_reason);
    const known = checks.filter(({ status }) => status !== "unknown").length;
    // The first measurement of any of them ends it: which comes first hangs on when each group of rules is due.
    const { status: certificate } = await row("certificate_monitors", chain.ids.certificate);
    if (!open && known === 0 && certificate === "unknown")
      expect.fail(`the alert is over, and nothing is known: ${[...reasons].join("; ")}`);
    return !open && known === 2;
  }, patienceMs);
  expect([...reasons]).not.toContain(noData.noProbe);
  await backAndStillDown(alert, async () => {});
});

it("Prometheus is stopped: the alert names it, and not its agent", { timeout: 900_000 }, async () => {
  // For longer than an agent that says nothing is waited for.
  await lose(chain.parts.prometheus.hang, engineAlert, 100_000);
  expect(await health("prometheus")).not.toBe("healthy");
  // Alertmanager ends what nobody repeats, and says so.
  expect(await chain.held()).not.toContain("SyntheticCheckDown");
  await backAndStillDown(engineAlert, chain.parts.prometheus.goOn);
});

it("the agent is killed", { timeout: 900_000 }, async () => {
  await lose(chain.parts.agent.kill, agentAlert, 10_000);
  await until(async () => (await health("prometheus")) === "failing");
  await backAndStillDown(agentAlert, chain.parts.agent.start);
});

it("Alertmanager is killed", { timeout: 900_000 }, async () => {
  const alert = "Alertmanager is away: no alert comes through it";
  const said = await lose(chain.parts.alertmanager.kill, alert, 10_000);
  // What measures goes on. Nobody asks the shop for anything: its SLO has no events.
  const known = ["certificate valid", "slo no_data", "stall down", "warehouse up"];
  expect([...said].sort()).toEqual(known);
  expect(await health("alertmanager")).not.toBe("healthy");
  await backAndStillDown(alert, chain.parts.alertmanager.start);
});

it("a measurement that says so ends it, also one that comes while Prometheus starts again", {
  timeout: 900_000,
}, async () => {
  await lose(chain.parts.prometheus.kill, engineAlert, 0);
  chain.shop.broken.delete("stall");
  await chain.parts.prometheus.start();
  await isNotified(over);
  await isMeasured("stall", "up");
  await until(() => since().length >= 3, patienceMs);
  expect(since().sort()).toEqual([`firing ${engineAlert}`, `resolved ${engineAlert}`, over].sort());
  chain.shop.broken.add("stall");
  await isNotified(down);
});
