/** How plans look: in a terminal and in a comment, over the shapes that the service answers. */
import { expect, it } from "vitest";
import type { Change, Difference, Summary } from "../../src/cli/plans/answers.ts";
import { commentOnFaults, commentOnPlan } from "../../src/cli/plans/comment.ts";
import { drawChanges, planSentence } from "../../src/cli/plans/draw.ts";
import { kinds } from "../../src/cli/plans/request.ts";
import type { Json } from "../../src/kernel/field.ts";
import { slos } from "../../src/resources/slos.ts";

const none: Summary = { create: 0, update: 0, delete: 0, adopt: 0, detach: 0, unchanged: 0 };
const nothing = { fields: [], secrets: {} };

type Given = Partial<Change> & Pick<Change, "action" | "resource">;

function difference(...changes: readonly Given[]): Difference {
  const whole = changes.map((change) => ({ key: {}, id: "row_1", ...nothing, ...change }));
  return {
    summary: none,
    changes: whole,
    problems: [],
    warnings: [],
    effects: { engines: [], rerouted_alerts: null, on_call: null, replay: null },
    refusals: [],
  } as Difference;
}

function drawn(...changes: readonly Given[]): string {
  return drawChanges(difference(...changes), kinds, false);
}

it("distinguishes an SLO without burn alerts from one with the four by default", () => {
  const burnAlerts = (after: Json) => ({
    action: "create" as const,
    resource: "slos",
    key: { service: "checkout", name: "latency" },
    fields: [{ path: "burn_alerts", before: null, after }],
  });
  expect(drawn(burnAlerts([]))).toContain("    + burn_alerts: []\n");
  const { burn_alerts } = slos.fields;
  expect(drawn(burnAlerts(burn_alerts.default))).toContain("    + burn_alerts (default):\n");
});

it("draws rows that come, change, go, join and leave", () => {
  expect(
    drawn(
      {
        action: "create",
        resource: "slos",
        key: { service: "checkout", name: "latency" },
        fields: [
          { path: "target", before: null, after: 99.9 },
          { path: "team_id", before: null, after: { name: "Payments" } },
          { path: "description", before: null, after: null },
          { path: "tags", before: null, after: [] },
        ],
        managed_by: { before: null, after: "shop" },
      },
      {
        action: "update",
        resource: "outbound_configs",
        key: { name: "pager" },
        fields: [{ path: "enabled", before: true, after: false }],
        secrets: { secret: "changed" },
        managed_by: { before: null, after: "shop" },
      },
      { action: "delete", resource: "team_members", key: { team_id: { name: "A" }, email: "a@b.example" } },
      {
        action: "adopt",
        resource: "slack_settings",
        secrets: { bot_token: "set", signing_secret: "cleared" },
        managed_by: { before: "other", after: "shop" },
      },
      {
        action: "detach",
        resource: "teams",
        key: { name: "B/C" },
        managed_by: { before: "shop", after: null },
      },
    ),
  ).toBe(`\
+ slos checkout/latency
    + target: 99.9
    + team_id: "Payments"

~ outbound_configs "pager"
    ~ enabled: true → false
    ~ secret: (secret changed)
    ~ managed_by: none → "shop"

- team_members A/a@b.example

~ slack_settings (joins the set)
    + bot_token: (secret set)
    - signing_secret: (secret cleared)
    ~ managed_by: "other" → "shop"

~ teams "B/C" (leaves its set)
    ~ managed_by: "shop" → none
`);
});

it("draws long texts line by line, with those around a change", () => {
  const before = ["one", ...Array(9).fill("same"), "old", "end"].join("\n");
  const after = ["one", ...Array(9).fill("same"), "new", "more", "end"].join("\n");
  const update = { action: "update", resource: "prompt_templates", key: { name: "p" } } as const;
  expect(drawn({ ...update, fields: [{ path: "text", before, after }] })).toBe(`\
~ prompt_templates "p"
    ~ text:
          … 7 lines stay
          | same
          | same
          | same
        - | old
        + | new
        + | more
          | end
`);
  const create = { action: "create", resource: "prompt_templates", key: { name: "p" } } as const;
  expect(drawn({ ...create, fields: [{ path: "text", before: null, after: "::set-output::\n  b" }] })).toBe(`\
+ prompt_templates "p"
    + text:
        + | ::set-output::
        + |   b
`);
  const unlike = (side: string) => Array.from({ length: 3_000 }, (_, line) => `${side} ${line}`).join("\n");
  const lines = drawn({ ...update, fields: [{ path: "text", before: unlike("a"), after: unlike("b") }] });
  expect(lines.split("\n").length).toBe(6_003);
});

