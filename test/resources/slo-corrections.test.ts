import { describe, expect, it } from "vitest";
import { sloCorrections } from "../../src/resources/slo-corrections.ts";
import { judge } from "./rules.ts";

const minimal = {
  service: "checkout",
  starts_at: "2026-03-01T02:00:00.000Z",
  ends_at: "2026-03-01T03:00:00.000Z",
  reason: "Move",
};
const now = new Date("2026-03-10T12:00:00Z");

describe("slo_corrections", () => {
  it.each([
    [{}, []],
    [{ service: null, slo_ids: ["slo_1"] }, []],
    [{ service: null }, ["service"]],
    [{ slo_ids: ["slo_1", "slo_1"] }, ["slo_ids[1]"]],
    [{ slo_ids: ["slo_1"] }, []],
    [{ ends_at: "2026-03-01T02:00:00.000Z" }, ["ends_at"]],
    [{ ends_at: "2026-05-30T02:00:00.000Z" }, []],
    [{ ends_at: "2026-06-01T02:00:00.000Z" }, ["ends_at"]],
    [{ starts_at: "2025-12-10T12:00:00.000Z", ends_at: "2025-12-10T13:00:00.000Z" }, []],
    [{ starts_at: "2025-12-10T11:59:00.000Z", ends_at: "2025-12-10T13:00:00.000Z" }, ["starts_at"]],
  ])("%j has problems at %j", (tweak, expected) => {
    expect(judge(sloCorrections, { ...minimal, ...tweak }, { now }).paths).toEqual(expected);
  });
});
