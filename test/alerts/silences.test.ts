/** Mutes with matchers: where they are checked and kept, the silences that they are, and what engines report. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import {
  created,
  fingerprintOf,
  listed,
  makeScene,
  minute,
  notified,
  queued,
  type Scene,
} from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const shop = { name: "service", value: "shop", is_regex: false, is_equal: true };

const mute = (scene: Scene, matchers: readonly string[]) =>
  created(scene, "alert_mutes", { matchers, reason: "work", duration_minutes: 60 });

function exchange({ tenant, connector }: Scene, silences: readonly object[]) {
  return tenant.api("PUT", `render/${connector}/silences`, { body: { silences } });
}

const theirs = (id: string, rest: object = {}) => ({
  ...{ id, state: "active", matchers: [shop], created_by: "ada", comment: "noise", ends_at: inAnHour() },
  ...rest,
});

/** As though the engines had last been learnt of all silences, and alerts, so many minutes before. */
async function age({ tenant }: Scene, minutes: number): Promise<void> {
  for (const table of ["alerts", "alert_silences"])
    await app.database.execute(
      `UPDATE ${table} SET seen_at = seen_at - interval '${minutes} minutes' WHERE organization_id = '${tenant.organization.id}'`,
    );
}

async function mutesOf({ tenant }: Scene) {
  return (await tenant.config("GET", "alert_mutes")).body.data;
}

describe("a mute with matchers", () => {
  it("is one of pattern and matchers, and no two say the same", async () => {
    const { tenant } = await makeScene(app);
    const body = { reason: "work", duration_minutes: 5 };
    const make = (rest: object) => tenant.config("POST", "alert_mutes", { body: { ...body, ...rest } });
    expect((await make({})).body.fields).toMatchObject([{ field: "pattern" }]);
    const both = await make({ pattern: "x", matchers: ["a=b"] });
    expect(both.body.fields).toMatchObject([{ field: "matchers" }]);
    expect((await make({ matchers: ["a==b"] })).body.fields).toMatchObject([{ field: "matchers[0]" }]);
    const made = await make({ matchers: ["a=b", "c=d"] });
    expect(made.body).toMatchObject({ pattern: null, matchers: ["a=b", "c=d"], active: true });
    const again = await make({ matchers: ["a=b", "c=d"] });
    expect([again.status, again.body.current.id]).toEqual([409, made.body.id]);
    expect((await make({ matchers: ["a=b"] })).status).toBe(201);
    // A pattern that reads as the key of matchers is written is still a pattern.
    expect((await make({ pattern: '["a=b"]' })).status).toBe(201);
  });

  it("goes through bundles, and leaves a mute of before its key", async () => {
    const scene = await makeScene(app);
    const { tenant } = scene;
    await mute(scene, ["a=b"]);
    await created(scene, "alert_mutes", { pattern: "x", reason: "r", duration_minutes: 5 });
    const { id: organization } = tenant.organization;
    await app.database.queryText(
      {
        name: "test-old-mute",
        text: "UPDATE rows SET configuration = configuration - 'matchers' WHERE organization_id = $1 AND natural_key = 'x'",
      },
      [organization],
    );
    expect((await tenant.config("GET", "alert_mutes?pattern=x")).body.data).toMatchObject([{ matchers: [] }]);
    const exported = (await tenant.config("GET", "export?format=json")).body.alert_mutes;
    const always = { route_ids: [], starts_at: null, schedule: [], until: null };
    expect(exported).toEqual(
      expect.arrayContaining([
        { pattern: "x", matchers: [], reason: "r", duration_minutes: 5, summary: false, ...always },
        { pattern: null, matchers: ["a=b"], reason: "work", duration_minutes: 60, summary: false, ...always },
      ]),
    );
    const plan = await tenant.api("POST", "plans", { body: { bundle: { alert_mutes: exported } } });
    expect([plan.status, plan.body.changes]).toEqual([201, []]);
    const other = { matchers: ["a=c"], reason: "r", duration_minutes: 5 };
    const more = await tenant.api("POST", "plans", { body: { bundle: { alert_mutes: [other] } } });
    expect(more.body.changes).toMatchObject([{ action: "create", key: { matchers: ["a=c"] } }]);
  });

  it("keeps alerts and mails of events back", async () => {
    const scene = await makeScene(app);
    const { tenant } = scene;
    await tenant.config("PUT", "notification_settings", { body: { recipients: ["sre@example.com"] } });
    const id = await mute(scene, ['service=~"shop|cart"', "severity!=critical"]);
    const labels = { service: "shop", severity: "info" };
    await scene.notify({}, [{ name: "A", startsAt: minute(0), labels }]);
    await scene.notify({}, [{ name: "B", startsAt: minute(0), labels: { ...labels, severity: "critical" } }]);
    const muted = (await listed(scene)).map(({ title, muted_by }) => [title, muted_by]);
    expect(muted).toEqual(
      expect.arrayContaining([
        ["A", id],
        ["B", null],
      ]),
    );
    const event = { event: "alert_created", title: "A", labels };
    expect((await tenant.api("POST", "events", { body: event })).body).toMatchObject({ mute_id: id });
  });

  it("is previewed over what is open and what began lately", async () => {
    const scene = await makeScene(app);
    const labels = { service: "shop" };
    const lately = new Date(Date.now() - 60_000).toISOString();
    const ended = { endsAt: new Date().toISOString() };
    await scene.notify({}, [
      { name: "A", startsAt: lately, labels },
      { name: "B", startsAt: minute(-10_000), labels },
      { name: "C", startsAt: lately, labels, ...ended },
      { name: "D", startsAt: lately },
    ]);
    const preview = async (body: object) =>
      (await scene.tenant.api("POST", "alert_mutes/preview", { body })).body;
    const found = await preview({ matchers: ["service=shop"] });
    expect(found).toMatchObject({ count: 2, last_day_count: 2, complete: true });
    expect(found.data.map(({ title }: { title: string }) => title)).toEqual(["A", "B"]);
    expect(await preview({ pattern: "alertname=d" })).toMatchObject({ count: 1, last_day_count: 1 });
    expect((await preview({})).fields).toMatchObject([{ field: "pattern" }]);
    expect(await listed(scene, "?status=open")).toMatchObject([{ muted_by: null }, {}, {}]);
  });
});

