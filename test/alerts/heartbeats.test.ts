/** What has to send signals: these, its alert, and who sees its URL. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHeartbeatStore } from "../../src/features/alerting/heartbeats/store.ts";
import { createService } from "../../src/service.ts";
import { saidBy } from "../support/said.ts";
import { type Answer, startService, type Tenant, type TestService } from "../support/service.ts";
import { created, listed, makeScene, minute, notified, queued, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const beat = { name: "backup", every_minutes: 10, grace_minutes: 5, service: "shop" };

async function run(text: string): Promise<void> {
  await app.database.execute(text);
}

/** Lets time pass for the heartbeats of an organization, while the service is up. */
async function wait(scene: Scene, minutes: number): Promise<void> {
  // The look that begins at the start is over, and a machine that paused is no gap.
  await app.service.heartbeats.flush();
  await run("UPDATE heartbeat_watch SET up_since = now() - interval '1 day', watched_at = now()");
  await pass(scene, minutes);
}

async function pass(scene: Scene, minutes: number): Promise<void> {
  const back = (column: string) => `${column} = ${column} - interval '${minutes} minutes'`;
  const columns = ["signal_at", "expected_at", "due_at", "notified_at"].map(back);
  await run(
    `UPDATE heartbeats SET ${columns.join(", ")} WHERE organization_id = '${scene.tenant.organization.id}'`,
  );
  await app.service.heartbeats.flush();
}

async function make(scene: Scene, body: object = {}): Promise<Answer["body"]> {
  const {
    status,
    body: row,
    text,
  } = await scene.tenant.config("POST", "alert_heartbeats", { body: { ...beat, ...body } });
  if (status !== 201) throw new Error(text);
  return row;
}

/** The path of a heartbeat's URL. */
function pathOf(row: Answer["body"]): string {
  return new URL(row.url).pathname;
}

function read(tenant: Tenant, id: string): Promise<Answer["body"]> {
  return tenant.config("GET", `alert_heartbeats/${id}`).then(({ body }) => body);
}

