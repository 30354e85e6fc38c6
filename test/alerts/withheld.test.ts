/** What other alerts, mutes of routes, rhythms and severities keep back, and who is notified when that is over. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createService } from "../../src/service.ts";
import { engineName } from "../support/database.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { created, listed, makeScene, minute, notified, queued, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const fired = (name: string, labels: Readonly<Record<string, string>> = {}, at = 0) => ({
  ...{ name, labels },
  startsAt: minute(at),
});
const over = (alert: ReturnType<typeof fired>, at = 9) => ({ ...alert, endsAt: minute(at) });
const down = fired("Down", { cluster: "a" });
const slow = fired("Slow", { cluster: "a" });

const inhibition = (scene: Scene, more: Readonly<Record<string, unknown>> = {}) =>
  created(scene, "alert_inhibitions", {
    name: "Cluster down",
    source_matchers: ["alertname=Down"],
    target_matchers: ["alertname=~Slow|Busy"],
    equal: ["cluster"],
    ...more,
  });

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** By title, what keeps back what is open. */
async function withheld(scene: Scene): Promise<Readonly<Record<string, unknown>>> {
  const alerts = await listed(scene, "?status=open");
  return Object.fromEntries(alerts.map((alert) => [alert.title, alert.withheld]));
}

async function idOf(scene: Scene, title: string): Promise<string> {
  return (await listed(scene)).find((alert) => alert.title === title).id;
}

