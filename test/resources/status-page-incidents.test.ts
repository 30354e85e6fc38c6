import { describe, expect, it } from "vitest";
import { given } from "../../src/kernel/given.ts";
import type { View } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type Incident, isMailed, rewritesHistory } from "../../src/resources/incident-updates.ts";
import { statusPageIncidents } from "../../src/resources/status-page-incidents.ts";
import { judge } from "./rules.ts";

const minimal = { title: "Payments fail", body: "We are looking into it." };

describe("status_page_incidents", () => {
  it("fills in what a minimal row leaves out", () => {
    const { row, paths } = judge(statusPageIncidents, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      status: "investigating",
      impact: "none",
      component_ids: [],
      external_id: null,
      scheduled_for: null,
      scheduled_until: null,
      draft: false,
      mute_alerts: false,
      notify: true,
      started_at: null,
      resolved_at: null,
      updates: null,
    });
  });

  it("takes a full row", () => {
    const full = {
      title: "Database upgrade",
      status: "scheduled",
      impact: "maintenance",
      component_ids: ["spc_1", "spc_2"],
      body: "Writes pause for a minute.",
      external_id: "CHG-17",
      scheduled_for: "2026-04-01T22:00:00Z",
      scheduled_until: "2026-04-02T00:30:00+02:00",
      draft: true,
      mute_alerts: true,
      notify: false,
      started_at: "2026-03-01T22:00:00Z",
      resolved_at: null,
      updates: [{ at: "2026-03-01T22:00:00Z", status: "scheduled", body: "Soon." }],
    };
    const { row, paths } = judge(statusPageIncidents, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({ ...full, scheduled_until: "2026-04-01T22:30:00Z" });
  });

  it.each([
    [{ title: "" }, ["title"]],
    [{ title: " " }, ["title"]],
    [{ title: "\u200b\u2003" }, ["title"]],
    [{ body: "" }, ["body"]],
    [{ body: " \n" }, ["body"]],
    [{ body: "x".repeat(10_001) }, ["body"]],
    [{ status: "open" }, ["status"]],
    [{ impact: "huge" }, ["impact"]],
    [{ component_ids: [null] }, ["component_ids[0]"]],
    [{ external_id: "" }, ["external_id"]],
    [{ scheduled_for: "tomorrow" }, ["scheduled_for"]],
    [{ scheduled_for: "2026-04-01T22:00:00Z" }, []],
    [{ scheduled_for: "2026-04-01T22:00:00Z", scheduled_until: "2026-04-01T22:00:00Z" }, []],
    [
      { scheduled_for: "2026-04-01T22:00:00Z", scheduled_until: "2026-04-01T23:30:00+02:00" },
      ["scheduled_until"],
    ],
    [{ updates: [] }, []],
    [{ updates: [{ at: "2026-03-01T10:00:00Z", status: "open", body: "a" }] }, ["updates[0].status"]],
    [
      {
        updates: [
          { at: "2026-03-01T10:00:00+01:00", status: "investigating", body: "a" },
          { at: "2026-03-01T09:00:00Z", status: "identified", body: "b" },
        ],
      },
      [],
    ],
    [
      {
        updates: [
          { at: "2026-03-01T10:00:00Z", status: "investigating", body: "a" },
          { at: "2026-03-01T09:00:00Z", status: "identified", body: "b" },
        ],
      },
      ["updates[1].at"],
    ],
    [{ mute_alerts: true }, ["mute_alerts"]],
    [{ mute_alerts: true, status: "scheduled" }, ["mute_alerts"]],
    [
      {
        mute_alerts: true,
        impact: "maintenance",
        scheduled_for: "2026-04-01T22:00:00Z",
        scheduled_until: "2026-05-01T22:00:00Z",
      },
      [],
    ],
    [
      {
        mute_alerts: true,
        status: "scheduled",
        scheduled_for: "2026-04-01T22:00:00Z",
        scheduled_until: "2026-05-01T22:01:00Z",
      },
      ["mute_alerts"],
    ],
  ])("%j has problems at %j", (tweak, expected) => {
    expect(judge(statusPageIncidents, { ...minimal, ...tweak }).paths).toEqual(expected);
  });

  it.each([
    [{ started_at: "2026-03-01T10:00:00Z" }, []],
    [{ started_at: "2026-03-10T12:02:00Z" }, ["started_at"]],
    [{ resolved_at: "2026-03-01T10:00:00Z" }, ["resolved_at"]],
    [{ status: "resolved", resolved_at: "2026-03-01T10:00:00Z" }, []],
    [
      { status: "resolved", started_at: "2026-03-01T10:00:00Z", resolved_at: "2026-03-01T09:00:00Z" },
      ["resolved_at"],
    ],
    [
      { status: "resolved", started_at: "2026-03-01T10:00:00Z", resolved_at: "2026-03-10T13:00:00Z" },
      ["resolved_at"],
    ],
    [{ status: "resolved", started_at: "2026-03-01T10:00:00Z", resolved_at: "2026-03-01T11:00:00Z" }, []],
    [{ status: "resolved", started_at: "2026-03-01T10:00:00Z" }, []],
  ])("%j has problems with its times at %j", (tweak, expected) => {
    expect(judge(statusPageIncidents, { ...minimal, ...tweak }, { now: minute(0) }).paths).toEqual(expected);
  });

  it.each([
    [[], []],
    [["2026-03-10T11:00:00Z", "2026-03-10T12:00:59Z"], []],
    [["2026-03-10T11:00:00Z", "2026-03-10T12:01:01Z"], ["updates[1].at"]],
  ])("updates at %j have problems at %j", (times, expected) => {
    const updates = times.map((time) => ({ at: time, status: "monitoring", body: "a" }));
    expect(judge(statusPageIncidents, { ...minimal, updates }, { now: minute(0) }).paths).toEqual(expected);
  });

  it("keeps the history that somebody gives, and goes on with it", () => {
    const updates = [
      { at: "2026-03-10T09:00:00+01:00", status: "investigating", body: "We look." },
      { at: "2026-03-10T09:30:00Z", status: "monitoring", body: "It is better." },
    ];
    const { row } = judge(
      statusPageIncidents,
      { ...minimal, status: "monitoring", updates },
      { now: minute(0) },
    );
    const [first, ...others] = updates;
    const stored = [{ ...first, at: "2026-03-10T08:00:00Z" }, ...others];
    expect(row.configuration.updates).toEqual(stored);
    expect(row.state).toMatchObject({ started_at: "2026-03-10T08:00:00.000Z", resolved_at: null });
    const next = { at: at(1), status: "resolved", body: minimal.body };
    const resolved = changed(row, 1, { status: "resolved" });
    expect(resolved.configuration.updates).toEqual([...stored, next]);
    // What was read is sent back with it.
    expect(changed(row, 1, { status: "resolved", updates }).configuration.updates).toEqual([...stored, next]);
    const over = [...stored, { at: "2026-03-10T10:00:00Z", status: "resolved", body: "It is over." }];
    const ended = judge(
      statusPageIncidents,
      { ...minimal, status: "resolved", body: "It is over.", updates: over },
      { now: minute(0) },
    ).row;
    expect(ended.configuration.updates).toEqual(over);
    expect(ended.state.resolved_at).toBe("2026-03-10T10:00:00.000Z");
    const given = changed(row, 1, { status: "resolved", body: "It is over.", updates: over });
    expect(given.configuration.updates).toEqual(over);
  });

  it("says nothing twice when it is a draft again and published again", () => {
    const hidden = changed(opened(), 1, { draft: true });
    expect(changed(hidden, 2, { draft: false }).state.updates).toEqual(opened().state.updates);
  });

  it("knows a history that was kept here when it is sent back, and one that is another", () => {
    const row = changed(opened(), 1, { status: "identified" });
    const shown = row.state.updates as readonly JsonObject[];
    const same = changed(row, 2, { updates: shown, title: "Cards fail" });
    expect(same.configuration.updates).toBeNull();
    expect(same.state.updates).toEqual(shown);
    const further = changed(row, 2, { updates: shown, body: "b" });
    expect(further.configuration.updates).toBeNull();
    expect(further.state.updates).toHaveLength(3);
    const isRewritten = (after: View<JsonObject>, before: View<JsonObject>, minutes: number) =>
      rewritesHistory(
        after.configuration as unknown as Incident,
        before.configuration as unknown as Incident,
        minute(minutes),
      );
    expect(isRewritten(further, row, 2)).toBe(false);
    const other = changed(row, 2, { updates: shown.slice(1) });
    expect(other.configuration.updates).toEqual(shown.slice(1));
    expect(isRewritten(other, row, 2)).toBe(true);
    const goesOn = changed(other, 3, { status: "monitoring" });
    expect(goesOn.configuration.updates).toHaveLength(2);
    expect(isRewritten(goesOn, other, 3)).toBe(false);
    expect(isRewritten(goesOn, other, 4)).toBe(true);
  });

  it("has no updates while it is a draft, and one when it is published", () => {
    const draft = judge(statusPageIncidents, { ...minimal, draft: true }, { now: minute(0) }).row;
    expect(draft.state.updates).toEqual([]);
    const written = changed(draft, 1, { body: "Cards are refused.", updates: [] });
    expect(written.state.updates).toEqual([]);
    const published = changed(written, 2, { draft: false });
    expect(published.state.updates).toEqual([
      { at: at(2), status: "investigating", body: "Cards are refused." },
    ]);
    expect(published.state.started_at).toBe(at(0));
  });

  it.each([
    [{}, undefined, true],
    [{ notify: false }, undefined, false],
    [{ draft: true }, undefined, false],
    [{ status: "resolved", resolved_at: "2026-03-10T10:59:59Z" }, undefined, false],
    [{ status: "resolved", resolved_at: "2026-03-10T11:00:01Z" }, undefined, true],
    [
      { status: "resolved", updates: [{ at: "2026-03-10T10:00:00Z", status: "resolved", body: "a" }] },
      undefined,
      false,
    ],
    [{ draft: false }, { draft: true }, true],
    [{ title: "Cards fail" }, {}, false],
    [{ body: "b" }, {}, true],
  ])("%j after %j is mailed: %j", (tweak, before, expected) => {
    const was = before && judge(statusPageIncidents, { ...minimal, ...before }, { now: minute(0) }).row;
    const body = was === undefined ? { ...minimal, ...tweak } : tweak;
    const { row } = judge(statusPageIncidents, body, { ...given({ before: was }), now: minute(0) });
    const view = row as unknown as Parameters<typeof isMailed>[0];
    expect(isMailed(view, was?.configuration as unknown as Incident | undefined, minute(0))).toBe(expected);
  });

  it("keeps times that somebody chose, and not those that a reader sends back", () => {
    const times = { started_at: "2026-03-01T10:00:00Z", resolved_at: "2026-03-01T11:00:00Z" };
    const { row } = judge(
      statusPageIncidents,
      { ...minimal, status: "resolved", ...times },
      { now: minute(0) },
    );
    expect(row.configuration).toMatchObject(times);
    expect(row.state.updates).toEqual([{ at: times.resolved_at, status: "resolved", body: minimal.body }]);
    expect(changed(row, 1, { status: "investigating" }).configuration).toMatchObject({
      ...times,
      resolved_at: null,
    });
    const resolved = changed(opened(), 1, { status: "resolved" });
    const shown = { started_at: at(0), resolved_at: at(1) };
    expect(changed(resolved, 2, shown).configuration).toEqual(resolved.configuration);
  });

  it("keeps a blank title that it has already, so that its status can move", () => {
    const row = { ...opened(), configuration: { ...opened().configuration, title: " " } };
    expect(changed(row, 1, { status: "resolved" }).configuration.title).toBe(" ");
  });

  it("adds an update when planned work gets other times", () => {
    const times = { scheduled_for: "2026-04-01T22:00:00Z", scheduled_until: "2026-04-01T23:00:00Z" };
    const body = { ...minimal, status: "scheduled", impact: "maintenance", ...times };
    const { row } = judge(statusPageIncidents, body, { now: minute(0) });
    const moved = changed(row, 1, { scheduled_for: "2026-04-01T22:30:00Z" });
    expect(moved.state.updates).toEqual([
      { at: at(0), status: "scheduled", body: minimal.body },
      {
        at: at(1),
        status: "scheduled",
        body: `Now planned for 1 Apr 2026, 22:30 UTC to 1 Apr 2026, 23:00 UTC.\n\n${minimal.body}`,
      },
    ]);
    expect(moved.configuration.body).toBe(minimal.body);
    expect(changed(moved, 2, { notify: false, scheduled_for: "2026-04-01T22:30:00Z" }).state.updates).toEqual(
      moved.state.updates,
    );
    expect(
      changed({ ...row, configuration: { ...row.configuration, draft: true } }, 1, { scheduled_until: null })
        .state.updates,
    ).toEqual(row.state.updates);
  });

  it("begins its story when it is opened", () => {
    expect(opened().state).toEqual({
      started_at: at(0),
      resolved_at: null,
      updates: [{ at: at(0), status: "investigating", body: minimal.body }],
    });
  });

  it("is over from the start when it is reported afterwards", () => {
    const { row } = judge(statusPageIncidents, { ...minimal, status: "resolved" }, { now: minute(0) });
    expect(row.state).toMatchObject({ started_at: at(0), resolved_at: at(0) });
  });

  it("adds an update for each change of status or body, and for nothing else", () => {
    let row = opened();
    row = changed(row, 1, { status: "identified" });
    row = changed(row, 2, { body: "A bad deploy; it is being taken back." });
    row = changed(row, 3, { title: "Card payments fail", impact: "major", notify: false });
    row = changed(row, 4, { status: "identified" });
    row = changed(row, 5, { status: "monitoring", body: "It is taken back." });
    expect(row.state.updates).toEqual([
      { at: at(0), status: "investigating", body: minimal.body },
      { at: at(1), status: "identified", body: minimal.body },
      { at: at(2), status: "identified", body: "A bad deploy; it is being taken back." },
      { at: at(5), status: "monitoring", body: "It is taken back." },
    ]);
  });

  it("keeps the moment at which it was over until it is reopened", () => {
    const resolved = changed(opened(), 1, { status: "resolved" });
    expect(resolved.state.resolved_at).toBe(at(1));
    const reported = changed(resolved, 2, { body: "What went wrong: a bad deploy." });
    expect(reported.state.resolved_at).toBe(at(1));
    const completed = changed(reported, 3, { status: "completed" });
    expect(completed.state.resolved_at).toBe(at(1));
    const reopened = changed(completed, 4, { status: "investigating" });
    expect(reopened.state).toMatchObject({ started_at: at(0), resolved_at: null });
    expect(changed(reopened, 5, { status: "resolved" }).state.resolved_at).toBe(at(5));
  });

  it("keeps the last hundred updates", () => {
    let row = opened();
    for (let count = 1; count <= 120; count += 1) row = changed(row, count, { body: `Update ${count}` });
    const updates = row.state.updates as readonly JsonObject[];
    expect(updates).toHaveLength(100);
    expect(updates[0]).toMatchObject({ body: "Update 21" });
    expect(updates[99]).toMatchObject({ body: "Update 120" });
  });
});

function opened() {
  return judge(statusPageIncidents, minimal, { now: minute(0) }).row;
}

function changed(before: View<JsonObject>, minutes: number, body: JsonObject) {
  const { row, paths } = judge(statusPageIncidents, body, { before, now: minute(minutes) });
  expect(paths).toEqual([]);
  return row;
}

function minute(count: number) {
  return new Date(Date.UTC(2026, 2, 10, 12, count));
}

function at(minutes: number) {
  return minute(minutes).toISOString();
}