describe("a heartbeat with a URL", () => {
  it("raises nothing before its first signal, an alert when the next one is missing, and ends it with a signal", async () => {
    const scene = await makeScene(app);
    const row = await make(scene, { labels: { team: "payments" } });
    expect(row).toMatchObject({
      status: "waiting",
      last_signal_at: null,
      next_expected_at: null,
      missing_since: null,
    });
    await wait(scene, 10_000);
    expect(await listed(scene)).toEqual([]);

    for (const method of ["GET", "POST", "HEAD"])
      expect((await app.send(method, pathOf(row))).status, method).toBe(200);
    expect(await read(scene.tenant, row.id)).toMatchObject({
      status: "healthy",
      last_signal_at: expect.any(String),
    });
    await wait(scene, 12);
    expect(await read(scene.tenant, row.id)).toMatchObject({ status: "late" });
    expect(await listed(scene)).toEqual([]);

    await wait(scene, 4);
    expect(await read(scene.tenant, row.id)).toMatchObject({
      status: "missing",
      missing_since: expect.any(String),
    });
    const [alert] = await listed(scene);
    expect(alert).toMatchObject({
      connector_id: row.id,
      status: "open",
      title: "backup sent no signal in time",
      service: "shop",
      severity: "critical",
      labels: { alertname: "HeartbeatMissing", heartbeat: "backup", team: "payments" },
      routes: [{ id: scene.route, name: "all" }],
    });
    const firing = [
      "pager firing backup sent no signal in time",
      "room firing backup sent no signal in time",
    ];
    expect(await notified(app, scene)).toEqual(firing);
    // However often any node looks, it is one alert, and nobody is notified twice.
    await wait(scene, 2);
    await wait(scene, 2);
    expect(await listed(scene)).toHaveLength(1);
    expect(await notified(app, scene)).toEqual(firing);

    expect((await app.send("GET", pathOf(row))).status).toBe(200);
    expect((await listed(scene))[0]).toMatchObject({ id: alert.id, status: "resolved" });
    expect(await read(scene.tenant, row.id)).toMatchObject({ status: "healthy", missing_since: null });
    expect((await notified(app, scene)).slice(2).sort()).toEqual([
      "pager resolved backup sent no signal in time",
      "room resolved backup sent no signal in time",
    ]);

    await wait(scene, 16);
    expect((await listed(scene)).map(({ status }) => status)).toEqual(["open", "resolved"]);
  });

  it("alarms at once by /fail and by an exit status, and takes the words of healthchecks.io", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    const path = pathOf(row);
    for (const word of ["/start", "/log", "/0"])
      expect((await app.send("POST", path + word)).status).toBe(200);
    expect(await listed(scene)).toEqual([]);
    expect(
      (
        await app.send("POST", `${path}/fail`, {
          body: "the log\n",
          headers: { "content-type": "text/plain" },
        })
      ).status,
    ).toBe(200);
    const [alert] = await listed(scene);
    expect(alert).toMatchObject({
      title: "backup failed",
      status: "open",
      labels: { alertname: "HeartbeatFailed" },
    });
    expect(await read(scene.tenant, row.id)).toMatchObject({ status: "failed" });
    // What only begins has not succeeded.
    await app.send("POST", `${path}/start`);
    expect((await listed(scene))[0]).toMatchObject({ status: "open" });
    await app.send("POST", path);
    await app.send("POST", `${path}/3`);
    expect((await listed(scene)).map(({ status }) => status)).toEqual(["open", "resolved"]);
  });

  it("is missing where a job began and did not end within its grace", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    await app.send("POST", `${pathOf(row)}/start`);
    await wait(scene, 4);
    expect(await listed(scene)).toEqual([]);
    await wait(scene, 2);
    expect(await listed(scene)).toHaveLength(1);
  });

  it("is missing without a first signal where it is expected from a moment on", async () => {
    const scene = await makeScene(app);
    const row = await make(scene, { expect_from: new Date(Date.now() - 4 * 60_000).toISOString() });
    await wait(scene, 0);
    expect(await listed(scene)).toEqual([]);
    await wait(scene, 2);
    expect((await listed(scene))[0]).toMatchObject({ connector_id: row.id });
    expect((await listed(scene))[0].annotations.description).toContain("It never sent a signal.");
  });

  it("goes to its own destinations alone where it has any", async () => {
    const scene = await makeScene(app);
    const row = await make(scene, {
      destinations: [{ outbound_config_id: scene.room }, { email: "oncall@example.com" }],
    });
    await app.send("POST", `${pathOf(row)}/fail`);
    expect((await notified(app, scene)).sort()).toEqual(
      [
        `email oncall@example.com [${scene.tenant.organization.name}] Firing, critical: shop: backup failed`,
        "room firing backup failed",
      ].sort(),
    );
    const [first] = await queued(app, scene);
    expect(first?.payload.message?.by ?? {}).toMatchObject({
      kind: "alert_heartbeats",
      id: row.id,
      name: "backup",
    });
    expect((await listed(scene))[0].routes).toEqual([{ id: row.id, name: "backup" }]);
    await app.send("POST", pathOf(row));
    expect(await notified(app, scene)).toHaveLength(4);
  });

  it("whatever foretells who is notified of its alert says the same as what is sent", async () => {
    const scene = await makeScene(app);
    const { tenant, room, pager } = scene;
    const row = await make(scene, { destinations: [{ outbound_config_id: room }] });
    await app.send("POST", `${pathOf(row)}/fail`);
    expect((await queued(app, scene)).map(({ target }) => target)).toEqual([room]);
    const [{ labels }] = await listed(scene);

    const { body: resolved } = await tenant.api("POST", "alert_routes/resolve", { body: { labels } });
    const by = { by: "alert_heartbeats", name: "backup", first_at_seconds: 0 };
    expect(resolved.recipients).toMatchObject([{ target: "room", kind: "slack", ...by }]);
    const names = ({ kind, name, taken }: Answer["body"]) => [kind, name, taken];
    expect(resolved.routes.map(names)).toEqual([
      ["alert_heartbeats", "backup", true],
      ["alert_routes", "all", false],
    ]);

    const test = (name: string, expectations: object) =>
      tenant.config("POST", "behaviour_tests", { body: { name, alert: { labels }, expect: expectations } });
    const to = (id: string) => [{ outbound_config_id: id }];
    expect((await test("true", { notified: to(room), not_notified: to(pager) })).status).toBe(201);
    const wrong = await test("false", { notified: to(pager), not_notified: to(room) });
    expect(wrong).toMatchObject({ status: 409, body: { reason: "test_failed" } });
    expect(wrong.body.tests[0].message).toContain('the heartbeat "backup" takes the alert');

    const { body: flow } = await tenant.api("GET", "alert_routes/flow");
    const [path] = flow.paths;
    expect(path.routes).toEqual([{ id: row.id, receivers: [room] }]);
    const { body } = await tenant.api("GET", "service?service=shop");
    const receiver = { kind: "alert_heartbeats", id: row.id, named: true };
    expect(body.takers).toContainEqual(expect.objectContaining(receiver));

    // A plan says where its alert would go, and a change that breaks the test is refused.
    const edits = [
      { op: "save", resource: "alert_heartbeats", id: row.id, fields: { destinations: to(pager) } },
      { op: "save", resource: "outbound_configs", id: room, fields: { enabled: false } },
    ];
    const { effects, warnings } = (await tenant.api("POST", "plans", { body: { edits: [edits[0]] } })).body;
    const way = [{ id: row.id, name: "backup" }];
    expect(effects.rerouted_alerts).toMatchObject({ count: 1, data: [{ before: way, after: way }] });
    expect(effects.replay).toMatchObject({ drift: 0, elsewhere: 1 });
    expect(warnings).toMatchObject([{ reason: "test_failed", key: { name: "true" } }]);
    const switched = (await tenant.api("POST", "plans", { body: { edits: [edits[1]] } })).body;
    expect(switched.warnings).toContainEqual(
      expect.objectContaining({
        reason: "last_target",
        message:
          'is the last destination that takes messages of the heartbeat "backup"; the alerts that it takes then reach nobody',
      }),
    );
    const put = { body: { ...beat, destinations: to(pager) } };
    expect(await tenant.config("PUT", `alert_heartbeats/${row.id}`, put)).toMatchObject({
      status: 409,
      body: { reason: "test_failed" },
    });
  });

  it("shows its URL to administrators alone, at every read, and keeps it out of logs and the database", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    const secret = pathOf(row).split("/").at(-1) as string;
    const { value } = await app.makeKey(scene.tenant.organization.id, ["api:config_read"]);
    const headers = { authorization: `Bearer ${value}` };
    const seen = await app.send("GET", `/api/v1/config/alert_heartbeats/${row.id}`, { headers });
    expect(seen.body).toMatchObject({ name: "backup", url: null });
    expect(
      (await app.send("GET", "/api/v1/config/alert_heartbeats", { headers })).body.data[0].url,
    ).toBeNull();
    expect((await read(scene.tenant, row.id)).url).toBe(row.url);
    expect((await scene.tenant.config("GET", "alert_heartbeats")).body.data[0].url).toBe(row.url);
    await app.send("GET", `${pathOf(row)}/nothing`);
    expect(app.logs.join("\n")).not.toContain(secret);
    const stored = await app.database.queryText<{ text: string }>(
      {
        name: "test-heartbeats",
        text: "SELECT to_jsonb(heartbeats)::text AS text FROM heartbeats UNION ALL SELECT to_jsonb(rows)::text FROM rows",
      },
      [],
    );
    expect(stored.map(({ text }) => text).join("\n")).not.toContain(secret);
  });

  it("gets another URL by a rotation, on record, and the old one is nobody's", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    const rotated = await scene.tenant.config("POST", `alert_heartbeats/${row.id}/rotate`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.url).toMatch(/\/api\/v1\/intake\/heartbeats\/.+/);
    expect(rotated.body.url).not.toBe(row.url);
    const [old, unknown] = [
      await app.send("POST", pathOf(row)),
      await app.send("POST", "/api/v1/intake/heartbeats/x"),
    ];
    expect(old.status).toBe(404);
    expect({ ...old.body.error, request_id: "" }).toEqual({ ...unknown.body.error, request_id: "" });
    expect((await app.send("POST", pathOf(rotated.body))).status).toBe(200);
    const audit = await scene.tenant.api("GET", "audit");
    expect(audit.body.data[0]).toMatchObject({ action: "rotate_alert_heartbeat", row_id: row.id });
    expect((await app.send("DELETE", pathOf(rotated.body))).status).toBe(405);
  });

  it("ends its alert when it is switched off or deleted, and waits anew when it is on again", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    await app.send("POST", `${pathOf(row)}/fail`);
    const off = { enabled: false };
    expect((await scene.tenant.config("PUT", `alert_heartbeats/${row.id}`, { body: off })).body.status).toBe(
      "off",
    );
    await wait(scene, 0);
    expect((await listed(scene)).map(({ status }) => status)).toEqual(["resolved"]);
    await app.send("POST", `${pathOf(row)}/fail`);
    expect(await listed(scene)).toHaveLength(1);
    await scene.tenant.config("PUT", `alert_heartbeats/${row.id}`, { body: { enabled: true } });
    await wait(scene, 14);
    expect(await listed(scene)).toHaveLength(1);
    await wait(scene, 2);
    expect((await listed(scene)).map(({ status }) => status)).toEqual(["open", "resolved"]);
    expect((await scene.tenant.config("DELETE", `alert_heartbeats/${row.id}`)).status).toBe(200);
    expect((await app.send("POST", pathOf(row))).status).toBe(404);
    await wait(scene, 0);
    expect((await listed(scene)).map(({ status }) => status)).toEqual(["resolved", "resolved"]);
  });
});