describe("an alert that another one keeps back", () => {
  it("is recorded so, and notified when the other one has ended", async () => {
    const scene = await makeScene(app);
    const id = await inhibition(scene);
    await created(scene, "outbound_rules", {
      name: "rule",
      outbound_config_id: scene.pager,
      matchers: ['alertname="Slow"'],
    });
    await scene.tenant.config("PUT", "notification_settings", { body: { recipients: ["sre@example.com"] } });
    await scene.notify({}, [down, slow, fired("Busy", { cluster: "b" })]);
    await app.service.alerts.flush();
    const name = scene.tenant.organization.name;
    const first = [
      `email sre@example.com [${name}] Alert: Down`,
      `email sre@example.com [${name}] Alert: Busy`,
      "pager firing Down,Busy",
      "room firing Down,Busy",
    ];
    expect((await notified(app, scene)).sort()).toEqual(first.sort());
    const by = { kind: "alert_inhibitions", id, name: "Cluster down" };
    expect(await withheld(scene)).toEqual({
      Down: [],
      Busy: [],
      Slow: [{ reason: "inhibited", by, alert_id: await idOf(scene, "Down") }],
    });
    await scene.notify({}, [over(down)]);
    await app.service.alerts.flush();
    const since = (await notified(app, scene)).slice(first.length);
    expect(since.sort()).toEqual(
      [
        `email sre@example.com [${name}] Alert: Slow`,
        "pager escalation Slow",
        "pager firing Slow",
        "room firing Slow",
        "room resolved Down",
      ].sort(),
    );
    expect(await withheld(scene)).toEqual({ Busy: [], Slow: [] });
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toHaveLength(first.length + since.length);
  });

  it("is a slower burn alert of the same SLO, which an Alertmanager sends when it has just read its file", async () => {
    const scene = await makeScene(app);
    const burn = (name: string, severity: string, slo = "slo_a") =>
      fired(name, {
        orgconfig_event: "slo_burn_rate",
        orgconfig_connector_id: "conn_a",
        orgconfig_slo_id: slo,
        severity,
      });
    await scene.notify({ group: "quick" }, [burn("Quick", "critical")]);
    await scene.notify({ group: "slow" }, [burn("Slower", "warning"), burn("Other", "warning", "slo_b")]);
    await app.service.alerts.flush();
    expect((await notified(app, scene)).filter((line) => line.startsWith("room")).sort()).toEqual([
      "room firing Other",
      "room firing Quick",
    ]);
    const by = { kind: "slos", id: "slo_a", name: "The critical burn alert of the same SLO" };
    const kept = { reason: "inhibited", by, alert_id: await idOf(scene, "Quick") };
    expect(await withheld(scene)).toEqual({ Quick: [], Other: [], Slower: [kept] });
    const labels = burn("Slower", "warning").labels;
    const asked = await scene.tenant.api("POST", "alert_routes/resolve", { body: { labels } });
    expect(asked.body).toMatchObject({ inhibited_by: { alert_title: "Quick" } });
    await scene.notify({ group: "quick" }, [over(burn("Quick", "critical"))]);
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toContain("room firing Slower");
  });

  it("has its repeats and its rule's steps wait, and goes on where it was", async () => {
    const scene = await makeScene(app, { repeat_interval_seconds: 1 });
    await inhibition(scene);
    const rule = { outbound_config_id: scene.pager, matchers: ['alertname="Slow"'], repeat_count: 5 };
    await created(scene, "outbound_rules", { name: "rule", ...rule, repeat_interval_seconds: 60 });
    await scene.notify({}, [slow]);
    await app.service.alerts.flush();
    await scene.notify({ group: "other" }, [down]);
    const before = await notified(app, scene);
    await app.database.execute("UPDATE alert_timers SET due_at = now() - interval '1 second'");
    await app.database.execute(
      "UPDATE alert_routings SET told_at = now() - interval '1 hour' WHERE told_at < now()",
    );
    await app.service.alerts.flush();
    await scene.notify({}, [slow]);
    expect(await notified(app, scene)).toEqual(before);
    await scene.notify({ group: "other" }, [over(down)]);
    await app.service.alerts.flush();
    const since = (await notified(app, scene)).slice(before.length);
    expect(since.sort()).toEqual(
      [
        "pager escalation Slow",
        "pager reminder Slow",
        "pager resolved Down",
        "room reminder Slow",
        "room resolved Down",
      ].sort(),
    );
  });

  it("is known by its end to nobody who was not notified of it", async () => {
    const scene = await makeScene(app);
    await inhibition(scene);
    await scene.notify({}, [down, slow]);
    await scene.notify({}, [over(slow, 5)]);
    await scene.notify({}, [over(down)]);
    await app.service.alerts.flush();
    expect((await notified(app, scene)).filter((one) => one.includes("Slow"))).toEqual([]);
    expect((await listed(scene)).find(({ title }) => title === "Slow").withheld).toMatchObject([
      { reason: "inhibited" },
    ]);
  });

  it("is kept back by alerts of other connectors, by the next one when one has ended, and by no rule that is gone", async () => {
    const scene = await makeScene(app);
    const id = await inhibition(scene, { equal: [] });
    const connector = await created(scene, "connectors", {
      ...{ name: "second", type: "observability", connector_type: "alertmanager" },
    });
    const elsewhere = { ...scene, connector };
    await scene.notify({}, [down]);
    const body = (alerts: readonly unknown[]) => ({
      ...{ version: "4", groupKey: "{}", truncatedAlerts: 0, status: "firing", receiver: scene.route },
      ...{ groupLabels: {}, commonLabels: {}, commonAnnotations: {}, externalURL: "http://am", alerts },
    });
    const alert = { status: "firing", labels: { alertname: "Slow" }, annotations: {}, startsAt: minute(1) };
    const sent = { ...alert, endsAt: "0001-01-01T00:00:00Z", generatorURL: "", fingerprint: "f1" };
    await scene.tenant.api("POST", `intake/alertmanager/${elsewhere.connector}`, { body: body([sent]) });
    const firing = async () => (await notified(app, scene)).filter((one) => one.includes("firing Slow"));
    expect(await firing()).toEqual([]);
    await scene.notify({ group: "other" }, [{ ...fired("Down2"), labels: { alertname: "Down" } }]);
    await scene.notify({}, [over(down)]);
    await app.service.alerts.flush();
    expect(await firing()).toEqual([]);
    expect((await scene.tenant.config("DELETE", `alert_inhibitions/${id}`)).status).toBe(200);
    await app.service.alerts.flush();
    expect(await firing()).toEqual(["pager firing Slow", "room firing Slow"]);
  });

  it("is kept back by what was open before the inhibition was made, and goes on when that is changed", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [down]);
    const id = await inhibition(scene);
    await scene.notify({ group: "slow" }, [slow]);
    const firing = async () => (await notified(app, scene)).filter((one) => one.includes("firing Slow"));
    expect(await firing()).toEqual([]);
    const change = { body: { source_matchers: ["alertname=Other"] } };
    expect((await scene.tenant.config("PUT", `alert_inhibitions/${id}`, change)).status).toBe(200);
    await app.service.alerts.flush();
    expect(await firing()).toEqual(["pager firing Slow", "room firing Slow"]);
  });

  it("does not keep itself back where both sides match it", async () => {
    const scene = await makeScene(app);
    await inhibition(scene, { source_matchers: ["cluster=a"], target_matchers: ["cluster=a"] });
    await scene.notify({}, [down, slow]);
    expect(await withheld(scene)).toEqual({ Down: [], Slow: [] });
  });

  it("is kept back still when its mute ends", async () => {
    const scene = await makeScene(app);
    await inhibition(scene);
    const mute = await created(scene, "alert_mutes", { pattern: "slow", reason: "r", duration_minutes: 5 });
    await scene.notify({}, [down, slow]);
    expect(await withheld(scene)).toMatchObject({
      Slow: [{ reason: "muted", by: { id: mute, name: "slow" } }],
    });
    await scene.tenant.config("DELETE", `alert_mutes/${mute}`);
    await app.service.alerts.flush();
    await scene.notify({}, [slow]);
    expect(await withheld(scene)).toMatchObject({ Slow: [{ reason: "inhibited" }] });
    await scene.notify({}, [over(down)]);
    await app.service.alerts.flush();
    expect((await notified(app, scene)).filter((one) => one.includes("firing Slow"))).toHaveLength(2);
  });
});

