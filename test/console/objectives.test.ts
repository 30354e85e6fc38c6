/** What an SLO's page and list say of its budget: pure rules over its figures. */
import { describe, expect, it } from "vitest";
import type { Timeline } from "../../console/api/timeline-shapes.ts";
import { alertNeeds, type BurnAlert } from "../../console/kinds/special/slos/alert-needs.ts";
import {
  budgetMinutes,
  budgetPercent,
  lastsWords,
  leftWords,
  partWords,
  promiseWords,
  shortWords,
} from "../../console/kinds/special/slos/budget-words.ts";
import { earlierPromise } from "../../console/kinds/special/slos/earlier-promise.ts";
import { happenedTo, isCut } from "../../console/kinds/special/slos/happenings.ts";
import { sparkOf, sparkText } from "../../console/parts/charts/spark.ts";
import { toneOfDay, uptimeOf, uptimeText } from "../../console/parts/charts/uptime.ts";

const budget = { left: 72, target: 99.9, days: 30, burn: 3 };

describe("what is left of a budget", () => {
  it("is said in the unit in which people can picture it", () => {
    expect(budgetMinutes(budget)).toBeCloseTo(43.2);
    expect(leftWords(budget)).toBe("31 of 43 minutes left");
    expect(leftWords({ ...budget, target: 99.99 })).toBe("187 of 259 seconds left");
    expect(leftWords({ ...budget, target: 99 })).toBe("5.2 of 7.2 hours left");
    expect(leftWords({ ...budget, target: 90, days: 90 })).toBe("6.5 of 9 days left");
  });

  it("is never none while there is some, and says how much more was spent", () => {
    expect(leftWords({ ...budget, left: 0.01 })).toBe("Less than 0.1 minutes of 43 minutes left");
    expect(leftWords({ ...budget, left: 0 })).toBe("All 43 minutes are spent");
    expect(leftWords({ ...budget, left: -50 })).toBe("All 43 minutes are spent, and 22 more");
    expect([12.49, 99.96, 0.04, 0, -160.55].map(shortWords)).toEqual([
      "12.4% left",
      "99.9% left",
      "Less than 0.1% left",
      "0% left",
      "160.5% overspent",
    ]);
    expect(promiseWords(budget)).toBe("99.9% has to be good over 30 days.");
  });
});

describe("until when it lasts", () => {
  // A Tuesday, 10:00 in Berlin.
  const now = Date.parse("2026-11-24T09:00:00Z");
  const lasts = (left: number, burn: number | null, days = 30) =>
    lastsWords({ ...budget, left, burn, days }, now, "Europe/Berlin");

  it("is a time of day, a weekday or a date, on the organization's clocks", () => {
    expect(lasts(10, 72)).toBe("at this rate gone today at 11:00");
    expect(lasts(10, 3)).toBe("at this rate gone tomorrow at 10:00");
    expect(lasts(31, 3)).toBe("at this rate gone on Friday at 12:24");
    expect(lasts(72, 3)).toBe("at this rate gone on 1 Dec 2026");
  });

  it("is said of a budget alone that there is, and of a rate that is known", () => {
    expect(lasts(72, 1)).toBe("at this rate it lasts");
    expect([lasts(72, null), lasts(0, 4), lasts(-3, 4)]).toEqual(["", "", ""]);
  });
});

