/** What a shift, or a part of one, that goes to somebody else has to come to. */
import { foldEmail } from "../kernel/natural-key.ts";
import type { Members, Override, Rota, Shift, Stretch } from "./shapes.ts";
import { shiftsOf } from "./shifts.ts";

/** A time of a role that somebody takes; addresses in lower case. */
export interface Handing extends Stretch {
  readonly role: string;
  /** Whose place is taken; null is everybody's of the role. */
  readonly email: string | null;
  /** Who takes it. */
  readonly with: string;
}

/** The first part of a time in which somebody is not on call in a role; undefined where they are throughout. */
export function missingFrom(
  shifts: readonly Shift[],
  { role, from, to }: Pick<Handing, "role" | "from" | "to">,
  email: string,
): Stretch | undefined {
  let at = from;
  for (const shift of shifts) {
    if (shift.role !== role || shift.to <= at || !shift.people.includes(email)) continue;
    if (shift.from > at) return { from: at, to: Math.min(shift.from, to) };
    at = shift.to;
  }
  return at < to ? { from: at, to } : undefined;
}

/**
 * The overrides that hand a shift over. Of one person there is one of a role that begins at a moment: another one that is
 * there already gives way, and where it went on for longer its rest is added, so that nothing else moves.
 * @param overrides of the rota, in the order in which they were made
 * @param known the one that gives way; it begins with the handing
 * @returns those that are added, and all as they are then; undefined where earlier ones are in the way
 */
export function overridesHanding(
  rota: Rota & { readonly overrides: readonly Override[] },
  members: Members,
  handing: Handing,
  known: Override | undefined,
): { readonly added: readonly Override[]; readonly overrides: readonly Override[] } | undefined {
  const { role, from, to } = handing;
  const [starts_at, ends_at] = [from, to].map((at) => new Date(at).toISOString()) as [string, string];
  const others = rota.overrides.filter((one) => known === undefined || !isSameKey(one, known));
  const ends = Math.max(to, known === undefined ? to : Date.parse(known.ends_at));
  const before = shiftsOf(rota, rota.overrides, from, ends, members);
  const rest = known !== undefined && ends > to ? [{ ...known, starts_at: ends_at }] : [];
  for (const kept of known === undefined ? [[]] : [rest, []])
    for (const replaces of known === undefined ? [handing.email] : [handing.email, known.replaces]) {
      const added = [{ role, email: handing.with, replaces, starts_at, ends_at }, ...kept];
      const overrides = [...others, ...added];
      if (isHanded(before, shiftsOf(rota, overrides, from, ends, members), handing))
        return { added, overrides };
    }
  return undefined;
}

function isSameKey(one: Override, other: Override): boolean {
  const keyOf = ({ role, email, starts_at }: Override) =>
    [role, foldEmail(email), Date.parse(starts_at)].join();
  return keyOf(one) === keyOf(other);
}

/** Whether shifts are those from before with the one person in the place of the other, and nothing else has moved. */
function isHanded(before: readonly Shift[], after: readonly Shift[], handing: Handing): boolean {
  const edges = [...before, ...after, handing].flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);
  return edges.every((at) => {
    const isWithin = handing.from <= at && at < handing.to;
    const was = peopleAt(before, handing.role, at);
    const wanted = isWithin ? handedTo(was, handing) : was;
    return wanted.join() === peopleAt(after, handing.role, at).join();
  });
}

function handedTo(people: readonly string[], { email, with: receiver }: Handing): readonly string[] {
  if (email === null) return [receiver];
  return [...new Set(people.map((one) => (one === email ? receiver : one)))].sort();
}

function peopleAt(shifts: readonly Shift[], role: string, at: number): readonly string[] {
  return shifts.find((one) => one.role === role && one.from <= at && at < one.to)?.people ?? [];
}
