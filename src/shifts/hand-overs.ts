/** What people are notified of about their shifts: those that begin or end, and those that moved since they were notified. */
import type { Shift, Stretch } from "./shapes.ts";
import { beyond, common } from "./stretches.ts";

/** Somebody comes or goes in a role. */
export interface HandOver {
  readonly role: string;
  readonly at: number;
  /** Those who were not on call before it, sorted. */
  readonly comes: readonly Stay[];
  /** Those who are not on call after it, sorted. */
  readonly goes: readonly Stay[];
  /** All who are on call after it; empty where nobody is. */
  readonly people: readonly string[];
}

/** A time through which somebody is on call in a role, whoever shares it. */
export interface Stay extends Stretch {
  readonly email: string;
  readonly role: string;
}

/**
 * The hand-overs after `from`, up to and at `to`, in order of time.
 * @param shifts of a rota, from before `from` until after `to`
 */
export function handOversIn(shifts: readonly Shift[], { from, to }: Stretch): HandOver[] {
  const stays = staysOf(shifts);
  const places = new Map<string, { role: string; at: number }>();
  for (const { role, ...stay } of stays)
    for (const at of [stay.from, stay.to])
      if (at > from && at <= to) places.set(`${role} ${at}`, { role, at });
  return [...places.values()]
    .sort((a, b) => a.at - b.at)
    .map(({ role, at }) => {
      const own = stays.filter((one) => one.role === role);
      return {
        role,
        at,
        comes: own.filter((one) => one.from === at),
        goes: own.filter((one) => one.to === at),
        people: own.filter((one) => one.from <= at && at < one.to).map(({ email }) => email),
      };
    });
}

/** Who is on call through which times: shifts that meet are one stay of everybody who is in both. By address, in order of time. */
export function staysOf(shifts: readonly Shift[]): Stay[] {
  const stays = new Map<string, { email: string; role: string; from: number; to: number }[]>();
  for (const { role, people, from, to } of shifts.toSorted((a, b) => a.from - b.from))
    for (const email of people) {
      const own = stays.get(`${email} ${role}`) ?? [];
      const last = own.at(-1);
      if (last?.to === from) last.to = to;
      else own.push({ email, role, from, to });
      stays.set(`${email} ${role}`, own);
    }
  return [...stays.values()]
    .flat()
    .sort((a, b) => (a.email < b.email ? -1 : a.email > b.email ? 1 : a.from - b.from));
}

/** What somebody has now and did not have, or had and has not any more. */
export interface Moved {
  readonly gained: readonly Stay[];
  readonly lost: readonly Stay[];
}

/**
 * By address, what differs between what people know and what is so, within a time.
 * @returns nobody for whom nothing differs
 */
export function movedShifts(
  announced: readonly Shift[],
  now: readonly Shift[],
  whole: Stretch,
): ReadonlyMap<string, Moved> {
  const [before, after] = [cut(staysOf(announced), whole), cut(staysOf(now), whole)];
  const people = [...new Set([...before, ...after].map(({ email }) => email))].sort();
  return new Map(
    people.flatMap((email) => {
      const of = (stays: readonly Stay[]) => stays.filter((one) => one.email === email);
      const moved = { gained: beyond(of(after), of(before)), lost: beyond(of(before), of(after)) };
      return moved.gained.length + moved.lost.length === 0 ? [] : [[email, moved] as const];
    }),
  );
}

function cut(stays: readonly Stay[], whole: Stretch): Stay[] {
  return stays.flatMap((stay) => {
    const part = common(stay, whole);
    return part === undefined ? [] : [{ ...stay, ...part }];
  });
}
