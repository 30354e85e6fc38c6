import { describe, expect, it } from "vitest";
import { deployPolicies } from "../../src/resources/deploy-policies.ts";
import { judge, now } from "./rules.ts";

const minimal = { service: "checkout" };
const later = "2026-03-10T13:00:00Z";

describe("deploy_policies", () => {
  it("holds by budget, burn rate and incident by default", () => {
    const { paths, row } = judge(deployPolicies, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      service: "checkout",
      enabled: true,
      error_budget_threshold: 10,
      burn_rate_block_enabled: true,
      incident_block_enabled: true,
      incident_impacts: ["minor", "major", "critical", "maintenance"],
      on_stale: "last",
      freeze_reason: null,
      freeze_until: null,
    });
  });

  it("takes every field", () => {
    const full = {
      service: "checkout",
      enabled: false,
      error_budget_threshold: 12.5,
      burn_rate_block_enabled: false,
      incident_block_enabled: false,
      incident_impacts: ["critical"],
      on_stale: "hold",
      freeze_reason: "Quarter's end",
      freeze_until: later,
    };
    const { paths, row } = judge(deployPolicies, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ service: "" }, "service"],
    [{ error_budget_threshold: -0.1 }, "error_budget_threshold"],
    [{ error_budget_threshold: 100.5 }, "error_budget_threshold"],
    [{ error_budget_threshold: null }, "error_budget_threshold"],
    [{ incident_impacts: ["grave"] }, "incident_impacts[0]"],
    [{ on_stale: "never" }, "on_stale"],
    [{ freeze_until: "tomorrow" }, "freeze_until"],
    [{ freeze_until: "2026-03-10T11:59:59Z" }, "freeze_until"],
    [{ freeze_until: now.toISOString() }, "freeze_until"],
    [{ freeze_until: "2026-03-10T13:30:00+02:00" }, "freeze_until"],
    [{ frozen: true }, "frozen"],
    [{ override_allow: true }, "override_allow"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(deployPolicies, { ...minimal, ...tweak }).paths).toEqual([path]);
  });

  describe("after its freeze has passed", () => {
    const before = judge(deployPolicies, { ...minimal, freeze_until: later }).row;
    const past = new Date("2026-03-11T00:00:00Z");
    const change = (body: object) => judge(deployPolicies, { ...body }, { before, now: past }).paths;

    it("keeps the moment through other changes, and through its echo in any spelling", () => {
      expect(change({ enabled: false })).toEqual([]);
      expect(change({ freeze_until: later })).toEqual([]);
      expect(change({ freeze_until: "2026-03-10T14:00:00.000+01:00" })).toEqual([]);
    });

    it("can be cleared and frozen anew, and not by another moment that has passed", () => {
      expect(change({ freeze_until: null })).toEqual([]);
      expect(change({ freeze_until: "2026-03-11T00:00:01Z" })).toEqual([]);
      expect(change({ freeze_until: "2026-03-10T13:00:01Z" })).toEqual(["freeze_until"]);
    });
  });

  it.each([
    [later, "2026-03-10T12:59:59.999Z", true],
    [later, later, false],
    [later, "2026-03-11T00:00:00Z", false],
    ["2026-03-10T14:00:00+01:00", "2026-03-10T12:59:00Z", true],
    [null, "2026-03-10T12:00:00Z", false],
  ])("with freeze_until %s is at %s frozen: %s", (freeze_until, at, frozen) => {
    const { row } = judge(deployPolicies, { ...minimal, freeze_until });
    expect(deployPolicies.derive?.(row, new Date(at))).toMatchObject({ frozen });
  });

  it("is frozen by nothing while it is disabled", () => {
    const { row } = judge(deployPolicies, { ...minimal, freeze_until: later, enabled: false });
    expect(deployPolicies.derive?.(row, new Date("2026-03-10T12:00:00Z"))).toMatchObject({ frozen: false });
  });
});
