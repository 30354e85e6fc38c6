/** Whether what is sent to the receivers that a forecast names arrives, and what no row here says of its alerts. */
import type { Call } from "../../../engine/context.ts";
import type { FieldChange } from "../../../engine/ports/rows.ts";
import { partitionOf } from "../../../kernel/natural-key.ts";
import { readable } from "../../../kernel/readable.ts";
import type { Standing } from "../../../kernel/standing.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { whoIsReached } from "../../../renderers/alerting/on-call.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import { isAlertmanager } from "../../../renderers/alertmanager/receiving-engines.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { teams } from "../../../resources/teams.ts";
import {
  type KnownWay,
  type ReachedBy,
  standingOfPerson,
  type Urgency,
  withMail,
} from "../../identity/index.ts";
import { notInForce } from "../../reliability/index.ts";
import { type SentToRow, standingOf } from "../delivery/index.ts";
import type { AlertDeps } from "./deps.ts";
import type { Person, Receiver } from "./flow.ts";
import { addressesOfTeams } from "./notify.ts";
import type { AlertingRows, TargetRow } from "./rows.ts";
import { channelOf, type Foretold, receiverIdOf, receiverNamed, rotaAt, teamsIn } from "./targets.ts";

type Deps = Pick<AlertDeps, "alerts" | "store" | "queue" | "facts" | "audit" | "renders" | "ways">;

/** Of each receiver, whether what is sent to it arrives. */
export async function standingsOf(
  deps: Deps,
  organizationId: string,
  rows: Pick<AlertingRows, "targets">,
  receivers: readonly Foretold[],
): Promise<(receiver: Foretold) => Standing> {
  const deliveries = await deliveriesOf(deps, organizationId, rows, receivers);
  return (receiver) => deliveries(receiver).delivery;
}

/** The same, with the ways of a person who is paged; of others there are none. */
export async function deliveriesOf(
  deps: Deps,
  organizationId: string,
  { targets }: Pick<AlertingRows, "targets">,
  receivers: readonly Foretold[],
): Promise<(receiver: Foretold) => { readonly delivery: Standing; readonly ways: readonly KnownWay[] }> {
  const rows = await rowsSentTo(
    deps,
    organizationId,
    receivers.flatMap(({ target }) => targets.get(target) ?? []),
  );
  const facts = new Map(
    (await deps.facts(organizationId, receivers)).map(
      (one) => [`${one.channel} ${one.partition}`, one] as const,
    ),
  );
  const paged = {
    page: await reachOf(deps, receivers, "page"),
    other: await reachOf(deps, receivers, "other"),
  };
  return ({ channel, target, paged: urgency }) => {
    const delivery = standingOf(rows.get(target), facts.get(`${channel} ${partitionOf(channel, target)}`), {
      isMail: channel !== "alert",
      mails: deps.queue.mails,
    });
    if (urgency === undefined) return { delivery, ways: [] };
    const ways = withMail(paged[urgency].get(target) ?? [], delivery);
    return { delivery: standingOfPerson(ways, urgency), ways };
  };
}

async function reachOf({ ways, store }: Deps, receivers: readonly Foretold[], urgency: Urgency) {
  const emails = receivers.flatMap(({ target, paged }) => (paged === urgency ? [target] : []));
  return emails.length === 0
    ? new Map<string, readonly ReachedBy[]>()
    : ways.reachOf(store, [...new Set(emails)], urgency);
}

/** What routes lead to, as far as it says who is behind it. */
type Led = Pick<Receiver, "id" | "kind"> & { readonly people: readonly Pick<Person, "email">[] };

/** Targets and rotas, and when it is asked: of a rota those count who are on call then. */
type RowsAt = Pick<AlertingRows, "targets" | "rotas" | "members"> & { readonly at: Date };

