/** Who is asked about: where messages to them lie, what of rows leads to them, and what they are called. */
import { encodeNaturalKey, foldEmail, partitionOf } from "../../../kernel/natural-key.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import type { RotaRow } from "../../../renderers/alerting/on-call.ts";
import type { Destination, RouteRow } from "../../../renderers/alerting/resolve.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { teams } from "../../../resources/teams.ts";
import type { AlertDeps } from "./deps.ts";
import { addressesOfTeams } from "./notify.ts";
import type { SentTo } from "./reached-store.ts";
import type { AlertingRows } from "./rows.ts";
import { channelOf, receiverIdOf, type Target, teamsIn } from "./targets.ts";

export interface Subject {
  /** In a sentence. */
  readonly name: string;
  /** The mailboxes and targets whose messages count. */
  readonly places: readonly Target[];
  /** The address of a person or mailbox; undefined for a team or a target. */
  readonly email: string | undefined;
  readonly leads: (destination: Destination) => boolean;
  /** Whether a message of this sender to one of the places is one to them. */
  readonly counts: (one: SentTo) => boolean;
  /** The place of a message, in a sentence. */
  readonly nameOf: (one: Pick<SentTo, "channel" | "target">) => string;
  readonly teamName: (id: string) => string;
  /** Why the team did not lead to them at a moment. */
  readonly obstacleIn: (teamId: string, at: Date) => readonly string[];
}

export interface SubjectInput {
  readonly email?: string | undefined;
  readonly target_id?: string | undefined;
  readonly team_id?: string | undefined;
}

type Deps = Pick<AlertDeps, "store" | "alerts" | "roster">;

const quoted = JSON.stringify;

/** @throws Refusal 422 where it names none or several of them, or what is not there */
export async function subjectOf(
  deps: Deps,
  organizationId: string,
  rows: AlertingRows,
  subject: SubjectInput,
  now: Date,
): Promise<Subject> {
  const { email, target_id, team_id } = subject;
  if ([email, target_id, team_id].filter((one) => one !== undefined).length !== 1)
    throw unprocessable([{ field: "email", message: "give one of email, target_id, team_id" }]);
  const ways = [...rows.routes.values(), ...rows.ownRoutes.values()];
  const named = ways.flatMap(({ configuration }) => teamsIn(configuration.destinations));
  const teamIds = [...new Set([...named, ...(team_id === undefined ? [] : [team_id])])];
  const found = await deps.alerts.in(deps.store).configurations(organizationId, teams.kind, teamIds);
  const names = new Map(found.map(({ id, configuration }) => [id, String(configuration.name)]));
  const addressesOf = await addressesOfTeams(deps, deps.store, organizationId, teamIds);
  const teamName = (id: string) => names.get(id) ?? id;
  const shared = { teamName, counts: () => true, email: undefined, obstacleIn: () => [] };
  if (email !== undefined)
    return {
      ...shared,
      ...(await person(deps, organizationId, rows, email, { addressesOf, teamIds, teamName, now })),
    };
  if (target_id !== undefined) {
    const target = rows.targets.get(target_id);
    if (target === undefined)
      throw unprocessable([
        { field: "target_id", message: `there is no such row of ${outboundConfigs.kind}` },
      ]);
    const name = `the target ${quoted(target.configuration.name)}`;
    return {
      ...{ ...shared, name, nameOf: () => name },
      places: [{ channel: channelOf(target.configuration), target: target_id }],
      leads: ({ outbound_config_id, rota_id = "" }) =>
        outbound_config_id === target_id ||
        rows.rotas.get(rota_id)?.fallback?.outbound_config_id === target_id,
    };
  }
  if (team_id === undefined || !names.has(team_id))
    throw unprocessable([{ field: "team_id", message: `there is no such row of ${teams.kind}` }]);
  return { ...shared, ...team(team_id, teamName(team_id), addressesOf(team_id), ways) };
}

