/** Looking at alerts, and what people do about them. */

import { entry } from "../../../engine/audit-entry.ts";
import { inBatches } from "../../../engine/batches.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import { readInput } from "../../../engine/input.ts";
import { createLongList, type LongList } from "../../../engine/long-list.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { FieldChange, Writer } from "../../../engine/ports/rows.ts";
import { TextAnswer } from "../../../engine/text-answer.ts";
import { afterCommit, withTransaction } from "../../../engine/transaction.ts";
import { foreignCursor, Refusal, unprocessable } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import { createPause } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { holds, matcherOf, mostSteps } from "../../../renderers/alerting/matchers.ts";
import { type AlertDeps, lockOf } from "./deps.ts";
import { alertOutput, idInput, listInput, listOutput } from "./shapes.ts";
import { lengthOfAlert, showAlert, showAlerts, statusOf } from "./show.ts";
import type { Begun, KeptAlert, StoredAlert } from "./store.ts";
import { endAlerts } from "./upkeep.ts";

const shared = { tag: "alerts", credential: "bearer" } as const;

export function alertActions(deps: AlertDeps): readonly ConfigurationOperation[] {
  return [listAlerts(deps), getAlert(deps), acknowledgeAlert(deps), resolveAlert(deps)];
}

function listAlerts({ store, alerts, rowsOf, listCap }: AlertDeps): ConfigurationOperation {
  return {
    ...shared,
    name: "list_alerts",
    level: "read",
    effect: "read",
    title: "List alerts",
    description:
      "Alerts that are open or ended within 30 days, newest first: where each comes from, who acknowledged it, which routes took it, and what was sent to whom. next_cursor leads to older ones.",
    method: "GET",
    path: "/api/v1/alerts",
    query: Object.keys(listInput),
    scans: "short",
    input: { fields: listInput },
    output: { fields: listOutput },
    async run(call, { body }) {
      const { cursor, limit = listCap, until, ...filter } = readInput(listInput, body);
      const latest = until === undefined ? undefined : { startedAt: new Date(until), id: "" };
      const before = cursor === undefined ? latest : placeAt(cursor);
      const passes = alertFilter(filter);
      const most = Math.min(limit, listCap);
      const { id } = call.caller.organization;
      const reader = alerts.in(store);
      const rows = await rowsOf(store, id, call.now);
      const data = createLongList(call);
      const turn = turnOf(call);
      const pause = createPause(turn);
      const batches = inBatches<StoredAlert>({
        read: (last, limit) => reader.list(id, filter, limit, last ?? before),
        lengthOf: lengthOfAlert,
        // Of those that are looked at few may pass.
        most: passes === undefined ? most + 1 : Number.POSITIVE_INFINITY,
        atOnce: mostShownAtOnce,
        turn,
      });
      let shownLast: StoredAlert | undefined;
      for await (const batch of batches) {
        const [oldest] = batch.slice(-1);
        const passing = passes === undefined ? batch : batch.filter(passes);
        for (const [at, alert] of (await showAlerts(reader, id, rows, passing)).entries()) {
          await pause();
          if (data.length === most || !data.add(JSON.stringify(alert))) return listAnswer(data, shownLast);
          shownLast = passing[at];
        }
        if (oldest !== undefined && isBefore(oldest, filter.since)) break;
      }
      return listAnswer(data, undefined);
    },
  };
}

/** Steps of matchers in one call. */
const mostMatching = 10 * mostSteps.ofOne;

interface AlertFilter {
  readonly severity: string | undefined;
  readonly matchers: readonly string[] | undefined;
  readonly since: string | undefined;
}

/** What of a filter is asked of each alert that is read; undefined where it is nothing. */
function alertFilter({ severity, matchers = [], since }: AlertFilter) {
  if (severity === undefined && matchers.length === 0 && since === undefined) return undefined;
  const parsed = matchers.flatMap((text) => matcherOf(text) ?? []);
  const budget = { steps: mostMatching };
  return (alert: StoredAlert): boolean =>
    (severity === undefined || alert.severity === severity) &&
    !isBefore(alert, since) &&
    parsed.every((matcher) => holds(matcher, alert.labels, budget) ?? tooLong());
}

function isBefore({ startedAt }: StoredAlert, since: string | undefined): boolean {
  return since !== undefined && startedAt < new Date(since);
}

function tooLong(): never {
  const message =
    "take too long on so many alerts; write = in the place of =~, or narrow by service or status";
  throw unprocessable([{ field: "matchers", message }]);
}

/** Of each of them a hundred deliveries may be shown. */
const mostShownAtOnce = 50;

/** @param last the last one shown, where there are more */
function listAnswer(data: LongList, last: Begun | undefined): TextAnswer {
  const rest = { truncated: last !== undefined, next_cursor: last === undefined ? null : cursorOf(last) };
  return new TextAnswer(200, `{"data":${data.text()},${JSON.stringify(rest).slice(1)}`, undefined);
}

