import { describe, expect, it } from "vitest";
import { noData } from "../../../src/kernel/no-data.ts";
import { type SloAnswers, sloReports } from "../../../src/renderers/prometheus/read-back.ts";
import { unusableReasons } from "../../../src/renderers/prometheus/unusable.ts";

const seconds = 1_773_136_800.25;

function sample(value: string, labels: Readonly<Record<string, string>> = {}, id = "slo_1") {
  return { metric: { orgconfig_slo_id: id, ...labels }, value: [seconds + 5, value] as const };
}

/** Half of the budget is left, of an SLO of 99 % that is at risk below a fifth. */
function answers(
  changes: Partial<
    Record<"remaining" | "atRisk" | "burn" | "good" | "time" | "evaluated" | "total" | "bad", string | null>
  >,
): SloAnswers {
  const all = {
    remaining: "0.5",
    atRisk: "0.2",
    burn: "0.8",
    good: "99.5",
    time: String(seconds),
    evaluated: String(seconds),
    total: "120.5",
    bad: "0.25",
    ...changes,
  };
  const some = (value: string | null, labels?: Readonly<Record<string, string>>) =>
    value === null ? [] : [sample(value, labels)];
  return {
    budget: [
      ...some(all.remaining, { orgconfig_figure: "remaining" }),
      ...some(all.atRisk, { orgconfig_figure: "at_risk" }),
    ],
    burn: some(all.burn),
    good: some(all.good),
    time: [
      ...some(all.time, { orgconfig_figure: "measured" }),
      ...some(all.evaluated, { orgconfig_figure: "evaluated" }),
    ],
    events: [
      ...some(all.total, { orgconfig_figure: "total" }),
      ...some(all.bad, { orgconfig_figure: "bad" }),
    ],
    unusable: [],
  };
}

function stateOf(changes: Parameters<typeof answers>[0]) {
  return sloReports(["slo_1"], answers(changes))[0]?.state;
}

describe("reading SLOs back", () => {
  it("reports every figure", () => {
    expect(sloReports(["slo_1"], answers({}))).toEqual([
      {
        kind: "slos",
        id: "slo_1",
        state: {
          sli_percent: 99.5,
          error_budget_remaining_percent: 50,
          burn_rate: 0.8,
          total_rate: 120.5,
          bad_rate: 0.25,
          status: "healthy",
          last_evaluated_at: "2026-03-10T10:00:00.250Z",
        },
      },
    ]);
  });

  it.each([
    ["0.2", "healthy"],
    ["0.1999999", "at_risk"],
    ["0", "at_risk"],
    ["-0.000001", "breached"],
  ])("says of %s of the budget: %s", (remaining, status) => {
    expect(stateOf({ remaining })).toMatchObject({ status });
  });

  it.each([
    { remaining: null },
    { remaining: "NaN" },
    { atRisk: null },
    { good: "-Inf" },
    { burn: null },
    { burn: "+Inf" },
  ])("reports no_data and no figure for %j", (changes) => {
    expect(stateOf(changes)).toEqual({
      ...{ total_rate: 120.5, bad_rate: 0.25 },
      ...{ status: "no_data", status_reason: noData.noEvents },
      last_evaluated_at: "2026-03-10T10:00:00.250Z",
    });
  });

  it.each([{ total: null }, { bad: "NaN" }])("reports neither of the rates for %j", (changes) => {
    const { total_rate, bad_rate, ...rest } = stateOf({}) ?? {};
    expect([total_rate, bad_rate, stateOf(changes)]).toEqual([120.5, 0.25, rest]);
  });

  it("says why nothing was measured at the last two evaluations, without a time", () => {
    const gone = { status: "no_data", status_reason: noData.noSeries };
    expect(stateOf({ time: null })).toEqual(gone);
    expect(stateOf({ time: String(seconds - 120) })).toEqual(gone);
    expect(stateOf({ time: String(seconds - 60) })).toMatchObject({ status: "healthy" });
    const behind = { status: "no_data", status_reason: noData.notEvaluated };
    expect(stateOf({ time: null, evaluated: null })).toEqual(behind);
    const failing = new Map([["slo_1", "many-to-many matching"]]);
    expect(sloReports(["slo_1"], answers({ time: null }), 0, failing)[0]?.state).toEqual({
      status: "no_data",
      status_reason: expect.stringContaining("many-to-many matching"),
    });
  });

  it.each([
    [{ total_query: "100", bad_query: "NaN" }, /^bad_query of its SLI gives NaN, which is no number/],
    [{ total_query: "+Inf", bad_query: "1" }, /^total_query of its SLI gives an infinite number/],
    [{ total_query: "100", good_query: "-3" }, /^good_query of its SLI gives -3, and there are no fewer/],
    [{ total_query: "1", bad_query: "400" }, /^bad_query of its SLI gives 400 where total_query gives 1,/],
    [{ bad_query: "1" }, /^total_query of its SLI finds no series/],
    [{ total_query: "100" }, /^A recording rule that its SLI reads gives nothing/],
    [{ threshold_query: "-Inf" }, /^threshold_query of its SLI gives an infinite number/],
  ])("reports no_data whatever was known before, and says why, where the queries give %j", (given, why) => {
    const unusable = Object.entries(given).map(([field, value]) =>
      sample(value, { orgconfig_figure: field }),
    );
    const reports = (changes: Parameters<typeof answers>[0]) =>
      sloReports(["slo_1"], { ...answers(changes), unusable })[0]?.state;
    // What was known before is not what is now, and is no time of it.
    for (const changes of [{}, { time: null }])
      expect(reports(changes)).toEqual({ status: "no_data", status_reason: expect.stringMatching(why) });
    expect(unusableReasons(unusable).get("slo_1")).toMatch(why);
  });

  it("keeps figures within what reports take", () => {
    expect(stateOf({ remaining: "1.0000001", good: "100.00000004", burn: "-0.0000001" })).toMatchObject({
      error_budget_remaining_percent: 100,
      sli_percent: 100,
      burn_rate: 0,
    });
    expect(stateOf({ remaining: "-99999999", good: "-3", burn: "1e8" })).toMatchObject({
      error_budget_remaining_percent: -9_999_999_900,
      sli_percent: 0,
      burn_rate: 1e8,
    });
  });

  it("reports the SLOs that were rendered, and no others", () => {
    const reports = sloReports(["slo_2"], answers({}));
    expect(reports).toMatchObject([{ id: "slo_2", state: { status: "no_data" } }]);
  });
});
