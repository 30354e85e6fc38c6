/** Who is on call at one moment, since when, until when, and who comes. */

import { dayMs } from "./clock.ts";
import type { Members, Override, Rota, Shift } from "./shapes.ts";
import { rolesOf, shiftsOf } from "./shifts.ts";
import { wallOf } from "./turns.ts";

export interface Post {
  readonly role: string;
  /** None where nobody is on call. */
  readonly people: readonly string[];
  /** Since when these people are on call; null for nobody. */
  readonly since: number | null;
  /** Until when; null where that is further away than a year. */
  readonly until: number | null;
  readonly by: Shift["by"] | null;
  /** The next shift with other people, or after a time with nobody; null where there is none within a year. */
  readonly next: { readonly at: number; readonly people: readonly string[] } | null;
}

const aheadMs = 366 * dayMs;
const backMs = 31 * dayMs;

/** Each role of a rota, in the order of its rotations. */
export function postsAt(rota: Rota, overrides: readonly Override[], at: number, members?: Members): Post[] {
  const to = at + aheadMs;
  const near = shiftsOf(rota, overrides, at - backMs, to, members);
  // Most shifts began within a month; of one that began before, all that the rota says is looked at.
  const isCut = near.some(({ from }) => from === at - backMs);
  const shifts = isCut ? shiftsOf(rota, overrides, beginningOf(rota, overrides, at), to, members) : near;
  return rolesOf(rota, overrides).flatMap((role) => {
    const own = shifts.filter((one) => one.role === role);
    const now = own.find(({ from, to }) => from <= at && at < to);
    const next = own.find(({ from }) => from > at);
    const isOfRotation = rota.rotations.some((one) => one.role === role);
    if (!isOfRotation && now === undefined && next === undefined) return [];
    return [
      {
        role,
        people: now?.people ?? [],
        since: now?.from ?? null,
        until: now === undefined ? (next?.from ?? null) : now.to === to ? null : now.to,
        by: now?.by ?? null,
        next: next === undefined ? null : { at: next.from, people: next.people },
      },
    ];
  });
}

/** Before anything of the rota. */
function beginningOf({ rotations }: Rota, overrides: readonly Override[], at: number): number {
  const begins = [
    ...rotations.map(({ starts_on }) => wallOf(starts_on) - 2 * dayMs),
    ...overrides.map(({ starts_at }) => Date.parse(starts_at)),
  ];
  return Math.min(at - backMs, ...begins);
}
