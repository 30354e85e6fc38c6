/** Rules over open alerts: each step once, until somebody is at it or the alert has ended. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import { saidBy } from "../support/said.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { created, listed, makeScene, minute, notified, queued, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

/** A scene whose alerts no route takes, and a rule over all of them. */
async function withRule(rule: Readonly<Record<string, Json>>): Promise<Scene & { readonly rule: string }> {
  const scene = await makeScene(app);
  const id = await created(scene, "outbound_rules", {
    name: "rule",
    outbound_config_id: scene.pager,
    matchers: ['alertname="A"'],
    delay_seconds: 3_600,
    ...rule,
  });
  return { ...scene, rule: id };
}

const fire = (scene: Scene, labels: Readonly<Record<string, string>> = {}) =>
  scene.notify({ receiver: "orgconfig" }, [{ name: "A", startsAt: minute(0), labels }]);

/** Makes the organization's timers due, and takes the steps. */
async function pass({ tenant }: Scene): Promise<void> {
  await app.database.execute(
    `UPDATE alert_timers SET due_at = now() - interval '1 second' WHERE organization_id = '${tenant.organization.id}'`,
  );
  await app.service.alerts.flush();
}

async function timers({ tenant }: Scene) {
  return app.database.queryText<{ step: number; seconds: number }>(
    {
      name: "test-timers",
      text: "SELECT step, round(extract(epoch FROM due_at - now()))::integer AS seconds FROM alert_timers WHERE organization_id = $1",
    },
    [tenant.organization.id],
  );
}

describe("a rule", () => {
  it("says of an alert which step comes next, until somebody is at it", async () => {
    const scene = await withRule({ repeat_count: 1 });
    await fire(scene);
    const [{ id }] = await listed(scene);
    const steps = async () => (await scene.tenant.api("GET", `alerts/${id}`)).body.next_steps;
    const first = {
      rule_id: scene.rule,
      name: "rule",
      target: "pager",
      step: 1,
      due_at: expect.any(String),
      held: false,
    };
    expect(await steps()).toEqual([first]);
    await pass(scene);
    expect(await steps()).toEqual([{ ...first, step: 2 }]);
    const off = { body: { enabled: false }, headers: { "if-match": "*" } };
    await scene.tenant.config("PUT", `outbound_rules/${scene.rule}`, off);
    expect(await steps()).toEqual([]);
    await scene.tenant.config("PUT", `outbound_rules/${scene.rule}`, { ...off, body: { enabled: true } });
    const { body } = await scene.tenant.api("POST", `alerts/${id}/acknowledge`);
    expect(body.next_steps).toEqual([]);
  });

  it("sends after its delay, repeats, and then stops", async () => {
    const scene = await withRule({ repeat_count: 2, repeat_interval_seconds: 600 });
    await fire(scene);
    await fire(scene);
    const [{ seconds = 0 } = {}] = await timers(scene);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toEqual([]);
    for (let round = 0; round < 4; round += 1) await pass(scene);
    expect(await notified(app, scene)).toEqual(Array(3).fill("pager escalation A"));
    const sent = await queued(app, scene);
    const [{ id }] = await listed(scene);
    expect(sent.map(({ source }) => source)).toEqual(
      [1, 2, 3].map((n) => `alert/${id}/rule/${scene.rule}/${n}`),
    );
    expect(new Set(sent.map(({ payload }) => payload.message.dedup_key))).toEqual(new Set([id]));
    expect(await timers(scene)).toEqual([]);
    // Its end is sent to who was notified.
    await scene.notify({ receiver: "orgconfig" }, [{ name: "A", startsAt: minute(0), endsAt: minute(9) }]);
    expect((await notified(app, scene)).slice(3)).toEqual(["pager resolved A"]);
  });

  it.each(["acknowledge", "resolve"] as const)("stops when somebody says %s", async (what) => {
    const scene = await withRule({ repeat_count: 5 });
    await fire(scene);
    await pass(scene);
    const [{ id }] = await listed(scene);
    expect((await scene.tenant.api("POST", `alerts/${id}/${what}`)).status).toBe(200);
    await pass(scene);
    const end = what === "resolve" ? ["pager resolved A"] : [];
    expect(await notified(app, scene)).toEqual(["pager escalation A", ...end]);
  });

  it("is read again at each step", async () => {
    const scene = await withRule({ repeat_count: 5, repeat_interval_seconds: 60 });
    await fire(scene, { severity: "error" });
    await pass(scene);
    const change = (body: unknown) =>
      scene.tenant.config("PUT", `outbound_rules/${scene.rule}`, { body, headers: { "if-match": "*" } });
    expect((await change({ outbound_config_id: scene.room })).status).toBe(200);
    await pass(scene);
    await scene.tenant.config("PUT", `outbound_configs/${scene.room}`, { body: { enabled: false } });
    await pass(scene);
    expect(await notified(app, scene)).toEqual(["pager escalation A", "room escalation A"]);
    // Its target is off: the step waits.
    expect(await timers(scene)).toMatchObject([{ step: 3 }]);
    await change({ min_severity: "critical" });
    await pass(scene);
    expect(await timers(scene)).toEqual([]);
    expect(await notified(app, scene)).toHaveLength(2);
  });

  it("takes an alert of its severity by any word or without one, and none below it or of an unknown word", async () => {
    const scene = await withRule({ min_severity: "error", matchers: ['alertname=~".+"'] });
    const firing = ([name, labels]: readonly [string, Readonly<Record<string, string>>]) => ({
      name,
      startsAt: minute(1),
      labels,
    });
    const quiet = ["warning", "none", "unheard of"].map((severity) => [severity, { severity }] as const);
    await scene.notify({}, quiet.map(firing));
    expect(await timers(scene)).toEqual([]);
    await scene.notify({}, [firing(["A", { severity: "sev1" }])]);
    expect(await timers(scene)).toHaveLength(1);
  });

  it("waits for its active hours", async () => {
    const now = new Date();
    const day = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][(now.getUTCDay() + 3) % 7] as string;
    const scene = await withRule({
      active_hours: { days: [day], start: "09:00", end: "10:00", timezone: "UTC" },
    });
    await fire(scene);
    await pass(scene);
    expect(await notified(app, scene)).toEqual([]);
    const [{ step, seconds } = { step: 0, seconds: 0 }] = await timers(scene);
    const begins = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 3, 9);
    expect(step).toBe(1);
    expect(Math.abs(seconds * 1_000 - (begins - Date.now()))).toBeLessThan(60_000);
  });
});

