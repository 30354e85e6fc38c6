/** What being on call asks of each person: time by their shifts, pages by night, and how fast they answer. Pure. */
import { foldEmail } from "../../../kernel/natural-key.ts";
import { isNight, type Load, loadOf, noLoad } from "../../../shifts/load.ts";
import type { Stretch } from "../../../shifts/shapes.ts";
import { shiftsOf } from "../../../shifts/shifts.ts";
import type { OnCallRows } from "../../on-call/index.ts";
import type { OnCallLoad } from "./shapes.ts";

export interface Happened {
  readonly pages: readonly { readonly email: string; readonly sentAt: Date }[];
  readonly acknowledgements: readonly { readonly acknowledgedBy: string; readonly seconds: number }[];
}

export type PersonLoad = OnCallLoad["data"][number];

/** Everybody who is on call in that time, was paged or acknowledged, by address. */
export function loadByPerson(
  rows: OnCallRows,
  { from, to }: Stretch,
  now: number,
  { pages, acknowledgements }: Happened,
): PersonLoad[] {
  const zoned = zonedShifts(rows, { from, to });
  const load = (part: Stretch) =>
    loadOf(
      zoned.map(({ timezone, shifts }) => ({
        timezone,
        shifts: shifts.flatMap((one) => {
          const cut = { ...one, from: Math.max(one.from, part.from), to: Math.min(one.to, part.to) };
          return cut.from < cut.to ? [cut] : [];
        }),
      })),
    );
  const [past, planned] = [load({ from, to: Math.min(to, now) }), load({ from: Math.max(from, now), to })];
  const zoneOf = zonesOf(zoned);
  const nightly = pages.filter(({ email, sentAt }) =>
    isNight(sentAt.getTime(), zoneOf(email, sentAt.getTime())),
  );
  const [paged, atNight] = [countsOf(pages), countsOf(nightly)];
  const taken = secondsBy(rows, acknowledgements);
  const people = new Set([past, planned, paged, taken].flatMap((one) => [...one.keys()]));
  return [...people].sort().map((email) => ({
    ...{ email, name: rows.names.get(email) ?? email },
    ...{ past: shown(past.get(email)), planned: shown(planned.get(email)) },
    ...{ pages: paged.get(email) ?? 0, pages_at_night: atNight.get(email) ?? 0 },
    acknowledged: taken.get(email)?.length ?? 0,
    seconds_to_acknowledge: median(taken.get(email) ?? []),
  }));
}

function zonedShifts({ rotas, members }: OnCallRows, { from, to }: Stretch) {
  return rotas.map((rota) => ({
    timezone: rota.timezone,
    shifts: shiftsOf(rota, rota.overrides, from, to, members),
  }));
}

/** The zone of the rota in which somebody is on call at a moment, or else of one in which they ever are. */
function zonesOf(zoned: ReturnType<typeof zonedShifts>) {
  const own = new Map<string, (Stretch & { readonly timezone: string })[]>();
  for (const { timezone, shifts } of zoned)
    for (const { people, from, to } of shifts)
      for (const email of people) {
        const known = own.get(email) ?? [];
        own.set(email, known);
        known.push({ timezone, from, to });
      }
  return (email: string, at: number): string => {
    const shifts = own.get(email) ?? [];
    return (shifts.find(({ from, to }) => from <= at && at < to) ?? shifts[0])?.timezone ?? "UTC";
  };
}

function countsOf(pages: Happened["pages"]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { email } of pages) counts.set(email, (counts.get(email) ?? 0) + 1);
  return counts;
}

/** An alert keeps the name of who acknowledged it: of a name that two people have nobody knows whose it is. */
function secondsBy({ names }: OnCallRows, all: Happened["acknowledgements"]): ReadonlyMap<string, number[]> {
  const named = new Map<string, string | undefined>();
  for (const [email, name] of names) named.set(name, named.has(name) ? undefined : email);
  const found = new Map<string, number[]>();
  for (const { acknowledgedBy, seconds } of all) {
    const folded = foldEmail(acknowledgedBy);
    const email = names.has(folded) ? folded : named.get(acknowledgedBy);
    if (email !== undefined) found.set(email, [...(found.get(email) ?? []), seconds]);
  }
  return found;
}

function median(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] as number, sorted[Math.floor(middle)] as number];
  return Math.round((low + high) / 2);
}

function shown({ hours, nights, weekends }: Load = noLoad): Load {
  return { hours: Math.round(hours * 100) / 100, nights, weekends };
}
