/** SLOs whose events nobody has kept, because they are new or measure something else: their engines are asked for them. */

import type { Call } from "../../../engine/context.ts";
import type { NotReplayedRow } from "../../../engine/plan/replay-part.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import { allows } from "../../../kernel/access.ts";
import { stepSeconds } from "../../../kernel/event-series.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  connectorOfDataSource,
  evaluationInterval,
  ruleDataSourceType,
} from "../../../renderers/assignment.ts";
import { rangeQuery } from "../../../renderers/prometheus/range-query.ts";
import { measureProblems, type SliRow } from "../../../renderers/prometheus/sli-measure.ts";
import type { RendererRows } from "../../../renderers/renderer.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { slis } from "../../../resources/slis.ts";
import { sloCorrections } from "../../../resources/slo-corrections.ts";
import { slos } from "../../../resources/slos.ts";
import type { PackedDay } from "../figures/index.ts";
import {
  type NewRangeQuery,
  type RangeAnswer,
  type RangeQueryStore,
  rangeSeconds,
  rangesOf,
} from "../range-queries/index.ts";
import { isMeasuredOtherwise, measuredOtherwise, nameOf, type RowSides, sideOf, unitsOf } from "./rows.ts";
import { type ChangedSlo, firstStep } from "./spending.ts";

/** SLIs of one plan that engines are asked about. */
const mostAsked = 20;
const daySteps = 86_400 / stepSeconds;

export interface AskedSlos {
  readonly slos: readonly ChangedSlo[];
  /** Of each what its engine has, from the first midnight on. */
  readonly days: readonly PackedDay[];
  readonly cannot: readonly NotReplayedRow[];
}

/** Why the engines may not be asked for this caller; undefined where they may. */
export function refusalOf({ caller }: Call): string | undefined {
  const verbs = caller.limits?.verbs ?? null;
  if (allows(caller.level, "operate") && (verbs === null || verbs.includes("operate"))) return undefined;
  return "its engine is asked only for who has the level operate: plan with another key, or without replay_query";
}

/** @param since the beginning of the replay's days, in milliseconds */
export async function askedSlos(
  queries: RangeQueryStore,
  call: Call,
  sides: RowSides,
  changed: readonly StagedRow[],
  since: number,
): Promise<AskedSlos> {
  const { found, cannot } = await slosToAsk(sides, changed);
  const step = Math.floor(call.now.getTime() / 1_000 / stepSeconds);
  const bySli = new Map<string, NewRangeQuery>();
  const asked = found.flatMap((one) => {
    const { sli, connectorId, query, slo } = one;
    // From a midnight on, in UTC.
    const first = Math.floor(firstStep([slo.before, slo.after], since) / daySteps) * daySteps;
    const known = bySli.get(sli.id);
    if (known === undefined && bySli.size === mostAsked) return [];
    const steps = Math.max(step - first, known?.steps ?? 0);
    bySli.set(sli.id, { id: known?.id ?? newId("range"), connectorId, query, steps });
    return [one];
  });
  const until = new Date(step * stepSeconds * 1_000);
  const answers = await rangesOf(queries, call, [...bySli.values()], until);
  const days: PackedDay[] = [];
  const unanswered: NotReplayedRow[] = [];
  for (const { slo, sli } of asked) {
    const question = bySli.get(sli.id) as NewRangeQuery;
    const answer = answers.get(question.id);
    const why = problemOf(answer, question.steps);
    if (why !== undefined) unanswered.push({ resource: slos.kind, id: slo.id, why });
    if (answer?.total === undefined || answer.bad === undefined || why === notWhole) continue;
    const day = new Date(until.getTime() - question.steps * stepSeconds * 1_000)
      .toISOString()
      .slice(0, "YYYY-MM-DD".length);
    days.push({ id: slo.id, day, total: plausible(answer.total), bad: plausible(answer.bad) });
  }
  const answered = new Set(days.map(({ id }) => id));
  const left = found.filter((one) => !asked.includes(one));
  return {
    slos: asked.map(({ slo }) => slo).filter(({ id }) => answered.has(id)),
    days,
    cannot: [...cannot, ...unanswered, ...left.map(({ slo }) => ({ ...beyond, id: slo.id }))],
  };
}

const beyond = {
  resource: slos.kind,
  why: `engines are asked about ${mostAsked} SLIs for one plan, and there are more: plan fewer at once`,
};

const notWhole = "its agent brought something else than was asked for: install the agent of this version";

