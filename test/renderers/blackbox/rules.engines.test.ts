/** What the rules of checks and certificates say of probes that are known, by Prometheus' own test of rules. */
import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { certificateRules } from "../../../src/renderers/prometheus/certificates.ts";
import { checkRules } from "../../../src/renderers/prometheus/checks.ts";
import { promtool } from "../promtool.ts";
import { organization, prometheus } from "./organization.ts";

/** What holds at a time: alerts by name with the labels that distinguish them, or what a record has. */
type Expected =
  | readonly [time: string, alert: string, firing: readonly Readonly<Record<string, string>>[]]
  | readonly [time: string, record: string, value: number | undefined];

interface Story {
  readonly check?: JsonObject;
  readonly monitor?: JsonObject;
  /** Series in promtool's notation, one value every `every`. */
  readonly series: Readonly<Record<string, string>>;
  readonly every: string;
  /** How often rules are evaluated: every 10 seconds where nothing is said. */
  readonly evaluatedEvery?: string;
  readonly expected: readonly Expected[];
}

/** @returns what promtool has against the expectations; empty where all is as expected */
function judged(story: Story): string {
  return judgedBy(story, (content) => content) + judgedBy(story, halfOpen);
}

/**
 * Rules that mean to promtool 2 what Prometheus 3 takes them for: there a sample at the very start of a range is not in
 * it. Series and evaluations stand at whole seconds, so that a range may as well be a millisecond shorter.
 */
function halfOpen(content: string): string {
  return content.replace(/\[(\d+)s(?=[\]:])/g, (_, seconds: string) => `[${Number(seconds) - 1}s999ms`);
}

function judgedBy(
  { check, monitor, series, every, evaluatedEvery = "10s", expected }: Story,
  read: (content: string) => string,
): string {
  const rows = organization({
    ...(check === undefined ? {} : { syntheticChecks: { chk: check } }),
    ...(monitor === undefined ? {} : { certificateMonitors: { cert: monitor } }),
  });
  const content = (check === undefined ? certificateRules : checkRules)(rows, prometheus).content;
  const id = check === undefined ? 'orgconfig_certificate_id="cert"' : 'orgconfig_check_id="chk"';
  const tests = {
    rule_files: ["r.rules.yml"],
    evaluation_interval: evaluatedEvery,
    tests: [
      {
        interval: every,
        input_series: Object.entries(series).map(([name, values]) => ({
          series: name.replace("{", `{${id},`),
          values,
        })),
        alert_rule_test: [] as object[],
        promql_expr_test: [] as object[],
      },
    ],
  };
  const [only] = tests.tests;
  for (const [time, name, what] of expected) {
    if (Array.isArray(what))
      only?.promql_expr_test.push({
        expr: `ALERTS{alertname="${name}",alertstate="firing"}`,
        eval_time: time,
        exp_samples: what.map((labels) => ({
          labels: `ALERTS{${Object.entries({ alertname: name, alertstate: "firing", ...labels })
            .map(([label, value]) => `${label}="${value}"`)
            .join(",")},${id}}`,
          value: 1,
        })),
      });
    else
      only?.promql_expr_test.push({
        expr: name,
        eval_time: time,
        exp_samples: what === undefined ? [] : [{ labels: `${name}{${id}}`, value: what }],
      });
  }
  const { ok, printed } = promtool(["test", "rules", "test.yml"], {
    "r.rules.yml": read(content),
    "test.yml": stringify(tests),
  });
  return ok ? "" : printed;
}

const http = { name: "check", kind: "http", target: "https://a.example.com/", interval_seconds: 60 } as const;
const critical = { severity: "critical" };
const warning = { severity: "warning" };

