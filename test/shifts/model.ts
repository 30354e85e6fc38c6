/**
 * Who is on call, minute by minute and by nothing but Intl's clock: it shares no code with what it is compared with, and is
 * as slow as it is plain.
 */

export interface ModelRotation {
  role: string;
  turns: { people: string[] }[];
  starts_on: string;
  ends_on: string | null;
  handover: {
    every: number;
    unit: "hours" | "days" | "weeks" | "months";
    at: string;
    weekday: string;
    day_of_month: number;
  };
  hours: { days: string[]; start: string; end: string }[];
  offset: number;
}

export interface ModelOverride {
  role: string;
  email: string;
  replaces: string | null;
  starts_at: string;
  ends_at: string;
}

const minute = 60_000;
const day = 1_440 * minute;
const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** What the clock shows at each minute, looked at every quarter of an hour at which it may be set. */
export class ModelClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();
  readonly #moments = new Map<number, number>();

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  }

  /** The clock at a moment, as though it showed UTC. */
  wall(moment: number): number {
    const quarter = Math.floor(moment / (15 * minute)) * 15 * minute;
    let offset = this.#offsets.get(quarter);
    if (offset === undefined) {
      const of = Object.fromEntries(
        this.#format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]),
      ) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
      offset = Date.UTC(of.year, of.month - 1, of.day, of.hour, of.minute, of.second) - quarter;
      this.#offsets.set(quarter, offset);
    }
    return moment + offset;
  }

  /** The first minute at which the clock shows so much or more, having shown less the minute before. */
  first(wall: number): number {
    const known = this.#moments.get(wall);
    if (known !== undefined) return known;
    let moment = wall - 27 * 60 * minute;
    while (this.wall(moment) < wall) moment += minute;
    this.#moments.set(wall, moment);
    return moment;
  }
}

const midnightOf = (date: string) => Date.parse(`${date}T00:00Z`);
const clockMs = (text: string) => Number(text.slice(0, 2)) * 60 * minute + Number(text.slice(3)) * minute;

/** The dates of hand-overs, from the first on, as midnights of a clock that shows UTC. */
function* handOverDays({ starts_on, handover }: ModelRotation): Generator<number> {
  const start = midnightOf(starts_on);
  let seen = 0;
  let months = -1;
  for (let date = start; ; date += day) {
    const now = new Date(date);
    const lastOfMonth = new Date(date + day).getUTCDate() === 1;
    if (handover.unit === "days" && ((date - start) / day) % handover.every === 0) yield date;
    if (handover.unit === "weeks" && names[now.getUTCDay()] === handover.weekday) {
      if (seen % handover.every === 0) yield date;
      seen += 1;
    }
    const isDay =
      now.getUTCDate() === handover.day_of_month || (lastOfMonth && now.getUTCDate() < handover.day_of_month);
    if (handover.unit === "months" && isDay) {
      months += 1;
      if (months % handover.every === 0) yield date;
    }
  }
}

function* handOvers(rotation: ModelRotation, clock: ModelClock): Generator<number> {
  const at = clockMs(rotation.handover.at);
  if (rotation.handover.unit === "hours")
    for (
      let moment = clock.first(midnightOf(rotation.starts_on) + at);
      ;
      moment += rotation.handover.every * 60 * minute
    )
      yield moment;
  else for (const date of handOverDays(rotation)) yield clock.first(date + at);
}

function isCovered({ hours, ends_on }: ModelRotation, clock: ModelClock, moment: number): boolean {
  if (ends_on !== null && moment >= clock.first(midnightOf(ends_on) + day)) return false;
  if (hours.length === 0) return true;
  const today = Math.floor(clock.wall(moment) / day) * day;
  return hours.some(({ days, start, end }) =>
    [today - 2 * day, today - day, today, today + day].some((date) => {
      if (days.length > 0 && !days.includes(names[new Date(date).getUTCDay()] as string)) return false;
      const [begins, ends] = [clockMs(start), clockMs(end)];
      const over = ends <= begins ? day : 0;
      return clock.first(date + begins) <= moment && moment < clock.first(date + ends + over);
    }),
  );
}

/** The person whose turn comes at each minute of a time; undefined where the rotation covers nothing. */
function* turnsByMinute(
  rotation: ModelRotation,
  clock: ModelClock,
  from: number,
  to: number,
): Generator<string[] | undefined> {
  const changes = handOvers(rotation, clock);
  let counted = 0;
  let begins = changes.next().value as number;
  for (let moment = from; moment < Math.min(begins, to); moment += minute) yield undefined;
  while (begins < to) {
    const ends = changes.next().value as number;
    let any = false;
    const turn = rotation.turns[(counted + rotation.offset) % rotation.turns.length]?.people;
    for (let moment = begins; moment < ends && moment < to; moment += minute) {
      if (any && moment < from) {
        moment = Math.min(ends, from) - minute;
        continue;
      }
      const covered = isCovered(rotation, clock, moment);
      any ||= covered;
      if (moment >= from) yield covered ? turn : undefined;
    }
    if (any) counted += 1;
    begins = ends;
  }
}

/** Who is on call in a role at each minute of a time, in the order of their addresses. */
export function modelOf(
  rotations: readonly ModelRotation[],
  overrides: readonly ModelOverride[],
  clock: ModelClock,
  role: string,
  from: number,
  to: number,
): string[][] {
  const layers = rotations
    .filter((one) => one.role === role)
    .map((one) => [...turnsByMinute(one, clock, from, to)]);
  const found: string[][] = [];
  for (let index = 0; index * minute + from < to; index += 1) {
    const moment = from + index * minute;
    const people = layers.map((layer) => layer[index]).findLast((one) => one !== undefined) ?? [];
    const taken = overrides
      .filter((one) => one.role === role)
      .filter((one) => Date.parse(one.starts_at) <= moment && moment < Date.parse(one.ends_at));
    // Everybody who has had a place, the last of them on call.
    let places = people.map((one) => [one]);
    for (const { email, replaces } of taken)
      if (replaces === null) places = [[...places.flat(), email]];
      else for (const place of places) if (place.includes(replaces)) place.push(email);
    found.push([...new Set(places.map((place) => place.at(-1) as string))].sort());
  }
  return found;
}