/** Why what came is not all that was asked for; undefined where it is. */
function problemOf(answer: RangeAnswer | undefined, steps: number): string | undefined {
  if (answer === undefined)
    return `its engine did not answer within ${rangeSeconds} seconds: see that its agent runs, is of this version, and looks often enough (--interval of 30s or less)`;
  const { total, bad, cut, error } = answer;
  if (total === undefined || bad === undefined)
    return error === undefined ? notWhole : `its engine was asked, and gave no figures: ${error}`;
  const bytes = 4 * steps;
  if (Buffer.byteLength(total, "base64") !== bytes || Buffer.byteLength(bad, "base64") !== bytes)
    return notWhole;
  return cut
    ? "its engine answered in time only for what is after known_since: send fewer replay_days, or ask about fewer SLIs at once"
    : undefined;
}

/** Rates are neither negative nor infinite: what is, is not known. */
function plausible(figures: string): string {
  const bytes = Buffer.from(figures, "base64");
  for (let at = 0; at < bytes.length; at += 4) {
    const rate = bytes.readFloatBE(at);
    if (!(rate >= 0 && rate < Number.POSITIVE_INFINITY)) bytes.writeFloatBE(Number.NaN, at);
  }
  return bytes.toString("base64");
}

interface SloToAsk {
  readonly slo: ChangedSlo;
  readonly sli: SliRow;
  readonly connectorId: string;
  readonly query: string;
}

async function slosToAsk(sides: RowSides, changed: readonly StagedRow[]) {
  const [rows, corrections] = [await sides(slos), await sides(sloCorrections)];
  const [ofSlis, sources, ofConnectors] = [
    await sides(slis),
    await sides(dataSources),
    await sides(connectors),
  ];
  const otherwise = measuredOtherwise(changed);
  const was = new Map(rows.before.map((row) => [row.id, row]));
  const known = new Map(ofSlis.after.map((row) => [row.id, row]));
  const after = { slis: ofSlis.after, dataSources: sources.after, connectors: ofConnectors.after };
  const unitBefore = unitsOf({
    slis: ofSlis.before,
    dataSources: sources.before,
    connectors: ofConnectors.before,
  });
  const unitAfter = unitsOf(after);
  const found: SloToAsk[] = [];
  const cannot: NotReplayedRow[] = [];
  const measured = new Set<string>();
  for (const slo of rows.after) {
    const before = was.get(slo.id);
    if (before !== undefined && !isMeasuredOtherwise(before, slo, otherwise)) continue;
    const sli = known.get(slo.configuration.sli_id);
    const is = sideOf(slo, corrections.after);
    if (sli === undefined) continue;
    measured.add(sli.id);
    if (is === null) {
      cannot.push({ resource: slos.kind, id: slo.id, why: "it would be off" });
      continue;
    }
    const place = placeOf(after, sli);
    if ("why" in place) {
      cannot.push({ resource: slos.kind, id: slo.id, why: place.why });
      continue;
    }
    const sidesOf = { before: before === undefined ? null : sideOf(before, corrections.before), after: is };
    found.push({
      slo: {
        ...{ id: slo.id, name: nameOf(slo), ...sidesOf },
        unitSeconds: unitBefore(before ?? slo),
        askedUnitSeconds: unitAfter(slo),
      },
      ...{ sli, connectorId: place.connectorId },
      query: rangeQuery(sli, evaluationInterval(after, place.connectorId)),
    });
  }
  const alone = [...otherwise].filter((id) => !measured.has(id));
  const noSlo = "no SLO is measured by it, so that it has no budget";
  return { found, cannot: [...cannot, ...alone.map((id) => ({ resource: slis.kind, id, why: noSlo }))] };
}

type Rows = Pick<RendererRows, "connectors" | "dataSources">;

/** The connector whose engine would evaluate an SLI, or why none can be asked. */
function placeOf(rows: Rows, sli: SliRow): { readonly connectorId: string } | { readonly why: string } {
  const source = rows.dataSources.find(({ id }) => id === sli.configuration.data_source_id);
  if (source === undefined) return { why: "its SLI has no data source" };
  if (source.configuration.type !== ruleDataSourceType)
    return {
      why: `its SLI is of a data source of type ${source.configuration.type}, and only ${ruleDataSourceType} is asked`,
    };
  const assigned = connectorOfDataSource(rows, source);
  if ("problem" in assigned) return { why: `no engine can be asked: ${assigned.problem}` };
  const { id, configuration } = assigned.connector;
  if (!configuration.enabled)
    return { why: `the connector ${JSON.stringify(configuration.name)} is off: switch it on` };
  const [fault] = measureProblems(sli, undefined);
  return fault === undefined ? { connectorId: id } : { why: `${fault.field} of its SLI: ${fault.message}` };
}
