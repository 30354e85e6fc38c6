/**
 * Which routes no alert comes to, because one before them takes all that they would take and does not continue. Pure.
 * Only what is certain is said: that one matcher takes all that another one does is seen of equal matchers and of
 * those that list plain values.
 */
import { type ParsedMatcher, parseMatcher } from "./matchers.ts";

type Matcher = Extract<ParsedMatcher, { readonly ok: true }>["matcher"];

/** What of a route decides whether alerts come to it. */
export interface Reached {
  readonly id: string;
  readonly configuration: {
    readonly name: string;
    readonly enabled: boolean;
    readonly position: number;
    readonly matchers: readonly string[];
    readonly continue: boolean;
  };
}

/** The route that hides another one, and the way out. */
export type Hiding = {
  readonly id: string;
  readonly name: string;
  /** A sentence in small letters without a full stop. */
  readonly message: string;
};

/**
 * @param routes in the order of their positions
 * @returns by the id of each enabled route that no alert comes to, the first route that hides it
 */
export function hidingOf<R extends Reached>(routes: readonly R[]): ReadonlyMap<string, R> {
  const hidden = new Map<string, R>();
  const ends = createEnds<R>();
  for (const route of routes) {
    if (!route.configuration.enabled) continue;
    const wants = readAll(route.configuration.matchers);
    // One that cannot be read takes nothing.
    if (wants === undefined) continue;
    const by = ends.before(wants);
    if (by !== undefined) hidden.set(route.id, by);
    else if (!route.configuration.continue) ends.add(route, wants);
  }
  return hidden;
}

/**
 * The first enabled route that takes what comes and does not continue: every alert, or every one that has a severity.
 * New routes go before it.
 */
export function firstOfAll<R extends Reached>(routes: readonly R[]): R | undefined {
  return routes.find(isCatchAll);
}

/** Whether it is enabled, takes what comes and does not continue: no alert that comes to it goes on. */
export function isCatchAll({ configuration }: Reached): boolean {
  const { enabled, matchers } = configuration;
  if (!enabled || configuration.continue) return false;
  return readAll(matchers)?.every((want) => want.name === "severity" && isAny(want)) === true;
}

/** Whether its matchers leave no alert out. */
export function takesEveryAlert({ configuration: { matchers } }: Reached): boolean {
  return readAll(matchers)?.length === 0;
}

/** How the route that hides another one is shown. */
export function shownHiding(by: Reached): Hiding {
  const { id } = by;
  const { name, position } = by.configuration;
  const quoted = JSON.stringify(name);
  const taken = takesEveryAlert(by) ? "every alert" : "all that this route would take";
  const message = `never reached: ${quoted} takes ${taken} before it and does not continue; give this route a position below ${position}, or let ${quoted} continue`;
  return { id, name, message };
}

/** Whether a matcher leaves no alert out. */
export function takesEvery(text: string): boolean {
  return readAll([text])?.length === 0;
}

/** The matchers that leave an alert out; undefined where one cannot be read. */
function readAll(texts: readonly string[]): readonly Want[] | undefined {
  const wants: Want[] = [];
  for (const text of texts) {
    const parsed = parseMatcher(text);
    if (!parsed.ok) return undefined;
    const want = wantOf(parsed.matcher);
    if (!isEvery(want)) wants.push(want);
  }
  return wants;
}

/** A matcher as it is compared. */
interface Want {
  readonly name: string;
  /** Whether the values are those that it leaves out. */
  readonly not: boolean;
  /** Where it lists plain values; otherwise its regular expression, which is equal to itself only. */
  readonly values: readonly string[] | undefined;
  readonly pattern: string;
}

function wantOf({ name, op, value }: Matcher): Want {
  const not = op === "!=" || op === "!~";
  if (op === "=" || op === "!=") return { name, not, values: [value], pattern: value };
  const [, any] = /^\^?\(?\.([*+])\)?\$?$/.exec(value) ?? [];
  // What matches anything leaves nothing out, or only the empty text.
  if (any !== undefined) return { name, not: !not, values: any === "+" ? [""] : [], pattern: value };
  const values = /^[\w\-/:@ |]*$/.test(value) ? value.split("|") : undefined;
  return { name, not, values, pattern: value };
}

/** Every alert has a name. */
function isEvery(want: Want): boolean {
  return isAny(want) && (want.name === "alertname" || want.values?.length === 0);
}

/** Whether every value that is there will do. */
function isAny({ not, values }: Want): boolean {
  return not && values?.every((value) => value === "") === true;
}

/** Whether all that `narrow` takes is taken by `wide`. */
function isWithin(narrow: Want, wide: Want): boolean {
  if (narrow.name !== wide.name) return false;
  const [ours, theirs] = [narrow.values, wide.values];
  if (ours === undefined || theirs === undefined)
    return narrow.not === wide.not && ours === theirs && narrow.pattern === wide.pattern;
  if (narrow.not) return wide.not && theirs.every((value) => ours.includes(value));
  return ours.every((value) => theirs.includes(value) !== wide.not);
}

/**
 * The routes so far that end the search, found again by one of their matchers: of some thousand routes each is compared
 * with a few.
 */
function createEnds<R>() {
  /** The one that takes every alert; all others come before it. */
  let every: R | undefined;
  const byMatcher = new Map<string, End<R>[]>();
  let count = 0;
  return {
    add(route: R, wants: readonly Want[]): void {
      const [first] = wants;
      const end = { route, wants, place: count++ };
      if (first === undefined) every = route;
      else for (const key of keysOf(first)) byMatcher.set(key, [...(byMatcher.get(key) ?? []), end]);
    },
    before(narrow: readonly Want[]): R | undefined {
      const ends = narrow.flatMap((want) => soughtOf(want).flatMap((key) => byMatcher.get(key) ?? []));
      const [first] = ends
        .filter(({ wants }) => wants.every((wide) => narrow.some((want) => isWithin(want, wide))))
        .sort((one, other) => one.place - other.place);
      return first?.route ?? every;
    },
  };
}

interface End<R> {
  readonly route: R;
  readonly wants: readonly Want[];
  readonly place: number;
}

/** Where an end is kept by its first matcher. */
function keysOf({ name, not, values, pattern }: Want): readonly string[] {
  if (values === undefined) return [`${name} ${not} ${pattern}`];
  return not ? [`${name} not`] : values.map((value) => `${name}=${value}`);
}

/** Where the ends are whose first matcher may take all that this one takes. */
function soughtOf(want: Want): readonly string[] {
  const { name, not, values } = want;
  if (values === undefined) return keysOf(want);
  const [value = ""] = values;
  return not ? [`${name} not`] : [`${name}=${value}`, `${name} not`];
}