describe("a step that is due while its target is off", () => {
  const turn = ({ tenant, pager }: Scene, enabled: boolean) =>
    tenant.config("PUT", `outbound_configs/${pager}`, { body: { enabled }, headers: { "if-match": "*" } });
  const shown = async (scene: Scene) => {
    const [{ id }] = await listed(scene);
    return (await scene.tenant.api("GET", `alerts/${id}`)).body;
  };
  const attention = async ({ tenant, pager }: Scene) =>
    (await tenant.api("GET", "attention")).body.sections
      .flatMap(({ data }: { data: readonly object[] }) => data)
      .filter(({ id, state }: { id: string; state: string }) => id === pager && state === "off");

  it("waits, seen, and is sent once when the target is on again", async () => {
    const scene = await withRule({});
    await fire(scene);
    const text = "is off, and outbound rules have steps about an open alert to send to it";
    const edits = [{ op: "save", resource: "outbound_configs", id: scene.pager, fields: { enabled: false } }];
    const plan = (await scene.tenant.api("POST", "plans", { body: { edits } })).body;
    expect(plan.warnings).toContainEqual(
      expect.objectContaining({ field: "enabled", message: expect.stringContaining(text) }),
    );
    expect(saidBy(await turn(scene, false))).toContain(`enabled ${text}`);
    await pass(scene);
    // Looked at again before its time, it waits on.
    await pass(scene);
    expect(await notified(app, scene)).toEqual([]);
    expect((await shown(scene)).next_steps).toMatchObject([{ step: 1, target: "pager", held: true }]);
    const [item, ...others] = await attention(scene);
    expect([item.why, others]).toEqual([expect.stringContaining(`It ${text}`), []]);
    expect(saidBy(await turn(scene, true))).toBeUndefined();
    await app.service.alerts.flush();
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toEqual(["pager escalation A"]);
    expect([await timers(scene), await attention(scene)]).toEqual([[], []]);
  });

  it("is foretold as held, by resolve and by behaviour tests", async () => {
    const scene = await withRule({});
    await turn(scene, false);
    const labels = { alertname: "A", service: "shop" };
    const resolved = (await scene.tenant.api("POST", "alert_routes/resolve", { body: { labels } })).body;
    expect(resolved.rules, JSON.stringify(resolved)).toMatchObject([{ taken: true }]);
    expect(resolved.recipients.filter(({ target }: { target: string }) => target === "pager")).toEqual([]);
    expect(resolved.warnings.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringMatching(/"pager", which "rule" names: it is switched off\. A step that is due is held/),
    );
    const failing = await scene.tenant.config("POST", "behaviour_tests", {
      body: { name: "paged", alert: { labels }, expect: { notified: ["pager"] } },
    });
    expect(failing.status).toBe(409);
    const why = 'the target "pager" is switched off, and the rule "rule" holds its steps meanwhile';
    expect(JSON.parse(failing.text).message).toContain(why);
  });

  it("is on record as not sent when its time is over, and the rule goes on", async () => {
    const scene = await withRule({ repeat_count: 1, repeat_interval_seconds: 600 });
    await fire(scene);
    await turn(scene, false);
    await pass(scene);
    const [{ seconds = 0 } = {}] = await timers(scene);
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    const late = () =>
      app.database.execute(
        `UPDATE alert_timers SET held_until = now(), due_at = now() WHERE organization_id = '${scene.tenant.organization.id}'`,
      );
    await late();
    await app.service.alerts.flush();
    await app.service.alerts.flush();
    const error = expect.stringContaining("its outbound target was off for as long as it could wait");
    const lost = { target: "pager", status: "parked", attempt: 0, error };
    const { next_steps, deliveries, reached } = await shown(scene);
    expect([next_steps, deliveries]).toMatchObject([[{ step: 2, held: true }], [lost]]);
    expect(reached).toMatchObject({ status: "nobody" });
    await turn(scene, true);
    await app.service.alerts.flush();
    expect((await shown(scene)).deliveries).toMatchObject([lost, { target: "pager", status: "queued" }]);

    // A target that was off at every step is not notified of the end either.
    const other = await withRule({});
    await fire(other);
    await turn(other, false);
    await pass(other);
    await app.database.execute("UPDATE alert_timers SET held_until = now(), due_at = now()");
    await app.service.alerts.flush();
    expect(await timers(other)).toEqual([]);
    await turn(other, true);
    await other.notify({ receiver: "orgconfig" }, [{ name: "A", startsAt: minute(0), endsAt: minute(9) }]);
    expect((await shown(other)).deliveries).toMatchObject([lost]);
  });

  it("is not sent once somebody is at the alert", async () => {
    const scene = await withRule({});
    await fire(scene);
    await turn(scene, false);
    await pass(scene);
    const [{ id }] = await listed(scene);
    await scene.tenant.api("POST", `alerts/${id}/acknowledge`);
    await turn(scene, true);
    await app.service.alerts.flush();
    expect(await notified(app, scene)).toEqual([]);
  });
});

