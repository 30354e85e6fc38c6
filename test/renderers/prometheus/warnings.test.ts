/** What is said of rows that Prometheus takes, and that do not do what they seem to. */
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/kernel/time-slices.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { storedForm } from "../../../src/renderers/prometheus/le-and-quantile.ts";
import type { Target } from "../../../src/renderers/renderer.ts";
import { warningsOf } from "../../../src/renderers/warnings.ts";
import { fc } from "../../support/property.ts";
import { onePrometheus, type RowBodies, rendererRows } from "../rows.ts";
import { madeUpQueries, queries } from "./queries.ts";

const good = 'sum(rate(http_requests_total{code!~"5.."}[5m]))';
const total = "sum(rate(http_requests_total[5m]))";
const ratio = {
  name: "a",
  service: "s",
  kind: "ratio",
  data_source_id: "ds_prometheus",
  good_query: good,
  total_query: total,
};
const threshold = (query: string) => ({
  name: "a",
  service: "s",
  kind: "threshold",
  data_source_id: "ds_prometheus",
  threshold_query: query,
  threshold_op: "lt",
  threshold_value: 1,
});

function warned(bodies: RowBodies, seen: Target["seenVersions"] = new Map()) {
  return atOnce(warningsOf(rendererRows({ ...onePrometheus, ...bodies }), seen));
}

/** By field, what is said of an SLI. */
function ofSli(sli: JsonObject, bodies: RowBodies = {}, seen?: Target["seenVersions"]) {
  return warned({ ...bodies, slis: { sli_1: sli } }, seen).map(({ field, reason, message }) => [
    field,
    reason,
    message,
  ]);
}

function ofSlo(slo: JsonObject) {
  const body = { name: "a", service: "s", sli_id: "sli_1", target_percent: 99.9, ...slo };
  return warned({ slis: { sli_1: ratio }, slos: { slo_1: body } }).map(({ field, reason, message }) => [
    field,
    reason,
    message,
  ]);
}

const alerts = (fields: object) => ({
  burn_alerts: [{ long_minutes: 60, short_minutes: 5, threshold: 1, severity: "critical", ...fields }],
});

describe("a query that nobody can read", () => {
  it.each([
    [
      "sum(rate(x_total{{window}}",
      'is no PromQL: line 1, column 18: "{" is not expected here; the only variables are {{.window}} and $__window, and the query has {{window}}',
    ],
    ["((((", "is no PromQL: line 1, column 5: the query ends where more is expected"],
    [
      "sum(rate(x_total[$__rate_interval]))",
      'is no PromQL: line 1, column 18: "$" is not expected here; the only variables are {{.window}} and $__window, and the query has $__rate_interval',
    ],
  ])("is warned of with its place, whether an engine is tied or not: %s", (query, message) => {
    const sli = { ...ratio, total_query: query };
    for (const bodies of [{}, { connectors: {} }])
      expect(ofSli(sli, bodies)).toEqual([["total_query", "unparsable", message]]);
  });

  it("is warned of a variable that stays as it is written, and of no group of a pattern", () => {
    expect(ofSli(threshold('max(up{job="$job"})'))).toEqual([
      [
        "threshold_query",
        "unknown_variable",
        "has $job, which stays as it is written: the only variables are {{.window}} and $__window",
      ],
    ]);
    const fine = ['max(up{job=~"a$"})', 'max(label_replace(up, "a", "$host", "b", "(?P<host>.*)"))'];
    expect(fine.flatMap((query) => ofSli(threshold(query)))).toEqual([]);
  });
});

