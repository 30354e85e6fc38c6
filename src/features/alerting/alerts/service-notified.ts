/** Who is notified of a service: what `resolve` answers of each way that its alerts take, as one answer. */
import { type Call, turnOf } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { defaultLimits, text } from "../../../kernel/field.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { createRuling, keyOfWay, takenOf } from "../../../renderers/alerting/deciding.ts";
import { severityRanks } from "../../../renderers/alerting/facts.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { type FoundName, meantName } from "../../reliability/index.ts";
import type { AlertDeps } from "./deps.ts";
import { type Resolution, readsForecast, resolution } from "./preview.ts";
import type { AlertingRows } from "./rows.ts";
import { type AlertOfService, createAlertsOfService, recentDays } from "./service-alerts.ts";
import { resolveInput, serviceOutput } from "./shapes.ts";

/** Ways that are looked at, and for each the alerts of it until nothing keeps one back. */
const mostWays = 20;
const mostTried = 3;

interface Looked {
  readonly alert: Pick<AlertOfService, "labels"> & { readonly source: AlertOfService["source"] | null };
  readonly answer: Resolution;
}

export function serviceNotified(deps: AlertDeps): ConfigurationOperation {
  const { labels: _, ...when } = resolveInput;
  const ofService = createAlertsOfService(deps);
  return configurationOperation({
    ...readsForecast,
    name: "get_service_notified",
    title: "Who is notified of a service",
    description:
      "Who would be notified of a service's alerts, and why. What resolve_alert_route says of those that it had lately and those that its rows raise; where there are none, of a critical one, which unknown says.",
    tag: "services",
    method: "GET",
    path: "/api/v1/services/{service}/notified",
    input: { service: text({ description: "The service.", max: defaultLimits.query }), ...when },
    output: serviceOutput,
    async answer(call, { service, at }) {
      const { id } = call.caller.organization;
      // Where alerts are called just so, no other name is meant.
      const found: FoundName = (await deps.alerts.in(deps.store).hasAlerted(id, service))
        ? { name: service, known: true }
        : await deps.findServiceName(deps.store, id, service, call.now);
      const { name } = found;
      const { recent, own } = await ofService(call, name);
      const rows = await deps.rowsOf(deps.store, id, call.now);
      const ways = await alikeOf(call, rows, [...recent, ...own]);
      const looked: Looked[] = [];
      for (const ones of ways.slice(0, mostWays)) looked.push(await firstThatGoesOn(deps, call, ones, at));
      if (looked.length > 0) return merged(looked, ways.length - mostWays);
      const labels = { alertname: "Alert", service: name, severity: "critical" };
      const answer = await resolution(deps, call, { labels }, at);
      return {
        ...answer,
        unknown: [...slipOf(found), noneKnown, ...answer.unknown],
        alerts: [shown({ alert: { labels, source: null }, answer })],
      };
    },
  });
}

function slipOf(found: FoundName): readonly string[] {
  return found.meant === undefined ? [] : [`No row names ${JSON.stringify(found.name)}${meantName(found)}`];
}

const noneKnown = `The service had no alert in the last ${recentDays} days, and no SLO, check, certificate or heartbeat that is on would raise one: this is of a critical alert with no other label. A route that wants more labels does not take it.`;

/** Alerts of one severity that the same routes send to the same destinations, and the same rules escalate. */
async function alikeOf(
  call: Call,
  rows: AlertingRows,
  alerts: readonly AlertOfService[],
): Promise<readonly (readonly AlertOfService[])[]> {
  const ways = { routes: [...rows.routes.values()], ownRoutes: rows.ownRoutes };
  const ruling = createRuling({ ...rows, ...ways, deserted: new Set() });
  const keys = new Map<AlertOfService, string>();
  for (const one of alerts) {
    const { severity, routes, rules } = await inPieces(ruling(one, call.now), turnOf(call));
    const taking = rules.flatMap(({ taken, rule }) => (taken ? [rule.id] : []));
    keys.set(one, JSON.stringify([keyOfWay(rows, one, takenOf(routes)), severity, taking]));
  }
  return [...grouped(alerts, (one) => keys.get(one)).values()];
}

