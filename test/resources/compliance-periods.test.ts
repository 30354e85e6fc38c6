import { describe, expect, it } from "vitest";
import { compliancePeriods } from "../../src/resources/compliance-periods.ts";
import { judge } from "./rules.ts";

const minimal = { name: "2026", framework: "soc2_type2", starts_on: "2026-01-01", ends_on: "2026-06-30" };

describe("compliance_periods", () => {
  it("fills in what a minimal row leaves out", () => {
    const { row, paths } = judge(compliancePeriods, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({ ...minimal, services: [], notes: null });
  });

  it.each([
    [{ services: ["checkout", "cart"], notes: "The auditor asks for both." }, []],
    [{ starts_on: "2026-06-30" }, []],
    [{ starts_on: "2026-07-01" }, ["ends_on"]],
    [{ starts_on: "2026-02-30" }, ["starts_on"]],
    [{ ends_on: "30.06.2026" }, ["ends_on"]],
    [{ ends_on: null }, ["ends_on"]],
    [{ framework: "soc2" }, ["framework"]],
    [{ services: [""] }, ["services[0]"]],
    [{ notes: "x".repeat(1_001) }, ["notes"]],
  ])("%j has problems at %j", (tweak, expected) => {
    expect(judge(compliancePeriods, { ...minimal, ...tweak }).paths).toEqual(expected);
  });

  it.each([
    ["2025-07-01", "2025-12-31", []],
    ["2026-07-01", "2026-12-31", []],
    ["2025-07-01", "2026-01-01", ["starts_on"]],
    ["2026-06-30", "2026-12-31", ["starts_on"]],
    ["2026-02-01", "2026-02-28", ["starts_on"]],
    ["2025-01-01", "2027-12-31", ["starts_on"]],
  ])("next to another period from %s to %s it has problems at %j", (starts_on, ends_on, expected) => {
    const neighbour = { ...minimal, name: "the other", starts_on, ends_on };
    const { paths, problems } = judge(compliancePeriods, minimal, { peers: [neighbour] });
    expect(paths).toEqual(expected);
    for (const problem of problems) {
      expect(problem.reason).toBe("overlap");
      expect(problem.message).toContain('"the other"');
    }
  });

  it.each([
    ["2025-12-31T23:59:59.999Z", "upcoming"],
    ["2026-01-01T00:00:00.000Z", "open"],
    ["2026-06-30T23:59:59.999Z", "open"],
    ["2026-07-01T00:00:00.000Z", "closed"],
  ])("at %s is %s", (at, status) => {
    const { row } = judge(compliancePeriods, minimal);
    expect(compliancePeriods.derive?.(row, new Date(at))).toEqual({ status });
  });
});
