import { describe, expect, it } from "vitest";
import { outboundRules } from "../../src/resources/outbound-rules.ts";
import { judge } from "./rules.ts";

const minimal = { name: "Page", outbound_config_id: "outc_1", matchers: ['severity="critical"'] };
const hours = { days: ["mon", "fri"], start: "09:00", end: "17:30", timezone: "Europe/Berlin" };

describe("outbound_rules", () => {
  it("needs a name, a target and matchers", () => {
    const { paths, row } = judge(outboundRules, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      rota_id: null,
      role: "primary",
      position: 0,
      enabled: true,
      min_severity: null,
      delay_seconds: 0,
      repeat_count: 0,
      repeat_interval_seconds: 900,
      active_hours: null,
    });
    expect(judge(outboundRules, {}).paths).toEqual(["name", "matchers"]);
  });

  it("takes every field", () => {
    const full = {
      ...{ ...minimal, outbound_config_id: null, rota_id: "rota_1", role: "secondary" },
      position: 7,
      enabled: false,
      min_severity: "error",
      delay_seconds: 86_400,
      repeat_count: 20,
      repeat_interval_seconds: 60,
      active_hours: hours,
    };
    const { paths, row } = judge(outboundRules, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it("goes to a target or to a rota, and a role is a rota's", () => {
    const paths = (more: object) => judge(outboundRules, { ...minimal, ...more }).paths;
    expect(paths({ outbound_config_id: null })).toEqual(["outbound_config_id"]);
    expect(paths({ rota_id: "rota_1" })).toEqual(["rota_id"]);
    expect(paths({ role: "secondary" })).toEqual(["role"]);
  });

  it.each([
    ["without days", { start: "09:00", end: "17:00", timezone: "UTC" }],
    ["past midnight", { ...hours, start: "22:00", end: "06:00" }],
    ["to midnight", { ...hours, end: "00:00" }],
    ["to the end of the day", { ...hours, start: "00:00", end: "24:00" }],
    ["all day", { ...hours, start: "00:00", end: "00:00" }],
  ])("takes hours %s", (_, active_hours) => {
    expect(judge(outboundRules, { ...minimal, active_hours }).paths).toEqual([]);
  });

  it.each([
    [{ start: "09:00", end: "09:00" }, "active_hours.end"],
    [{ start: "9:00" }, "active_hours.start"],
    [{ start: "24:00" }, "active_hours.start"],
    [{ end: "24:01" }, "active_hours.end"],
    [{ days: ["mon", "monday"] }, "active_hours.days[1]"],
    [{ timezone: "Berlin" }, "active_hours.timezone"],
    [{ until: "17:00" }, "active_hours.until"],
  ])("refuses hours with %j at %s", (tweak, path) => {
    expect(judge(outboundRules, { ...minimal, active_hours: { ...hours, ...tweak } }).paths).toEqual([path]);
  });

  it.each([
    [{ matchers: [] }, "matchers"],
    [{ matchers: ['severity="critical"', 'team~"a"'] }, "matchers[1]"],
    [{ position: -1 }, "position"],
    [{ min_severity: "high" }, "min_severity"],
    [{ delay_seconds: 86_401 }, "delay_seconds"],
    [{ repeat_count: 21 }, "repeat_count"],
    [{ repeat_interval_seconds: 59 }, "repeat_interval_seconds"],
    [{ outbound_config_id: null }, "outbound_config_id"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(outboundRules, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
