/** Which mutes take an alert. */
import { foldedCodePoints, globCovers, type StepBudget } from "../../kernel/glob.ts";
import { holdsAt, type MuteTimes, nextHold } from "../../kernel/mute-times.ts";
import type { Pieces } from "../../kernel/time-slices.ts";
import type { Labels } from "./facts.ts";
import { createBudgets, holds, type Matcher, matcherOf } from "./matchers.ts";

export interface Mute {
  readonly id: string;
  /** Compared with the title and with each label written label=value, without case. */
  readonly pattern: string | null;
  /** All of them have to hold. None where there is a pattern. */
  readonly matchers: readonly string[];
  /** The only routes that it mutes; none where it mutes everywhere. */
  readonly routeIds: readonly string[];
  readonly times: MuteTimes;
  readonly reason: string;
}

export interface Muting<M> {
  /** The mutes that take the alert, in the order that they were given in. */
  readonly mutes: readonly M[];
  /** False where the steps ran out before every mute was looked at. */
  readonly complete: boolean;
}

/** An alert as mutes look at it. */
interface Held {
  readonly labels: Labels;
  /** What patterns are compared with, made for the first of them. */
  readonly folded: () => Folded;
}

interface Folded {
  /** The title and each label, as `foldedCodePoints`. */
  readonly texts: readonly (readonly string[])[];
  /** All of them in one text. */
  readonly together: string;
}

/** Whether a mute takes an alert; undefined where the steps ran out. */
type Taking = (alert: Held, budget: StepBudget) => Pieces<boolean | undefined>;

/**
 * Mutes that are compared with many alerts, made ready for it. Of one alert the steps are twice what ten thousand usual
 * mutes take. Where they run out the remaining ones mute nothing, because an extra message does less harm than an alert
 * that nobody gets.
 */
export function createMuting<M extends Mute>(mutes: readonly M[]) {
  // Each when it is asked first, so that thousands are not made ready in one go.
  const ready = new Map<M, Taking>();
  const within = createBudgets();
  let last: { readonly key: string; readonly holding: readonly M[] } | undefined;

  /** Those that hold at a moment, or may hold until another one: that is asked of many alerts. */
  function holdingIn(from: Date, until: Date): readonly M[] {
    const key = `${from.getTime()} ${until.getTime()}`;
    if (last?.key !== key) last = { key, holding: mutes.filter(({ times }) => mayHold(times, from, until)) };
    return last.holding;
  }

  function* held(alert: Held, from: Date, until: Date, budget: StepBudget): Pieces<Muting<M>> {
    const taken: M[] = [];
    for (const mute of holdingIn(from, until)) {
      yield;
      const taking = ready.get(mute) ?? takingOf(mute);
      ready.set(mute, taking);
      const isTaken = yield* taking(alert, budget);
      if (isTaken === undefined) return { mutes: taken, complete: false };
      if (isTaken && (until <= from || holdsIn(mute.times, from, until))) taken.push(mute);
    }
    return { mutes: taken, complete: true };
  }

  /**
   * The mutes that take an alert at a moment, or at some moment from there to another one. It pauses between the mutes,
   * of which there may be thousands.
   */
  return (
    { title, labels }: { readonly title: string; readonly labels: Labels },
    now: Date,
    until: Date = now,
  ) => {
    let made: Folded | undefined;
    const folded = () => {
      made ??= foldedOf(title, labels);
      return made;
    };
    const alert = { labels, folded };
    return within((budget) => held(alert, now, until, budget));
  };
}

function foldedOf(title: string, labels: Labels): Folded {
  const texts = [title, ...Object.entries(labels).map(([label, value]) => `${label}=${value}`)].map(
    foldedCodePoints,
  );
  return { texts, together: texts.map((text) => text.join("")).join("\n") };
}

/** Hours are looked for of those that take the alert only: that takes longer than the labels. */
function mayHold(times: MuteTimes, from: Date, until: Date): boolean {
  if (until <= from) return holdsAt(times, from);
  return times.startsAt <= until && (times.endsAt === null || times.endsAt > from);
}

function holdsIn(times: MuteTimes, from: Date, until: Date): boolean {
  if (holdsAt(times, from)) return true;
  const next = nextHold(times, from);
  return next !== undefined && next <= until;
}

function takingOf({ pattern, matchers }: Pick<Mute, "pattern" | "matchers">): Taking {
  return pattern === null ? byMatchers(matchers.map(matcherOf)) : byPattern(foldedCodePoints(pattern));
}

/** How many characters a search for a text passes in the time of one of a glob's steps. */
const searchedInAStep = 16;

function byPattern(glob: readonly string[]): Taking {
  // Most alerts lack it: that is seen much sooner than that the glob does not fit.
  const needed = glob
    .join("")
    .split(/[*?]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "");
  return function* ({ folded }, budget) {
    const { texts, together } = folded();
    budget.steps -= Math.ceil(together.length / searchedInAStep);
    if (!together.includes(needed)) return budget.steps < 0 ? undefined : false;
    for (const text of texts) {
      yield;
      const isCovered = globCovers(glob, text, budget);
      if (isCovered !== false) return isCovered;
    }
    return false;
  };
}

function byMatchers(matchers: readonly (Matcher | undefined)[]): Taking {
  return function* ({ labels }, budget) {
    for (const matcher of matchers) {
      yield;
      const held = matcher === undefined ? false : holds(matcher, labels, budget);
      if (held !== true) return held;
    }
    return true;
  };
}
