/**
 * Why somebody was notified of an alert, or was not: what is on record of it, said row by row, and for what is not on
 * record the decider's word by the rows as they are. It decides nothing itself. Pure.
 */
import { grouped } from "../../../kernel/grouped.ts";
import { holdsUntil } from "../../../kernel/mute-times.ts";
import { readable } from "../../../kernel/readable.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { reachedBy } from "../../../renderers/alerting/deciding.ts";
import { whoIsReached } from "../../../renderers/alerting/on-call.ts";
import type { Destination, RouteDecision, RuleDecision } from "../../../renderers/alerting/resolve.ts";
import { namedByRule } from "../../../renderers/alerting/sending.ts";
import { isNative } from "../../../renderers/alertmanager/native.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { kindOfWay } from "./notify.ts";
import type { Outcome } from "./outcome.ts";
import { overflowFingerprint } from "./overflow.ts";
import type { SentTo } from "./reached-store.ts";
import { type AlertingRows, routeOf } from "./rows.ts";
import { senderOf } from "./show.ts";
import type { AlertReader, KeptAlert } from "./store.ts";
import { namesOf, type Subject } from "./why-subject.ts";

/** A row, and what it says of the alert and of who is asked about. */
export interface Step {
  readonly row: { readonly kind: string; readonly id: string; readonly name: string } | null;
  /** A sentence that stands by itself. */
  readonly said: string;
}

/** How much a finding explains; the first of the best is the reason. */
const ranks = { sent: 0, unsent: 1, unknown: 2, keptBack: 3, silent: 4, untaken: 5, nowhere: 6, settings: 7 };

interface Finding extends Step {
  /** Left out where it explains nothing by itself. */
  readonly rank?: number;
  /** When something follows from it, in milliseconds. */
  readonly next?: number;
}

export interface WhyFacts {
  readonly alert: KeptAlert;
  readonly subject: Subject;
  readonly rows: AlertingRows;
  /** By the rows as they are, of such an alert that begins now. */
  readonly outcome: Outcome;
  readonly routings: Awaited<ReturnType<AlertReader["routings"]>>;
  readonly timers: Awaited<ReturnType<AlertReader["timers"]>>;
  /** What was sent of it to who is asked about, but for its end. */
  readonly sends: readonly SentTo[];
  /** What keeps it back, as answers show it. */
  readonly withheld: readonly JsonObject[];
  /** When a row was changed last. */
  readonly changedAt: (id: string) => Date | undefined;
  /** What the settings of notifications say; undefined where they are about nobody who is asked about. */
  readonly settings: (Step & { readonly explains: boolean }) | undefined;
  /** Whether so long ago that what was sent may be forgotten. */
  readonly isForgotten: boolean;
  readonly now: Date;
}

export interface Why {
  /** Null where it is not known. */
  readonly notified: boolean | null;
  readonly reason: string;
  /** RFC 3339; null where nothing is known to follow. */
  readonly next_at: string | null;
  readonly steps: readonly Step[];
}

/** Rows that lead to somebody and did not take the alert: so many are named. */
const mostNamed = 20;

export function why(facts: WhyFacts): Why {
  const ways = [...wayFindings(facts), ...ruleFindings(facts)];
  const hasWay = ways.some(({ rank }) => rank === ranks.silent) || facts.settings?.explains === true;
  const isLed = ways.some(({ rank }) => rank !== undefined) || facts.sends.length > 0;
  const findings = [
    aboutAlert(facts),
    ...sendFindings(facts),
    ...withheldFindings(facts, hasWay),
    ...shortened(ways),
    ...settingsFindings(facts),
    ...(isLed ? [] : [nowhere(facts, ways)]),
    ...unknownFindings(facts),
  ];
  const ranked = findings.filter(({ rank }) => rank !== undefined);
  const [best] = ranked.toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  const nexts = facts.alert.resolvedAt === null ? findings.flatMap(({ next }) => next ?? []) : [];
  const notified = facts.sends.some(({ status }) => status === "sent");
  return {
    notified: !notified && findings.some(({ rank }) => rank === ranks.unknown) ? null : notified,
    reason: best?.said ?? "",
    next_at: nexts.length === 0 ? null : new Date(Math.min(...nexts)).toISOString(),
    steps: findings.map(({ row, said }) => ({ row, said })),
  };
}