describe("a heartbeat by matchers", () => {
  it("takes a signal from each notification that holds the alert, and by a report of an agent", async () => {
    const scene = await makeScene(app);
    const row = await make(scene, { name: "Prometheus", matchers: ['alertname="Watchdog"'] });
    expect(row.url).toBeNull();
    expect((await scene.tenant.config("POST", `alert_heartbeats/${row.id}/rotate`)).status).toBe(409);
    await scene.notify({}, [{ name: "Other", startsAt: minute(0) }]);
    expect((await read(scene.tenant, row.id)).status).toBe("waiting");
    await scene.notify({}, [{ name: "Watchdog", startsAt: minute(0) }]);
    expect((await read(scene.tenant, row.id)).status).toBe("healthy");
    await wait(scene, 16);
    const missing = async () =>
      (await listed(scene, "?status=open")).filter(({ connector_id }) => connector_id === row.id);
    expect(await missing()).toHaveLength(1);
    // Its end is no signal.
    await scene.notify({}, [{ name: "Watchdog", startsAt: minute(0), endsAt: minute(5) }]);
    await wait(scene, 0);
    expect(await missing()).toHaveLength(1);
    const report = await scene.tenant.api("PUT", `render/${scene.connector}/alerts`, {
      body: {
        since: new Date().toISOString(),
        settled: true,
        alerts: [
          {
            fingerprint: "00",
            state: "suppressed",
            labels: { alertname: "Watchdog" },
            annotations: {},
            generator_url: "",
            started_at: minute(0),
            receivers: [],
          },
        ],
      },
    });
    expect(report.status).toBe(200);
    await wait(scene, 0);
    expect(await missing()).toEqual([]);
  });

  it("gets a URL where its matchers are taken away, and loses it with others", async () => {
    const scene = await makeScene(app);
    const { id, url } = await make(scene);
    const put = (matchers: readonly string[]) =>
      scene.tenant
        .config("PUT", `alert_heartbeats/${id}`, { body: { matchers } })
        .then(({ body }) => body.url);
    expect(await put(['alertname="Watchdog"'])).toBeNull();
    const later = await put([]);
    expect(later).toMatch(/heartbeats/);
    expect(later).not.toBe(url);
  });

  it("is said to be impatient where an agent reports less often", async () => {
    const scene = await makeScene(app);
    const body = { ...beat, matchers: ['alertname="Watchdog"'], every_minutes: 1, grace_minutes: 1 };
    const made = await scene.tenant.config("POST", "alert_heartbeats", { body });
    expect(saidBy(made)).toContain("every_minutes");
    const { id } = (await scene.tenant.config("GET", "alert_heartbeats")).body.data[0];
    const put = (grace_minutes: number) =>
      scene.tenant.config("PUT", `alert_heartbeats/${id}`, { body: { grace_minutes } });
    expect(saidBy(await put(5))).toContain("every_minutes");
    expect(saidBy(await put(6))).toBeUndefined();
  });
});

