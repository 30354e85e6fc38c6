/**
 * Who gets what is sent to a rota, at a moment. Live delivery and all that foretells it ask this, and nothing else. Pure;
 * who has which shift is worked out in `shifts`.
 */

import { foldEmail } from "../../kernel/natural-key.ts";
import { firstRole } from "../../resources/on-call-rotas.ts";
import { dayMs } from "../../shifts/clock.ts";
import type { Members, Override, Rota, Shift } from "../../shifts/shapes.ts";
import { rolesOf, shiftsOf } from "../../shifts/shifts.ts";
import type { Destination } from "./resolve.ts";

export interface RotaRow extends Rota {
  readonly id: string;
  readonly name: string;
  /** In the order in which they were made. */
  readonly overrides: readonly Override[];
  readonly fallback: { readonly outbound_config_id?: string; readonly email?: string } | null;
}

export interface RotaRows {
  readonly rotas: ReadonlyMap<string, RotaRow>;
  /** Who can be on call; null where the rows do not say it: then everybody whom they name. */
  readonly members: Members | null;
}

export interface OnCallReach {
  readonly rota: RotaRow | undefined;
  /** The role that was asked for. */
  readonly role: string;
  /** The role whose people get it; null where it is not a person on call. */
  readonly answered: string | null;
  /** The mailboxes of the people, or the fallback; none where it reaches nobody. */
  readonly destinations: readonly Destination[];
  /** role: who has it. next_role: who has another one, as nobody has it. fallback: nobody has any. */
  readonly by: "role" | "next_role" | "fallback" | "nobody";
  /** A sentence without a full stop, such as `nobody is on call as primary in "Payments", so that it goes to its fallback`. */
  readonly reason: string;
}

type Named = Pick<Destination, "rota_id" | "role">;

/** Who is on call in the role; where that is nobody who has the next one, in the order of the rotations; else the fallback. */
export function whoIsReached({ rotas, members }: RotaRows, named: Named, at: Date): OnCallReach {
  const role = named.role ?? firstRole;
  const rota = rotas.get(named.rota_id ?? "");
  const nowhere = { rota, role, answered: null, destinations: [], by: "nobody" } as const;
  if (rota === undefined) return { ...nowhere, reason: "the rota is gone" };
  const shifts = shiftsAround(rota, members, at.getTime());
  const peopleAs = (one: string) => shifts.find((shift) => shift.role === one)?.people ?? [];
  const mailboxes = (people: readonly string[]) => people.map((email) => ({ email }));
  const own = peopleAs(role);
  if (own.length > 0)
    return {
      ...{ rota, role, answered: role, destinations: mailboxes(own), by: "role" },
      reason: `${own.join(" and ")} ${own.length === 1 ? "is" : "are"} on call as ${role} in ${quoted(rota)}`,
    };
  const empty = `nobody is on call as ${role} in ${quoted(rota)}`;
  for (const other of othersThan(role, rolesOf(rota, rota.overrides))) {
    const people = peopleAs(other);
    if (people.length > 0)
      return {
        ...{ rota, role, answered: other, destinations: mailboxes(people), by: "next_role" },
        reason: `${empty}, so that it goes to the next role, ${other}: ${people.join(" and ")}`,
      };
  }
  if (rota.fallback === null)
    return { ...nowhere, reason: `${empty}, nor in another role, and it has no fallback` };
  return {
    ...{ rota, role, answered: null, destinations: [rota.fallback], by: "fallback" },
    reason: `${empty}, nor in another role, so that it goes to its fallback`,
  };
}

/** Who has the next role at a moment, in the order of the rotations, but for somebody; undefined where nobody has one. */
export function whoIsNext(
  rows: RotaRows,
  { rota_id, role = firstRole }: Named,
  at: Date,
  besides: string,
): OnCallReach | undefined {
  const rota = rows.rotas.get(rota_id ?? "");
  if (rota === undefined) return undefined;
  const isOther = ({ email }: Destination) => email !== undefined && foldEmail(email) !== foldEmail(besides);
  return othersThan(role, rolesOf(rota, rota.overrides))
    .map((other) => whoIsReached(rows, { rota_id: rota.id, role: other }, at))
    .map((reach) => ({ ...reach, destinations: reach.destinations.filter(isOther) }))
    .find(({ by, destinations }) => by === "role" && destinations.length > 0);
}

/** The roles after this one, and then those before it. */
function othersThan(role: string, roles: readonly string[]): readonly string[] {
  const place = roles.indexOf(role);
  return [...roles.slice(place + 1), ...roles.slice(0, Math.max(place, 0))];
}

/** What a destination comes to at a moment: itself, or who is on call then. */
export function comesTo(named: Destination, rows: RotaRows, at: Date): readonly Destination[] {
  return named.rota_id === undefined ? [named] : whoIsReached(rows, named, at).destinations;
}

/** Whether anybody is on call in any role of the rota within a time; in milliseconds. */
export function isEverOnCall(
  { rotas, members }: RotaRows,
  rotaId: string,
  from: number,
  to: number,
): boolean {
  const rota = rotas.get(rotaId);
  return rota !== undefined && shiftsOf(rota, rota.overrides, from, to, members ?? undefined).length > 0;
}

function quoted({ name }: RotaRow): string {
  return JSON.stringify(name);
}

interface Kept {
  readonly members: Members | null;
  readonly weeks: Map<number, readonly Shift[]>;
}

/** A replay asks thousands of times about the same weeks. */
const kept = new WeakMap<RotaRow, Kept>();
const weekMs = 7 * dayMs;

/** The shifts that a moment is in. */
function shiftsAround(rota: RotaRow, members: Members | null, at: number): readonly Shift[] {
  const found = kept.get(rota);
  const own = found?.members === members ? found : { members, weeks: new Map<number, readonly Shift[]>() };
  kept.set(rota, own);
  const week = Math.floor(at / weekMs);
  const known = own.weeks.get(week);
  const shifts =
    known ?? shiftsOf(rota, rota.overrides, week * weekMs, (week + 1) * weekMs, members ?? undefined);
  own.weeks.set(week, shifts);
  return shifts.filter(({ from, to }) => from <= at && at < to);
}
