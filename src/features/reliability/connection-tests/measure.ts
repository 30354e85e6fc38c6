/**
 * Measures an SLO once, by the events that its data source has: for the time before an engine evaluates it, or where
 * nothing does. Nothing is kept of it, and no alert follows from it.
 */

import type { Call } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { stepSeconds } from "../../../kernel/event-series.ts";
import { movedAway } from "../../../kernel/secret-addresses.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { evaluationInterval, ruleDataSourceType } from "../../../renderers/assignment.ts";
import { failing } from "../../../renderers/connection-tests/probe.ts";
import { rangeExchange } from "../../../renderers/connection-tests/ranges.ts";
import { spansOf } from "../../../renderers/prometheus/corrections.ts";
import { type Measured, measuredOf, type StepRates } from "../../../renderers/prometheus/measured.ts";
import { rangeQuery } from "../../../renderers/prometheus/range-query.ts";
import { measureProblems } from "../../../renderers/prometheus/sli-measure.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { slis } from "../../../resources/slis.ts";
import { sloCorrections } from "../../../resources/slo-corrections.ts";
import { slos } from "../../../resources/slos.ts";
import { asking, type ConnectionTestDeps, notTested, notToBeProbed, requestsOf, shown } from "./asking.ts";
import { type Connected, dataSourceConnection, existing } from "./connections.ts";
import { type Outcome, probed } from "./probe.ts";
import { idInput, measureOutput } from "./shapes.ts";

/** For so long the data source is asked, in all and for one answer. */
const longest_ms = 12_000;
const longestRequest_ms = 8_000;
/** Days of one question: the newest day by itself, so that something is known soon, then more at once. */
const growth = 2;
const mostDays = 16;
const daySeconds = 86_400;

export function measureSlo(deps: ConnectionTestDeps): ConfigurationOperation {
  return configurationOperation({
    ...asking,
    name: "measure_slo",
    title: "Measure an SLO now",
    description:
      "Asks an SLO's data source for the events of its window, and answers what is left of the error budget. Needs no engine and keeps nothing. Type: prometheus.",
    tag: slos.kind,
    reach: { kinds: [slos] },
    scans: "long",
    path: "/api/v1/slos/{id}/measure",
    input: idInput,
    output: measureOutput,
    async answer(call, { id }) {
      const row = await existing(deps, call.caller.organization.id, slos, id);
      const { outcome, measured } = await measure(deps, call, row);
      return { ...shown(outcome), measured };
    },
  });
}

/** What has to be known to ask. */
interface Question {
  readonly connected: Connected;
  readonly query: string;
}

async function measure(
  deps: ConnectionTestDeps,
  call: Call,
  row: StoredRow,
): Promise<{ readonly outcome: Outcome; readonly measured: JsonObject | null }> {
  const question = await questionOf(deps, call, row);
  if (!("query" in question)) return { outcome: question, measured: null };
  const configuration = completed(slos, row.configuration);
  const { window_days: days } = configuration;
  const end = Math.floor(call.now.getTime() / 1_000 / stepSeconds) * stepSeconds;
  const first = end - days * daySeconds;
  const steps = (days * daySeconds) / stepSeconds;
  const rates = { total: unknownSteps(steps), bad: unknownSteps(steps) };
  const { outcome, cut } = await fill(deps, call, question, rates, { first, end });
  if (!outcome.finding.ok) return { outcome, measured: null };
  const corrections = await deps.store.rowsMatching(call.caller.organization.id, sloCorrections.kind, {});
  const spans = spansOf(
    corrections.map(({ id, configuration }) => ({
      id,
      configuration: completed(sloCorrections, configuration),
    })),
    { id: row.id, configuration },
  );
  return {
    outcome,
    measured: { cut, ...figuresOf(measuredOf(configuration, rates, spans, first), first, end) },
  };
}

async function questionOf(deps: ConnectionTestDeps, call: Call, row: StoredRow): Promise<Question | Outcome> {
  const { id: organizationId } = call.caller.organization;
  const { sli_id } = completed(slos, row.configuration);
  const sli = await existing(deps, organizationId, slis, sli_id);
  const configuration = completed(slis, sli.configuration);
  const source = await existing(deps, organizationId, dataSources, configuration.data_source_id);
  const { type, connector_id } = completed(dataSources, source.configuration);
  if (type !== ruleDataSourceType)
    return notTested(
      `its SLI is measured on a data source of type ${type}, and only ${ruleDataSourceType} is asked`,
    );
  const [fault] = measureProblems({ id: sli.id, configuration }, undefined);
  if (fault !== undefined) return notTested(`${fault.field} of its SLI: ${fault.message}`);
  const connected = await dataSourceConnection(deps, organizationId, source, movedAway);
  const hindrance = notToBeProbed(connected);
  if (hindrance !== undefined) return hindrance;
  const connector =
    connector_id === null ? undefined : await existing(deps, organizationId, connectors, connector_id);
  const rows = connector === undefined ? [] : [connector];
  const known = rows.map(({ id, configuration }) => ({
    id,
    configuration: completed(connectors, configuration),
  }));
  const interval = evaluationInterval({ connectors: known }, connector_id ?? "");
  return { connected, query: rangeQuery({ id: sli.id, configuration }, interval) };
}

/** Asks from the newest day back, until all is there or the time is over. */
async function fill(
  deps: ConnectionTestDeps,
  { caller, client, now }: Call,
  { connected, query }: Question,
  rates: StepRates,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<{ readonly outcome: Outcome; readonly cut: boolean }> {
  const start = performance.now();
  const http = requestsOf(deps, caller);
  let outcome: Outcome | undefined;
  let days = 1;
  for (let until = end; until > first; ) {
    client?.gone.throwIfAborted();
    const left = longest_ms - (performance.now() - start);
    if (left <= 0) break;
    const from = Math.max(until - days * daySeconds, first);
    const bounds = {
      ...connected.bounds,
      timeout_ms: Math.ceil(Math.min(left, longestRequest_ms, connected.bounds.timeout_ms)),
    };
    const range = { start: from + stepSeconds, end: until };
    const next = await probed(http, { ...connected, bounds }, rangeExchange(query, range, rates, first), now);
    // What it had no trouble with is worth something all the same.
    if (!next.finding.ok)
      return outcome === undefined ? { outcome: next, cut: true } : { outcome, cut: true };
    outcome ??= next;
    until = from;
    days = Math.min(days * growth, mostDays);
    if (until === first) return { outcome, cut: false };
  }
  const late = { finding: failing("network", "it did not answer in time"), asked: undefined };
  return { outcome: outcome ?? late, cut: true };
}

function unknownSteps(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}

function figuresOf({ known, sli, budget, burn, points }: Measured, first: number, end: number): JsonObject {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
  return {
    at: at(end),
    known_since: known === undefined ? null : at(first + known * stepSeconds),
    sli_percent: sli,
    error_budget_remaining_percent: budget,
    burn_rate: burn,
    points: points.map((point) => ({
      at: at(first + point.end * stepSeconds),
      error_budget_remaining_percent: point.budget,
    })),
  };
}
