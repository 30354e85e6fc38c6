/** Which mutes, routes and rules take an alert, and the reasons that people read. */
import { describe, expect, it } from "vitest";
import { routesOf } from "../../../src/features/alerting/alerts/index.ts";
import { atOnce } from "../../../src/kernel/time-slices.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Labels } from "../../../src/renderers/alerting/facts.ts";
import { createMuting, type Mute } from "../../../src/renderers/alerting/mutes.ts";
import {
  createRouting,
  createRules,
  decideRule,
  type RouteRow,
  type RuleRow,
} from "../../../src/renderers/alerting/resolve.ts";
import { outboundRules } from "../../../src/resources/outbound-rules.ts";
import { judge } from "../../resources/rules.ts";
import { inOrder, rendererRows } from "../rows.ts";

const destinations = [{ email: "ada@example.com" }];

function routes(bodies: readonly JsonObject[]): readonly RouteRow[] {
  const named = bodies.map((body, index): [string, JsonObject] => [
    `route_${index}`,
    { name: `route ${index}`, position: index, destinations, ...body },
  ]);
  return rendererRows({ alertRoutes: Object.fromEntries(named) }).alertRoutes;
}

function rules(bodies: readonly JsonObject[]): readonly RuleRow[] {
  const rows = bodies.map((body, index) => {
    const whole = { name: `rule ${index}`, position: index, outbound_config_id: "outc_1", ...body };
    const { row, problems } = judge(outboundRules, whole);
    expect(problems).toEqual([]);
    return { id: `outr_${index}`, configuration: row.configuration };
  });
  return inOrder(rows) as unknown as readonly RuleRow[];
}

const alert: Labels = { alertname: "Slow", service: "checkout", severity: "info" };
const opened = new Date("2026-03-13T16:50:00Z");

describe("routes", () => {
  const decide = (bodies: readonly JsonObject[], labels = alert) =>
    atOnce(createRouting(routes(bodies))(labels)).map(({ route, taken, reason }) => [
      route.id,
      taken,
      reason,
    ]);

  it("each say whether they take the alert, and why", () => {
    expect(
      decide([
        { matchers: ['severity="critical"'] },
        { matchers: ["service=checkout", "severity!=critical"], continue: true },
        { matchers: ["service=checkout"], enabled: false },
        { matchers: ["service=~check.*", "team=~storefront|shop"] },
        { matchers: ['team=""'], name: "Everything" },
        { matchers: ["service=checkout"], enabled: false },
        { matchers: ["service=checkout"] },
      ]),
    ).toEqual([
      ["route_0", false, 'severity is info; the route wants severity="critical"'],
      ["route_1", true, "every matcher holds: service=checkout, severity!=critical"],
      ["route_2", false, "the route is disabled"],
      ["route_3", false, "team is missing; the route wants team=~storefront|shop"],
      ["route_4", true, 'every matcher holds: team=""'],
      ["route_5", false, "the route is disabled"],
      ["route_6", false, 'the route "Everything" takes it before, and does not continue'],
    ]);
  });

  it("show a value that is long or strange in short", () => {
    const [[, , reason] = []] = decide([{ matchers: ["a=b"] }], { a: `\n${"x".repeat(200)}` });
    expect(reason).toBe(`a is "\\n${"x".repeat(99)}…"; the route wants a=b`);
  });

  it.each([
    ["service=checkout", true],
    ["service=check", false],
    ["service!=checkout", false],
    ["service=~check", false],
    ["service=~check.*", true],
    ["service=~che|checkout", true],
    ["service!~check", true],
    ["service!~.+", false],
    ["team=~.*", true],
    ["team=~.+", false],
    ["team!=x", true],
    ["constructor=~.+", false],
    ['service=~"check.ut$"', true],
    ['service=~"(?P<a>a)|(?P<b>check)out"', true],
  ])("take an alert by %s: %s", (matcher, expected) => {
    expect(decide([{ matchers: [matcher] }])[0]?.[1]).toBe(expected);
  });

  it("that were saved with what nobody can read any more take nothing", () => {
    const [row] = routes([{ matchers: ["a=b"] }]);
    const unread = (matchers: readonly string[]) =>
      atOnce(
        createRouting([{ ...row, configuration: { ...row?.configuration, matchers } } as RouteRow])(alert),
      );
    expect(unread(["service!~(?P<a>a)|(?P<a>b)"])).toMatchObject([
      { taken: false, reason: "its matcher service!~(?P<a>a)|(?P<a>b) cannot be read; write it again" },
    ]);
  });
});

