/** What of a test's expectations an alert's outcome does not meet, and which row decided it so. Pure. */
import { foldEmail } from "../../../kernel/natural-key.ts";
import { type Sent, takenOf } from "../../../renderers/alerting/deciding.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import { whoIsReached } from "../../../renderers/alerting/on-call.ts";
import type { Destination, RouteRow } from "../../../renderers/alerting/resolve.ts";
import { namedByRule } from "../../../renderers/alerting/sending.ts";
import { type Outcome, receiverIdOf, targetsOf } from "../../alerting/index.ts";
import type { TestedRows, TestRow } from "./rows.ts";

type Test = TestRow["configuration"];

/** @param at when the alert begins */
export function brokenBy(tested: TestedRows, test: Test, outcome: Outcome, at: Date): readonly string[] {
  const rows = { ...tested, at };
  const { notified = [], not_notified = [], muted, inhibited_by, severity } = test.expect;
  const sent = new Map<string, Sent>();
  for (const one of outcome.sent)
    for (const key of receiversOf(rows, one)) if (!sent.has(key)) sent.set(key, one);
  const nameOf = (place: Destination) => calledBy(rows, place) ?? place.email;
  const gone = [...notified, ...not_notified].filter((place) => nameOf(place) === undefined);
  const shown = (place: Destination) => JSON.stringify(nameOf(place));
  return [
    ...gone.map((place) => `It names a receiver that is gone (${placeOf(place)}).`),
    ...notified
      .filter((place) => nameOf(place) !== undefined && !sent.has(placeOf(place)))
      .map((place) => `${shown(place)} is not notified: ${whyNot(rows, test, outcome, place)}.`),
    ...not_notified.flatMap((place) => {
      const by = sent.get(placeOf(place));
      return by === undefined ? [] : [`${shown(place)} is notified: ${whySent(rows, outcome, by, place)}.`];
    }),
    ...(test.expect.notified?.length === 0 ? notifiedAtAll(rows, outcome) : []),
    ...(muted === undefined ? [] : mutedFailure(outcome, muted)),
    ...(inhibited_by === undefined ? [] : inhibitionFailure(rows, test, outcome, inhibited_by)),
    ...(severity === undefined ? [] : severityFailure(rows, outcome, severity)),
  ];
}

/** The rows, and when the alert begins. */
interface Rows extends TestedRows {
  readonly at: Date;
}

function placeOf(destination: Destination): string {
  const { email } = destination;
  return email === undefined ? receiverIdOf(destination) : foldEmail(email);
}

/** What people call a row that a test names; undefined for one that is gone, and for a mailbox. */
function calledBy({ names }: TestedRows, { outbound_config_id, team_id, rota_id, role }: Destination) {
  const name = names.get(outbound_config_id ?? team_id ?? rota_id ?? "");
  return name === undefined || role === undefined ? name : `${name} (${role})`;
}

/** Whom a message reaches: the destination, the role of a rota whose people get it, and the mailboxes behind it. */
function receiversOf(rows: Rows, { destination, named, atSeconds }: Sent): readonly string[] {
  const reached = behind(rows, destination);
  if (named.rota_id === undefined || reached.length === 0) return reached;
  const { answered } = whoIsReached(rows, named, new Date(rows.at.getTime() + atSeconds * 1_000));
  return answered === null ? reached : [receiverIdOf({ ...named, role: answered }), ...reached];
}

/** A destination, and the mailboxes behind it; nobody in a team without members. */
function behind(rows: Rows, destination: Destination): readonly string[] {
  const { team_id } = destination;
  if (team_id !== undefined && rows.addressesOf(team_id) === undefined) return [team_id];
  const targets = targetsOf([destination], rows, (id) => rows.addressesOf(id) ?? [], rows.at);
  const mailboxes = targets.map(({ channel, target }) =>
    channel === "email" ? target : (rows.targets.get(target)?.configuration.address ?? ""),
  );
  return targets.length === 0 ? [] : [placeOf(destination), ...mailboxes.map(foldEmail)];
}

/** Whether somebody is named by a destination, itself or as a mailbox behind it, that may be off. */
function isNamedBy(rows: Rows, destination: Destination, wanted: string): boolean {
  const address = rows.targets.get(destination.outbound_config_id ?? "")?.configuration.address ?? "";
  return [...behind(rows, destination), placeOf(destination), foldEmail(address)].includes(wanted);
}

