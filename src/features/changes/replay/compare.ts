/** What a change of rows would have meant for one alert: its notifications before and after, compared. Pure. */
import { grouped } from "../../../kernel/grouped.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
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

/** The destination that is such a place. */
export function destinationAt(place: string): Destination {
  const [kind, id] = [place.slice(0, place.indexOf("/")), place.slice(place.indexOf("/") + 1)];
  if (kind === "team") return { team_id: id };
  return kind === "email" ? { email: id } : { outbound_config_id: id };
}

/**
 * Compares what goes to each place: first what the same route, or the same step of the same rule, sends there; then
 * what is left, in its order.
 */
export function movesOf(before: readonly Notification[], after: readonly Notification[]): Moves {
  const [was, is] = [grouped(before, placeOf), grouped(after, placeOf)];
  let [gone, come, earlier, later] = [0, 0, 0, 0];
  for (const place of new Set([...was.keys(), ...is.keys()])) {
    const own = paired(
      was.get(place) ?? [],
      is.get(place) ?? [],
      ({ sender, step }) => `${sender.id}/${step}`,
    );
    const others = paired(own.before, own.after, () => place);
    gone += others.before.length;
    come += others.after.length;
    const differences = [...own.differences, ...others.differences];
    earlier += differences.filter((difference) => difference < 0).length;
    later += differences.filter((difference) => difference > 0).length;
  }
  const elsewhere = Math.min(gone, come);
  return { notSent: gone - elsewhere, newlySent: come - elsewhere, elsewhere, earlier, later };
}

/** How much later each comes after than before, of those with the same key, and those that have no partner. */
function paired(
  before: readonly Notification[],
  after: readonly Notification[],
  keyOf: (one: Notification) => string,
) {
  const [was, is] = [grouped(before.toSorted(byTime), keyOf), grouped(after.toSorted(byTime), keyOf)];
  const left = { before: [] as Notification[], after: [] as Notification[] };
  const differences: number[] = [];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [then, now] = [was.get(key) ?? [], is.get(key) ?? []];
    const pairs = Math.min(then.length, now.length);
    for (let index = 0; index < pairs; index += 1)
      differences.push((now[index] as Notification).at - (then[index] as Notification).at);
    left.before.push(...then.slice(pairs));
    left.after.push(...now.slice(pairs));
  }
  return { ...left, differences };
}

function byTime(one: Notification, other: Notification): number {
  return one.at - other.at;
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
