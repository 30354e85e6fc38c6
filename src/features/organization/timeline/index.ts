/** What happened in a span of time, all of it on one line of time, and what comes. */
import type { Feature, Registry } from "../../../engine/feature.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { completed } from "../../../engine/render.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { ownName, rowName } from "../../../kernel/words.ts";
import { statusPageIncidents } from "../../../resources/status-page-incidents.ts";
import type { Ground } from "../../ground.ts";
import { createServiceNames, meantName, namingKinds } from "../../reliability/index.ts";
import { comingOf, momentFields, ofService } from "./coming.ts";
import { daysAhead, defaultHours, input, most, mostDays, output } from "./shapes.ts";
import {
  createTimelineStore,
  type FoundAlert,
  type FoundChange,
  type FoundDeploy,
  type FoundIncident,
  type Span,
} from "./store.ts";

export function createTimeline(ground: Ground): Feature {
  return {
    name: "timeline",
    operations: [getTimeline(ground)],
  };
}

/** Of coming moments: some of them will not happen, and mutes may be about other services. */
const momentsRead = 20 * most.coming;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function getTimeline(ground: Ground): ConfigurationOperation {
  const { database, definitions } = ground;
  const store = createTimelineStore(database, namingKinds(definitions));
  const findName = createServiceNames(ground);
  const kinds = Object.keys(definitions);
  return configurationOperation({
    name: "get_timeline",
    scans: "short",
    title: "What happened, and what comes",
    description:
      "What happened in a span of time, and what comes in 7 days. Of the past: alerts, incidents on the status page, what the deploy gate answered, and changes of rows with who made them; and what comes in 7 days: freezes, mutes and maintenances that begin or end, certificates that expire. Use it to find what changed before something broke.",
    tag: "attention",
    level: "read",
    reach: { kinds: [], service: "service" },
    method: "GET",
    path: "/api/v1/timeline",
    input,
    output,
    async answer(call, given) {
      const { caller, now } = call;
      const { id } = caller.organization;
      const { service } = given;
      const found = service === undefined ? undefined : await findName(ground.store, id, service, now);
      const span = spanOf({ ...given, service: found?.name }, now);
      const ahead = new Date(now.getTime() + daysAhead * dayMs);
      const [alerts, incidents, deploys, changes, moments] = await Promise.all([
        store.alerts(id, span, most.alerts),
        store.incidents(id, span, most.incidents),
        store.deploys(id, span, most.deploys),
        store.changes(id, kinds, span, most.changes),
        store.moments(id, momentFields, { ...span, since: now, until: ahead }, momentsRead),
      ]);
      const isEmpty = [alerts, incidents, deploys, changes].every(({ length }) => length === 0);
      if (found?.meant !== undefined && isEmpty)
        throw unprocessable([{ field: "service", message: `is named by no row${meantName(found)}` }]);
      return {
        since: span.since.toISOString(),
        until: span.until.toISOString(),
        from: span.since.toISOString(),
        to: span.until.toISOString(),
        alerts: alerts.map(shownAlert),
        alerts_total: alerts[0]?.total ?? 0,
        incidents: incidents.map(shownIncident),
        deploys: deploys.map(shownDeploy),
        deploys_total: deploys[0]?.total ?? 0,
        changes: changes.map((change) => shownChange(definitions, change)),
        changes_total: changes[0]?.total ?? 0,
        coming: comingOf(definitions, await ofService(call, moments, span.service)).slice(0, most.coming),
      };
    },
  });
}

interface Given {
  readonly service?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** @throws Refusal `unprocessable` where the span ends before it begins, or is too long */
export function spanOf({ service = "", ...given }: Given, now: Date): Span {
  const until = momentOf(given.until) ?? now;
  const since = momentOf(given.since) ?? new Date(until.getTime() - defaultHours * hourMs);
  if (since >= until) throw unprocessable([{ field: "since", message: "must be before until" }]);
  if (until.getTime() - since.getTime() > mostDays * dayMs)
    throw unprocessable([{ field: "since", message: `must be at most ${mostDays} days before until` }]);
  return { since, until, service };
}

function shownAlert({ id, title, service, severity, startedAt, resolvedAt, acknowledgedBy }: FoundAlert) {
  return {
    id,
    title,
    service,
    severity,
    began: startedAt.toISOString(),
    ended: resolvedAt?.toISOString() ?? null,
    acknowledged_by: acknowledgedBy,
  };
}

function shownIncident({ id, configuration, began, ended }: FoundIncident): JsonObject {
  const { title, status, impact } = completed(statusPageIncidents, configuration);
  return { id, title, status, impact, began: began.toISOString(), ended: ended?.toISOString() ?? null };
}

function shownDeploy({ service, askedAt, allowed, count }: FoundDeploy) {
  return { service, at: askedAt.toISOString(), allowed, count };
}

function shownChange(definitions: Registry, change: FoundChange): JsonObject {
  const { sequence, at, door, action, resource, row_id, plan_id, run, configuration } = change;
  const changes = change.changes ?? [];
  const definition = definitions[resource];
  // Of a row that is gone, what the record itself holds.
  const last = configuration ?? Object.fromEntries(changes.map((one) => [one.field, lastValueOf(one)]));
  const name =
    definition === undefined
      ? ""
      : configuration === null && definition.shape === "collection"
        ? (ownName(definition, last) ?? row_id)
        : rowName(definition, { ...last, id: row_id });
  return {
    sequence: Number(sequence),
    at: at.toISOString(),
    actor: { kind: change.actor_kind, id: change.actor_id, name: change.actor_name },
    door,
    action,
    run,
    resource,
    row_id,
    name,
    present: configuration !== null || definition?.shape === "setting",
    plan_id,
    changes: changes as unknown as JsonObject[],
  };
}

function lastValueOf(change: NonNullable<FoundChange["changes"]>[number]) {
  return "secret" in change ? null : (change.after ?? change.before ?? null);
}