it("draws lists item by item, and objects member by member", () => {
  const destination = (channel: string, team: string, more = {}) => ({
    channel,
    team_id: { name: team },
    ...more,
  });
  const long = "a rather long text that alone nearly fills a line of a terminal as they are";
  expect(
    drawn({
      action: "update",
      resource: "unheard_of",
      key: { name: "x" },
      fields: [
        { path: "matchers", before: ["a", "b", "c"], after: ["a", "c", "d"] },
        {
          path: "destinations",
          before: [destination("mail", "A"), destination("pager", "B")],
          after: [destination("mail", "A"), destination("pager", "C"), destination("chat", "D")],
        },
        { path: "labels", before: { a: "1", b: "2" }, after: { a: "1", b: "3", c: "4" } },
        { path: "window", before: null, after: { from: long, to: long } },
        { path: "steps", before: [], after: [{ from: long, to: long }] },
        { path: "note", before: long, after: `${long}.` },
        { path: "quoted", before: 'a "b" \\', after: "\u001b[31m\u202e\u009b" },
      ],
    }),
  ).toBe(`\
~ unheard_of "x"
    ~ matchers:
          (1 stays)
        - "b"
          (1 stays)
        + "d"
    ~ destinations:
          (1 stays)
        ~ [1]:
            ~ team_id:
                ~ name: "B" → "C"
        + {channel: "chat", team_id: {name: "D"}}
    ~ labels:
        ~ b: "2" → "3"
        + c: "4"
    + window:
        + from: "${long}"
        + to: "${long}"
    ~ steps:
        + item:
            + from: "${long}"
            + to: "${long}"
    - note: "${long}"
    + note: "${long}."
    ~ quoted: 'a "b" \\\\' → "\\u001b[31m\\u202e\\u009b"
`);
});

it("shows references of known kinds by their keys, also within lists and objects", () => {
  const destination = (team: string) => ({ team_id: { name: team } });
  expect(
    drawn(
      {
        action: "update",
        resource: "organization_settings",
        fields: [{ path: "default_team_id", before: { name: "A" }, after: { name: "B" } }],
      },
      {
        action: "update",
        resource: "alert_routes",
        key: { name: "x" },
        fields: [
          { path: "destinations", before: [destination("A")], after: [destination("B"), destination("C")] },
        ],
      },
    ),
  ).toBe(`\
~ organization_settings
    ~ default_team_id: "A" → "B"

~ alert_routes "x"
    ~ destinations:
        ~ [0]:
            ~ team_id: "A" → "B"
        + {team_id: "C"}
`);
});

it("colours marks as terraform does, and heads in bold", () => {
  const text = drawChanges(
    difference({
      action: "create",
      resource: "teams",
      key: { name: "A" },
      fields: [
        { path: "name", before: null, after: "A" },
        { path: "note", before: null, after: "B" },
      ],
    }),
    kinds,
    true,
  );
  expect(text).toBe(
    '\u001b[32m+\u001b[39m \u001b[1mteams "A"\u001b[22m\n    \u001b[32m+\u001b[39m \u001b[32mnote: "B"\u001b[39m\n',
  );
});

it("sums up", () => {
  expect(planSentence({ ...none, create: 3, update: 2, delete: 1, adopt: 1, unchanged: 12 })).toBe(
    "Plan: 3 to create, 2 to update, 1 to delete, 1 to adopt, 12 unchanged.",
  );
  expect(planSentence({ ...none, unchanged: 2 })).toBe("Plan: nothing to change, 2 unchanged.");
});