describe("whoever was notified before something kept an alert back", () => {
  const mute = { reason: "Known", duration_minutes: 60 };
  const passing: Readonly<Record<string, (scene: Scene) => Promise<() => Promise<unknown>>>> = {
    "a mute": async (scene) => {
      const id = await created(scene, "alert_mutes", { ...mute, matchers: ["cluster=a"] });
      return () => scene.tenant.config("DELETE", `alert_mutes/${id}`);
    },
    "a mute of its route": async (scene) => {
      const id = await created(scene, "alert_mutes", { ...mute, route_ids: [scene.route] });
      await app.database.execute("UPDATE alert_routings SET told_at = told_at - interval '2 hours'");
      await scene.notify({}, [slow]);
      await app.database.execute("UPDATE alert_routings SET told_at = told_at + interval '2 hours'");
      return () => scene.tenant.config("DELETE", `alert_mutes/${id}`);
    },
    "another alert": async (scene) => {
      const id = await inhibition(scene);
      await scene.notify({ group: "other" }, [down]);
      await scene.notify({}, [slow]);
      return () => scene.tenant.config("DELETE", `alert_inhibitions/${id}`);
    },
  };

  it.each(Object.keys(passing))("learns nothing when %s is over, or once what was missed", async (name) => {
    const lines = async () => (await notified(app, scene)).filter((line) => line.includes("Slow"));
    const scene = await makeScene(app, { repeat_interval_seconds: 3_600 });
    await scene.notify({}, [slow]);
    await app.service.alerts.flush();
    const first = ["pager firing Slow", "room firing Slow"];
    expect(await lines()).toEqual(first);
    for (const [missed, more] of [
      ["0 hours", []],
      ["2 hours", ["pager reminder Slow", "room reminder Slow"]],
    ] as const) {
      const end = await passing[name]?.(scene);
      await app.service.alerts.flush();
      await app.database.execute(
        `UPDATE alert_routings SET told_at = told_at - interval '${missed}' WHERE organization_id = '${scene.tenant.organization.id}'`,
      );
      await end?.();
      await app.service.alerts.flush();
      await scene.notify({}, [slow]);
      await app.service.alerts.flush();
      expect((await lines()).slice(first.length), `${name}, ${missed}`).toEqual(more);
    }
  });
});