it("is down after as many failures in a row as the check says, and up after one success", () => {
  const story = {
    check: { ...http, failure_threshold: 3 },
    every: "1m",
    series: {
      'probe_success{job="a"}': "1 1 0 0 1 0 0 0 0 1",
      'probe_http_status_code{job="a"}': "200x1 503x7 200",
    },
    expected: [
      ["3m30s", "orgconfig:check_status", 1],
      ["6m30s", "orgconfig:check_status", 1],
      ["6m30s", "SyntheticCheckDown", []],
      ["7m30s", "orgconfig:check_status", 3],
      ["8m30s", "SyntheticCheckDown", [critical]],
      ["9m30s", "orgconfig:check_status", 1],
      ["9m30s", "SyntheticCheckDown", []],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

it("knows nothing before the first probes, and what it knew last when none comes any more", () => {
  const story = {
    check: { ...http, failure_threshold: 2 },
    every: "1m",
    series: { 'probe_success{job="a"}': "_ 0 0 stale", 'probe_duration_seconds{job="a"}': "_ 5 5 stale" },
    expected: [
      ["30s", "orgconfig:check_status", 0],
      // One failure of two: not down yet, and never up.
      ["1m30s", "orgconfig:check_status", 0],
      ["2m30s", "orgconfig:check_status", 3],
      ["2m30s", "orgconfig:check_time:seconds", 120],
      ["2m30s", "orgconfig:check_duration:seconds", undefined],
      ["2m40s", "SyntheticCheckDown", [critical]],
      // The target went, and nothing has measured since: neither is it up, nor is there a time.
      ["9m", "orgconfig:check_status", 3],
      ["9m", "orgconfig:check_time:seconds", undefined],
      ["55m", "SyntheticCheckDown", [critical]],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

it("distinguishes an unexpected status from a missing text and from no answer", () => {
  const seen = (regex: string, status: string, failure: number) =>
    judged({
      check: { ...http, failure_threshold: 1, body_contains: "a" },
      every: "1m",
      series: {
        'probe_success{job="a"}': "0x3",
        'probe_failed_due_to_regex{job="a"}': regex,
        'probe_http_status_code{job="a"}': status,
      },
      expected: [["2m30s", "orgconfig:check_failure", failure]],
    });
  expect([seen("0x3", "0x3", 5), seen("0x3", "503x3", 503), seen("1x3", "200x3", 1)]).toEqual(["", "", ""]);
});

it("counts slow answers as degraded, and warns after as many in a row", () => {
  const story = {
    check: { ...http, degraded_ms: 500, failure_threshold: 2 },
    every: "1m",
    series: {
      'probe_success{job="a"}': "1x5",
      'probe_duration_seconds{job="a"}': "0.1 0.501 0.1 0.6 0.7 0.1",
    },
    expected: [
      ["1m30s", "orgconfig:check_status", 2],
      ["1m50s", "SyntheticCheckDegraded", []],
      ["2m30s", "orgconfig:check_status", 1],
      ["4m30s", "SyntheticCheckDegraded", [warning]],
      ["4m30s", "orgconfig:check_duration:seconds", 0.7],
      ["5m30s", "SyntheticCheckDegraded", []],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

it("alerts nobody of a muted check, and goes on to show what it sees", () => {
  const story = {
    check: { ...http, failure_threshold: 1, muted: true },
    every: "1m",
    series: { 'probe_success{job="a"}': "0x5" },
    expected: [
      ["3m30s", "orgconfig:check_status", 3],
      ["3m30s", "SyntheticCheckDown", []],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

it("takes the worst of several exporters, as one alert", () => {
  const story = {
    check: { ...http, failure_threshold: 2 },
    every: "1m",
    series: { 'probe_success{job="a"}': "1x5", 'probe_success{job="b"}': "0x5" },
    expected: [
      ["3m30s", "orgconfig:check_status", 3],
      ["3m30s", "SyntheticCheckDown", [critical]],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

/** The probes of a minute each, as far behind every evaluation as is said; one value a letter, `_` is a missing one. */
function probes(behind: number, values: string): Pick<Story, "series" | "every"> {
  const lead = Array.from({ length: (60 - behind) / 5 }, () => "_");
  const spaced = [...values].flatMap((value) => [value, ...Array.from({ length: 11 }, () => "_")]);
  return { every: "5s", series: { 'probe_success{job="a"}': [...lead, ...spaced].join(" ") } };
}

/** The check's status at each minute from the first on, as `probes` counts them; `_` is either. */
function statuses(values: string): Expected[] {
  return [...values].flatMap((value, index): Expected[] =>
    value === "_" ? [] : [[`${index + 1}m`, "orgconfig:check_status", Number(value)]],
  );
}

/** Behind the evaluations, in seconds: never, a little, in the middle, almost a whole interval. */
const phases = [0, 5, 30, 55];

function followed(failure_threshold: number, seen: string, expected: string): string[] {
  return phases.map((behind) =>
    judged({
      check: { ...http, failure_threshold },
      evaluatedEvery: "1m",
      ...probes(behind, seen),
      expected: statuses(expected),
    }),
  );
}

const asExpected = phases.map(() => "");

it("is down from just as many failures on, wherever the probes stand between the evaluations", () => {
  expect(followed(2, "11101001", "11111131")).toEqual(asExpected);
  expect(followed(1, "1101001", "1131331")).toEqual(asExpected);
  expect(followed(3, "110010001", "111111131")).toEqual(asExpected);
});

it("stays down while probes are missing in an outage, and is up after the first success", () => {
  expect(followed(2, "11100000000_0001", "1111333333333331")).toEqual(asExpected);
  expect(followed(2, "111000_0__01", "111133333331")).toEqual(asExpected);
  expect(followed(1, "1110_0__01", "1113333331")).toEqual(asExpected);
});

it("comes down although every second probe is missing", () => {
  expect(followed(2, "1_1_0_0_0_1", "11111133331")).toEqual(asExpected);
});

it("is down, and never up, after an exporter that died in an outage", () => {
  expect(followed(2, "1110000_______", "11113333333333")).toEqual(asExpected);
  expect(followed(2, "1110000_______1", "111133333333331")).toEqual(asExpected);
});

/**
 * A check that probes once a minute, and what its status is at each full minute from the second one on. The probes come
 * so many seconds after the full minute; evaluated once a minute, as far from the probes as that.
 */
function minutes(failure_threshold: number, probes: string, statuses: string, after: number): string {
  const before = "_ ".repeat(after / 10);
  const values = probes
    .split(" ")
    .map((value) => `${value} _ _ _ _ _`)
    .join(" ");
  return judged({
    check: { ...http, failure_threshold },
    every: "10s",
    evaluatedEvery: "1m",
    series: { 'probe_success{job="a"}': before + values },
    expected: statuses
      .split(" ")
      .map((status, index): Expected => [`${index + 1}m`, "orgconfig:check_status", Number(status)]),
  });
}

it("is up until the last of many failures that it takes", () => {
  expect(minutes(10, "1 0 0 0 0 0 0 0 0 0 0 0 1", "1 1 1 1 1 1 1 1 1 1 3 3 1", 30)).toBe("");
});

it("remembers that it was down while Prometheus was away, and forgets it at a success", () => {
  expect(minutes(3, "1 0 0 0 _ _ _ _ _ _ 0 1 0 0 1", "1 1 1 3 3 3 3 3 3 3 3 1 1 1 1", 30)).toBe("");
});

it("goes by each exporter's own failures", () => {
  const story = {
    check: { ...http, failure_threshold: 2 },
    every: "1m",
    series: { 'probe_success{job="a"}': "1 0 0 0 1 1", 'probe_success{job="b"}': "1 1 1 1 0 1" },
    expected: [
      ["3m30s", "orgconfig:check_status", 3],
      // That one failed once does not go on with the outage that the other saw.
      ["4m30s", "orgconfig:check_status", 1],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

it("follows a check that asks once an hour", () => {
  const story = {
    check: { ...http, interval_seconds: 3_600, failure_threshold: 2 },
    every: "1h",
    series: { 'probe_success{job="a"}': "1 0 0", 'probe_duration_seconds{job="a"}': "0.2 0.3 0.3" },
    expected: [
      ["50m", "orgconfig:check_status", 1],
      ["50m", "orgconfig:check_time:seconds", 0],
      ["50m", "orgconfig:check_duration:seconds", 0.2],
      ["80m", "orgconfig:check_status", 1],
      ["80m", "orgconfig:check_time:seconds", 3_600],
      ["125m", "SyntheticCheckDown", [critical]],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

const monitor = { hostname: "a.example.com", alert_days_before_expiry: [14, 30, 1] };

/** The series of the two probes of a host; `more` are others, by name and further labels. */
function views(
  strict: string,
  lax: string,
  more: readonly (readonly [string, "strict" | "lax", string, string?])[],
) {
  const series = (name: string, view: string, labels = "") =>
    `${name}{job="a",orgconfig_probe="${view}"${labels}}`;
  return {
    [series("probe_success", "strict")]: strict,
    [series("probe_success", "lax")]: lax,
    ...Object.fromEntries(more.map(([name, view, values, labels]) => [series(name, view, labels), values])),
  };
}

const trusted = "probe_ssl_last_chain_expiry_timestamp_seconds";
const shown = "probe_ssl_earliest_cert_expiry";
const day = 86_400;

it("warns once for each number of days, of one at a time, and then that it has expired", () => {
  const expiring = (days: string, severity = "warning") =>
    ["CertificateExpiring", [{ severity, orgconfig_days_before_expiry: days }]] as const;
  const lost = "1x4 0x15";
  const story = (seconds: number, strict: string, expected: readonly Expected[]) =>
    judged({
      monitor,
      every: "2m",
      series: views(strict, "1x20", [
        [trusted, "strict", `${seconds}${strict === lost ? "x4 stale" : "x20"}`],
        [shown, "lax", `${seconds}x20`],
      ]),
      expected,
    });
  const aroundFourteen = story(14 * day + 600, "1x19", [
    ["9m", ...expiring("30")],
    ["9m", "orgconfig:certificate_status", 2],
    ["9m", "orgconfig:certificate_not_after:seconds", 14 * day + 600],
    ["12m", ...expiring("14")],
  ]);
  const aroundNone = story(600, lost, [
    ["9m", ...expiring("1", "error")],
    ["9m", "CertificateExpired", []],
    ["12m", "CertificateExpiring", []],
    ["12m", "CertificateExpired", [critical]],
    ["12m", "orgconfig:certificate_status", 6],
  ]);
  expect([aroundFourteen, aroundNone]).toEqual(["", ""]);
});

it("ends the warning when the certificate is renewed, and not when the host is away for a moment", () => {
  const story = {
    monitor,
    every: "2m",
    series: views("1x4 0x9 1x20", "1x4 0x9 1x20", [
      [trusted, "strict", `${10 * day}x4 stale _x9 ${90 * day}x20`],
      [shown, "lax", `${10 * day}x4 stale _x9 ${90 * day}x20`],
    ]),
    expected: [
      ["9m", "CertificateExpiring", [{ ...warning, orgconfig_days_before_expiry: "14" }]],
      ["20m", "orgconfig:certificate_status", 3],
      ["20m", "CertificateUnreachable", []],
      ["20m", "CertificateExpiring", [{ ...warning, orgconfig_days_before_expiry: "14" }]],
      ["27m", "CertificateUnreachable", [warning]],
      ["34m", "CertificateUnreachable", []],
      ["34m", "CertificateExpiring", []],
      ["34m", "orgconfig:certificate_status", 1],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

it("distinguishes a certificate that is not trusted from TLS that is too old", () => {
  const seen = (settings: JsonObject, version: string, status: number) =>
    judged({
      monitor: { ...monitor, ...settings },
      every: "2m",
      series: views("0x10", "1x10", [
        [shown, "lax", `${90 * day}x10`],
        ["probe_tls_version_info", "lax", "1x10", `,version="${version}"`],
      ]),
      expected: [
        ["12m", "orgconfig:certificate_status", status],
        ["12m", "CertificateInvalid", [critical]],
        ["12m", "orgconfig:certificate_not_after:seconds", 90 * day],
      ],
    });
  expect(seen({}, "TLS 1.2", 5)).toBe("");
  expect(seen({}, "TLS 1.1", 4)).toBe("");
  expect(seen({ min_tls_version: "1.3" }, "TLS 1.2", 4)).toBe("");
  expect(seen({ min_tls_version: "1.3" }, "TLS 1.3", 5)).toBe("");
});

it("says nothing new of a certificate of which one view is missing: what was known stays", () => {
  const story = {
    monitor,
    every: "2m",
    // Something in what the host sends has run out that nobody needs, and its TLS is looked at by the strict view.
    series: views("1x4 stale", "1x20", [
      [trusted, "strict", `${90 * day}x4 stale`],
      [shown, "lax", "1x20"],
      ["probe_tls_version_info", "lax", "1x20", ',version="TLS 1.1"'],
    ]),
    expected: [
      ["6m", "orgconfig:certificate_status", 1],
      ["30m", "orgconfig:certificate_status", 1],
      ["30m", "orgconfig:certificate_time:seconds", undefined],
      ["30m", "CertificateExpired", []],
      ["30m", "CertificateInvalid", []],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

it("never warns of an expiry where no days are named, and says of a certificate that has expired", () => {
  const story = {
    monitor: { ...monitor, alert_days_before_expiry: [] },
    every: "2m",
    series: views("1x4 0x10", "1x20", [
      [trusted, "strict", "600x4 stale"],
      [shown, "lax", "600x20"],
    ]),
    expected: [
      ["5m", "orgconfig:certificate_status", 1],
      ["5m", "CertificateExpiring", []],
      ["11m", "CertificateExpired", [critical]],
    ],
  } as const;
  expect(judged(story)).toBe("");
});

/** How the scrapes of the row's probes go: the exporter's answers, whatever they say. */
const up = (values: string) => ({ 'up{job="a"}': values });

const missing = (kind: string, name: string) => ({ kind, name, severity: "warning" });

it("warns of a check that nobody probes any more, and not of a moment without probes", () => {
  const problems = judged({
    check: http,
    every: "1m",
    series: { 'probe_success{job="a"}': "1x5 stale _x2 1x5 stale", ...up("1x200") },
    expected: [
      ["12m", "MissingData", []],
      ["22m", "MissingData", []],
      ["25m", "MissingData", [missing("synthetic_checks", "check")]],
    ],
  });
  expect(problems).toBe("");
});

it("warns of a certificate that nobody probes any more, and holds what was known of it", () => {
  const problems = judged({
    monitor,
    every: "2m",
    series: {
      ...views("0x5 stale", "0x5 stale", []),
      ...up("1x200"),
    },
    expected: [
      ["10m", "orgconfig:certificate_status", 3],
      ["20m", "CertificateUnreachable", [warning]],
      ["20m", "MissingData", []],
      ["30m", "MissingData", [missing("certificate_monitors", "a.example.com:443")]],
      ["80m", "CertificateUnreachable", [warning]],
      ["80m", "orgconfig:certificate_time:seconds", undefined],
    ],
  });
  expect(problems).toBe("");
});

it("says nothing of single rows while nothing at all is probed, which is one cause", () => {
  const problems = judged({
    check: http,
    every: "1m",
    series: { 'probe_success{job="a"}': "0x5 stale", ...up("1x5 0x200") },
    expected: [
      ["40m", "MissingData", []],
      ["40m", "SyntheticCheckDown", [critical]],
    ],
  });
  expect(problems).toBe("");
});
