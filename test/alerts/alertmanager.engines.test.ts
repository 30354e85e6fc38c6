/** A real Alertmanager before the intake, when not all comes at once: what was left out, and what is not taken now. */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import type { RenderedFile } from "../../src/backends/backend.ts";
import { type AgentAt, freshFolder, makeAgent, makePlace, type Place } from "../agent/set-up.ts";
import { makeSlo } from "../capabilities/slo.ts";
import { type RunningEngine, startAlertmanager } from "../support/engines.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** Alertmanager tries again after longer and longer pauses. */
const patienceMs = 150_000;

let test: TestService;
let service: string;
const engines: RunningEngine[] = [];
beforeAll(async () => {
  const port = await freePort();
  test = await startService({ ORGCONFIG_PUBLIC_URL: `http://127.0.0.1:${port}` });
  service = await test.service.server.listen({ host: "127.0.0.1", port });
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await test.close();
});

interface Scene extends Place {
  readonly at: AgentAt;
  readonly route: string;
  readonly engine: RunningEngine;
  fire(names: readonly string[]): Promise<void>;
  /** What is open here, in no order. */
  open(): Promise<readonly Shown[]>;
}

interface Shown {
  readonly title: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly routes: readonly object[];
  readonly deliveries: readonly object[];
}

/**
 * An Alertmanager with a route to a room.
 * @param change what somebody made of its file by hand
 * @param prepare makes what is to be there before its first file
 */
async function makeScene(
  change: (content: string) => string = (content) => content,
  prepare: (tenant: Tenant) => Promise<unknown> = async () => undefined,
): Promise<Scene> {
  const place = await makePlace(test, "alertmanager");
  const { tenant } = place;
  await prepare(tenant);
  const { body: room } = await tenant.config("POST", "outbound_configs", {
    body: { name: "room", kind: "slack", secret: "https://hooks.slack.example/services/x" },
  });
  const { body: route } = await tenant.config("POST", "alert_routes", {
    body: {
      name: "checkout",
      matchers: ['service="checkout"'],
      destinations: [{ outbound_config_id: room.id }],
      group_by: ["service"],
      group_wait_seconds: 2,
    },
  });
  const directory = freshFolder();
  const port = await freePort();
  const at = await makeAgent(place, { service, engine: `http://127.0.0.1:${port}`, directory });
  at.gate.change = (render) => ({
    ...render,
    files: render.files.map((file: RenderedFile) => ({ ...file, content: change(file.content) })),
  });
  await at.agent.round();
  const engine = await startAlertmanager(join(directory, "alertmanager.yml"), port);
  engines.push(engine);
  return {
    ...place,
    at,
    route: route.id,
    engine,
    fire: (names) =>
      post(
        engine,
        names.map((alertname) => ({ alertname, service: "checkout" })),
      ),
    open: async () => (await tenant.api("GET", "alerts?status=open")).body.data,
  };
}

async function post({ url }: RunningEngine, alerts: readonly Readonly<Record<string, string>>[]) {
  const { status } = await fetch(`${url}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(alerts.map((labels) => ({ labels }))),
  });
  expect(status).toBe(200);
}

it("fetches what max_alerts left out, with its route and in its group", async () => {
  const { at, route, fire, open } = await makeScene((content) =>
    content.replaceAll("max_alerts: 0", "max_alerts: 2"),
  );
  const names = ["A", "B", "C", "D", "E"];
  await fire(names);
  await until(async () => (await open()).length === 2);

  // Long before the engine counts as settled, and before the usual report.
  at.later(30);
  expect(await at.agent.round()).toEqual({ ok: true, message: null });
  const all = await open();
  expect(all.map(({ title }) => title).sort()).toEqual(names);
  expect(all.map(({ routes }) => routes)).toEqual(names.map(() => [{ id: route, name: "checkout" }]));
  expect(all.map(({ deliveries }) => deliveries.length)).toEqual(names.map(() => 1));
  at.later(30);
  await at.agent.round();
  expect(await open()).toHaveLength(5);
  expect(test.logs.some((line) => line.includes("left alerts out"))).toBe(true);
});

it("gets an urgent burn alert beside a group that waits, and no slower one of the same SLO", async () => {
  const { engine, open } = await makeScene(undefined, (tenant) => makeSlo(tenant, "checkout", "errors"));
  const burn = (slo: string, severity: string) => ({
    alertname: "SLOBurnRate",
    service: "checkout",
    orgconfig_event: "slo_burn_rate",
    orgconfig_connector_id: "conn_1",
    orgconfig_slo_id: slo,
    severity,
  });
  const shown = async () =>
    (await open()).map(({ labels: { orgconfig_slo_id: slo, severity } }) => `${slo} ${severity}`).sort();
  await post(engine, [burn("one", "warning")]);
  await until(async () => (await open()).length === 1);
  // The group of the slow one is not sent again for 300 seconds.
  await post(engine, [burn("one", "critical"), burn("two", "critical")]);
  await until(async () => (await open()).length === 3);
  // Both would come in one message.
  await post(engine, [burn("two", "info"), burn("three", "info")]);
  await until(async () => (await open()).length === 4);
  expect(await shown()).toEqual(["one critical", "one warning", "three info", "two critical"]);
});

it("gets an alert by the next try, after a queue that was full", async () => {
  const scene = await makeScene();
  const holding = await fillIntake(scene);
  const metric = (name: string) => metricOf(scene.engine, `${name}{integration="webhook"}`);
  await scene.fire(["A"]);
  await until(async () => (await metric("alertmanager_notification_requests_failed_total")) > 0, patienceMs);
  expect(await scene.open()).toEqual([]);
  for (const socket of holding) socket.destroy();
  await until(async () => (await scene.open()).length === 1, patienceMs);
  // To the engine it was one notification, which went well in the end.
  await until(async () => (await metric("alertmanager_notifications_total")) === 1, patienceMs);
  expect(await metric("alertmanager_notifications_failed_total")).toBe(0);
  expect((await scene.open())[0]).toMatchObject({ title: "A", routes: [{ id: scene.route }] });
});

/** More than are taken on of one organization at once. */
const tooMany = 100;

/** Notifications that never come to their end: as many as are taken on, and some that are turned away. */
async function fillIntake({ tenant, connectorId }: Scene): Promise<readonly Socket[]> {
  const { hostname, port, host } = new URL(service);
  const head = [
    `POST /api/v1/intake/alertmanager/${connectorId} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${tenant.key.value}`,
    "Content-Type: application/json",
    "Content-Length: 1000",
    "\r\n",
  ].join("\r\n");
  let turnedAway = 0;
  const sockets = Array.from({ length: tooMany }, () =>
    connect(Number(port), hostname)
      .on("error", () => {})
      .on("data", (piece) => {
        if (String(piece).startsWith("HTTP/1.1 503")) turnedAway += 1;
      }),
  );
  for (const socket of sockets) socket.write(head);
  await until(() => turnedAway > 0);
  return sockets;
}

async function metricOf({ url }: RunningEngine, series: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}