describe("a mute of some routes", () => {
  it("keeps back what they send, and what still fires when it ends is sent once", async () => {
    const scene = await makeScene(app, { matchers: [], continue: true });
    const other = await created(scene, "alert_routes", {
      ...{ name: "other", matchers: ["cluster=a"], continue: true },
      destinations: [{ email: "ada@example.com" }],
    });
    const body = { route_ids: [scene.route], reason: "at night", duration_minutes: 60 };
    const mute = await created(scene, "alert_mutes", body);
    await scene.notify({}, [slow]);
    await scene.notify({ receiver: other }, [slow]);
    await app.service.alerts.flush();
    const before = await notified(app, scene);
    expect(before).toHaveLength(1);
    expect(before[0]).toContain("ada@example.com");
    const by = { kind: "alert_mutes", id: mute, name: "at night" };
    expect(await withheld(scene)).toEqual({ Slow: [{ reason: "muted", by, alert_id: null }] });
    const labels = { alertname: "Slow", cluster: "a" };
    const resolved = (await scene.tenant.api("POST", "alert_routes/resolve", { body: { labels } })).body;
    expect(resolved).toMatchObject({ muted_by: [], muted_routes: [{ id: mute }], inhibited_by: null });
    await scene.tenant.config("DELETE", `alert_mutes/${mute}`);
    await app.service.alerts.flush();
    expect((await notified(app, scene)).slice(1)).toEqual(["pager firing Slow", "room firing Slow"]);
    await scene.notify({}, [slow]);
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toHaveLength(3);
    expect(await withheld(scene)).toEqual({ Slow: [] });
  });
});

describe("two nodes", () => {
  const twoNodes = async () => {
    const other = await createService(app.settings, app.database, app.service.server.log);
    return { other, both: () => Promise.all([app.service.alerts.flush(), other.alerts.flush()]) };
  };

  it("notify once when an inhibition's source has ended", async () => {
    const scene = await makeScene(app);
    await inhibition(scene);
    await scene.tenant.config("PUT", "notification_settings", { body: { recipients: ["sre@example.com"] } });
    await scene.notify({}, [down]);
    await scene.notify({}, [slow]);
    const before = await notified(app, scene);
    const { other, both } = await twoNodes();
    await scene.notify({}, [over(down)]);
    await both();
    await both();
    const since = (await notified(app, scene)).slice(before.length);
    const mail = `email sre@example.com [${scene.tenant.organization.name}] Alert: Slow`;
    expect(since.sort()).toEqual([
      mail,
      "pager firing Slow",
      "pager resolved Down",
      "room firing Slow",
      "room resolved Down",
    ]);
    await other.close();
  });

  it("notify once when the hours of a mute have ended, by whichever of two reports", async () => {
    const scene = await makeScene(app);
    const always = { days: [], start: "00:00", end: "24:00", time_zone: "UTC" };
    const body = { matchers: ["cluster=a"], reason: "at night", schedule: [always] };
    const mute = await created(scene, "alert_mutes", body);
    await scene.notify({}, [slow]);
    const { other, both } = await twoNodes();
    await both();
    expect(await notified(app, scene)).toEqual([]);
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    await app.database.queryText(
      {
        name: "test-end-hours",
        text: "UPDATE rows SET configuration = configuration || $2::jsonb WHERE id = $1",
      },
      [mute, JSON.stringify({ schedule: [{ ...always, start: clock(2), end: clock(4) }] })],
    );
    await app.database.execute("UPDATE alerts SET muted_until = now() WHERE muted_until IS NOT NULL");
    await both();
    await Promise.all([scene.notify({}, [slow]), both(), scene.notify({}, [slow])]);
    await both();
    expect(await notified(app, scene)).toEqual(["pager firing Slow", "room firing Slow"]);
    await other.close();
  });

  it.runIf(engineName === "server")(
    "an alert that is being taken in is not missed by an inhibition that is being saved",
    async () => {
      const scene = await makeScene(app);
      const waits = async (what: string) => {
        const text = `SELECT 1 AS one FROM pg_locks WHERE NOT granted AND ${what}`;
        return (await app.database.queryText({ name: `test-waits-${what}`, text }, [])).length > 0;
      };
      const [locked, release] = [signal(), signal()];
      const holding = app.database.transaction(async (connection) => {
        await connection.execute("LOCK TABLE alert_routings IN SHARE MODE");
        locked.give();
        await release.given;
      });
      await locked.given;
      // It has read the inhibitions and stored its alert, and comes no further.
      const coming = scene.notify({}, [down]);
      await until(() => waits("relation = 'alert_routings'::regclass"), 30_000);
      let saved = false;
      const saving = inhibition(scene).then(() => {
        saved = true;
      });
      await until(async () => saved || (await waits("locktype = 'advisory'")), 30_000);
      release.give();
      await Promise.all([holding, coming, saving]);
      await scene.notify({}, [slow]);
      expect(await withheld(scene)).toMatchObject({ Slow: [{ reason: "inhibited" }] });
    },
  );
});

