/** Whether tests hold, and why one does not: by the functions that decide about live alerts and deploys. Pure. */
import { type Run, runsOf } from "../../../kernel/event-series.ts";
import { readable } from "../../../kernel/readable.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import { createInhibiting } from "../../../renderers/alerting/inhibitions.ts";
import { burnAlertsOf, minutesOf } from "../../../renderers/prometheus/burn-series.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { slos } from "../../../resources/slos.ts";
import { createOutcomes } from "../../alerting/index.ts";
import { decideGate, policyAt } from "../../reliability/index.ts";
import { brokenBy } from "./alert-expectations.ts";
import { type DecidingRow, decidingOf } from "./deciding.ts";
import { onCallFailures } from "./on-call-expectations.ts";
import type { TestedRows, TestRow } from "./rows.ts";

export interface TestResult {
  readonly id: string;
  readonly name: string;
  /** What happened in the place of what is expected, a sentence each; none where the test holds. */
  readonly failures: readonly string[];
  /** The rows that it comes from: those that decided it, and those that the test names. */
  readonly decidedBy: readonly DecidingRow[];
}

/** A Wednesday at noon, when what ends by itself has ended. */
const standing = new Date("2099-01-07T12:00:00Z");

/**
 * What each test comes to, whether or not it is enabled.
 * @param now from when on a test of who is always on call looks ahead
 */
export function* evaluate(
  rows: TestedRows,
  tests: readonly TestRow[],
  now: Date,
): Pieces<readonly TestResult[]> {
  const alertResult = alertTests(rows);
  const results: TestResult[] = [];
  for (const { id, configuration } of tests) {
    yield;
    const { name, alert, deploy, expect } = configuration;
    const result =
      alert !== null
        ? yield* alertResult(configuration)
        : deploy !== null
          ? deployResult(rows, configuration)
          : expect.on_call !== undefined
            ? onCallResult(rows, expect.on_call, now)
            : burnResult(rows, configuration);
    results.push({ id, name, ...result });
  }
  return results;
}

type Test = TestRow["configuration"];
type Result = Pick<TestResult, "failures" | "decidedBy">;

function alertTests(rows: TestedRows) {
  const outcomeOf = createOutcomes(rows);
  const sidesOf = createInhibiting(rows.inhibitions);
  return function* (test: Test): Pieces<Result> {
    const { labels = {}, at, unacknowledged_minutes = 0 } = test.alert ?? {};
    const open = new Map<string, string>();
    for (const [index, one] of test.while.entries())
      for (const key of (yield* sidesOf(one.labels)).sourceKeys) open.set(key, String(index));
    const opened = presentAt(at);
    const outcome = yield* outcomeOf(
      { labels },
      {
        opened,
        unacknowledgedSeconds: unacknowledged_minutes * 60,
        open,
      },
    );
    return { failures: brokenBy(rows, test, outcome, opened), decidedBy: decidingOf(rows, test, outcome) };
  };
}

function presentAt(at: string | undefined): Date {
  return momentOf(at) ?? standing;
}

function deployResult(rows: TestedRows, test: Test): Result {
  const id = rows.policies.get(test.deploy?.service ?? "")?.id;
  const decidedBy = id === undefined ? [] : [{ kind: deployPolicies.kind, id }];
  return { failures: deployFailures(rows, test), decidedBy };
}

