/** Regular expressions in RE2's syntax: they are checked here, and run by Alertmanager. */

// RE2's own bound on a count, and on the product of nested counts.
const maxRepeats = 1000;
// Running the pattern takes at most this many steps for each character of a label's value.
const maxStates = 8000;
// Reading recurses once for each group within a group.
const maxDepth = 100;

/**
 * Checks an RE2 pattern (github.com/google/re2/wiki/Syntax, as Go's regexp reads it). The cost grows with the length
 * of the pattern and with nothing else, because this runs at every write of a row; docs/dependencies.md compares it
 * with re2js.
 *
 * Refused, as in RE2: lookaround, backreferences, atomic, possessive and stacked repetition, counts over
 * 1000. Refused here alone: more than 100 nested groups or 2500 states, a \Q without its \E, and an unmatched ")", by
 * which Alertmanager's `^(?:a)|(b)$` would lose its anchors.
 * @throws MatcherRefusal with the column in the source
 */
export function checkPattern(source: Source): void {
  const scanner = new Scanner(source);
  const { states } = readAlternatives(scanner, { depth: 0, names: new Set() });
  if (!scanner.ended) throw scanner.refusal('expected no ")" that closes no group; escape a literal one');
  if (states > maxStates) {
    throw scanner.refusal(`expected a regular expression of at most ${maxStates} states; repeat less`, 0);
  }
}

/** How much a part of a pattern is: the states of its automaton, and the product of its nested counts. */
interface Size {
  readonly states: number;
  readonly repeats: number;
}

const single: Size = { states: 1, repeats: 1 };

interface Groups {
  /** How many are open. */
  readonly depth: number;
  /** The names that groups before have. */
  readonly names: Set<string>;
}

function readAlternatives(scanner: Scanner, groups: Groups): Size {
  const branches = [readSequence(scanner, groups)];
  while (scanner.next === "|") {
    scanner.at += 1;
    branches.push(readSequence(scanner, groups));
  }
  const { states, repeats } = sum(branches);
  return { states: branches.length === 1 ? states : states + 1, repeats };
}

function readSequence(scanner: Scanner, groups: Groups): Size {
  const sizes: Size[] = [];
  let isRepeated = false;
  while (!scanner.ended && scanner.next !== "|" && scanner.next !== ")") {
    const start = scanner.at;
    const run = scanner.take(plainRun);
    if (run) {
      sizes.push({ states: Array.from(run[0]).length, repeats: 1 });
      isRepeated = false;
      continue;
    }
    // A brace that spells no count is a literal, as in RE2.
    const count = "*+?{".includes(scanner.next)
      ? scanner.take(/(?:([*+?])|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\})\??/y)
      : undefined;
    if (count) {
      const last = sizes.pop();
      if (!last) throw scanner.refusal("expected something to repeat before this", start);
      if (isRepeated)
        throw scanner.refusal("expected one repetition; RE2 has no possessive or stacked ones", start);
      sizes.push(readRepetition(last, count, scanner, start));
    } else {
      const size = readItem(scanner, groups);
      if (size !== undefined) sizes.push(size);
    }
    isRepeated = count !== undefined;
  }
  return sum(sizes);
}

