/** What mutes keep back, and who is notified of what when they end. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saidBy } from "../support/said.ts";
import { startService, type TestService } from "../support/service.ts";
import { created, listed, makeScene, minute, notified, queued, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const mute = (scene: Scene, pattern: string) =>
  created(scene, "alert_mutes", { pattern, reason: "work", duration_minutes: 60 });

async function endMute(scene: Scene, id: string): Promise<void> {
  expect((await scene.tenant.config("DELETE", `alert_mutes/${id}`)).status).toBe(200);
  await app.service.alerts.flush();
}

describe("a mute", () => {
  it.each<[object, RegExp | undefined]>([
    [{ pattern: "*" }, /pattern takes every alert/],
    [{ matchers: ['job=""'] }, /matchers take every alert that does not have the labels/],
    [{ matchers: ['job!="a"', "team=~.*"] }, /matchers take every alert that does not have the labels/],
    [{ matchers: ['service="shop"', 'job!="a"'] }, undefined],
    [{ pattern: "*shop*" }, undefined],
  ])("of %j says how wide it is where that may not be meant", async (taking, warning) => {
    const scene = await makeScene(app);
    const body = { ...taking, reason: "work", duration_minutes: 5 };
    const made = await scene.tenant.config("POST", "alert_mutes", { body });
    expect(made.status).toBe(201);
    if (warning === undefined) expect(saidBy(made)).toBeUndefined();
    else expect(saidBy(made)).toMatch(warning);
  });

  it("keeps an alert back, until a report after its end still has it", async () => {
    const scene = await makeScene(app);
    await created(scene, "outbound_rules", {
      name: "rule",
      outbound_config_id: scene.pager,
      matchers: ['alertname="A"'],
    });
    await scene.tenant.config("PUT", "notification_settings", { body: { recipients: ["sre@example.com"] } });
    const id = await mute(scene, "service=shop");
    const fired = { name: "A", startsAt: minute(0), labels: { service: "shop" } };
    await scene.notify({}, [fired]);
    await scene.notify({}, [fired]);
    await app.service.alerts.flush();
    expect(await listed(scene)).toMatchObject([{ status: "open", muted_by: id, deliveries: [] }]);
    expect(await notified(app, scene)).toEqual([]);
    await endMute(scene, id);
    expect(await notified(app, scene)).toEqual([]);
    const since = expect.any(String);
    expect(await listed(scene)).toMatchObject([{ muted_by: null, unconfirmed_since: since, deliveries: [] }]);
    const { sections } = (await scene.tenant.api("GET", "attention")).body;
    const why = "On shop. Its mute ended; nobody has reported it since.";
    expect(sections.find(({ section }: { section: string }) => section === "alerts").data).toMatchObject([
      { why },
    ]);
    await scene.notify({}, [fired]);
    await scene.notify({}, [fired]);
    await app.service.alerts.flush();
    const name = scene.tenant.organization.name;
    expect(await notified(app, scene)).toEqual([
      `email sre@example.com [${name}] Alert: shop: A`,
      "pager firing A",
      "room firing A",
      "pager escalation A",
    ]);
    expect(await listed(scene)).toMatchObject([{ muted_by: null, unconfirmed_since: null }]);
  });

  it("is extended by another one in its place, and holds without a break", async () => {
    const scene = await makeScene(app);
    const id = await mute(scene, "service=shop");
    await scene.notify({}, [{ name: "A", startsAt: minute(0), labels: { service: "shop" } }]);
    const extend = (muteId: string, body: object) =>
      scene.tenant.api("POST", `alert_mutes/${muteId}/extend`, { body });
    const until = new Date(Date.now() + 10 * 3_600_000).toISOString();
    const { status, body } = await extend(id, { until });
    expect(status).toBe(200);
    expect(Date.parse(body.expires_at) - Date.parse(until)).toBeLessThan(60_000);
    expect(Date.parse(body.expires_at)).toBeGreaterThanOrEqual(Date.parse(until));
    await app.service.alerts.flush();
    expect(await listed(scene)).toMatchObject([{ muted_by: body.id, unconfirmed_since: null }]);
    expect(await notified(app, scene)).toEqual([]);
    const { data } = (await scene.tenant.config("GET", "alert_mutes")).body;
    expect(data).toMatchObject([
      { id: body.id, pattern: "service=shop", reason: "work", active: true, expires_at: body.expires_at },
    ]);
    expect(await extend(id, { until })).toMatchObject({ status: 404 });
    const sooner = await extend(body.id, { until: new Date(Date.now() + 60_000).toISOString() });
    expect(sooner.body).toMatchObject({ field: "until", message: expect.stringContaining("later than") });
    const far = await extend(body.id, { until: new Date(Date.now() + 40 * 86_400_000).toISOString() });
    expect(far.body).toMatchObject({ field: "until", message: expect.stringContaining("30 days") });
    const nights = await created(scene, "alert_mutes", {
      ...{ pattern: "B", reason: "work" },
      schedule: [{ days: ["mon"], start: "00:00", end: "06:00", time_zone: "UTC" }],
    });
    expect((await extend(nights, { until })).body).toMatchObject({ field: "id" });
    // One that begins later begins as it would.
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const later = await created(scene, "alert_mutes", {
      ...{ pattern: "C", reason: "work", duration_minutes: 60 },
      starts_at,
    });
    const moved = (await extend(later, { until })).body;
    expect((await scene.tenant.config("GET", `alert_mutes/${moved.id}`)).body).toMatchObject({ starts_at });
  });

  it("ends for an organization whatever becomes of others", async () => {
    const scenes = [await makeScene(app), await makeScene(app)];
    const run = (name: string, text: string) => app.database.queryText({ name, text }, []);
    const mutes: string[] = [];
    for (const scene of scenes) {
      mutes.push(await mute(scene, "A"));
      await scene.notify({}, [{ name: "A", startsAt: minute(0) }]);
    }
    // The first one's alerts cannot be changed: from before their mute ends, because the service looks by itself too.
    const first = scenes[0]?.tenant.organization.id;
    await run(
      "test-break",
      "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$",
    );
    await run(
      "test-break-alerts",
      `CREATE TRIGGER broken BEFORE UPDATE ON alerts FOR EACH ROW WHEN (OLD.organization_id = '${first}') EXECUTE FUNCTION broken()`,
    );
    try {
      for (const [index, scene] of scenes.entries())
        await scene.tenant.config("DELETE", `alert_mutes/${mutes[index]}`);
      await expect(app.service.alerts.flush()).rejects.toThrow("broken");
    } finally {
      await run("test-fix", "DROP FUNCTION broken CASCADE");
    }
    const [broken, other] = scenes as [Scene, Scene];
    expect(await listed(other)).toMatchObject([{ muted_by: null }]);
    expect(await listed(broken)).toMatchObject([{ muted_by: expect.any(String) }]);
    await app.service.alerts.flush();
    expect(await listed(broken)).toMatchObject([{ muted_by: null }]);
  });

  it("ends with the report that comes before anybody has looked at it", async () => {
    const scene = await makeScene(app);
    const id = await mute(scene, "*");
    const fired = { name: "A", startsAt: minute(0) };
    await scene.notify({}, [fired, { name: "B", startsAt: minute(0) }]);
    await scene.tenant.config("DELETE", `alert_mutes/${id}`);
    await scene.notify({}, [fired]);
    expect(await notified(app, scene)).toEqual(["pager firing A", "room firing A"]);
    expect(await listed(scene, "?status=open")).toMatchObject([
      { title: "B", unconfirmed_since: expect.any(String) },
      { title: "A", unconfirmed_since: null },
    ]);
  });

  it("leaves nobody to be notified of what began and ended under it", async () => {
    const scene = await makeScene(app, { repeat_interval_seconds: 1 });
    const rule = { outbound_config_id: scene.pager, matchers: ['alertname=~"Old|New"'], repeat_count: 5 };
    await created(scene, "outbound_rules", { name: "rule", ...rule, repeat_interval_seconds: 60 });
    const old = { name: "Old", startsAt: minute(0) };
    await scene.notify({}, [old]);
    await app.service.alerts.flush();
    const before = await notified(app, scene);
    const id = await mute(scene, "*");
    await scene.notify({ group: "other" }, [{ name: "New", startsAt: minute(1) }]);
    await endMute(scene, id);
    // All that would be due by now: the reminder of its route, and the next step of the rule.
    await app.database.execute("UPDATE alert_timers SET due_at = now() - interval '1 second'");
    await app.database.execute(
      "UPDATE alert_routings SET told_at = now() - interval '1 hour' WHERE told_at < now()",
    );
    await app.service.alerts.flush();
    // One that says nothing of them.
    await scene.notify({}, [{ name: "Third", startsAt: minute(2) }]);
    await app.service.alerts.flush();
    const since = (await notified(app, scene)).slice(before.length);
    expect(since).toEqual(["pager firing Third", "room firing Third"]);
    // Its end is sent to whoever knows of it, and the other one's to nobody.
    await scene.notify({}, [{ ...old, endsAt: minute(3) }]);
    await scene.notify({ group: "other" }, [{ name: "New", startsAt: minute(1), endsAt: minute(3) }]);
    const ends = (await notified(app, scene)).slice(before.length + since.length);
    expect(ends).toEqual(["room resolved Old", "pager resolved Old"]);
  });

  it("with a summary names what came and went, to everybody but pagers", async () => {
    const scene = await makeScene(app);
    const before = { name: "Before", startsAt: minute(-1) };
    await scene.notify({}, [before]);
    const body = { pattern: "*", reason: "work", duration_minutes: 60, summary: true };
    const id = await created(scene, "alert_mutes", body);
    const [came, stays] = [
      { name: "Came", startsAt: minute(0) },
      { name: "Stays", startsAt: minute(0) },
    ];
    await scene.notify({}, [came, { ...came, name: "Other" }, stays]);
    await scene.notify({}, [
      { ...came, endsAt: minute(1) },
      { ...before, endsAt: minute(1) },
    ]);
    const earlier = await notified(app, scene);
    await endMute(scene, id);
    // Of two of them nobody knows yet whether they are over.
    expect(await notified(app, scene)).toEqual(earlier);
    await scene.notify({}, [stays, { ...came, name: "Other", endsAt: minute(2) }]);
    await app.service.alerts.flush();
    await app.service.alerts.flush();
    const later = ["pager firing Stays", "room firing Stays", "room summary Came,Other"];
    expect((await notified(app, scene)).slice(earlier.length)).toEqual(later);
    const [summary] = (await queued(app, scene)).slice(-1);
    expect(summary?.subject).toContain("Began and ended while muted: 2 alerts: Came");

    // Where nobody says it, it is due a quarter of an hour later; and nothing is sent where nothing came and went.
    const second = await created(scene, "alert_mutes", body);
    await scene.notify({}, [{ name: "Quiet", startsAt: minute(5) }]);
    await endMute(scene, second);
    await app.database.execute("UPDATE alert_mute_summaries SET ends_at = ends_at - interval '16 minutes'");
    await app.service.alerts.flush();
    expect((await notified(app, scene)).slice(earlier.length)).toEqual(later);
    const left = { name: "test-left", text: "SELECT mute_id FROM alert_mute_summaries" };
    expect(await app.database.queryText(left, [])).toEqual([]);
  });

  it("that another one follows keeps it back still", async () => {
    const scene = await makeScene(app);
    const first = await mute(scene, "A");
    await scene.notify({}, [{ name: "A", startsAt: minute(0) }]);
    const second = await mute(scene, "alertname=a");
    await endMute(scene, first);
    expect(await listed(scene)).toMatchObject([{ muted_by: second }]);
    expect(await notified(app, scene)).toEqual([]);
    await scene.notify({}, [{ name: "A", startsAt: minute(0), endsAt: minute(1) }]);
    await endMute(scene, second);
    expect(await notified(app, scene)).toEqual([]);
  });

  it("starts no rule when it ends, where somebody is at the alert", async () => {
    const scene = await makeScene(app);
    await created(scene, "outbound_rules", {
      name: "rule",
      outbound_config_id: scene.pager,
      matchers: ['alertname="A"'],
    });
    const id = await mute(scene, "A");
    await scene.notify({ receiver: "orgconfig" }, [{ name: "A", startsAt: minute(0) }]);
    const [alert] = await listed(scene);
    expect((await scene.tenant.api("POST", `alerts/${alert.id}/acknowledge`)).status).toBe(200);
    await endMute(scene, id);
    expect(await notified(app, scene)).toEqual([]);
    expect(await listed(scene)).toMatchObject([{ status: "acknowledged", muted_by: null }]);
  });

  it("sends nothing by a route that was disabled since", async () => {
    const scene = await makeScene(app);
    const id = await mute(scene, "A");
    const fired = { name: "A", startsAt: minute(0) };
    await scene.notify({}, [fired]);
    const enable = async (enabled: boolean) =>
      expect(
        (await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body: { enabled } })).status,
      ).toBe(200);
    await enable(false);
    await endMute(scene, id);
    // What the engine sends until it has the new routes.
    await scene.notify({}, [fired]);
    expect(await notified(app, scene)).toEqual([]);
    await enable(true);
    await scene.notify({}, [fired]);
    expect(await notified(app, scene)).toEqual(["pager firing A", "room firing A"]);
  });

  it("stops what goes on about open alerts, but shows their end", async () => {
    const scene = await makeScene(app, { repeat_interval_seconds: 1 });
    await created(scene, "outbound_rules", {
      name: "rule",
      outbound_config_id: scene.pager,
      matchers: ['alertname="A"'],
      repeat_count: 5,
      repeat_interval_seconds: 60,
    });
    const fired = { name: "A", startsAt: minute(0) };
    await scene.notify({}, [fired]);
    await app.service.alerts.flush();
    const before = await notified(app, scene);
    expect(before).toEqual(["pager firing A", "room firing A", "pager escalation A"]);
    const id = await mute(scene, "A");
    expect(await listed(scene)).toMatchObject([{ muted_by: id }]);
    await app.database.execute("UPDATE alert_timers SET due_at = now() - interval '1 second'");
    await app.database.execute("UPDATE alert_routings SET told_at = now() - interval '1 hour'");
    await scene.notify({}, [fired]);
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toEqual(before);
    await scene.notify({}, [{ ...fired, endsAt: minute(1) }]);
    expect((await notified(app, scene)).slice(before.length)).toEqual([
      "pager resolved A",
      "room resolved A",
      "pager resolved A",
    ]);
  });
});

describe("mail about events", () => {
  it("is of the event that the alert names, and one of many", async () => {
    const scene = await makeScene(app);
    await scene.tenant.config("PUT", "notification_settings", { body: { recipients: ["sre@example.com"] } });
    const labels = { orgconfig_event: "slo_burn_rate" };
    await scene.notify({ receiver: "orgconfig" }, [
      { name: "Burns", startsAt: minute(0), labels, annotations: { summary: "Shop burns fast" } },
      { name: "Other", startsAt: minute(0), labels: { ...labels, orgconfig_event: "no_such_event" } },
    ]);
    const many = Array.from({ length: 11 }, (_, index) => ({ name: `Host ${index}`, startsAt: minute(0) }));
    await scene.notify({ receiver: "orgconfig" }, many);
    const name = scene.tenant.organization.name;
    const mails = await queued(app, scene);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `[${name}] Alert: 11 new alerts`,
      `[${name}] Alert: Other`,
      `[${name}] SLO burns fast: Shop burns fast`,
    ]);
    const [alert] = await listed(scene, "?service=none");
    expect(alert).toBeUndefined();
    const counted = mails.find(({ subject }) => subject.includes("11 new"));
    expect(counted?.payload.text).toContain("and 1 more");
    expect(counted?.payload.link.url).toMatch(new RegExp(`/o/${scene.tenant.organization.slug}/alerts$`));
  });
});
