/** What would become of an alert, and what a mute would keep back: asked before anything happens. */

import { type Call, turnOf } from "../../../engine/context.ts";
import { type InputOf, readInput } from "../../../engine/input.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { completed } from "../../../engine/render.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { foldEmail, partitionOf } from "../../../kernel/natural-key.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { hidingOf, shownHiding } from "../../../kernel/route-reach.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type Candidate, createWays, type Sent, takenOf } from "../../../renderers/alerting/deciding.ts";
import { factsOf } from "../../../renderers/alerting/facts.ts";
import { isUrgent } from "../../../renderers/alerting/formats/page.ts";
import { createMuting } from "../../../renderers/alerting/mutes.ts";
import { titleOf } from "../../../renderers/alerting/own-alerts.ts";
import type { RouteDecision, RouteRow, RuleDecision } from "../../../renderers/alerting/resolve.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { currentMutes } from "../events/index.ts";
import { decidingField, decidingLabels } from "./deciding-labels.ts";
import type { AlertDeps } from "./deps.ts";
import { mutingOf } from "./muting.ts";
import { desertedIn, kindOfWay, teamAddresses } from "./notify.ts";
import { peopleOnCall, reachesOf } from "./on-call-record.ts";
import { createOutcomes, type Outcome } from "./outcome.ts";
import { inhibitionFor, nextChange, shownMute } from "./resolve-withheld.ts";
import type { AlertingRows } from "./rows.ts";
import { previewInput, previewOutput, resolveInput, resolveOutput } from "./shapes.ts";
import { recentAlerts, showAlerts } from "./show.ts";
import { deliveriesOf, unknownOf } from "./standings.ts";
import { type Foretold, receiverIdOf, receiverNamed, type Target, targetsOf } from "./targets.ts";
import { stepsWait } from "./waiting-steps.ts";
import { warningsOf } from "./withheld.ts";

/** What asks the decider about alerts that are not there. */
export const readsForecast = {
  credential: "bearer",
  level: "read",
  effect: "read",
  scans: "long",
} as const;

export function previewCalls(deps: AlertDeps): readonly ConfigurationOperation[] {
  return [resolveAlertRoute(deps), previewAlertMute(deps)];
}

function resolveAlertRoute(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    ...readsForecast,
    name: "resolve_alert_route",
    title: "Resolve an alert's route",
    description:
      "Which routes and rules take an alert with these labels, and why others do not, what keeps it back and when that changes next, and who would be notified. Nothing is sent.",
    tag: alertRoutes.kind,
    method: "POST",
    path: "/api/v1/alert_routes/resolve",
    input: resolveInput,
    output: { ...resolveOutput, deciding: decidingField },
    async answer(call, { labels, at }) {
      const answer = await resolution(deps, call, { labels }, at);
      const rows = await deps.rowsOf(deps.store, call.caller.organization.id, call.now);
      const then = { ...call, now: momentOf(at) ?? call.now };
      return { ...answer, deciding: await decidingLabels(deps, then, rows, labels) };
    },
  });
}

export type Resolution = Awaited<ReturnType<typeof resolution>>;