describe("which route gets an alert", () => {
  it("is notified with the mutes, the rules and everybody who would learn of it", async () => {
    const scene = await makeScene(app, { matchers: ["service=shop"], group_wait_seconds: 7 });
    const { tenant } = scene;
    await tenant.config("PUT", "notification_settings", { body: { recipients: ["sre@example.com"] } });
    const team = await created(scene, "teams", { name: "Shop" });
    const person = await tenant.config("POST", "team_members", {
      body: { team_id: team, email: "ada@example.com" },
    });
    expect(person.status).toBeLessThan(500);
    await created(scene, "alert_routes", {
      name: "cart",
      position: 1,
      matchers: ["service=cart"],
      destinations: [{ email: "cart@example.com" }],
    });
    await created(scene, "outbound_rules", {
      name: "later",
      outbound_config_id: scene.room,
      matchers: ["service=shop"],
      delay_seconds: 300,
    });
    const resolve = async (labels: object) =>
      (await tenant.api("POST", "alert_routes/resolve", { body: { labels } })).body;
    const labels = { alertname: "A", service: "shop" };
    const found = await resolve(labels);
    expect(found).toMatchObject({
      muted_by: [],
      routes: [
        { id: scene.route, taken: true, destinations: [{ outbound_config_id: scene.pager }, {}] },
        { name: "cart", taken: false, reason: expect.stringContaining("takes it before") },
      ],
      rules: [{ name: "later", taken: true, first_at_seconds: 300 }],
      recipients: [
        { target: "pager", kind: "pagerduty", by: "alert_routes", name: "all", first_at_seconds: 7 },
        { target: "room", kind: "slack", by: "alert_routes" },
        { target: "room", by: "outbound_rules", name: "later", first_at_seconds: 300 },
        { target: "sre@example.com", kind: "email", by: "notification_settings", first_at_seconds: 0 },
      ],
    });
    const id = await mute(scene, ["alertname=A"]);
    expect(await resolve(labels)).toMatchObject({
      muted_by: [{ id, pattern: null, matchers: ["alertname=A"] }],
      routes: [{ taken: true }, {}],
      recipients: [],
    });
  });
});

