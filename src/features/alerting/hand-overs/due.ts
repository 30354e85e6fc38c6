/** What people are notified of about their shifts at a moment, by what they were notified of before. Pure. */

import { foldEmail } from "../../../kernel/natural-key.ts";
import { dayMs } from "../../../shifts/clock.ts";
import {
  type HandOver,
  handOversIn,
  type Moved,
  movedShifts,
  type Stay,
  staysOf,
} from "../../../shifts/hand-overs.ts";
import type { Members, Shift, Stretch } from "../../../shifts/shapes.ts";
import { shiftsOf } from "../../../shifts/shifts.ts";
import type { OnCallRows } from "../../on-call/index.ts";

/** How far ahead people are notified of changes of their shifts: whoever looks further ahead has the calendar. */
export const announcedDays = 28;
/** A shift that goes on for longer has no end that anybody has to know. */
export const furthestMs = 400 * dayMs;
/** A hand-over that nobody was notified of for so long is over. */
const lateMs = 12 * 3_600_000;
/** A look that finds nothing to report writes down what it saw no more often. */
const writtenEveryMs = dayMs;

/** A rota as people know it. */
export interface AnnouncedRota {
  readonly name: string;
  readonly timezone: string;
  readonly shifts: readonly Shift[];
}

export interface Announced {
  /** By the ids of the rotas. */
  readonly rotas: Readonly<Record<string, AnnouncedRota>>;
  readonly absences: readonly OnCallRows["absences"][number][];
}

/** Where it is about a rota. */
export interface OfRota {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
}

export interface DueHandOver extends HandOver {
  readonly rota: OfRota;
  /** The outbound target that is notified, too. */
  readonly target: string | null;
}

/** What one person is notified of, all in one message. */
export interface ShiftNotice {
  readonly begins: readonly (Stay & { readonly rota: OfRota })[];
  readonly ends: readonly (Stay & { readonly rota: OfRota; readonly next: readonly string[] })[];
  readonly soon: readonly (Stay & { readonly rota: OfRota })[];
  readonly moved: readonly (Moved & { readonly rota: OfRota })[];
  readonly away: Announced["absences"];
}

export interface Due {
  /** By address in lower case; members only. */
  readonly people: ReadonlyMap<string, ShiftNotice>;
  readonly handOvers: readonly DueHandOver[];
  /** What people know after it. */
  readonly announced: Announced;
  /** Whether there is anything to write down. */
  readonly isDue: boolean;
}

/**
 * @param last what people know, and until when hand-overs were looked for; undefined the first time, in which they are
 * notified of all their shifts, and of no hand-over that was before
 */
