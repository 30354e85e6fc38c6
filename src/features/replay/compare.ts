/** What a change of rows would have meant for one alert: its notifications before and after, compared. Pure. */
import { grouped } from "../../kernel/grouped.ts";
import type { Notification } from "./notifications.ts";
import type { PastAlert } from "./past-alerts.ts";

/** How many notifications. Each is in one of these at most. */
export interface Moves {
  /** Sent before, and not after. */
  readonly notSent: number;
  readonly newlySent: number;
  /** Sent after to another place than before. */
  readonly elsewhere: number;
  /** Sent to the same place at another time. */
  readonly earlier: number;
  readonly later: number;
}

/** The place that a notification goes to, as a key. */
export function placeOf({ destination: { team_id, outbound_config_id, email } }: Notification): string {
  if (team_id !== undefined) return `team/${team_id}`;
  return outbound_config_id === undefined ? `email/${email}` : `target/${outbound_config_id}`;
}

export function movesOf(before: readonly Notification[], after: readonly Notification[]): Moves {
  const [was, is] = [grouped(before, placeOf), grouped(after, placeOf)];
  let [gone, come, earlier, later] = [0, 0, 0, 0];
  for (const place of new Set([...was.keys(), ...is.keys()])) {
    const [then, now] = [timesOf(was.get(place)), timesOf(is.get(place))];
    gone += Math.max(then.length - now.length, 0);
    come += Math.max(now.length - then.length, 0);
    const pairs = then.slice(0, now.length).map((at, index) => (now[index] as number) - at);
    earlier += pairs.filter((difference) => difference < 0).length;
    later += pairs.filter((difference) => difference > 0).length;
  }
  const elsewhere = Math.min(gone, come);
  return { notSent: gone - elsewhere, newlySent: come - elsewhere, elsewhere, earlier, later };
}

function timesOf(notifications: readonly Notification[] = []): readonly number[] {
  return notifications.map(({ at }) => at).sort((one, other) => one - other);
}

export function isMoved({ notSent, newlySent, elsewhere, earlier, later }: Moves): boolean {
  return notSent + newlySent + elsewhere + earlier + later > 0;
}

/** What was sent and by what, as the history of alerts has it: a mailbox is any mailbox. */
export function sourceOf({ sender: { id }, step, destination }: Notification): string {
  return `${id}/${step}/${destination.outbound_config_id ?? "email"}`;
}

/**
 * Whether something else was really sent than these rows send.
 * @param native whether the engine itself delivers what routes send: that is not on record
 */
export function isDrifted({ sent }: PastAlert, decided: readonly Notification[], native: boolean): boolean {
  const known = (source: string) => !native || !source.includes("/0/");
  const [was, is] = [new Set(sent.filter(known)), new Set(decided.map(sourceOf).filter(known))];
  return was.size !== is.size || [...was].some((source) => !is.has(source));
}
