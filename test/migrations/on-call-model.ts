/**
 * Who is on call by the rules of other tools, half an hour by half an hour. It shares no code with what it is compared with:
 * what a clock shows comes from the platform's Intl.
 */

export const hour = 3_600_000;
const step = hour / 2;

/** What the clock of a zone shows, as though it showed UTC. */
export function wallOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0 } = part;
    return Date.UTC(year, month - 1, day, hours, minute);
  };
}

export interface ModelEntry {
  readonly from: number;
  readonly to: number;
  readonly who: string;
}

/** Entries of everybody whom `whoAt` names, one after the other where the same people go on. */
export function entriesOf(from: number, to: number, whoAt: (at: number) => readonly string[]): ModelEntry[] {
  const open = new Map<string, number>();
  const found: ModelEntry[] = [];
  for (let at = from; at <= to; at += step) {
    const now = new Set(at < to ? whoAt(at) : []);
    for (const [who, since] of open)
      if (!now.has(who)) {
        found.push({ from: since, to: at, who });
        open.delete(who);
      }
    for (const who of now) if (!open.has(who)) open.set(who, at);
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Minutes since Monday's midnight. */
export function weekMinute(wall: number): number {
  return (Math.floor(wall / 60_000) - 4 * 1_440) % 10_080;
}
