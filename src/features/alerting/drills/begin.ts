/** A drill begins: its alert is made up, put on record, and brought in where no agent does that. */
import { recordAudit } from "../../../database/audit-trail.ts";
import { connectionOf } from "../../../database/executor.ts";
import { entry } from "../../../engine/audit-entry.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { drillMark } from "../../../kernel/alert-message.ts";
import { given } from "../../../kernel/given.ts";
import { newId } from "../../../kernel/ids.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { createWays, takenOf } from "../../../renderers/alerting/deciding.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import type { AlertingRows, OwnAlert } from "../alerts/index.ts";
import { type DrillDeps, endOnRecord, look, tag } from "./look.ts";
import type { About } from "./made-up.ts";
import type { Drill, DrillConnection, DrillKey, DrillSubject } from "./store.ts";
import type { Chosen } from "./ways.ts";

/** How long one may take, on top of the longest wait of a group where an Alertmanager has it. */
const patience = { sent: 600, acknowledged: 3_600 } as const;

/** What a drill is to be. */
export interface Plan {
  readonly about: About;
  readonly until: Drill["until"];
  /** Whether a route's schedule starts it. */
  readonly scheduled: boolean;
  /** The ways to try, each with a drill of its own; or why there is none, with which it has failed already. */
  readonly chosen: Chosen | { readonly problem: string };
}

export function subjectOf({ route_id, target_id, service }: About): DrillSubject {
  return { routeId: route_id ?? null, targetId: target_id ?? null, service: service ?? null };
}

/** What the messages about it say. @param name what it is about */
export function annotationsOf(
  call: Call,
  { until, scheduled }: Pick<Plan, "until" | "scheduled">,
  name: string,
): Drill["annotations"] {
  const by = scheduled ? "The route's schedule" : call.caller.actor.name;
  const end =
    until === "sent" ? "There is nothing to do: it ends by itself." : "Acknowledge it: it ends with that.";
  return {
    summary: `${drillMark}is ${name} notified? Nothing is wrong`,
    description: `${by} started it to prove the way of an alert. ${end}`,
  };
}

/**
 * Begins a drill of each way that is tried.
 * @param admit says, in the transaction in which it begins and under the organization's lock, whether it may
 * @returns them, in the order of their ways; undefined where they may not
 */
export async function begin(
  deps: DrillDeps,
  call: Call,
  rows: AlertingRows,
  { about, until, scheduled, chosen }: Plan,
  admit: (drills: DrillConnection) => Promise<boolean>,
): Promise<readonly DrillKey[] | undefined> {
  const { id: organizationId } = call.caller.organization;
  const planned = "problem" in chosen ? [] : chosen.ways.filter(({ not_tried }) => not_tried === null);
  const first = newId("drill");
  const tried = planned.map((way, index) => ({ ...way, drill_id: index === 0 ? first : newId("drill") }));
  const ones = tried.length === 0 ? [{ labels: {}, drill_id: first }] : tried;
  const foretold =
    "problem" in chosen
      ? null
      : { ways: [...tried, ...chosen.ways.slice(tried.length)], unknown: chosen.unknown };
  const annotations = "problem" in chosen ? {} : annotationsOf(call, { until, scheduled }, chosen.name);
  const connectorIds = await connectorsFor(deps, call, rows, ones);
  const waits = [...rows.routes.values()].map(({ configuration }) => configuration.group_wait_seconds);
  const begun = await withTransaction(deps.store, [`${organizationId}/drills`], async (writer) => {
    const own = deps.drills.in(writer);
    if (!(await admit(own))) return false;
    for (const { drill_id: id, labels } of ones) {
      const connectorId = connectorIds.get(id) ?? null;
      await own.insert({
        ...{ organizationId, id, runId: first, foretold, annotations, connectorId, until, scheduled },
        ...subjectOf(about),
        labels: { ...labels, drill: id },
        begunBy: call.caller.actor.name,
        seconds: patience[until] + (connectorId === null ? 0 : Math.max(...waits, 0)),
      });
      const changes = Object.entries(given(about)).map(([field, after]) => ({ field, before: null, after }));
      const record = entry(call, "start_drill", tag, id, changes);
      await recordAudit(connectionOf(writer), deps.signRecord, organizationId, record);
    }
    if ("problem" in chosen) {
      const failed = { status: "failed", hops: [], message: chosen.problem, proves: [] } as const;
      await endOnRecord(
        deps,
        writer,
        call,
        { organizationId, id: first, createdAt: call.now, ...subjectOf(about) },
        failed,
      );
    }
    return true;
  });
  if (!begun) return undefined;
  deps.onCommit();
  return ones.map(({ drill_id: id }) => ({ organizationId, id }));
}

/** By drill, the connector whose agent brings its alert to an Alertmanager: none knows the own way of a heartbeat. */
async function connectorsFor(
  { drills }: DrillDeps,
  call: Call,
  rows: AlertingRows,
  ones: readonly { readonly labels: Drill["labels"]; readonly drill_id: string }[],
): Promise<ReadonlyMap<string, string | null>> {
  const agent = await drills.agent(call.caller.organization.id);
  const ways = createWays({ routes: [], ownRoutes: rows.ownRoutes });
  const found = new Map<string, string | null>();
  for (const { labels, drill_id } of ones) {
    const [own] = takenOf(await inPieces(ways({ labels }), turnOf(call)));
    found.set(drill_id, own === undefined ? agent : null);
  }
  return found;
}

/** Brings in the alert of one that no agent brings, where it has not come in: as often as one likes, it is one alert. */
export async function bringIn(deps: DrillDeps, drill: Drill): Promise<void> {
  if (drill.status !== "running" || drill.connectorId !== null || drill.alertId !== null) return;
  await deps.alerts.raise(drill.organizationId, drill.id, async (_writer, call) =>
    alertOf(deps, call, drill),
  );
}

/** Brings it in, and ends it where that decides it already. */
export async function follow(deps: DrillDeps, key: DrillKey): Promise<void> {
  const drill = await deps.drills.get(key.organizationId, key.id);
  if (drill !== undefined) await bringIn(deps, drill);
  await look(deps, key);
}

function alertOf(
  deps: DrillDeps,
  call: Call,
  { id, labels, annotations, createdAt, routeId }: Drill,
): OwnAlert {
  return {
    fingerprint: `orgconfig_drill_${id}`,
    labels,
    annotations,
    url: `${pageOfRoutes(deps, call)}${routeId === null ? "" : `/${routeId}`}`,
    startedAt: createdAt,
    endedAt: null,
  };
}

export function pageOfRoutes({ siteUrl }: Pick<DrillDeps, "siteUrl">, { caller }: Call): string {
  return `${siteUrl}/o/${caller.organization.slug}/settings/${alertRoutes.kind}`;
}