describe("a ratio whose part and whole are not of one kind", () => {
  const rated = "sum(rate(http_requests_total[5m]))";
  const bad = (bad_query: string, total_query = rated) =>
    ofSli({ ...ratio, good_query: null, bad_query, total_query });
  const fine = (queries: readonly [string, string?]) => expect(bad(...queries), queries.join()).toEqual([]);

  it.each([
    ["vector(-1)", "always gives -1"],
    ["-vector(2)", "always gives -2"],
    ["vector(1) / 0", "always gives Infinity"],
    ["vector(NaN)", "always gives NaN"],
  ])("is warned of %s, which counts nothing, in each of its queries", (query, says) => {
    const found = ["no_number", expect.stringContaining(says)];
    expect(bad(query)).toEqual([["bad_query", ...found]]);
    expect(bad("sum(rate(errors[5m]))", query)).toEqual([["total_query", ...found]]);
    expect(ofSli({ ...ratio, good_query: query })).toEqual([["good_query", ...found]]);
  });

  it.each([
    ["vector(400)", "vector(1)", "more_than_total", "always gives 400 where total_query gives 1"],
    [`${rated} * 400`, rated, "other_unit", "counts each event 400 times"],
    [
      'sum(increase(http_requests_total{code="500"}[5m]))',
      rated,
      "other_unit",
      "counts each event 300 times",
    ],
    [
      'sum(rate(http_requests_total{code="500"}[5m]))',
      "60 * (sum(rate(http_requests_total[5m])))",
      "other_unit",
      "counts each event 0.01667 times",
    ],
    [
      "sum(increase(errors_total[5m])) or vector(0)",
      rated,
      "other_unit",
      "counts the events of 300 seconds, and total_query those of one second",
    ],
    [
      "sum(increase(errors_total[1h]))",
      "sum(increase(http_requests_total[5m]))",
      "other_unit",
      "counts the events of 3600 seconds, and total_query those of 300 seconds",
    ],
  ])("is warned of %s of %s", (query, total, reason, says) => {
    expect(bad(query, total)).toEqual([["bad_query", reason, expect.stringContaining(says)]]);
    const as = ofSli({ ...ratio, good_query: query, total_query: total }).map(([field, why]) => [field, why]);
    expect(as).toContainEqual(["good_query", reason]);
  });

  it("is not warned of what is of one", () => {
    fine(['sum(rate(http_requests_total{code="500"}[5m]))']);
    fine(['60 * sum(rate(http_requests_total{code="500"}[5m]))', "60 * sum(rate(http_requests_total[5m]))"]);
    fine(["sum(increase(errors[{{.window}}]))", "sum(increase(all[{{.window}}]))"]);
    fine(["sum(rate(errors[5m])) or vector(0)"]);
    fine(["sum(increase(errors[5m])) / 300"]);
    fine(["vector(0.5)", "vector(1)"]);
  });
});

describe("an SLO", () => {
  it("has no warning with the usual targets and alerts", () => {
    expect(
      [95, 99, 99.5, 99.9, 99.95, 99.99, 99.9999].flatMap((target_percent) => ofSlo({ target_percent })),
    ).toEqual([]);
  });

  it("is warned of a burn alert that would need more than everything to be bad", () => {
    expect(ofSlo({ target_percent: 90 })).toEqual([
      [
        "burn_alerts[0].threshold",
        "never_fires",
        "never fires: at a target of 90 % the burn rate is 10 at most, when everything is bad; write 10 or less",
      ],
    ]);
  });

  it.each([
    [0.995, "99.5"],
    [0.9999, "99.99"],
    [0.5, "50"],
  ])("is warned of a target of %d percent, which was meant as a share", (target_percent, meant) => {
    expect(ofSlo({ target_percent })).toEqual([
      [
        "target_percent",
        "share_for_percent",
        `is ${target_percent} %, so that nearly everything may be bad; write ${meant} if ${meant} % is meant`,
      ],
    ]);
    expect(ofSlo({ target_percent: 1, burn_alerts: [] })).toEqual([]);
  });

  it("takes the number that the warning names, and none above it", () => {
    for (const [target_percent, most] of [
      [90, 10],
      [99.9, 1_000],
      [97, 33.33],
      [1, 1.01],
      [99.99, 10_000],
    ] as const) {
      expect(ofSlo({ target_percent, ...alerts({ threshold: most }) })).toEqual([]);
      expect(
        ofSlo({ target_percent, ...alerts({ threshold: Number((most + 0.01).toFixed(2)) }) })[0]?.[2],
      ).toContain(`write ${most} or less`);
    }
  });

  it("is warned of alerts over more than its own window", () => {
    const [long, short] = ofSlo({ window_days: 1, ...alerts({ long_minutes: 1_441, short_minutes: 1_441 }) });
    expect(long).toEqual([
      "burn_alerts[0].long_minutes",
      "longer_than_window",
      "is longer than the SLO's own window of 1 day: it fires for what is no longer in the budget; write 1440 or less",
    ]);
    expect(short?.[0]).toBe("burn_alerts[0].short_minutes");
    expect(ofSlo({ window_days: 1, ...alerts({ long_minutes: 1_440, short_minutes: 1_440 }) })).toEqual([]);
    // The default alerts look back three days.
    expect(ofSlo({ window_days: 2 }).map(([field]) => field)).toEqual(["burn_alerts[3].long_minutes"]);
  });
});

