/** How numbers, times and dates are written for people. */
import { expect, it } from "vitest";
import { tickText, yRange } from "../../console/parts/charts/axes.ts";
import {
  ago,
  bareFigure,
  counted,
  dayText,
  figure,
  minuteText,
  momentText,
  percent,
  readable,
  readableIn,
  weekdayText,
} from "../../src/kernel/readable.ts";

it("writes times with the month's name, in UTC or on the clocks of a zone", () => {
  expect(readable("2026-09-05T08:03:00Z")).toBe("5 Sep 2026, 08:03 UTC");
  expect(readable(new Date("2026-11-25T09:30:05.123Z"))).toBe("25 Nov 2026, 09:30:05 UTC");
  expect(readable("soon")).toBe("soon");
  expect(momentText("2026-11-25T23:30:05Z", "Asia/Tokyo")).toBe("26 Nov 2026, 08:30:05");
  expect(minuteText("2026-07-01T22:30:00Z", "Europe/Stockholm")).toBe("2 Jul 2026, 00:30");
  expect([dayText("2026-11-22"), dayText("soon")]).toEqual(["22 Nov 2026", "soon"]);
  expect([
    weekdayText("2026-11-22T12:00:00Z", "UTC"),
    weekdayText("2026-11-22T20:00:00Z", "Asia/Tokyo"),
  ]).toEqual(["Sunday", "Monday"]);
});

it("moves the times of a sentence to the reader's clocks, as the service writes them and as alerts do", () => {
  const reported = `Held until ${readable("2026-11-25T23:30:00Z")}, seen 2026-11-25T09:30:05.5+01:00.`;
  expect(readableIn(reported, "Asia/Tokyo")).toBe(
    "Held until 26 Nov 2026, 08:30, seen 25 Nov 2026, 17:30:05.",
  );
  expect(readableIn("2026-99-99T00:00Z is no time", "UTC")).toBe("2026-99-99T00:00Z is no time");
});

it("says how long ago in one unit, and how soon", () => {
  const now = Date.parse("2026-11-25T12:00:00Z");
  const from = (seconds: number) => ago(new Date(now + seconds * 1_000), now);
  expect([-5, -61, -719, -7_200, -86_400, -3 * 86_400, 3_600].map(from)).toEqual([
    ...["just now", "1 min ago", "12 min ago", "2 h ago", "1 day ago", "3 days ago", "in 1 h"],
  ]);
});

it("rounds to three places, and never makes whole what is not", () => {
  expect([12_345.6789, 0, -0, 99.9996, 0.0004, -374.845953, 100].map(figure)).toEqual([
    ...["12,345.679", "0", "0", "99.9996", "0.0004", "-374.846", "100"],
  ]);
  expect([bareFigure(8_443), percent(99.95)]).toEqual(["8443", "99.95%"]);
  expect([counted(1, "alert"), counted(12_000, "alert")]).toEqual(["1 alert", "12,000 alerts"]);
});

it("begins the axis of a chart at 0, with room above, and names its days as all others", () => {
  expect(yRange(11, 12)).toEqual([0, 13.2]);
  expect(yRange(12, 12)).toEqual([0, 13.2]);
  expect(yRange(-10, 10)).toEqual([-12, 12]);
  expect(yRange(null, null)).toEqual([0, 1]);
  const at = Date.parse("2026-11-24T23:00:00Z") / 1_000;
  expect(tickText(at, 3_600, "UTC")).toBe("23:00");
  expect(tickText(at, 3_600, "Europe/Stockholm")).toBe("25 Nov");
  expect(tickText(at, 86_400, "UTC")).toBe("24 Nov");
});
