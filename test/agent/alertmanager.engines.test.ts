/** The loop next to a real Alertmanager, which sends what it routes with the key that the agent wrote. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { getJson, startAlertmanager } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { freshFolder, makeAgent, makePlace, type Place } from "./set-up.ts";

let test: TestService;
let service: string;
/** Stands where people reach the service, and remembers what Alertmanager sent. */
let door: Server;
const sent: { readonly path: string; readonly key: string; readonly body: { readonly receiver: string } }[] =
  [];
beforeAll(async () => {
  door = createServer(async (request, response) => {
    const { url = "", headers } = request;
    sent.push({ path: url, key: headers.authorization ?? "", body: JSON.parse(await text(request)) });
    response.end();
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const publicUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  test = await startService({ ORGCONFIG_PUBLIC_URL: publicUrl });
  service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await test.close();
  door.closeAllConnections();
  await new Promise((resolve) => door.close(resolve));
});

async function makeRoute({ tenant }: Place, rest: object = {}): Promise<string> {
  const body = {
    name: "checkout",
    matchers: ['service="checkout"'],
    destinations: [{ email: "ada@example.com" }],
    group_wait_seconds: 0,
    ...rest,
  };
  const made = await tenant.config("POST", "alert_routes", { body });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

async function fire(engine: string, labels: object): Promise<void> {
  const { status } = await fetch(`${engine}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([{ labels }]),
  });
  expect(status).toBe(200);
}

it("writes a first file and the key, and looks which file the engine runs", async () => {
  const place = await makePlace(test, "alertmanager");
  const route = await makeRoute(place);
  const directory = freshFolder();
  const file = join(directory, "alertmanager.yml");
  const port = await freePort();
  const engine = `http://127.0.0.1:${port}`;
  const at = { service, engine, directory };
  const { agent } = await makeAgent(place, at);
  expect((await agent.round()).message).toBe("the engine cannot be reached: the connection was refused");

  const alertmanager = await startAlertmanager(file, port);
  expect(await agent.round()).toMatchObject({ ok: true, message: null });
  expect(await place.applied()).toMatchObject({ ok: true, version: "0.25.0" });
  const key = join(directory, "intake.key");
  expect([readFileSync(key, "utf8"), statSync(key).mode & 0o777]).toEqual([place.key, 0o600]);
  await fire(engine, { alertname: "Down", service: "checkout" });
  await until(() => sent.length > 0);
  expect(sent).toMatchObject([
    {
      path: `/api/v1/intake/alertmanager/${place.connectorId}`,
      key: `Bearer ${place.key}`,
      body: { version: "4", receiver: route, alerts: [{ status: "firing" }], truncatedAlerts: 0 },
    },
  ]);

  // Another key, a change of the routes, and one that somebody else makes to the file.
  const { agent: another } = await makeAgent(place, { ...at, intakeKey: "another-key" });
  const second = await makeRoute(place, { name: "cart", matchers: ["service=cart"] });
  expect((await another.round()).ok).toBe(true);
  expect(readFileSync(key, "utf8")).toBe("another-key");
  const receivers = await getJson(`${engine}/api/v2/receivers`);
  expect(receivers).toEqual([{ name: "orgconfig" }, { name: route }, { name: second }]);
  writeFileSync(file, `${readFileSync(file, "utf8")}# mine\n`);
  expect((await another.round()).message).toContain("somebody changed or removed");
  await alertmanager.stop();
});

it("keeps what it runs when the engine refuses, and says when it reads another file", async () => {
  const place = await makePlace(test, "alertmanager");
  await makeRoute(place);
  const directory = freshFolder();
  const file = join(directory, "alertmanager.yml");
  const elsewhere = join(freshFolder(), "alertmanager.yml");
  writeFileSync(elsewhere, "route: {receiver: theirs}\nreceivers: [{name: theirs}]\n");
  const other = await startAlertmanager(elsewhere);
  const strayed = await makeAgent(place, { service, engine: other.url, directory });
  expect((await strayed.agent.round()).message).toBe(
    `Alertmanager does not run ${file}: start it with --config.file=${file}`,
  );
  await other.stop();

  const alertmanager = await startAlertmanager(file);
  const good = readFileSync(file, "utf8");
  const broken = "route:\n  receiver: nobody\n";
  const refused = {
    checked: /amtool refuses the files: .*undefined receiver/,
    unchecked: /HTTP 500 to POST \/-\/reload: .*undefined receiver/,
  };
  for (const [how, said] of Object.entries(refused)) {
    const at = { service, engine: alertmanager.url, directory };
    const { agent, gate } = await makeAgent(place, how === "checked" ? at : { ...at, checker: undefined });
    expect((await agent.round()).ok).toBe(true);
    gate.change = (render) => ({ ...render, files: [{ name: "alertmanager.yml", content: broken }] });
    expect((await agent.round()).message).toMatch(said);
    expect(readFileSync(file, "utf8")).toBe(good);
  }
  await alertmanager.stop();
});

it("names the secrets that native delivery lacks", async () => {
  const metadata = {
    deliver: "native",
    secret_files: "present",
    smtp_smarthost: "127.0.0.1:25",
    smtp_from: "alerts@example.com",
    smtp_username: "alerts",
  };
  const place = await makePlace(test, "alertmanager", { metadata });
  const body = { name: "pager", kind: "pagerduty", secret: "a-routing-key" };
  const { id } = (await place.tenant.config("POST", "outbound_configs", { body })).body;
  await makeRoute(place, { destinations: [{ outbound_config_id: id }, { email: "ada@example.com" }] });
  const directory = freshFolder();
  const port = await freePort();
  const { agent, later } = await makeAgent(place, { service, engine: `http://127.0.0.1:${port}`, directory });
  await agent.round();
  const alertmanager = await startAlertmanager(join(directory, "alertmanager.yml"), port);
  const { ok, message } = await agent.round();
  expect([ok, message]).toEqual([true, expect.stringContaining(`lacks secrets/${id}, secrets/smtp: `)]);
  expect(readFileSync(join(directory, "alertmanager.yml"), "utf8")).not.toContain("a-routing-key");
  mkdirSync(join(directory, "secrets"), { mode: 0o700 });
  for (const name of [id, "smtp"]) writeFileSync(join(directory, "secrets", name), "x", { mode: 0o600 });
  later(60);
  expect(await agent.round()).toMatchObject({ ok: true, message: null });
  await alertmanager.stop();
});

it("brings a route that was saved before the interval is over, and says since when it is live", async () => {
  const interval_ms = 15_000;
  const place = await makePlace(test, "alertmanager");
  const directory = freshFolder();
  const port = await freePort();
  const engine = `http://127.0.0.1:${port}`;
  const { agent } = await makeAgent(place, { service, engine, directory });
  await agent.round();
  await startAlertmanager(join(directory, "alertmanager.yml"), port);
  expect((await agent.round()).ok).toBe(true);
  const before = await place.applied();

  const stop = new AbortController();
  const change = agent.untilChanged(interval_ms, stop.signal).then(() => "change");
  const saved = Date.now();
  const route = await makeRoute(place);
  // Both begin at the same moment: the one that asks in between comes first, however slow the machine is.
  expect(await Promise.race([pause(interval_ms, "interval"), change])).toBe("change");
  expect((await agent.round()).ok).toBe(true);
  expect(await getJson(`${engine}/api/v2/receivers`)).toContainEqual({ name: route });
  const after = await place.applied();
  expect(after?.running_since).not.toBe(before?.running_since);
  expect(Date.parse(String(after?.running_since))).toBeGreaterThanOrEqual(saved);

  // As long as it runs that, it says so.
  const { agent: again } = await makeAgent(place, { service, engine, directory });
  expect((await again.round()).ok).toBe(true);
  expect((await place.applied())?.running_since).toBe(after?.running_since);
});
