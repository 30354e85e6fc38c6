import { describe, expect, it } from "vitest";
import { accentsOf, contrast, rgbOf } from "../../../src/kernel/colours.ts";
import { groupsOf, overallOf } from "../../../src/renderers/status-page/overall.ts";
import type { ComponentStatus, Impact } from "../../../src/renderers/status-page/state.ts";
import { createClock, monthBefore, spanName } from "../../../src/renderers/status-page/times.ts";
import { percent, shownDays, uptimeOf } from "../../../src/renderers/status-page/uptime.ts";
import { component, incident, pageState, quietDays } from "./sample.ts";

describe("uptime", () => {
  const day = (seconds: object) => [{ day: "2026-11-26", seconds }];

  it.each([
    ["all is well", { operational: 86_400 }, 10_000],
    ["an outage counts whole", { operational: 43_200, major_outage: 43_200 }, 5_000],
    ["a partial one counts three tenths", { partial_outage: 86_400 }, 7_000],
    ["what is slow or planned is up", { degraded_performance: 40_000, under_maintenance: 46_400 }, 10_000],
    ["a second in a day is rounded down", { operational: 86_399, major_outage: 1 }, 9_999],
    ["a second of a partial outage as well", { operational: 86_399, partial_outage: 1 }, 9_999],
  ])("%s", (_what, seconds, hundredths) => {
    expect(uptimeOf(day(seconds))).toBe(hundredths);
  });

  it("is over all days, and unknown without any", () => {
    const days = [...quietDays(89), ...day({ operational: 82_800, major_outage: 3_600 })];
    expect(percent(uptimeOf(days) ?? 0)).toBe("99.95 %");
    expect(uptimeOf([])).toBeUndefined();
    expect(uptimeOf(day({}))).toBeUndefined();
  });

  it.each([
    [10_000, "100.00 %"],
    [9_999, "99.99 %"],
    [5, "0.05 %"],
  ])("%i reads %s", (hundredths, text) => expect(percent(hundredths)).toBe(text));

  it("shows as many days as the page does, and leaves those open that are not known", () => {
    const days = shownDays(pageState(), component({ days: quietDays(3) }));
    expect(days).toHaveLength(90);
    expect(days.map(({ worst }) => worst).slice(86)).toEqual([
      null,
      "operational",
      "operational",
      "operational",
    ]);
    expect(days.at(-1)?.day).toBe("2026-11-26");
  });

  it("a day is as bad as its worst minute", () => {
    const days = day({ operational: 86_000, partial_outage: 400 });
    expect(shownDays(pageState(), component({ days })).at(-1)?.worst).toBe("partial_outage");
  });
});

describe("the state of the page", () => {
  const of = (statuses: readonly ComponentStatus[], impacts: readonly Impact[] = []) =>
    overallOf({
      components: statuses.map((status, at) => component({ id: `spc_${at}`, status })),
      incidents: impacts.map((impact) => incident({ impact })),
    });

  it.each<[ComponentStatus[], Impact[], string, string]>([
    [[], [], "none", "All Systems Operational"],
    [["operational"], ["none"], "none", "All Systems Operational"],
    [["degraded_performance"], [], "minor", "Degraded Service"],
    [["operational"], ["minor"], "minor", "Minor Service Outage"],
    [["operational", "partial_outage"], [], "major", "Partial System Outage"],
    [["operational"], ["major"], "major", "Partial System Outage"],
    [["major_outage", "operational"], [], "critical", "Major Service Outage"],
    [["degraded_performance"], ["critical"], "critical", "Major Service Outage"],
    [["under_maintenance"], [], "maintenance", "Service Under Maintenance"],
    [["under_maintenance", "degraded_performance"], [], "minor", "Degraded Service"],
  ])("%j with incidents %j is %s", (statuses, impacts, indicator, description) => {
    expect(of(statuses, impacts)).toEqual({ indicator, description });
  });

  it("does not count what is over or only planned", () => {
    const incidents = [
      incident({ status: "resolved", impact: "critical" }),
      incident({ status: "scheduled", impact: "maintenance" }),
    ];
    expect(overallOf({ components: [component()], incidents }).indicator).toBe("none");
    const underWay = [incident({ status: "in_progress", impact: "maintenance" })];
    expect(overallOf({ components: [component()], incidents: underWay }).indicator).toBe("maintenance");
  });

  it("a group is as bad as its worst component, and is called the same everywhere", () => {
    const [shop, rest] = groupsOf([
      component({ id: "one" }),
      component({ id: "two", status: "partial_outage" }),
      component({ id: "three", group: "" }),
    ]);
    expect([shop?.name, shop?.status, rest?.id]).toEqual(["Shop", "partial_outage", null]);
    expect(groupsOf([component()])[0]?.id).toBe(shop?.id);
  });
});

describe("times", () => {
  it("keep the two hours apart that the clock shows twice", () => {
    const { time } = createClock("Europe/Berlin");
    expect(time("2026-10-25T00:30:00Z")).toBe("25 Oct 2026, 02:30 CEST");
    expect(time("2026-10-25T01:30:00Z")).toBe("25 Oct 2026, 02:30 CET");
    const newYork = createClock("America/New_York");
    expect(newYork.time("2026-11-01T05:30:00Z")).toBe("1 Nov 2026, 01:30 GMT-4");
    expect(newYork.time("2026-11-01T06:30:00Z")).toBe("1 Nov 2026, 01:30 GMT-5");
  });

  it("are of the zone's own day", () => {
    expect(createClock("Pacific/Auckland").day("2026-11-26T20:00:00Z")).toBe("2026-11-27");
    expect(createClock("Asia/Kathmandu").time("2026-11-26T20:00:00Z")).toBe("27 Nov 2026, 01:45 GMT+5:45");
  });

  it.each([
    [59, "less than a minute"],
    [60, "1 min"],
    [7_380, "2 h 3 min"],
    [3_600, "1 h"],
    [90_060, "1 d 1 h"],
    [86_460, "1 d"],
  ])("%i seconds last %s", (seconds, text) => expect(spanName(seconds)).toBe(text));

  it("months go over the end of the year", () => {
    expect([monthBefore("2026-01", 1), monthBefore("2025-12", -1)]).toEqual(["2025-12", "2026-01"]);
  });
});

describe("a page's own colour", () => {
  it.each(["#ffff00", "#000000", "#ffffff", "#3b82f6", "#808080", "#ff0000"])(
    "%s can be seen on both grounds",
    (own) => {
      const { light, dark } = accentsOf(own);
      expect(contrast(rgbOf(light), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgbOf(dark), [15, 18, 22])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("stays as it is where it can be seen already", () => {
    expect(accentsOf("#0b57b0").light).toBe("#0b57b0");
  });
});
