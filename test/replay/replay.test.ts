/** Alerts of the past decided again, and what differs: without a database. */
import { describe, expect, it } from "vitest";
import { completed } from "../../src/engine/render.ts";
import { createOutcomes } from "../../src/features/alerting/alerts/outcome.ts";
import { movesOf, placeOf, sourceOf } from "../../src/features/changes/replay/compare.ts";
import { daysBetween, placeOfDay } from "../../src/features/changes/replay/days.ts";
import {
  createNotifications,
  type Notification,
  type ReplayRows,
} from "../../src/features/changes/replay/notifications.ts";
import type { PastAlert } from "../../src/features/changes/replay/past-alerts.ts";
import { type Replayed, replayOf } from "../../src/features/changes/replay/replay.ts";
import { createHolding } from "../../src/features/changes/replay/spans.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { holdsAt, muteTimes } from "../../src/kernel/mute-times.ts";
import type { ConfigurationOf } from "../../src/kernel/row-types.ts";
import { sharedText } from "../../src/kernel/shared-text.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { dayAt } from "../../src/kernel/time-zone.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type Labels, usualWords } from "../../src/renderers/alerting/facts.ts";
import type { Mute } from "../../src/renderers/alerting/mutes.ts";
import { alertInhibitions } from "../../src/resources/alert-inhibitions.ts";
import { alertRoutes } from "../../src/resources/alert-routes.ts";
import { outboundConfigs } from "../../src/resources/outbound-configs.ts";
import { outboundRules } from "../../src/resources/outbound-rules.ts";
import { fc } from "../support/property.ts";

const minuteMs = 60_000;
/** A Friday at noon. */
const noon = Date.parse("2026-03-06T12:00:00Z");
const now = noon + 10 * 24 * 60 * minuteMs;

function row<D extends Kind>(definition: D, id: string, fields: JsonObject) {
  return { id, configuration: completed(definition, fields) as ConfigurationOf<D> };
}

const route = (id: string, fields: JsonObject) =>
  row(alertRoutes, id, { name: id, position: 1, group_wait_seconds: 0, ...fields });
const rule = (id: string, fields: JsonObject) =>
  row(outboundRules, id, { name: id, position: 1, matchers: [], outbound_config_id: "lead", ...fields });
const targets = ["pager", "room", "lead"].map((id) =>
  row(outboundConfigs, id, { name: `The ${id}`, kind: id === "pager" ? "pagerduty" : "slack" }),
);

const mute = (id: string, fields: JsonObject, routeIds: readonly string[] = []): Mute => ({
  ...{ id, pattern: null, matchers: [], routeIds, reason: "work" },
  ...(fields.pattern === undefined ? {} : { pattern: String(fields.pattern) }),
  times: muteTimes(
    { starts_at: null, duration_minutes: null, schedule: [], until: null, ...fields } as never,
    undefined,
  ),
});

const rows: ReplayRows = {
  routes: [
    route("checkout", {
      matchers: ['service="checkout"'],
      destinations: [{ outbound_config_id: "pager" }],
    }),
    route("all", { position: 2, matchers: [], destinations: [{ outbound_config_id: "room" }] }),
  ],
  rules: [rule("escalate", { matchers: ['severity="critical"'], delay_seconds: 900 })],
  inhibitions: [
    row(alertInhibitions, "burns", {
      name: "Burns",
      source_matchers: ['severity="critical"'],
      target_matchers: ['severity="warning"'],
      equal: ["service"],
    }),
  ],
  words: usualWords,
  targets: new Map(targets.map((target) => [target.id, target])),
  ownRoutes: new Map(),
  mutes: [],
  names: new Map(targets.map(({ id, configuration }) => [id, configuration.name])),
  ...{ rotas: new Map(), members: null },
  deserted: new Set(["empty"]),
};

/** Labels, and minutes from noon of its beginning and its end. */
type Given = readonly [labels: Labels, from: number, until: number | null, more?: Partial<PastAlert>];

