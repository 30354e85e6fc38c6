/**
 * What measures nothing any more: an engine, all that it probes, or its agent. It is one alert for all that hangs on it,
 * on any number of nodes, and ends when it is seen to measure again. What single rows of a running engine lack, the
 * engine's own rules say. What other programs report is one alert too, when their reports stop.
 */
import { currentTime } from "../../../engine/clock.ts";
import { serviceCall } from "../../../engine/context.ts";
import type { Feature, KindHooks } from "../../../engine/feature.ts";
import { eachOnItsOwn, Periodic } from "../../../engine/periodic.ts";
import { completed, defaultsOf } from "../../../engine/render.ts";
import type { Fields } from "../../../kernel/field.ts";
import { noData } from "../../../kernel/no-data.ts";
import { measuredAt, reasonOf, sightOf, unknownReport } from "../../../kernel/staleness.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { dataSourcesOf } from "../../../renderers/assignment.ts";
import { healthReport } from "../../../renderers/health.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { slos } from "../../../resources/slos.ts";
import type { Ground } from "../../ground.ts";
import {
  isSettled,
  type Loss,
  lossesOf,
  measuredSince,
  type Renderer,
  type Renders,
  type Reports,
  type RowReport,
  rowOfAlert,
  unmeasuredIn,
} from "../../reliability/index.ts";
import { isOver } from "./held-ends.ts";
import { lostEngineAlert } from "./lost-engine.ts";
import { createReportWatch, isOfReports, type ReportWatchNeeds } from "./report-watch.ts";

export interface MissingData extends Feature {
  /** Looks once at every organization. */
  look(): Promise<void>;
}

export interface MissingDataNeeds extends ReportWatchNeeds {
  readonly renderer: Pick<Renderer, "store" | "rendersOf">;
  readonly reports: Pick<Reports, "reportAll">;
}

const everyMs = 5_000;
/** People count in minutes how long a row may be without reports. */
const reportsEveryMs = 60_000;

export function createMissingData(ground: Ground, needs: MissingDataNeeds): MissingData {
  const { store } = ground;
  const { renderer, alerts } = needs;
  const saidOf: SaidOf = new Map();
  const look = async (settled: boolean) => {
    const open = await alerts.heldEnds.in(store).organizations();
    const losing = settled ? await renderer.store.in(store).losing() : [];
    await eachOnItsOwn([...new Set([...open, ...losing])], (id) =>
      lookAt(ground, needs, saidOf, id, settled),
    );
  };
  const lookAtReports = createReportWatch(ground, needs);
  return {
    name: "missing data",
    kinds: {
      [slos.kind]: {
        async fill(reader, organizationId) {
          const { kind } = organizationSettings;
          const row = await reader.row(organizationId, kind, kind);
          const { missing_after_minutes } =
            row === undefined
              ? defaultsOf(organizationSettings)
              : completed(organizationSettings, row.configuration);
          return { missing_after_minutes };
        },
      } satisfies KindHooks<typeof slos>,
    },
    background: [
      new Periodic({
        name: "lost engines",
        everyMs,
        // While the service was away no agent could report.
        run: async () => look(await isSettled(needs)),
        log: ground.log,
      }),
      new Periodic({
        name: "reports that stopped",
        everyMs: reportsEveryMs,
        run: lookAtReports,
        log: ground.log,
      }),
    ],
    async look() {
      await look(true);
      await lookAtReports();
    },
  };
}

/** The rows that say of which lost engine they are, by its connector: others may have been saved since. */
type SaidOf = Map<string, ReadonlySet<string>>;

async function lookAt(
  ground: Ground,
  needs: MissingDataNeeds,
  saidOf: SaidOf,
  organizationId: string,
  settled: boolean,
) {
  const { renderer, alerts } = needs;
  const now = currentTime();
  const renders = await renderer.rendersOf(organizationId, now);
  const { losses, undecided } = lossesOf(renders, now);
  const open = (await alerts.heldEnds.in(ground.store).lost(organizationId)).filter(
    (one) => !isOfReports(one),
  );
  if (settled)
    for (const loss of losses) {
      const isNew = !open.some(({ connectorId }) => connectorId === loss.connector.id);
      if (isNew) await begin(ground, needs, organizationId, loss);
      await sayOf(ground, needs, saidOf, organizationId, { loss, isNew });
    }
  const lost = new Set(losses.map(({ connector }) => connector.id));
  for (const one of open) {
    // Nobody repeats it: that it is on, when its mute ends, is seen here.
    if (one.unconfirmed && lost.has(one.connectorId))
      await alerts.confirm(organizationId, one.connectorId, [one]);
    if (!undecided.has(one.connectorId)) {
      saidOf.delete(one.connectorId);
      await end(needs, organizationId, one);
    }
  }
  await endHeld(ground, needs, organizationId, renders);
}