/** Characters that begin nothing else, but for one that is repeated. */
const plainRun = /(?:[^\\.^$([|)*+?{](?![*+?{]))+/uy;

function readRepetition(repeated: Size, count: RegExpExecArray, scanner: Scanner, start: number): Size {
  const [, sign, from, range, to] = count;
  const min = sign === undefined ? Number(from) : sign === "+" ? 1 : 0;
  const endless = Number.POSITIVE_INFINITY;
  const max =
    sign === "?" ? 1 : sign !== undefined ? endless : range === undefined ? min : Number(to ?? endless);
  const optional = max === endless ? 1 : max - min;
  const repeats = repeated.repeats * Math.max(1, max === endless ? min : max);
  if (min > max || repeats > maxRepeats) {
    throw scanner.refusal(`expected counts that rise, and multiply to ${maxRepeats} at most`, start);
  }
  return { states: repeated.states * (min + optional) + optional, repeats };
}

/** A group, a class, an assertion or one character; undefined for flags such as (?i), which match nothing. */
function readItem(scanner: Scanner, groups: Groups): Size | undefined {
  switch (scanner.next) {
    case "(":
      return readGroup(scanner, groups);
    case "[":
      readClass(scanner);
      return single;
    case ".":
    case "^":
    case "$":
      scanner.at += 1;
      return single;
  }
  if (scanner.take(/\\[AzbB]/y)) return single;
  // RE2 lets \Q run to the end, which for Alertmanager lies behind the anchor it adds: it needs its \E.
  const quoted = scanner.take(/\\Q(.*?)\\E/suy);
  if (quoted) return { states: Array.from(quoted[1] ?? "").length, repeats: 1 };
  if (!takeSet(scanner)) readCharacter(scanner);
  return single;
}

function readGroup(scanner: Scanner, { depth, names }: Groups): Size | undefined {
  const start = scanner.at;
  const opened = scanner.take(/\((?!\?)|\(\?P?<(\w+)>/y);
  if (!opened) {
    const flagged = scanner.take(/\(\?[imsU]*(?:-[imsU]+)?([:)])/y);
    if (!flagged) {
      throw scanner.refusal(
        'expected a group RE2 has, such as "(?:"; it has no lookaround or backreferences',
        start,
      );
    }
    if (flagged[1] === ")") return undefined;
  }
  const name = opened?.[1];
  if (name !== undefined && names.has(name))
    throw scanner.refusal("expected a name that no other group has", start);
  if (name !== undefined) names.add(name);
  if (depth === maxDepth) throw scanner.refusal(`expected at most ${maxDepth} nested groups`, start);
  const size = readAlternatives(scanner, { depth: depth + 1, names });
  if (!scanner.take(/\)/y)) throw scanner.refusal('expected a ")" that closes this group', start);
  return size;
}

const asciiClasses = new Set(
  "alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit".split(" "),
);

function readClass(scanner: Scanner): void {
  const start = scanner.at;
  scanner.take(/\[\^?/y);
  // The first "]" is a member, as in RE2, so members come before the question of the end.
  do {
    if (scanner.ended) throw scanner.refusal('expected a "]" that closes this class', start);
    readClassMember(scanner);
  } while (!scanner.take(/\]/y));
}

function readClassMember(scanner: Scanner): void {
  const start = scanner.at;
  const named = scanner.take(/\[:\^?(\w+):\]/y);
  if (named) {
    if (!asciiClasses.has(named[1] ?? ""))
      throw scanner.refusal("expected an ASCII class such as [:alpha:]", start);
    return;
  }
  if (takeSet(scanner)) return;
  const low = readCharacter(scanner);
  const high = scanner.take(/-(?!\]|$)/y) ? readCharacter(scanner) : low;
  if (codePointOf(low) > codePointOf(high)) throw scanner.refusal("expected a range that rises", start);
}

/** Takes a set that RE2 writes the same way within a class and outside: `\d`, `\PN`, `\p{^Greek}`. */
function takeSet(scanner: Scanner): boolean {
  const start = scanner.at;
  if (scanner.take(/\\[dDsSwW]/y)) return true;
  const property = scanner.take(/\\[pP](?:\{\^?(\w+)\}|(\w))/y);
  if (!property) return false;
  if (!isProperty(property[1] ?? property[2] ?? ""))
    throw scanner.refusal("expected a Unicode category or script, as in \\p{Greek}", start);
  return true;
}

/** The Unicode categories and scripts that were asked for so far; there are some hundreds. */
const knownProperties = new Set(["Any"]);

function isProperty(name: string): boolean {
  if (knownProperties.has(name)) return true;
  const isKnown = [`\\p{General_Category=${name}}`, `\\p{Script=${name}}`].some(isPatternSource);
  if (isKnown) knownProperties.add(name);
  return isKnown;
}

export const controlCharacters: Readonly<Record<string, string>> = {
  a: "\x07",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** One character, escaped or not. RE2 escapes any ASCII punctuation, and few letters and digits. */
function readCharacter(scanner: Scanner): string {
  const start = scanner.at;
  const plain = scanner.take(/[^\\]/uy) ?? scanner.take(/\\(?![0-9A-Za-z])[\0-\x7f]/y);
  if (plain) return plain[0].replace(/^\\/, "");
  const control = scanner.take(/\\([afnrtv])/y);
  if (control) return controlCharacters[control[1] ?? ""] ?? "";
  const hex = scanner.take(/\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/y);
  if (hex) return scalar(hex[1] ?? hex[2], 16, scanner, start);
  // A lone digit other than 0 would be a backreference.
  const octal = scanner.take(/\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y);
  if (octal) return scalar(octal[1], 8, scanner, start);
  throw scanner.refusal(
    "expected an escape RE2 has, such as \\. or \\d or \\Q…\\E; it has no backreferences",
    start,
  );
}

function sum(sizes: readonly Size[]): Size {
  return {
    states: sizes.reduce((total, { states }) => total + states, 0),
    repeats: sizes.reduce((most, { repeats }) => Math.max(most, repeats), 1),
  };
}

/** Text that is read from the left and knows its columns: what parsers of matchers and patterns stand on. */

/** Text whose every code unit, and whose end, knows its column in what the caller gave. */
export interface Source {
  readonly text: string;
  readonly columns: readonly number[];
}

export function sourceOf(text: string): Source {
  const source = new SourceBuilder().addRun(text, 1).endAt(Array.from(text).length + 1);
  const half = /\p{Surrogate}/u.exec(text);
  if (half)
    throw new Scanner(source).refusal("expected Unicode text, not half of a surrogate pair", half.index);
  return source;
}

export class SourceBuilder {
  private text = "";
  private readonly columns: number[] = [];

  /** Adds text that all stems from one column: an escape. */
  add(text: string, column: number): this {
    this.text += text;
    for (let unit = 0; unit < text.length; unit++) this.columns.push(column);
    return this;
  }

  /** Adds text as it was written, from this column on. */
  addRun(text: string, column: number): this {
    let next = column;
    for (const char of text) this.add(char, next++);
    return this;
  }

  endAt(column: number): Source {
    return { text: this.text, columns: [...this.columns, column] };
  }
}

const oneMatcher =
  "write one matcher per list item, without braces, and quote a part that contains braces or commas";
const useQuotes = "put a name or value with spaces or reserved characters in double quotes";

/** Takes text from the left by sticky regular expressions. */
export class Scanner {
  at = 0;
  private readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  get ended(): boolean {
    return this.at >= this.source.text.length;
  }

  /** The code unit that comes next; empty at the end. */
  get next(): string {
    return this.source.text.charAt(this.at);
  }

  get column(): number {
    return this.columnAt(this.at);
  }

  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.source.text);
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source.text);
    if (!found) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }

  refusal(message: string, at = this.at): MatcherRefusal {
    return new MatcherRefusal(message, this.columnAt(at));
  }

  /** A refusal of what stands here outside of quotes, or of the end, for which the way out is another. */
  unexpected(expected: string, wayOutAtEnd = ""): MatcherRefusal {
    if (this.ended) return this.refusal(`expected ${expected}${wayOutAtEnd}`);
    const next = String.fromCodePoint(this.source.text.codePointAt(this.at) ?? 0);
    const shown = /["\\]/.test(next) ? `'${next}'` : JSON.stringify(next);
    return this.refusal(`expected ${expected}, not ${shown}: ${/[{},]/.test(next) ? oneMatcher : useQuotes}`);
  }

  private columnAt(at: number): number {
    return this.source.columns[at] ?? 1;
  }
}

/** Why a matcher is refused, and where; parseMatcher turns it into its answer. */
export class MatcherRefusal extends Error {
  readonly column: number;

  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

/** The character a number names, if UTF-8 can hold it. */
export function scalar(digits: string | undefined, radix: number, scanner: Scanner, start: number): string {
  const codePoint = Number.parseInt(digits ?? "", radix);
  if (codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff))
    return String.fromCodePoint(codePoint);
  throw scanner.refusal("expected the number of a Unicode character", start);
}

export function codePointOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

export function isPatternSource(source: string): boolean {
  try {
    new RegExp(source, "v");
    return true;
  } catch {
    return false;
  }
}
