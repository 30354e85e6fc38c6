/** What is wrong with the shifts to come: times that belong to nobody, and people who cannot take theirs. */
import { foldEmail } from "../kernel/natural-key.ts";
import { readable } from "../kernel/readable.ts";
import { parseTimestamp } from "../kernel/timestamps.ts";
import { clockOf, dayMs } from "./clock.ts";
import type { CoveredHours, Members, Override, Rota, Shift, Stretch } from "./shapes.ts";
import { shiftsOf } from "./shifts.ts";
import { common, without } from "./stretches.ts";
import { within } from "./turns.ts";

export interface Gap extends Stretch {
  readonly role: string;
}

export interface Concern extends Stretch {
  readonly kind: "away" | "gone" | "doubly_booked" | "unreachable" | "short_rest";
  readonly email: string;
  /** A sentence, with the way out where there is one. */
  readonly message: string;
  /** Of those who are away or gone, who of the rota is free all that time, least loaded first; else empty. */
  readonly could_cover: readonly string[];
}

export interface ProvedRota extends Rota {
  readonly id: string;
  readonly name: string;
  readonly must_cover: MustCover | null;
  /** In the order in which they were made. */
  readonly overrides: readonly Override[];
}

export interface MustCover {
  readonly always: boolean;
  readonly hours: readonly CoveredHours[];
}

export interface Absence {
  readonly email: string;
  /** RFC 3339 */
  readonly starts_at: string;
  readonly ends_at: string;
}

const hourMs = 3_600_000;
/** Between two shifts: the daily rest of Directive 2003/88/EC, article 3. */
const restMs = 11 * hourMs;
/** Candidates that a message names. */
const mostNamed = 3;

/** How far ahead rotas are proved where nobody says it. */
export const usualDays = 90;

export function fromNow(now: Date, days: number): Stretch {
  return { from: now.getTime(), to: now.getTime() + days * dayMs };
}

/**
 * Times at which somebody has to be on call in a role of the rota, and nobody is. Each of its roles is looked at by itself.
 * @param members who can be on call; left out, everybody whom the rows name
 */
export function gapsOf(rota: ProvedRota, { from, to }: Stretch, members?: Members): Gap[] {
  if (rota.must_cover === null) return [];
  return gapsIn(rota, shiftsOf(rota, rota.overrides, from, to, members), { from, to });
}

/** The same of shifts that are known. */
export function gapsIn(rota: ProvedRota, shifts: readonly Shift[], { from, to }: Stretch): Gap[] {
  const { must_cover, rotations, timezone } = rota;
  if (must_cover === null) return [];
  const wanted = must_cover.always
    ? [{ from, to }]
    : within(must_cover.hours, clockOf(timezone), { from, to });
  const roles = new Set(rotations.length === 0 ? ["primary"] : rotations.map(({ role }) => role));
  return [...roles].flatMap((role) => {
    const covered = shifts.filter((one) => one.role === role);
    return wanted
      .flatMap((one) => without(one, covered))
      .map((gap) => ({ role, from: gap.from, to: gap.to }));
  });
}

interface Duty extends Stretch {
  readonly email: string;
  readonly rota: ProvedRota;
  readonly role: string;
}

/**
 * Everything that speaks against somebody's shifts in a rota.
 * @param rotas all of the organization, with this one: people are on call in several
 * @param unreachable whom no page wakes, in lower case: each with the kinds of ways that should, and fail
 */
export function concernsOf(
  rota: ProvedRota,
  rotas: readonly ProvedRota[],
  absences: readonly Absence[],
  members: Members,
  whole: Stretch,
  unreachable: ReadonlyMap<string, readonly string[]> = new Map(),
): Concern[] {
  const duties = rotas.flatMap((one) => dutiesOf(one, whole, members));
  const own = duties.filter((one) => one.rota.id === rota.id);
  const people = [...new Set(own.map(({ email }) => email))].sort();
  const known = { duties, away: termsOf(absences), rota, members };
  return [
    ...people.flatMap((email) => awayOf(email, own, known)),
    ...goneOf(known, whole),
    ...people.flatMap((email) => ofPerson(email, rota, duties)),
    ...people.flatMap((email) => {
      const failing = unreachable.get(email);
      return failing === undefined ? [] : [unreachableOf(email, own, failing)];
    }),
  ].sort((a, b) => a.from - b.from || (a.email < b.email ? -1 : 1));
}

/** Who is on call when, a line for each person. */
function dutiesOf(rota: ProvedRota, { from, to }: Stretch, members: Members | undefined): Duty[] {
  return shiftsOf(rota, rota.overrides, from, to, members).flatMap(({ role, people, from, to }) =>
    people.map((email) => ({ email, rota, role, from, to })),
  );
}

interface Known {
  readonly duties: readonly Duty[];
  readonly away: readonly (Stretch & { readonly email: string })[];
  readonly rota: ProvedRota;
  readonly members: Members;
}

function awayOf(email: string, own: readonly Duty[], known: Known): Concern[] {
  return known.away
    .filter((one) => one.email === email)
    .flatMap((absence) =>
      own.flatMap((duty) => {
        const both = common(duty, absence);
        if (duty.email !== email || both === undefined) return [];
        const free = freeIn(email, [both], known);
        const message = `is away and on call as ${duty.role}; ${saidOf(free)}`;
        return [{ kind: "away" as const, email, ...both, message, could_cover: free.map(({ one }) => one) }];
      }),
    );
}

