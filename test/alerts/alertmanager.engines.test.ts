/** A real Alertmanager before the intake, when not all comes at once: what was left out, and what is not taken now. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { fingerprintOf } from "../../src/renderers/alerting/fingerprint.ts";
import type { RenderedFile } from "../../src/renderers/renderer.ts";
import { type AgentAt, freshFolder, makeAgent, makePlace, type Place } from "../agent/set-up.ts";
import { makeSlo } from "../features/slo.ts";
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
  readonly room: string;
  readonly engine: RunningEngine;
  fire(names: readonly string[]): Promise<void>;
  end(names: readonly string[]): Promise<void>;
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
 * @param groupBy the labels that the route groups by
 * @param prepare makes what is to be there before its first file
 * @param timing of the route, where it is not the usual one
 */
async function makeScene(
  change: (content: string) => string = (content) => content,
  groupBy = ["service"],
  prepare: (tenant: Tenant) => Promise<unknown> = async () => undefined,
  timing: object = {},
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
      group_by: groupBy,
      group_wait_seconds: 2,
      ...timing,
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
    room: room.id,
    engine,
    fire: (names) => post(engine, named(names)),
    end: (names) => post(engine, named(names), new Date(Date.now() - 1).toISOString()),
    open: async () => (await tenant.api("GET", "alerts?status=open")).body.data,
  };
}

/** So that the scene's route takes them. */
function named(names: readonly string[]) {
  return names.map((alertname) => ({ alertname, service: "checkout" }));
}

