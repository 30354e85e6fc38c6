/** Compares matchers with the labels of an alert, as Alertmanager does. */
import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import type { StepBudget } from "../../kernel/glob.ts";
import { type ParsedMatcher, parseMatcher } from "../../kernel/matchers.ts";
import type { Pieces } from "../../kernel/time-slices.ts";
import type { Labels } from "./facts.ts";

export type Matcher = Extract<ParsedMatcher, { readonly ok: true }>["matcher"];

/** A matcher of a row; undefined for one that a former version took and that nobody can read any more. */
export function matcherOf(text: string): Matcher | undefined {
  const parsed = parseMatcher(text);
  return parsed.ok ? parsed.matcher : undefined;
}

/** The most steps in which one alert is compared with matchers, and in which all of a notification are: some seconds. */
export const mostSteps = { ofOne: 10_000_000, together: 500_000_000 } as const;

/** Gives each of many alerts that are looked at together the steps that are left for it. */
export function createBudgets() {
  let together: number = mostSteps.together;
  return function* within<T>(work: (budget: StepBudget) => Pieces<T>): Pieces<T> {
    const given = Math.max(Math.min(mostSteps.ofOne, together), 0);
    const budget: StepBudget = { steps: given };
    const result = yield* work(budget);
    together -= given - budget.steps;
    return result;
  };
}

/** In the time of which a matcher without a regular expression is compared with an alert. */
const plainSteps = 10;
/** In the time of which an instruction of a regular expression is compiled. */
const compileSteps = 1_000;

/**
 * A label that is not there has the empty text as its value. Regular expressions have to match the whole value. They
 * are run by RE2, whose time grows with the text's length and with the expression's, and no faster. One that RE2 does
 * not take holds for nothing. Undefined, and not run, where
 * it may take more steps than are left.
 */
export function holds({ name, op, value }: Matcher, labels: Labels, budget: StepBudget): boolean | undefined {
  const has = Object.hasOwn(labels, name) ? (labels[name] ?? "") : "";
  budget.steps -= plainSteps;
  if (budget.steps < 0) return undefined;
  switch (op) {
    case "=":
      return has === value;
    case "!=":
      return has !== value;
    case "=~":
      return matches(value, has, budget, false);
    case "!~":
      return matches(value, has, budget, true);
  }
}

/** @param inverted whether it is asked for that it does not match */
function matches(pattern: string, text: string, budget: StepBudget, inverted: boolean): boolean | undefined {
  const compiled = patternOf(pattern, budget);
  if (compiled === undefined) return false;
  const steps = compiled.programSize() * (text.length + 1);
  if (steps > budget.steps) return undefined;
  budget.steps -= steps;
  return compiled.test(text) !== inverted;
}

/** Whether RE2 takes it. */
export function isExpression(pattern: string): boolean {
  return patternOf(pattern, { steps: 0 }) !== undefined;
}

/** Compiled patterns, by their texts. An instruction takes some hundred bytes. */
const patterns = new LRUCache<string, { readonly compiled: RE2JS | undefined }>({
  maxSize: 200_000,
  sizeCalculation: ({ compiled }) => 1 + (compiled?.programSize() ?? 0),
});

function patternOf(value: string, budget: StepBudget): RE2JS | undefined {
  const known = patterns.get(value);
  if (known !== undefined) return known.compiled;
  const compiled = compile(value);
  budget.steps -= compileSteps * (compiled?.programSize() ?? 1);
  patterns.set(value, { compiled });
  return compiled;
}

function compile(value: string): RE2JS | undefined {
  try {
    // As Alertmanager compiles it (pkg/labels).
    return RE2JS.compile(`^(?:${value})$`);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
