/** Who is on call when. Nothing else in the product works out a shift. */
import { foldEmail } from "../kernel/natural-key.ts";
import { parseTimestamp } from "../kernel/timestamps.ts";
import { clockOf } from "./clock.ts";
import type { Members, Override, Rota, Shift, Stretch } from "./shapes.ts";
import { type Turn, turnsOf } from "./turns.ts";

/**
 * The shifts of a rota between two moments, cut to them. Of each role the last rotation that covers a moment decides, then
 * the overrides. Where nobody is on call there is no shift.
 * @param overrides of the rota, in the order in which they were made
 * @param members who can be on call; left out, everybody whom the rows name
 * @returns by role in the order of the rotations, and in order of time; neighbours with the same people and origin are one
 */
export function shiftsOf(
  rota: Rota,
  overrides: readonly Override[],
  from: number,
  to: number,
  members?: Members,
): Shift[] {
  const clock = clockOf(rota.timezone);
  const whole = { from, to };
  return rolesOf(rota, overrides).flatMap((role) => {
    let turns: Turn[] = [];
    for (const rotation of rota.rotations)
      if (rotation.role === role) turns = over(turns, turnsOf(rotation, clock, whole));
    return joined(role, overridden(turns, overridesOf(overrides, role, whole, members), members));
  });
}

/** The roles of a rota: those of its rotations, in their order, and those that only overrides name. */
export function rolesOf({ rotations }: Pick<Rota, "rotations">, overrides: readonly Override[]): string[] {
  return [...new Set([...rotations, ...overrides].map(({ role }) => role))];
}

/** The turns on top hide those below them. Both are in order and without overlaps, and so is what comes out. */
function over(below: readonly Turn[], top: readonly Turn[]): Turn[] {
  const found: Turn[] = [];
  let index = 0;
  for (const turn of below) {
    let from = turn.from;
    while (index < top.length && (top[index] as Turn).to <= from) index += 1;
    for (let at = index; at < top.length && (top[at] as Turn).from < turn.to; at += 1) {
      const hiding = top[at] as Turn;
      if (from < hiding.from) found.push({ ...turn, from, to: hiding.from });
      from = Math.max(from, hiding.to);
    }
    if (from < turn.to) found.push({ ...turn, from });
  }
  return [...found, ...top].sort((a, b) => a.from - b.from);
}

interface Taking extends Stretch {
  readonly email: string;
  readonly replaces: string | undefined;
}

/** Those that are about a role and a time. One by somebody who left does not count. */
function overridesOf(
  overrides: readonly Override[],
  role: string,
  { from, to }: Stretch,
  members: Members | undefined,
): Taking[] {
  return overrides.flatMap((one) => {
    const taking = {
      email: foldEmail(one.email),
      replaces: one.replaces === null ? undefined : foldEmail(one.replaces),
      from: Math.max(parseTimestamp(one.starts_at)?.getTime() ?? to, from),
      to: Math.min(parseTimestamp(one.ends_at)?.getTime() ?? from, to),
    };
    const holds = one.role === role && taking.from < taking.to && (members?.has(taking.email) ?? true);
    return holds ? [taking] : [];
  });
}

type Piece = Omit<Shift, "role">;

/** The turns with the overrides over them, cut at the edges of both. */
function overridden(
  turns: readonly Turn[],
  takings: readonly Taking[],
  members: Members | undefined,
): Piece[] {
  const present = (people: readonly string[]) =>
    people.map(foldEmail).filter((one) => members?.has(one) ?? true);
  if (takings.length === 0) {
    // Turns come again and again.
    const known = new Map<readonly string[], readonly string[]>();
    return turns.map(({ from, to, people }) => {
      const there = known.get(people) ?? sorted(present(people));
      known.set(people, there);
      return { from, to, people: there, by: "rotation" };
    });
  }
  const edges = sortedNumbers([...turns, ...takings].flatMap(({ from, to }) => [from, to]));
  const found: Piece[] = [];
  let index = 0;
  for (let at = 0; at + 1 < edges.length; at += 1) {
    const [from, to] = [edges[at] as number, edges[at + 1] as number];
    while (index < turns.length && (turns[index] as Turn).to <= from) index += 1;
    const turn = turns[index];
    const people = turn !== undefined && turn.from <= from ? turn.people : [];
    const active = takings.filter((one) => one.from <= from && to <= one.to);
    found.push({ from, to, ...taken(people, active, present) });
  }
  return found;
}

/** Somebody's place, and everybody who has had it: from the rotation's person to the last who took it. */
type Place = readonly string[];

/**
 * Overrides in the order in which they were made, so that the last one wins: it takes the place of whoever has it or had it
 * before another override, and with nobody named the whole role.
 */
function taken(
  people: readonly string[],
  active: readonly Taking[],
  present: (people: readonly string[]) => string[],
): Pick<Piece, "people" | "by"> {
  let places: Place[] = people.map((one) => [foldEmail(one)]);
  let by: Piece["by"] = "rotation";
  for (const { email, replaces } of active) {
    if (replaces === undefined) places = [[...places.flat(), email]];
    else if (places.some((place) => place.includes(replaces)))
      places = places.map((place) => (place.includes(replaces) ? [...place, email] : place));
    else continue;
    by = "override";
  }
  return { people: sorted(present(places.map((place) => place.at(-1) as string))), by };
}

/** Neighbours with the same people and origin are one; a time with nobody is left out. */
function joined(role: string, pieces: readonly Piece[]): Shift[] {
  const found: Shift[] = [];
  for (const piece of pieces) {
    if (piece.people.length === 0) continue;
    const last = found.at(-1);
    if (last !== undefined && last.to === piece.from && isAlike(last, piece))
      found[found.length - 1] = { ...last, to: piece.to };
    else found.push({ role, people: piece.people, from: piece.from, to: piece.to, by: piece.by });
  }
  return found;
}

function isAlike(one: Piece, other: Piece): boolean {
  return one.by === other.by && (one.people === other.people || one.people.join() === other.people.join());
}

function sorted(people: readonly string[]): string[] {
  return [...new Set(people)].sort();
}

function sortedNumbers(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
