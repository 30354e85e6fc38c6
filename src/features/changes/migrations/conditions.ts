/** What matchers say of each other: pure logic on conjunctions, as far as it is certain. */
import type { Matcher } from "../../../renderers/alerting/matchers.ts";
import { type Conjunction, takes } from "../../../renderers/alerting/samples.ts";

/** What is known of matchers where a conjunction holds: `open` is what can be either. */
export type Relation = "implied" | "contradicted" | "open";

/** The values that a matcher lists, where it takes these and no others. */
export function valuesOf({ op, value }: Matcher): readonly string[] | undefined {
  if (op === "=") return [value];
  return op === "=~" ? listed(value) : undefined;
}

/** The values that it leaves out, where it takes all others. */
function exceptOf({ op, value }: Matcher): readonly string[] | undefined {
  if (op === "!=") return [value];
  return op === "!~" ? listed(value) : undefined;
}

/** An expression that is plain values with | between them, in a group or not. */
function listed(pattern: string): readonly string[] | undefined {
  const bare = pattern.replace(/^\^/, "").replace(/\$$/, "");
  const [, inner = bare] = /^\((?:\?:)?([^()]*)\)$/.exec(bare) ?? [];
  return /^[\w\-/:@ ,|]*$/.test(inner) ? [...new Set(inner.split("|"))] : undefined;
}

const everyText = /^\^?\(?\.\*\)?\$?$/;

/** What holds of one matcher where all of a conjunction do. */
export function relationOf(known: Conjunction, matcher: Matcher): Relation {
  // Of thousands of siblings most differ in the one value that each has.
  const fixed = known.find(({ name, op }) => op === "=" && name === matcher.name);
  if (fixed !== undefined) return takes(matcher, fixed.value) ? "implied" : "contradicted";
  const same = known.filter(({ name }) => name === matcher.name);
  const finite = same.map(valuesOf).find((values) => values !== undefined);
  if (finite !== undefined) {
    const left = finite.filter((value) => same.every((one) => takes(one, value)));
    const taken = left.filter((value) => takes(matcher, value)).length;
    if (taken === left.length) return left.length === 0 ? "contradicted" : "implied";
    return taken === 0 ? "contradicted" : "open";
  }
  if (matcher.op === "=~" && everyText.test(matcher.value)) return "implied";
  if (matcher.op === "!~" && everyText.test(matcher.value)) return "contradicted";
  if (same.some((one) => one.op === matcher.op && one.value === matcher.value)) return "implied";
  const inverse = negated(matcher);
  if (same.some((one) => one.op === inverse.op && one.value === inverse.value)) return "contradicted";
  if (valuesOf(matcher)?.every((value) => !same.every((one) => takes(one, value)))) return "contradicted";
  const except = exceptOf(matcher);
  return except?.every((value) => same.some((one) => !takes(one, value))) ? "implied" : "open";
}

/** The same of several that are to hold together; those that are open are given too. */
export function relationOfAll(
  known: Conjunction,
  matchers: Conjunction,
): { readonly relation: Relation; readonly open: Conjunction } {
  let all = known;
  const open: Matcher[] = [];
  for (const matcher of matchers) {
    const relation = relationOf(all, matcher);
    if (relation === "contradicted") return { relation, open: [] };
    if (relation === "implied") continue;
    open.push(matcher);
    all = [...all, matcher];
  }
  return { relation: open.length === 0 ? "implied" : "open", open };
}

/** Both together, without what then goes without saying. */
export function joined(known: Conjunction, more: Conjunction): Conjunction {
  return more.reduce<Conjunction>((all, matcher) => {
    if (relationOf(all, matcher) === "implied") return all;
    const rest = all.filter((one) => one.name !== matcher.name || relationOf([matcher], one) !== "implied");
    return merged(rest, matcher);
  }, known);
}

/** What one label must not be, in one matcher. */
function merged(known: Conjunction, matcher: Matcher): Conjunction {
  const except = exceptOf(matcher);
  const at = known.findIndex((one) => one.name === matcher.name && exceptOf(one) !== undefined);
  const other = known[at];
  if (except === undefined || other === undefined) return [...known, matcher];
  const values = [...new Set([...(exceptOf(other) ?? []), ...except])];
  const both: Matcher = { name: matcher.name, op: "!~", value: values.map(quoted).join("|") };
  return known.with(at, both);
}

function quoted(value: string): string {
  return value.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

const opposite = { "=": "!=", "!=": "=", "=~": "!~", "!~": "=~" } as const;

export function negated({ name, op, value }: Matcher): Matcher {
  return { name, op: opposite[op], value };
}