describe("what a burn alert needs", () => {
  const alert: BurnAlert = { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" };

  it("is a share of bad events over its windows, and what is spent by then", () => {
    expect(alertNeeds([alert], { target: 99.9, days: 30, minBad: null })).toEqual([
      { severity: "critical", needs: "1.44% bad over 1 h, and over its last 5 min", spends: 2 },
    ]);
    const same = { ...alert, short_minutes: 60 };
    const [need] = alertNeeds([same], { target: 99.9, days: 30, minBad: 10 });
    expect(need?.needs).toBe("1.44% bad over 1 h, with at least 10 bad events");
  });

  it("is more than all where the target is too low for it", () => {
    expect(alertNeeds([alert], { target: 90, days: 30, minBad: null })).toEqual([
      { severity: "critical", needs: "Never fires: 144% would have to be bad", spends: null },
    ]);
    const all = { ...alert, threshold: 10 };
    expect(alertNeeds([all], { target: 90, days: 30, minBad: null })[0]?.needs).toMatch(/^100% bad/);
  });
});

describe("what stands on the burn-down", () => {
  const at = (hour: number) => `2026-11-24T0${hour}:00:00.000Z`;
  const alert = { severity: null, acknowledged_by: null, ended: null };
  const change = { sequence: 1, door: "rest", action: "update_slo", resource: "slos", present: true };
  const changes = [{ field: "target", before: 99, after: 98 }];
  const more = { plan_id: null, changes, actor: { kind: "user", id: "u", name: "Ada" } };
  const timeline: Timeline = {
    since: at(0),
    until: at(9),
    alerts: [
      { ...alert, id: "alert_1", title: "Errors", service: "checkout", began: at(1) },
      { ...alert, id: "alert_2", title: "Other", service: "cart", began: at(2) },
    ],
    alerts_total: 2,
    incidents: [],
    deploys: [
      { service: "checkout", at: at(3), allowed: false, count: 2 },
      { service: "cart", at: at(3), allowed: true, count: 1 },
    ],
    deploys_total: 2,
    changes: [
      { ...change, ...more, at: at(4), row_id: "slo_1", name: "checkout / availability" },
      { ...change, ...more, at: at(5), row_id: "slo_2", name: "cart / availability" },
    ],
    changes_total: 2,
    coming: [],
  };

  it("is what happened to its service and to itself, the newest first", () => {
    const marks = happenedTo(timeline, {
      service: "checkout",
      rows: ["slo_1"],
      label: (field) => field.toUpperCase(),
    });
    expect(marks.map(({ what, title }) => [what, title])).toEqual([
      ["change", "Ada changed checkout / availability: TARGET"],
      ["deploy", "Deploy held, asked 2 times"],
      ["alert", "Errors"],
    ]);
  });

  it("says where more happened than is known", () => {
    expect(isCut(timeline)).toBe(false);
    expect(isCut({ ...timeline, deploys_total: 3 })).toBe(true);
  });
});

describe("a sparkline", () => {
  const size = { width: 104, height: 24 };

  it("begins at 0, breaks at gaps, and shows a single sample as a dot", () => {
    expect(sparkOf([100, 50, null, 25, null, 100, 0], size)).toEqual({
      line: "M2 3.8L18.7 12.9M85.3 3.8L102 22",
      dots: [{ x: 52, y: 17.5 }],
      zero: 22,
    });
  });

  it("has 0 within where the budget is overspent, and draws nothing of nothing", () => {
    const { zero, line } = sparkOf([50, -50], size);
    expect([zero, line]).toEqual([12, "M2 3.7L102 20.3"]);
    expect(sparkOf([null, null], size)).toEqual({ line: "", dots: [], zero: 22 });
  });

  it("is said in words, too", () => {
    const shown = (value: number) => `${value}%`;
    expect(sparkText([90, null, 20, 40], shown)).toBe("from 90% to 40%, the least 20%");
    expect(sparkText([null, 7], shown)).toBe("7%");
    expect(sparkText([], shown)).toBe("nothing was reported");
  });
});

describe("uptime", () => {
  const days = uptimeOf("2026-11-29", [
    [100, null, 99.95, 100],
    [100, null, 100, 80],
  ]);

  it("is the worst check of each day, and a gap where nothing was measured", () => {
    expect(days).toEqual([
      { day: "2026-11-29", up: 100 },
      { day: "2026-11-30", up: null },
      { day: "2026-12-01", up: 99.95 },
      { day: "2026-12-02", up: 80 },
    ]);
    expect(days.map(toneOfDay)).toEqual(["good", "quiet", "good", "bad"]);
    expect(toneOfDay({ day: "2026-12-02", up: 97 })).toBe("warning");
    expect(uptimeOf("", [])).toEqual([]);
  });

  it("is said in words, too", () => {
    expect(uptimeText(days)).toBe("93.317% up, the least 80% on 2026-12-02, 1 of 4 days not measured");
    expect(uptimeText(uptimeOf("2026-12-01", [[null]]))).toBe("nothing was measured");
    expect(uptimeText(uptimeOf("2026-12-01", [[100]]))).toBe("100% up");
  });
});

describe("what figures are of", () => {
  const row = { id: "slo_1", target_percent: 99.5, window_days: 30, sli_id: "sli_1" };
  const measured = "2026-11-27T12:00:00Z";
  const change = (minute: number, before: Record<string, unknown>) => ({
    at: `2026-11-27T12:${String(minute).padStart(2, "0")}:00Z`,
    before: before as Record<string, number>,
  });

  it("is the promise that held when they were measured, whatever changed since", () => {
    const changes = [
      change(9, { name: "a" }),
      change(8, { target_percent: 99.7 }),
      change(4, { target_percent: 99.9 }),
    ];
    const earlier = earlierPromise(row, changes, measured);
    expect(earlier).toMatchObject({ at: "2026-11-27T12:08:00Z", what: "99.9% over 30 days" });
    expect(earlier?.row).toMatchObject({ id: "slo_1", target_percent: 99.9 });
    expect(earlierPromise(row, [change(4, { sli_id: "sli_0" })], measured)?.what).toMatch(/, another SLI$/);
  });

  it("is what holds now where nothing that decides has changed since, or was put back", () => {
    expect(earlierPromise(row, [change(9, { name: "a" })], measured)).toBeUndefined();
    expect(
      earlierPromise(row, [change(1, { target_percent: 99.9 })], "2026-11-27T12:01:00Z"),
    ).toBeUndefined();
    const back = [change(5, { target_percent: 99.9 }), change(4, { target_percent: 99.5 })];
    expect(earlierPromise(row, back, measured)).toBeUndefined();
  });
});

it("spells a budget in one way wherever it stands", () => {
  expect([shortWords(12.46), partWords(12.46), budgetPercent(12.46)]).toEqual([
    ...["12.4% left", "12.4% is left", "12.4%"],
  ]);
  expect([shortWords(-160.09), partWords(-160.09), budgetPercent(-160.09)]).toEqual([
    ...["160% overspent", "Overspent by 160%", "−160%"],
  ]);
  expect(shortWords(0.01)).toBe("Less than 0.1% left");
});