describe("an SLI", () => {
  it("has no warning where it is as the docs write it", () => {
    expect(ofSli(ratio)).toEqual([]);
    const increases = {
      good_query: "sum(increase(good_total[{{.window}}]))",
      total_query: "sum(increase(a_total[5m]))",
    };
    expect(ofSli({ ...ratio, ...increases })).toEqual([]);
    expect(ofSli(threshold("histogram_quantile(0.99, sum by (le) (rate(a_seconds_bucket[5m])))"))).toEqual(
      [],
    );
    expect(ofSli(threshold("sum(job:requests_total:rate5m)"))).toEqual([]);
  });

  it("is warned of counters that are looked at as they stand", () => {
    expect(ofSli({ ...ratio, total_query: "sum(http_requests_total) # all" })).toEqual([
      [
        "total_query",
        "no_rate",
        "looks at http_requests_total as it stands, which is a counter by its name and only grows until its program restarts; write rate(http_requests_total[5m])",
      ],
    ]);
    const reasons = (query: string) => ofSli(threshold(query)).map(([, reason]) => reason);
    for (const raw of [
      '{__name__="a_total"}',
      '{"a_count"}',
      "histogram_quantile(0.9, sum by (le) (a_bucket))",
      "a_total offset 1h",
    ])
      expect(reasons(raw), raw).toContain("no_rate");
    for (const fine of [
      "max_over_time(sum(rate(a_total[5m]))[1h:])",
      "increase(sum(a_total)[5m:])",
      "count(up_total)",
      "absent(a_total)",
      "a_total - a_total offset 5m",
      "job:a_total",
      "totals",
    ])
      expect(reasons(fine), fine).not.toContain("no_rate");
  });

  it("is warned of ranges as long as the SLO's window", () => {
    const all = {
      good_query: null,
      bad_query: "errors",
      total_query: "sum(increase(http_requests_total[30d]))",
    };
    expect(ofSli({ ...ratio, ...all })).toEqual([
      [
        "total_query",
        "long_range",
        "looks 30d back with increase at each evaluation, and the SLO's own window comes on top: what happens now hardly shows; write [5m], or [{{.window}}]",
      ],
    ]);
    const reasons = (query: string) => ofSli(threshold(query)).map(([, reason]) => reason);
    expect(reasons("avg_over_time(sum(a)[7d:5m] offset 1h)")).toEqual(["long_range"]);
    expect(reasons("time() - max(max_over_time(last_backup_seconds[2d]))")).toEqual([]);
    expect(reasons("sum(rate(a_total[1h]))")).toEqual([]);
  });

  it("is warned of series that an SLO adds up", () => {
    expect(ofSli({ ...ratio, total_query: "sum by (path, job) (rate(http_requests_total[5m]))" })).toEqual([
      [
        "total_query",
        "merged_series",
        "gives a series of each group by (path, job), added up in one figure of the SLO; leave out by (path, job), or make an SLI of each with a label matcher",
      ],
    ]);
    const first = (query: string) => ofSli(threshold(query))[0];
    expect(first("histogram_quantile(0.9, sum by (le, path) (rate(a_bucket[5m])))")?.[2]).toBe(
      "gives a series of each group by (le, path), and each of them counts alike in one figure of the SLO; write by (le), or make an SLI of each with a label matcher",
    );
    expect(first("avg(a) without (pod) * 2")?.[1]).toBe("merged_series");
    for (const one of [
      "max(sum by (path) (a))",
      "sum by () (a)",
      "vector(scalar(sum by (a) (b)))",
      "a and on (b) sum by (b) (c)",
    ])
      expect(first(one), one).toBeUndefined();
  });

  it("is warned where good or bad is the same as all, in whatever way it is written", () => {
    const all = "sum(rate(a_total{x=\"1\", y='2'}[5m]))";
    const written = 'SUM ((rate(a_total{y="2",x="1",}[300s]))) # all of them';
    expect(ofSli({ ...ratio, good_query: written, total_query: all })).toEqual([
      [
        "good_query",
        "same_as_total",
        'selects the same as total_query, so that all is good, always; leave out of it what is bad, such as with code!~"5.."',
      ],
    ]);
    const [bad] = ofSli({ ...ratio, good_query: null, bad_query: written, total_query: all });
    expect(bad?.slice(0, 2)).toEqual(["bad_query", "same_as_total"]);
    expect(ofSli({ ...ratio, good_query: 'sum(rate(a_total{x="2"}[5m]))', total_query: all })).toEqual([]);
  });

  it("is warned where good and total are exchanged, so that the ratio comes above 1", () => {
    expect(ofSli({ ...ratio, good_query: total, total_query: good })).toEqual([
      [
        "good_query",
        "more_than_total",
        'takes in more than total_query, which has code!~"5.." and this has not: the ratio comes above 1; exchange the two, or write code!~"5.." here too',
      ],
    ]);
    const [bad] = ofSli({ ...ratio, good_query: null, bad_query: total, total_query: good });
    expect(bad?.slice(0, 2)).toEqual(["bad_query", "more_than_total"]);
  });

  it("is warned where what fails is counted as good, or what works as bad", () => {
    const errors = 'sum(rate(http_requests_total{code=~"5.."}[5m]))';
    expect(ofSli({ ...ratio, good_query: errors })).toEqual([
      [
        "good_query",
        "good_and_bad_exchanged",
        'counts what fails (code=~"5.."); write it as bad_query, and leave good_query empty',
      ],
    ]);
    expect(ofSli({ ...ratio, good_query: "sum(rate(http_errors_total[5m]))" })[0]?.[1]).toBe(
      "good_and_bad_exchanged",
    );
    expect(ofSli({ ...ratio, good_query: null, bad_query: good })[0]?.[2]).toBe(
      'counts what does not fail (code!~"5.."); write it as good_query, and leave bad_query empty',
    );
    expect(ofSli({ ...ratio, good_query: null, bad_query: errors })).toEqual([]);
    expect(ofSli({ ...ratio, good_query: `${total} - sum(rate(http_errors_total[5m]))` })).toEqual([]);
  });

  it("is warned of le and quantile as Prometheus 3 does not store them", () => {
    const sli = {
      ...ratio,
      good_query: 'sum(rate(a_bucket{le="1"}[5m]))',
      total_query: "sum(rate(a_count[5m]))",
    };
    const message =
      'le="1" finds nothing at Prometheus 3 and newer, which stores 1.0; write le="1.0", or le=~"1|1.0" while an older one runs';
    const warning = ["good_query", "stored_number", message];
    expect(ofSli(sli)).toEqual([warning]);
    expect(ofSli(sli, {}, new Map([["conn_prometheus", "3.1.0"]]))).toEqual([warning]);
    expect(ofSli(sli, {}, new Map([["conn_prometheus", "2.53.0"]]))).toEqual([]);
    const connector = (fields: object) => ({
      connectors: { conn_prometheus: { ...onePrometheus.connectors.conn_prometheus, ...fields } },
    });
    expect(
      ofSli(sli, connector({ metadata: { version: "2.55" } }), new Map([["conn_prometheus", "3.1"]])),
    ).toEqual([]);
    expect(ofSli(sli, connector({ connector_type: "vmalert" }))).toEqual([]);
    const of = (matcher: string) =>
      ofSli({ ...sli, good_query: `sum(rate(a_bucket{${matcher}}[5m]))` })[0]?.[2];
    expect(of('quantile!="1"')).toBe(
      'quantile!="1" leaves nothing out at Prometheus 3 and newer, which stores 1.0; write quantile!="1.0", or quantile!~"1|1.0" while an older one runs',
    );
    expect(of('le=~"0.5|1"')).toContain('write le=~"0.5|1.0"');
    const both = ['le=~"1|1.0"', 'le=~"1|1\\\\.0"', 'le!~"0.5|1|1.0"', 'quantile=~"1|1.*"'];
    for (const fine of ['le="1.0"', 'le="+Inf"', 'le="0.25"', 'le=~"1.*"', 'size="1"', ...both])
      expect(of(fine), fine).toBeUndefined();
  });

  it("is read whatever Prometheus takes", () => {
    for (const query of [...queries, ...fc.sample(madeUpQueries, 500)])
      for (const { message, reason } of warned({ slis: { sli_1: threshold(query) } }))
        expect(message).toMatch(
          reason === "unparsable" ? /^is no PromQL: line \d+, column \d+: ./ : /; .*write |leave out/s,
        );
  });

  it("is left alone where its queries are no PromQL", () => {
    const dataSources = { ds_prometheus: { name: "Loki", type: "loki", url: "https://loki.example.com" } };
    expect(ofSli({ ...ratio, total_query: "sum(x_total)" }, { dataSources })).toEqual([]);
  });
});

it("writes numbers of labels as Prometheus does", () => {
  const forms = {
    "1": "1.0",
    "0": "0.0",
    "0.50": "0.5",
    "10": "10.0",
    "100000": "100000.0",
    "1000000": "1e+06",
    "1e6": "1e+06",
    "2500000": "2.5e+06",
    "0.00005": "5e-05",
    "+Inf": "+Inf",
    "-1": "-1.0",
    ".5": "0.5",
    a: "a",
  };
  expect(Object.fromEntries(Object.keys(forms).map((form) => [form, storedForm(form)]))).toEqual(forms);
});

it("pauses after each SLI, so that thousands of long queries hold up nobody", () => {
  const slis = { sli_1: ratio, sli_2: ratio, sli_3: ratio };
  const work = warningsOf(rendererRows({ ...onePrometheus, slis }), new Map());
  let pauses = 0;
  while (!work.next().done) pauses += 1;
  expect(pauses).toBe(3);
});