describe("silences", () => {
  it("are made for mutes, and end with them", async () => {
    const scene = await makeScene(app);
    const id = await mute(scene, ['service="shop"']);
    await created(scene, "alert_mutes", { pattern: "x", reason: "r", duration_minutes: 5 });
    const { body } = await exchange(scene, []);
    expect(body).toMatchObject({ create: [{ matchers: [shop], created_by: "orgconfig" }], expire: [] });
    const [{ matchers, created_by, comment, ends_at }] = body.create;
    const made = { id: "s1", state: "active", matchers, created_by, comment, ends_at };
    expect((await exchange(scene, [made])).body).toMatchObject({ create: [], expire: [] });
    await scene.tenant.config("DELETE", `alert_mutes/${id}`);
    expect((await exchange(scene, [made])).body).toMatchObject({ create: [], expire: ["s1"] });
    expect((await exchange(scene, [{ ...made, state: "expired" }])).body).toMatchObject({ expire: [] });
  });

  it("of others are mutes, which end with them and end them", async () => {
    const scene = await makeScene(app);
    const labels = { service: "shop" };
    const regex = { name: "zone", value: "eu|us", is_regex: true, is_equal: false };
    await scene.notify({}, [{ name: "A", startsAt: minute(0), labels }]);
    await exchange(scene, [theirs("s1"), theirs("s2", { matchers: [regex], comment: "" })]);
    const mutes = await mutesOf(scene);
    expect(mutes).toMatchObject([
      { matchers: ['zone!~"eu|us"'], reason: "A silence without a comment", active: true },
      { matchers: ['service="shop"'], reason: "noise", created_by: "ada", active: true },
    ]);
    expect(await listed(scene)).toMatchObject([{ muted_by: mutes[1].id }]);
    const log = (await scene.tenant.api("GET", "audit?kind=alert_mutes")).body.data;
    expect(log.map(({ actor }: { actor: { kind: string } }) => actor.kind)).toEqual(["service", "service"]);

    // One ends there, the other one is deleted here.
    await scene.tenant.config("DELETE", `alert_mutes/${mutes[0].id}`);
    const ended = theirs("s1", { state: "expired" });
    const { body } = await exchange(scene, [ended, theirs("s2", { matchers: [regex] })]);
    expect(body).toMatchObject({ create: [], expire: ["s2"] });
    expect(await mutesOf(scene)).toEqual([]);
    await app.service.alerts.flush();
    expect(await listed(scene)).toMatchObject([{ muted_by: null }]);
  });

  it("that one of a pair does not know end no mute while the other one has them", async () => {
    const scene = await makeScene(app);
    const id = await mute(scene, ["service=cart"]);
    await exchange(scene, [theirs("s1")]);
    const known = await mutesOf(scene);
    expect(known).toHaveLength(2);
    await age(scene, 4);
    await exchange(scene, []);
    expect(await mutesOf(scene)).toEqual(known);
    await exchange(scene, [theirs("s1")]);
    await age(scene, 6);
    await exchange(scene, []);
    expect(await mutesOf(scene)).toMatchObject([{ id }]);
  });

  it("that cannot be mutes are notified, and hold back no other", async () => {
    const scene = await makeScene(app);
    const bad = { name: "a", value: "x(", is_regex: true, is_equal: true };
    const { status, body } = await exchange(scene, [theirs("s1", { matchers: [bad] }), theirs("s2")]);
    expect([status, body.refused]).toMatchObject([200, [{ id: "s1" }]]);
    expect(await mutesOf(scene)).toHaveLength(1);
  });

  it("become mutes whoever is said to have made them", async () => {
    const scene = await makeScene(app);
    const by = [`${"a".repeat(254)}😀b`, "\u202eada\u0007\nlovelace"];
    const silences = by.map((created_by, index) =>
      theirs(`s${index}`, { created_by, matchers: [{ ...shop, value: `shop-${index}` }] }),
    );
    expect((await exchange(scene, silences)).status).toBe(200);
    const names = (await mutesOf(scene)).map(({ created_by }: { created_by: string }) => created_by);
    expect(names.sort()).toEqual([`${"a".repeat(254)}…`, "ada lovelace"]);
  });

  it("are another connector's too in a cluster, and of no connector that is not there", async () => {
    const scene = await makeScene(app);
    await exchange(scene, [theirs("s1")]);
    const connector = await created(scene, "connectors", {
      ...{ name: "second", type: "observability", connector_type: "alertmanager" },
    });
    expect((await exchange({ ...scene, connector }, [theirs("s1")])).body).toMatchObject({ create: [] });
    expect(await mutesOf(scene)).toHaveLength(1);
    expect((await exchange({ ...scene, connector: "none" }, [])).status).toBe(404);
  });
});

