/** Tests of files are decided without a service, and their failures name the row that decided. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readBundle } from "../../src/cli/bundle/bundle.ts";
import type { BundleFaults } from "../../src/cli/bundle/fault.ts";
import { kinds } from "../../src/cli/plans/request.ts";
import { rowsOfBundle } from "../../src/cli/tests/bundle-rows.ts";
import { type FormatName, formats, type Shown } from "../../src/cli/tests/formats.ts";
import { firstTests } from "../../src/cli/tests/init.ts";
import { decidingKinds, evaluate, testedRows } from "../../src/features/changes/behaviour-tests/pure.ts";
import { faultLine } from "../../src/kernel/fault.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { burnAlertsOf, burnSpansOf, sumsOf } from "../../src/renderers/prometheus/burn-series.ts";
import { definitions } from "../../src/resources/index.ts";
import { fc } from "../support/property.ts";

const now = new Date("2026-03-08T12:00:00Z");

const setUp = `
outbound_configs:
  - {name: Payments pager, kind: pagerduty}
  - {name: "#ops", kind: slack}
  - {name: Lead pager, kind: pagerduty}
alert_routes:
  - {name: Payments night, position: 10, matchers: ['service="checkout"', 'severity="critical"'], destinations: [{outbound_config_id: {name: Payments pager}}]}
  - {name: Catch-all, position: 90, matchers: [], destinations: [{outbound_config_id: {name: "#ops"}}]}
alert_inhibitions:
  - {name: Checkout burns, source_matchers: ['severity="critical"'], target_matchers: ['severity="warning"'], equal: [service]}
alert_mutes:
  - {pattern: "*nightly*", reason: Batch, schedule: [{days: [], start: "00:00", end: "06:00", time_zone: UTC}]}
outbound_rules:
  - {name: Lead, position: 1, outbound_config_id: {name: Lead pager}, matchers: ['service=~".*"'], min_severity: critical, delay_seconds: 900}
deploy_policies:
  - {service: checkout, freeze_until: 2026-12-27T00:00:00Z, freeze_reason: Holidays}
slos:
  - {name: Checkout availability, service: checkout, sli_id: {service: checkout, name: availability}, target_percent: 99.9}
tests:
`;

const critical = "labels: {service: checkout, severity: critical}";
const warning = "labels: {service: checkout, severity: warning}";

function rowsOf(tests: string, rows = setUp) {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-tests-"));
  writeFileSync(join(folder, "a.yaml"), rows + tests);
  return rowsOfBundle(readBundle([folder], kinds, {}));
}

/** The failures of a test; none where it holds. */
async function failuresOf(test: string, rows?: string): Promise<readonly string[]> {
  const { rows: read, isWhole } = await rowsOf(`  - {name: It, ${test}}`, rows);
  const tested = testedRows(read, isWhole);
  return atOnce(evaluate(tested, tested.tests, now))[0]?.failures ?? ["no test"];
}

it.each([
  [
    { alert: { labels: {} }, expect: { notified: [{ outbound_config_id: "gone" }] } },
    "a receiver that is gone",
  ],
  [{ alert: { labels: {} }, expect: { not_notified: [{ team_id: "gone" }] } }, "a receiver that is gone"],
  [{ alert: { labels: {} }, expect: { inhibited_by: "gone" } }, "The inhibition that it names is gone"],
  [{ slo: "gone", series: { good: "1x9" }, expect: { alert: "none" } }, "The SLO that it names is gone"],
])("is not green where a row that it names is gone: %j", (test, message) => {
  const row = { kind: "behaviour_tests", id: "test_1", configuration: { name: "It", ...test }, state: {} };
  const tested = testedRows([row]);
  expect(atOnce(evaluate(tested, tested.tests, now))[0]?.failures.join()).toContain(message);
});

