/**
 * What a calendar shows of shifts, by what it showed before: pure rules. An event keeps its UID as long as its shift is there,
 * whoever has it; it rises in number with each change (RFC 5545 §3.8.7.4), and what is no more is cancelled for a while.
 */
import { createHash } from "node:crypto";
import { dayMs } from "../../../shifts/clock.ts";
import type { Stretch } from "../../../shifts/shapes.ts";

/** A shift as a calendar shows it. Times in milliseconds since 1970. */
export interface Slot extends Stretch {
  readonly rota: string;
  readonly role: string;
  readonly summary: string;
  readonly description: string;
}

export interface FeedEvent extends Slot {
  readonly uid: string;
  /** How often it has changed. */
  readonly sequence: number;
  /** When a reader was first shown it as it is. */
  readonly at: number;
  readonly cancelled: boolean;
}

export interface FeedMemory {
  readonly events: readonly FeedEvent[];
  /** When it was read last; null for never. */
  readonly readAt: Date | null;
}

/** A month back, and a year ahead. */
const backMs = 31 * dayMs;
const aheadMs = 366 * dayMs;
/** As long as what is no more is shown as cancelled. */
const cancelledMs = 30 * dayMs;
/** Most events of a calendar: a role that is handed over each hour has 9,500 a year. The first of them are shown. */
const mostEvents = 5_000;

/** What a calendar shows at a moment. */
export function windowAt(now: Date): Stretch {
  return { from: now.getTime() - backMs, to: now.getTime() + aheadMs };
}

/**
 * A time around the window from month to month, so that a shift which it cuts is not cut elsewhere at each reading. Shifts of
 * up to two months are whole.
 */
export function lookedAt(now: Date): Stretch {
  const { from, to } = windowAt(now);
  return { from: monthOf(from, -2), to: monthOf(to, 3) };
}

function monthOf(at: number, more: number): number {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + more);
}

/**
 * The events of now. What was over when the calendar was read last stays as it was then: the past is not written anew.
 * @param slots all that the rows say, also outside of the window
 * @param of whose calendar it is: the same shift has another UID in another one
 */
export function remembered(
  { events, readAt }: FeedMemory,
  slots: readonly Slot[],
  { of, now }: { readonly of: string; readonly now: Date },
): FeedEvent[] {
  const { from, to } = windowAt(now);
  const known = readAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const isShown = (one: Stretch) => one.from < to && one.to > from;
  const over = events.filter((one) => one.to <= known && isShown(one));
  const before = new Set(events.filter((one) => one.to > known));
  const present = slots
    .filter((one) => one.to > known && isShown(one))
    .map((one) => ({ ...one, from: Math.max(one.from, endOf(over, one)) }))
    .sort((a, b) => a.from - b.from)
    .slice(0, mostEvents);
  const was = matched(before, present);
  const uids = new Set(events.map(({ uid }) => uid));
  const shown = present.map((slot) => {
    const event = was.get(slot);
    if (event === undefined) return { ...slot, uid: newUid(of, slot, uids), sequence: 0, ...fresh(now) };
    return isAlike(event, slot)
      ? event
      : { ...slot, uid: event.uid, sequence: event.sequence + 1, ...fresh(now) };
  });
  const gone = [...before].flatMap((event) => cancelled(event, now));
  return [...over, ...shown, ...gone].sort((a, b) => a.from - b.from || (a.uid < b.uid ? -1 : 1));
}

/** A shift that goes on begins where the last one ended that was shown as over, whatever the rows say of that time now. */
function endOf(over: readonly FeedEvent[], { rota, role }: Slot): number {
  const ends = over.filter((one) => one.rota === rota && one.role === role && !one.cancelled);
  return Math.max(Number.NEGATIVE_INFINITY, ...ends.map(({ to }) => to));
}

function fresh(now: Date) {
  return { at: now.getTime(), cancelled: false };
}

/** Which event each slot was: one that began at the same time, or overlaps it, or was cancelled. Takes them out of the set. */
function matched(before: Set<FeedEvent>, slots: readonly Slot[]): ReadonlyMap<Slot, FeedEvent> {
  const found = new Map<Slot, FeedEvent>();
  const take = (slot: Slot, isIt: (event: FeedEvent) => boolean) => {
    for (const event of before) {
      if (event.rota !== slot.rota || event.role !== slot.role || !isIt(event)) continue;
      found.set(slot, event);
      before.delete(event);
      return;
    }
  };
  const overlap = (one: Stretch, other: Stretch) => one.from < other.to && other.from < one.to;
  for (const slot of slots) take(slot, (event) => !event.cancelled && event.from === slot.from);
  const left = () => slots.filter((slot) => !found.has(slot));
  for (const slot of left()) take(slot, (event) => !event.cancelled && overlap(event, slot));
  for (const slot of left()) take(slot, (event) => event.from === slot.from);
  return found;
}

function isAlike(event: FeedEvent, slot: Slot): boolean {
  return (
    !event.cancelled &&
    event.from === slot.from &&
    event.to === slot.to &&
    event.summary === slot.summary &&
    event.description === slot.description
  );
}

function cancelled(event: FeedEvent, now: Date): FeedEvent[] {
  if (!event.cancelled)
    return [{ ...event, sequence: event.sequence + 1, at: now.getTime(), cancelled: true }];
  return event.at > now.getTime() - cancelledMs ? [event] : [];
}

/** As RFC 7986 §5.3 wants it: a UUID (RFC 9562 §5.8), by the place of the shift. */
function newUid(of: string, { rota, role, from }: Slot, taken: Set<string>): string {
  for (let more = 0; ; more += 1) {
    const hex = createHash("sha256")
      .update(JSON.stringify([of, rota, role, from, more]))
      .digest("hex");
    const uid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    if (taken.has(uid)) continue;
    taken.add(uid);
    return uid;
  }
}