describe("an event", () => {
  it("is kept back by an inhibition, and its explanation says which and by which alert", async () => {
    const scene = await makeScene(app);
    await scene.tenant.config("PUT", "notification_settings", { body: { recipients: ["sre@example.com"] } });
    const id = await inhibition(scene);
    const body = { event: "alert_created", title: "Slow", labels: { alertname: "Slow", cluster: "a" } };
    const explained = async () => (await scene.tenant.api("POST", "events?explain=true", { body })).body;
    expect(await explained()).toMatchObject({ reason: "no_mail_server", inhibited_by: null });
    await scene.notify({}, [down]);
    const alert = await idOf(scene, "Down");
    const by = { id, name: "Cluster down", alert_id: alert, alert_title: "Down" };
    const kept = { status: "muted", reason: "alert_inhibition", recipients: [], inhibited_by: by };
    expect(await explained()).toMatchObject(kept);
    expect((await scene.tenant.api("POST", "events", { body })).body).toMatchObject(kept);
    await scene.notify({}, [over(down)]);
    expect((await scene.tenant.api("POST", "events", { body })).body).toMatchObject({ inhibited_by: null });
  });
});

describe("a mute of routes", () => {
  it("that an alert does not take is not named by resolve", async () => {
    const scene = await makeScene(app);
    const destinations = [{ email: "ada@example.com" }];
    const other = await created(scene, "alert_routes", { name: "other", matchers: ["team=b"], destinations });
    const schedule = [{ days: [], start: "00:00", end: "24:00", time_zone: "UTC" }];
    await created(scene, "alert_mutes", { route_ids: [other], reason: "always", schedule });
    await created(scene, "alert_mutes", { route_ids: [other], reason: "soon over", duration_minutes: 5 });
    const resolved = async (labels: object) =>
      (await scene.tenant.api("POST", "alert_routes/resolve", { body: { labels } })).body;
    expect(await resolved({ team: "a" })).toMatchObject({ muted_routes: [], next_change: null });
    const { muted_routes, next_change } = await resolved({ team: "b" });
    expect([muted_routes.length, next_change?.message]).toEqual([2, expect.stringContaining("soon over")]);
  });

  it("holds its routes while it lasts; once it has ended, it goes with the route", async () => {
    const scene = await makeScene(app);
    const body = { route_ids: [scene.route], reason: "at night", duration_minutes: 60 };
    const mute = await created(scene, "alert_mutes", body);
    const path = `alert_routes/${scene.route}`;
    expect((await scene.tenant.config("DELETE", path)).body).toMatchObject({ reason: "in_use" });
    await app.database.queryText(
      { name: "test-end-mute", text: "UPDATE rows SET key_held_until = now() WHERE id = $1" },
      [mute],
    );
    expect((await scene.tenant.config("DELETE", path)).status).toBe(200);
    expect((await scene.tenant.config("GET", `alert_mutes/${mute}`)).status).toBe(404);
  });
});

