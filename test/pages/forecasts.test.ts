/** Forecasts of a page say what becomes of it over all ways of the person: a device that is dead, and a mail server. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { created } from "../alerts/support.ts";
import { type MailServer, startMailServer } from "../events/support.ts";
import { type Ntfy, startNtfy } from "../support/ntfy.ts";
import { startService, type TestService } from "../support/service.ts";
import { type PagingScene, pagingScene, stopTimed } from "./scene.ts";

let [ntfy, mail]: [Ntfy, MailServer] = [] as never;
let app: TestService;
let made: PagingScene;
beforeAll(async () => {
  [ntfy, mail] = await Promise.all([startNtfy(), startMailServer()]);
  app = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", SMTP_URL: mail.url });
  await stopTimed(app);
});
afterAll(async () => {
  await app.close();
  await Promise.all([ntfy.close(), mail.close()]);
});

const ada = () => made.people[0] as PagingScene["people"][number];
const labels = { service: "shop", severity: "critical" };
const dead = { status: 500, body: {} };

async function begin() {
  mail.answer = () => undefined;
  ntfy.script.length = 0;
  made = await pagingScene(app);
  const body = { kind: "ntfy", name: "Mine", url: `${ntfy.url}/ada-pages`, token: null };
  const { id } = (await ada().send("POST", "account/ways", { body })).body;
  const code = /\b\d{6}\b/.exec(JSON.stringify(ntfy.messages.at(-1)))?.[0];
  const { status, text } = await ada().send("POST", `account/ways/${id}/verify`, { body: { code } });
  expect(status, text).toBe(200);
  return id;
}

/** An alert pages, and what is due is sent. */
async function page(name: string) {
  await made.fire(name, labels);
  await app.service.pages.flush();
  await app.service.delivery.flush();
}

async function forecasts(severity = "critical") {
  const { api } = made.tenant;
  const resolved = await api("POST", "alert_routes/resolve", {
    body: { labels: { ...labels, alertname: "Any", severity } },
  });
  const flow = (await api("GET", "alert_routes/flow")).body;
  const notified = (await api("GET", "services/shop/notified")).body;
  const coverage = (await api("GET", `on_call_rotas/${made.rota}/coverage`)).body;
  const now = (await api("GET", "attention")).body;
  const isAda = ({ target }: { target: string }) => target === ada().email;
  return {
    resolved: resolved.body.recipients.find(isAda),
    notified: notified.recipients.find(isAda),
    flow: flow.receivers.find(({ id }: { id: string }) => id === `${made.rota}/primary`).delivery,
    unreachable: coverage.concerns.filter(
      (one: { kind: string; email: string }) => one.kind === "unreachable" && one.email === ada().email,
    ),
    onNow: now.sections
      .flatMap(({ data }: { data: object[] }) => data)
      .filter((one: { id: string; state: string }) => one.id === made.rota && one.state === "failing"),
  };
}

it("is a page by its kinds of ways, and fine where all work", async () => {
  await begin();
  await page("Slow");
  const { resolved, notified, flow, unreachable, onNow } = await forecasts();
  expect(resolved).toMatchObject({
    kind: "page",
    delivery: { status: "ok", reason: null },
    ways: [
      { kind: "mail", delivery: { status: "ok" } },
      { kind: "ntfy", delivery: { status: "ok" } },
    ],
  });
  expect(notified).toMatchObject({ kind: "page", delivery: { status: "ok", reason: null } });
  expect([flow.status, unreachable, onNow]).toEqual(["ok", [], []]);
});

it("is failing where only the device fails, which was to wake them; a warning still comes by mail", async () => {
  const way = await begin();
  ntfy.script.push(dead, dead);
  await page("Slow");
  const { resolved, notified, flow, unreachable, onNow } = await forecasts();
  const reason = "Messages by ntfy fail: only mail is left, which wakes nobody.";
  for (const { delivery } of [resolved, notified, { delivery: flow }])
    expect(delivery).toMatchObject({ status: "failing", reason });
  expect(resolved.ways).toMatchObject([
    { kind: "mail", delivery: { status: "ok" } },
    { kind: "ntfy", delivery: { status: "failing", reason: "The last message by it failed." } },
  ]);
  expect(JSON.stringify(resolved)).not.toContain("ada-pages");
  expect(unreachable).toMatchObject([{ message: expect.stringContaining("messages by ntfy fail") }]);
  expect(onNow).toMatchObject([
    { resource: "on_call_rotas", tone: "bad", why: expect.stringContaining(reason) },
  ]);
  const warned = (await forecasts("warning")).resolved;
  expect(warned).toMatchObject({ kind: "page", delivery: { status: "ok" }, ways: [{ kind: "mail" }] });
  ntfy.script.length = 0;
  expect((await ada().send("POST", `account/ways/${way}/test`)).body.not_sent).toBeNull();
  expect((await forecasts()).onNow).toEqual([]);
});

it("is fine, with what fails, where only the mail server does; failing where all do", async () => {
  await begin();
  mail.answer = () => 451;
  await page("Slow");
  const only = await forecasts();
  for (const { delivery } of [only.resolved, only.notified, { delivery: only.flow }])
    expect(delivery).toMatchObject({ status: "ok", reason: "Messages by mail fail." });
  expect(only.unreachable).toEqual([]);
  expect(only.onNow).toMatchObject([{ tone: "warning" }]);
  ntfy.script.push(dead, dead);
  await page("Full");
  const both = await forecasts();
  for (const { delivery } of [both.resolved, both.notified, { delivery: both.flow }])
    expect(delivery).toMatchObject({
      status: "failing",
      reason: "Messages by all of their ways fail: mail and ntfy.",
    });
  expect(both.unreachable).toHaveLength(1);
  expect(both.onNow).toMatchObject([{ tone: "bad" }]);
});

it("whoever a route names by their address, or a fallback, is mailed and no page", async () => {
  await begin();
  ntfy.script.push(dead, dead);
  await page("Slow");
  await created(made, "alert_routes", {
    ...{ name: "by address", matchers: ["service=other"], destinations: [{ email: ada().email }] },
  });
  const { body } = await made.tenant.api("POST", "alert_routes/resolve", {
    body: { labels: { ...labels, service: "other" } },
  });
  const direct = body.recipients.find(({ name }: { name: string }) => name === "by address");
  expect(direct).toMatchObject({ kind: "email", ways: [], delivery: { status: "ok", reason: null } });
});
