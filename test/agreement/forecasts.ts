/** What each forecast says of alerts, in the form in which the queue is read. */
import { createOutcomes } from "../../src/features/alerting/alerts/outcome.ts";
import { rotaAt } from "../../src/features/alerting/alerts/targets.ts";
import { evaluate, testsOf } from "../../src/features/changes/behaviour-tests/pure.ts";
import { createNotifications } from "../../src/features/changes/replay/notifications.ts";
import type { PastAlert } from "../../src/features/changes/replay/past-alerts.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { createInhibiting } from "../../src/renderers/alerting/inhibitions.ts";
import { comesTo } from "../../src/renderers/alerting/on-call.ts";
import { titleOf } from "../../src/renderers/alerting/own-alerts.ts";
import type { Destination } from "../../src/renderers/alerting/resolve.ts";
import { notificationSettings } from "../../src/resources/notification-settings.ts";
import { services, tickMs, ticks } from "./organization.ts";
import { type Alert, endsAt, type Happened, must, type Organization } from "./world.ts";

/** The places in the queue of what is sent to a destination. */
function placesOf(organization: Organization, destination: Destination): readonly string[] {
  const { outbound_config_id, team_id, email, rota_id } = destination;
  const { rows } = organization;
  // Only what is said of the present moment names one.
  if (rota_id !== undefined)
    return comesTo(destination, rows, new Date()).flatMap((one) => placesOf(organization, one));
  if (team_id !== undefined) return rows.addressesOf(team_id)?.map(() => "member@example.com") ?? [];
  return [outbound_config_id ?? email?.toLowerCase() ?? ""];
}

/** The replay of all alerts of an organization. */
export function replayed(organization: Organization, base: number): (alert: Alert) => Happened {
  const { rows, alerts } = organization;
  const moment = (tick: number) => base + tick * tickMs;
  const past = alerts.map(
    ({ id, raisedBy, labels, startedAt, endedAt, acknowledgedAt }, index): PastAlert => ({
      ...{ id, connectorId: raisedBy, labels: index, title: titleOf({ labels, raisedBy }), sent: [] },
      startedAt: moment(startedAt),
      endedAt: endedAt === null ? null : moment(endedAt),
      acknowledgedAt: acknowledgedAt === null ? null : moment(acknowledgedAt),
    }),
  );
  const sets = alerts.map(({ labels }) => labels);
  const notificationsOf = atOnce(
    createNotifications({ ...rows, names: new Map() }, sets, past, moment(ticks)),
  );
  return (alert) => {
    const sent = atOnce(notificationsOf(past[alerts.indexOf(alert)] as PastAlert));
    return happenedOf(
      sent.flatMap(({ sender, step, destination, at }) =>
        placesOf(organization, destination).map(
          (place) => [`${sender.id}/${step} ${place}`, (at - base) / tickMs] as const,
        ),
      ),
    );
  };
}

function happenedOf(all: readonly (readonly [string, number])[]): Happened {
  const happened = new Map<string, number>();
  for (const [key, tick] of all) happened.set(key, Math.min(tick, happened.get(key) ?? tick));
  return happened;
}

/** The open alerts at the beginning of one, by their source keys. */
function openAt({ rows, alerts }: Organization, tick: number): Map<string, string> {
  const sides = createInhibiting(rows.inhibitions);
  const open = alerts.filter(({ startedAt }) => startedAt < tick);
  return new Map(
    open.flatMap(({ id, labels }) => atOnce(sides(labels)).sourceKeys.map((key) => [key, id] as const)),
  );
}

/** Until when nothing of what a forecast cannot know has happened to it. */
export function horizonOf({ acknowledgedAt }: Alert): number {
  return Math.min(endsAt, acknowledgedAt ?? ticks) - 1;
}

/** What the decider says at its beginning, as `resolve` and tests ask it. */
export function decided(organization: Organization, base: number): (alert: Alert) => Happened {
  const outcomeOf = createOutcomes(organization.rows);
  const open = new Map([0, 1].map((tick) => [tick, openAt(organization, tick)] as const));
  return (alert) => {
    const { labels, startedAt } = alert;
    const outcome = atOnce(
      outcomeOf(
        // A heartbeat's alert is known by its labels.
        { labels },
        {
          opened: new Date(base + startedAt * tickMs),
          unacknowledgedSeconds: ((horizonOf(alert) - startedAt) * tickMs) / 1_000,
          open: open.get(startedAt) ?? new Map(),
        },
      ),
    );
    return happenedOf(
      outcome.sent.flatMap((one) => {
        const sender = "rule" in one ? `${one.rule.id}/${one.step}` : `${one.route.id}/0`;
        const tick = startedAt + (one.atSeconds * 1_000) / tickMs;
        return placesOf(organization, one.destination).map((place) => [`${sender} ${place}`, tick] as const);
      }),
    );
  };
}

