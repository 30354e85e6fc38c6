/** Where alerts go: what destinations of routes and targets of rules mean in the queue. */

import type { Reader } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { partitionOf } from "../../../kernel/natural-key.ts";
import { comesTo } from "../../../renderers/alerting/on-call.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import { pagers, type TargetRows } from "../../../renderers/alerting/sending.ts";
import { firstRole } from "../../../resources/on-call-rotas.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import type { Urgency } from "../../identity/index.ts";
import { type Channel, takesEnds } from "../delivery/index.ts";
import type { AlertingRows, TargetRow } from "./rows.ts";

type Kind = TargetRow["configuration"]["kind"];

export interface Target {
  readonly channel: Channel;
  /** The id of a row of outbound_configs, or an email address. */
  readonly target: string;
}

/** A receiver of what has not been sent: `paged` of a person on call, whom it reaches by the ways of that urgency. */
export interface Foretold extends Target {
  readonly paged?: Urgency;
}

/** Whether targets of a kind hold one incident for a group of alerts, which ends with the last of them. */
export function holdsIncidents(kind: Kind): boolean {
  return pagers.includes(kind);
}

/** The target of a rule, or a route's: undefined where it is gone or off. */
export function outboundTarget({ targets }: Pick<TargetRows, "targets">, id: string): Target | undefined {
  const row = targets.get(id);
  return row?.configuration.enabled ? { channel: channelOf(row.configuration), target: id } : undefined;
}

/** The same, on or off. */
export function anyTarget({ targets }: Pick<TargetRows, "targets">, id: string): Target | undefined {
  const row = targets.get(id);
  return row && { channel: channelOf(row.configuration), target: id };
}

/** The way to an outbound target. */
export function channelOf({ kind }: { readonly kind: Kind }): Channel {
  return kind === "email" ? "alert_mail" : "alert";
}

/** By what a target is notified of what is no alert: undefined where it is gone or off, or would call somebody. */
export async function calmChannel(
  store: Pick<Reader, "row">,
  organizationId: string,
  id: string,
): Promise<Channel | undefined> {
  const target = await liveTarget(store, organizationId, id);
  return target && !holdsIncidents(target.kind) ? channelOf(target) : undefined;
}

/** By what a target is notified of alerts: undefined where it is gone or off. */
export async function alertChannel(
  store: Pick<Reader, "row">,
  organizationId: string,
  id: string,
): Promise<Channel | undefined> {
  const target = await liveTarget(store, organizationId, id);
  return target && channelOf(target);
}

async function liveTarget(store: Pick<Reader, "row">, organizationId: string, id: string) {
  const row = await store.row(organizationId, outboundConfigs.kind, id);
  const target = row && completed(outboundConfigs, row.configuration);
  return target?.enabled ? target : undefined;
}

/**
 * Where what is sent to these goes at a moment.
 * @param addressesOf the members of a team
 */
export function targetsOf(
  destinations: readonly Destination[],
  rows: TargetRows,
  addressesOf: (teamId: string) => readonly string[],
  at: Date,
): readonly Target[] {
  const reached = destinations.flatMap((named) => comesTo(named, rows, at));
  const found = reached.flatMap((destination): Target[] => {
    const { team_id, outbound_config_id, email } = destination;
    if (team_id !== undefined) return addressesOf(team_id).map(mailbox);
    if (email !== undefined) return [mailbox(email)];
    const target = outbound_config_id && outboundTarget(rows, outbound_config_id);
    return target ? [target] : [];
  });
  // Who is on call may be in a team as well, and be written otherwise there.
  const keyOf = ({ channel, target }: Target) => `${channel} ${partitionOf(channel, target)}`;
  return [...new Map(found.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** The target, on or off, or the mailbox that a destination names; undefined for a team or rota, and for what is gone. */
export function receiverNamed(
  { outbound_config_id: id = "", email }: Destination,
  targets: AlertingRows["targets"],
): Target | undefined {
  return email === undefined ? anyTarget({ targets }, id) : mailbox(email);
}

function mailbox(address: string): Target {
  return { channel: "email", target: address };
}

/** The id of the row that a destination names; of a mailbox its address, of a rota its id and the role. */
export function receiverIdOf({ team_id, outbound_config_id, email, rota_id, role }: Destination): string {
  return rota_id === undefined
    ? (team_id ?? outbound_config_id ?? email ?? "")
    : `${rota_id}/${role ?? firstRole}`;
}

/** A rota by its receiver's id. */
export function rotaAt(receiverId: string): Destination {
  const [rota_id = "", role = firstRole] = receiverId.split("/");
  return { rota_id, role };
}

/** The ids of the teams that destinations name. */
export function teamsIn(destinations: readonly Destination[]): readonly string[] {
  return destinations.flatMap(({ team_id }) => (team_id === undefined ? [] : [team_id]));
}

/** A target that was notified before, as long as it is there, and takes ends. Where it is off the message waits for it. */
export function stillThere({ targets }: Pick<AlertingRows, "targets">, { channel, target }: Target): boolean {
  return channel === "email" || (channel === "page" && takesEnds(target)) || targets.has(target);
}

export function isPager({ targets }: Pick<AlertingRows, "targets">, { channel, target }: Target): boolean {
  const kind = targets.get(target)?.configuration.kind;
  return channel === "alert" && kind !== undefined && pagers.includes(kind);
}