function pastOf(happened: readonly Given[]) {
  const sets = happened.map(([labels]) => labels);
  const alerts = happened.map(
    ([, from, until, more], index): PastAlert => ({
      ...{ id: `alert_${index}`, connectorId: "conn_1", labels: index, title: `Alert ${index}` },
      startedAt: noon + from * minuteMs,
      endedAt: until === null ? null : noon + until * minuteMs,
      ...{ acknowledgedAt: null, sent: [], ...more },
    }),
  );
  return { sets, alerts };
}

/** Of each alert its notifications as `place@minute`. */
function sentOf(given: ReplayRows, happened: readonly Given[]): string[][] {
  const { sets, alerts } = pastOf(happened);
  const notificationsOf = atOnce(createNotifications(given, sets, alerts, now));
  return alerts.map((alert) => atOnce(notificationsOf(alert)).map(shown));
}

const shown = (one: Notification) => `${placeOf(one).replace("target/", "")}@${(one.at - noon) / minuteMs}`;

function replayed(before: ReplayRows, after: ReplayRows, happened: readonly Given[]): Replayed {
  const { sets, alerts } = pastOf(happened);
  const texts = {
    labelSets: [sharedText(JSON.stringify(sets.map((labels, index) => [`set ${index}`, labels])))],
    alerts: [
      sharedText(
        JSON.stringify(
          alerts.map((one) => [
            ...[one.id, one.connectorId, `set ${one.labels}`, one.title],
            ...[one.startedAt, one.endedAt, one.acknowledgedAt, one.sent],
          ]),
        ),
      ),
    ],
  };
  const days = daysBetween(noon, now, "UTC");
  return atOnce(replayOf({ ...texts, before, after, native: new Set(), since: noon, now, days }));
}

const critical = { service: "checkout", severity: "critical" };
const warning = { service: "checkout", severity: "warning" };

describe("what is sent of an alert of the past", () => {
  it("is its route's first message and the steps of rules until its end or somebody's acknowledgement", () => {
    expect(
      sentOf(rows, [
        [critical, 0, 60],
        [critical, 0, 10],
        [critical, 0, null, { acknowledgedAt: noon + 5 * minuteMs }],
        [{ service: "search" }, 0, 60],
      ]),
    ).toEqual([["pager@0", "lead@15"], ["pager@0"], ["pager@0"], ["room@0"]]);
  });

  it("is also what is due at this very moment, at which an open alert is open", () => {
    const last = (now - noon) / minuteMs;
    const times = { starts_at: new Date(now - 15 * minuteMs).toISOString(), duration_minutes: 15 };
    const muted = { ...rows, mutes: [mute("until now", times, ["all"])] };
    expect(
      sentOf(muted, [
        [critical, last - 15, null],
        [{ service: "search" }, last - 5, null],
        [{ service: "search" }, last - 5, last],
      ]),
    ).toEqual([[`pager@${last - 15}`, `lead@${last}`], [`room@${last}`], []]);
  });

  it("waits for the end of a mute, and is nothing where the alert ends before", () => {
    const mutes = [
      mute("m", { pattern: "service=checkout", starts_at: "2026-03-06T11:00:00Z", duration_minutes: 90 }),
    ];
    const happened: Given[] = [
      [critical, 0, 60],
      [critical, 0, 29],
      [{ service: "search" }, 0, 60],
    ];
    expect(sentOf({ ...rows, mutes }, happened)).toEqual([["pager@30", "lead@45"], [], ["room@0"]]);
    expect(sentOf({ ...rows, mutes: [{ ...(mutes[0] as Mute), routeIds: ["checkout"] }] }, happened)).toEqual(
      [["pager@30", "lead@15"], ["lead@15"], ["room@0"]],
    );
  });

  it("is held back in all hours of a rhythm", () => {
    const schedule = [
      { days: ["mon", "tue", "wed", "thu", "fri"], start: "12:00", end: "12:30", time_zone: "UTC" },
    ];
    const mutes = [mute("m", { pattern: "*", schedule })];
    expect(
      sentOf({ ...rows, mutes }, [
        [critical, 0, 60],
        [critical, 31, 60],
        [critical, 1_440, 1_500],
      ]),
    ).toEqual([
      ["pager@30", "lead@45"],
      ["pager@31", "lead@46"],
      ["pager@1440", "lead@1455"],
    ]);
  });

  it("waits for the end of the alert that keeps it back, and a step of a rule too", () => {
    const every = { ...rows, rules: [rule("escalate", { delay_seconds: 300 })] };
    expect(
      sentOf(every, [
        [critical, 0, 20],
        [warning, 5, 60],
        [warning, 5, 15],
        [warning, -2, 60],
      ]),
    ).toEqual([["pager@0", "lead@5"], ["pager@20", "lead@25"], [], ["pager@-2", "lead@20"]]);
  });

  it("goes the own way of the row that raised it, and to no team without members", () => {
    const own = route("beat", { destinations: [{ team_id: "empty" }, { email: "ops@example.com" }] });
    expect(sentOf({ ...rows, ownRoutes: new Map([["conn_1", own]]) }, [[warning, 0, 60]])).toEqual([
      ["email/ops@example.com@0"],
    ]);
  });

  it("is what createOutcomes says of an alert that nothing keeps back", () => {
    const outcomeOf = createOutcomes(rows);
    for (const labels of [critical, warning, { service: "search" }, {}]) {
      const opened = new Date(noon);
      const { sent } = atOnce(
        outcomeOf({ labels }, { opened, unacknowledgedSeconds: 3_600, open: new Map() }),
      );
      const expected = sent.map(
        ({ destination, atSeconds }) => `${destination.outbound_config_id}@${atSeconds / 60}`,
      );
      expect(sentOf(rows, [[labels, 0, 60]])).toEqual([expected]);
    }
  });
});

