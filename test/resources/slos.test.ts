import { describe, expect, it } from "vitest";
import { slos } from "../../src/resources/slos.ts";
import { judge } from "./rules.ts";

const minimal = { name: "availability", service: "checkout", sli_id: "sli_1", target_percent: 99.9 };
const alert = { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" };

describe("slos", () => {
  it("fills in what a minimal row leaves out", () => {
    const { row, paths } = judge(slos, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      window_days: 30,
      at_risk_percent: 20,
      burn_alerts: [
        { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" },
        { long_minutes: 360, short_minutes: 30, threshold: 6, severity: "critical" },
        { long_minutes: 1_440, short_minutes: 120, threshold: 3, severity: "warning" },
        { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" },
      ],
      min_bad_events: null,
      missing_after_minutes: 10,
      labels: {},
      team_id: null,
      enabled: true,
    });
  });

  it("takes a full row", () => {
    const full = {
      ...minimal,
      window_days: 90,
      at_risk_percent: 0,
      burn_alerts: [alert],
      min_bad_events: 10,
      missing_after_minutes: null,
      labels: { team: "payments" },
      team_id: "team_1",
      enabled: false,
    };
    const { row, paths } = judge(slos, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ target_percent: 0 }, ["target_percent"]],
    [{ target_percent: 100 }, ["target_percent"]],
    [{ target_percent: 0.000001 }, []],
    [{ target_percent: 99.999999 }, []],
    [{ target_percent: 99.9999999 }, ["target_percent"]],
    [{ target_percent: "99.9" }, ["target_percent"]],
    [{ window_days: 0 }, ["window_days"]],
    [{ window_days: 91 }, ["window_days"]],
    [{ at_risk_percent: 100.5 }, ["at_risk_percent"]],
    [{ burn_alerts: [] }, []],
    [{ labels: { severity: "page" } }, ["labels.severity"]],
    [{ burn_alerts: Array(11).fill(alert) }, ["burn_alerts"]],
    [{ burn_alerts: [alert, { ...alert, threshold: 0 }] }, ["burn_alerts[1].threshold"]],
    [{ burn_alerts: [{ ...alert, severity: "page" }] }, ["burn_alerts[0].severity"]],
    [{ burn_alerts: [{ ...alert, short_minutes: 60 }] }, []],
    [{ burn_alerts: [{ ...alert, short_minutes: 61 }] }, ["burn_alerts[0].short_minutes"]],
    [
      { burn_alerts: [{ long_minutes: 60 }] },
      ["burn_alerts[0].short_minutes", "burn_alerts[0].threshold", "burn_alerts[0].severity"],
    ],
    [{ min_bad_events: 0 }, ["min_bad_events"]],
    [{ sli_id: null }, ["sli_id"]],
    [{ status: "healthy" }, ["status"]],
  ])("%j has problems at %j", (tweak, expected) => {
    expect(judge(slos, { ...minimal, ...tweak }).paths).toEqual(expected);
  });
});
