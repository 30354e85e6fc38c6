/**
 * Drills: an alert that is marked by its label `drill`, sent the way real ones go, and followed until every target took
 * its message, or somebody acknowledged it. It opens no incident, holds no deploy, keeps no other alert back, and no rule
 * escalates it.
 */
import { recordAudit } from "../../database/audit-trail.ts";
import { connectionOf } from "../../database/executor.ts";
import { entry } from "../../engine/audit-entry.ts";
import { type Call, serviceCall } from "../../engine/context.ts";
import type { Feature } from "../../engine/feature.ts";
import { type ConfigurationOperation, configurationOperation } from "../../engine/operation.ts";
import { eachOnItsOwn, Periodic } from "../../engine/periodic.ts";
import { afterCommit, withTransaction } from "../../engine/transaction.ts";
import { drillMark } from "../../kernel/alert-message.ts";
import { newId } from "../../kernel/ids.ts";
import { Refusal, unprocessable } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import type { AlertingRows, Alerts, OwnAlert } from "../alerts/index.ts";
import type { Ground } from "../ground.ts";
import type { Identity } from "../identity/index.ts";
import { type Progress, progressOf } from "./follow.ts";
import { followed } from "./followed.ts";
import { type About, labelsFor } from "./made-up.ts";
import {
  drillFields,
  exchangeInput,
  exchangeOutput,
  idInput,
  listInput,
  listOutput,
  mostListed,
  startInput,
} from "./shapes.ts";
import type { Drill, DrillKey, DrillStore } from "./store.ts";

export { createDrillStore } from "./store.ts";

/** As the audit log names what it is about, and the documents. */
const tag = "drills";
const everyMs = 2_000;
/** Drills that are looked at in one go. */
const batch = 500;
/** Of one organization at once: each of them notifies people. */
const mostRunning = 20;
/** How long one may take, on top of the longest wait of a group where an Alertmanager has it. */
const patience = { sent: 600, acknowledged: 3_600 } as const;
const keptMs = 400 * 86_400_000;

export interface Drills extends Feature {
  /** Looks at those that are under way now. */
  flush(): Promise<void>;
}

export interface DrillNeeds {
  readonly drills: DrillStore;
  readonly alerts: Pick<Alerts, "raise" | "end" | "requireConnector" | "rowsOf" | "store">;
  readonly identity: Pick<Identity, "store">;
}

type Deps = Ground & DrillNeeds;

export function createDrills(ground: Ground, needs: DrillNeeds): Drills {
  const deps: Deps = { ...ground, ...needs };
  const { drills } = needs;
  const watch = new Periodic({
    name: "drills",
    everyMs,
    log: ground.log,
    run: async () => eachOnItsOwn(await drills.allRunning(batch), (key) => look(deps, key)),
  });
  const tidy = new Periodic({
    name: "old drills",
    everyMs: 3_600_000,
    log: ground.log,
    run: () => drills.forget(new Date(Date.now() - keptMs)),
  });
  return {
    name: "drills",
    operations: [start(deps), list(deps), get(deps), exchange(deps)],
    background: [watch, tidy],
    flush: () => watch.now(),
  };
}