describe("where everything matches everything", () => {
  const many = 1_000;
  const happened = Array.from(
    { length: many },
    (_, at): Given => [{ service: `s${at % 50}`, severity: "critical" }, at, at + 30],
  );
  const open: ReplayRows = {
    ...{ ...rows, rules: [], inhibitions: [] },
    routes: [route("all", { matchers: [], destinations: [{ outbound_config_id: "room" }] })],
  };
  const counted = (changed: Partial<ReplayRows>) => {
    const { alerts, notSent, newlySent, elsewhere, later, nobody } = replayed(
      open,
      { ...open, ...changed },
      happened,
    );
    return { alerts, notSent, newlySent, elsewhere, later, nobody };
  };
  const none = { alerts: many, notSent: 0, newlySent: 0, elsewhere: 0, later: 0, nobody: 0 };

  it("a thousand routes without matchers send each alert a thousand times, one that ends the search once", () => {
    const routes = Array.from({ length: 1_000 }, (_, at) =>
      route(`r${at}`, { matchers: [], continue: true, destinations: [{ email: `${at % 3}@example.com` }] }),
    );
    const few = happened.slice(0, 50);
    expect(replayed(open, { ...open, routes }, few)).toMatchObject({
      ...{ elsewhere: 50, newlySent: 50 * 999 },
    });
    expect(counted({ routes: [...open.routes, ...routes] })).toEqual(none);
  });

  it("a mute of everything leaves nothing, in all of its hours", () => {
    const hours = (start: string, end: string) => [{ days: [], start, end, time_zone: "UTC" }];
    const muted = (...schedules: readonly JsonObject[][]) =>
      counted({
        ...open,
        mutes: schedules.map((schedule, at) => mute(`m${at}`, { pattern: "*", schedule })),
      });
    expect(muted(hours("00:00", "24:00"))).toEqual({ ...none, notSent: many, nobody: many });
    expect(muted(hours("00:00", "12:00"), hours("12:00", "24:00"))).toEqual({
      ...none,
      ...{ notSent: many, nobody: many },
    });
  });

  it("mutes hold when live ones hold, until they do not", () => {
    const clock = fc
      .tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 45))
      .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
    const hours = fc.record({
      days: fc.subarray(["mon", "wed", "sat", "sun"]),
      ...{ start: clock, end: clock, time_zone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu") },
    });
    const times = fc.record({
      starts_at: fc.constantFrom(null, "2026-03-07T10:20:30Z"),
      duration_minutes: fc.nat(20_000),
      schedule: fc.array(
        hours.filter(({ start, end }) => start !== end),
        { maxLength: 3 },
      ),
      until: fc.constantFrom(null, "2026-03-20T00:00:00Z"),
    });
    fc.assert(
      fc.property(times, fc.nat(30 * 24 * 60), (given, minutes) => {
        const [own, at] = [muteTimes(given as never, undefined), noon + minutes * minuteMs + 1];
        const until = createHolding(own)(at);
        expect(until !== undefined).toBe(holdsAt(own, new Date(at)));
        if (until === undefined) return;
        expect(holdsAt(own, new Date(until - 1))).toBe(true);
        const isWeekEnd = until % (7 * 24 * 60 * minuteMs) === 0;
        expect(isWeekEnd || !holdsAt(own, new Date(until))).toBe(true);
      }),
    );
  });

  it("an inhibition of everything by everything keeps back nothing, and one by something all that was open with it", () => {
    const inhibition = (source_matchers: readonly string[], target_matchers: readonly string[]) =>
      row(alertInhibitions, "i", { name: "i", source_matchers, target_matchers, equal: [] });
    const all = ['alertname=~".*"'];
    expect(counted({ inhibitions: [inhibition(all, all)] })).toEqual(none);
    // Alerts of s0 are open for 30 of 50 minutes: those that begin then and end by its end are lost, one waits.
    const bySource = counted({ inhibitions: [inhibition(['service="s0"'], ['service!="s0"'])] });
    expect(bySource).toEqual({ ...none, later: (many / 50) * 29 });
  });
});