/** What a route that names the team sends to one of its members is sent to the team. */
function team(id: string, title: string, members: readonly string[], ways: readonly RouteRow[]) {
  const name = `the team ${quoted(title)}`;
  const leads = ({ team_id }: Destination) => team_id === id;
  const naming = new Set(ways.flatMap((way) => (way.configuration.destinations.some(leads) ? [way.id] : [])));
  return {
    ...{ name, leads },
    places: members.map((target) => ({ channel: "email", target }) as const),
    counts: ({ senderId }: SentTo) => naming.has(senderId),
    nameOf: ({ target }: Pick<SentTo, "target">) => `${target} of ${name}`,
    obstacleIn: () => (members.length === 0 ? [`${name} has no members`] : []),
  };
}

interface Roster {
  readonly addressesOf: (teamId: string) => readonly string[];
  readonly teamIds: readonly string[];
  readonly teamName: (id: string) => string;
  readonly now: Date;
}

/** A mailbox: by itself, of a member of teams, and of targets that mail to it. */
async function person(
  { store }: Deps,
  organizationId: string,
  { targets, rotas }: AlertingRows,
  email: string,
  { addressesOf, teamIds, teamName, now }: Roster,
) {
  const folded = foldEmail(email);
  const isThey = (address: string | null | undefined) => address != null && foldEmail(address) === folded;
  const own = new Set(teamIds.filter((id) => addressesOf(id).some(isThey)));
  const mailed = [...targets.values()].filter(
    ({ configuration: { kind, address } }) => kind === "email" && isThey(address),
  );
  const ids = new Set(mailed.map(({ id }) => id));
  const takesTurns = new Set(
    [...rotas.values()].filter((rota) => peopleOf(rota).some(isThey)).map(({ id }) => id),
  );
  const joined = new Map<string, Date>();
  for (const id of own) {
    const key = encodeNaturalKey([id, folded]);
    const row = await store.rowByKey(organizationId, teamMembers.kind, key, now);
    if (row !== undefined) joined.set(id, row.createdAt);
  }
  return {
    ...{ name: email, email },
    places: [
      { channel: "email", target: email } as const,
      ...mailed.map(({ id }) => ({ channel: "alert_mail", target: id }) as const),
    ],
    leads: ({ team_id = "", outbound_config_id = "", rota_id = "", email: address }: Destination) =>
      own.has(team_id) || ids.has(outbound_config_id) || isThey(address) || takesTurns.has(rota_id),
    nameOf({ channel, target }: Pick<SentTo, "channel" | "target">) {
      const through = targets.get(target)?.configuration.name ?? target;
      return channel === "email" ? email : `${email} through the target ${quoted(through)}`;
    },
    obstacleIn(teamId: string, at: Date) {
      const since = joined.get(teamId);
      if (since === undefined || since <= at) return [];
      return [`${email} is in the team ${quoted(teamName(teamId))} only since ${readable(since)}`];
    },
  };
}

/** Everybody whom a rota can lead to. */
function peopleOf({ rotations, overrides, fallback }: RotaRow): readonly (string | undefined)[] {
  const turns = rotations.flatMap(({ turns }) => turns.flatMap(({ people }) => people));
  return [...turns, ...overrides.map(({ email }) => email), fallback?.email];
}

/** Whom destinations name, in a sentence. */
export function namesOf(
  destinations: readonly Destination[],
  { teamName }: Pick<Subject, "teamName">,
  { targets, rotas }: Pick<AlertingRows, "targets" | "rotas">,
): string {
  const all = destinations.map((one) => {
    const { team_id, outbound_config_id = "", email, rota_id } = one;
    if (team_id !== undefined) return `the team ${quoted(teamName(team_id))}`;
    if (rota_id !== undefined) return `the rota ${quoted(rotas.get(rota_id)?.name ?? rota_id)}`;
    return (
      email ??
      `the target ${quoted(targets.get(outbound_config_id)?.configuration.name ?? receiverIdOf(one))}`
    );
  });
  return all.length === 0 ? "nobody" : all.join(", ");
}

/** As the queue compares them. */
export function partitionsOf(places: readonly Target[]) {
  return {
    channels: places.map(({ channel }) => channel),
    partitions: places.map(({ channel, target }) => partitionOf(channel, target)),
  };
}
