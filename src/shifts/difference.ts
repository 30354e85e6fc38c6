/** What moves when rotas change: times that belong to nobody any more or again, the load of people, who is on call now. */
import { type Gap, gapsIn, type ProvedRota, peopleOf } from "./coverage.ts";
import { type Load, loadOf, noLoad } from "./load.ts";
import type { Members, Shift, Stretch } from "./shapes.ts";
import { rolesOf, shiftsOf } from "./shifts.ts";
import { beyond } from "./stretches.ts";

/** Rotas on both sides of changes. */
export interface Sides {
  readonly before: readonly ProvedRota[];
  readonly after: readonly ProvedRota[];
  /** Who can be on call. */
  readonly members: Members;
  /** From now on. */
  readonly whole: Stretch;
}

interface RotaShifts {
  readonly rota: ProvedRota;
  readonly shifts: readonly Shift[];
}

/** A rota on both sides, each with its shifts: undefined where there is none. */
export interface Pair {
  readonly was: RotaShifts | undefined;
  readonly is: RotaShifts | undefined;
}

export interface MovedGaps {
  /** In which somebody has to be on call, and nobody is any more. */
  readonly opened: readonly Gap[];
  /** In which somebody is on call again. */
  readonly closed: readonly Gap[];
  /** In which nobody is on call, and nobody has to be any more. */
  readonly waived: readonly Gap[];
}

export interface MovedLoad {
  readonly email: string;
  /** More of each, or less. */
  readonly by: Load;
}

/** A role in which others are on call at once. */
export interface MovedPost {
  readonly role: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The rotas of these ids, in the order of those after. */
export function pairsOf(sides: Sides, ids: ReadonlySet<string>): Pair[] {
  const [before, after] = [sides.before, sides.after].map((rotas) => rotas.filter(({ id }) => ids.has(id)));
  const was = new Map(before?.map((one) => [one.id, one]));
  const is = new Map(after?.map((one) => [one.id, one]));
  const withShifts = (rota: ProvedRota | undefined) => rota && { rota, shifts: allShifts(rota, sides) };
  return [...new Set([...is.keys(), ...was.keys()])].map((id) => ({
    was: withShifts(was.get(id)),
    is: withShifts(is.get(id)),
  }));
}

function allShifts(rota: ProvedRota, { members, whole }: Sides): readonly Shift[] {
  return shiftsOf(rota, rota.overrides, whole.from, whole.to, members);
}

/** A rota that goes leaves nobody without what it asked for. */
export function movedGaps({ was, is }: Pair, { whole }: Sides): MovedGaps {
  if (is === undefined) return { opened: [], closed: [], waived: [] };
  const gapsOf = (side: RotaShifts | undefined) =>
    side === undefined ? [] : gapsIn(side.rota, side.shifts, whole);
  const [before, after] = [gapsOf(was), gapsOf(is)];
  const gone = beyond(before, after);
  const waived = beyond(gone, is.shifts);
  return { opened: beyond(after, before), closed: beyond(gone, waived), waived };
}

/**
 * Whose load moves, in the order of addresses. People are on call in several rotas: what moves in one can be time that
 * another has of them, which counts once.
 * @param pairs all that move
 */
export function movedLoad(pairs: readonly Pair[], sides: Sides): MovedLoad[] {
  const moving = pairs.flatMap(({ was, is }) => [was, is]).flatMap((one) => one?.rota ?? []);
  const [ids, people] = [new Set(moving.map(({ id }) => id)), new Set(moving.flatMap(peopleOf))];
  const others = sides.after
    .filter((rota) => !ids.has(rota.id) && peopleOf(rota).some((email) => people.has(email)))
    .map((rota) => ({ timezone: rota.timezone, shifts: allShifts(rota, sides) }));
  const loadBy = (side: "was" | "is") =>
    loadOf([
      ...others,
      ...pairs.flatMap(({ [side]: one }) =>
        one === undefined ? [] : [{ timezone: one.rota.timezone, shifts: one.shifts }],
      ),
    ]);
  const [before, after] = [loadBy("was"), loadBy("is")];
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((email) => {
    const [was, is] = [before.get(email) ?? noLoad, after.get(email) ?? noLoad];
    const by = {
      hours: is.hours - was.hours,
      nights: is.nights - was.nights,
      weekends: is.weekends - was.weekends,
    };
    return Object.values(by).every((more) => more === 0) ? [] : [{ email, by }];
  });
}

/** The roles of a rota in which others are on call at once. */
export function movedPosts({ was, is }: Pair, { whole: { from } }: Sides): MovedPost[] {
  const peopleIn = (side: RotaShifts | undefined, role: string) =>
    side?.shifts.find((one) => one.role === role && one.from <= from)?.people ?? [];
  const roles = [is, was].flatMap((one) => (one === undefined ? [] : rolesOf(one.rota, one.rota.overrides)));
  return [...new Set(roles)].flatMap((role) => {
    const moved = { role, before: peopleIn(was, role), after: peopleIn(is, role) };
    return moved.before.join() === moved.after.join() ? [] : [moved];
  });
}