function shortened(ways: readonly Finding[]): readonly Finding[] {
  const untaken = ways.filter(({ rank }) => rank === ranks.untaken);
  const left = new Set(untaken.slice(mostNamed));
  if (left.size === 0) return ways;
  const said = `${left.size} more rows lead there, and did not take it.`;
  return [...ways.filter((one) => !left.has(one)), { row: null, said }];
}

function aboutAlert({ alert }: WhyFacts): Finding {
  const { id, title, startedAt, resolvedAt, acknowledgedAt, acknowledgedBy, fingerprint } = alert;
  const state =
    resolvedAt === null
      ? "and is open"
      : `and ended on ${readable(resolvedAt)}${alert.endedBecause === null ? "" : `: ${alert.endedBecause}`}`;
  const taken =
    acknowledgedAt === null ? "" : ` ${acknowledgedBy} acknowledged it on ${readable(acknowledgedAt)}.`;
  const merged =
    fingerprint === overflowFingerprint
      ? " It stands for alerts beyond the bounds of open alerts: what was merged into it is notified of by it alone."
      : "";
  return {
    row: { kind: "alerts", id, name: title },
    said: `It began on ${readable(startedAt)}, ${state}.${taken}${merged}`,
  };
}

/** What became of messages, the first of each sender and fate. */
function sendFindings({ sends, rows, subject }: WhyFacts): readonly Finding[] {
  const each = grouped(sends, (one) => `${one.senderId} ${one.status}`).values();
  return [...each].map(([first, ...more]): Finding => {
    const one = first as SentTo;
    const row = senderOf(one.senderId, rows) as NonNullable<Step["row"]>;
    const to = subject.nameOf(one);
    const by = row.kind === "alerts" ? "because it reached nobody" : `by ${named(row)}`;
    const others = more.length === 0 ? "" : ` So it is with ${more.length} more.`;
    const at = readable(one.endedAt ?? one.createdAt);
    const error = one.lastError ?? "no error is on record";
    if (one.status === "sent")
      return { row, rank: ranks.sent, said: `A message was sent to ${to} on ${at}, ${by}.${others}` };
    const fate = {
      parked: `was given up on ${at}: ${error}.`,
      held: "waits until SMTP_URL names a mail server: the service has none.",
      queued: one.attempts > 0 ? `did not arrive yet, and is tried again: ${error}.` : "waits to be sent.",
    }[one.status];
    return { row, rank: ranks.unsent, said: `A message to ${to}, ${by}, ${fate}${others}` };
  });
}

/** What keeps all of it back, or what some routes send of it. */
function withheldFindings({ alert, withheld, outcome, now }: WhyFacts, hasWay: boolean): readonly Finding[] {
  const everywhere = alert.mutedBy !== null || alert.inhibitedBy !== null;
  const holding = new Map([...outcome.mutedBy, ...outcome.routeMutes].map((mute) => [mute.id, mute]));
  const open = alert.resolvedAt === null;
  const found = withheld.flatMap(({ reason, by, alert_id }): Finding[] => {
    if (by === null) return [];
    const row = by as NonNullable<Step["row"]>;
    const mute = holding.get(row.id);
    const until = mute === undefined || !open ? "" : ` until ${readable(holdsUntil(mute.times, now))}`;
    const keeps = open ? "keeps it back" : "kept it back when it ended";
    const isOfAll = row.id === alert.mutedBy || row.id === alert.inhibitedBy;
    const said =
      reason === "muted"
        ? `The mute ${JSON.stringify(row.name)} ${isOfAll ? keeps : `${keeps}, of some routes only,`}${until}.`
        : `The inhibition ${JSON.stringify(row.name)} ${keeps} because of the alert ${alert_id}.`;
    return [{ row, said, ...(isOfAll && hasWay && { rank: ranks.keptBack }) }];
  });
  if (alert.unconfirmedSince === null || everywhere) return found;
  const said = `Its mute ended on ${readable(alert.unconfirmedSince)}, and no report has had it since: nobody is notified of it before one does.`;
  return [...found, { row: null, said, ...(hasWay && { rank: ranks.keptBack }) }];
}