describe("what a change would have meant", () => {
  const happened: Given[] = [
    [critical, 1, 60],
    [{ ...critical, severity: "error" }, 2, 60],
    [{ service: "search", severity: "info" }, 3, 60],
    [critical, -1, 60],
  ];

  it("nobody where the only way is gone: what is urgent comes first, what began before is not counted", () => {
    const after = { ...rows, routes: [], rules: [] };
    const pager = { target: "The pager", to: { outbound_config_id: "pager" } };
    expect(replayed(rows, after, happened)).toEqual({
      ...{ notSent: 4, newlySent: 0, elsewhere: 0, earlier: 0, later: 0 },
      ...{ alerts: 3, nobody: 3, drift: 3, byPerson: [] },
      byTarget: [
        { target: "The pager", to: { outbound_config_id: "pager" }, before: 2, after: 0 },
        { target: "The lead", to: { outbound_config_id: "lead" }, before: 1, after: 0 },
        { target: "The room", to: { outbound_config_id: "room" }, before: 1, after: 0 },
      ],
      byTeam: [],
      byDay: [
        { day: "2026-03-06", before: 4, after: 0, changed: 3, nobody: 3 },
        ...daysBetween(noon, now, "UTC")
          .slice(1)
          .map(({ day }) => ({ day, before: 0, after: 0, changed: 0, nobody: 0 })),
      ],
      top: [
        {
          id: "alert_0",
          title: "Alert 0",
          severity: "critical",
          before: ["The lead", "The pager"],
          after: [],
          places: [pager, { target: "The lead", to: { outbound_config_id: "lead" } }],
        },
        {
          ...{ id: "alert_1", title: "Alert 1", severity: "error", before: ["The pager"], after: [] },
          places: [pager],
        },
        {
          ...{ id: "alert_2", title: "Alert 2", severity: "info", before: ["The room"], after: [] },
          places: [{ target: "The room", to: { outbound_config_id: "room" } }],
        },
      ],
    });
  });

  it("elsewhere where another target is named, later where it waits longer, by the teams that own routes", () => {
    const [checkout, all] = rows.routes as [ReplayRows["routes"][number], ReplayRows["routes"][number]];
    const owned = { ...all, configuration: { ...all.configuration, owning_team_id: "core" } };
    const waiting = { ...owned, configuration: { ...owned.configuration, group_wait_seconds: 60 } };
    const other = {
      ...checkout,
      configuration: { ...checkout.configuration, destinations: [{ outbound_config_id: "room" }] },
    };
    const names = new Map([...rows.names, ["core", "Core"]]);
    const before = { ...rows, names, routes: [checkout, owned] };
    expect(replayed(before, { ...before, routes: [other, waiting] }, happened)).toMatchObject({
      ...{ notSent: 0, newlySent: 0, elsewhere: 2, earlier: 0, later: 1, nobody: 0 },
      byTeam: [{ team: "Core", before: 1, after: 1 }],
    });
  });

  it("does not move the steps of a rule that stays, to a target that routes go to or leave", () => {
    const steps = rule("again", { repeat_count: 2, repeat_interval_seconds: 300, delay_seconds: 300 });
    const both = [{ outbound_config_id: "room" }, { outbound_config_id: "lead" }];
    const [checkout, all] = rows.routes as [ReplayRows["routes"][number], ReplayRows["routes"][number]];
    const more = { ...all, configuration: { ...all.configuration, destinations: both } };
    const before = { ...rows, routes: [checkout, all], rules: [steps] };
    const after = { ...before, routes: [checkout, more] };
    const past: Given[] = [[{ service: "search" }, 0, 60]];
    const none = { notSent: 0, newlySent: 0, elsewhere: 0, earlier: 0, later: 0 };
    expect(replayed(before, after, past)).toMatchObject({ ...none, newlySent: 1 });
    expect(replayed(after, before, past)).toMatchObject({ ...none, notSent: 1 });
    expect(replayed(after, { ...before, routes: [] }, past)).toMatchObject({ ...none, notSent: 2 });
  });

  it.each<[string, readonly string[], readonly string[], object]>([
    ["nothing", ["a 1", "b 2"], ["b 2", "a 1"], {}],
    ["one gone", ["a 1", "b 2"], ["a 1"], { notSent: 1 }],
    ["one more", [], ["a 1"], { newlySent: 1 }],
    ["two elsewhere, one gone", ["a 1", "a 2", "a 3"], ["b 1", "c 1"], { elsewhere: 2, notSent: 1 }],
    ["one sooner, one later", ["a 5", "b 5"], ["a 4", "b 6"], { earlier: 1, later: 1 }],
  ])("%s", (_, before, after, expected) => {
    const none = { notSent: 0, newlySent: 0, elsewhere: 0, earlier: 0, later: 0 };
    const of = (texts: readonly string[]) =>
      texts.map((text): Notification => {
        const [email, at] = text.split(" ") as [string, string];
        return {
          destination: { email },
          sender: rows.routes[0] as ReplayRows["routes"][number],
          step: 0,
          at: Number(at),
        };
      });
    expect(movesOf(of(before), of(after))).toEqual({ ...none, ...expected });
  });
});