/** What a test of each alert that says what happened fails with; nothing where it holds. */
export function failuresOfTests(
  organization: Organization,
  alerts: readonly Alert[],
  base: number,
): string[] {
  const { rows } = organization;
  const sides = createInhibiting(rows.inhibitions);
  const byKeys = organization.alerts
    .filter(({ isSource }) => isSource)
    .map((one) => [atOnce(sides(one.labels)).sourceKeys.join(), one] as const);
  // Of those that keep the same back, one will do.
  const sources = [...new Map(byKeys).values()];
  const places = [...rows.targets.keys()].map((outbound_config_id) => ({ outbound_config_id }));
  const mailboxes = ["ops@example.com", "Member@example.com", "other@example.com"].map((email) => ({
    email,
  }));
  const everyone = [...places, ...mailboxes];
  const bodies = alerts.map((alert) => {
    const { labels, startedAt, happened } = alert;
    const until = horizonOf(alert);
    const reached = new Set(
      [...happened].flatMap(([key, tick]) => (tick <= until ? [key.slice(key.indexOf(" ") + 1)] : [])),
    );
    const isReached = (one: { outbound_config_id?: string; email?: string }) =>
      reached.has(one.outbound_config_id ?? one.email?.toLowerCase() ?? "");
    // A target of the kind email is a mailbox too, which may be one of these.
    const notified = everyone.filter(isReached);
    return {
      name: labels.instance ?? "heartbeat",
      while: startedAt === 0 ? [] : sources.map((one) => ({ labels: one.labels })),
      alert: {
        labels,
        at: new Date(base + startedAt * tickMs).toISOString(),
        unacknowledged_minutes: ((until - startedAt) * tickMs) / 60_000,
      },
      expect: { notified, not_notified: everyone.filter((one) => !isReached(one)) },
    };
  });
  return atOnce(evaluate(rows, testsOf(bodies), new Date())).flatMap(({ name, failures }) =>
    failures.map((one) => `${name}: ${one}`),
  );
}

/** What `resolve` says of an alert that begins now. */
export interface Resolved {
  readonly alert: Alert;
  /** Whether something keeps it back from everybody. */
  readonly isKept: boolean;
  /** Who, by which row, after how many seconds. */
  readonly recipients: readonly string[];
  /** Who is mailed as the settings of notifications say. */
  readonly mailed: readonly string[];
  /** What each route sends it to at once. */
  readonly routed: readonly string[];
}

interface Answered {
  readonly muted_by: readonly unknown[];
  readonly inhibited_by: unknown;
  readonly recipients: readonly Readonly<
    Record<"by" | "name" | "target" | "first_at_seconds", string | number>
  >[];
  readonly routes: readonly {
    readonly id: string;
    readonly name: string;
    readonly taken: boolean;
    readonly receivers: readonly string[];
  }[];
}

export async function resolved(organization: Organization, alert: Alert): Promise<Resolved> {
  const body = await answered(organization, alert.labels);
  const isMail = ({ by }: { by: unknown }) => by === notificationSettings.kind;
  const routed = body.routes.flatMap(({ name, receivers }) =>
    receivers.flatMap((id) => placesOf(organization, named(id)).map((place) => `${name} ${place}`)),
  );
  return {
    ...{ alert, isKept: isKept(body), routed: [...new Set<string>(routed)].sort() },
    recipients: body.recipients
      .filter((one) => !isMail(one))
      .map(lineOf)
      .sort(),
    mailed: body.recipients
      .filter(isMail)
      .map(({ target }) => String(target))
      .sort(),
  };
}

async function answered({ tenant: { api } }: Organization, labels: Alert["labels"]): Promise<Answered> {
  return must(200, await api("POST", "alert_routes/resolve", { body: { labels } })).body;
}

const isKept = (body: Answered) => body.muted_by.length > 0 || body.inhibited_by !== null;
const lineOf = ({ by, name, target, first_at_seconds: after }: Answered["recipients"][number]) =>
  `${by} ${name} ${String(target).toLowerCase()} ${after}`;

/** Where the answers of services are not those of `resolve` for each of their alerts, and all of them together. */
export async function wrongServices(organization: Organization): Promise<string[]> {
  const wrong: string[] = [];
  for (const service of services) wrong.push(...(await wrongService(organization, service)));
  return wrong;
}