/** The routes that took it, and those that lead to who is asked about. */
function wayFindings(facts: WhyFacts): readonly Finding[] {
  const { outcome, routings, rows } = facts;
  const decisions = new Map(outcome.routes.map((one) => [one.route.id, one]));
  const gone = routings.filter(({ routeId }) => !decisions.has(routeId));
  return [
    ...outcome.routes.flatMap((decision) => wayFinding(facts, decision)),
    ...gone.map(({ routeId }): Finding => {
      const row = { kind: kindOfWay(rows, routeId), id: routeId, name: nameOfWay(rows, routeId) };
      return { row, said: `${capital(named(row))} took it, and is gone: whom it led to is not known.` };
    }),
  ];
}

function nameOfWay(rows: AlertingRows, id: string): string {
  return routeOf(rows, id)?.configuration.name ?? id;
}

function wayFinding(facts: WhyFacts, { route, taken, reason }: RouteDecision): readonly Finding[] {
  const { routings, subject, rows, alert, sends } = facts;
  const { id, configuration } = route;
  const row = { kind: kindOfWay(rows, id), id, name: configuration.name };
  const routing = routings.find(({ routeId }) => routeId === id);
  const leading = configuration.destinations.filter(subject.leads);
  const what = capital(named(row));
  const changed = changeOf(facts, id);
  if (routing === undefined) {
    if (leading.length === 0) return [];
    const but = taken
      ? "takes such an alert by the rows of now, and nothing of this one came by it"
      : `did not take it: ${reason}`;
    return [{ row, rank: ranks.untaken, said: `${what} leads to ${subject.name}, and ${but}.${changed}` }];
  }
  if (leading.length === 0) {
    const to = configuration.drop
      ? "sends to nobody, by decision"
      : `leads to ${namesOf(configuration.destinations, subject, rows)}, not to ${subject.name}`;
    return [{ row, said: `${what} took it, and ${to}.${changed}` }];
  }
  const took = `${what} took it, and leads to ${subject.name}`;
  if (sends.some(({ senderId }) => senderId === id)) return [{ row, said: `${took}.${changed}` }];
  const isHeld = routing.mutedBy !== null || alert.mutedBy !== null || alert.inhibitedBy !== null;
  const obstacles = isHeld ? [] : leading.flatMap((one) => obstacleOf(facts, route, one));
  const mute = facts.withheld.find(({ by }) => by !== null && (by as JsonObject).id === routing.mutedBy);
  const but =
    mute === undefined
      ? (obstacles[0] ?? (isHeld ? "it is kept back" : "nothing was sent to it"))
      : `the mute ${JSON.stringify((mute.by as JsonObject).name)} keeps back what it sends`;
  return [
    { row, rank: ranks.silent, said: `${took}, but ${but}.${changed}`, ...(isHeld && nextOf(facts, id)) },
  ];
}

/** Why a destination of a route that took it got nothing. */
function obstacleOf(
  { subject, alert, rows }: WhyFacts,
  route: RouteDecision["route"],
  destination: Destination,
): readonly string[] {
  const { team_id, outbound_config_id = "", rota_id } = destination;
  if (rota_id !== undefined) {
    const { destinations, reason } = whoIsReached(rows, destination, alert.receivedAt);
    return destinations.some(subject.leads) ? [] : [`when it came, ${reason}`];
  }
  if (team_id !== undefined) return subject.obstacleIn(team_id, alert.receivedAt);
  const target = rows.targets.get(outbound_config_id);
  if (target === undefined) return [];
  const { name, enabled } = target.configuration;
  if (!enabled) return [`the target ${JSON.stringify(name)} is switched off`];
  const reached = reachedBy(route, alert.severity, { targets: rows.targets, deserted: new Set() });
  if (!reached.includes(destination)) return [`it gets no alert of severity ${alert.severity}`];
  return target.unsetReason === undefined
    ? []
    : [`the secret of the target ${JSON.stringify(name)} ${target.unsetReason}`];
}

/** When the decider sends what a route would, were it to begin now: when what keeps it back ends. */
function nextOf({ outcome, subject, now }: WhyFacts, routeId: string): { readonly next?: number } {
  const times = outcome.sent.flatMap((one) =>
    "route" in one && one.route.id === routeId && subject.leads(one.destination) && one.atSeconds > 0
      ? [now.getTime() + one.atSeconds * 1_000]
      : [],
  );
  return times.length === 0 ? {} : { next: Math.min(...times) };
}