describe("rules", () => {
  const decide = (bodies: readonly JsonObject[], labels = alert) =>
    atOnce(createRules(rules(bodies))(labels, opened)).map(({ taken, reason, firstAtSeconds }) => [
      taken,
      reason,
      firstAtSeconds,
    ]);
  const every = { matchers: ["service=~.+"] };

  it("all take what they want, each after its delay and in its hours", () => {
    const active_hours = { days: [], start: "09:00", end: "18:00", timezone: "Europe/Berlin" };
    expect(
      decide([
        { ...every, min_severity: "warning" },
        { ...every, delay_seconds: 300 },
        { ...every, delay_seconds: 300, active_hours },
        // 18:00 in Berlin ten minutes after the alert opened; the next beginning is 15 hours later.
        { ...every, delay_seconds: 600, active_hours },
        { ...every, enabled: false },
        { matchers: ["service=cart"] },
      ]),
    ).toEqual([
      [false, "severity is info; the rule wants warning or above", null],
      [true, "every matcher holds: service=~.+", 300],
      [true, "every matcher holds: service=~.+", 300],
      [true, "every matcher holds: service=~.+", 600 + 15 * 3_600],
      [false, "the rule is disabled", null],
      [false, "service is checkout; the rule wants service=cart", null],
    ]);
  });

  it.each([
    ["warning", true],
    ["critical", true],
    ["info", false],
    ["page", true],
    ["a word of their own", true],
    ["none", false],
    ["", true],
  ])("that want a warning take the severity %s: %s", (severity, expected) => {
    const [rule] = rules([{ ...every, min_severity: "warning" }]);
    expect(atOnce(decideRule(rule as RuleRow, { ...alert, severity })).taken).toBe(expected);
  });

  it("that want critical alerts page nobody for none, or for a word that nobody knows, and say why", () => {
    const [rule] = rules([{ ...every, min_severity: "critical" }]);
    const decided = (severity: string) => atOnce(decideRule(rule as RuleRow, { ...alert, severity }));
    expect(decided("none").reason).toBe("severity is none, which no rule escalates");
    expect(decided("oops").reason).toBe(
      "severity is oops, which counts as warning; the rule wants critical or above",
    );
    expect(decided("").taken).toBe(true);
    expect(decided("Crit").taken).toBe(true);
  });
});

const everywhere = { routeIds: [], reason: "work" } as const;
const until = (endsAt: Date | null) => ({ startsAt: new Date(0), endsAt, schedule: [] });

describe("mutes", () => {
  const mute = (id: string, rest: Partial<Mute>): Mute => ({
    id,
    pattern: null,
    matchers: [],
    ...everywhere,
    times: until(new Date(opened.getTime() + 1)),
    ...rest,
  });
  const muting = (mutes: readonly Mute[]) => {
    const { mutes: found, complete } = atOnce(
      createMuting(mutes)({ title: "It is slow", labels: alert }, opened),
    );
    return { ids: found.map(({ id }) => id), complete };
  };

  it("take alerts by a pattern or by all of their matchers, until they end", () => {
    const mutes = [
      mute("title", { pattern: "*SLOW" }),
      mute("label", { pattern: "service=check*" }),
      mute("other", { pattern: "checkout" }),
      mute("matchers", { matchers: ["service=checkout", "team!=shop"] }),
      mute("one of two", { matchers: ["service=checkout", "team=shop"] }),
      mute("ended", { pattern: "*", times: until(opened) }),
      mute("unreadable", { matchers: ["service!~("] }),
    ];
    expect(muting(mutes)).toEqual({ ids: ["title", "label", "matchers"], complete: true });
  });
});

describe("an expression that takes too long", () => {
  // RE2 takes a third of a second for it.
  const matchers = ['long=~"([ab]*a[ab]{0,900})[^ab]"'];
  const labels = { ...alert, long: "ab".repeat(5_000) };

  it("is no reason for a route, and one for a rule, and others are asked", () => {
    const [first, second] = atOnce(
      createRouting(routes([{ matchers }, { matchers: ["service=checkout"] }]))(labels),
    );
    expect(first).toMatchObject({ taken: false, reason: expect.stringContaining("takes too long") });
    expect(second?.taken).toBe(true);
    const [slow, other] = atOnce(
      createRules(rules([{ matchers }, { matchers: ["service=shop"] }]))(labels, opened),
    );
    expect(slow).toMatchObject({ taken: true, reason: expect.stringContaining("takes too long") });
    expect(other?.taken).toBe(false);
  });

  it("mutes nothing, and is asked of an alert with short labels", () => {
    const mute: Mute = { id: "mute_1", pattern: null, matchers, ...everywhere, times: until(null) };
    const muting = createMuting([mute]);
    const held = (long: string) => atOnce(muting({ title: "Slow", labels: { ...alert, long } }, opened));
    expect(held(labels.long)).toEqual({ mutes: [], complete: false });
    expect(held("abac")).toEqual({ mutes: [mute], complete: true });
  });

  it("is not run for ever for many alerts together", () => {
    const costly = ['long=~"([ab]*a[ab]{0,50})[^ab]"'];
    const mute: Mute = { id: "mute_1", pattern: null, matchers: costly, ...everywhere, times: until(null) };
    const muting = createMuting([mute]);
    const spent = { title: "Slow", labels: { ...alert, long: "a".repeat(10_000) } };
    let asked = 0;
    while (atOnce(muting(spent, opened)).complete && asked < 5_000) asked += 1;
    expect(asked).toBeLessThan(5_000);
  });
});

it("a route without matchers takes every alert, and one that drops ends the search as any other", () => {
  const receivers = routesOf(
    routes([
      { matchers: ["severity=none"], drop: true, destinations: [] },
      { matchers: [] },
      { matchers: [] },
    ]),
  );
  expect(receivers({ severity: "none" }).map(({ id }) => id)).toEqual(["route_0"]);
  expect(receivers({}).map(({ id }) => id)).toEqual(["route_1"]);
});
