/** Now: the order of its list, its sentence, whose things are shown, and the span of its strip. */
import { describe, expect, it } from "vitest";
import type { AttentionItem, AttentionSection } from "../../console/api/attention-shapes.ts";
import type { TimelineChange, TimelineIncident } from "../../console/api/timeline-shapes.ts";
import { byCause, saidOnce } from "../../console/parts/now/causes.ts";
import { hourMarks } from "../../console/parts/now/hours.ts";
import { sentenceOf } from "../../console/parts/now/sentence.ts";
import { draggedSpan, narrowed, placeOf, spanOf } from "../../console/parts/now/span.ts";
import {
  type Answers,
  causesOf,
  countsOf,
  fitting,
  ofWhom,
  pressingOf,
} from "../../console/parts/now/urgency.ts";

const item = (id: string, more: Partial<AttentionItem> = {}): AttentionItem => ({
  resource: "alerts",
  id,
  name: id,
  rows: 1,
  tone: "bad",
  state: "open",
  why: null,
  since: null,
  team_ids: [],
  ...more,
});
const section = (
  name: AttentionSection["section"],
  resource: string,
  data: readonly AttentionItem[],
  total = data.length,
): AttentionSection => ({
  section: name,
  resource,
  total,
  data: data.map((one) => ({ ...one, resource })),
});
const incident = (id: string, impact = "major", ended: string | null = null): TimelineIncident => ({
  id,
  title: id,
  status: "monitoring",
  impact,
  began: "2026-01-01T00:00:00Z",
  ended,
});
const answers = (change: Partial<Answers>): Answers => ({
  sections: [],
  incidents: [],
  taken: [],
  ...change,
});

describe("what fits the first screen", () => {
  const many = (why: string | null) => Array.from({ length: 12 }, (_, index) => ({ name: `${index}`, why }));
  const shown = (why: string | null) => fitting(many(why), 7).length;

  it("is less where each says much, never nothing, and never more than it is at most", () => {
    expect(shown("On search.")).toBe(7);
    expect(
      shown("On search. It reached nobody: the service has no mail server, and mail about it waits."),
    ).toBe(4);
    expect(shown("x".repeat(5_000))).toBe(1);
    expect(fitting([], 7)).toEqual([]);
  });

  it("ends with the first that does not fit: nothing is passed over", () => {
    const items = ["a", "b"].flatMap((name) => [
      { name, why: "x".repeat(1_000) },
      { name, why: null },
    ]);
    expect(fitting(items, 7)).toEqual(items.slice(0, 2));
  });
});

