import { describe, expect, it } from "vitest";
import { overseerSettings } from "../../src/resources/overseer-settings.ts";
import { judge, unsaved } from "./rules.ts";

const before = unsaved(overseerSettings);

describe("overseer_settings", () => {
  it("starts switched off, and would suggest", () => {
    expect(before.configuration).toEqual({
      enabled: false,
      autonomy: "suggest",
      investigate_alerts: true,
      investigate_incidents: true,
      min_severity: "warning",
      cooldown_minutes: 30,
      max_concurrent: 3,
      daily_fix_limit: 25,
      approver_team_id: null,
      approval_ttl_minutes: 240,
      auto_resolve_verified: false,
    });
  });

  it("takes a full row", () => {
    const full = {
      enabled: true,
      autonomy: "auto",
      investigate_alerts: false,
      investigate_incidents: false,
      min_severity: "critical",
      cooldown_minutes: 0,
      max_concurrent: 25,
      daily_fix_limit: 500,
      approver_team_id: "team_1",
      approval_ttl_minutes: 10_080,
      auto_resolve_verified: true,
    };
    const { row, paths } = judge(overseerSettings, full, { before });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ autonomy: "full" }, ["autonomy"]],
    [{ min_severity: "warn" }, ["min_severity"]],
    [{ cooldown_minutes: 1_441 }, ["cooldown_minutes"]],
    [{ max_concurrent: 0 }, ["max_concurrent"]],
    [{ max_concurrent: 26 }, ["max_concurrent"]],
    [{ daily_fix_limit: 0 }, []],
    [{ daily_fix_limit: 501 }, ["daily_fix_limit"]],
    [{ approval_ttl_minutes: 4 }, ["approval_ttl_minutes"]],
    [{ approval_ttl_minutes: 10_081 }, ["approval_ttl_minutes"]],
  ])("%j has problems at %j", (body, expected) => {
    expect(judge(overseerSettings, body, { before }).paths).toEqual(expected);
  });
});