/** Of who is notified where nobody should be, each receiver once. */
function notifiedAtAll(rows: Rows, outcome: Outcome): string[] {
  const reached = outcome.sent.filter((one) => receiversOf(rows, one).length > 0);
  const first = new Map(reached.toReversed().map((one) => [placeOf(one.destination), one]));
  return [...first.values()].map(
    (one) =>
      `Nobody is to be notified, and ${nameIn(rows, one.destination)} is: ${whySent(rows, outcome, one, one.destination)}.`,
  );
}

function nameIn(rows: TestedRows, place: Destination): string {
  return JSON.stringify(calledBy(rows, place) ?? place.email ?? placeOf(place));
}

/** Which row decided: what keeps the alert back, or where it went instead, and why not where it should. */
function whyNot(rows: Rows, test: Test, outcome: Outcome, place: Destination): string {
  const { mutedBy, inhibitedBy, routes, rules } = outcome;
  // What is kept back at first may be sent later.
  if (outcome.sent.length === 0 && mutedBy.length > 0) return mutedBy.map(mutesIt).join(", and ");
  if (inhibitedBy !== undefined) return inhibitsIt(test, inhibitedBy);
  const wanted = placeOf(place);
  const target = rows.targets.get(wanted);
  if (target?.configuration.enabled === false) {
    const waiting = rules
      .filter(({ taken, rule }) => taken && rule.configuration.outbound_config_id === wanted)
      .map(
        ({ rule }) => `, and the rule ${JSON.stringify(rule.configuration.name)} holds its steps meanwhile`,
      );
    return `the target ${JSON.stringify(rows.names.get(wanted))} is switched off${waiting.join("")}`;
  }
  if (place.team_id !== undefined && rows.addressesOf(wanted)?.length === 0)
    return `the team ${nameIn(rows, place)} has no members`;
  if (place.rota_id !== undefined) {
    const { by, reason } = whoIsReached(rows, place, rows.at);
    if (by !== "role") return reason;
  }
  const took = takenOf(routes).map((route) => wayName(rows, route));
  const went = took.length === 0 ? "no route takes the alert" : `it goes to ${took.join(" and ")}`;
  const own = routes.filter(({ route }) =>
    route.configuration.destinations.some((one) => isNamedBy(rows, one, wanted)),
  );
  const reasons = own.map(({ route, taken, reason }) =>
    taken ? keptFrom(rows, outcome, route, wanted) : `${wayName(rows, route)} does not take it: ${reason}`,
  );
  const later = rules
    .filter(({ rule }) => isNamedBy(rows, namedByRule(rule), wanted))
    .map(({ rule, taken, reason, firstAtSeconds }) => {
      const name = `the rule ${JSON.stringify(rule.configuration.name)}`;
      const off = offBehind(rows, namedByRule(rule));
      if (taken && off !== undefined) return `${name} takes it, and ${off}`;
      return taken
        ? `${name} sends first after ${Math.ceil((firstAtSeconds ?? 0) / 60)} minutes`
        : `${name} does not take it: ${reason}`;
    });
  const because = [...reasons, ...later];
  return because.length === 0
    ? `${went}, and no route or rule names this receiver`
    : `${went}; ${because.join("; ")}`;
}

/** Why a route that takes the alert does not send it to one of its destinations. */
function keptFrom(rows: Rows, { routeMutes, severity }: Outcome, route: RouteRow, wanted: string): string {
  const mute = routeMutes.find(({ routeIds }) => routeIds.includes(route.id));
  if (mute !== undefined) return `${wayName(rows, route)} takes it, and ${mutesIt(mute)}`;
  const named = route.configuration.destinations.filter((one) => isNamedBy(rows, one, wanted));
  const [off] = named.flatMap((one) => offBehind(rows, one) ?? []);
  if (off !== undefined) return `${wayName(rows, route)} takes it, and ${off}`;
  return `${wayName(rows, route)} takes it, and pagers get no alert of severity ${severity}`;
}

