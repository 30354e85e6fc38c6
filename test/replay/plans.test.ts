/** What a plan says of the past: alerts that came in and were delivered, decided again. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { created, type Fired, makeScene, type Scene } from "../alerts/support.ts";
import type { Answer } from "../support/service.ts";
import { startService, type TestService } from "../support/service.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const day = 24 * 60;

async function planOf(
  { tenant }: Scene,
  edits: readonly object[],
  more: object = {},
): Promise<Answer["body"]> {
  const { status, body, text } = await tenant.api("POST", "plans", { body: { edits, ...more } });
  expect([status, body.problems], text).toEqual([201, []]);
  return body;
}

const save = (resource: string, id: string, fields: object) => ({ op: "save", resource, id, fields });

/** Alerts as they come, one notification a row: first each that fires, then its end. */
async function happened(scene: Scene, fired: readonly Fired[], receiver = scene.route): Promise<void> {
  for (const { endsAt, ...one } of fired) {
    await scene.notify({ receiver }, [one]);
    await app.service.alerts.flush();
    if (endsAt !== undefined) await scene.notify({ receiver }, [{ ...one, endsAt }]);
  }
}

/** So many more of each alert of the past, each a second before the last. */
const copies = ({ tenant }: Scene, count: number) =>
  app.database.execute(`
    INSERT INTO alert_history SELECT organization_id, id || '_' || n, connector_id, label_set, title,
      started_at - n * interval '1 second', ended_at, acknowledged_at, sent
    FROM alert_history, generate_series(1, ${count}) AS n WHERE organization_id = '${tenant.organization.id}'`);

const none = { not_sent: 0, newly_sent: 0, elsewhere: 0, earlier: 0, later: 0, nobody: 0 };

it("the same set-up sends what was sent, with rules, mutes and inhibitions, from the history as from what is open", async () => {
  const scene = await makeScene(app);
  await created(scene, "outbound_rules", {
    ...{ name: "now", matchers: ['severity="critical"'], outbound_config_id: scene.pager, delay_seconds: 0 },
  });
  await created(scene, "alert_mutes", { pattern: "alertname=Quiet*", reason: "work", duration_minutes: 60 });
  await created(scene, "alert_inhibitions", {
    ...{
      name: "burns",
      source_matchers: ["alertname=Burns"],
      target_matchers: ["alertname=Slow"],
      equal: [],
    },
  });
  const at = ago(0);
  await happened(scene, [
    { name: "Burns", startsAt: at, labels: { severity: "critical" } },
    { name: "Slow", startsAt: at, endsAt: ago(-1) },
    { name: "Quiet one", startsAt: at, endsAt: ago(-1), labels: { severity: "critical" } },
    { name: "Loud", startsAt: at, endsAt: ago(-1), labels: { severity: "critical" } },
    { name: "Nothing", startsAt: at, labels: { severity: "none" } },
  ]);
  const rename = [save("alert_routes", scene.route, { name: "everything" })];
  const open = (await planOf(scene, rename)).effects.replay;
  expect(open).toMatchObject({ ...none, alerts: 5, days: 30, cut: false, drift: 0, top: [], cannot: [] });
  expect(open.by_target.map(({ before, after }: Record<string, number>) => before === after)).toEqual([
    true,
    true,
  ]);
  await app.service.alerts.putIntoHistory();
  expect((await planOf(scene, rename)).effects.replay).toEqual(open);
});