function start(deps: Deps): ConfigurationOperation {
  const name = "start_drill";
  return configurationOperation({
    name,
    level: "operate",
    effect: "create",
    status: 201,
    title: "Start a drill",
    description:
      "Sends an alert that is marked as a drill the way real ones go, for one route, target or service: through the agent and its Alertmanager where there is one, then to every target. People are notified. It opens no incident, holds no deploy, and no rule escalates it. get_drill shows how far it is.",
    tag,
    method: "POST",
    path: "/api/v1/drills",
    input: startInput,
    output: drillFields,
    async answer(call, { until, ...about }) {
      const { organization, actor } = call.caller;
      const rows = await deps.alerts.rowsOf(deps.store, organization.id, call.now);
      const { labels, name: what } = madeUp(about, rows);
      const id = newId("drill");
      const connectorId = await deps.drills.agent(organization.id);
      const title = `${drillMark}is ${what} notified? Nothing is wrong`;
      const annotations = {
        summary: title,
        description: `${actor.name} started it to prove the way of an alert. ${until === "sent" ? "There is nothing to do: it ends by itself." : "Acknowledge it: it ends with that."}`,
      };
      const waits = [...rows.routes.values()].map(({ configuration }) => configuration.group_wait_seconds);
      await withTransaction(deps.store, [`${organization.id}/drills`], async (writer) => {
        const own = deps.drills.in(writer);
        if ((await own.running(organization.id)) >= mostRunning)
          throw new Refusal("conflict", `${mostRunning} drills are under way: wait until one has ended.`);
        await own.insert({
          organizationId: organization.id,
          id,
          routeId: about.route_id ?? null,
          targetId: about.target_id ?? null,
          service: about.service ?? null,
          until,
          labels: { ...labels, drill: id },
          annotations,
          connectorId,
          begunBy: actor.name,
          seconds: patience[until] + (connectorId === null ? 0 : Math.max(...waits, 0)),
        });
        const changes = Object.entries(about).map(([field, after]) => ({
          field,
          before: null,
          after: after ?? null,
        }));
        const record = entry(call, name, tag, id, changes);
        await recordAudit(connectionOf(writer), deps.signRecord, organization.id, record);
      });
      deps.onCommit();
      return afterCommit(started(deps, call, { organizationId: organization.id, id }));
    },
  });
}

/** Brings it in where no agent does, and shows it. */
async function started(deps: Deps, call: Call, key: DrillKey): Promise<JsonObject> {
  const drill = await found(deps, key);
  if (drill.connectorId === null)
    await deps.alerts.raise(key.organizationId, key.id, async () => alertOf(deps, call, drill));
  await look(deps, key);
  return shownNow(deps, key);
}

function alertOf(deps: Deps, call: Call, { id, labels, annotations, createdAt, routeId }: Drill): OwnAlert {
  return {
    fingerprint: `orgconfig_drill_${id}`,
    labels,
    annotations,
    url: `${pageOfRoutes(deps, call)}${routeId === null ? "" : `/${routeId}`}`,
    startedAt: createdAt,
    endedAt: null,
  };
}

function pageOfRoutes({ siteUrl }: Deps, { caller }: Call): string {
  return `${siteUrl}/o/${caller.organization.slug}/settings/${alertRoutes.kind}`;
}

/** @throws Refusal 422 where it is about nothing, about several, or about what no alert gets to */
function madeUp(about: About, { routes, targets }: AlertingRows) {
  const fields = Object.keys(startInput).filter((name) => name !== "until");
  const named = fields.filter((name) => about[name as keyof About] !== undefined);
  if (named.length !== 1)
    throw unprocessable([{ field: named[1] ?? "route_id", message: `give one of ${fields.join(", ")}` }]);
  const made = labelsFor(about, [...routes.values()], (id) => {
    const target = targets.get(id)?.configuration;
    return target?.enabled ? target.name : undefined;
  });
  if ("message" in made) throw unprocessable([made]);
  return made;
}

function get(deps: Deps): ConfigurationOperation {
  return configurationOperation({
    name: "get_drill",
    level: "read",
    title: "Get a drill",
    description: "How far a drill has come, and whether that proves its way.",
    tag,
    method: "GET",
    path: "/api/v1/drills/{id}",
    input: idInput,
    output: drillFields,
    answer: (call, { id }) => shownNow(deps, { organizationId: call.caller.organization.id, id }),
  });
}