/** Why nothing comes to a destination whose target is off. */
function offBehind({ targets }: TestedRows, { outbound_config_id }: Destination): string | undefined {
  const target = targets.get(outbound_config_id ?? "")?.configuration;
  return target?.enabled === false ? `the target ${JSON.stringify(target.name)} is switched off` : undefined;
}

/** @param place who is notified, by the destination itself or as a mailbox behind it */
function whySent(rows: TestedRows, { routes, rules }: Outcome, sent: Sent, place: Destination): string {
  const { team_id, rota_id } = sent.named;
  const what = team_id !== undefined ? "team" : rota_id === undefined ? "target" : "rota";
  const by = placeOf(sent.named) === placeOf(place) ? "" : `by the ${what} ${nameIn(rows, sent.named)}, `;
  if ("route" in sent) {
    const reason = routes.find(({ route }) => route.id === sent.route.id)?.reason;
    return `${by}${wayName(rows, sent.route)} takes the alert, as ${reason}`;
  }
  const reason = rules.find(({ rule }) => rule.id === sent.rule.id)?.reason;
  const minutes = Math.ceil(sent.atSeconds / 60);
  return `${by}the rule ${JSON.stringify(sent.rule.configuration.name)} sends after ${minutes} minutes, as ${reason}`;
}

function mutedFailure({ mutedBy, routeMutes, routes }: Outcome, wanted: boolean): string[] {
  const taking = takenOf(routes);
  const atRoutes =
    taking.length > 0 &&
    taking.every((route) => routeMutes.some(({ routeIds }) => routeIds.includes(route.id)));
  const muted = mutedBy.length > 0 || atRoutes;
  if (muted === wanted) return [];
  if (!muted) return ["The alert is not muted: no mute that holds then takes it."];
  return [`The alert is muted: ${(mutedBy.length > 0 ? mutedBy : routeMutes).map(mutesIt).join(", and ")}.`];
}

function inhibitionFailure(
  rows: TestedRows,
  test: Test,
  { inhibitedBy }: Outcome,
  wanted: string | null,
): string[] {
  if ((inhibitedBy?.rule.id ?? null) === wanted) return [];
  if (wanted !== null && !rows.names.has(wanted))
    return [`The inhibition that it names is gone (${wanted}).`];
  if (inhibitedBy !== undefined) return [`The alert is inhibited: ${inhibitsIt(test, inhibitedBy)}.`];
  const name = JSON.stringify(rows.names.get(wanted ?? ""));
  const rule = rows.inhibitions.find(({ id }) => id === wanted);
  if (rule?.configuration.enabled === false) return [`The alert is not inhibited: ${name} is switched off.`];
  const sides =
    rule &&
    `${rule.configuration.source_matchers.join(", ")} keeps back ${rule.configuration.target_matchers.join(", ")}`;
  return [
    `The alert is not inhibited: by ${name}, ${sides}, and no alert of while is such a source with the same ${rule?.configuration.equal.join(", ") || "labels"}.`,
  ];
}

function severityFailure(rows: TestedRows, { severity: own, routes }: Outcome, wanted: string): string[] {
  const [first] = takenOf(routes);
  const given = first?.configuration.severity_override ?? null;
  const is = given ?? own ?? "critical";
  if (is === wanted) return [];
  const why =
    given !== null && first !== undefined
      ? `${wayName(rows, first)} gives it that`
      : own === null
        ? "it has no label severity, which counts as critical"
        : "its label severity means that";
  return [`The alert is sent as ${is}: ${why}.`];
}

function wayName({ ownRoutes }: TestedRows, { id, configuration: { name, position } }: RouteRow): string {
  if (ownRoutes.has(id)) return `the heartbeat ${JSON.stringify(name)}`;
  return `the route ${JSON.stringify(name)} (position ${position})`;
}

function mutesIt({ pattern, matchers, reason }: Mute): string {
  const what = pattern ?? (matchers.length > 0 ? matchers.join(", ") : "of its routes");
  return `the mute ${JSON.stringify(what)} keeps it back (${reason})`;
}

function inhibitsIt(test: Test, { rule, sourceId }: NonNullable<Outcome["inhibitedBy"]>): string {
  const labels = test.while[Number(sourceId)]?.labels ?? {};
  const source = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `the inhibition ${JSON.stringify(rule.configuration.name)} keeps it back while {${source.join(", ")}} is open`;
}