describe("the list", () => {
  const sections = [
    section("on_call", "on_call_rotas", [item("tonight"), item("in two weeks", { tone: "warning" })]),
    section("states", "outbound_configs", [item("pager"), item("slowly", { tone: "warning" })]),
    section("states", "slos", [item("slow", { tone: "warning" }), item("burnt")]),
    section("states", "status_page_incidents", [item("outage"), item("draft")]),
    section("gates", "deploy_policies", [item("cart", { tone: "warning" })], 3),
    section(
      "alerts",
      "alerts",
      [item("lost", { state: "unreached" }), item("down"), item("warm", { tone: "warning" })],
      5,
    ),
  ];
  const incidents = [
    incident("outage"),
    incident("watched"),
    incident("planned", "maintenance"),
    incident("over", "major", "2026-01-01T01:00:00Z"),
  ];
  const all = answers({ sections, incidents });

  it("has alerts that reached nobody first, then critical ones, failing targets, gaps on call within a day, public incidents, closed gates, other alerts, and the rest", () => {
    expect(pressingOf(all).map(({ urgency, id }) => [urgency, id])).toEqual([
      ["unreached", "lost"],
      ["critical", "down"],
      ["pager", "pager"],
      ["gap", "tonight"],
      ["public", "outage"],
      ["public", "watched"],
      ["gate", "cart"],
      ["warning", "warm"],
      ["rest", "burnt"],
      ["rest", "draft"],
      ["rest", "slowly"],
      ["rest", "slow"],
      ["rest", "in two weeks"],
    ]);
  });

  it("counts parts that are cut by what the service says of them", () => {
    expect(countsOf(pressingOf(all), sections)).toEqual({
      unreached: 1,
      critical: 1,
      more: false,
      pager: 1,
      gap: 1,
      public: 2,
      gate: 3,
      warning: 1,
      // Of the alerts two are not listed.
      rest: 7,
      taken: 0,
    });
    expect(sentenceOf(countsOf(pressingOf(all), sections), true).text).toBe(
      "1 alert reached nobody, 1 critical alert nobody took, 1 target fails, 1 gap on call within a day, 2 incidents public, 3 gates closed.",
    );
    // Quiet where nothing could say that something is wrong is no good state.
    const none = countsOf([], []);
    expect([sentenceOf(none, false).text, sentenceOf(none, true).text]).toEqual([
      "Nothing is watched yet.",
      "All is well.",
    ]);
    const many = [section("alerts", "alerts", [item("a"), item("b")], 9)];
    expect(countsOf(pressingOf(answers({ sections: many })), many)).toMatchObject({
      critical: 2,
      more: true,
      rest: 0,
    });
  });

  it("has one line for one cause, with how many rows hang on it, whatever their kinds and teams", () => {
    const kinds = [
      { kind: "slos", title: "SLOs" },
      { kind: "synthetic_checks", title: "Synthetic checks" },
    ];
    const silent = "Nothing new comes of it. Its agent has not reported since 09:00.";
    const unmeasured = (kind: string, data: readonly AttentionItem[]) =>
      section(
        "unmeasured",
        kind,
        data,
        data.reduce((sum, { rows }) => sum + rows, 0),
      );
    const parts = [
      unmeasured("slos", [
        item("latency and 24 more", { rows: 25, why: silent, team_ids: ["one"], tone: "warning" }),
        item("errors", { why: silent, team_ids: ["two"], tone: "warning" }),
        item("new", { why: "Nobody evaluates this SLO yet: connect an engine that does.", tone: "warning" }),
      ]),
      unmeasured("synthetic_checks", [
        item("home and 9 more", { rows: 10, why: silent, tone: "warning" }),
        item("api and 1 more", {
          rows: 2,
          why: "Nobody evaluates this synthetic check yet: connect an engine that does.",
          tone: "warning",
        }),
      ]),
    ];
    const lines = byCause(pressingOf(answers({ sections: parts })), kinds);
    expect(lines.map(({ name, why, rows, team_ids }) => [name, why, rows, team_ids])).toEqual([
      ["26 SLOs and 10 synthetic checks are not measured", silent, 36, ["one", "two"]],
      [
        "1 SLO and 2 synthetic checks are not measured",
        "Nobody evaluates them yet: connect an engine that does.",
        ...[3, []],
      ],
    ]);
    expect(parts.map(causesOf)).toEqual([3, 2]);
    expect(countsOf(lines, parts).rest).toBe(2);
  });

  it("says a reason once, however many lines it is the reason of", () => {
    const lost = "It reached nobody: the service has no mail server.";
    const whys = [`On billing. ${lost}`, `On search. ${lost}`, lost, null, `On search. ${lost} Look there.`];
    expect(saidOnce(whys.map((why) => ({ why }))).map(({ why }) => why)).toEqual([
      ...[`On billing. ${lost}`, "On search.", null, null, "On search. Look there."],
    ]);
    // Each of several targets is named with the first one's reason.
    const reason = "its host name does not resolve (DNS)";
    const named = ["pager", "hook"].map((name) => ({ why: `It reached nobody: "${name}": ${reason}` }));
    expect(saidOnce([...named, { why: reason }]).map(({ why }) => why)).toEqual([
      ...[named[0]?.why, 'It reached nobody: "hook", for the same reason.', null],
    ]);
  });

  it("is narrowed to what somebody took or changed, and to what their teams are about", () => {
    const person = { id: "user_1", email: "ada@example.com", name: "Ada", teams: ["team_1"] };
    const items = pressingOf(
      answers({
        sections: [section("alerts", "alerts", [item("one", { team_ids: ["team_1"] }), item("other")])],
      }),
    );
    const change = { actor: { id: "user_1" }, resource: "alerts", row_id: "other" } as TimelineChange;
    const ids = (which: "all" | "my_teams" | "mine") =>
      ofWhom([...items, { ...items[0], id: "taken", by: "Ada", team_ids: [] } as never], which, person, [
        change,
      ]).map(({ id }) => id);
    expect([ids("all"), ids("my_teams"), ids("mine")]).toEqual([
      ["one", "other", "taken"],
      ["one"],
      ["other", "taken"],
    ]);
  });
});

describe("the strip", () => {
  const day = { since: "2026-03-29T00:00:00.000Z", until: "2026-03-30T00:00:00.000Z" };

  it("writes a drag as a span of whole minutes, whatever its direction", () => {
    const quarter = { since: "2026-03-29T06:00:00.000Z", until: "2026-03-29T12:00:00.000Z" };
    expect(draggedSpan(day, [0.25, 0.5])).toEqual(quarter);
    expect(draggedSpan(day, [0.5, 0.25])).toEqual(quarter);
    expect(draggedSpan(day, [-1, 2])).toEqual(day);
    expect(draggedSpan(day, [0.25, 0.25])).toEqual({
      since: quarter.since,
      until: "2026-03-29T06:01:00.000Z",
    });
  });

  it("reads a span from an address, or has no span", () => {
    expect(spanOf({ from: day.since, to: day.until })).toEqual(day);
    for (const none of [{}, { from: day.since }, { from: day.until, to: day.since }, { from: "x", to: "y" }])
      expect(spanOf(none)).toBeUndefined();
  });

  it("narrows to what was open or done within", () => {
    const timeline = {
      alerts: [],
      deploys: [],
      incidents: [incident("before", "major", "2026-01-02T00:00:00Z"), incident("still")],
      changes: [{ at: "2026-03-29T05:00:00Z" }, { at: "2026-03-29T07:00:00Z" }],
    };
    const found = narrowed(timeline as never, draggedSpan(day, [0.25, 0.5]));
    expect([found.incidents.length, found.changes.length]).toEqual([1, 1]);
    expect([placeOf(null, day), placeOf("2020-01-01T00:00:00Z", day)]).toEqual([1, 0]);
  });

  it("marks full hours of the time zone, also when its clocks change", () => {
    const labels = hourMarks(day, "Europe/Berlin").map(({ label }) => label);
    expect(labels).toEqual(["03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00", "00:00"]);
    expect(hourMarks(day, "Asia/Kolkata")[0]).toEqual({ at: "2026-03-29T00:30:00.000Z", label: "06:00" });
  });
});
