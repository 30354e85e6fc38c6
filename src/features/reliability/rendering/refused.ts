/**
 * Rows that no engine is given: what the row says of that, as nobody who evaluates rows ever reports it. A row that
 * somebody else reports is left alone.
 */
import type { Call } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { noData } from "../../../kernel/no-data.ts";
import { reasonOf, type Sight, sightOf, unknownReport } from "../../../kernel/staleness.ts";
import type { Reports, RowReport } from "../state-reports/index.ts";
import type { Renders } from "./renders.ts";

export interface RefusedDeps {
  readonly store: Pick<Store, "find">;
  readonly definitions: Registry;
  readonly reports: Pick<Reports, "reportAll">;
}

interface Refused {
  readonly resource: string;
  readonly id: string;
  readonly reason: string;
}

/** Where nothing has changed rows are looked at again after this: somebody may have reported one in between. */
const again_ms = 600_000;
/** Organizations of which it is known what was said last. */
const most = 1_000;
/** A reason is a sentence for people. */
const longest = 400;

/** Says so at each row, wherever that has changed. */
export function createRefusedReports({ store, definitions, reports }: RefusedDeps) {
  const said = new Map<string, { readonly refused: readonly Refused[]; readonly at: number }>();

  /** @param replaces the reason that it takes the place of, where it is not of any unknown state */
  async function reportOf(
    organizationId: string,
    { resource, id, reason }: Refused,
    replaces?: string,
  ): Promise<RowReport[]> {
    const definition = definitions[resource];
    const sight = definition && sightOf(definition.fields);
    const state = (await store.find(organizationId, resource, id))?.read().state;
    if (definition === undefined || state === undefined) return [];
    const isOurs = (name: string) => {
      const said = state[reasonOf(name)];
      return replaces === undefined ? said !== reason : said === replaces;
    };
    const isUnknown = ({ name, nothing }: Sight["states"][number]) =>
      nothing.includes(state[name] ?? nothing[0]) && isOurs(name);
    if (sight?.states.every(isUnknown) !== true) return [];
    return [{ definition, id, report: unknownReport(definition.fields, reason) }];
  }

  return async (call: Call, renders: Renders): Promise<void> => {
    const { id: organizationId } = call.caller.organization;
    const refused = refusedBy(renders);
    const last = said.get(organizationId);
    const now = call.now.getTime();
    const isSame = JSON.stringify(refused) === JSON.stringify(last?.refused ?? []);
    if (isSame && (refused.length === 0 || now - (last?.at ?? 0) < again_ms)) return;
    said.delete(organizationId);
    said.set(organizationId, { refused, at: now });
    for (const oldest of said.keys()) if (said.size > most) said.delete(oldest);
    const wanted: RowReport[] = [];
    for (const one of refused) wanted.push(...(await reportOf(organizationId, one)));
    const ids = new Set(refused.map(({ id }) => id));
    // An engine is given it now, and has not measured it yet.
    for (const one of last?.refused ?? [])
      if (!ids.has(one.id))
        wanted.push(...(await reportOf(organizationId, { ...one, reason: noData.notEvaluated }, one.reason)));
    if (wanted.length > 0) await reports.reportAll(call, wanted);
  };
}

/** The rows of kinds that engines evaluate, of which none evaluates or probes this one. */
function refusedBy({ connectors, render, rows }: Renders): readonly Refused[] {
  const on = connectors.filter(({ configuration }) => configuration.enabled).map(({ id }) => render(id));
  const given = new Set(on.flatMap(({ evaluated }) => evaluated.flatMap(({ ids }) => ids)));
  const refusals = grouped(
    on.flatMap((one) => one.refusals),
    ({ id }) => id,
  );
  const sliOf = new Map(rows.slos.map(({ id, configuration }) => [id, configuration.sli_id]));
  return [...refusals]
    .flatMap(([id, [first]]) => {
      if (first === undefined || given.has(id)) return [];
      // What is wrong with an SLO's queries stands at its SLI.
      const [fault] = refusals.get(sliOf.get(id) ?? "") ?? [];
      const message =
        fault === undefined ? first.message : `${first.message} (${fault.field} ${fault.message})`;
      return [{ resource: first.resource, id, reason: noData.refused(message.slice(0, longest)) }];
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