describe("the service's own absence, and its clock", () => {
  it("leaves the grace from the moment it was up again", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    await app.send("POST", pathOf(row));
    await run("UPDATE heartbeat_watch SET watched_at = now() - interval '2 hours'");
    await pass(scene, 120);
    expect(await listed(scene)).toEqual([]);
    await run("UPDATE heartbeat_watch SET up_since = now() - interval '6 minutes'");
    await pass(scene, 0);
    expect(await listed(scene)).toHaveLength(1);
  });

  it("is known before the next look writes it: a node that slept between two statements takes nothing for missing", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    await app.send("POST", pathOf(row));
    const store = createHeartbeatStore(app.database);
    const due = async () => (await store.due(10_000)).some(({ id }) => id === row.id);
    await run(
      `WITH slept AS (UPDATE heartbeat_watch SET up_since = now() - interval '1 day', watched_at = now() - interval '2 hours')
        UPDATE heartbeats SET due_at = now() - interval '1 hour' WHERE id = '${row.id}'`,
    );
    expect(await due()).toBe(false);
    await run("UPDATE heartbeat_watch SET up_since = now() - interval '1 day', watched_at = now()");
    expect(await due()).toBe(true);
  });

  it("waits from now on where the clock was set back", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    await app.send("POST", pathOf(row));
    await pass(scene, -120);
    await run("UPDATE heartbeat_watch SET watched_at = now() + interval '2 hours'");
    await app.service.heartbeats.flush();
    const signalled = (await read(scene.tenant, row.id)).last_signal_at;
    expect(Date.parse(signalled)).toBeLessThanOrEqual(Date.now() + 1_000);
    await wait(scene, 16);
    expect(await listed(scene)).toHaveLength(1);
  });

  it("raises one alert where two nodes look at once", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    await app.send("POST", pathOf(row));
    const other = await createService(app.settings, app.database, app.service.server.log);
    await run(`UPDATE heartbeats SET due_at = now() - interval '1 minute' WHERE id = '${row.id}'`);
    await Promise.all([app.service.heartbeats.flush(), other.heartbeats.flush()]);
    expect(await listed(scene)).toHaveLength(1);
    await other.close();
  });
});

