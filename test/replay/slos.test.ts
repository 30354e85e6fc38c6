/** SLOs of the past decided again: budgets, the days on which they are spent, burn alerts. Without a database. */
import { describe, expect, it } from "vitest";
import type { SloSide } from "../../src/features/reliability/slo-replay/budgets.ts";
import {
  type ChangedSlo,
  sharedDays,
  sloReplayOf,
} from "../../src/features/reliability/slo-replay/spending.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { fc } from "../support/property.ts";

const now = Date.parse("2026-03-31T00:00:00Z");
const dayMs = 24 * 3_600_000;
const steps = 288;

const side: SloSide = {
  ...{ target_percent: 99, window_days: 30, min_bad_events: null, spans: [] },
  burn_alerts: [{ long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" }],
};

/** A hundred events a second, and of these the bad ones of each step of a day, by how many days ago it is. */
type Bad = (daysAgo: number, step: number) => number;

function floats(of: (step: number) => number): string {
  const bytes = Buffer.alloc(4 * steps);
  for (let step = 0; step < steps; step += 1) bytes.writeFloatBE(of(step), 4 * step);
  return bytes.toString("base64");
}

function daysOf(bad: Bad, count = 60) {
  return Array.from({ length: count }, (_, at) => ({
    id: "slo_1",
    day: new Date(now - (at + 1) * dayMs).toISOString().slice(0, 10),
    total: floats((step) => (Number.isNaN(bad(at + 1, step)) ? Number.NaN : 100)),
    bad: floats((step) => bad(at + 1, step)),
  }));
}

function replayed(
  bad: Bad,
  before: SloSide | null,
  after: SloSide | null,
  more: Partial<ChangedSlo> & { days?: number } = {},
) {
  const { days = 60, ...rest } = more;
  const slo = { id: "slo_1", name: "checkout/availability", unitSeconds: 1, before, after, ...rest };
  const request = {
    slos: [slo],
    days: [sharedDays(daysOf(bad, days))],
    unpacked: [],
    since: now - 30 * dayMs,
    now,
  };
  const [one] = atOnce(sloReplayOf(request));
  if (one === undefined) throw new Error("nothing was replayed");
  return one;
}

/** An hour in which half of all fails, from ten o'clock on, so many days ago. */
const outage =
  (days: number): Bad =>
  (daysAgo, step) =>
    daysAgo === days && step >= 120 && step < 132 ? 50 : 0;

describe("the budget", () => {
  it("is what the target leaves of the window's events", () => {
    const change = replayed(() => 0.5, side, { ...side, target_percent: 99.9 });
    expect(change).toMatchObject({ budget_before: 50, budget_after: -400, fired: [] });
    expect(change.spent_on).toHaveLength(30);
    expect(replayed(() => 0.5, side, { ...side, window_days: 7 })).toMatchObject({
      budget_before: 50,
      budget_after: 50,
    });
  });

  it("forgets what has left the window", () => {
    expect(replayed(outage(10), side, { ...side, window_days: 7 })).toMatchObject({
      budget_before: 93.055556,
      budget_after: 100,
    });
  });

  it("is spent on the days on which nothing is left of it", () => {
    const strict = { ...side, target_percent: 99.9, window_days: 2 };
    expect(replayed(outage(10), side, strict).spent_on).toEqual(["2026-03-21", "2026-03-22", "2026-03-23"]);
  });

  it("leaves out corrections, of a step the part that is in one", () => {
    const begin = (now - 10 * dayMs) / 1_000 + 120 * 300;
    const corrected = (from: number, until: number) =>
      replayed(outage(10), side, { ...side, spans: [{ from: begin + from, until: begin + until }] });
    expect(corrected(0, 3_600)).toMatchObject({
      budget_after: 100,
      fired: [],
      fired_before: 1,
      fired_after: 0,
    });
    expect(corrected(150, 3_450).budget_after).toBeCloseTo(100 - 6.944444 / 12, 5);
  });

  it("is not known where the SLO is off or had no events, and counts what is known alone", () => {
    expect(replayed(() => 0.5, null, side)).toMatchObject({ budget_before: null, budget_after: 50 });
    expect(replayed(() => Number.NaN, side, side)).toMatchObject({ known_since: null, budget_after: null });
    expect(replayed(() => 0.5, side, side, { days: 3 })).toMatchObject({
      known_since: "2026-03-28T00:00:00.000Z",
      budget_after: 50,
    });
  });
});

describe("a burn alert", () => {
  it("fires so long after the errors began, and says what they cost", () => {
    const { fired, fired_before, fired_after, ...rest } = replayed(
      outage(10),
      { ...side, burn_alerts: [] },
      side,
    );
    expect([fired_before, fired_after, rest.false]).toEqual([0, 1, 0]);
    // 14.4 % of an hour is bad after a fifth of it and more, with half of all bad: 14.4 / 50 of an hour.
    expect(fired).toEqual([
      {
        ...{ severity: "critical", at: "2026-03-21T10:20:00.000Z", after_minutes: 20, lasted_minutes: 45 },
        budget_spent_percent: 6.944,
      },
    ]);
  });

  it("is of no consequence where it ends before much of the budget is spent", () => {
    const quick = [{ long_minutes: 5, short_minutes: 5, threshold: 14.4, severity: "warning" as const }];
    const blip: Bad = (daysAgo, step) => (daysAgo === 4 && step === 7 ? 30 : 0);
    expect(replayed(blip, side, { ...side, burn_alerts: quick })).toMatchObject({
      ...{ fired_before: 0, fired_after: 1, false: 1 },
      fired: [{ severity: "warning", at: "2026-03-27T00:40:00.000Z", after_minutes: 5, lasted_minutes: 5 }],
    });
  });

  it("needs as many bad events as min_bad_events says, which threshold SLIs count at each evaluation", () => {
    // 15,000 bad events of 5 minutes, where a rate of 1 is an event a second.
    const least = (min_bad_events: number, unitSeconds: number) =>
      replayed(outage(10), side, { ...side, min_bad_events }, { unitSeconds }).fired_after;
    expect([least(60_000, 1), least(250_000, 1)]).toEqual([1, 0]);
    expect([least(1_000, 60), least(60_000, 60)]).toEqual([1, 0]);
  });

  it("that fired before these days is not counted again", () => {
    const long = (daysAgo: number) => (daysAgo > 29 ? 50 : 0);
    expect(replayed(long, side, side)).toMatchObject({ fired_before: 0, fired_after: 0 });
  });
});

it("the same rows make the same of any events", () => {
  const hours = fc.array(fc.nat(100), { minLength: 24 * 40, maxLength: 24 * 40 });
  fc.assert(
    fc.property(hours, (bad) => {
      const of: Bad = (daysAgo, step) => bad[daysAgo * 24 + Math.floor(step / 12)] ?? 0;
      const { budget_before, budget_after, fired_before, fired_after } = replayed(of, side, side, {
        days: 38,
      });
      expect([budget_after, fired_after]).toEqual([budget_before, fired_before]);
    }),
    { numRuns: 5 },
  );
});
