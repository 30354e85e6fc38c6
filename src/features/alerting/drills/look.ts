/** How far drills have come, and their ends. */
import { recordAudit } from "../../../database/audit-trail.ts";
import { connectionOf } from "../../../database/executor.ts";
import { entry } from "../../../engine/audit-entry.ts";
import { type Call, serviceCall } from "../../../engine/context.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import type { Ground } from "../../ground.ts";
import type { Identity } from "../../identity/index.ts";
import type { AlertingRows, Alerts } from "../alerts/index.ts";
import { type Progress, progressOf } from "./follow.ts";
import { followed } from "./followed.ts";
import { whyNobody } from "./nobody.ts";
import type { Drill, DrillKey, DrillStore } from "./store.ts";

export interface DrillNeeds {
  readonly drills: DrillStore;
  readonly alerts: Pick<
    Alerts,
    | "raise"
    | "end"
    | "requireConnector"
    | "rowsOf"
    | "store"
    | "isKeptBack"
    | "desertedAmong"
    | "waysOf"
    | "ofService"
    | "unknownOf"
  >;
  readonly identity: Pick<Identity, "store">;
}

export type DrillDeps = Ground & DrillNeeds;

/** As the audit log names what it is about, and the documents. */
export const tag = "drills";

export async function progress(deps: DrillDeps, drill: Drill): Promise<Progress> {
  const { status, hops, message } = drill;
  if (status !== "running") return { status, hops: hops ?? [], message, proves: [] };
  const rows = await deps.alerts.rowsOf(deps.store, drill.organizationId, drill.now);
  const seen = await followed(deps, rows, drill);
  const nobody = (await whyNobody(deps, rows, drill)) ?? (await whyKeptBack(deps, rows, drill));
  return progressOf(drill, seen, nobody, drill.now);
}

/** What an Alertmanager keeps back never comes in, so that no alert says it. */
async function whyKeptBack(deps: DrillDeps, rows: AlertingRows, drill: Drill): Promise<string | undefined> {
  const { organizationId, connectorId, alertId, labels, annotations, routeId, now } = drill;
  if (connectorId === null || alertId !== null) return undefined;
  const organization = await deps.identity.store.organizations.find(organizationId);
  if (organization === undefined) return undefined;
  const call = { ...serviceCall("drills", organization), now };
  const beginning = { labels, annotations, raisedBy: connectorId, routeId: routeId ?? "" };
  const isKept = await deps.alerts.isKeptBack(call, rows, beginning);
  return isKept ? "a mute or an inhibition keeps it back" : undefined;
}

/** Ends one that is proved or failed, with its alert, on record. */
export async function look(deps: DrillDeps, key: DrillKey): Promise<void> {
  const { alerts, identity, drills } = deps;
  const drill = await drills.get(key.organizationId, key.id);
  if (drill === undefined || drill.status !== "running") return;
  const now = await progress(deps, drill);
  if (now.status === "running") return;
  await alerts.end(key.organizationId, drill.connectorId ?? drill.id, async (writer) => {
    const organization = await identity.store.in(writer).organizations.find(key.organizationId);
    if (organization === undefined) return undefined;
    const isEnded = await endOnRecord(deps, writer, serviceCall("drills", organization), drill, now);
    return isEnded ? (drill.alertId ?? undefined) : undefined;
  });
  deps.onCommit();
}

/** @returns whether it was under way until now */
export async function endOnRecord(
  { drills, signRecord }: Pick<DrillDeps, "drills" | "signRecord">,
  writer: Writer,
  call: Call,
  { organizationId, id, routeId, createdAt }: DrillKey & Pick<Drill, "routeId" | "createdAt">,
  { proves, ...now }: Progress,
): Promise<boolean> {
  const own = drills.in(writer);
  if (!(await own.end({ organizationId, id }, now))) return false;
  if (now.status === "proved" && proves.length > 0) await own.noteProof(organizationId, proves, createdAt);
  if (now.status === "failed" && routeId !== null) await own.noteFailure(organizationId, routeId, id);
  const changes = [{ field: "status", before: "running", after: now.status }];
  const record = entry(call, `${now.status}_drill`, tag, id, changes);
  await recordAudit(connectionOf(writer), signRecord, organizationId, record);
  return true;
}
