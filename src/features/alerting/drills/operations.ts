/** The calls about drills. */

import type { Call } from "../../../engine/context.ts";
import { readInput } from "../../../engine/input.ts";
import { createLongList } from "../../../engine/long-list.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import { afterCommit, withTransaction } from "../../../engine/transaction.ts";
import { foreignCursor, Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { createServiceNames, meantName } from "../../reliability/index.ts";
import type { AlertingRows } from "../alerts/index.ts";
import { begin, follow, pageOfRoutes, subjectOf } from "./begin.ts";
import type { Progress } from "./follow.ts";
import { type DrillDeps, progress, tag } from "./look.ts";
import type { About } from "./made-up.ts";
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
import type { Drill, DrillConnection, DrillKey, DrillSubject } from "./store.ts";
import { type Chosen, choose } from "./ways.ts";

/** Of one organization at once: each of them notifies people. */
const mostRunning = 20;

export function drillOperations(deps: DrillDeps): readonly ConfigurationOperation[] {
  return [start(deps), list(deps), get(deps), exchange(deps)];
}

function start(deps: DrillDeps): ConfigurationOperation {
  const findName = createServiceNames(deps);
  async function planned(call: Call, given: About) {
    const { id: organizationId } = call.caller.organization;
    const { service } = given;
    const found =
      service === undefined ? undefined : await findName(deps.store, organizationId, service, call.now);
    const about = { ...given, service: found?.name };
    const rows = await deps.alerts.rowsOf(deps.store, organizationId, call.now);
    const meant = found === undefined ? "" : meantName(found);
    return { about, rows, chosen: await chosenFor(deps, call, rows, about, meant) };
  }
  return configurationOperation({
    name: "start_drill",
    level: "operate",
    asksOthers: true,
    effect: "create",
    unheld: "it tries something, and keeps only how that went",
    status: 201,
    title: "Start a drill",
    description:
      "Sends an alert that is marked as a drill the way real ones go, for one route, target or service. People are notified. It opens no incident, holds no deploy, and no rule escalates it. get_drill shows how far it is.",
    tag,
    method: "POST",
    path: "/api/v1/drills",
    input: startInput,
    output: drillFields,
    confirms: true,
    async question(call, { body }) {
      const { until: _, ...given } = readInput(startInput, body);
      const { chosen } = await planned(call, given);
      const { name, ways } = chosen;
      const much = ways.length === 1 ? "1 alert" : `${ways.length} alerts`;
      const message = `This would send ${much} that ${ways.length === 1 ? "is" : "are"} marked as a drill, about ${name}, the way real ones go: people are notified now.`;
      return { message, current: {}, would: { drills: ways.length } };
    },
    async answer(call, { until, ...given }) {
      const { id: organizationId } = call.caller.organization;
      const { about, rows, chosen } = await planned(call, given);
      const keys = await begin(deps, call, rows, { about, until, scheduled: false, chosen }, (drills) =>
        admitted(drills, organizationId, subjectOf(about)),
      );
      const [first] = keys ?? [];
      if (keys === undefined || first === undefined) throw new Error("a drill that may not begin is refused");
      return afterCommit(eachOnItsOwn(keys, (key) => follow(deps, key)).then(() => shownNow(deps, first)));
    },
    async again(call, id) {
      const { id: organizationId } = call.caller.organization;
      return { status: 201, body: await shownNow(deps, { organizationId, id }) };
    },
  });
}

/** @throws Refusal 409 where one about the same is under way, or too many are */
async function admitted(
  drills: DrillConnection,
  organizationId: string,
  subject: DrillSubject,
): Promise<true> {
  const { all, same } = await drills.running(organizationId, subject);
  if (same !== null)
    throw new Refusal("conflict", `A drill about it is under way, ${same}: wait until it has ended.`);
  if (all >= mostRunning)
    throw new Refusal("conflict", `${mostRunning} drills are under way: wait until one has ended.`);
  return true;
}

/** @throws Refusal 422 where it is about nothing, about several, or about what no alert gets to */
async function chosenFor(
  deps: DrillDeps,
  call: Call,
  rows: AlertingRows,
  about: About,
  /** How a problem goes on. */
  question: string,
): Promise<Chosen> {
  const fields = Object.keys(startInput).filter((name) => name !== "until");
  const named = fields.filter((name) => about[name as keyof About] !== undefined);
  if (named.length !== 1)
    throw unprocessable([{ field: named[1] ?? "route_id", message: `give one of ${fields.join(", ")}` }]);
  const chosen = await choose(deps, call, rows, about);
  if ("message" in chosen) throw unprocessable([{ ...chosen, message: `${chosen.message}${question}` }]);
  return chosen;
}

function get(deps: DrillDeps): ConfigurationOperation {
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

function list(deps: DrillDeps): ConfigurationOperation {
  return configurationOperation({
    name: "list_drills",
    level: "read",
    title: "List drills",
    description: "Drills, newest first: which ways of alerts were proved, and when.",
    tag,
    method: "GET",
    path: "/api/v1/drills",
    input: listInput,
    output: listOutput,
    async answer(call, { cursor, status, limit = mostListed, ...about }) {
      const { id } = call.caller.organization;
      const before = cursor === undefined ? null : placeAt(cursor);
      const filter = { ...subjectOf(about), status: status ?? null, before };
      const rows = await deps.drills.list(id, filter, limit + 1);
      const read = rows.slice(0, limit);
      const all = await Promise.all(read.map(async (one) => shown(one, await progress(deps, one))));
      const page = createLongList(call);
      const data = all.filter((one) => page.add(JSON.stringify(one)));
      const last = rows.length > data.length ? rows[data.length - 1] : undefined;
      return { data, next_cursor: last === undefined ? null : cursorOf(last.id) };
    },
  });
}

/** A cursor is the last drill shown: newer ones have higher ids, so they shift nothing. */
function cursorOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** @throws Refusal 422 where the cursor is not ours */
function placeAt(cursor: string): string {
  const id = Buffer.from(cursor, "base64url").toString("latin1");
  if (/^drill_\w+$/.test(id) && cursorOf(id) === cursor) return id;
  throw foreignCursor();
}

function exchange(deps: DrillDeps): ConfigurationOperation {
  return configurationOperation({
    name: "exchange_drills",
    level: "operate",
    effect: "update",
    unheld: "it tries something, and keeps only how that went",
    title: "Exchange drills",
    description:
      "An agent asks for the alerts of drills that its Alertmanager is to be sent, and says what became of those that it was given before.",
    tag,
    method: "PUT",
    engineScope: "engine:agent",
    path: "/api/v1/render/{connector_id}/drills",
    input: exchangeInput,
    output: exchangeOutput,
    forPrograms: true,
    fromEngines: true,
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

async function shownNow(deps: DrillDeps, { organizationId, id }: DrillKey): Promise<JsonObject> {
  const drill = await deps.drills.get(organizationId, id);
  if (drill === undefined)
    throw new Refusal("not_found", "There is no such drill; list_drills shows the last ones.");
  return shown(drill, await progress(deps, drill));
}

function shown(drill: Drill, { status, message, hops }: Progress): JsonObject {
  const { id, routeId, targetId, service, until, labels, connectorId, alertId, runId } = drill;
  const { ways = [], unknown = [] } = drill.foretold ?? {};
  return {
    id,
    run_id: runId,
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
    scheduled: drill.scheduled,
    started_at: drill.createdAt.toISOString(),
    ends_by: drill.deadline.toISOString(),
    ended_at: drill.endedAt?.toISOString() ?? null,
    hops: hops.map((hop) => ({ ...hop })),
    ways: ways.map((way) => ({ drill_id: null, ...way }) as JsonObject),
    unknown: [...unknown],
  };
}