function list(deps: Deps): ConfigurationOperation {
  return configurationOperation({
    name: "list_drills",
    level: "read",
    title: "List drills",
    description: "The last drills, newest first: which ways of alerts were proved, and when.",
    tag,
    method: "GET",
    path: "/api/v1/drills",
    input: listInput,
    output: listOutput,
    async answer(call, { route_id }) {
      const { id } = call.caller.organization;
      const rows = await deps.drills.list(id, route_id ?? null, mostListed);
      return { data: await Promise.all(rows.map(async (one) => shown(one, await progress(deps, one)))) };
    },
  });
}

function exchange(deps: Deps): ConfigurationOperation {
  return configurationOperation({
    name: "exchange_drills",
    level: "operate",
    effect: "update",
    title: "Exchange drills",
    description:
      "An agent asks for the alerts of drills that its Alertmanager is to be sent, and says what became of those that it was given before.",
    tag,
    method: "PUT",
    engineScope: "engine:agent",
    path: "/api/v1/render/{connector_id}/drills",
    input: exchangeInput,
    output: exchangeOutput,
    sentByPrograms: true,
    async answer(call, { connector_id, sent }) {
      const { id } = call.caller.organization;
      await deps.alerts.requireConnector(id, connector_id);
      const due = await withTransaction(deps.store, [], (writer) =>
        deps.drills.in(writer).exchange(id, connector_id, sent),
      );
      return {
        alerts: due.map(({ id: drillId, isOver, endedAt, deadline, labels, annotations, createdAt }) => ({
          id: drillId,
          is_over: isOver,
          labels,
          annotations,
          starts_at: createdAt.toISOString(),
          ends_at: (endedAt ?? deadline).toISOString(),
          generator_url: pageOfRoutes(deps, call),
        })),
      };
    },
  });
}

/** Ends one that is proved or failed, with its alert, on record. */
async function look(deps: Deps, key: DrillKey): Promise<void> {
  const { alerts, identity, drills, signRecord } = deps;
  const drill = await drills.get(key.organizationId, key.id);
  if (drill === undefined || drill.status !== "running") return;
  const now = await progress(deps, drill);
  if (now.status === "running") return;
  await alerts.end(key.organizationId, drill.connectorId ?? drill.id, async (writer) => {
    const organization = await identity.store.in(writer).organizations.find(key.organizationId);
    if (organization === undefined || !(await drills.in(writer).end(key, now))) return undefined;
    const changes = [{ field: "status", before: drill.status, after: now.status }];
    const record = entry(serviceCall("drills", organization), `${now.status}_drill`, tag, key.id, changes);
    await recordAudit(connectionOf(writer), signRecord, key.organizationId, record);
    return drill.alertId ?? undefined;
  });
  deps.onCommit();
}

async function progress(deps: Deps, drill: Drill): Promise<Progress> {
  const { status, hops, message } = drill;
  if (status !== "running") return { status, hops: hops ?? [], message };
  return progressOf(drill, await followed(deps, drill), drill.now);
}

async function shownNow(deps: Deps, key: DrillKey): Promise<JsonObject> {
  const drill = await found(deps, key);
  return shown(drill, await progress(deps, drill));
}

/** @throws Refusal 404 */
async function found({ drills }: Deps, { organizationId, id }: DrillKey): Promise<Drill> {
  const drill = await drills.get(organizationId, id);
  if (drill !== undefined) return drill;
  throw new Refusal("not_found", "There is no such drill; list_drills shows the last ones.");
}

function shown(drill: Drill, { status, message, hops }: Progress): JsonObject {
  const { id, routeId, targetId, service, until, labels, connectorId, alertId } = drill;
  return {
    id,
    // What is under way until the next look is shown as that.
    status: drill.status === "running" ? "running" : status,
    message,
    route_id: routeId,
    target_id: targetId,
    service,
    until,
    labels,
    connector_id: connectorId,
    alert_id: alertId,
    started_by: drill.begunBy,
    started_at: drill.createdAt.toISOString(),
    ends_by: drill.deadline.toISOString(),
    ended_at: drill.endedAt?.toISOString() ?? null,
    hops: hops.map((hop) => ({ ...hop })),
  };
}