describe("on several nodes", () => {
  it("each step is taken once", async () => {
    const scene = await withRule({ repeat_count: 3, repeat_interval_seconds: 3_600 });
    const other = await startService({}, [], app.database);
    try {
      const fired = Array.from({ length: 20 }, (_, index) => ({
        name: "A",
        startsAt: minute(0),
        labels: { index: String(index) },
      }));
      // Of one name each has its own labels, and so a fingerprint of its own.
      for (const [index, one] of fired.entries()) {
        const { tenant, connector } = scene;
        const body = {
          receiver: "orgconfig",
          groupKey: "g",
          alerts: [
            {
              status: "firing",
              labels: { alertname: one.name },
              startsAt: one.startsAt,
              fingerprint: `f${index}`,
            },
          ],
        };
        await tenant.api("POST", `intake/alertmanager/${connector}`, { body });
      }
      for (let round = 0; round < 2; round += 1) {
        await app.database.execute("UPDATE alert_timers SET due_at = now() - interval '1 second'");
        await Promise.all([app.service, other.service].map(({ alerts }) => alerts.flush()));
        // What a node has just in hand the other passes over.
        await until(async () => (await queued(app, scene)).length >= 20 * (round + 1));
      }
      const sources = (await queued(app, scene)).map(({ source }) => source);
      expect(sources).toHaveLength(40);
      expect(new Set(sources).size).toBe(40);
    } finally {
      await other.close();
    }
  });
});
