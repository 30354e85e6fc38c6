/** What of OpenSLO is read, what is refused, and where. */
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { importOpenSlo } from "../../../src/renderers/openslo/import.ts";

/** The documents of a text, with what every object has. */
function documents(text: string) {
  return parseAllDocuments(text).map((document) => ({ apiVersion: "openslo/v1", ...document.toJS() }));
}

const read = (text: string, options = {}) => importOpenSlo(documents(text), options);
const said = (found: readonly { readonly document: number; readonly message: string }[]) =>
  found.map(({ document, message }) => `${document} ${message}`);

const source = `
kind: DataSource
metadata: {name: prom}
spec: {type: Prometheus, connectionDetails: {url: https://prometheus.example.com}}
`;
const metric = (query: string) => `{metricSource: {metricSourceRef: prom, spec: {query: ${query}}}}`;
const sli = `
kind: SLI
metadata: {name: errors}
spec: {ratioMetric: {counter: false, bad: ${metric("bad")}, total: ${metric("all")}}}
`;
const slo = (more = "", objective = "target: 0.99", window = "duration: 4w, isRolling: true") => `
kind: SLO
metadata: {name: checkout-errors}
spec:
  service: checkout
  indicatorRef: errors
  timeWindow: [{${window}}]
  budgetingMethod: Occurrences
  objectives: [{${objective}}]
${more}
`;
const all = (...parts: string[]) => parts.join("\n---\n");

it("takes an SLO of another tool with its SLI, data source and alert", () => {
  const alerts = `
kind: AlertPolicy
metadata: {name: fast}
spec:
  alertWhenBreaching: true
  conditions: [{conditionRef: fast}]
  notificationTargets: [{targetRef: pager}]
---
kind: AlertCondition
metadata: {name: fast}
spec: {severity: page, condition: {kind: burnrate, op: gt, threshold: 2, lookbackWindow: 1h, alertAfter: 5m}}
`;
  const { entries, problems, notes } = read(
    all(source, sli, slo("  alertPolicies: [{alertPolicyRef: fast}]"), alerts),
  );
  expect(problems).toEqual([]);
  expect(entries.map(({ resource, body }) => [resource, body])).toEqual([
    ["data_sources", { name: "prom", type: "prometheus", url: "https://prometheus.example.com" }],
    [
      "slis",
      {
        service: "checkout",
        name: "errors",
        kind: "ratio",
        data_source_id: { name: "prom" },
        bad_query: "bad",
        total_query: "all",
      },
    ],
    [
      "slos",
      {
        service: "checkout",
        name: "checkout-errors",
        sli_id: { service: "checkout", name: "errors" },
        target_percent: 99,
        window_days: 28,
        burn_alerts: [{ long_minutes: 60, short_minutes: 60, threshold: 2, severity: "critical" }],
      },
    ],
  ]);
  expect(said(notes)).toEqual([
    "3 AlertPolicy fast: spec.notificationTargets[0]: is left out: alert routes decide who is notified",
    "4 AlertCondition fast: spec.condition.op: becomes gte: an alert fires at its threshold too",
    "4 AlertCondition fast: spec.condition.alertAfter: is left out: an alert fires as soon as its windows say so",
    '4 AlertCondition fast: spec.condition.lookbackWindow: is the short window too, because OpenSLO has one: the alert goes on for up to 1h after the burning ends; a twelfth is usual: write the annotation orgconfig.dev/short-window with "5m"',
    '4 AlertCondition fast: spec.severity: "page" becomes critical',
  ]);
});

it("takes indicators, policies and conditions that are written where they are used", () => {
  const { entries, problems } = read(
    `
kind: SLO
metadata: {name: latency}
spec:
  service: search
  indicator:
    metadata: {name: p99}
    spec: {thresholdMetric: {metricSource: {type: Prometheus, spec: {promql: p99}}}}
  timeWindow: [{duration: 24h, isRolling: true}]
  budgetingMethod: Occurrences
  objectives: [{op: lte, value: 0.5, targetPercent: 99.95}]
  alertPolicies:
    - kind: AlertPolicy
      metadata: {name: slow}
      spec:
        alertWhenBreaching: true
        conditions:
          - kind: AlertCondition
            metadata: {name: slow}
            spec: {severity: warning, condition: {kind: burnrate, op: gte, threshold: 1, lookbackWindow: 3d}}
        notificationTargets: [{targetRef: mail}]
`,
    { dataSource: "Main" },
  );
  expect(problems).toEqual([]);
  expect(entries.map(({ body }) => body)).toMatchObject([
    {
      service: "search",
      name: "p99",
      kind: "threshold",
      data_source_id: { name: "Main" },
      threshold_query: "p99",
      threshold_op: "lte",
      threshold_value: 0.5,
    },
    {
      name: "latency",
      sli_id: { service: "search", name: "p99" },
      target_percent: 99.95,
      window_days: 1,
      burn_alerts: [{ long_minutes: 4_320, short_minutes: 4_320, threshold: 1, severity: "warning" }],
    },
  ]);
});