/** The same of what routes lead to, for what is urgent: of a team or rota that of the person who is worst off. */
export async function standingsOfReceivers(
  deps: Deps,
  organizationId: string,
  rows: RowsAt,
  receivers: readonly Led[],
): Promise<(receiver: Led) => Standing> {
  const within = ({ id, kind, people }: Led): readonly Foretold[] => {
    if (kind === onCallRotas.kind) {
      const reach = whoIsReached(rows, rotaAt(id), rows.at);
      const named = reach.destinations.flatMap((one) => receiverNamed(one, rows.targets) ?? []);
      return named.map((one) => ({ ...one, ...(reach.answered !== null && { paged: "page" as const }) }));
    }
    if (kind === teams.kind) return people.map(({ email }) => ({ channel: "email", target: email }));
    if (kind === "email") return [{ channel: "email", target: id }];
    const row = rows.targets.get(id);
    // What a plan would make has had nothing.
    return [{ channel: row === undefined ? "alert" : channelOf(row.configuration), target: id }];
  };
  const standings = await standingsOf(deps, organizationId, rows, receivers.flatMap(within));
  return (receiver) =>
    worstOf(within(receiver).map(standings)) ?? (receiver.kind === onCallRotas.kind ? nobodyOnCall : nobody);
}

/** The same of destinations as routes and rules name them. */
export async function standingsOfDestinations(
  deps: Deps & Pick<AlertDeps, "roster">,
  organizationId: string,
  rows: RowsAt,
  destinations: readonly Destination[],
): Promise<(destination: Destination) => Standing> {
  const addressesOf = await addressesOfTeams(deps, deps.store, organizationId, teamsIn(destinations));
  const receiverOf = (destination: Destination): Led => {
    const { team_id, outbound_config_id, email = "" } = destination;
    if (destination.rota_id !== undefined)
      return { id: receiverIdOf(destination), kind: onCallRotas.kind, people: [] };
    if (team_id !== undefined)
      return { id: team_id, kind: teams.kind, people: addressesOf(team_id).map((one) => ({ email: one })) };
    return outbound_config_id === undefined
      ? { id: email, kind: "email", people: [] }
      : { id: outbound_config_id, kind: outboundConfigs.kind, people: [] };
  };
  const standings = await standingsOfReceivers(deps, organizationId, rows, destinations.map(receiverOf));
  return (destination) => standings(receiverOf(destination));
}

const nobody: Standing = { status: "unsent", since: null, reason: "Nobody is in it." };
const nobodyOnCall: Standing = { ...nobody, reason: "Nobody is on call, and no fallback is there." };
const worst: readonly Standing["status"][] = ["off", "unsent", "failing", "unknown", "ok"];

function worstOf(all: readonly Standing[]): Standing | undefined {
  return all.toSorted((one, other) => worst.indexOf(one.status) - worst.indexOf(other.status))[0];
}

/** When a target was switched off, or got another address, is in the audit log alone; so many of a row's changes are looked at. */
const mostRecords = 50;
const addressFields: readonly string[] = ["url", "address", "recipient", "secret"];

async function rowsSentTo(
  { alerts, store, audit }: Deps,
  organizationId: string,
  targets: readonly TargetRow[],
): Promise<ReadonlyMap<string, SentToRow>> {
  const ids = [...new Set(targets.map(({ id }) => id))];
  const found = await alerts.in(store).configurations(organizationId, outboundConfigs.kind, ids);
  const stored = new Map(found.map((one) => [one.id, one]));
  const changesOf = async (rowId: string) => {
    const filter = { kind: outboundConfigs.kind, rowId };
    const records = await audit.page(organizationId, filter, newest, mostRecords);
    return (is: (change: FieldChange) => boolean) =>
      records.find(({ changes }) => changes.some(is))?.at ?? null;
  };
  const all = new Map(targets.map((target) => [target.id, target]));
  return new Map(
    await Promise.all(
      [...all.values()].map(async (target) => {
        const { id, configuration } = target;
        const row = stored.get(id);
        const health = healthOf(row?.state ?? {});
        const isSame =
          row === undefined || (health.workedAt !== null && row.updatedAt <= new Date(health.workedAt));
        const changed = configuration.enabled && isSame ? () => null : await changesOf(id);
        return [
          id,
          {
            enabled: configuration.enabled,
            offSince: configuration.enabled ? null : changed(isSwitchOff),
            movedAt: isSame ? null : changed(({ field }) => addressFields.includes(field)),
            unsendable: target.unsetReason && `Nothing can be sent to it: its secret ${target.unsetReason}.`,
            health,
          },
        ] as const;
      }),
    ),
  );
}

