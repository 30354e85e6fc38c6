/** Which mutes take an alert. */
import { foldedCodePoints, globCovers, type StepBudget } from "../../kernel/glob.ts";
import type { Pieces } from "../../kernel/pieces.ts";
import type { Labels } from "./facts.ts";
import { holds, type Matcher, matcherOf } from "./matchers.ts";

export interface Mute {
  readonly id: string;
  /** Held against the title and against each label written label=value, without case. */
  readonly pattern: string | null;
  /** All of them have to hold. None where there is a pattern. */
  readonly matchers?: readonly string[];
  readonly expiresAt: Date;
}

export interface Muting<M> {
  /** The mutes that take the alert, in the order that they were given in. */
  readonly mutes: readonly M[];
  /** False where the steps ran out before every mute was looked at. */
  readonly complete: boolean;
}

/**
 * The most steps in which an alert is compared with the patterns of mutes: twice what ten thousand usual ones take. The
 * remaining ones mute nothing, because an extra message does less harm than an alert that nobody gets.
 */
export const mostMuteSteps = 10_000_000;

/** Whether a mute takes an alert; undefined where the steps ran out. */
type Taking = (texts: readonly string[][], labels: Labels, budget: StepBudget) => Pieces<boolean | undefined>;

/** Mutes that are held against many alerts, made ready for it. */
export function createMuting<M extends Mute>(mutes: readonly M[]) {
  const ready = mutes.map((mute) => ({ mute, taking: takingOf(mute) }));
  /** The mutes that take an alert at a moment. It pauses between the mutes, of which there may be thousands. */
  return function* mutesOf(
    { title, labels }: { readonly title: string; readonly labels: Labels },
    now: Date,
  ): Pieces<Muting<M>> {
    const budget: StepBudget = { steps: mostMuteSteps };
    const texts = [title, ...Object.entries(labels).map(([label, value]) => `${label}=${value}`)].map(
      foldedCodePoints,
    );
    const taken: M[] = [];
    for (const { mute, taking } of ready) {
      if (mute.expiresAt <= now) continue;
      const isTaken = yield* taking(texts, labels, budget);
      if (isTaken === undefined) return { mutes: taken, complete: false };
      if (isTaken) taken.push(mute);
    }
    return { mutes: taken, complete: true };
  };
}

function takingOf({ pattern, matchers = [] }: Mute): Taking {
  if (pattern === null) return byMatchers(matchers);
  // When it is asked first, so that thousands of mutes are not made ready in one go.
  let glob: readonly string[] | undefined;
  return function* (texts, _labels, budget) {
    glob ??= foldedCodePoints(pattern);
    for (const text of texts) {
      yield;
      const isCovered = globCovers(glob, text, budget);
      if (isCovered !== false) return isCovered;
    }
    return false;
  };
}

function byMatchers(texts: readonly string[]): Taking {
  let matchers: readonly Matcher[] | undefined;
  return function* (_texts, labels) {
    matchers ??= texts.map(matcherOf);
    for (const matcher of matchers) {
      yield;
      if (!holds(matcher, labels)) return false;
    }
    return true;
  };
}