interface Candidate {
  readonly one: string;
  readonly load: number;
}

/** Who of the rota is free at all of these times, least loaded first. */
function freeIn(
  email: string,
  times: readonly Stretch[],
  { duties, away, rota, members }: Known,
): readonly Candidate[] {
  const taken = [...duties, ...away].filter((other) =>
    times.some((when) => common(other, when) !== undefined),
  );
  const busy = new Set([email, ...taken.map((other) => other.email)]);
  return peopleOf(rota)
    .filter((one) => members.has(one) && !busy.has(one))
    .map((one) => ({ one, load: plannedMs(one, duties) }))
    .sort((a, b) => a.load - b.load || (a.one < b.one ? -1 : 1));
}

function saidOf(free: readonly Candidate[]): string {
  if (free.length === 0) return "nobody else of the rota is free then";
  const named = free.slice(0, mostNamed);
  return `could cover: ${named.map(({ one, load }) => `${one} (${Math.round(load / hourMs)} h planned)`).join(", ")}`;
}

function plannedMs(email: string, duties: readonly Duty[]): number {
  return duties.reduce((sum, one) => (one.email === email ? sum + one.to - one.from : sum), 0);
}

/** Everybody whom the rota names. */
export function peopleOf({ rotations, overrides }: Pick<ProvedRota, "rotations" | "overrides">): string[] {
  const named = [
    ...rotations.flatMap(({ turns }) => turns.flatMap(({ people }) => people)),
    ...overrides.map(({ email }) => email),
  ];
  return [...new Set(named.map(foldEmail))].sort();
}

/** Those who are no members, from their first shift to the end of their last. */
function goneOf(known: Known, whole: Stretch): Concern[] {
  const { rota, members } = known;
  const gone = peopleOf(rota).filter((one) => !members.has(one));
  if (gone.length === 0) return [];
  const everybody = dutiesOf(rota, whole, undefined);
  return gone.flatMap((email) => {
    const own = everybody.filter((one) => one.email === email);
    if (own.length === 0) return [];
    const message = `is no member of the organization, and is not on call in ${own.length === 1 ? "a shift" : `${own.length} shifts`}; put somebody else in the rota, or invite them again`;
    return [
      {
        kind: "gone" as const,
        email,
        ...spanOf(own),
        message,
        could_cover: freeIn(email, own, known).map(({ one }) => one),
      },
    ];
  });
}

/** Once for each person, from their first shift to the end of their last: it is no matter of one shift. */
function unreachableOf(email: string, duties: readonly Duty[], failing: readonly string[]): Concern {
  const message =
    failing.length === 0
      ? "is reached by mail alone, so that a page waits until it is read; have them add a device under How you are reached"
      : `is woken by no page, as messages by ${failing.join(" and ")} fail; have them press Test under How you are reached`;
  return {
    kind: "unreachable",
    email,
    ...spanOf(duties.filter((one) => one.email === email)),
    message,
    could_cover: [],
  };
}

function spanOf(some: readonly Stretch[]): Stretch {
  return { from: Math.min(...some.map(({ from }) => from)), to: Math.max(...some.map(({ to }) => to)) };
}

/** Twice at once, or soon again. */
function ofPerson(email: string, rota: ProvedRota, duties: readonly Duty[]): Concern[] {
  const own = duties.filter((one) => one.email === email).sort((a, b) => a.from - b.from);
  const isOfRota = (...some: readonly Duty[]) => some.some((one) => one.rota.id === rota.id);
  const found: Concern[] = [];
  let latest: Duty | undefined;
  for (const [index, duty] of own.entries()) {
    for (const other of own.slice(index + 1)) {
      const both = common(duty, other);
      if (both === undefined) break;
      if (!isOfRota(duty, other)) continue;
      const message = `is on call twice: as ${placeOf(duty)} and as ${placeOf(other)}`;
      found.push({ kind: "doubly_booked", email, ...both, message, could_cover: [] });
    }
    if (
      latest !== undefined &&
      duty.from > latest.to &&
      duty.from - latest.to < restMs &&
      isOfRota(duty, latest)
    ) {
      const hours = Math.round(((duty.from - latest.to) / hourMs) * 10) / 10;
      const message = `has ${hours} h between two shifts, from ${readable(new Date(latest.to))}; 11 h are a night's rest`;
      found.push({ kind: "short_rest", email, from: latest.to, to: duty.from, message, could_cover: [] });
    }
    if (latest === undefined || duty.to > latest.to) latest = duty;
  }
  return found;
}

function placeOf({ rota, role }: Duty): string {
  return `${role} of "${rota.name}"`;
}

function termsOf(absences: readonly Absence[]) {
  return absences.flatMap(({ email, starts_at, ends_at }) => {
    const [from, to] = [parseTimestamp(starts_at)?.getTime(), parseTimestamp(ends_at)?.getTime()];
    return from === undefined || to === undefined ? [] : [{ email: foldEmail(email), from, to }];
  });
}
