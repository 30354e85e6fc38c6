/** The words of messages about shifts. Times are on the clocks of the rota's zone, which is named. */
import { counted, zonedText } from "../../../kernel/readable.ts";
import type { Stay } from "../../../shifts/hand-overs.ts";
import { type DueHandOver, furthestMs, type OfRota, type ShiftNotice } from "./due.ts";

/** Shifts that one message names of each sort. */
const mostShifts = 20;

/** People's names by their addresses; an address of somebody who has none. */
export type NameOf = (email: string) => string;

/** A part of a message. */
export interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

interface Own extends Stay {
  readonly rota: OfRota;
}

/** The message's first line, which says what comes first to its reader. */
export function headingOf({ begins, ends, soon, moved, away }: ShiftNotice): string {
  const [begun, ended, coming, changed] = [begins[0], ends[0], soon[0], moved[0]];
  if (begun !== undefined)
    return `You are on call for ${placeOf(begun)} until ${endOf(begun)}${more(begins)}`;
  if (ended !== undefined) return `Your shift in ${placeOf(ended)} has ended${more(ends)}`;
  if (coming !== undefined)
    return `You will be on call for ${placeOf(coming)} from ${startOf(coming)}${more(soon)}`;
  if (changed !== undefined) return `Your shifts in ${changed.rota.name} have changed${more(moved)}`;
  return `${away.length === 1 ? "An absence" : counted(away.length, "absence")} of yours is on record`;
}

function more(all: readonly unknown[]): string {
  return all.length === 1 ? "" : `, and ${all.length - 1} more`;
}

/** All that one person is notified of, part by part, without what is open. */
export function partsOf({ begins, ends, soon, moved, away }: ShiftNotice, nameOf: NameOf): Part[] {
  const parts = [
    listed(
      "Your shift begins now:",
      // One alone is in the first line.
      (begins.length === 1 ? [] : begins).map((one) => `${placeOf(one)}, until ${endOf(one)}`),
    ),
    listed(
      "Your shift has ended:",
      ends.map((one) => `${placeOf(one)}, at ${endOf(one)}: ${whoComes(one.next, nameOf)}`),
    ),
    listed(
      "Your shift begins within a day:",
      soon.map((one) => `${placeOf(one)}, ${spanOf(one)}`),
    ),
    ...moved.flatMap(({ rota, gained, lost }) => [
      listed(
        `You are on call in ${rota.name} now, and were not before:`,
        gained.map((one) => shiftOf({ ...one, rota })),
      ),
      listed(
        `You are not on call in ${rota.name} any more:`,
        lost.map((one) => shiftOf({ ...one, rota })),
      ),
    ]),
    listed(
      "An absence of yours is on record. It moves nobody: where you are on call then, the rota's coverage says so.",
      away.map(({ starts_at, ends_at }) => `${zonedText(starts_at, "UTC")} to ${zonedText(ends_at, "UTC")}`),
    ),
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

function whoComes(next: readonly string[], nameOf: NameOf): string {
  if (next.length === 0) return "nobody is on call now";
  return `${next.map(nameOf).join(" and ")} ${next.length === 1 ? "is" : "are"} on call now`;
}

function shiftOf(own: Own): string {
  return `${own.role}: ${spanOf(own)}`;
}

function spanOf(own: Own): string {
  return `${startOf(own)} to ${endOf(own)}`;
}

function placeOf({ rota, role }: Own): string {
  return `${rota.name} (${role})`;
}

function startOf({ from, rota }: Own): string {
  return zonedText(from, rota.timezone);
}

function endOf({ from, to, rota }: Own): string {
  return to - from >= furthestMs ? "further notice" : zonedText(to, rota.timezone);
}

/** Lines below their title; as many of them as one message names, and how many more there are. */
export function listed(title: string, lines: readonly string[], total = lines.length): Part {
  const shown = lines.slice(0, mostShifts);
  const others = total - shown.length;
  return { title, lines: others > 0 ? [...shown, `and ${others} more`] : shown };
}

/** A part as a channel reads it. */
export function partText({ title, lines }: Part): string {
  return [title, ...lines.map((line) => `- ${line}`)].join("\n");
}

/** A hand-over in a line, as a channel reads it. */
export function handOverLine({ rota, role, at, comes, goes, people }: DueHandOver, nameOf: NameOf): string {
  const names = (some: readonly string[]) => some.map(nameOf).join(" and ");
  const after = goes.length === 0 ? "" : ` after ${names(goes.map(({ email }) => email))}`;
  if (people.length === 0)
    return `Nobody is on call for ${rota.name} (${role})${after}, since ${zonedText(at, rota.timezone)}`;
  const until = comes[0] === undefined ? "" : `, until ${endOf({ ...comes[0], rota })}`;
  return `${names(people)} ${people.length === 1 ? "is" : "are"} on call for ${rota.name} (${role})${after}${until}`;
}