/** The ways that an answer looks at where there are more. */
const mostWays = 20;

async function wrongService(organization: Organization, service: string): Promise<string[]> {
  const { api } = organization.tenant;
  const { body } = must(200, await api("GET", `services/${service}/notified`));
  const asked: Answered[] = [];
  for (const { labels } of body.alerts) asked.push(await answered(organization, labels));
  const about = `service ${service}, seed ${organization.seed}`;
  const first = new Map<string, number>();
  for (const { first_at_seconds: after, ...one } of asked.flatMap(({ recipients }) => recipients)) {
    const who = `${one.by} ${one.name} ${String(one.target).toLowerCase()}`;
    first.set(who, Math.min(Number(after), first.get(who) ?? Number.POSITIVE_INFINITY));
  }
  const was = [...first].map(([who, after]) => `${who} ${after}`).sort();
  const said = (body as Answered).recipients.map(lineOf).sort();
  const kept = asked.every(isKept);
  const taken = new Set((body as Answered).routes.flatMap((one) => (one.taken ? [one.id] : [])));
  const own = organization.alerts.filter(({ labels }) => labels.service === service);
  const missing = [...new Set(own.flatMap(({ routeIds }) => routeIds))].filter((id) => !taken.has(id));
  // Of many ways some are left out, which is said.
  const isAll = !body.unknown.some((text: string) => text.includes("were not looked at"));
  const isShort = isAll ? missing.length > 0 : body.alerts.length < mostWays;
  return [
    ...(isShort ? [`${about}: looked at ${body.alerts.length} ways, and not at routes ${missing}`] : []),
    ...(said.join() === was.join() ? [] : [`${about}: said ${said}; its alerts are said ${was}`]),
    ...(isKept(body) === kept ? [] : [`${about}: kept back ${isKept(body)}; its alerts ${kept}`]),
  ];
}

function named(id: string): Destination {
  if (id.includes("@")) return { email: id };
  if (id.startsWith("rota_")) return rotaAt(id);
  return id.startsWith("team_") ? { team_id: id } : { outbound_config_id: id };
}

/** Which alerts a mute of a route that takes them keeps something back of for a while, and nothing else does. */
export function mutedByRoutes({ rows }: Organization, at: number): (alert: Alert) => boolean {
  const outcomeOf = createOutcomes(rows);
  const circumstances = { opened: new Date(at), unacknowledgedSeconds: 24 * 3_600, open: new Map() };
  return ({ labels }) => {
    const { mutedBy, routeMutes, sent } = atOnce(outcomeOf({ labels }, circumstances));
    const muted = routeMutes.flatMap(({ routeIds }) => routeIds);
    return mutedBy.length === 0 && sent.some((one) => "route" in one && muted.includes(one.route.id));
  };
}

/** The same of what happened at once, by routes. */
export function routedReally({ rows }: Organization, { startedAt, happened }: Alert): readonly string[] {
  const lines = [...happened].flatMap(([key, tick]) => {
    const [, sender = "", step = "", place = ""] = /^([^/]+)\/(\d+) (.*)$/.exec(key) ?? [];
    const route = rows.routes.find(({ id }) => id === sender) ?? rows.ownRoutes.get(sender);
    return step === "0" && tick === startedAt ? [`${route?.configuration.name} ${place}`] : [];
  });
  return [...new Set(lines)].sort();
}

/** The same of what happened, as far as it did before the horizon: nothing of an alert that is kept back at first. */
export function resolvedReally({ rows }: Organization, alert: Alert): readonly string[] {
  const { startedAt, happened, isKept } = alert;
  if (isKept) return [];
  return [...happened]
    .flatMap(([key, tick]) => {
      const [, sender = "", step = "", place = ""] = /^([^/]+)\/(\d+) (.*)$/.exec(key) ?? [];
      const route = rows.routes.find(({ id }) => id === sender) ?? rows.ownRoutes.get(sender);
      const rule = rows.rules.find(({ id }) => id === sender);
      // What a mute of the route kept back at first is no first message.
      if (tick > horizonOf(alert) || (route !== undefined ? tick > startedAt : step !== "1")) return [];
      const kind =
        rule !== undefined
          ? "outbound_rules"
          : rows.ownRoutes.has(sender)
            ? "alert_heartbeats"
            : "alert_routes";
      const target = rows.targets.get(place)?.configuration.name ?? place;
      const name = (route ?? rule)?.configuration.name;
      return [`${kind} ${name} ${target} ${((tick - startedAt) * tickMs) / 1_000}`];
    })
    .sort();
}