describe("a muted heartbeat", () => {
  it("notifies nobody while a mute takes its alert, and then once", async () => {
    const scene = await makeScene(app);
    const row = await make(scene);
    const mute = await created(scene, "alert_mutes", {
      pattern: "heartbeat=backup",
      reason: "move",
      duration_minutes: 60,
    });
    await app.send("POST", `${pathOf(row)}/fail`);
    expect((await listed(scene))[0]).toMatchObject({ muted_by: mute });
    expect(await notified(app, scene)).toEqual([]);
    await scene.tenant.config("DELETE", `alert_mutes/${mute}`);
    await app.service.alerts.flush();
    await wait(scene, 2);
    expect((await notified(app, scene)).sort()).toEqual([
      "pager firing backup failed",
      "room firing backup failed",
    ]);
  });
});

describe("the limit on requests", () => {
  it("holds whoever guesses at URLs, and leaves room for those that are known", async () => {
    const limited = await startService({ ORGCONFIG_RATE_LIMIT: "5" });
    try {
      const tenant = await limited.makeTenant();
      const { body: row } = await tenant.config("POST", "alert_heartbeats", { body: beat });
      const guess = (at: number) =>
        limited.send("GET", `/api/v1/intake/heartbeats/guess${at}`, { address: "203.0.113.9" });
      const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(at)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
      expect((await limited.send("GET", pathOf(row), { address: "203.0.113.10" })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe("a heartbeat with a schedule", () => {
  const yearly = { every_minutes: null, schedule: { cron: "0 4 L 12 *", time_zone: "Europe/Berlin" } };
  const lastOfYear = (at: Date) => {
    const year = at.getUTCFullYear();
    const run = Date.UTC(year, 11, 31, 3);
    return new Date(run > at.getTime() ? run : Date.UTC(year + 1, 11, 31, 3)).toISOString();
  };

  it("expects a signal at the next run after the last one, and is missing after its grace", async () => {
    const scene = await makeScene(app);
    const row = await make(scene, yearly);
    expect(row).toMatchObject({ ...yearly, status: "waiting", next_expected_at: null });
    await app.send("GET", pathOf(row));
    const now = new Date();
    expect(await read(scene.tenant, row.id)).toMatchObject({
      status: "healthy",
      next_expected_at: lastOfYear(now),
    });
    await wait(scene, (Date.parse(lastOfYear(now)) - now.getTime()) / 60_000 + 6);
    const [alert] = await listed(scene);
    expect(alert).toMatchObject({ labels: { alertname: "HeartbeatMissing", heartbeat: "backup" } });
    expect(alert.annotations.description).toContain("A signal is due at 0 4 L 12 * (Europe/Berlin)");
    await app.send("GET", pathOf(row));
    expect(await read(scene.tenant, row.id)).toMatchObject({ status: "healthy" });
  });

  it("is missing still with another schedule that its last signal is too old for, and not with one that it is not", async () => {
    const scene = await makeScene(app);
    const at = new Date();
    const daily = (hours: number) => `0 ${(at.getUTCHours() + hours + 24) % 24} * * *`;
    const schedule = (cron: string) => ({ every_minutes: null, schedule: { cron, time_zone: "UTC" } });
    const row = await make(scene, schedule(daily(-2)));
    await app.send("GET", pathOf(row));
    await wait(scene, 3 * 1_440);
    const put = async (cron: string) => {
      const path = `alert_heartbeats/${row.id}`;
      // The second time before it is worked out what the first one means.
      for (const name of ["backup", "nightly backup"]) {
        const body = { ...schedule(cron), name };
        expect((await scene.tenant.config("PUT", path, { body })).status).toBe(200);
      }
      await app.service.heartbeats.flush();
    };
    const statuses = async () => (await listed(scene)).map(({ status }) => status);
    expect(await statuses()).toEqual(["open"]);
    await put(daily(3));
    expect(await statuses()).toEqual(["open"]);
    await put(yearly.schedule.cron.replace("L 12", `1 ${((at.getUTCMonth() + 6) % 12) + 1}`));
    expect(await statuses()).toEqual(["resolved"]);
  });

  it("is planned anew where its schedule changes, where it is switched on, and where a node ended before it did", async () => {
    const scene = await makeScene(app);
    const row = await make(scene, yearly);
    await app.send("GET", pathOf(row));
    const put = (body: object) => scene.tenant.config("PUT", `alert_heartbeats/${row.id}`, { body });
    const nearly = (text: string, minutes: number) =>
      expect((Date.parse(text) - Date.now()) / 60_000).toBeCloseTo(minutes, 0);
    await put({ schedule: { cron: "* * * * *", time_zone: "UTC" } });
    const { next_expected_at: soon } = await read(scene.tenant, row.id);
    expect(Date.parse(soon) - Date.now()).toBeLessThanOrEqual(60_000);
    await put({ every_minutes: 60, schedule: null });
    nearly((await read(scene.tenant, row.id)).next_expected_at, 60);
    await put({ enabled: false, ...yearly });
    expect(await read(scene.tenant, row.id)).toMatchObject({ status: "off", next_expected_at: null });
    await put({ enabled: true });
    const planned = await read(scene.tenant, row.id);
    expect(planned).toMatchObject({ status: "healthy", next_expected_at: lastOfYear(new Date()) });
    await run(`UPDATE heartbeats SET expected_at = NULL, due_at = NULL WHERE id = '${row.id}'`);
    await app.service.heartbeats.flush();
    expect((await read(scene.tenant, row.id)).next_expected_at).toBe(planned.next_expected_at);
  });

  it.each([
    [{ every_minutes: null }, "every_minutes"],
    [{ every_minutes: 10, schedule: yearly.schedule }, "schedule"],
    [{ ...yearly, schedule: { cron: "0 0 30 2 *", time_zone: "UTC" } }, "schedule.cron"],
    [{ ...yearly, schedule: { cron: "0 0 * * *", time_zone: "Europe/Nowhere" } }, "schedule.time_zone"],
  ])("is refused with %o", async (body, field) => {
    const scene = await makeScene(app);
    const answer = await scene.tenant.config("POST", "alert_heartbeats", { body: { ...beat, ...body } });
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });
});
