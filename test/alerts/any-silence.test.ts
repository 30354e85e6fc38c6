/** Silences of any size and length: what becomes of them here, and what forecasts say. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { makeScene, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const dayMs = 24 * 3_600_000;
const inDays = (days: number) => new Date(Math.round(Date.now() + days * dayMs)).toISOString();
const is = (name: string, value: string, rest: object = {}) => ({
  ...{ name, value, is_regex: false, is_equal: true },
  ...rest,
});
const regex = { is_regex: true };
const random = (length: number) => randomBytes(length).toString("base64url").slice(0, length);

async function exchange({ tenant, connector }: Scene, silences: readonly object[]) {
  const answer = await tenant.api("PUT", `render/${connector}/silences`, {
    body: {
      silences: silences.map((one, index) => ({
        ...{ id: `s${index}`, state: "active", created_by: "ada", comment: "noise", ends_at: inDays(1) },
        ...one,
      })),
    },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function mutesOf({ tenant }: Scene) {
  return (await tenant.config("GET", "alert_mutes")).body.data;
}

async function resolved({ tenant }: Scene, labels: object, at?: string) {
  const body = { labels: { alertname: "A", ...labels }, ...(at && { at }) };
  const answer = await tenant.api("POST", "alert_routes/resolve", { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

describe("a silence of any size", () => {
  const instances = Array.from({ length: 400 }, (_, index) => `instance-${index}.eu`);
  const none = Array.from({ length: 150 }, (_, index) => is(`no_${index}`, "x", { is_equal: false }));
  const three = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, random(900)]));
  it.each([
    ["one long value", [is("service", "shop".repeat(379))], { service: "shop".repeat(379) }],
    ["long values that no index takes", Object.entries(three).map(([name, value]) => is(name, value)), three],
    ["many matchers", [is("service", "shop"), ...none], { service: "shop" }],
    ["a list of instances", [is("instance", instances.join("|"), regex)], { instance: "instance-399.eu" }],
    ["a matcher twice", [is("service", "shop"), is("service", "shop")], { service: "shop" }],
  ])("%s is a mute, which every forecast knows", async (_, matchers, labels) => {
    const scene = await makeScene(app);
    const { tenant } = scene;
    expect(await exchange(scene, [{ matchers }])).toMatchObject({ refused: [] });
    const [mute] = await mutesOf(scene);
    expect(await resolved(scene, labels)).toMatchObject({
      muted_by: [{ id: mute.id }],
      recipients: [],
      unknown: [],
    });
    expect((await resolved(scene, { service: "other" })).muted_by).toEqual([]);
    const test = (name: string, muted: boolean) =>
      tenant.config("POST", "behaviour_tests", {
        body: { name, alert: { labels: { alertname: "A", ...labels }, at: inDays(0.1) }, expect: { muted } },
      });
    // A test takes no label of more than 1,000 characters.
    if (Object.values(labels).every((value) => value.length <= 1_000))
      expect([(await test("true", true)).status, (await test("false", false)).status]).toEqual([201, 409]);
    // It is known again, and what is exported plans as it is.
    await exchange(scene, [{ matchers }]);
    expect(await mutesOf(scene)).toHaveLength(1);
    const bundle = (await tenant.config("GET", "export?format=json")).body;
    const plan = await tenant.api("POST", "plans", { body: { bundle: { alert_mutes: bundle.alert_mutes } } });
    expect([plan.status, plan.body.changes]).toEqual([201, []]);
  });

  it("that is beyond what a mute may be is said by forecasts, until it is gone", async () => {
    const scene = await makeScene(app);
    const matchers = [is("service", random(100_000))];
    const usual = { id: "usual", matchers: [is("service", "cart")] };
    const { refused } = await exchange(scene, [{ matchers, comment: "huge" }, usual]);
    expect(refused).toMatchObject([{ id: "s0" }]);
    const { unknown, recipients } = await resolved(scene, { service: "shop" });
    expect(unknown).toEqual([
      expect.stringMatching(
        /^The silence "huge" \(s0\) of "alertmanager", until .+, is no mute: matchers.+100000/,
      ),
    ]);
    expect(recipients).toHaveLength(2);
    const flow = await scene.tenant.api("GET", "alert_routes/flow");
    expect(flow.body.unknown).toEqual(unknown);
    const tests = await scene.tenant.api("POST", "behaviour_tests/run", { body: {} });
    expect(tests.body.unknown).toEqual(unknown);
    const edits = [{ op: "save", resource: "alert_routes", id: scene.route, fields: { continue: true } }];
    const plan = await scene.tenant.api("POST", "plans", { body: { edits } });
    expect(plan.body.effects.replay.unknown, plan.text).toEqual(unknown);
    expect((await resolved(scene, { service: "cart" })).muted_by).toHaveLength(1);
    await exchange(scene, [usual]);
    expect((await resolved(scene, { service: "shop" })).unknown).toEqual([]);
    const lots = Array.from({ length: 8 }, (_, index) => ({
      matchers: [...matchers, is("n", `${index}`)],
    }));
    await exchange(scene, [...lots, usual]);
    const many = (await resolved(scene, { service: "shop" })).unknown;
    expect([many.length, many.at(-1)]).toEqual([
      6,
      'So it is with 3 more of the silences of "alertmanager".',
    ]);
  });
});

describe("a silence of any length", () => {
  const matchers = [is("service", "shop")];

  it("is shown, and foretold, until its real end", async () => {
    const scene = await makeScene(app);
    const ends_at = inDays(400);
    await exchange(scene, [{ matchers, ends_at }]);
    const [mute] = await mutesOf(scene);
    expect(mute).toMatchObject({ expires_at: ends_at, until: ends_at, duration_minutes: null, active: true });
    const shop = { service: "shop" };
    expect(await resolved(scene, shop)).toMatchObject({ muted_by: [{ id: mute.id, holds_until: ends_at }] });
    expect((await resolved(scene, shop, inDays(399))).muted_by).toHaveLength(1);
    expect((await resolved(scene, shop, inDays(401))).muted_by).toEqual([]);
  });

  it("moves its mute with it", async () => {
    const scene = await makeScene(app);
    await exchange(scene, [{ matchers }]);
    const [{ id }] = await mutesOf(scene);
    const ends_at = inDays(50);
    await exchange(scene, [{ matchers, ends_at }]);
    expect(await mutesOf(scene)).toMatchObject([{ id, expires_at: ends_at, until: ends_at }]);
    const shorter = inDays(0.5);
    await exchange(scene, [{ matchers, ends_at: shorter }]);
    expect(await mutesOf(scene)).toMatchObject([{ id, expires_at: shorter }]);
    await exchange(scene, [{ matchers, state: "expired" }]);
    expect(await mutesOf(scene)).toEqual([]);
  });

  it("is known before it begins", async () => {
    const scene = await makeScene(app);
    const [starts_at, ends_at] = [inDays(1), inDays(2)];
    await exchange(scene, [{ matchers, state: "pending", starts_at, ends_at }]);
    expect(await mutesOf(scene)).toMatchObject([{ active: false, starts_at, expires_at: ends_at }]);
    const shop = { service: "shop" };
    expect(await resolved(scene, shop)).toMatchObject({ muted_by: [], next_change: { at: starts_at } });
    expect((await resolved(scene, shop, inDays(1.5))).muted_by).toHaveLength(1);
    const [later, end] = [inDays(3), inDays(4)];
    await exchange(scene, [{ matchers, state: "pending", starts_at: later, ends_at: end }]);
    expect(await mutesOf(scene)).toMatchObject([{ active: false, starts_at: later, expires_at: end }]);
  });

  it("that another mute stands in the way of is said", async () => {
    const scene = await makeScene(app);
    const body = { matchers: ['service="shop"'], reason: "ours", duration_minutes: 60 };
    await scene.tenant.config("POST", "alert_mutes", { body });
    await exchange(scene, [{ matchers }]);
    const { unknown } = await resolved(scene, { service: "shop" });
    expect(unknown).toEqual([expect.stringContaining("a mute with the same matchers holds at another time")]);
  });
});

describe("a mute until a moment", () => {
  it("is made by people too, and made longer", async () => {
    const { tenant } = await makeScene(app);
    const make = (rest: object) =>
      tenant.config("POST", "alert_mutes", { body: { pattern: "x", reason: "work", ...rest } });
    const until = inDays(60);
    expect((await make({ until, duration_minutes: 5 })).body.fields).toMatchObject([{ field: "until" }]);
    expect((await make({})).body.fields).toMatchObject([{ field: "duration_minutes" }]);
    expect((await make({ until: inDays(-1) })).body.fields[0]).toMatchObject({ field: "until" });
    const made = await make({ until });
    expect([made.status, made.body.expires_at]).toEqual([201, until]);
    const next = inDays(90);
    const longer = await tenant.api("POST", `alert_mutes/${made.body.id}/extend`, { body: { until: next } });
    expect([longer.status, longer.body.expires_at]).toEqual([200, next]);
  });
});