describe("for any alerts", () => {
  const labels = fc.record({
    service: fc.constantFrom("checkout", "search"),
    severity: fc.constantFrom("critical", "warning", "none"),
  });
  const alert = fc
    .tuple(labels, fc.nat(200), fc.nat(100))
    .map(([of, from, length]): Given => [of, from, from + length]);
  const alerts = fc.array(alert, { maxLength: 8 });
  const sides = fc.constantFrom<ReplayRows>(
    rows,
    { ...rows, inhibitions: [] },
    { ...rows, routes: rows.routes.slice(1) },
    { ...rows, rules: [rule("escalate", { matchers: ['service="checkout"'], delay_seconds: 600 })] },
    {
      ...rows,
      mutes: [mute("m", { pattern: "*check*", starts_at: "2026-03-06T12:30:00Z", duration_minutes: 60 })],
    },
  );

  it("the same rows change nothing, and send what they sent", () => {
    fc.assert(
      fc.property(alerts, sides, (happened, given) => {
        const { sets, alerts } = pastOf(happened);
        const notificationsOf = atOnce(createNotifications(given, sets, alerts, now));
        const recorded = happened.map(
          ([of, from, until], index): Given => [
            of,
            from,
            until,
            { sent: atOnce(notificationsOf(alerts[index] as PastAlert)).map(sourceOf) },
          ],
        );
        const none = {
          notSent: 0,
          newlySent: 0,
          elsewhere: 0,
          earlier: 0,
          later: 0,
          nobody: 0,
          drift: 0,
          top: [],
        };
        expect(replayed(given, given, recorded)).toMatchObject(none);
      }),
    );
  });

  it("what differs is what both sides send, decided alert by alert", () => {
    const names = ["notSent", "newlySent", "elsewhere", "earlier", "later"] as const;
    fc.assert(
      fc.property(alerts, sides, sides, (happened, one, other) => {
        const { sets, alerts } = pastOf(happened);
        const [was, is] = [one, other].map((side) => atOnce(createNotifications(side, sets, alerts, now)));
        const total = { notSent: 0, newlySent: 0, elsewhere: 0, earlier: 0, later: 0 };
        for (const alert of alerts) {
          const moves = movesOf(atOnce(was?.(alert) as never), atOnce(is?.(alert) as never));
          for (const name of names) total[name] += moves[name];
        }
        expect(replayed(one, other, happened)).toMatchObject(total);
      }),
    );
  });

  it("the way back is the same the other way round", () => {
    fc.assert(
      fc.property(alerts, sides, sides, (happened, one, other) => {
        const [there, back] = [replayed(one, other, happened), replayed(other, one, happened)];
        expect([there.notSent, there.newlySent, there.elsewhere, there.earlier, there.later]).toEqual([
          back.newlySent,
          back.notSent,
          back.elsewhere,
          back.later,
          back.earlier,
        ]);
      }),
    );
  });
});

