/** The SLOs whose budgets or burn alerts a plan moves, as they are and as they would be. */
import type { Call } from "../../../engine/context.ts";
import { rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import { allRows, type Store } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { connectorOfDataSource, evaluationInterval } from "../../../renderers/assignment.ts";
import { type CorrectionRow, spansOf } from "../../../renderers/prometheus/corrections.ts";
import { durationMs } from "../../../renderers/prometheus/duration.ts";
import { eventUnit } from "../../../renderers/prometheus/event-unit.ts";
import { measureProblems, queryFields, type SliRow } from "../../../renderers/prometheus/sli-measure.ts";
import type { SloRow } from "../../../renderers/prometheus/slo-rules.ts";
import type { RendererRow, RendererRows } from "../../../renderers/renderer.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { slis } from "../../../resources/slis.ts";
import { sloCorrections } from "../../../resources/slo-corrections.ts";
import { slos } from "../../../resources/slos.ts";
import type { RowFigure, SloSide } from "./budgets.ts";
import type { ChangedSlo } from "./spending.ts";

/** Kinds whose rows decide about budgets. */
export const decidingKinds: ReadonlySet<string> = new Set(
  [slis, sloCorrections, slos].map(({ kind }) => kind),
);

export interface ChangedSlos {
  readonly changed: readonly ChangedSlo[];
  /** Rows whose past no kept events can show, because what is measured is another thing. */
  readonly measured: readonly Unmeasured[];
}

export interface Unmeasured {
  readonly resource: string;
  readonly id: string;
  readonly isNew: boolean;
}

/** Rows of a kind as they are and as they would be. */
export type RowSides = ReturnType<typeof rowSides>;

export function rowSides(store: Pick<Store, "list">, { caller, now }: Call, changed: readonly StagedRow[]) {
  return async <D extends Kind>(definition: D) => {
    const rows = await store.list(caller.organization.id, definition.kind, "sort_key", [], allRows, now);
    const before: readonly RendererRow<ConfigurationOf<D>>[] = rows.map((row) => {
      const { id, configuration } = row.read();
      return { id, configuration: completed(definition, configuration) };
    });
    const after = rowsAfter(definition, before, changed, ({ id, configuration }) => ({
      id,
      configuration: completed(definition, configuration) as ConfigurationOf<D>,
    }));
    return { before, after };
  };
}

export async function changedSlos(sides: RowSides, changed: readonly StagedRow[]): Promise<ChangedSlos> {
  const { before, after } = await sides(slos);
  const corrections = await sides(sloCorrections);
  const planned = new Map(after.map((row) => [row.id, row]));
  const otherwise = measuredOtherwise(changed);
  const found = before.flatMap((slo) => {
    const would = planned.get(slo.id);
    if (would === undefined || isMeasuredOtherwise(slo, would, otherwise)) return [];
    const [was, is] = [sideOf(slo, corrections.before), sideOf(would, corrections.after)];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ slo: would, before: was, after: is }];
  });
  const counted = found.some(
    ({ before, after }) => (before ?? after)?.min_bad_events !== null || after?.min_bad_events !== null,
  );
  const unitOf = counted
    ? unitsOf({
        slis: (await sides(slis)).before,
        dataSources: (await sides(dataSources)).before,
        connectors: (await sides(connectors)).before,
      })
    : () => 1;
  const known = new Set(before.map(({ id }) => id));
  return {
    changed: found.map(({ slo, ...both }) => ({
      ...{ id: slo.id, name: nameOf(slo) },
      unitSeconds: unitOf(slo),
      ...both,
    })),
    measured: [
      ...changed.filter(measuresOtherwise).map(({ kind, id }) => ({ resource: kind, id, isNew: false })),
      ...[...planned.values()]
        .filter((slo) => {
          const was = before.find(({ id }) => id === slo.id);
          return was === undefined || was.configuration.sli_id !== slo.configuration.sli_id;
        })
        .map(({ id }) => ({ resource: slos.kind, id, isNew: !known.has(id) })),
    ],
  };
}

/** What the rows of these SLOs say is left of their budgets; not of those that were never measured. */
export async function figuresOf(
  store: Pick<Store, "list">,
  { caller, now }: Call,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, RowFigure>> {
  const rows = await store.list(caller.organization.id, slos.kind, "sort_key", [], allRows, now);
  return new Map(
    rows.flatMap((lazy) => {
      if (!ids.has(lazy.id)) return [];
      const { state, createdAt } = lazy.read();
      const { error_budget_remaining_percent: remaining } = state;
      return typeof remaining === "number" ? [[lazy.id, { remaining, since: createdAt.getTime() }]] : [];
    }),
  );
}

export function nameOf({ configuration: { service, name } }: SloRow): string {
  return `${service}/${name}`;
}

/** The ids of SLIs that would measure something else. */
export function measuredOtherwise(changed: readonly StagedRow[]): ReadonlySet<string> {
  return new Set(changed.filter(measuresOtherwise).map(({ id }) => id));
}

export function isMeasuredOtherwise(was: SloRow, is: SloRow, otherwise: ReadonlySet<string>): boolean {
  const { sli_id } = is.configuration;
  return was.configuration.sli_id !== sli_id || otherwise.has(sli_id);
}

/** Whether an SLI that was there would measure something else. */
function measuresOtherwise({ kind, before, now }: StagedRow): boolean {
  if (kind !== slis.kind || before === undefined || now === undefined) return false;
  const measure = (configuration: JsonObject) => {
    const one = completed(slis, configuration);
    const { threshold_op, threshold_value, data_source_id } = one;
    return JSON.stringify([
      ...queryFields.map((name) => one[name]),
      threshold_op,
      threshold_value,
      data_source_id,
    ]);
  };
  return measure(before.configuration) !== measure(now.configuration);
}

export function sideOf(slo: SloRow, corrections: readonly CorrectionRow[]): SloSide | null {
  const { enabled, target_percent, window_days, burn_alerts, min_bad_events } = slo.configuration;
  if (!enabled) return null;
  return { target_percent, window_days, burn_alerts, min_bad_events, spans: spansOf(corrections, slo) };
}

/** Of how many seconds a rate of one is one event: those between two evaluations where each of them counts anew. */
export function unitsOf(
  rows: Pick<RendererRows, "connectors" | "dataSources"> & { readonly slis: readonly SliRow[] },
) {
  const sources = new Map(rows.dataSources.map((row) => [row.id, row]));
  const known = new Map(rows.slis.map((row) => [row.id, row]));
  return ({ configuration: { sli_id } }: SloRow): number => {
    const sli = known.get(sli_id);
    if (sli === undefined || measureProblems(sli, undefined).length > 0) return 1;
    const unit = eventUnit(sli);
    if (unit.unit === "seconds") return unit.seconds;
    const source = sources.get(sli.configuration.data_source_id);
    const assigned = source === undefined ? undefined : connectorOfDataSource(rows, source);
    const id = assigned !== undefined && "connector" in assigned ? assigned.connector.id : "";
    return durationMs(evaluationInterval(rows, id)) / 1_000;
  };
}
