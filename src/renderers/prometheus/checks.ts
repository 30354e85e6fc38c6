/**
 * The rules of synthetic checks, as the file checks.rules.yml: what was last seen of each, for read-back, and its
 * alerts. Several exporters may probe a check, each in a scrape job of its own: the worst of them counts.
 */

import { isUnable, moduleOfCheck } from "../blackbox/modules.ts";
import type { CheckRow, RendererRows, Target } from "../renderer.ts";
import { goneAlone, type MissingPlace, missingAlert, probesGroup, usualPlace } from "./missing-data.ts";
import { isAnythingProbed, probedRows } from "./probed.ts";
import {
  type AlertingRule,
  literal,
  type RecordingRule,
  type RuleContent,
  type RuleGroup,
  ruleFile,
  serviceLabelOf,
} from "./rule-file.ts";

export const checkIdLabel = "orgconfig_check_id";

export const checkRecords = {
  /** One of `checkStatuses`. */
  status: "orgconfig:check_status",
  /** Seconds since 1970 of the newest probe; absent while none comes in, whatever the others still say. */
  time: "orgconfig:check_time:seconds",
  /** How long the newest answer took; absent while it fails. */
  duration: "orgconfig:check_duration:seconds",
  /** Why the newest probe failed: one of `checkFailures`, or the HTTP status; absent while it does not. */
  failure: "orgconfig:check_failure",
} as const;

export const checkStatuses = { unknown: 0, up: 1, degraded: 2, down: 3 } as const;

/** Below every HTTP status. Over TLS the exporter shows of no answer not whether it was the certificate. */
export const checkFailures = {
  body: 1,
  noAnswer: 2,
  nameRefused: 3,
  handshake: 4,
  noTrustedAnswer: 5,
} as const;

export function checkRules(rows: RendererRows, target: Target): RuleContent {
  const { here, ...probed } = probedRows(rows, target, {
    resource: "synthetic_checks",
    of: rows.syntheticChecks,
    canProbe: (check, prober) => !isUnable(moduleOfCheck(check, prober)),
    everySeconds,
  });
  const place = { connectorId: target.connectorId, missingAfter: rows.missingAfterMinutes };
  const groups = here.map((check) => groupOf(check, place));
  // Of certificates too: it stands in one file.
  const all = isAnythingProbed(rows, target) ? [probesGroup(target.connectorId), ...groups] : groups;
  return { ...probed, content: ruleFile(all) };
}

function everySeconds({ configuration: { interval_seconds } }: CheckRow): number {
  return Math.min(60, interval_seconds);
}

/** A group for each check, so that another check's coming and going never starts its alerts anew. */
function groupOf(check: CheckRow, place: MissingPlace): RuleGroup {
  const seen = seriesOf(check);
  return {
    name: `orgconfig-check-${check.id}`,
    interval: `${everySeconds(check)}s`,
    rules: [...records(check, seen), ...checkAlerts(check, place)],
  };
}

/** The longest that Prometheus looks back for a sample by itself is 5 minutes: whatever may be older is asked for. */
const lookBackSeconds = 300;

/** So many probes may be missing in a row before nothing is known, or before failures are no longer in a row. */
const mayBeMissing = 2;

/** What was known is known still after a restart of Prometheus that took less. */
const rememberedSeconds = 3_600;

/** PromQL for what the exporter measured of one check, a figure a scrape job. */
function seriesOf({ id, configuration: { interval_seconds, failure_threshold } }: CheckRow) {
  const selected = (name: string) => `${name}{${checkIdLabel}="${id}"}`;
  const recent = Math.max(lookBackSeconds, (mayBeMissing + 1) * interval_seconds);
  const byJob = (expression: string) => `max by (job) (${expression})`;
  const last = (name: string, seconds = recent) => byJob(`last_over_time(${selected(name)}[${seconds}s])`);
  const success = selected("probe_success");
  const failing = `${last("probe_success")} == 0`;
  // Long enough for every success that fewer than failure_threshold failures may follow.
  const succeeded = Math.max(recent, (failure_threshold + mayBeMissing) * interval_seconds);
  return {
    last,
    failing,
    failedInARow: Array.from({ length: mayBeMissing + 1 }, (_, missing) => {
      // A second less, so that no probe is at the window's very start: Prometheus 2 counts it and Prometheus 3 does not.
      const window = `${(failure_threshold + missing) * interval_seconds - 1}s`;
      return `${byJob(`max_over_time(${success}[${window}])`)} == 0 and ${byJob(`count_over_time(${success}[${window}])`)} >= ${failure_threshold}`;
    }),
    stillDown: `${failing} and ${last(downRecord, Math.max(rememberedSeconds, recent))} == 1`,
    down: `${byJob(selected(downRecord))} == 1`,
    succeeded: `${byJob(`max_over_time(${success}[${succeeded}s])`)} == 1 and ${last("probe_success")}`,
    time:
      2 * interval_seconds <= lookBackSeconds
        ? `max(timestamp(${success}))`
        : `max(max_over_time(timestamp(${success})[${recent}s:4m]))`,
  };
}

/**
 * A figure a scrape job: 1 from as many failures in a row on as the check says until the next success, else 0; absent
 * while nothing is known. It looks at what it was before, so that a probe that is missing never ends an outage.
 */