describe("a test of an alert", () => {
  it.each([
    `alert: {${critical}, at: 2026-03-08T03:10:00-05:00}, expect: {notified: [Payments pager], not_notified: ["#ops"], muted: false, severity: critical}`,
    `while: [{${critical}}], alert: {${warning}}, expect: {inhibited_by: Checkout burns, not_notified: ["#ops"]}`,
    `while: [{labels: {service: cart, severity: critical}}], alert: {${warning}}, expect: {inhibited_by: null, notified: ["#ops"]}`,
    `alert: {${critical}, unacknowledged_minutes: 16}, expect: {notified: [Lead pager]}`,
    `alert: {${critical}, unacknowledged_minutes: 14}, expect: {not_notified: [Lead pager]}`,
    `alert: {labels: {alertname: nightly}, at: 2020-03-08T03:10:00Z}, expect: {muted: true}`,
    `alert: {labels: {alertname: nightly}, at: 2020-03-08T07:10:00Z}, expect: {muted: false}`,
  ])("holds: %s", async (test) => {
    expect(await failuresOf(test)).toEqual([]);
  });

  it.each([
    [
      `alert: {${warning}}, expect: {notified: [Payments pager]}`,
      '"Payments pager" is not notified: it goes to the route "Catch-all" (position 90); the route "Payments night" (position 10) does not take it: severity is warning; the route wants severity="critical".',
    ],
    [
      `alert: {${warning}}, expect: {not_notified: ["#ops"]}`,
      '"#ops" is notified: the route "Catch-all" (position 90) takes the alert, as the route takes every alert.',
    ],
    [
      `alert: {${critical}, unacknowledged_minutes: 5}, expect: {notified: [Lead pager]}`,
      '"Lead pager" is not notified: it goes to the route "Payments night" (position 10); the rule "Lead" sends first after 15 minutes.',
    ],
    [
      `alert: {labels: {alertname: nightly}, at: 2020-03-08T03:10:00Z}, expect: {notified: ["#ops"]}`,
      '"#ops" is not notified: the mute "*nightly*" keeps it back (Batch).',
    ],
    [
      `while: [{${critical}}], alert: {${warning}}, expect: {notified: ["#ops"]}`,
      '"#ops" is not notified: the inhibition "Checkout burns" keeps it back while {service="checkout", severity="critical"} is open.',
    ],
    [
      `alert: {${warning}}, expect: {severity: critical}`,
      "The alert is sent as warning: its label severity means that.",
    ],
  ])("says which row decided: %s", async (test, message) => {
    expect(await failuresOf(test)).toEqual([message]);
  });
});

describe("who is notified by a team or a target of mail", () => {
  const people = (members: string) => `
teams: [{name: Payments}, {name: Sales}]
${members}
outbound_configs: [{name: Desk, kind: email, address: desk@example.com}, {name: Old desk, kind: email, address: old@example.com, enabled: false}]
alert_routes:
  - {name: Payments, position: 1, matchers: ['service="pay"'], destinations: [{team_id: {name: Payments}}]}
  - {name: Desks, position: 2, matchers: ['service="desk"'], destinations: [{outbound_config_id: {name: Desk}}, {outbound_config_id: {name: Old desk}}]}
tests:
`;
  const farid = "team_members: [{team_id: {name: Payments}, email: Farid@example.com}]";
  const sales = "team_members: [{team_id: {name: Sales}, email: farid@example.com}]";
  const pay = "alert: {labels: {service: pay}}";
  const desk = "alert: {labels: {service: desk}}";
  const taken = 'the route "Payments" (position 1) takes the alert, as every matcher holds: service="pay".';

  it.each([
    [farid, `${pay}, expect: {notified: [Payments, farid@example.com], not_notified: [Sales]}`, []],
    [sales, `${pay}, expect: {notified: []}`, []],
    [farid, "alert: {labels: {service: none}}, expect: {notified: []}", []],
    ["", `${pay}, expect: {notified: [Payments]}`, []],
    [farid, `${desk}, expect: {notified: [desk@example.com], not_notified: [old@example.com]}`, []],
    [
      sales,
      `${pay}, expect: {notified: [Payments]}`,
      ['"Payments" is not notified: the team "Payments" has no members.'],
    ],
    [
      farid,
      `${pay}, expect: {not_notified: [farid@example.com]}`,
      [`"farid@example.com" is notified: by the team "Payments", ${taken}`],
    ],
    [farid, `${pay}, expect: {notified: []}`, [`Nobody is to be notified, and "Payments" is: ${taken}`]],
    [
      farid,
      `${desk}, expect: {notified: [old@example.com]}`,
      [expect.stringContaining('takes it, and the target "Old desk" is switched off')],
    ],
  ])("%s: %s", async (members, test, failures) => {
    expect(await failuresOf(test, people(members))).toEqual(failures);
  });
});

