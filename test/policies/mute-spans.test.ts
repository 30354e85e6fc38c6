/** Mutes that go on with each other are one to the effect long_mute: how long, and for what. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spanOf, wholeLength } from "../../src/features/changes/policies/mute-spans.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { startService, type TestService } from "../support/service.ts";

const noon = Date.parse("2026-03-02T12:00:00Z");
const hourMs = 3_600_000;

describe("the length of a mute", () => {
  const span = (id: string, from: number, hours: number, more: JsonObject = {}) => {
    const configuration = {
      ...{ matchers: ['service="checkout"'], starts_at: new Date(noon + from * hourMs).toISOString() },
      ...{ duration_minutes: hours * 60, ...more },
    };
    const found = spanOf({ id, configuration, state: {} });
    if (found === null) throw new Error("it has hours");
    return found;
  };
  const hours = (mute: ReturnType<typeof span>, ...others: ReturnType<typeof span>[]) =>
    wholeLength(mute, [mute, ...others]) / hourMs;

  it("is its own where nothing is before or behind it", () => {
    expect(hours(span("a", 0, 3))).toBe(3);
    expect(hours(span("a", 0, 3), span("b", -10, 8.9), span("c", 4.1, 2))).toBe(3);
  });

  it("takes in what it goes on with and what goes on with it, with breaks of up to an hour", () => {
    expect(hours(span("a", 0, 3), span("b", -5, 4))).toBe(8);
    expect(hours(span("a", 0, 3), span("b", 4, 2))).toBe(6);
    // One leads to the next.
    expect(hours(span("a", 0, 3), span("b", -5, 5), span("c", -10, 5), span("d", -15.5, 5))).toBe(18.5);
    expect(hours(span("a", 0, 3), span("b", -2, 30))).toBe(30);
  });

  it("is of the alerts that both take", () => {
    const other = (matchers: string[], more: JsonObject = {}) =>
      hours(span("a", 0, 3), span("b", -5, 5, { matchers, ...more }));
    expect(other(["service=checkout"])).toBe(8);
    expect(other(['service="checkout"', 'team!="x"'])).toBe(8);
    expect(other(['service="search"'])).toBe(3);
    expect(other([], { pattern: "service=Checkout" })).toBe(8);
    expect(other([], { pattern: "service=check*" })).toBe(3);
    // However it is written, and whatever is said of labels that alerts need not have.
    expect(other(['service=~"checkout"'])).toBe(8);
    expect(other(['service=~"checkout|search"'])).toBe(8);
    expect(other(['service=~"check.*"'])).toBe(8);
    expect(other(['service!="search"'])).toBe(8);
    expect(other(['service=~"search|cart"'])).toBe(3);
    const both = (one: string, two: string) =>
      hours(
        span("a", 0, 3, { matchers: ['service="checkout"', one] }),
        span("b", -5, 5, { matchers: ['service="checkout"', two] }),
      );
    expect(both('nothing!="x"', 'nothing!="y"')).toBe(8);
    expect(both('nothing!="x"', 'other=~".*"')).toBe(8);
    expect(both('severity="warning"', 'severity="critical"')).toBe(3);
    expect(both('severity="warning"', 'severity!="warning"')).toBe(3);
    expect(both('severity="warning"', 'team="x"')).toBe(3);
    const pattern = { matchers: [], pattern: "*checkout*" };
    expect(hours(span("a", 0, 3, pattern), span("b", -5, 5, pattern))).toBe(8);
    const [one, two] = [{ route_ids: ["r1"] }, { route_ids: ["r2"] }];
    expect(hours(span("a", 0, 3, one), span("b", -5, 5, two))).toBe(3);
    expect(hours(span("a", 0, 3, one), span("b", -5, 5))).toBe(8);
  });
});

describe("the policy", () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startService();
  });
  afterAll(() => test.close());

  async function scene() {
    const { config, api, organization } = await test.makeTenant();
    const policy = { name: "Somebody looks", effects: ["long_mute"] };
    expect((await config("POST", "change_policies", { body: policy })).status).toBe(201);
    const mute = async (minutes: number, more: object = {}) => {
      const body = { matchers: ['service="checkout"'], reason: "Work", duration_minutes: minutes, ...more };
      const { status, body: row } = await config("POST", "alert_mutes", { body });
      return status === 201 ? (row.id as string) : row.reason;
    };
    /** Lets mutes that there are have begun earlier. */
    const age = (hours: number) =>
      test.database.queryText(
        {
          name: "test-age-mutes",
          text: `UPDATE rows SET state = state || jsonb_build_object('starts_at',
            to_char(((state->>'starts_at')::timestamptz - $2 * interval '1 hour') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            WHERE organization_id = $1 AND kind = 'alert_mutes'`,
        },
        [organization.id, hours],
      );
    const extend = async (id: string, hours: number) => {
      const until = new Date(Date.now() + hours * hourMs).toISOString();
      const { status, body } = await api("POST", `alert_mutes/${id}/extend`, { body: { until } });
      return status === 200 ? (body.id as string) : body.reason;
    };
    return { config, api, mute, age, extend };
  }
  const id = expect.stringMatching(/^mute_/);

  it("counts an extended mute from its beginning, however often it was extended", async () => {
    const { mute, age, extend } = await scene();
    const first = await mute(23 * 60);
    await age(20);
    const second = await extend(first, 3.5);
    expect(second).toEqual(id);
    // It began 20 hours ago, and not when it was extended.
    const third = await extend(second, 3.9);
    expect(third).toEqual(id);
    expect(await extend(third, 4.1)).toBe("needs_approval");
    expect(await extend(third, 3.95)).toEqual(id);
  });

  it("counts a mute from the beginning of the one that it takes the place of", async () => {
    const { mute, age, config } = await scene();
    const first = await mute(23 * 60);
    await age(20);
    expect((await config("DELETE", `alert_mutes/${first}`)).status).toBe(200);
    expect(await mute(4 * 60 + 30)).toBe("needs_approval");
    expect(await mute(4 * 60 + 30, { matchers: ['service="search"'] })).toEqual(id);
    expect(await mute(3 * 60)).toEqual(id);
  });

  it("counts a row of short mutes, one of which begins before the other ends", async () => {
    const { mute } = await scene();
    const from = (hours: number) => ({ starts_at: new Date(Date.now() + hours * hourMs).toISOString() });
    expect(await mute(20 * 60, from(0.1))).toEqual(id);
    expect(await mute(5 * 60, { ...from(20.2), matchers: ['service="checkout"', 'team!="x"'] })).toBe(
      "needs_approval",
    );
    expect(await mute(5 * 60, { ...from(22), matchers: ['service="checkout"', 'team!="x"'] })).toEqual(id);
  });

  it("counts what one plan makes together", async () => {
    const { api } = await scene();
    const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
    const mute = (starts_at: string, ...more: string[]) => ({
      ...{ matchers: ['service="checkout"', ...more], reason: "Work", duration_minutes: 20 * 60, starts_at },
    });
    const held = async (...alert_mutes: object[]) => {
      const { status, body, text } = await api("POST", "plans", {
        body: { bundle: { alert_mutes } } as never,
      });
      expect(status, text).toBe(201);
      return body.warnings.filter(({ reason }: { reason: string }) => reason === "needs_approval").length;
    };
    expect(await held(mute(at(1)))).toBe(0);
    expect(await held(mute(at(1)), mute(at(21), 'team!="x"'))).toBe(1);
    expect(await held(mute(at(1)), mute(at(23), 'team!="x"'))).toBe(0);
  });
});