describe("the days", () => {
  const zone = "Europe/Berlin";
  const at = Date.parse;

  it("are the zone's own, as long as its clocks make them, the first one from where the replay begins", () => {
    expect(daysBetween(at("2026-03-27T23:30:15Z"), at("2026-03-30T05:00:00Z"), zone)).toEqual([
      { day: "2026-03-28", startsAt: at("2026-03-27T23:30:15Z") },
      { day: "2026-03-29", startsAt: at("2026-03-28T23:00:00Z") },
      // The clocks were set forward: this day has 23 hours.
      { day: "2026-03-30", startsAt: at("2026-03-29T22:00:00Z") },
    ]);
    expect(daysBetween(at("2026-10-24T22:00:00Z"), at("2026-10-25T23:00:00Z"), zone)).toEqual([
      { day: "2026-10-25", startsAt: at("2026-10-24T22:00:00Z") },
      { day: "2026-10-26", startsAt: at("2026-10-25T23:00:00Z") },
    ]);
  });

  it("have every moment once, in any zone", () => {
    const zones = fc.constantFrom("UTC", "Asia/Beirut", "America/St_Johns", "Australia/Lord_Howe", zone);
    const moment = fc.integer({ min: at("2015-01-01T00:00:00Z"), max: at("2035-01-01T00:00:00Z") });
    fc.assert(
      fc.property(zones, moment, fc.double({ min: 0, max: 1, noNaN: true }), (timeZone, since, part) => {
        const until = since + 30 * 24 * 60 * minuteMs;
        const days = daysBetween(since, until, timeZone);
        const one = Math.floor(since + part * (until - since));
        expect(days[placeOfDay(days, one)]?.day).toBe(dayAt(one, timeZone));
        expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
      }),
    );
  });
});
