/** Configurations of Alertmanager, drawn: trees, receivers, time intervals and inhibition rules of every sort. */
import { fc } from "../support/property.ts";

export type Labels = Readonly<Record<string, string>>;

export interface GeneratedRoute {
  readonly receiver?: string;
  readonly matchers?: readonly string[];
  readonly match?: Labels;
  readonly match_re?: Labels;
  readonly continue?: boolean;
  readonly group_by?: readonly string[];
  readonly mute_time_intervals?: readonly string[];
  readonly active_time_intervals?: readonly string[];
  readonly routes?: readonly GeneratedRoute[];
}

export interface GeneratedRule {
  readonly source_matchers: readonly string[];
  readonly target_matchers: readonly string[];
  readonly equal: readonly string[];
}

export interface Generated {
  readonly route: GeneratedRoute;
  readonly receivers: readonly { readonly name: string; readonly webhook_configs?: readonly object[] }[];
  readonly time_intervals: readonly object[];
  readonly inhibit_rules: readonly GeneratedRule[];
}

const labels: Readonly<Record<string, readonly string[]>> = {
  severity: ["critical", "warning", "info"],
  team: ["a", "b", "c"],
  env: ["prod", "dev"],
};
const names = Object.keys(labels);
const quoted = (text: string) => JSON.stringify(text);

const named = fc
  .constantFrom(...names)
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(labels[name] ?? []), "")));

const matcher = fc.oneof(
  { weight: 4, arbitrary: named.map(([name, value]) => `${name}=${quoted(value)}`) },
  named.map(([name, value]) => `${name} != ${quoted(value)}`),
  named.map(([name, value]) => `${name} =~ ${quoted(`${value}|critical|b`)}`),
  named.map(([name, value]) => `${name}!~${quoted(`(${value}|prod)`)}`),
  fc.constantFrom(...names).map((name) => `${name}=~".+"`),
  fc.constantFrom("severity=critical", '{team="a", env=~"p.*"}', 'severity=~"^(warning|info)$"'),
);

/** The three ways to say them. */
const matching: fc.Arbitrary<Pick<GeneratedRoute, "matchers" | "match" | "match_re">> = fc.oneof(
  { weight: 3, arbitrary: fc.array(matcher, { maxLength: 2 }).map((matchers) => ({ matchers })) },
  named.map(([name, value]) => ({ match: { [name]: value } })),
  named.map(([name, value]) => ({ match_re: { [name]: `^(${value}|c)$` } })),
);

const receivers = ["one", "two", "three", "four", "nobody"];
const intervals = ["nights", "office", "weekend"];

function routeOf(depth: number): fc.Arbitrary<GeneratedRoute> {
  const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  return fc
    .record({
      receiver: some(fc.constantFrom(...receivers)),
      continue: fc.boolean(),
      group_by: some(fc.constantFrom(["..."], ["alertname"], ["team", "env"], [])),
      mute_time_intervals: some(fc.subarray(intervals, { maxLength: 2 })),
      active_time_intervals: some(fc.subarray(intervals, { maxLength: 2 })),
      routes: depth === 0 ? fc.constant([]) : fc.array(routeOf(depth - 1), { maxLength: 4 }),
      matching,
    })
    .map(({ matching: own, ...route }) => ({
      ...(Object.fromEntries(
        Object.entries(route).filter(([, value]) => value !== undefined),
      ) as GeneratedRoute),
      ...own,
    }));
}

const timeIntervals = fc.constantFrom("Europe/Berlin", "America/New_York", "UTC").map((location) => [
  {
    name: "nights",
    time_intervals: [
      {
        times: [
          { start_time: "22:00", end_time: "24:00" },
          { start_time: "00:00", end_time: "06:00" },
        ],
        location,
      },
    ],
  },
  {
    name: "office",
    time_intervals: [
      { weekdays: ["monday:friday"], times: [{ start_time: "09:00", end_time: "17:30" }], location },
    ],
  },
  { name: "weekend", time_intervals: [{ weekdays: ["saturday", "sunday"], location }] },
]);

const rule: fc.Arbitrary<GeneratedRule> = fc.record({
  source_matchers: fc.array(matcher, { minLength: 1, maxLength: 2 }),
  target_matchers: fc.array(matcher, { minLength: 1, maxLength: 2 }),
  equal: fc.subarray(["team", "env", "alertname"], { maxLength: 2 }),
});

export const generatedConfig: fc.Arbitrary<Generated> = fc.record({
  route: fc
    .record({
      receiver: fc.constantFrom(...receivers),
      group_by: fc.constantFrom(["..."], ["alertname"], ["team"], []),
      routes: fc.array(routeOf(2), { maxLength: 5 }),
    })
    .map((route) => route as GeneratedRoute),
  receivers: fc.constant(
    receivers.map((name) => ({
      name,
      ...(name === "nobody" ? {} : { webhook_configs: [{ url: `https://${name}.example.com/` }] }),
    })),
  ),
  time_intervals: timeIntervals,
  inhibit_rules: fc.array(rule, { maxLength: 3 }),
});

/** Alerts that such a configuration is asked about. */
export const generatedLabels: fc.Arbitrary<Labels> = fc
  .record({
    alertname: fc.constantFrom("Up", "Down", "Slow", "Full", "Lost"),
    severity: fc.constantFrom("", ...(labels.severity ?? [])),
    team: fc.constantFrom("", ...(labels.team ?? []), "d"),
    env: fc.constantFrom("", ...(labels.env ?? [])),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")));

const spanOf = (names: readonly string[]) =>
  fc
    .tuple(fc.nat(names.length - 1), fc.nat(names.length - 1))
    .map(([one, other]) => `${names[Math.min(one, other)]}:${names[Math.max(one, other)]}`);
const clocks = ["00:00", "06:00", "08:30", "17:00", "22:00", "24:00"];
const someOf = (arbitrary: fc.Arbitrary<string>) =>
  fc.option(fc.array(arbitrary, { minLength: 1, maxLength: 2 }), { nil: undefined });

/** One time interval's parts, with days that are counted from both ends of a month. */
export const generatedIntervals: fc.Arbitrary<object> = fc.array(
  fc
    .record({
      times: fc.option(
        fc.array(
          fc
            .uniqueArray(fc.constantFrom(...clocks), { minLength: 2, maxLength: 2 })
            .map((two) => [...two].sort())
            .map(([start_time, end_time]) => ({ start_time, end_time })),
          { minLength: 1, maxLength: 2 },
        ),
        { nil: undefined },
      ),
      weekdays: someOf(
        spanOf(["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]),
      ),
      days_of_month: someOf(
        fc.constantFrom(
          "1",
          "31",
          "29",
          "30",
          "-1",
          "-3:-1",
          "-31",
          "1:7",
          "10:-5",
          "28:31",
          "1:-1",
          "25:-3",
          "-30",
        ),
      ),
      months: someOf(spanOf(Array.from({ length: 12 }, (_, index) => String(index + 1)))),
      years: someOf(fc.constantFrom("2027", "2028", "2028:2031", "2020:2027")),
    })
    .map((one) => ({
      ...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
      location: "Europe/Berlin",
    })),
  { minLength: 1, maxLength: 2 },
);