describe("a change", () => {
  it("that leaves nobody is warned of, the most urgent alerts named, and is in the plan that others read", async () => {
    const scene = await makeScene(app, { name: "checkout" });
    await happened(scene, [
      { name: "Full", startsAt: ago(3 * day), endsAt: ago(3 * day - 30), labels: { severity: "warning" } },
      { name: "Down", startsAt: ago(2 * day), endsAt: ago(2 * day - 30), labels: { severity: "critical" } },
      { name: "Old", startsAt: ago(40 * day), endsAt: ago(40 * day - 30), labels: { severity: "critical" } },
    ]);
    await app.service.alerts.putIntoHistory();
    const edits = [save("alert_routes", scene.route, { enabled: false })];
    const plan = await planOf(scene, edits);
    const { replay } = plan.effects;
    expect(replay).toMatchObject({
      ...{ ...none, alerts: 2, not_sent: 4, nobody: 2 },
      by_target: [
        { target: "pager", before: 2, after: 0 },
        { target: "room", before: 2, after: 0 },
      ],
      top: [
        { title: "Down", severity: "critical", before: ["pager", "room"], after: [] },
        { title: "Full", severity: "warning", before: ["pager", "room"], after: [] },
      ],
    });
    const [{ alert_id, link }] = replay.top;
    expect(link).toContain(`/alerts/${alert_id}`);
    expect(plan.warnings).toContainEqual(
      expect.objectContaining({ resource: "alert_routes", reason: "reaches_nobody" }),
    );
    expect((await scene.tenant.api("GET", `plans/${plan.id}`)).body.effects.replay).toEqual(replay);
    expect(replay.by_day.length).toBe(31);
    const dayOf = (minutes: number) => ({
      ...{ day: ago(minutes).slice(0, 10), before: 2, after: 0, changed: 1, nobody: 1 },
    });
    const { by_day } = replay as { by_day: readonly { changed: number }[] };
    expect(by_day.filter(({ changed }) => changed > 0)).toEqual([dayOf(3 * day), dayOf(2 * day)]);

    expect((await planOf(scene, edits, { replay_days: 90 })).effects.replay).toMatchObject({
      alerts: 3,
      nobody: 3,
    });
    const left = await planOf(scene, edits, { replay_days: 0 });
    expect([left.effects.replay, left.warnings.map(({ reason }: { reason: string }) => reason)]).toEqual([
      null,
      expect.not.arrayContaining(["reaches_nobody"]),
    ]);
    const beyond = await scene.tenant.api("POST", "plans", { body: { edits, replay_days: 91 } });
    expect([beyond.status, beyond.body.field]).toEqual([422, "replay_days"]);
  });

  it("is replayed without a plan, for forms and agents: the same is said, and nothing is kept", async () => {
    const scene = await makeScene(app);
    await happened(scene, [{ name: "Down", startsAt: ago(60), endsAt: ago(30) }]);
    const edits = [save("alert_routes", scene.route, { enabled: false })];
    const { api } = scene.tenant;
    const before = (await api("GET", "plans")).body.data;
    const replayed = await api("POST", "plans/replay", { body: { edits } });
    expect(replayed.status, replayed.text).toBe(200);
    expect((await api("GET", "plans")).body.data).toEqual(before);
    const { effects, problems, warnings } = await planOf(scene, edits);
    expect(replayed.body).toEqual({ effects, problems, warnings });
    expect(effects.replay).toMatchObject({ nobody: 1 });
    const wrong = [save("alert_routes", scene.route, { matchers: ["no matcher"] })];
    expect((await api("POST", "plans/replay", { body: { edits: wrong } })).body.problems).toMatchObject([
      { resource: "alert_routes", field: "matchers[0]" },
    ]);
    for (const body of [{}, { edits, bundle: {} }, { edits, set: "x" }])
      expect((await api("POST", "plans/replay", { body })).status).toBe(422);
  });

  it("of targets, mutes, rules, inhibitions and words is replayed", async () => {
    const scene = await makeScene(app);
    await happened(scene, [
      { name: "Burns", startsAt: ago(2 * day), endsAt: ago(2 * day - 60), labels: { severity: "critical" } },
      { name: "Slow", startsAt: ago(2 * day - 10), endsAt: ago(2 * day - 50), labels: { severity: "odd" } },
    ]);
    const counts = async (edits: readonly object[]) => (await planOf(scene, edits)).effects.replay;
    const create = (resource: string, fields: object) => [{ op: "create", resource, fields }];
    expect(await counts([save("outbound_configs", scene.room, { enabled: false })])).toMatchObject({
      ...{ ...none, not_sent: 2 },
    });
    const reason = "work";
    expect(await counts(create("alert_mutes", { pattern: "*", reason, duration_minutes: 60 }))).toMatchObject(
      none,
    );
    const hours = { days: [], start: "00:00", end: "24:00", time_zone: "UTC" };
    expect(
      await counts(create("alert_mutes", { pattern: "alertname=Slow", reason, schedule: [hours] })),
    ).toMatchObject({ ...none, not_sent: 2, nobody: 1 });
    const rule = {
      name: "r",
      matchers: ['alertname=~".+"'],
      outbound_config_id: scene.pager,
      delay_seconds: 1_800,
      min_severity: "error",
    };
    expect(await counts(create("outbound_rules", rule))).toMatchObject({ ...none, newly_sent: 1 });
    const inhibition = {
      name: "i",
      source_matchers: ["alertname=Burns"],
      target_matchers: ["alertname=Slow"],
      equal: [],
    };
    expect(await counts(create("alert_inhibitions", inhibition))).toMatchObject({
      ...{ ...none, not_sent: 2, nobody: 1 },
    });
    expect(
      await counts([
        save("organization_settings", "organization_settings", { severity_words: { odd: "none" } }),
      ]),
    ).toMatchObject({ ...none, not_sent: 1 });
  });

  it("that decides about no alert is not replayed", async () => {
    const scene = await makeScene(app);
    await happened(scene, [{ name: "Down", startsAt: ago(60) }]);
    const team = await planOf(scene, [{ op: "create", resource: "teams", fields: { name: "Core" } }]);
    expect(team.effects.replay).toMatchObject({ ...none, alerts: 1, drift: null, cannot: [] });
  });

  it("is replayed for one organization while another plans without end", async () => {
    const [greedy, other] = [await makeScene(app), await makeScene(app)];
    for (const scene of [greedy, other]) {
      await happened(scene, [{ name: "Down", startsAt: ago(day), endsAt: ago(day - 1) }]);
      await app.service.alerts.putIntoHistory();
      await copies(scene, 3_000);
    }
    const off = (scene: Scene) => planOf(scene, [save("alert_routes", scene.route, { enabled: false })]);
    const [one] = await Promise.all([off(other), off(greedy), off(greedy)]);
    expect(one.effects.replay).toMatchObject({ alerts: 3_001, nobody: 3_001, cannot: [] });
  });

  it("is replayed in a thread where there are many alerts, the days that are kept said", async () => {
    const scene = await makeScene(app);
    await happened(scene, [{ name: "Down", startsAt: ago(day), endsAt: ago(day - 1) }]);
    await app.service.alerts.putIntoHistory();
    await copies(scene, 3_000);
    await scene.tenant.config("PUT", "organization_settings", { body: { alert_history_days: 7 } });
    const { replay } = (await planOf(scene, [save("alert_routes", scene.route, { enabled: false })])).effects;
    expect(replay).toMatchObject({
      ...none,
      alerts: 3_001,
      not_sent: 6_002,
      nobody: 3_001,
      drift: 0,
      cut: true,
    });
    expect(replay.top.map(({ link }: { link: string | null }) => link === null)).toEqual(
      Array.from({ length: 10 }, (_, at) => at > 0),
    );
  });
});