async function post(
  { url }: RunningEngine,
  alerts: readonly Readonly<Record<string, string>>[],
  endsAt?: string,
): Promise<void> {
  const sent = alerts.map((labels) => ({ labels, ...(endsAt === undefined ? {} : { endsAt }) }));
  const { status } = await fetch(`${url}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(sent),
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
  expect(await at.agent.round()).toMatchObject({ ok: true, message: null });
  const all = await open();
  expect(all.map(({ title }) => title).sort()).toEqual(names);
  expect(all.map(({ routes }) => routes)).toEqual(names.map(() => [{ id: route, name: "checkout" }]));
  expect(all.map(({ deliveries }) => deliveries.length)).toEqual(names.map(() => 1));
  at.later(30);
  await at.agent.round();
  expect(await open()).toHaveLength(5);
  expect(test.logs.some((line) => line.includes("left alerts out"))).toBe(true);
});

it("gets an urgent burn alert next to a group that waits, and no slower one of the same SLO", async () => {
  const { engine, open } = await makeScene(undefined, undefined, (tenant) =>
    makeSlo(tenant, "checkout", "errors"),
  );
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

it("gets an alert by the next try, after one that could not be stored", async () => {
  const scene = await makeScene();
  const { id } = scene.tenant.organization;
  const run = (name: string, text: string) => test.database.queryText({ name, text }, []);
  await run(
    "test-break",
    "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$",
  );
  await run(
    "test-break-alerts",
    `CREATE TRIGGER broken BEFORE INSERT ON alerts FOR EACH ROW WHEN (NEW.organization_id = '${id}') EXECUTE FUNCTION broken()`,
  );
  const metric = (name: string) => metricOf(scene.engine, `${name}{integration="webhook"}`);
  try {
    await scene.fire(["A"]);
    await until(
      async () => (await metric("alertmanager_notification_requests_failed_total")) > 0,
      patienceMs,
    );
    expect(await scene.open()).toEqual([]);
  } finally {
    await run("test-fix", "DROP FUNCTION broken CASCADE");
  }
  await until(async () => (await scene.open()).length === 1, patienceMs);
  // To the engine it was one notification, which went well in the end.
  await until(async () => (await metric("alertmanager_notifications_total")) === 1, patienceMs);
  expect(await metric("alertmanager_notifications_failed_total")).toBe(0);
  expect((await scene.open())[0]).toMatchObject({ title: "A", routes: [{ id: scene.route }] });
});

it("says nothing at the end of a mute of what was over by then", async () => {
  const scene = await makeScene(undefined, ["alertname"]);
  const { at, tenant, fire, end, open } = scene;
  const rule = { name: "again", outbound_config_id: scene.room, matchers: ["service=checkout"] };
  await tenant.config("POST", "outbound_rules", { body: { ...rule, delay_seconds: 0, repeat_count: 3 } });
  const known = (names: readonly string[]) =>
    until(async () => {
      const titles = (await open()).map(({ title }) => title);
      return names.every((name) => titles.includes(name));
    }, patienceMs);
  const sent = async () => {
    const { body } = await tenant.api("GET", "alerts");
    return body.data.map(({ title, deliveries }: Shown) => `${title} ${deliveries.length}`).sort();
  };
  await fire(["Known before"]);
  await known(["Known before"]);
  await test.service.alerts.flush();
  expect(await sent()).toEqual(["Known before 2"]);

  const { body: mute } = await tenant.config("POST", "alert_mutes", {
    body: { matchers: ["service=checkout"], reason: "work", duration_minutes: 60 },
  });
  // The engine has no silence yet, so that it sends their beginning, and later no end.
  await fire(["Goes on", "Is over"]);
  await known(["Goes on", "Is over"]);
  at.later(30);
  await at.agent.round();
  await end(["Known before", "Is over"]);
  await tenant.config("DELETE", `alert_mutes/${mute.id}`);
  await test.service.alerts.flush();
  await test.database.execute("UPDATE alert_timers SET due_at = now() - interval '1 second'");
  await test.database.execute("UPDATE alert_routings SET told_at = told_at - interval '1 day'");
  // The first round expires the silence, and reports.
  for (let round = 0; round < 2; round += 1) {
    at.later(30);
    expect(await at.agent.round()).toMatchObject({ ok: true, message: null });
    await test.service.alerts.flush();
  }
  expect(await sent()).toEqual(["Goes on 2", "Is over 0", "Known before 2"]);
});

async function metricOf({ url }: RunningEngine, series: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}

it("a Watchdog is a heartbeat: notifications that hold it are signals, and without them the service raises an alert", async () => {
  const scene = await makeScene(undefined, undefined, undefined, { group_interval_seconds: 5 });
  const { tenant } = scene;
  const body = { name: "Alertmanager", every_minutes: 10, matchers: ['alertname="Watchdog"'] };
  const { body: beat } = await tenant.config("POST", "alert_heartbeats", { body });
  const status = async () => (await tenant.config("GET", `alert_heartbeats/${beat.id}`)).body.status;
  expect(await status()).toBe("waiting");
  await scene.fire(["Watchdog"]);
  await until(async () => (await status()) === "healthy", patienceMs);
  // A quarter of an hour passes without a notification, in which the service was up.
  await test.database.execute("UPDATE heartbeat_watch SET up_since = now() - interval '1 day'");
  await test.database.execute(
    `UPDATE heartbeats SET due_at = now() - interval '1 second' WHERE id = '${beat.id}'`,
  );
  await test.service.heartbeats.flush();
  expect(await status()).toBe("missing");
  const missing = "Alertmanager sent no signal in time";
  expect((await scene.open()).map(({ title }) => title)).toContain(missing);
  // The group has another alert, so that it is notified again, with the one that always fires.
  await scene.fire(["Other"]);
  await until(async () => (await status()) === "healthy", patienceMs);
  await test.service.heartbeats.flush();
  expect((await scene.open()).map(({ title }) => title)).not.toContain(missing);
});

it("notifies again of what fires again with the beginning of before, as a late Prometheus says it", async () => {
  const timing = { group_wait_seconds: 0, group_interval_seconds: 1 };
  const { at, engine, tenant, open } = await makeScene(undefined, undefined, undefined, timing);
  const labels = { alertname: "Late", service: "checkout" };
  const startsAt = new Date(Date.now() - 60_000).toISOString();
  const say = async (endsAt: string) => {
    const { status } = await fetch(`${engine.url}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([{ labels, startsAt, endsAt }]),
    });
    expect(status).toBe(200);
  };
  const later = () => new Date(Date.now() + 3_600_000).toISOString();
  await say(later());
  await until(async () => (await open()).length === 1, patienceMs);
  await say(new Date(Date.now() - 1).toISOString());
  await until(async () => (await open()).length === 0, patienceMs);
  await say(later());
  const held = async () => {
    const found = await test.database.queryText<{ count: number }>(
      {
        name: "test-held",
        text: "SELECT count(*)::integer AS count FROM held_firings WHERE organization_id = $1",
      },
      [tenant.organization.id],
    );
    return found[0]?.count;
  };
  await until(async () => (await held()) === 1, patienceMs);
  // The agent looks with its next poll: no usual time for silences has come.
  const stop = new AbortController();
  const polling = at.agent.untilChanged(3_000, stop.signal);
  await until(async () => (await open()).length === 1, patienceMs);
  stop.abort();
  await polling;
  const { data } = (await tenant.api("GET", "alerts")).body;
  expect(data.map(({ status }: { status: string }) => status)).toEqual(["open", "resolved"]);
  const began = data.map(({ started_at }: { started_at: string }) => started_at);
  expect(began[0]).toBe(began[1]);
  expect(data[0].deliveries).toHaveLength(1);
});

it("knows an alert by what Alertmanager itself makes of its labels", async () => {
  const { engine } = await makeScene();
  const sets: Readonly<Record<string, string>>[] = [
    { alertname: "Plain" },
    { alertname: "Order", Z: "1", a: "2", _under: "3", A1: "4" },
    { alertname: "Ünï ☃ 😀", host: 'höst-1\n\t"quoted"', long: "x".repeat(5_000) },
    { alertname: "Empty", nothing: "" },
  ];
  await post(engine, sets);
  const answer = await fetch(`${engine.url}/api/v2/alerts`);
  const found = (await answer.json()) as { labels: Record<string, string>; fingerprint: string }[];
  expect(found).toHaveLength(sets.length);
  for (const labels of sets) {
    const same = found.find((one) => one.labels.alertname === labels.alertname);
    expect(fingerprintOf(labels), labels.alertname).toBe(same?.fingerprint);
  }
});
