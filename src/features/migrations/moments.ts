/** Moments at which configurations are asked who is muted. */
import { offsetAt } from "../../kernel/time-zone.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const weekMs = 7 * 24 * hourMs;

/** Eight moments of the week that begins now, each at another hour and most on another day. */
export function momentsOfWeek(now: Date): number[] {
  const from = Math.floor(now.getTime() / hourMs) * hourMs + 30 * minuteMs;
  return Array.from({ length: 8 }, (_, index) => from + (index * weekMs) / 8);
}

/** Shortly before and after each change of the zones' clocks in the year that begins now. */
export function clockChanges(zones: readonly string[], now: Date): number[] {
  const changes = new Set<number>();
  for (const zone of zones)
    for (let day = 0; day < 366; day += 1) {
      const from = now.getTime() + day * 24 * hourMs;
      const to = from + 24 * hourMs;
      if (offsetAt(from, zone) !== offsetAt(to, zone)) changes.add(changeBetween(zone, from, to));
    }
  return [...changes].flatMap((at) => [at - 90 * minuteMs, at - minuteMs, at, at + 90 * minuteMs]);
}

/** The first moment of the other offset. */
function changeBetween(zone: string, from: number, to: number): number {
  const offset = offsetAt(from, zone);
  let [before, after] = [from, to];
  while (after - before > minuteMs) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, zone) === offset) before = middle;
    else after = middle;
  }
  return Math.floor(after / minuteMs) * minuteMs;
}