describe("what an engine reports of its alerts", () => {
  const report = ({ tenant, connector }: Scene, since: string, alerts: readonly object[], rest = {}) =>
    tenant.api("PUT", `render/${connector}/alerts`, { body: { since, alerts, ...rest } });
  const alert = (name: string, startedAt: string, rest: object = {}) => ({
    ...{ fingerprint: fingerprintOf(name), state: "active", started_at: startedAt },
    ...{ receivers: ["orgconfig"], labels: { alertname: name }, annotations: {} },
    ...rest,
  });

  it("ends what it has no more, and nothing that came in since", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [
      { name: "Gone", startsAt: minute(0) },
      { name: "Silenced", startsAt: minute(0) },
    ]);
    await age(scene, 8);
    const { at } = (await exchange(scene, [])).body;
    const there = [alert("Silenced", minute(0), { state: "suppressed" })];
    // The other one of a pair has it.
    const both = [...there, alert("Gone", minute(0))];
    for (const one of [both, there])
      expect((await report(scene, at, one)).body).toEqual({ opened: 0, ended: 0 });
    await age(scene, 8);
    const since = (await exchange(scene, [])).body.at;
    await scene.notify({}, [{ name: "Since", startsAt: minute(1) }]);
    expect((await report(scene, since, there)).body).toEqual({ opened: 0, ended: 1 });
    const open = (await listed(scene, "?status=open")).map(({ title }) => title);
    expect(open.sort()).toEqual(["Silenced", "Since"]);
    const ends = (await notified(app, scene)).filter((one) => one.includes("resolved"));
    expect(ends).toEqual(["room resolved Gone"]);
  });

  it("opens what is missing here, once it should have come", async () => {
    const scene = await makeScene(app);
    const { at } = (await exchange(scene, [])).body;
    const receivers = [scene.route];
    const there = [
      alert("Lost", minute(0), { receivers }),
      alert("Quiet", minute(0), { receivers, state: "suppressed" }),
      alert("Waiting", new Date().toISOString(), { receivers }),
    ];
    expect((await report(scene, at, there)).body).toEqual({ opened: 1, ended: 0 });
    expect((await report(scene, at, there)).body).toEqual({ opened: 0, ended: 0 });
    expect(await notified(app, scene)).toEqual(["pager firing Lost", "room firing Lost"]);
    // Its webhook comes after all.
    await scene.notify({}, [{ name: "Lost", startsAt: minute(0) }]);
    expect(await notified(app, scene)).toHaveLength(2);
    const [lost] = await listed(scene);
    await scene.tenant.api("POST", `alerts/${lost.id}/resolve`);
    expect((await report(scene, at, there)).body).toEqual({ opened: 0, ended: 0 });
  });

  it("opens burn alerts that are missing here in groups by severity, as the engine does", async () => {
    const scene = await makeScene(app, { group_by: ["service"] });
    const { at } = (await exchange(scene, [])).body;
    const burn = (name: string, severity: string, event = "slo_burn_rate") =>
      alert(name, minute(0), {
        receivers: [scene.route],
        labels: {
          alertname: name,
          service: "shop",
          severity,
          orgconfig_event: event,
          orgconfig_slo_id: name,
        },
      });
    const there = [burn("Slow", "warning"), burn("Fast", "critical"), burn("Faster", "critical")];
    const others = [burn("A", "warning", "slo_breach"), burn("B", "critical", "slo_breach")];
    expect((await report(scene, at, [...there, ...others])).body).toEqual({ opened: 5, ended: 0 });
    const sent = (await queued(app, scene)).filter(({ target }) => target === scene.pager);
    const groups = sent.map(({ payload: { message } }) => [
      message.group_labels.severity,
      message.alerts.map((one: { title: string }) => one.title).sort(),
    ]);
    expect(groups).toHaveLength(3);
    expect(groups).toEqual(
      expect.arrayContaining([
        ["warning", ["Slow"]],
        ["critical", ["Fast", "Faster"]],
        [undefined, ["A", "B"]],
      ]),
    );
  });

  it("opens each by itself where the route groups by every label", async () => {
    const keysOf = async (group_by: readonly string[]) => {
      const scene = await makeScene(app, { group_by });
      const { at } = (await exchange(scene, [])).body;
      const there = ["One", "Other"].map((name) => alert(name, minute(0), { receivers: [scene.route] }));
      expect((await report(scene, at, there)).body).toEqual({ opened: 2, ended: 0 });
      const sent = (await queued(app, scene)).filter(({ target }) => target === scene.pager);
      return new Set(sent.map(({ payload }) => payload.message.dedup_key)).size;
    };
    expect(await keysOf([])).toBe(1);
    expect(await keysOf(["..."])).toBe(2);
  });

  it("is asked for at once where a notification left alerts out, and makes that group whole", async () => {
    const scene = await makeScene(app, { group_by: ["group"] });
    await scene.notify({}, [{ name: "Before", startsAt: minute(0) }]);
    expect((await exchange(scene, [])).body.alerts_wanted).toBe(false);
    await scene.notify({ group: "a", truncated: 2 }, [{ name: "A", startsAt: minute(1) }]);
    const { at, alerts_wanted } = (await exchange(scene, [])).body;
    expect(alerts_wanted).toBe(true);
    const receivers = [scene.route];
    const now = new Date().toISOString();
    const of = (name: string, group: string, rest = {}) =>
      alert(name, now, { receivers, labels: { alertname: name, group }, ...rest });
    const there = [
      { ...of("A", "a"), started_at: minute(1) },
      of("B", "a"),
      of("C", "a", { state: "suppressed" }),
      // Of other groups nothing was left out: their webhooks come.
      of("D", "b"),
      of("E", "a", { receivers: ["orgconfig"] }),
    ];
    const lately = { settled: false };
    expect((await report(scene, at, there, lately)).body).toEqual({ opened: 1, ended: 0 });
    const sent = await queued(app, scene);
    const toPager = sent.filter(({ target }) => target === scene.pager).map(({ payload }) => payload.message);
    expect(toPager.map(({ alerts: [one] }) => one.title)).toEqual(["Before", "A", "B"]);
    const keys = toPager.map(({ dedup_key }) => dedup_key);
    expect([keys[1] === keys[2], keys[0] === keys[1]]).toEqual([true, false]);
    expect((await exchange(scene, [])).body.alerts_wanted).toBe(false);
    expect((await report(scene, at, there, lately)).body).toEqual({ opened: 0, ended: 0 });
  });

  it("is asked for at the end of a mute, and says which of its alerts are still on", async () => {
    const scene = await makeScene(app);
    const id = await mute(scene, ['alertname=~".+"']);
    await scene.notify({}, [
      { name: "On", startsAt: minute(0) },
      { name: "Over", startsAt: minute(0) },
      { name: "Inhibited", startsAt: minute(0) },
    ]);
    const before = (await exchange(scene, [])).body;
    await scene.tenant.config("DELETE", `alert_mutes/${id}`);
    await app.service.alerts.flush();
    const after = (await exchange(scene, [])).body;
    expect([before.alerts_wanted, after.alerts_wanted]).toEqual([false, true]);
    const receivers = [scene.route];
    const there = [
      alert("On", minute(0), { receivers }),
      alert("Inhibited", minute(0), { receivers, state: "suppressed" }),
      // The engine sends what it kept back by itself.
      alert("Silenced", minute(0), { receivers }),
    ];
    // It was begun while the mute held.
    expect((await report(scene, before.at, there)).body).toEqual({ opened: 0, ended: 0 });
    expect(await notified(app, scene)).toEqual([]);
    expect((await report(scene, after.at, there, { settled: false })).body).toEqual({ opened: 0, ended: 0 });
    expect(await notified(app, scene)).toEqual(["pager firing On", "room firing On"]);
    // What is over ends, and nobody learns of it.
    await age(scene, 8);
    const { at } = (await exchange(scene, [])).body;
    expect((await report(scene, at, there)).body).toEqual({ opened: 0, ended: 1 });
    expect(await notified(app, scene)).toHaveLength(2);
    const freed = there.map((one) => ({ ...one, state: "active" }));
    await report(scene, at, freed);
    expect((await notified(app, scene)).slice(2)).toEqual([
      "pager firing Inhibited",
      "room firing Inhibited",
    ]);
    expect((await exchange(scene, [])).body.alerts_wanted).toBe(false);
  });
});
