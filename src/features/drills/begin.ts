/** A drill begins: its alert is made up, put on record, and brought in where no agent does that. */
import { recordAudit } from "../../database/audit-trail.ts";
import { connectionOf } from "../../database/executor.ts";
import { entry } from "../../engine/audit-entry.ts";
import { type Call, turnOf } from "../../engine/context.ts";
import { withTransaction } from "../../engine/transaction.ts";
import { drillMark } from "../../kernel/alert-message.ts";
import { given } from "../../kernel/given.ts";
import { newId } from "../../kernel/ids.ts";
import { inPieces } from "../../kernel/time-slices.ts";
import { createWays, takenOf } from "../../renderers/alerting/deciding.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import type { AlertingRows, OwnAlert } from "../alerts/index.ts";
import { type DrillDeps, endOnRecord, look, tag } from "./look.ts";
import type { About } from "./made-up.ts";
import type { Drill, DrillConnection, DrillKey, DrillSubject } from "./store.ts";

/** How long one may take, on top of the longest wait of a group where an Alertmanager has it. */
const patience = { sent: 600, acknowledged: 3_600 } as const;

/** What a drill is to be. */
export interface Plan {
  readonly about: About;
  readonly until: Drill["until"];
  /** Whether a route's schedule starts it. */
  readonly scheduled: boolean;
  /** Its alert; or why none can be made up, with which it has failed already. */
  readonly alert: Pick<Drill, "labels" | "annotations"> | { readonly problem: string };
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
 * @param admit says, in the transaction in which it begins and under the organization's lock, whether it may
 * @returns undefined where it may not
 */
export async function begin(
  deps: DrillDeps,
  call: Call,
  rows: AlertingRows,
  { about, until, scheduled, alert }: Plan,
  admit: (drills: DrillConnection) => Promise<boolean>,
): Promise<DrillKey | undefined> {
  const { id: organizationId } = call.caller.organization;
  const key = { organizationId, id: newId("drill") };
  const { labels, annotations } = "problem" in alert ? { labels: {}, annotations: {} } : alert;
  const ways = createWays({ routes: [], ownRoutes: rows.ownRoutes });
  const [own] = takenOf(await inPieces(ways({ labels }), turnOf(call)));
  // No Alertmanager knows the own way of a heartbeat.
  const connectorId = own === undefined ? await deps.drills.agent(organizationId) : null;
  const waits = [...rows.routes.values()].map(({ configuration }) => configuration.group_wait_seconds);
  const begun = await withTransaction(deps.store, [`${organizationId}/drills`], async (writer) => {
    const own = deps.drills.in(writer);
    if (!(await admit(own))) return false;
    await own.insert({
      ...key,
      ...subjectOf(about),
      until,
      labels: { ...labels, drill: key.id },
      annotations,
      connectorId,
      begunBy: call.caller.actor.name,
      scheduled,
      seconds: patience[until] + (connectorId === null ? 0 : Math.max(...waits, 0)),
    });
    const changes = Object.entries(given(about)).map(([field, after]) => ({ field, before: null, after }));
    const record = entry(call, "start_drill", tag, key.id, changes);
    await recordAudit(connectionOf(writer), deps.signRecord, organizationId, record);
    if ("problem" in alert) {
      const failed = { status: "failed", hops: [], message: alert.problem, proves: [] } as const;
      await endOnRecord(deps, writer, call, { ...key, ...subjectOf(about) }, failed);
    }
    return true;
  });
  if (!begun) return undefined;
  deps.onCommit();
  return key;
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