function deployFailures(rows: TestedRows, { deploy, expect }: Test): string[] {
  if (deploy === null) return [];
  const { service, at, incident_impact: impact } = deploy;
  const now = presentAt(at);
  const row = rows.policies.get(service);
  const policy = row && policyAt({ ...row, secrets: {} }, now);
  const figure = (value: number | undefined) => (value === undefined ? undefined : { value, at: now });
  const figures = {
    errorBudgetRemainingPercent: figure(deploy.error_budget_remaining_percent),
    burnRate: figure(deploy.burn_rate),
  };
  const measured = figures.errorBudgetRemainingPercent ?? figures.burnRate;
  const decision = decideGate({
    policy,
    override: undefined,
    slos:
      measured === undefined
        ? []
        : [{ id: "", name: "of the test", corrections: [], withdrawn: [], ...figures }],
    incidents: impact === undefined ? [] : [incidentOf(service, impact)],
    now,
  });
  const held = decision.reasons.filter(({ holds }) => holds);
  const whose =
    policy === undefined
      ? `${JSON.stringify(service)} has no deploy policy, so that the defaults decide`
      : `decided by the deploy policy of ${JSON.stringify(service)}`;
  const why = held.length === 0 ? "nothing holds it" : held.map(({ message }) => String(message)).join(" ");
  const what = `The deploy at ${readable(now)} is ${decision.allowed ? "allowed" : "held"}: ${why.replace(/\.$/, "")}; ${whose}.`;
  const wrong =
    (expect.allowed !== undefined && expect.allowed !== decision.allowed) ||
    (expect.reason !== undefined && !held.some(({ code }) => code === expect.reason));
  return wrong ? [what] : [];
}

function incidentOf(service: string, impact: NonNullable<NonNullable<Test["deploy"]>["incident_impact"]>) {
  return { id: "", service, title: "of the test", status: "investigating", impact };
}

function onCallResult(
  { rotas, members }: TestedRows,
  expected: NonNullable<Test["expect"]["on_call"]>,
  now: Date,
): Result {
  const rota = rotas.get(expected.rota);
  if (rota === undefined)
    return { failures: [`The rota that it names is gone (${expected.rota}).`], decidedBy: [] };
  return {
    failures: onCallFailures(rota, expected, now, members ?? undefined),
    decidedBy: [{ kind: onCallRotas.kind, id: rota.id }],
  };
}

function burnResult(rows: TestedRows, test: Test): Result {
  const decidedBy = rows.slos.has(test.slo ?? "") ? [{ kind: slos.kind, id: test.slo ?? "" }] : [];
  return { failures: burnFailures(rows, test), decidedBy };
}

/** How long the events of a test go on, in minutes: what to decide it takes grows with that. */
export function minutesOfTest({ series }: Pick<Test, "series">): number {
  return series === null ? 0 : Math.max(minutesOf(runsIn(series.good)), minutesOf(runsIn(series.bad)));
}

function burnFailures(rows: TestedRows, { slo: id, series, expect }: Test): string[] {
  const slo = rows.slos.get(id ?? "")?.configuration;
  if (slo === undefined) return [`The SLO that it names is gone (${id}).`];
  const [good, bad] = [runsIn(series?.good), runsIn(series?.bad)];
  const { alert: wanted = "none", within_minutes: within = minutesOfTest({ series }) } = expect;
  const fired = (slo.enabled ? burnAlertsOf(slo, good, bad) : []).filter(({ minute }) => minute <= within);
  const holds = wanted === "none" ? fired.length === 0 : fired.some(({ severity }) => severity === wanted);
  if (holds) return [];
  const thresholds = slo.burn_alerts
    .filter(({ severity }) => severity === wanted)
    .map(
      ({ threshold, long_minutes, short_minutes }) =>
        `${threshold} over ${long_minutes} and ${short_minutes} minutes`,
    );
  const own =
    wanted === "none"
      ? ""
      : thresholds.length === 0
        ? `; it has no burn alert of severity ${wanted}`
        : `; that alert fires from a burn rate of ${thresholds.join(", or of ")}`;
  const what = !slo.enabled
    ? "is switched off, and fires nothing"
    : fired.length === 0
      ? `fires nothing within ${within} minutes`
      : `fires ${fired.map(({ severity, minute }) => `${severity} after ${minute} ${minute === 1 ? "minute" : "minutes"}`).join(" and ")}`;
  return [`The SLO ${JSON.stringify(slo.name)} of ${JSON.stringify(slo.service)} ${what}${own}.`];
}

function runsIn(text: string | undefined): readonly Run[] {
  const read = runsOf(text ?? "0x1");
  return "runs" in read ? read.runs : [];
}