/** Of alerts that take one way, one that nothing keeps back; the first where there is none. */
async function firstThatGoesOn(
  deps: AlertDeps,
  call: Call,
  alerts: readonly AlertOfService[],
  at: string | undefined,
): Promise<Looked> {
  const kept: Looked[] = [];
  for (const alert of alerts.slice(0, mostTried)) {
    const looked = { alert, answer: await resolution(deps, call, alert, at) };
    if (keptBack(looked.answer) === null) return looked;
    kept.push(looked);
  }
  return kept[0] as Looked;
}

/** What keeps all of it back, to be read after "it is". */
function keptBack({ muted_by: [mute], inhibited_by: inhibition }: Resolution): string | null {
  if (mute !== undefined) return `muted: ${mute.reason}`;
  return inhibition === null ? null : `inhibited by ${inhibition.name}`;
}

function shown({ alert: { labels, source }, answer }: Looked): JsonObject {
  const { severity, recipients } = answer;
  return {
    ...{ labels, severity, kept_back: keptBack(answer) },
    source: source && { ...source },
    recipients: [...new Set(recipients.map(({ target }) => target))],
  };
}

/** @param more ways that were not looked at, where it is above 0 */
function merged(looked: readonly Looked[], more: number) {
  const answers = looked.map(({ answer }) => answer);
  // What keeps one alert back is said at that alert; at all of it, where nothing goes on.
  const kept = answers.every((one) => keptBack(one) !== null) ? answers : [];
  const all = <T>(of: (answer: Resolution) => readonly T[]) => unique(answers.flatMap(of));
  const rank = ({ severity }: Resolution) => (severity === null ? -1 : severityRanks[severity]);
  const changes = answers.map((one) => one.next_change).filter((one) => one !== null);
  const recipients = answers.flatMap((one) => one.recipients);
  return {
    severity: answers.toSorted((a, b) => rank(b) - rank(a))[0]?.severity ?? null,
    warnings: all(({ warnings }) => warnings),
    muted_by: unique(kept.flatMap(({ muted_by: mutes }) => mutes)),
    muted_routes: all(({ muted_routes: mutes }) => mutes),
    next_change: changes.toSorted((a, b) => String(a.at).localeCompare(String(b.at)))[0] ?? null,
    inhibited_by: kept.flatMap(({ inhibited_by: inhibition }) => inhibition ?? [])[0] ?? null,
    routes: mergedRoutes(answers),
    rules: [
      ...grouped(
        answers.flatMap(({ rules }) => rules),
        ({ id }) => id,
      ).values(),
    ].flatMap((ones) => ones.find(({ taken }) => taken) ?? ones.slice(0, 1)),
    recipients: [
      ...grouped(
        recipients.toSorted((a, b) => (a.first_at_seconds ?? 0) - (b.first_at_seconds ?? 0)),
        ({ target, by, name }) => JSON.stringify([target, by, name]),
      ).values(),
    ].flatMap((ones) => ones.slice(0, 1)),
    unknown: [
      ...all(({ unknown }) => unknown),
      ...(more > 0 ? [`${more} more ways that its alerts take were not looked at.`] : []),
    ],
    alerts: looked.map(shown),
  };
}

/** The ways of rows' own first, as `resolve` has them. */
function mergedRoutes(answers: readonly Resolution[]): Resolution["routes"] {
  const byId = grouped(
    answers.flatMap(({ routes }) => routes),
    ({ id }) => id,
  );
  const routes = [...byId.values()].flatMap((ones) => {
    const receivers = unique(ones.flatMap((one) => one.receivers));
    return [...ones.filter(({ taken }) => taken), ...ones].slice(0, 1).map((one) => ({ ...one, receivers }));
  });
  const isRoute = ({ kind }: { kind: string }) => Number(kind === alertRoutes.kind);
  return routes.toSorted((a, b) => isRoute(a) - isRoute(b));
}

/** By all that they say. */
function unique<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