/** The rules that lead to who is asked about. */
function ruleFindings(facts: WhyFacts): readonly Finding[] {
  const { outcome, subject } = facts;
  return outcome.rules
    .filter(({ rule }) => subject.leads(namedByRule(rule)))
    .map((decision) => ruleFinding(facts, decision));
}

function ruleFinding(facts: WhyFacts, { rule, taken, reason }: RuleDecision): Finding {
  const { alert, subject, timers, sends, outcome } = facts;
  const { id, configuration } = rule;
  const row = { kind: outboundRules.kind, id, name: configuration.name };
  const what = capital(named(row));
  const changed = changeOf(facts, id);
  const timer = timers.find(({ ruleId }) => ruleId === id);
  if (timer !== undefined && configuration.enabled) {
    const { step, dueAt, heldUntil } = timer;
    const isKept = alert.mutedBy !== null || alert.inhibitedBy !== null || alert.unconfirmedSince !== null;
    const waits =
      heldUntil === null
        ? isKept || outcome.mutedBy.length > 0
          ? ": while it is kept back no step is taken"
          : ""
        : ": its target is off, and it waits for that";
    const said = `${what} sends step ${step} to ${subject.name} on ${readable(dueAt)}${waits}.${changed}`;
    return { row, said, rank: ranks.silent, ...(waits === "" && { next: dueAt.getTime() }) };
  }
  if (sends.some(({ senderId }) => senderId === id)) return { row, said: `${what} took it.${changed}` };
  if (!taken)
    return {
      ...{ row, rank: ranks.untaken },
      said: `${what} leads to ${subject.name}, and did not take it: ${reason}.${changed}`,
    };
  const after = `${configuration.delay_seconds} seconds after it began to be open`;
  const ended =
    alert.acknowledgedAt === null
      ? alert.resolvedAt === null
        ? "no step of it is planned: a rule takes alerts when they begin"
        : `it had ended before that step`
      : `${alert.acknowledgedBy} had acknowledged it before that step`;
  const said = `${what} leads to ${subject.name} ${after}, but ${ended}.${changed}`;
  return { row, rank: ranks.silent, said };
}

function settingsFindings({ settings, sends }: WhyFacts): readonly Finding[] {
  if (settings === undefined || sends.some(({ senderId }) => senderId === settings.row?.id)) return [];
  const { explains, ...step } = settings;
  return [{ ...step, rank: explains ? ranks.silent : ranks.settings }];
}

function nowhere({ subject, outcome }: WhyFacts, ways: readonly Finding[]): Finding {
  const took = ways.flatMap(({ row }) => (row === null ? [] : [JSON.stringify(row.name)]));
  const by = took.length === 0 ? " No route took it." : ` It was taken by ${took.join(", ")}.`;
  const none = outcome.routes.length === 0 ? " There are no alert routes." : by;
  return { row: null, rank: ranks.nowhere, said: `No route and no rule leads to ${subject.name}.${none}` };
}

function unknownFindings({ alert, rows, isForgotten }: WhyFacts): readonly Finding[] {
  const connector = rows.connectors.get(alert.connectorId);
  const native =
    connector !== undefined && isNative(connector)
      ? [`${connector.configuration.name} sends to its receivers itself: whom it notified is not known here.`]
      : [];
  const forgotten = isForgotten
    ? ["It began longer ago than what was sent is kept: whether anything was is not known."]
    : [];
  return [...native, ...forgotten].map((said) => ({ row: null, rank: ranks.unknown, said }));
}

/** What is said of a row as it is now, where it is another one than it was then. */
function changeOf({ alert, changedAt }: WhyFacts, id: string): string {
  const at = changedAt(id);
  return at === undefined || at <= alert.receivedAt
    ? ""
    : ` It was changed on ${readable(at)}, after the alert came.`;
}

const words: Readonly<Record<string, string>> = {
  alert_routes: "the route",
  alert_heartbeats: "the heartbeat",
  outbound_rules: "the rule",
  notification_settings: "the settings",
};

function named({ kind, name }: NonNullable<Step["row"]>): string {
  return `${words[kind] ?? kind} ${JSON.stringify(name)}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