/** What would become of an alert. @param at when it begins; left out, now */
export async function resolution(
  deps: AlertDeps,
  present: Call,
  candidate: Candidate,
  at: string | undefined,
) {
  const { labels } = candidate;
  const now = momentOf(at) ?? present.now;
  const call = { ...present, now };
  const { id } = call.caller.organization;
  const rows = await deps.rowsOf(deps.store, id, present.now);
  const all = [...rows.routes.values()];
  const mutes = await currentMutes(deps.events, id, call.now);
  const { open, inhibition } = await inhibitionFor(deps, call, rows, labels);
  const turn = turnOf(call);
  const ways = { routes: all, ownRoutes: rows.ownRoutes };
  const taking = takenOf(await inPieces(createWays(ways)(candidate), turn));
  const addressesOf = await teamAddresses(deps, deps.store, id, taking);
  const deserted = desertedIn(taking, addressesOf);
  const outcome = await inPieces(
    createOutcomes({ ...rows, ...ways, mutes, deserted })(candidate, { ...longOpen, opened: now, open }),
    turn,
  );
  const { severity, mutedBy, routeMutes, routes, rules } = outcome;
  const recipients = await recipientsOf(deps, call, candidate, { ...rows, addressesOf }, outcome);
  const named = namedBy(routes, rows);
  const receivers = [...recipients.map(({ receiver }) => receiver), ...named.values()];
  const deliveries = await deliveriesOf(deps, id, rows, receivers);
  const hiding = hidingOf(all);
  const isKept = mutedBy.length > 0 || inhibition !== null;
  return {
    severity,
    warnings: [...warningsOf({ labels }, rows), ...(isKept ? [] : silences(rows, outcome))],
    muted_by: mutedBy.map((mute) => shownMute(mute, call.now)),
    muted_routes: routeMutes.map((mute) => shownMute(mute, call.now)),
    next_change: await nextChange(mutes, call, candidate, routes),
    inhibited_by: inhibition,
    routes: routes.map((decision) => ({
      ...shownRoute(decision, hiding.get(decision.route.id), rows),
      destinations: decision.route.configuration.destinations.map((one) => {
        const receiver = decision.taken ? named.get(receiverIdOf(one)) : undefined;
        return { ...one, delivery: receiver === undefined ? null : deliveries(receiver).delivery };
      }),
      receivers: isKept ? [] : reachedBy(decision.route, outcome),
    })),
    rules: rules.map(shownRule),
    recipients: isKept ? [] : recipients.map(({ receiver, ...one }) => ({ ...one, ...deliveries(receiver) })),
    unknown: [
      ...(outcome.complete
        ? []
        : ["Not every mute was compared: the labels and matchers are too long for so many mutes."]),
      ...(await unknownOf(deps, present, rows)),
    ],
  };
}

/** Nobody acknowledges it: so long the first step of a rule is waited for. */
export const longOpen = { unacknowledgedSeconds: 31 * 24 * 3_600 } as const;

/** @param by the route that hides it from every alert */
function shownRoute({ route, taken, reason }: RouteDecision, by: RouteRow | undefined, rows: AlertingRows) {
  const unreachable = by === undefined ? null : shownHiding(by);
  const { id, configuration } = route;
  return { id, kind: kindOfWay(rows, id), name: configuration.name, taken, reason, unreachable };
}

/** The targets, on or off, and the mailboxes that the routes name which take it, by the ids of their destinations. */
function namedBy(routes: readonly RouteDecision[], { targets }: AlertingRows): ReadonlyMap<string, Target> {
  const destinations = routes.flatMap(({ taken, route }) => (taken ? route.configuration.destinations : []));
  return new Map(
    destinations.flatMap((one) => {
      const receiver = receiverNamed(one, targets);
      return receiver === undefined ? [] : [[receiverIdOf(one), receiver]];
    }),
  );
}

/** The ids of what a route sends the alert to at its beginning. */
function reachedBy({ id }: RouteRow, outcome: Outcome): string[] {
  const ids = sentByRoutes(outcome).flatMap(({ route, named }) =>
    route.id === id ? [receiverIdOf(named)] : [],
  );
  return [...new Set(ids)];
}

/** What no mute of a route keeps back at the beginning. */
export function sentByRoutes({ sent, routeMutes }: Outcome) {
  const muted = new Set(routeMutes.flatMap(({ routeIds }) => routeIds));
  return sent.flatMap((one) => ("route" in one && !muted.has(one.route.id) ? [one] : []));
}

function shownRule({ rule, taken, reason, firstAtSeconds }: RuleDecision): JsonObject {
  return { id: rule.id, name: rule.configuration.name, taken, reason, first_at_seconds: firstAtSeconds };
}