it("keeps a comment whole, whatever the values hold, and within what GitHub takes", () => {
  const name = "```\n</details>@everyone\n```";
  const hostile = difference({
    action: "create",
    resource: "teams",
    key: { name },
    fields: [{ path: "name", before: null, after: name }],
  });
  const notes = { problems: [], warnings: ["```"] };
  const comment = commentOnPlan(hostile, kinds, notes);
  // A fence is a line of its own: two blocks have four.
  expect(comment.split("\n").filter((line) => /^ {0,3}```/.test(line))).toEqual([
    "```text",
    "```",
    "```diff",
    "```",
  ]);
  expect(comment).toContain('+ teams "```\\u000a</details>@everyone\\u000a```"\n');

  const many = Array.from({ length: 6_000 }, (_, index) => ({
    action: "create" as const,
    resource: "teams",
    key: { name: `team ${index}` },
  }));
  const long = commentOnPlan(difference(...many), kinds, { problems: [], warnings: [] });
  expect(long.length).toBeLessThan(65_536);
  expect(long).toMatch(/\n\d+ more lines did not fit; the log of the run has all\.\n$/);
  expect(long.match(/^```/gm)?.length).toBe(2);

  const invalid = commentOnPlan(hostile, kinds, { problems: ["a.yaml:1:1: teams: no"], warnings: [] });
  expect(invalid).toContain("**This cannot be applied: 1 problem.**\n\nProblems:\n\n```text\n- a.yaml:1:1");
  expect(invalid).not.toContain("```diff");
  expect(commentOnFaults(["```", "b"])).toContain("2 problems.**\n\nProblems:\n\n```text\n- ```\n- b\n```\n");
});

it("says first what follows: who would not have been notified, then the files and the rows", () => {
  const moved = {
    ...{ days: 30, alerts: 412, cut: true, not_sent: 20, newly_sent: 0, elsewhere: 1, earlier: 0, later: 2 },
    ...{ nobody: 14, drift: 3, by_team: [], by_person: [] },
    by_day: [{ day: "2026-03-01", before: 44, after: 24, changed: 4, nobody: 3 }],
    by_target: [
      {
        ...{ target: "Pager", before: 40, after: 20 },
        delivery: { status: "failing" as const, since: "2026-03-01T00:00:00.000Z", reason: "HTTP 500" },
      },
      { target: "Room", before: 4, after: 4, delivery: { status: "ok" as const, since: null, reason: null } },
    ],
    unknown: ['No agent of "am" has ever reported.'],
    top: [
      {
        ...{ alert_id: "alert_1", title: "Down\n", severity: "critical" as const },
        ...{ before: ["Lead", "Pager"], after: ["Pager"], link: null },
        notified: [
          {
            target: "Pager",
            delivery: { status: "failing" as const, since: null, reason: "HTTP 500" },
          },
        ],
      },
      ...["alert_2", "alert_3"].map((alert_id) => ({
        ...{ alert_id, title: "Slow", severity: "warning" as const, link: null },
        ...{ before: ["Room"], after: [], notified: [] },
      })),
    ],
    slos: [
      {
        ...{ id: "slo_2", name: "checkout/availability", known_since: "2026-02-01T00:00:00.000Z" },
        ...{ budget_before: 45.25, budget_after: -3, spent_on: ["2026-03-01", "2026-03-02", "2026-03-03"] },
        ...{ fired_before: 1, fired_after: 2, false: 1 },
        fired: [
          {
            ...{ severity: "critical" as const, at: "2026-03-01T10:05:00.000Z", after_minutes: 15 },
            ...{ lasted_minutes: 60, budget_spent_percent: 12.5 },
          },
        ],
      },
      {
        ...{ id: "slo_3", name: "checkout/latency", known_since: "2026-02-01T00:00:00.000Z" },
        ...{ budget_before: null, budget_after: 100, spent_on: [], fired: [] },
        ...{ fired_before: 0, fired_after: 0, false: 0 },
      },
    ],
    gate: { newly_held: 3, newly_allowed: 0 },
    gate_verdicts: {
      ...{ asked: 9, cut: false, drift: 1 },
      by_service: [
        { service: "checkout", asked: 8, newly_held: 3, newly_allowed: 0, because: ["frozen", "incident"] },
      ],
    },
    cannot: [
      {
        resource: "slos",
        id: "slo_1",
        key: { service: "checkout", name: "latency" },
        why: "events are not kept",
      },
      { resource: "slos", id: "slo_2", key: null, why: "it would be off" },
    ],
  };
  const given = difference({ action: "delete", resource: "teams", key: { name: "A" } });
  const engines = [{ connector: "prom", file: "rules.yaml", summary: "1 line added, 0 lines removed" }];
  const drawnWith = (replay: typeof moved | undefined) =>
    drawChanges(
      {
        ...given,
        effects: { engines, rerouted_alerts: null, on_call: null, replay: replay ?? null },
      } as Difference,
      kinds,
      false,
    );
  expect(drawnWith(moved)).toBe(`\
Replay of the known 412 alerts of the last 30 days:
  14 alerts that reached somebody would have reached nobody
  notifications: 20 not sent any more, 1 elsewhere, 2 later
  Pager: 40 -> 20
    Pager is failing since 2026-03-01T00:00:00.000Z: HTTP 500
  critical: Down\\u000a: Lead, Pager -> Pager (failing)
  warning: Slow: Room -> nobody, at least 2 times
  For 3 of them something else was really sent: the rows were others then.
  slos checkout/latency is not replayed: events are not kept
  slos slo_2 is not replayed: it would be off
  not known: No agent of "am" has ever reported.
Error budgets, and burn alerts of the last 30 days:
  checkout/availability: 45.3% of the error budget left -> -3%; spent on 2026-03-01 and 2 more days; burn alerts 1 -> 2, 1 of no consequence
    critical at 2026-03-01T10:05:00.000Z, 15 minutes after the errors began: 12.5 % of the budget
  checkout/latency: none known of the error budget left -> 100%
Of the 9 answers of the deploy gate in the last 30 days 3 would have been held:
  checkout: of 8, 3 would have been held (frozen, incident)
  1 answer really given differed from today's rows: the rows were others then.
What engines would be given:
  prom rules.yaml: 1 line added, 0 lines removed

- teams "A"
`);
  const still = { ...moved, not_sent: 0, elsewhere: 0, later: 0, nobody: 0, cut: false, cannot: [] };
  expect(drawnWith(still)).toContain(
    "Of the 412 alerts of the last 30 days none would have been sent otherwise.\n",
  );
  expect(drawnWith(undefined)).not.toContain("Replay");

  const failing = { target: "Pager", delivery: { status: "off", since: null, reason: "It is off." } };
  const taken = (name: string, notified: readonly object[]) => [{ id: name, name, notified }];
  const rerouted_alerts = {
    ...{ count: 1, looked_at: 2, complete: true },
    data: [{ title: "Slow", before: taken("All", []), after: taken("Checkout", [failing, failing]) }],
  };
  expect(
    drawChanges(
      { ...given, effects: { engines: [], rerouted_alerts, on_call: null, replay: null } } as never,
      kinds,
      false,
    ),
  ).toContain("  Slow: All -> Checkout\n    Pager is off: It is off.\n\n");

  const many = Array.from({ length: 300 }, (_, at) => ({
    ...{ target: `t ${at}`, before: 1, after: 0 },
    delivery: { status: "ok", since: null, reason: null },
  }));
  const effects = { engines, rerouted_alerts: null, on_call: null, replay: { ...moved, by_target: many } };
  const comment = commentOnPlan({ ...given, effects } as Difference, kinds, {
    problems: [],
    warnings: ["w"],
  });
  expect([...comment.matchAll(/^(Effects|Warnings|Changes):$/gm)].map(([, title]) => title)).toEqual([
    "Effects",
    "Warnings",
    "Changes",
  ]);
  expect(comment).toContain("more lines did not fit");
  expect(comment.split("\n").length).toBeLessThan(225);
});

it("says who is on call by a plan, and nothing where that stays", () => {
  const given = difference({ action: "delete", resource: "teams", key: { name: "A" } });
  const drawnWith = (on_call: object | null) =>
    drawChanges(
      { ...given, effects: { engines: [], rerouted_alerts: null, on_call, replay: null } } as never,
      kinds,
      false,
    );
  const said = (...messages: readonly string[]) => messages.map((message) => ({ message }));
  const moved = {
    gaps_opened: said("nobody for Payments (primary) from Thu 3 Dec 02:00 to 09:00 (Europe/Berlin)"),
    ...{ gaps_closed: said(), cut: true, load: said("Ada +2 nights", "Ben -1 weekend") },
    now: said("Payments (primary) now: Ada -> Ben"),
  };
  expect(drawnWith(moved)).toBe(`\
On call:
  Payments (primary) now: Ada -> Ben
  nobody for Payments (primary) from Thu 3 Dec 02:00 to 09:00 (Europe/Berlin)
  Ada +2 nights
  Ben -1 weekend
  and more gaps

- teams "A"
`);
  expect(drawnWith({ ...moved, gaps_opened: [], load: [], now: [] })).not.toContain("On call");
  expect(drawnWith(null)).not.toContain("On call");
});
