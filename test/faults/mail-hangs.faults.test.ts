/**
 * A mail server that hangs: it takes connections and never speaks, or stops in the middle of DATA. What goes elsewhere
 * goes on, mail is tried again and arrives once, and a stop of the program does not wait for it.
 */
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type AlertCalls, type Alerting, createAlertCalls, makeAlerting } from "./alert-calls.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { type MailProxy, type MailWay, startMailProxy } from "./mail-proxy.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { type Receivers, startReceivers } from "./receipts.ts";
import { record } from "./record.ts";
import { count, lostOf, seenOf, spread, timed } from "./table.ts";

const clients = 8;
/** So many alerts of each kind of silence. */
const fired = 6;
/** What waited is tried again after some pauses. */
const patienceMs = 300_000;
const mailboxes = ["one@example.com", "two@example.com"];

let postgres: Postgres;
let receivers: Receivers;
let proxy: MailProxy;
let installation: Installation;
let node: Program;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  receivers = await startReceivers();
  proxy = await startMailProxy(receivers.mailUrl);
  installation = await install(postgres.url, undefined, { ORGCONFIG_LIST_CAP: "100000" });
  node = await start();
});
afterAll(async () => {
  await node.stop();
  await proxy.close();
  await receivers.close();
  await postgres.remove();
});

const start = () =>
  installation.start({ LOG_LEVEL: "debug", SMTP_URL: proxy.url, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });

it("delivers what goes elsewhere, and mail once when it answers again", { timeout: 1_200_000 }, async () => {
  onTestFailed(() => console.log(node.output().slice(-20_000)));
  const calls = createAlertCalls(installation.key, () => node.url);
  const alerting = await makeAlerting(calls, receivers.hookUrl, mailboxes);
  const load = await createLoad(node.url, installation.key, 32);
  let enough = false;
  const running = load.run([node.url], clients, () => enough);
  const [mailsMs, hooksMs]: [number[], number[]] = [[], []];
  for (const way of ["silent", "data"] as const) {
    await hang(way, alerting, hooksMs);
    proxy.way = "open";
    await timed(mailsMs, () => until(() => isAllSent(calls), patienceMs));
  }
  enough = true;
  await running;
  const proved = await load.prove(node.url);
  const stopMs: number[] = [];
  await hang("silent", alerting, hooksMs);
  expect(await timed(stopMs, () => node.stop())).toBe(0);
  proxy.way = "open";
  expect(internalErrors(node)).toEqual([]);
  node = await start();
  await until(() => isAllSent(calls), patienceMs);

  const all = 3 * fired * (mailboxes.length + 1);
  const ids = receivers.receipts.map(({ target, id }) => `${target} ${id}`);
  expect(new Set(ids).size).toBe(all);
  record({
    fault: "the mail server hangs",
    done: `it says nothing, and stops in the middle of DATA (${proxy.stopped()} mails); ${clients} clients`,
    lost: `${lostOf(proved)}; of ${count(all)} messages none, and ${count(ids.length - all)} came twice`,
    back: `mail ${spread(mailsMs)}; webhooks meanwhile ${spread(hooksMs)}`,
    figures: `${seenOf(proved)}; a stop meanwhile took ${spread(stopMs)}`,
  });
  expect([...proved.problems, ...internalErrors(node)]).toEqual([]);
  expect(proved.unavailable + proved.unknown).toBe(0);
  expect(ids).toHaveLength(all);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});

/** Alerts while the mail server hangs, until a webhook has them all and a mail was tried in vain. */
async function hang(way: MailWay, { mailboxes: mailed, hook, fire }: Alerting, hooksMs: number[]) {
  const failures = () => node.output().split("a delivery failed; it is tried again").length;
  const [failed, stopped] = [failures(), proxy.stopped()];
  const hooks = () => receivers.receipts.filter(({ target }) => target === "hook").length;
  const goal = hooks() + fired;
  proxy.way = way;
  for (let index = 0; index < fired; index += 1) await fire(`${way} ${goal} ${index}`, [...mailed, hook]);
  await timed(hooksMs, () => until(() => hooks() === goal, patienceMs));
  await until(() => failures() > failed, patienceMs);
  if (way === "data") expect(proxy.stopped()).toBeGreaterThan(stopped);
}

async function isAllSent(calls: AlertCalls): Promise<boolean> {
  const alerts = await calls.alerts();
  return alerts.every(({ deliveries }) => deliveries.every(({ status }) => status === "sent"));
}