/** Targets that what takes the alert names, and that it does not reach, or not yet: steps wait for one that is off. */
function silences({ targets }: AlertingRows, { routes, routeMutes, rules }: Outcome): JsonObject[] {
  const muted = new Set(routeMutes.flatMap(({ routeIds }) => routeIds));
  const named = [
    ...routes.flatMap(({ taken, route: { id, configuration } }) =>
      taken && !muted.has(id)
        ? configuration.destinations.map((one) => ({ id: one.outbound_config_id, by: configuration }))
        : [],
    ),
    ...rules.flatMap(({ taken, rule: { configuration } }) =>
      taken ? [{ id: configuration.outbound_config_id ?? undefined, by: configuration }] : [],
    ),
  ];
  return named.flatMap(({ id, by }) => {
    const target = id === undefined ? undefined : targets.get(id);
    const isOff = target !== undefined && !target.configuration.enabled;
    if (target === undefined || !(isOff || target.isUnset)) return [];
    const why = isOff ? "is switched off" : "has no secret";
    const waits = isOff && "delay_seconds" in by ? `. ${stepsWait}` : "";
    return [
      {
        field: "recipients",
        message: `nothing is sent to "${target.configuration.name}", which "${by.name}" names: it ${why}${waits}`,
      },
    ];
  });
}

interface Recipient {
  readonly receiver: Foretold;
  readonly target: string;
  readonly kind: string;
  readonly by: string;
  readonly name: string;
  readonly first_at_seconds: number | null;
}

/** Whom each route and rule that takes the alert sends it to first, and who is mailed about it as an event. */
async function recipientsOf(
  deps: AlertDeps,
  call: Call,
  candidate: Candidate,
  rows: WithTeams,
  outcome: Outcome,
): Promise<Recipient[]> {
  const first = outcome.sent.filter((one) => "rule" in one && one.step === 1);
  const sent = [...sentByRoutes(outcome), ...first];
  const foretold = foretoldOf(sent, outcome.severity, rows, call.now);
  const bySenders = sent.flatMap((one): [string, Recipient][] => {
    const sender = senderOf(one);
    const by = "rule" in one ? outboundRules.kind : kindOfWay(rows, sender.id);
    const { name } = sender.configuration;
    return foretold(one).map((target) => [
      JSON.stringify([sender.id, target.channel, partitionOf(target.channel, target.target)]),
      { ...shownTarget(target, rows), by, name, first_at_seconds: Math.ceil(one.atSeconds) },
    ]);
  });
  const { labels } = candidate;
  const { event } = factsOf({ labels, annotations: {} });
  const about = { event, title: titleOf(candidate), labels };
  const { recipients: mail } = await deps.mailedAbout(deps.store, call, about);
  const byMail = mail.map((target) => ({
    receiver: { channel: "email", target } as const,
    target,
    kind: "email",
    by: notificationSettings.kind,
    name: notificationSettings.title,
    first_at_seconds: 0,
  }));
  // Who is in a team and named too gets one message.
  return [...new Map(bySenders).values(), ...byMail];
}

/** A receiver as people know it. */
export function shownTarget(receiver: Foretold, { targets }: AlertingRows) {
  const { channel, target, paged } = receiver;
  const row = channel === "email" ? undefined : targets.get(target)?.configuration;
  return {
    receiver,
    target: row?.name ?? target,
    kind: row?.kind ?? (paged === undefined ? "email" : "page"),
  };
}

function senderOf(one: Sent) {
  return "rule" in one ? one.rule : one.route;
}

type WithTeams = AlertingRows & { readonly addressesOf: (teamId: string) => readonly string[] };