it("makes an SLO of each objective, and names rows that are not in the files", () => {
  const { entries, problems } = read(slo("", "displayName: gold, target: 0.999}, {target: 0.95"));
  expect(problems).toEqual([]);
  expect(entries.map(({ body: { name, sli_id, target_percent } }) => [name, sli_id, target_percent])).toEqual(
    [
      ["checkout-errors gold", { service: "checkout", name: "errors" }, 99.9],
      ["checkout-errors 95%", { service: "checkout", name: "errors" }, 95],
    ],
  );
});

const counted = (good: string, total: string) =>
  `
kind: SLI
metadata: {name: errors, annotations: {orgconfig.dev/service: checkout}}
spec: {ratioMetric: {counter: true, good: ${metric(good)}, total: ${metric(total)}}}
`;

it.each([
  ["sum(requests)", "sum(rate(requests[5m]))"],
  ['requests{code="200"} + up', 'rate(requests{code="200"}[5m]) + rate(up[5m])'],
  ["sum(rate(requests[1m]))", "sum(rate(requests[1m]))"],
  ["sum(rate(requests[{{.window}}]))", "sum(rate(requests[{{.window}}]))"],
])("counts counters by their rates: %s", (query, rates) => {
  const { entries, problems } = read(all(source, counted(`'${query}'`, "'all'")));
  expect(problems).toEqual([]);
  expect(entries[1]?.body).toMatchObject({ good_query: rates, total_query: "rate(all[5m])" });
});

it.each<[string, string, string]>([
  [
    "slices of time",
    slo().replace("Occurrences", "Timeslices"),
    '0 SLO checkout-errors: spec.budgetingMethod: is "Timeslices"; SLOs here count events (Occurrences), and no slices of time',
  ],
  [
    "a window of the calendar",
    slo(
      "",
      "target: 0.9",
      "duration: 1M, calendar: {startTime: 2022-01-01 12:00:00, timeZone: Europe/Berlin}",
    ),
    "0 SLO checkout-errors: spec.timeWindow[0]: is aligned with the calendar, and windows slide here; write isRolling: true and a duration in days",
  ],
  [
    "a window without a fixed length",
    slo("", "target: 0.9", "duration: 1M, isRolling: true"),
    '0 SLO checkout-errors: spec.timeWindow[0].duration: "1M" is not a number of whole days; write one, such as 30d or 4w',
  ],
  [
    "a composite",
    slo("", "target: 0.9, indicatorRef: errors"),
    "0 SLO checkout-errors: spec.objectives[0].indicatorRef: makes a composite SLO, and an SLO has one SLI here; write an SLO for each indicator",
  ],
  [
    "an alert below a burn rate",
    all(
      slo("  alertPolicies: [{alertPolicyRef: p}]"),
      "kind: AlertPolicy\nmetadata: {name: p}\nspec: {conditions: [{conditionRef: c}]}",
      "kind: AlertCondition\nmetadata: {name: c}\nspec: {severity: info, condition: {kind: burnrate, op: lte, threshold: 2, lookbackWindow: 1h}}",
    ),
    "2 AlertCondition c: spec.condition.op: must be gte: an alert fires while the burn rate is at its threshold or above",
  ],
  [
    "a severity that nobody knows",
    all(
      slo("  alertPolicies: [p]"),
      "kind: AlertPolicy\nmetadata: {name: p}\nspec: {conditions: [{conditionRef: c}]}",
      "kind: AlertCondition\nmetadata: {name: c}\nspec: {severity: sev1, condition: {kind: burnrate, op: gte, threshold: 2, lookbackWindow: 1h}}",
    ),
    '2 AlertCondition c: spec.severity: is "sev1"; write one of info, warning, error, critical',
  ],
  [
    "a policy that is not there",
    slo("  alertPolicies: [{alertPolicyRef: gone}]"),
    '0 SLO checkout-errors: spec.alertPolicies[0].alertPolicyRef: the files have no AlertPolicy "gone"',
  ],
  [
    "a ratio that was computed before",
    all(
      slo(),
      `kind: SLI\nmetadata: {name: errors}\nspec: {ratioMetric: {rawType: success, raw: ${metric("r")}}}`,
    ),
    "1 SLI errors: spec.ratioMetric.raw: is a ratio that was computed before, and SLIs here count events: write total, and good or bad",
  ],
  [
    "an SLI of nobody",
    sli,
    "0 SLI errors: metadata.annotations.orgconfig.dev/service: is required: no SLO of the files has this SLI, and an SLI belongs to a service here",
  ],
  [
    "a metric without a data source",
    all(slo(), sli.replaceAll("metricSourceRef: prom, ", "")),
    "1 SLI errors: spec.ratioMetric.bad.metricSource.metricSourceRef: is required: name a data source, here or for all such metrics with --data-source",
  ],
  [
    "counters that are moved in time",
    counted("'requests offset 5m'", "all"),
    "0 SLI errors: spec.ratioMetric.good.metricSource.spec.query: counts since a restart (counter: true); write rate(…[5m]) around its counters",
  ],
  [
    "two bounds of one SLI",
    all(
      slo("", "op: lt, value: 1, target: 0.9"),
      slo("", "op: lt, value: 2, target: 0.9").replace("checkout-errors", "other"),
      `kind: SLI\nmetadata: {name: errors}\nspec: {thresholdMetric: ${metric("p99")}}`,
    ),
    "1 SLO other: spec.objectives[0]: compares with another op or value than SLO checkout-errors (lt 1), and an SLI has one bound here; write an SLI for each",
  ],
  [
    "another version",
    "apiVersion: openslo/v1alpha\nkind: SLO\nmetadata: {name: a}\nspec: {}",
    '0 OpenSLO: apiVersion: is "openslo/v1alpha"; only openslo/v1 is read',
  ],
  [
    "an unknown kind",
    "kind: Budget\nmetadata: {name: a}\nspec: {}",
    '0 OpenSLO: kind: is "Budget", and OpenSLO v1 has Service, DataSource, SLI, AlertNotificationTarget, AlertCondition, AlertPolicy, SLO',
  ],
  ["a name that is there twice", all(source, source), "1 DataSource prom: metadata.name: is here twice"],
  [
    "a data source without an address",
    "kind: DataSource\nmetadata: {name: prom}\nspec: {type: Prometheus, connectionDetails: {}}",
    "0 DataSource prom: spec.connectionDetails: needs url: the address that queries go to",
  ],
])("refuses %s", (_, text, problem) => {
  const { problems } = read(text);
  expect(said(problems)).toContain(problem);
});