describe("the end of a route's mute", () => {
  it("is sent once, whichever of two nodes sees it", async () => {
    const scene = await makeScene(app, { matchers: [] });
    const body = { route_ids: [scene.route], reason: "at night", duration_minutes: 60 };
    const mute = await created(scene, "alert_mutes", body);
    await scene.notify({}, [slow]);
    const other = await createService(app.settings, app.database, app.service.server.log);
    await scene.tenant.config("DELETE", `alert_mutes/${mute}`);
    await Promise.all([app.service.alerts.flush(), other.alerts.flush()]);
    expect(await notified(app, scene)).toEqual(["pager firing Slow", "room firing Slow"]);
    await other.close();
  });
});

describe("a mute that begins later", () => {
  it("holds from its start on, also for what is open then, and its rhythm ends with its hours", async () => {
    const scene = await makeScene(app);
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const always = { days: [], start: "00:00", end: "24:00", time_zone: "Europe/Berlin" };
    const body = { matchers: ["cluster=a"], reason: "every night", schedule: [always], starts_at };
    const { body: made } = await scene.tenant.config("POST", "alert_mutes", { body });
    expect(made).toMatchObject({ starts_at, expires_at: null, active: false, duration_minutes: null });
    await scene.notify({}, [slow]);
    const sent = ["pager firing Slow", "room firing Slow"];
    expect(await notified(app, scene)).toEqual(sent);
    const labels = { alertname: "X", cluster: "a" };
    const resolve = async () =>
      (await scene.tenant.api("POST", "alert_routes/resolve", { body: { labels } })).body;
    expect(await resolve()).toMatchObject({
      muted_by: [],
      next_change: { at: starts_at, mute_id: made.id, message: expect.stringContaining("begins") },
    });

    // An hour later.
    const change = async (configuration: unknown) =>
      app.database.queryText(
        {
          name: "test-change-mute",
          text: "UPDATE rows SET configuration = configuration || $2::jsonb WHERE id = $1",
        },
        [made.id, JSON.stringify(configuration)],
      );
    await change({ starts_at: new Date(Date.now() - 1_000).toISOString() });
    await app.database.execute("UPDATE alert_mute_starts SET starts_at = now()");
    await app.service.alerts.flush();
    expect(await listed(scene)).toMatchObject([{ muted_by: made.id }]);
    await scene.notify({}, [slow, fired("New", { cluster: "a" })]);
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toEqual(sent);
    expect(await resolve()).toMatchObject({ muted_by: [{ id: made.id, expires_at: null }] });
    expect((await scene.tenant.config("GET", `alert_mutes/${made.id}`)).body.active).toBe(true);

    // Its hours end.
    const now = new Date();
    const clock = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16);
    await change({ schedule: [{ days: [], start: clock(2), end: clock(4), time_zone: "UTC" }] });
    await app.database.execute("UPDATE alerts SET muted_until = now() WHERE muted_until IS NOT NULL");
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toEqual(sent);
    await scene.notify({}, [slow, fired("New", { cluster: "a" })]);
    await scene.notify({}, [slow, fired("New", { cluster: "a" })]);
    // What is new, by the key of before; nobody missed anything of what was known.
    expect((await notified(app, scene)).slice(2)).toEqual(["pager firing New", "room firing New"]);
    const keys = (await queued(app, scene)).map(({ payload }) => payload.message.dedup_key);
    expect(new Set(keys).size).toBe(1);
  });
});

