/** What of a test's expectations an alert's outcome does not meet, and which row decided it so. Pure. */
import type { Mute } from "../../renderers/alerting/mutes.ts";
import type { Destination, RouteRow } from "../../renderers/alerting/resolve.ts";
import type { Outcome, Sent } from "../alerts/index.ts";
import type { TestedRows, TestRow } from "./rows.ts";

type Test = TestRow["configuration"];

export function brokenBy(rows: TestedRows, test: Test, outcome: Outcome): readonly string[] {
  const { notified = [], not_notified = [], muted, inhibited_by, severity } = test.expect;
  const sent = new Map(outcome.sent.map((one) => [placeOf(one.destination), one]));
  const nameOf = (place: Destination) => rows.names.get(placeOf(place)) ?? place.email;
  const gone = [...notified, ...not_notified].filter((place) => nameOf(place) === undefined);
  const shown = (place: Destination) => JSON.stringify(nameOf(place));
  return [
    ...gone.map((place) => `It names a receiver that is gone (${placeOf(place)}).`),
    ...notified
      .filter((place) => nameOf(place) !== undefined && !sent.has(placeOf(place)))
      .map((place) => `${shown(place)} is not notified: ${whyNot(rows, test, outcome, place)}.`),
    ...not_notified.flatMap((place) => {
      const by = sent.get(placeOf(place));
      return by === undefined ? [] : [`${shown(place)} is notified: ${whySent(outcome, by)}.`];
    }),
    ...(muted === undefined ? [] : mutedFailure(outcome, muted)),
    ...(inhibited_by === undefined ? [] : inhibitionFailure(rows, test, outcome, inhibited_by)),
    ...(severity === undefined ? [] : severityFailure(outcome, severity)),
  ];
}

function placeOf({ outbound_config_id, team_id, email }: Destination): string {
  return outbound_config_id ?? team_id ?? email?.toLowerCase() ?? "";
}

/** Which row decided: what keeps the alert back, or where it went instead, and why not where it should. */
function whyNot(rows: TestedRows, test: Test, outcome: Outcome, place: Destination): string {
  const { mutedBy, inhibitedBy, routes, rules } = outcome;
  if (mutedBy.length > 0) return mutedBy.map(mutesIt).join(", and ");
  if (inhibitedBy !== undefined) return inhibitsIt(test, inhibitedBy);
  const wanted = placeOf(place);
  const target = rows.targets.get(wanted);
  if (target?.configuration.enabled === false)
    return `the target ${JSON.stringify(rows.names.get(wanted))} is switched off`;
  const took = routes.filter(({ taken }) => taken).map(({ route }) => routeName(route));
  const went = took.length === 0 ? "no route takes the alert" : `it goes to ${took.join(" and ")}`;
  const own = routes.filter(({ route }) =>
    route.configuration.destinations.some((one) => placeOf(one) === wanted),
  );
  const reasons = own.map(({ route, taken, reason }) =>
    taken ? keptFrom(outcome, route) : `${routeName(route)} does not take it: ${reason}`,
  );
  const later = rules
    .filter(({ rule }) => rule.configuration.outbound_config_id === wanted)
    .map(({ rule, taken, reason, firstAtSeconds }) => {
      const name = `the rule ${JSON.stringify(rule.configuration.name)}`;
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
function keptFrom({ routeMutes, severity }: Outcome, route: RouteRow): string {
  const mute = routeMutes.find(({ routeIds }) => routeIds.includes(route.id));
  if (mute !== undefined) return `${routeName(route)} takes it, and ${mutesIt(mute)}`;
  return `${routeName(route)} takes it, and pagers get no alert of severity ${severity}`;
}

function whySent({ routes, rules }: Outcome, sent: Sent): string {
  if ("route" in sent) {
    const reason = routes.find(({ route }) => route.id === sent.route.id)?.reason;
    return `${routeName(sent.route)} takes the alert, as ${reason}`;
  }
  const reason = rules.find(({ rule }) => rule.id === sent.rule.id)?.reason;
  const minutes = Math.ceil(sent.atSeconds / 60);
  return `the rule ${JSON.stringify(sent.rule.configuration.name)} sends after ${minutes} minutes, as ${reason}`;
}

function mutedFailure({ mutedBy, routeMutes, routes }: Outcome, wanted: boolean): string[] {
  const taking = routes.filter(({ taken }) => taken);
  const atRoutes =
    taking.length > 0 &&
    taking.every(({ route }) => routeMutes.some(({ routeIds }) => routeIds.includes(route.id)));
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

function severityFailure({ severity: own, routes }: Outcome, wanted: string): string[] {
  const first = routes.find(({ taken }) => taken)?.route;
  const given = first?.configuration.severity_override ?? null;
  const is = given ?? own ?? "critical";
  if (is === wanted) return [];
  const why =
    given !== null && first !== undefined
      ? `${routeName(first)} gives it that`
      : own === null
        ? "it has no label severity, which counts as critical"
        : "its label severity means that";
  return [`The alert is sent as ${is}: ${why}.`];
}

function routeName({ configuration: { name, position } }: RouteRow): string {
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
