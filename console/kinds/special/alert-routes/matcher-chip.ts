/** A matcher in three parts, as its chip shows it: a label, a comparison, a value. Pure. */
import { parseMatcher } from "../../../../src/kernel/matchers.ts";
import type { KnownLabel } from "../../../api/flow-shapes.ts";

export const comparisons = {
  "=": "is",
  "!=": "is not",
  "=~": "matches",
  "!~": "does not match",
} as const;
export type Comparison = keyof typeof comparisons;

export interface Chip {
  readonly name: string;
  readonly op: Comparison;
  readonly value: string;
}

/** What one input of a matcher holds: a text that is still written, or a chip. */
export interface Matcher {
  /** As the row has it. */
  readonly text: string;
  readonly chip: Chip | undefined;
}

/** The stored text stays as it is until somebody changes a part of it. */
export function matcherOf(text: string): Matcher {
  const parsed = parseMatcher(text);
  return { text, chip: parsed.ok ? parsed.matcher : undefined };
}

/** Signs that only a whole matcher has; a label alone has none of them. */
const whole = /[=!~"'`{},\s]/;

/** After a change in the first input: the label of a chip, or the beginning of a whole matcher. */
export function withName({ chip }: Matcher, typed: string): Matcher {
  if (chip === undefined || whole.test(typed)) return { text: typed, chip: undefined };
  return ofChip({ ...chip, name: typed });
}

/** Once the first input is left: a label becomes a chip that waits for its value. */
export function settled(matcher: Matcher): Matcher {
  if (matcher.chip !== undefined) return matcher;
  const { text } = matcher;
  const read = matcherOf(text);
  if (read.chip !== undefined || text === "" || whole.test(text)) return read;
  return { text, chip: { name: text, op: "=", value: "" } };
}

/** A chip without a value is no matcher yet: its text is the label alone. */
export function ofChip(chip: Chip): Matcher {
  return { text: chip.value === "" ? chip.name : textOf(chip), chip };
}

const plainName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** JSON's escapes are among those of the grammar. */
function textOf({ name, op, value }: Chip): string {
  return `${plainName.test(name) ? name : JSON.stringify(name)}${op}${JSON.stringify(value)}`;
}

/** An empty value that the row has stays one. */
export function withComparison({ text, chip }: Matcher, op: Comparison): Matcher {
  if (chip === undefined) return { text, chip };
  const next = { ...chip, op };
  return chip.value === "" && parseMatcher(text).ok ? { text: textOf(next), chip: next } : ofChip(next);
}

export function isPattern(op: Comparison): boolean {
  return op === "=~" || op === "!~";
}

/** A known value that was chosen: a pattern takes one more, any other comparison this one alone. */
export function withChosen({ value, ...chip }: Chip, chosen: string): Matcher {
  if (!isPattern(chip.op)) return ofChip({ ...chip, value: chosen });
  const before = value.includes("|") ? value.slice(0, value.lastIndexOf("|") + 1) : "";
  return ofChip({ ...chip, value: `${before}${escaped(chosen)}` });
}

function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

const mostOffered = 50;

export interface KnownText {
  readonly text: string;
  /** Alerts of the last week that have it. */
  readonly count: number;
}

export function namesFor(typed: string, known: readonly KnownLabel[]): readonly KnownText[] {
  return known
    .filter(({ name }) => has(name, typed) && name !== typed)
    .map(({ name, count }) => ({ text: name, count }));
}

/** Of a pattern, what its last part may become. */
export function valuesFor({ name, op, value }: Chip, known: readonly KnownLabel[]): readonly KnownText[] {
  const sought = isPattern(op) ? (value.split("|").at(-1) ?? "") : value;
  return (known.find((label) => label.name === name)?.values ?? [])
    .filter((one) => has(one.value, sought) && one.value !== sought)
    .slice(0, mostOffered)
    .map((one) => ({ text: one.value, count: one.count }));
}

function has(text: string, sought: string): boolean {
  return text.toLowerCase().includes(sought.toLowerCase());
}

/** How many alerts of the last week have exactly this; undefined where counting would mean to compare. */
export function countOf(chip: Chip, known: readonly KnownLabel[]): number | undefined {
  if (chip.op !== "=" || chip.value === "") return undefined;
  return known.find(({ name }) => name === chip.name)?.values.find(({ value }) => value === chip.value)
    ?.count;
}