const downRecord = "orgconfig:check_down";

function records(check: CheckRow, seen: ReturnType<typeof seriesOf>): RecordingRule[] {
  const { degraded_ms } = check.configuration;
  const { unknown, up, degraded, down } = checkStatuses;
  const duration = seen.last("probe_duration_seconds");
  const record = (name: string, expr: string): RecordingRule => ({
    record: name,
    expr,
    labels: { [checkIdLabel]: check.id },
  });
  return [
    record(
      downRecord,
      firstOfEach([
        ...[...seen.failedInARow, seen.stillDown].map((expression) => [expression, 1] as const),
        [seen.last("probe_success"), 0],
      ]),
    ),
    record(
      checkRecords.status,
      heldUntilMeasured(
        `${checkRecords.status}{${checkIdLabel}="${check.id}"}`,
        [
          [seen.down, down],
          ...(degraded_ms === null
            ? []
            : [[`${duration} > ${degraded_ms / 1_000} unless ${seen.failing}`, degraded] as const]),
          [seen.succeeded, up],
        ],
        unknown,
      ),
    ),
    record(checkRecords.time, seen.time),
    record(checkRecords.duration, `max(${duration} unless ${seen.failing})`),
    record(checkRecords.failure, failureOf(check, seen)),
  ];
}

function failureOf(
  { configuration: { kind, target } }: CheckRow,
  { last, failing }: ReturnType<typeof seriesOf>,
): string {
  const { body, noAnswer, nameRefused, handshake, noTrustedAnswer } = checkFailures;
  switch (kind) {
    case "http": {
      const answered = `${last("probe_http_status_code")} > 0 and ${failing}`;
      return firstOf([
        [`${last("probe_failed_due_to_regex")} == 1 and ${failing}`, body],
        [answered, undefined],
        [failing, /^https:/i.test(target) ? noTrustedAnswer : noAnswer],
      ]);
    }
    case "dns":
      return firstOf([
        [`${last("probe_dns_query_succeeded")} == 1 and ${failing}`, nameRefused],
        [failing, noAnswer],
      ]);
    case "tcp":
      return firstOf([[failing, noAnswer]]);
    case "tls":
      return firstOf([[failing, handshake]]);
  }
}

/** An expression, and the figure that it stands for; without one the sample itself is given. */
type Case = readonly [expression: string, figure: number | undefined];

/** PromQL that gives the figure of the first expression with a sample, job by job, and of all jobs the highest. */
export function firstOf(cases: readonly Case[]): string {
  return `max(\n  ${firstOfEach(cases).replaceAll("\n", "\n  ")}\n)`;
}

/**
 * The same for a record of one row, which keeps its figure while nothing measures: what is unknown is as it was known
 * last, so that no alert ends by the loss of what measures.
 *
 * @param unknown what it is before anything was measured
 */
export function heldUntilMeasured(record: string, cases: readonly Case[], unknown: number): string {
  return `${firstOf(cases)}\n${held(record)}\nor vector(${unknown})`;
}

/** What a record of one row was at its last evaluation, to stand behind what it is now. */
export function held(record: string): string {
  return `or max(last_over_time(${record}[${rememberedSeconds}s]))`;
}

/** PromQL that gives the figure of the first expression with a sample, job by job. */
function firstOfEach(cases: readonly Case[]): string {
  return cases
    .map(([expression, figure]) =>
      figure === undefined ? `(${expression})` : `(${expression}) * 0 + ${figure}`,
    )
    .join("\nor\n");
}

/**
 * None of a check that is muted.
 * @param place where and when it is said that no probe comes in
 */
export function checkAlerts(
  { id, configuration }: CheckRow,
  { connectorId, missingAfter }: MissingPlace = usualPlace,
): AlertingRule[] {
  if (configuration.muted) return [];
  const { name, kind, target, service, degraded_ms, failure_threshold, interval_seconds } = configuration;
  const labels = { [checkIdLabel]: id, ...serviceLabelOf(service), ...configuration.labels };
  const alert = (title: string, status: number, severity: string) => ({
    alert: title,
    expr: `${checkRecords.status}{${checkIdLabel}="${id}"} == ${status}`,
    labels: { ...labels, severity },
  });
  const what = literal(`${kind} check of ${target}`);
  return [
    {
      ...alert("SyntheticCheckDown", checkStatuses.down, "critical"),
      annotations: {
        summary: literal(`${name} is down`),
        description: `${what}: ${failure_threshold} failures in a row, one every ${interval_seconds} seconds.`,
      },
    },
    ...(degraded_ms === null
      ? []
      : [
          {
            ...alert("SyntheticCheckDegraded", checkStatuses.degraded, "warning"),
            for: `${(failure_threshold - 1) * interval_seconds}s`,
            annotations: {
              summary: literal(`${name} is slow`),
              description: `${what}: ${failure_threshold} answers in a row took longer than ${degraded_ms} ms.`,
            },
          },
        ]),
    ...missingAlert(missingAfter, {
      kind: "synthetic_checks",
      name,
      labels,
      gone: goneAlone(`${checkRecords.time}{${checkIdLabel}="${id}"}`, connectorId),
      summary: "no probe comes in",
      description: `${kind} check of ${target}. Look at its target in Prometheus, and at blackbox_exporter.`,
    }),
  ];
}
