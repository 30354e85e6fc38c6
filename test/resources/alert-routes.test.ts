import { describe, expect, it } from "vitest";
import { alertRoutes } from "../../src/resources/alert-routes.ts";
import { judge } from "./rules.ts";

const minimal = { name: "Checkout", matchers: ['service="checkout"'], destinations: [{ team_id: "team_1" }] };
const weekly = { day: "tue", time: "10:00", timezone: "Europe/Berlin" };

describe("alert_routes", () => {
  it("needs a name, matchers and destinations", () => {
    const { paths, row } = judge(alertRoutes, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      enabled: true,
      continue: false,
      drop: false,
      severity_override: null,
      group_by: ["alertname", "service"],
      publish: "none",
      group_wait_seconds: 30,
      group_interval_seconds: 300,
      repeat_interval_seconds: 14_400,
      drill_schedule: null,
      prove_every_days: null,
      owning_team_id: null,
    });
    expect(judge(alertRoutes, {}).paths).toEqual(["name", "matchers"]);
  });

  it("takes every field", () => {
    const full = {
      name: "Checkout",
      enabled: false,
      position: 3,
      matchers: ['service=~"checkout|cart"', 'severity!="info"'],
      continue: true,
      destinations: [
        { team_id: "team_1" },
        { outbound_config_id: "outc_1" },
        { email: "oncall@example.com" },
      ],
      drop: false,
      severity_override: "critical",
      group_by: ["service", "alertname"],
      publish: "automatic",
      group_wait_seconds: 0,
      group_interval_seconds: 1,
      repeat_interval_seconds: 1,
      drill_schedule: weekly,
      prove_every_days: 30,
      owning_team_id: "team_1",
    };
    const { paths, row } = judge(alertRoutes, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    ["takes every alert without matchers", { matchers: [] }],
    ["drops what it takes, by decision", { drop: true, destinations: [] }],
    ["repeats once a year", { repeat_interval_seconds: 31_536_000 }],
  ])("%s", (_, tweak) => {
    expect(judge(alertRoutes, { ...minimal, ...tweak }).paths).toEqual([]);
  });

  it.each([
    [{ matchers: ['a="1"', 'b="2"', "c=~("] }, "matchers[2]"],
    [{ drop: true }, "destinations"],
    [{ destinations: [] }, "destinations"],
    [{ destinations: Array(21).fill({ team_id: "team_1" }) }, "destinations"],
    [{ destinations: [{ team_id: "team_1" }, {}] }, "destinations[1]"],
    [
      { destinations: [{ team_id: "team_1" }, { team_id: "team_1", email: "a@example.com" }] },
      "destinations[1]",
    ],
    [{ destinations: [{ email: "oncall" }] }, "destinations[0].email"],
    [{ destinations: [{ team_id: null }] }, "destinations[0].team_id"],
    [{ severity_override: "high" }, "severity_override"],
    [{ group_by: [""] }, "group_by[0]"],
    [{ position: -1_000_000_001 }, "position"],
    [{ group_wait_seconds: -1 }, "group_wait_seconds"],
    [{ group_interval_seconds: 0 }, "group_interval_seconds"],
    [{ group_interval_seconds: 2_592_001 }, "group_interval_seconds"],
    [{ repeat_interval_seconds: 31_536_001 }, "repeat_interval_seconds"],
    [{ prove_every_days: 0 }, "prove_every_days"],
    [{ drill_schedule: { ...weekly, day: "tuesday" } }, "drill_schedule.day"],
    [{ drill_schedule: { ...weekly, time: "24:00" } }, "drill_schedule.time"],
    [{ drop: true, destinations: [], drill_schedule: weekly }, "drill_schedule"],
    [{ drop: true, destinations: [], prove_every_days: 30 }, "prove_every_days"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(alertRoutes, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