const isSwitchOff = (one: FieldChange) => one.field === "enabled" && "after" in one && one.after === false;
const newest = Number.MAX_SAFE_INTEGER;

function healthOf(state: JsonObject): SentToRow["health"] {
  const said = (name: string) => (typeof state[name] === "string" ? (state[name] as string) : null);
  return {
    status: said("health_status") ?? "unknown",
    error: said("last_error_message"),
    failedAt: said("last_error_at"),
    workedAt: said("last_success_at"),
  };
}

/** An agent repeats every minute what it runs, and shows silences more often. */
const lateSeconds = 120;

/** What a forecast cannot know: engines that do not do what is configured, silences that no mute stands for, and what was silenced since nobody reports it. */
export async function unknownOf(
  deps: Pick<AlertDeps, "renders" | "rendersOf" | "store" | "silences">,
  call: Call,
  rows: Pick<AlertingRows, "connectors">,
): Promise<readonly string[]> {
  const { id } = call.caller.organization;
  const receiving = new Map(
    [...rows.connectors].filter(([, one]) => one.configuration.enabled && isAlertmanager(one)),
  );
  const unseen =
    receiving.size === 0
      ? []
      : [
          ...notInForce(await deps.rendersOf(id, call.now), call.now),
          ...(await unreported(deps, id, receiving)),
        ];
  return [...unseen, ...(await unheld(deps, call, rows))];
}

async function unheld(
  { silences, store }: Pick<AlertDeps, "store" | "silences">,
  call: Call,
  { connectors }: Pick<AlertingRows, "connectors">,
): Promise<readonly string[]> {
  const found = await silences.in(store).unheld(call.caller.organization.id);
  return found.flatMap(({ connectorId, count, named }) => {
    const connector = connectors.get(connectorId);
    if (connector === undefined) return [];
    const at = JSON.stringify(connector.configuration.name);
    const texts = named.flatMap(({ id, comment, until, message }) => {
      const end = parseTimestamp(until) ?? call.now;
      if (end <= call.now) return [];
      const which = `The silence ${JSON.stringify(comment)} (${id}) of ${at}, until ${readable(end)}`;
      return [`${which}, is no mute: ${message}. What it takes is not known.`];
    });
    const more = count - named.length;
    return more > 0 ? [...texts, `So it is with ${more} more of the silences of ${at}.`] : texts;
  });
}

async function unreported(
  { renders, store, silences }: Pick<AlertDeps, "renders" | "store" | "silences">,
  organizationId: string,
  receiving: AlertingRows["connectors"],
): Promise<readonly string[]> {
  const unheard = await silences.in(store).neverReported(organizationId, [...receiving.keys()]);
  const never = unheard.map((connectorId) => {
    const name = JSON.stringify(receiving.get(connectorId)?.configuration.name);
    return `No agent of ${name} has ever reported: silences that are set there are not known.`;
  });
  const late = await renders.in(store).late(organizationId, lateSeconds);
  const silent = late.flatMap(({ connectorId, instance, reportedAt }) => {
    const connector = receiving.get(connectorId);
    if (connector === undefined) return [];
    const agent = instance === "" ? "The agent" : `The agent ${instance}`;
    return [
      `${agent} of ${JSON.stringify(connector.configuration.name)} has reported nothing since ${readable(reportedAt)}: silences that were set or ended there since are not known.`,
    ];
  });
  return [...never, ...silent];
}