describe("a test of a deploy and of an SLO", () => {
  it.each([
    "deploy: {service: checkout, at: 2026-12-24T10:00:00Z}, expect: {allowed: false, reason: frozen}",
    "deploy: {service: checkout, at: 2026-12-28T10:00:00Z}, expect: {allowed: true}",
    "deploy: {service: cart}, expect: {allowed: true}",
    "deploy: {service: cart, error_budget_remaining_percent: 9}, expect: {allowed: false, reason: error_budget}",
    "deploy: {service: cart, burn_rate: 14.4}, expect: {reason: burn_rate}",
    "deploy: {service: cart, incident_impact: major}, expect: {reason: incident}",
    "deploy: {service: cart, incident_impact: none}, expect: {allowed: true}",
    'slo: Checkout availability, series: {good: "980x90", bad: "20x90"}, expect: {alert: critical, within_minutes: 60}',
    'slo: Checkout availability, series: {good: "1000x90", bad: "0x90"}, expect: {alert: none}',
  ])("holds: %s", async (test) => {
    expect(await failuresOf(test)).toEqual([]);
  });

  it.each([
    [
      "deploy: {service: checkout, at: 2026-12-24T10:00:00Z}, expect: {allowed: true}",
      /is held: Deploys are frozen until .*: Holidays; decided by the deploy policy of "checkout"/,
    ],
    ["deploy: {service: cart}, expect: {allowed: false}", /nothing holds it; "cart" has no deploy policy/],
    [
      'slo: Checkout availability, series: {good: "1000x90", bad: "0x90"}, expect: {alert: critical}',
      /fires nothing within 90 minutes; that alert fires from a burn rate of 14.4 over 60 and 5 minutes/,
    ],
  ])("says what decided: %s", async (test, message) => {
    expect(await failuresOf(test)).toEqual([expect.stringMatching(message)]);
  });
});