/** A cursor is the place of the last alert shown: those that come later stand before it. */
function cursorOf({ startedAt, id }: Begun): string {
  return Buffer.from(`${startedAt.getTime()} ${id}`).toString("base64url");
}

/** @throws Refusal `unprocessable` where the cursor is not ours */
function placeAt(cursor: string): Begun {
  const form = /^(-?\d{1,15}) (alert_\w+)$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  const place = { startedAt: new Date(Number(form?.[1])), id: form?.[2] ?? "" };
  if (form !== null && cursorOf(place) === cursor) return place;
  throw foreignCursor();
}

function getAlert(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    ...shared,
    name: "get_alert",
    level: "read",
    title: "Get an alert",
    description: "One alert, as list_alerts shows it, and what outbound rules are yet to send about it.",
    method: "GET",
    path: "/api/v1/alerts/{id}",
    input: idInput,
    output: alertOutput,
    async answer(call, { id }) {
      return await shown(deps, call, id);
    },
  });
}

function acknowledgeAlert(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    ...shared,
    name: "acknowledge_alert",
    level: "operate",
    effect: "update",
    unheld: "it says what becomes of alerts, and changes no row",
    // Its escalation ends, and nothing begins it again.
    takesAway: true,
    title: "Acknowledge an alert",
    description:
      "Says that somebody works on it: no rule escalates it any more, and its routes do not repeat it. It stays open until it ends.",
    method: "POST",
    path: "/api/v1/alerts/{id}/acknowledge",
    whileSuspended: true,
    input: idInput,
    output: alertOutput,
    answer: (call, { id }) =>
      change(deps, call, "acknowledge_alert", id, async (writer, alert) => {
        if (alert.acknowledgedAt !== null) return [];
        const { organization, actor } = call.caller;
        await deps.alerts.in(writer).acknowledge(organization.id, alert.id, actor.name);
        return [{ field: "status", before: "open", after: "acknowledged" }];
      }),
  });
}

function resolveAlert(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    ...shared,
    name: "resolve_alert",
    level: "operate",
    effect: "update",
    unheld: "it says what becomes of alerts, and changes no row",
    takesAway: true,
    asksOthers: true,
    title: "Resolve an alert",
    description:
      "Ends an alert here, and notifies whoever was notified of it. If it goes on, Alertmanager's repeats open nothing until it has said the end; when it starts again, it is a new alert.",
    method: "POST",
    path: "/api/v1/alerts/{id}/resolve",
    whileSuspended: true,
    input: idInput,
    output: alertOutput,
    answer: (call, { id }) =>
      change(deps, call, "resolve_alert", id, async (writer, alert) => {
        await endAlerts(deps, writer, call, [{ id: alert.id, at: call.now }]);
        await deps.heldFirings.in(writer).letGoOn(call.caller.organization.id, alert.id);
        return [{ field: "status", before: statusOf(alert), after: "resolved" }];
      }),
  });
}

/** Does something about an alert that is open, on record where it changed anything. */
async function change(
  deps: AlertDeps,
  call: Call,
  action: string,
  id: string,
  work: (writer: Writer, alert: StoredAlert) => Promise<readonly FieldChange[]>,
): Promise<JsonObject> {
  const { id: organizationId } = call.caller.organization;
  const { connectorId } = await findAlert(deps, organizationId, id);
  await withTransaction(deps.store, [lockOf(organizationId, connectorId)], async (writer) => {
    const alerts = deps.alerts.in(writer);
    const alert = await alerts.lock(organizationId, id);
    if (alert === undefined) throw noAlert();
    if (alert.resolvedAt !== null)
      throw new Refusal("conflict", `The alert ended on ${readable(alert.resolvedAt)}.`);
    const changes = await work(writer, alert);
    if (changes.length > 0) await alerts.record(organizationId, entry(call, action, shared.tag, id, changes));
    return true;
  });
  deps.queue.wake();
  deps.onCommit?.();
  return afterCommit(shown(deps, call, id));
}

async function shown({ store, alerts, rowsOf }: AlertDeps, call: Call, id: string): Promise<JsonObject> {
  const { id: organizationId } = call.caller.organization;
  const found = await findAlert({ store, alerts }, organizationId, id);
  const rows = await rowsOf(store, organizationId, call.now);
  return showAlert(alerts.in(store), organizationId, rows, found);
}

/** @throws Refusal 404 where there is no such alert */
export async function findAlert(
  { store, alerts }: Pick<AlertDeps, "store" | "alerts">,
  organizationId: string,
  id: string,
): Promise<KeptAlert> {
  const [alert] = await alerts.in(store).byIds(organizationId, [id]);
  if (alert === undefined) throw noAlert();
  return alert;
}

function noAlert(): Refusal {
  return new Refusal("not_found", "There is no such alert; list_alerts shows those of the last 30 days.");
}
