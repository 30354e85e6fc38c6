/** What the rendered routes mute, read as Alertmanager reads them, is what this service keeps back. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { mutedAt } from "../../../src/features/alerting/alerts/index.ts";
import { everHolds } from "../../../src/kernel/hours.ts";
import { muteTimes } from "../../../src/kernel/mute-times.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Labels } from "../../../src/renderers/alerting/facts.ts";
import { holds, matcherOf } from "../../../src/renderers/alerting/matchers.ts";
import { alertmanager } from "../../../src/renderers/alertmanager/index.ts";
import type { RendererRows } from "../../../src/renderers/renderer.ts";
import { runs } from "../../support/property.ts";
import { alertmanagerTarget, oneSlo, organization } from "./organization.ts";

interface Node {
  readonly receiver?: string;
  readonly matchers?: readonly string[];
  readonly mute_time_intervals?: readonly string[];
  readonly routes?: readonly Node[];
}

interface Interval {
  readonly times: readonly { readonly start_time: string; readonly end_time: string }[];
  readonly weekdays?: readonly string[];
  readonly days_of_month?: readonly string[];
  readonly months?: readonly string[];
  readonly years?: readonly string[];
  readonly location: string;
}

/** As timeinterval.ContainsTime: the wall of the location, its date, its day of the week and its minute. */
function contains({ times, weekdays, location, ...dates }: Interval, at: Date): boolean {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: location, hourCycle: "h23", weekday: "long", hour: "2-digit", minute: "2-digit" },
    ...{ year: "numeric", month: "numeric", day: "numeric" },
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const clock = `${part("hour")}:${part("minute")}`;
  if (weekdays !== undefined && !weekdays.includes(part("weekday").toLowerCase())) return false;
  const { days_of_month = [], months = [], years = [] } = dates;
  const length = new Date(Date.UTC(Number(part("year")), Number(part("month")), 0)).getUTCDate();
  const days = days_of_month.map((day) => (Number(day) < 0 ? length + Number(day) + 1 : Number(day)));
  if (days.length > 0 && !days.includes(Number(part("day")))) return false;
  if (months.length > 0 && !months.includes(part("month"))) return false;
  if (years.length > 0 && !years.includes(part("year"))) return false;
  return times.some(({ start_time, end_time }) => clock >= start_time && clock < end_time);
}

/** As dispatch.Route.Match: the first child that matches stands for its parent, and says itself what mutes it. */
function leafOf(node: Node, labels: Labels): Node {
  const child = node.routes?.find(({ matchers = [] }) =>
    matchers.every((text) => {
      const matcher = matcherOf(text);
      return matcher !== undefined && holds(matcher, labels, { steps: 1e6 });
    }),
  );
  return child === undefined ? node : leafOf(child, labels);
}

function renderedMutes(rows: RendererRows) {
  const { files, refusals } = alertmanager.render(rows, { ...alertmanagerTarget, version: "0.25" });
  expect(refusals).toEqual([]);
  const config = parse(files[0]?.content ?? "") as {
    readonly route: Node;
    readonly time_intervals?: readonly {
      readonly name: string;
      readonly time_intervals: readonly Interval[];
    }[];
  };
  const intervals = new Map((config.time_intervals ?? []).map((one) => [one.name, one.time_intervals]));
  return (route: string, labels: Labels, at: Date) => {
    const node = config.route.routes?.find(({ receiver }) => receiver === route) as Node;
    const { mute_time_intervals = [] } = leafOf(node, labels);
    return mute_time_intervals.some((name) => intervals.get(name)?.some((one) => contains(one, at)));
  };
}

const matcher = fc
  .tuple(
    fc.constantFrom("a", "b", "orgconfig_event"),
    fc.constantFrom("=", "!="),
    fc.constantFrom("x", "y", "slo_burn_rate"),
  )
  .map(([name, op, value]) => `${name}${op}"${value}"`);
const weekly = fc
  .record({
    days: fc.subarray(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]),
    start: fc.constantFrom("00:00", "02:30", "09:00", "22:00"),
    end: fc.constantFrom("00:00", "02:00", "06:00", "17:00", "24:00"),
    time_zone: fc.constantFrom("Europe/Berlin", "America/New_York", "UTC"),
  })
  .filter(({ start, end }) => start !== end || start === "00:00");
const dated = fc
  .record({
    hours: weekly.filter(({ start, end }) => end > start),
    days_of_month: fc.subarray([1, 29, 31, -1, -3], { minLength: 1 }),
    months: fc.subarray([3, 7, 10]),
    years: fc.constantFrom([], [2026], [2026, 2027]),
  })
  .map(({ hours, ...dates }) => ({ ...hours, ...dates }))
  .filter(everHolds);
const hours = fc.oneof(weekly, dated);
const mute = fc.record({
  matchers: fc.uniqueArray(matcher, { minLength: 1, maxLength: 2 }),
  route_ids: fc.constantFrom([], ["route_0"], ["route_1"]),
  schedule: fc.array(hours, { minLength: 1, maxLength: 2 }),
});
const labels = fc.record({
  a: fc.constantFrom("x", "y", ""),
  b: fc.constantFrom("x", "y", ""),
  orgconfig_event: fc.constantFrom("slo_burn_rate", "x", ""),
});
/** Around both changes of Berlin's clock, and any other time. */
const moments = fc
  .tuple(fc.constantFrom("2026-03-28", "2026-10-24", "2026-07-01"), fc.integer({ min: 0, max: 4_319 }))
  .map(([day, minute]) => new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000));

describe("routes with mutes in a rhythm", () => {
  it("property: mute at each moment what the mutes say, and the union of those that overlap", () => {
    fc.assert(
      fc.property(
        fc.array(matcher, { maxLength: 2 }),
        fc.array(mute, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(labels, moments), { minLength: 8, maxLength: 8 }),
        (matchers, mutes, cases) => {
          const route = { name: "r", position: 0, matchers, destinations: [{ email: "a@example.com" }] };
          const rows = organization({
            ...oneSlo,
            alertRoutes: { route_0: route, route_1: { ...route, name: "s", position: 1 } },
            alertMutes: Object.fromEntries(
              mutes.map((one, index): [string, JsonObject] => [`mute_${index}`, { ...one, reason: "r" }]),
            ),
          });
          const muted = renderedMutes(rows);
          const here = mutedAt(
            rows.alertMutes.map(({ id, configuration }) => ({
              ...{ id, pattern: null, matchers: configuration.matchers, reason: "r" },
              routeIds: configuration.route_ids,
              times: muteTimes(configuration, "2020-01-01T00:00:00Z"),
            })),
          );
          for (const [alert, at] of cases)
            for (const id of ["route_0", "route_1"]) {
              // What the route does not take is nothing that it mutes.
              const takes = matchers.every((text) => holds(matcherOf(text) as never, alert, { steps: 1e6 }));
              if (takes) expect(muted(id, alert, at) ?? false).toBe(here(alert, at, id).length > 0);
            }
        },
      ),
      { numRuns: runs(2_000, 60) },
    );
  });
});