describe("a mute that begins when something is due", () => {
  it("holds for a step of a rule, and for what another alert kept back until then", async () => {
    const scene = await makeScene(app);
    await inhibition(scene, { target_matchers: ["alertname=Busy"] });
    const rule = { name: "rule", outbound_config_id: scene.room, matchers: ['alertname="Slow"'] };
    await created(scene, "outbound_rules", { ...rule, delay_seconds: 3_600 });
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { matchers: ["cluster=a"], reason: "work", starts_at, duration_minutes: 120 };
    const mute = await created(scene, "alert_mutes", body);
    await scene.notify({}, [down, slow, fired("Busy", { cluster: "a" })]);
    const sent = ["pager firing Down,Slow", "room firing Down,Slow"];
    expect(await notified(app, scene)).toEqual(sent);

    // An hour later, before anybody has looked which mutes begin.
    await app.database.queryText(
      {
        name: "test-begin-mute",
        text: `WITH mute AS (
            UPDATE rows SET configuration = configuration || $2::jsonb WHERE id = $1
          ), ended AS (
            UPDATE alerts SET resolved_at = now() WHERE organization_id = $3 AND title = 'Down'
          ), due AS (
            UPDATE alert_timers SET due_at = now() WHERE organization_id = $3
          )
          UPDATE alert_mute_starts SET starts_at = now() WHERE mute_id = $1`,
      },
      [mute, JSON.stringify({ starts_at: new Date().toISOString() }), scene.tenant.organization.id],
    );
    const { background } = app.service.alerts;
    for (const name of ["escalation of alerts", "end of inhibitions"])
      await background.find((one) => one.name === name)?.now();
    expect(await notified(app, scene)).toEqual(sent);
    expect(await withheld(scene)).toMatchObject({ Busy: [{ reason: "muted" }], Slow: [{ reason: "muted" }] });
  });
});

describe("a severity", () => {
  it("of none goes to no pager, and no rule escalates it", async () => {
    const scene = await makeScene(app);
    await created(scene, "outbound_rules", {
      ...{ name: "rule", outbound_config_id: scene.room, matchers: ['alertname=~".+"'] },
    });
    const severity_words = { Watchdog: "none" };
    await scene.tenant.config("PUT", "organization_settings", { body: { severity_words } });
    await scene.notify({}, [fired("Dog", { severity: "watchDOG" }), fired("Bad", { severity: "crit" })]);
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toEqual([
      "room firing Dog,Bad",
      "pager firing Bad",
      "room escalation Bad",
    ]);
    const none = { reason: "severity_none", by: null, alert_id: null };
    expect(await withheld(scene)).toEqual({ Dog: [none], Bad: [] });
    const body = { labels: { alertname: "Dog", severity: "watchdog" } };
    const { recipients, severity } = (await scene.tenant.api("POST", "alert_routes/resolve", { body })).body;
    expect([severity, recipients.map(({ target }: { target: string }) => target)]).toEqual([
      "none",
      ["room"],
    ]);
  });

  it("that nobody knows is critical at a pager, and needs attention once a word", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [fired("One", { severity: "Blocker" }), fired("Two", { severity: "blocker" })]);
    const [message] = (await queued(app, scene)).map(({ payload }) => payload.message);
    expect(message.severity).toBe(null);
    expect(await listed(scene)).toMatchObject([
      { severity: "warning", warnings: [{ field: "labels.severity" }] },
      { severity: "warning", warnings: [{ field: "labels.severity" }] },
    ]);
    const unknown = async () => {
      const { sections } = (await scene.tenant.api("GET", "attention")).body;
      return sections.filter(({ resource }: { resource: string }) => resource === "organization_settings");
    };
    const why = expect.stringContaining('2 open alerts say so, and nobody knows the severity "blocker"');
    expect(await unknown()).toMatchObject([{ total: 1, data: [{ name: 'Severity "blocker"', why }] }]);
    const severity_words = { blocker: "error" };
    await scene.tenant.config("PUT", "organization_settings", { body: { severity_words } });
    expect(await unknown()).toEqual([]);
  });
});