it("fires burn alerts when minute by minute they fire, whatever the events", () => {
  const run = (...events: number[]) =>
    fc.record({ events: fc.constantFrom(...events), minutes: fc.integer({ min: 1, max: 200 }) });
  const runs = (...events: number[]) => fc.array(run(...events), { minLength: 1, maxLength: 6 });
  const pair = fc
    .tuple(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 120 }))
    .chain(([one, other]) =>
      fc.record({
        long_minutes: fc.constant(Math.max(one, other)),
        short_minutes: fc.constant(Math.min(one, other)),
        threshold: fc.constantFrom(1, 2, 6, 14.4),
        severity: fc.constantFrom("critical" as const, "warning" as const),
      }),
    );
  const slo = fc.record({
    target_percent: fc.constantFrom(95, 99, 99.9),
    min_bad_events: fc.constantFrom(null, null, 5, 30, 500),
    burn_alerts: fc.array(pair, { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(slo, runs(0, 1, 97, 98.56, 1_000), runs(0, 0.1, 1, 1.44, 3, 20), (given, good, bad) => {
      const each = (one: typeof good) =>
        one.flatMap(({ events, minutes }) => Array.from({ length: minutes }, () => events));
      const length = Math.max(each(good).length, each(bad).length);
      const sums = {
        ...{ stepMinutes: 1, bad: sumsOf(length, each(bad)) },
        all: sumsOf(length, each(bad), each(good)),
      };
      const first = new Map<string, number>();
      for (const { severity, from } of burnSpansOf(given, sums))
        if (!first.has(severity)) first.set(severity, from);
      const fired = burnAlertsOf(given, good, bad).map(({ severity, minute }) => [severity, minute] as const);
      expect(new Map(fired)).toEqual(first);
    }),
  );
});

it("names what is wrong with a test by its line and column", async () => {
  const wrong = rowsOf(`
  - name: Wrong
    alert: {labels: {a: b}}
    expect: {notified: [Nobody], severety: critical}
  - {name: None, alert: {labels: {}}, deploy: {service: a}, expect: {allowed: true}}
`);
  const faults = await wrong.catch((error) => (error as BundleFaults).faults);
  expect((faults as BundleFaults["faults"]).map((fault) => faultLine(fault).replace(/^.*\//, ""))).toEqual([
    expect.stringMatching(/^a.yaml:23:25: expect.notified\[0\]: names no row of outbound_configs or teams/),
    expect.stringMatching(/^a.yaml:23:34: expect.severety: is not a known field; did you mean "severity"/),
    expect.stringMatching(/^a.yaml:24:39: deploy: cannot be set together with alert/),
  ]);
});

it("prints results as people and pipelines read them", () => {
  const at = { file: "a,b.yaml", line: 3, column: 5 };
  const results: Shown[] = [
    { name: "Holds", at, enabled: true, failures: [] },
    { name: 'Fails <"#1">', at, enabled: true, failures: ["One & two.", "Three\u0007."] },
    { name: "Off", at: undefined, enabled: false, failures: ["Ignored."] },
  ];
  const printed = (format: FormatName) => formats[format](results);
  expect(printed("text")).toBe(
    'a,b.yaml:3:5: Fails <"#1">\n  One & two.\n  Three .\n2 tests, 1 failed, 1 off\n',
  );
  expect(JSON.parse(printed("json")).tests.map(({ status }: { status: string }) => status)).toEqual([
    "passed",
    "failed",
    "off",
  ]);
  expect(printed("junit")).toContain(
    '<testcase classname="orgconfig" name="Fails &lt;&quot;#1&quot;&gt;" file="a,b.yaml" line="3"><failure message="One &amp; two.">One &amp; two.\nThree .</failure>',
  );
  expect(printed("tap")).toBe(
    'TAP version 14\n1..3\nok 1 - Holds\nnot ok 2 - Fails <"\\#1">\n# One & two.\n# Three .\nok 3 - Off # SKIP off\n',
  );
  expect(printed("github")).toMatch(
    /^::error file=a%2Cb.yaml,line=3,col=5,title=Fails <"#1">::One & two.%0AThree/,
  );
});

it("writes first tests of what is there, which hold", async () => {
  const tests = firstTests(testedRows((await rowsOf(" []")).rows));
  expect(tests.map(({ name }) => name)).toEqual([
    "Payments night notifies its receivers",
    "Catch-all notifies its receivers",
    "No deploy of checkout in its freeze",
  ]);
  const tested = testedRows((await rowsOf(` ${JSON.stringify(tests)}`)).rows);
  expect(atOnce(evaluate(tested, tested.tests, now)).flatMap(({ failures }) => failures)).toEqual([]);
});

it("knows the kinds that decide as their definitions say it", () => {
  expect([...decidingKinds.keys()].sort()).toEqual(
    definitions.filter(({ decides }) => decides).map(({ kind }) => kind),
  );
});

it("is shown by an example whose tests hold", async () => {
  const config = new URL("../../examples/gitops/config", import.meta.url).pathname;
  const rows = await rowsOfBundle(
    readBundle([config], kinds, { PAGERDUTY_PAYMENTS_KEY: "x", PAGERDUTY_SHOP_KEY: "x" }),
  );
  const tested = testedRows(rows.rows);
  expect(tested.tests).toHaveLength(parse(readFileSync(join(config, "tests.yaml"), "utf8")).tests.length);
  expect(atOnce(evaluate(tested, tested.tests, now)).flatMap(({ failures }) => failures)).toEqual([]);
});