async function begin(
  { siteUrl }: Ground,
  { alerts, identity }: MissingDataNeeds,
  organizationId: string,
  loss: Loss,
) {
  const { id } = loss.connector;
  const organization = await identity.store.organizations.find(organizationId);
  if (organization === undefined) return;
  await alerts.raise(organizationId, id, async (writer) => {
    // Another node may have raised it.
    const open = await alerts.heldEnds.in(writer).lost(organizationId);
    if (open.some(({ connectorId }) => connectorId === id)) return undefined;
    return lostEngineAlert(loss, `${siteUrl}/o/${organization.slug}/settings/${connectors.kind}/${id}`);
  });
}

/** Rows that were there when it began say so, whatever was known; of what was saved since, what nobody has measured. */
async function sayOf(
  { store, definitions }: Ground,
  { renderer, identity, reports }: MissingDataNeeds,
  saidOf: SaidOf,
  organizationId: string,
  { loss, isNew }: { readonly loss: Loss; readonly isNew: boolean },
) {
  // An engine that answers is asked by its agent, which says at each row why nothing is known.
  if (loss.role !== "rules" || loss.answers) return;
  const { id } = loss.connector;
  const before = isNew ? undefined : saidOf.get(id);
  const all = [...loss.rows].flatMap(([kind, ids]) => ids.map((row) => ({ kind, row })));
  const left = all.filter(({ row }) => before?.has(row) !== true);
  if (left.length === 0 && !isNew) return;
  const organization = await identity.store.organizations.find(organizationId);
  if (organization === undefined) return;
  const call = serviceCall("agent", organization);
  const reason = loss.agentOnly ? noData.unreported(loss.why) : noData.lost(loss.why);
  const wanted: RowReport[] = [];
  for (const { kind, row } of left) {
    const definition = definitions[kind];
    if (definition === undefined) continue;
    const state = isNew ? undefined : (await store.find(organizationId, kind, row))?.read().state;
    if (isNew || (state !== undefined && isUnseen(definition.fields, state)))
      wanted.push({ definition, id: row, report: unknownReport(definition.fields, reason) });
  }
  const failure = healthReport(call.now, { kind: "network", message: loss.why });
  const { rows } = await renderer.rendersOf(organizationId, call.now);
  const sources = isNew ? dataSourcesOf(rows, id) : [];
  await reports.reportAll(call, [
    ...wanted,
    ...sources.map((row) => ({ definition: dataSources, id: row, report: failure })),
  ]);
  saidOf.set(id, new Set(all.map(({ row }) => row)));
}

/** Nobody has measured it, or said why nobody knows it. */
function isUnseen(fields: Fields, state: JsonObject): boolean {
  const states = sightOf(fields)?.states ?? [];
  return states.every(({ name }) => measuredAt(state, name) === undefined && !state[reasonOf(name)]);
}

/** The engine is seen to measure again, or nobody wants to know it any more. */
async function end(
  { alerts }: Pick<MissingDataNeeds, "alerts">,
  organizationId: string,
  { id, connectorId }: Open,
): Promise<void> {
  await alerts.end(organizationId, connectorId, async () => id);
}

interface Open {
  readonly id: string;
  readonly connectorId: string;
}

/** Alerts whose end was not believed, as it was reported while nothing measured them. */
async function endHeld(
  { store }: Ground,
  { alerts }: MissingDataNeeds,
  organizationId: string,
  renders: Renders,
): Promise<void> {
  const held = await alerts.heldEnds.in(store).held(organizationId);
  if (held.length === 0) return;
  const now = currentTime();
  const isUnmeasured = unmeasuredIn(renders, now);
  for (const one of held) {
    // Who sent it got alerts of an engine that was away: its end would not be held.
    if (isUnmeasured(one.labels, true)) continue;
    const about = rowOfAlert(one.labels);
    const row = about && (await store.find(organizationId, about.kind, about.id))?.read();
    // The alert of a row that is gone, or switched off, is about nothing any more.
    const isGone = about !== undefined && (row === undefined || row.configuration.enabled === false);
    const state = row?.state as JsonObject | undefined;
    if (
      isGone ||
      isOver(
        { name: one.labels.alertname, heldAt: one.heldAt },
        state,
        measuredSince(renders, one.labels),
        now,
      )
    )
      await end({ alerts }, organizationId, one);
  }
}