/** Where each of these messages goes: to who is on call as a page, whatever else of the same sender names them. */
export function foretoldOf(
  sent: readonly Sent[],
  severity: Outcome["severity"],
  rows: WithTeams,
  now: Date,
): (one: Sent) => readonly Foretold[] {
  const people = new Map(
    [...grouped(sent, (one) => senderOf(one).id)].map(([id, ones]) => {
      const reaches = ones.flatMap(({ named, atSeconds }) =>
        reachesOf([named], rows, new Date(now.getTime() + atSeconds * 1_000)),
      );
      return [id, peopleOnCall(reaches)] as const;
    }),
  );
  return (one) => {
    const onCall = people.get(senderOf(one).id);
    const said = "rule" in one ? severity : (one.route.configuration.severity_override ?? severity);
    const paged = isUrgent({ severity: said, phase: "firing" }) ? "page" : "other";
    return targetsOf([one.destination], rows, rows.addressesOf, now).map((target) =>
      target.channel === "email" && onCall?.has(foldEmail(target.target)) ? { ...target, paged } : target,
    );
  };
}

/** Alerts that a preview looks at, the newest first. */
const mostLookedAt = 20_000;
const mostShown = 100;
const dayMs = 24 * 3_600_000;

const always = { startsAt: new Date(0), endsAt: null, schedule: [] } as const;

function previewAlertMute(deps: AlertDeps): ConfigurationOperation {
  return {
    ...readsForecast,
    name: "preview_alert_mute",
    title: "Preview an alert mute",
    description:
      "Which open alerts such a mute would keep back, and how many of those that began within the last day. Nothing is muted.",
    tag: alertMutes.kind,
    method: "POST",
    path: "/api/v1/alert_mutes/preview",
    input: { fields: previewInput },
    output: { fields: previewOutput },
    async run(call, { body }) {
      const mute = readMute(call, body);
      const { id } = call.caller.organization;
      const reader = deps.alerts.in(deps.store);
      const found = await mutedBy(deps, call, mute);
      const stored = new Map((await reader.byIds(id, found.first)).map((alert) => [alert.id, alert]));
      const rows = await deps.rowsOf(deps.store, id, call.now);
      const first = found.first.flatMap((alert) => stored.get(alert) ?? []);
      return {
        status: 200,
        body: {
          count: found.count,
          data: await showAlerts(reader, id, rows, first),
          last_day_count: found.lastDayCount,
          complete: found.complete,
        },
      };
    },
  };
}

/** What a mute would keep back: of each batch of alerts no more is kept than is counted and shown. */
async function mutedBy({ alerts, store }: AlertDeps, call: Call, mute: InputOf<typeof previewInput>) {
  const dayAgo = new Date(call.now.getTime() - dayMs);
  const turn = turnOf(call);
  const muting = createMuting([{ id: "", ...mute, routeIds: [], times: always, reason: "" }]);
  const batches = recentAlerts(alerts.in(store), call, dayAgo, mostLookedAt + 1);
  const first: string[] = [];
  let [looked, count, lastDayCount] = [0, 0, 0];
  for await (const batch of batches) {
    const within = batch.slice(0, mostLookedAt - looked);
    looked += batch.length;
    const taken = await inPieces(mutingOf(muting, within, call.now), turn);
    for (const alert of within.filter((one) => taken.has(one.id))) {
      if (alert.startedAt >= dayAgo) lastDayCount += 1;
      if (!alert.open) continue;
      count += 1;
      if (first.length < mostShown) first.push(alert.id);
    }
  }
  return { first, count, lastDayCount, complete: looked <= mostLookedAt };
}

/** By the rules of the kind itself. @throws Refusal 422 */
function readMute(call: Call, body: JsonObject): InputOf<typeof previewInput> {
  const mute = readInput(previewInput, body);
  const { address, caller } = call;
  const now = call.now.toISOString();
  const whole = { ...mute, reason: "preview", starts_at: now, duration_minutes: 1 };
  const view = { configuration: completed(alertMutes, whole), state: {}, secretsSet: {} };
  const problems =
    alertMutes.check?.(view, undefined, { actor: caller.actor, address, now: undefined }, []) ?? [];
  if (problems.length > 0) throw unprocessable(problems);
  return mute;
}