export function dueAt(
  now: Date,
  { rotas, absences, members }: OnCallRows,
  before: { readonly lookedUntil: Date; readonly announced: Announced } | undefined,
): Due {
  // While there was no rota nobody looked.
  const last = before === undefined || isEmpty(before.announced) ? undefined : before;
  const at = now.getTime();
  const looked = { from: Math.max(last?.lookedUntil.getTime() ?? at, at - lateMs), to: at };
  const ahead = { from: looked.from + dayMs, to: at + dayMs };
  const until = aheadOf(now);
  const seen = rotas.map((rota) => ({
    rota,
    shifts: shiftsOf(rota, rota.overrides, looked.from - dayMs, until + dayMs, members),
  }));
  const announced: Announced = {
    rotas: Object.fromEntries(
      seen.map(({ rota: { id, name, timezone }, shifts }) => [id, { name, timezone, shifts }]),
    ),
    absences: absences.filter(({ ends_at }) => Date.parse(ends_at) > at),
  };
  const known = last?.announced ?? { rotas: {}, absences: [] };
  const moves = movesOf(known, announced, (id) => ({
    from: at,
    // What people know reaches as far ahead as it did when they were notified.
    to: last === undefined || known.rotas[id] === undefined ? until : aheadOf(last.lookedUntil),
  }));
  // Of a rota that nobody knows yet, no shift has begun or ended that somebody waits for.
  const handOvers = seen.flatMap(({ rota, shifts }) =>
    (known.rotas[rota.id] === undefined ? [] : handOversIn(shifts, looked)).map((one) => ({
      ...one,
      comes: one.comes.map((stay) => wholeOf(stay, rota, until + dayMs, members)),
      rota,
      target: rota.configuration.handover_target_id,
    })),
  );
  const coming = seen.flatMap(({ rota, shifts }) =>
    handOversIn(shifts, ahead).flatMap(({ comes }) =>
      comes.map((stay) => ({ ...wholeOf(stay, rota, until + dayMs, members), rota })),
    ),
  );
  const isAnnouncedNow = ({ email, role, rota, from }: Stay & { readonly rota: OfRota }) =>
    moves.some(
      (one) =>
        one.email === email &&
        one.rota.id === rota.id &&
        one.gained.some((stay) => stay.role === role && stay.from === from),
    );
  const all = {
    begins: handOvers.flatMap(({ rota, comes }) => comes.map((stay) => ({ ...stay, rota }))),
    ends: handOvers.flatMap(({ rota, goes, people }) =>
      goes.map((stay) => ({ ...stay, rota, next: people })),
    ),
    soon: coming.filter((stay) => !isAnnouncedNow(stay)),
    moved: moves,
    away:
      last === undefined
        ? []
        : announced.absences.filter((one) => !known.absences.some((other) => isSame(one, other))),
  };
  const people = byPerson(all, members);
  const isDue =
    people.size > 0 ||
    handOvers.length > 0 ||
    last === undefined ||
    isEmpty(announced) ||
    at - last.lookedUntil.getTime() >= writtenEveryMs;
  return { people, handOvers, announced, isDue };
}

/** A shift of which only the part before `cut` was looked at: until when it goes on. */
function wholeOf(stay: Stay, rota: OnCallRows["rotas"][number], cut: number, members: Members): Stay {
  if (stay.to < cut) return stay;
  const { email, role, from } = stay;
  const stays = staysOf(shiftsOf(rota, rota.overrides, from, from + furthestMs, members));
  return stays.find((one) => one.email === email && one.role === role && one.from === from) ?? stay;
}

function isEmpty({ rotas }: Announced): boolean {
  return Object.keys(rotas).length === 0;
}

function aheadOf(moment: Date): number {
  return moment.getTime() + announcedDays * dayMs;
}

type OwnMove = Moved & { readonly email: string; readonly rota: OfRota };

function movesOf(
  known: Announced,
  announced: Announced,
  wholeOf: (id: string) => Stretch,
): readonly OwnMove[] {
  const ids = [...new Set([...Object.keys(known.rotas), ...Object.keys(announced.rotas)])];
  return ids.flatMap((id) => {
    const [before, after] = [known.rotas[id], announced.rotas[id]];
    const { name, timezone } = (after ?? before) as AnnouncedRota;
    const moved = movedShifts(before?.shifts ?? [], after?.shifts ?? [], wholeOf(id));
    return [...moved].map(([email, one]) => ({ ...one, email, rota: { id, name, timezone } }));
  });
}

/** Those who are members: nobody else learns of what goes on here. */
function byPerson(
  all: {
    readonly [Part in keyof ShiftNotice]: readonly (ShiftNotice[Part][number] & {
      readonly email?: string;
    })[];
  },
  members: Members,
): ReadonlyMap<string, ShiftNotice> {
  const parts = Object.values(all).flat();
  const people = [...new Set(parts.map(personIn))].filter((email) => members.has(email)).sort();
  const of = <One>(some: readonly One[], email: string) =>
    some.filter((one) => personIn(one as never) === email);
  return new Map(
    people.map((email) => [
      email,
      {
        begins: of(all.begins, email),
        ends: of(all.ends, email),
        soon: of(all.soon, email),
        moved: of(all.moved, email),
        away: of(all.away, email),
      },
    ]),
  );
}

function personIn({ email = "" }: { readonly email?: string }): string {
  return foldEmail(email);
}

function isSame(one: Announced["absences"][number], other: Announced["absences"][number]): boolean {
  return one.email === other.email && one.starts_at === other.starts_at && one.ends_at === other.ends_at;
}