it("takes no secrets, and says what else is lost", () => {
  const { entries, notes } = read(`
kind: DataSource
metadata: {name: prom, displayName: Prometheus, labels: {team: a}, annotations: {other.example/x: y}}
spec:
  description: Ours
  type: Splunk
  connectionDetails:
    - url: https://splunk.example.com
    - apiToken: never-copied
    - region: eu
`);
  expect(entries.map(({ body }) => body)).toEqual([
    { name: "prom", type: "custom", url: "https://splunk.example.com" },
  ]);
  expect(said(notes)).toEqual([
    '0 DataSource prom: spec.type: "Splunk" is not a type of data source here; it becomes custom',
    "0 DataSource prom: spec.connectionDetails[1].apiToken: is not taken: it looks like a secret. Save the data source's token or password by itself",
    "0 DataSource prom: spec.connectionDetails[2].region: is left out: data sources have no such field here",
    "0 DataSource prom: metadata.displayName: is left out: a row is known by its name",
    "0 DataSource prom: metadata.labels: are left out: only SLOs have labels here",
    "0 DataSource prom: metadata.annotations.other.example/x: is left out: rows carry no annotations here",
    "0 DataSource prom: spec.description: is left out: there is no field for it here",
  ]);
});

it("says of an SLO that it gets no alerts, unless that is meant", () => {
  const noted = (text: string) => said(read(all(source, sli, text)).notes);
  const none = (how: string) =>
    `2 SLO checkout-errors: spec.alertPolicies: ${how} no burn alert: nobody is notified when the budget of this SLO burns; name an AlertPolicy, or write the annotation orgconfig.dev/burn-alerts with "none" where that is meant`;
  expect(noted(slo(""))).toEqual([none("are missing, which makes")]);
  expect(noted(slo("  alertPolicies: []"))).toEqual([none("make")]);
  const resolved =
    "  alertPolicies: [{kind: AlertPolicy, metadata: {name: p}, spec: {alertWhenBreaching: false, conditions: [{kind: AlertCondition, metadata: {name: c}, spec: {severity: page, condition: {kind: burnrate, op: gte, threshold: 2, lookbackWindow: 1h}}}]}}]";
  expect(noted(slo(resolved)).at(-1)).toBe(none("make"));
  const meant = slo("").replace(
    "{name: checkout-errors",
    '{annotations: {orgconfig.dev/burn-alerts: "none"}, name: checkout-errors',
  );
  expect(noted(meant)).toEqual([]);
});

it("says once what several SLOs lead to", () => {
  const policy = (name: string) => slo("  alertPolicies: [p]").replace("checkout-errors", name);
  const { entries, problems } = read(
    all(
      source,
      sli,
      policy("a"),
      policy("b"),
      "kind: AlertPolicy\nmetadata: {name: p}\nspec: {conditions: [{conditionRef: gone}]}",
    ),
  );
  expect(said(problems)).toEqual([
    '4 AlertPolicy p: spec.conditions[0].conditionRef: the files have no AlertCondition "gone"',
  ]);
  expect(entries.map(({ resource }) => resource)).toEqual(["data_sources", "slis"]);
});

it("goes on with the rest where something is refused", () => {
  const wrong = slo().replace("checkout-errors", "wrong").replace("Occurrences", "RatioTimeslices");
  const { entries, problems } = read(all(source, sli, slo(), wrong));
  expect(problems).toHaveLength(1);
  expect(entries.map(({ resource, body: { name } }) => `${resource} ${name}`)).toEqual([
    "data_sources prom",
    "slis errors",
    "slos checkout-errors",
  ]);
});
