/** What the alerts' pages work out by themselves. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Alert } from "../../console/api/alert-shapes.ts";
import { timePresets } from "../../console/forms/time-presets.ts";
import { timelineOf } from "../../console/pages/alert/timeline.ts";
import { groupsOf, heldOf, isSought } from "../../console/pages/alerts/view.ts";
import { durations, endOf, equalTo, extensions, lastsOf, span } from "../../console/parts/alerts/words.ts";
import { mornings } from "../../console/parts/mornings.ts";
import { parseMatcher } from "../../src/kernel/matchers.ts";

function alert(id: string, change: Partial<Alert> = {}): Alert {
  return {
    id,
    connector_id: "connector",
    fingerprint: id,
    status: "open",
    labels: { alertname: "Down" },
    annotations: {},
    title: id,
    service: null,
    severity: null,
    url: null,
    started_at: "2026-11-22T09:00:00.000Z",
    resolved_at: null,
    ended_because: null,
    acknowledged_at: null,
    acknowledged_by: null,
    muted_by: null,
    unconfirmed_since: null,
    reached: { status: "reached", since: "2026-11-22T09:00:01.000Z", reason: null },
    withheld: [],
    warnings: [],
    routes: [],
    on_call: [],
    pages: [],
    deliveries: [],
    ...change,
  };
}

const ids = (alerts: readonly Alert[]) => alerts.map(({ id }) => id);

describe("until Monday 09:00", () => {
  const minutesAt = (now: string, zone: string) => {
    const monday = durations(Date.parse(now), zone).find(({ title }) => title.startsWith("Until Monday"));
    return monday !== undefined && "until" in monday
      ? Math.ceil((monday.until - Date.parse(now)) / 60_000)
      : undefined;
  };

  it.each([
    // A Sunday in Berlin, an hour before midnight.
    ["2026-11-22T22:00:00Z", "Europe/Berlin", 10 * 60],
    // The same moment is Monday already in Auckland, at 11:00.
    ["2026-11-22T22:00:00Z", "Pacific/Auckland", 7 * 1_440 - 120],
    ["2026-11-23T07:59:30Z", "Europe/Berlin", 1],
    ["2026-11-23T08:00:00Z", "Europe/Berlin", 7 * 1_440],
    // The clocks go back on the Sunday between.
    ["2026-10-24T07:00:00Z", "Europe/Berlin", 2 * 1_440 + 60],
  ])("from %s in %s are %i minutes", (now, zone, minutes) => {
    expect(minutesAt(now, zone)).toBe(minutes);
  });
});

it("sends the moment that the sentence says, whenever it is sent, and so many minutes from then", () => {
  const opened = Date.parse("2026-11-24T20:00:00Z");
  const choices = durations(opened, "Europe/Berlin");
  const later = opened + 7 * 60_000;
  expect(choices.map((one) => [one.title, lastsOf(one), endOf(one, later)])).toEqual([
    ["30 min", { duration_minutes: 30 }, "2026-11-24T20:37:00Z"],
    ["1 h", { duration_minutes: 60 }, "2026-11-24T21:07:00Z"],
    ["2 h", { duration_minutes: 120 }, "2026-11-24T22:07:00Z"],
    ["8 h", { duration_minutes: 480 }, "2026-11-25T04:07:00Z"],
    ["1 day", { duration_minutes: 1_440 }, "2026-11-25T20:07:00Z"],
    ["Until tomorrow 09:00", { until: "2026-11-25T08:00:00Z" }, "2026-11-25T08:00:00Z"],
    ["Until Monday 09:00", { until: "2026-11-30T08:00:00Z" }, "2026-11-30T08:00:00Z"],
  ]);
});

describe("mornings of a mute", () => {
  const titles = (now: string) => durations(Date.parse(now), "Europe/Berlin").map(({ title }) => title);

  it("are tomorrow's, and today's while it is night", () => {
    expect(titles("2026-11-24T02:00:00Z").slice(5)).toEqual([
      ...["Until 09:00", "Until tomorrow 09:00", "Until Monday 09:00"],
    ]);
    expect(titles("2026-11-24T20:00:00Z").slice(5)).toEqual(["Until tomorrow 09:00", "Until Monday 09:00"]);
    const tomorrow = durations(Date.parse("2026-11-24T20:00:00Z"), "Europe/Berlin")[5];
    expect(tomorrow).toMatchObject({ until: Date.parse("2026-11-25T08:00:00Z") });
  });

  it("are each there once, whatever the day and the hour: on a Sunday tomorrow is Monday", () => {
    expect(titles("2026-11-29T12:00:00Z").slice(5)).toEqual(["Until Monday 09:00"]);
    expect(titles("2026-11-30T02:00:00Z").slice(5)).toEqual([
      ...["Until 09:00", "Until tomorrow 09:00", "Until Monday 09:00"],
    ]);
    const begin = Date.parse("2026-10-19T00:10:00Z");
    for (let hour = 0; hour < 14 * 24; hour += 1) {
      const now = begin + hour * 3_600_000;
      for (const zone of ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"]) {
        const moments = timePresets(now, zone, true).map(({ moment }) => moment);
        expect([now, zone, new Set(moments).size]).toEqual([now, zone, moments.length]);
        expect(moments.every((moment) => Date.parse(moment) > now)).toBe(true);
        const minutes = mornings(now, zone).map(({ at }) => at);
        expect(new Set(minutes).size).toBe(minutes.length);
      }
    }
  });

  it("make one longer that ends before them", () => {
    const now = Date.parse("2026-11-24T20:00:00Z");
    expect(extensions("2026-11-25T12:00:00Z", now, "Europe/Berlin")).toEqual([
      { title: "1 h more", until: "2026-11-25T13:00:00.000Z" },
      { title: "1 day more", until: "2026-11-26T12:00:00.000Z" },
      { title: "Until Monday 09:00", until: "2026-11-30T08:00:00.000Z" },
    ]);
  });
});

describe("a matcher of a label", () => {
  it("is read as exactly that label, whatever its name and value", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: "grapheme" }),
        fc.string({ unit: "grapheme" }),
        (name, value) => {
          expect(parseMatcher(equalTo(name, value))).toEqual({ ok: true, matcher: { name, op: "=", value } });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("the timeline of an alert whose mute has ended", () => {
  it("says that nobody is notified yet, and no step of a rule", () => {
    const next_steps = [
      { rule_id: "r", name: "R", target: "pager", step: 1, due_at: "2026-11-22T09:05:00.000Z" },
    ];
    const { past, upcoming } = timelineOf(
      { ...alert("a", { unconfirmed_since: "2026-11-22T09:01:00.000Z" }), next_steps },
      undefined,
      undefined,
    );
    expect(past.at(-1)?.text).toBe("Its mute ended; no report has contained it since");
    expect(upcoming).toEqual([]);
  });
});

it("says what is the same in the same minute once in a timeline, and again later", () => {
  const sent = (at: string) => ({
    ...{ target: "ops@example.com", kind: "email", status: "sent" as const, at, attempt: 0, error: null },
    by: { kind: "alert_routes", id: "r", name: "All" },
  });
  const deliveries = ["09:00:05", "09:00:40", "13:00:05"].map((at) => sent(`2026-11-22T${at}.000Z`));
  const whole = { ...alert("a", { deliveries: deliveries as never }), next_steps: [] };
  const { past } = timelineOf(whole, undefined, undefined);
  const lines = past.filter(({ text }) => text.startsWith("Delivered"));
  expect(lines.map(({ at }) => at.slice(11, 19))).toEqual(["09:00:05", "13:00:05"]);
});

describe("the timeline of an alert that went to a rota", () => {
  const message = {
    ...{ at: "2026-11-22T09:00:02.000Z", by: "gone", rota_id: "r", rota: "Payments", role: "primary" },
    ...{ outcome: "role" as const, answered: "primary", receivers: ["ada@example.com", "ben@example.com"] },
    reason: "the rota is gone",
  };
  const last = (change: object) => {
    const whole = { ...alert("a", { on_call: [{ ...message, ...change }] }), next_steps: [] };
    const { text, tone, detail } = timelineOf(whole, undefined, undefined).past.at(-1) ?? {};
    return [text, tone, detail];
  };

  it("says who was meant, who in their place, and that it was nobody and why", () => {
    const whom = "ada@example.com and ben@example.com";
    expect(last({})).toEqual([`Meant for ${whom}, on call as primary in`, "quiet", undefined]);
    expect(last({ outcome: "next_role", answered: "secondary" }).slice(0, 2)).toEqual([
      `Nobody was on call as primary: meant for ${whom}, on call as secondary in`,
      "warning",
    ]);
    const fallback = { outcome: "fallback", answered: null, receivers: ["Desk"] };
    expect(last(fallback).slice(0, 2)).toEqual([
      "Nobody was on call as primary or in another role: meant for Desk, the fallback of",
      "warning",
    ]);
    expect(last({ outcome: "nobody", answered: null, receivers: [] })).toEqual([
      ...["Reached nobody as primary in", "bad", "Because the rota is gone."],
    ]);
  });
});

describe("a span of time", () => {
  it.each([
    [-5, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [3_600_000, "1 h"],
    [5_460_000, "1 h 31 min"],
    [90_000_000, "1 d 1 h"],
  ])("of %i ms is %s", (ms, text) => {
    expect(span(ms)).toBe(text);
  });
});

describe("alerts", () => {
  const routed = alert("routed", {
    routes: [
      { id: "1", name: "one" },
      { id: "2", name: "two" },
    ],
    severity: "info",
    service: "shop",
  });
  const muted = alert("muted", { muted_by: "mute", severity: "warning" });

  it.each([
    [{}, ["routed", "muted"]],
    [{ route: "two" }, ["routed"]],
    [{ route: "none" }, ["muted"]],
    [{ service: "none", severity: "warning" }, ["muted"]],
    [{ muted: "no" }, ["routed"]],
    [{ muted: "yes" }, ["muted"]],
    [{ q: "MUTED alertname=down" }, ["muted"]],
    [{ q: "alertname=up" }, []],
  ])("that are sought by %j are %j", (search, found) => {
    expect(ids([routed, muted].filter((one) => isSought(one, search)))).toEqual(found);
  });

  it("stand in groups, the most urgent one first; a severity that nobody knows counts as critical", () => {
    const groups = groupsOf([routed, muted, alert("unknown", { service: "cart" })], "service");
    expect(groups.map(({ title, alerts }) => [title, ids(alerts)])).toEqual([
      ["cart", ["unknown"]],
      ["No service", ["muted"]],
      ["shop", ["routed"]],
    ]);
    expect(groupsOf([routed], "route").map(({ title }) => title)).toEqual(["one, two"]);
    expect(groupsOf([routed], "unheard of")).toEqual([{ title: null, alerts: [routed] }]);
  });

  it("keep their places while they are held, as they are by now, and new ones come after them", () => {
    const [a, b, c, d] = [alert("a"), alert("b"), alert("c"), alert("d")];
    expect(heldOf(undefined, [c, a], [c, a])).toEqual({ rows: [c, a], fresh: [], gone: new Set() });
    const acknowledged = { ...b, status: "acknowledged" as const };
    expect(heldOf([a, b, d], [c, a], [c, a, acknowledged])).toEqual({
      rows: [a, acknowledged, d],
      fresh: [c],
      gone: new Set(["d"]),
    });
  });
});
