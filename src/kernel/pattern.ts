/** Regular expressions in RE2's syntax, run without backtracking: linear in the text that is matched. */
import {
  codePointOf,
  isPatternSource,
  isWord,
  Scanner,
  type Source,
  scalar,
  sourceOfCharacter,
} from "./scanner.ts";

// RE2's own bound on a count, and on the product of nested counts.
const maxRepeats = 1000;
// A label value costs at most this many steps for each of its characters.
const maxStates = 2500;
// Reading and building recurse once for each group within a group.
const maxDepth = 100;

/**
 * Compiles an RE2 pattern (github.com/google/re2/wiki/Syntax, as Go's regexp reads it) into a test of a
 * whole text, anchored as Alertmanager does it: `^(?:…)$`, where "." is any character but a line feed.
 *
 * RE2 takes linear time; JavaScript's RegExp can take hours over (a|a)*b or a row of .*, and no check of
 * a pattern's shape finds every such case. So a pattern runs here as a set of states, each visited at
 * most once per character of the text. RegExp only judges single characters, for classes, Unicode
 * properties and case folding, and on one character it cannot backtrack. States and RegExps are made at the
 * first match: a pattern that is only read, as at every write of a row, costs no more than its length.
 *
 * Refused, as in RE2: lookaround, backreferences, atomic, possessive and stacked repetition, counts over
 * 1000. Refused here alone: more than 100 nested groups or 2500 states, and a stray ")", by which
 * Alertmanager's `a)|(b` loses its anchors. Ungreedy forms are read but change no answer.
 */
export function compilePattern(source: Source): (text: string) => boolean {
  const scanner = new Scanner(source);
  const pattern = readAlternatives(scanner, { flags: "", depth: 0 });
  if (!scanner.ended) throw scanner.refusal('expected no ")" that closes no group; escape a literal one');
  if (pattern.states > maxStates) {
    throw scanner.refusal(`expected a regular expression of at most ${maxStates} states; repeat less`, 0);
  }
  let start: State | undefined;
  return (text) => {
    start ??= pattern.into({ kind: "end" });
    return run(start, Array.from(text));
  };
}

/** A part of a pattern. `into` builds its states in front of `next`, once for each repetition. */
interface Piece {
  readonly states: number;
  readonly repeats: number;
  into(next: State): State;
}

type State =
  | { readonly kind: "end" }
  | { readonly kind: "character"; readonly accepts: (char: string) => boolean; readonly next: State }
  | {
      readonly kind: "boundary";
      readonly holds: (before: string, after: string) => boolean;
      readonly next: State;
    }
  | { readonly kind: "fork"; branches: readonly State[] };

function run(start: State, text: readonly string[]): boolean {
  let live = new Set<State>();
  follow(start, live, "", text[0] ?? "");
  for (const [index, char] of text.entries()) {
    const reached = new Set<State>();
    for (const state of live) {
      if (state.kind !== "character" || !state.accepts(char)) continue;
      follow(state.next, reached, char, text[index + 1] ?? "");
    }
    live = reached;
  }
  return [...live].some((state) => state.kind === "end");
}

/** Adds a state, and all that it leads to without a character. */
function follow(from: State, reached: Set<State>, before: string, after: string): void {
  const waiting = [from];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    if (state.kind === "fork") waiting.push(...state.branches);
    else if (state.kind === "boundary" && state.holds(before, after)) waiting.push(state.next);
  }
}

/** What holds within one group: the flags i, m and s, which `(?i)` changes midway, and its depth. */
interface Scope {
  flags: string;
  readonly depth: number;
}

function readAlternatives(scanner: Scanner, scope: Scope): Piece {
  const pieces = [readSequence(scanner, scope)];
  while (scanner.next === "|") {
    scanner.at += 1;
    pieces.push(readSequence(scanner, scope));
  }
  return pieces.length === 1 ? sequence(pieces) : alternatives(pieces);
}

function readSequence(scanner: Scanner, scope: Scope): Piece {
  const pieces: Piece[] = [];
  let isRepeated = false;
  while (!scanner.ended && scanner.next !== "|" && scanner.next !== ")") {
    const start = scanner.at;
    const run = scanner.take(plainRun);
    if (run) {
      pieces.push(literals(run[0], scope.flags));
      isRepeated = false;
      continue;
    }
    // A brace that spells no count is a literal, as in RE2.
    const count = "*+?{".includes(scanner.next)
      ? scanner.take(/(?:([*+?])|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\})\??/y)
      : undefined;
    if (count) {
      const last = pieces.pop();
      if (!last) throw scanner.refusal("expected something to repeat before this", start);
      if (isRepeated)
        throw scanner.refusal("expected one repetition; RE2 has no possessive or stacked ones", start);
      pieces.push(readRepetition(last, count, scanner, start));
    } else {
      for (const item of readItem(scanner, scope)) pieces.push(item);
    }
    isRepeated = count !== undefined;
  }
  return sequence(pieces);
}

/** Characters that begin nothing else, but for one that is repeated. */
const plainRun = /(?:[^\\.^$([|)*+?{](?![*+?{]))+/uy;

function readRepetition(piece: Piece, count: RegExpExecArray, scanner: Scanner, start: number): Piece {
  const [, sign, from, range, to] = count;
  const min = sign === undefined ? Number(from) : sign === "+" ? 1 : 0;
  const endless = Number.POSITIVE_INFINITY;
  const max =
    sign === "?" ? 1 : sign !== undefined ? endless : range === undefined ? min : Number(to ?? endless);
  const repeated = repetition(piece, min, max);
  if (min > max || repeated.repeats > maxRepeats) {
    throw scanner.refusal(`expected counts that rise, and multiply to ${maxRepeats} at most`, start);
  }
  return repeated;
}

function readItem(scanner: Scanner, scope: Scope): Piece[] {
  const { flags } = scope;
  const lineFeed = flags.includes("m") ? "\n" : "";
  switch (scanner.next) {
    case "(":
      return readGroup(scanner, scope);
    case "[":
      return [characters(readClass(scanner), flags)];
    case ".":
      scanner.at += 1;
      return [characters(flags.includes("s") ? "[^]" : "[^\\n]", flags)];
    case "^":
      scanner.at += 1;
      return [boundary((before) => before === "" || before === lineFeed)];
    case "$":
      scanner.at += 1;
      return [boundary((_, after) => after === "" || after === lineFeed)];
  }
  if (scanner.take(/\\A/y)) return [boundary((before) => before === "")];
  if (scanner.take(/\\z/y)) return [boundary((_, after) => after === "")];
  if (scanner.take(/\\b/y)) return [boundary((before, after) => isWord(before) !== isWord(after))];
  if (scanner.take(/\\B/y)) return [boundary((before, after) => isWord(before) === isWord(after))];
  // RE2 lets \Q run to the end, which for Alertmanager lies behind the anchor it adds: it needs its \E.
  const quoted = scanner.take(/\\Q(.*?)\\E/suy);
  if (quoted) return Array.from(quoted[1] ?? "", (char) => literal(char, flags));
  const set = readSet(scanner);
  return [set === undefined ? literal(readCharacter(scanner), flags) : characters(set, flags)];
}

/** A group; or flags for the rest of the group around them, which are no piece. */
function readGroup(scanner: Scanner, scope: Scope): Piece[] {
  const start = scanner.at;
  let { flags } = scope;
  if (!scanner.take(/\((?!\?)|\(\?P?<\w+>/y)) {
    const flagged = scanner.take(/\(\?([imsU]*)(?:-([imsU]+))?([:)])/y);
    if (!flagged) {
      throw scanner.refusal(
        'expected a group RE2 has, such as "(?:"; it has no lookaround or backreferences',
        start,
      );
    }
    const [, set = "", cleared = "", end] = flagged;
    flags = [...new Set(flags + set)].filter((flag) => !cleared.includes(flag)).join("");
    if (end === ")") {
      scope.flags = flags;
      return [];
    }
  }
  if (scope.depth === maxDepth) throw scanner.refusal(`expected at most ${maxDepth} nested groups`, start);
  const piece = readAlternatives(scanner, { flags, depth: scope.depth + 1 });
  if (!scanner.take(/\)/y)) throw scanner.refusal('expected a ")" that closes this group', start);
  return [piece];
}

// A map: the names come from the pattern, and an object would know "constructor".
const asciiClasses = new Map([
  ["alnum", "0-9A-Za-z"],
  ["alpha", "A-Za-z"],
  ["ascii", "\\x00-\\x7f"],
  ["blank", "\\t\\x20"],
  ["cntrl", "\\x00-\\x1f\\x7f"],
  ["digit", "0-9"],
  ["graph", "\\x21-\\x7e"],
  ["lower", "a-z"],
  ["print", "\\x20-\\x7e"],
  ["punct", "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e"],
  ["space", "\\t-\\r\\x20"],
  ["upper", "A-Z"],
  ["word", "0-9A-Za-z_"],
  ["xdigit", "0-9A-Fa-f"],
]);

/** A bracketed class, as the source of a RegExp class in v mode, where classes nest. */
function readClass(scanner: Scanner): string {
  const start = scanner.at;
  let source = scanner.take(/\[\^?/y)?.[0] ?? "";
  // The first "]" is a member, as in RE2, so members come before the question of the end.
  do {
    if (scanner.ended) throw scanner.refusal('expected a "]" that closes this class', start);
    source += readClassMember(scanner);
  } while (!scanner.take(/\]/y));
  return `${source}]`;
}

function readClassMember(scanner: Scanner): string {
  const start = scanner.at;
  const named = scanner.take(/\[:(\^?)(\w+):\]/y);
  if (named) {
    const members = asciiClasses.get(named[2] ?? "");
    if (members === undefined) throw scanner.refusal("expected an ASCII class such as [:alpha:]", start);
    return `[${named[1]}${members}]`;
  }
  const set = readSet(scanner);
  if (set !== undefined) return set;
  const low = readCharacter(scanner);
  const high = scanner.take(/-(?!\]|$)/y) ? readCharacter(scanner) : low;
  if (codePointOf(low) > codePointOf(high)) throw scanner.refusal("expected a range that rises", start);
  return low === high ? sourceOfCharacter(low) : `${sourceOfCharacter(low)}-${sourceOfCharacter(high)}`;
}

const perlClasses: Readonly<Record<string, string>> = {
  d: "[0-9]",
  D: "[^0-9]",
  s: "[\\t\\n\\f\\r\\x20]",
  S: "[^\\t\\n\\f\\r\\x20]",
  w: "[0-9A-Za-z_]",
  W: "[^0-9A-Za-z_]",
};

/** A set that RE2 writes the same way within a class and outside: `\d`, `\PN`, `\p{^Greek}`. */
function readSet(scanner: Scanner): string | undefined {
  const start = scanner.at;
  const perl = scanner.take(/\\([dDsSwW])/y)?.[1];
  if (perl !== undefined) return perlClasses[perl];
  const property = scanner.take(/\\([pP])(?:\{(\^?)(\w+)\}|(\w))/y);
  if (!property) return undefined;
  const [, letter, caret = "", long, short] = property;
  const source = propertySource(long ?? short ?? "");
  if (source === undefined)
    throw scanner.refusal("expected a Unicode category or script, as in \\p{Greek}", start);
  return `[${(letter === "P") !== (caret === "^") ? "^" : ""}${source}]`;
}

/** Unicode's categories and scripts by every name that was asked for; there are some hundreds. */
const properties = new Map([["Any", "\\p{Any}"]]);

function propertySource(name: string): string | undefined {
  const known = properties.get(name);
  if (known !== undefined) return known;
  const sources = [`\\p{General_Category=${name}}`, `\\p{Script=${name}}`];
  const source = sources.find(isPatternSource);
  if (source !== undefined) properties.set(name, source);
  return source;
}

const controlCharacters: Readonly<Record<string, string>> = {
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

function literal(char: string, flags: string): Piece {
  return flags.includes("i")
    ? characters(`[${sourceOfCharacter(char)}]`, flags)
    : one((other) => other === char);
}

function literals(run: string, flags: string): Piece {
  const chars = Array.from(run);
  return {
    states: chars.length,
    repeats: 1,
    into: (next) => chars.reduceRight((state, char) => literal(char, flags).into(state), next),
  };
}

function characters(source: string, flags: string): Piece {
  let single: RegExp | undefined;
  return one((char) => {
    single ??= new RegExp(`^${source}$`, flags.includes("i") ? "iv" : "v");
    return single.test(char);
  });
}

function one(accepts: (char: string) => boolean): Piece {
  return { states: 1, repeats: 1, into: (next) => ({ kind: "character", accepts, next }) };
}

function boundary(holds: (before: string, after: string) => boolean): Piece {
  return { states: 1, repeats: 1, into: (next) => ({ kind: "boundary", holds, next }) };
}

function sequence(pieces: readonly Piece[]): Piece {
  return {
    states: pieces.reduce((sum, piece) => sum + piece.states, 0),
    repeats: pieces.reduce((most, piece) => Math.max(most, piece.repeats), 1),
    into: (next) => pieces.reduceRight((state, piece) => piece.into(state), next),
  };
}

function alternatives(pieces: readonly Piece[]): Piece {
  const { states, repeats } = sequence(pieces);
  return {
    states: states + 1,
    repeats,
    into: (next) => ({ kind: "fork", branches: pieces.map((piece) => piece.into(next)) }),
  };
}

function repetition(piece: Piece, min: number, max: number): Piece {
  const isEndless = max === Number.POSITIVE_INFINITY;
  const optional = isEndless ? 1 : max - min;
  return {
    states: piece.states * (min + optional) + optional,
    repeats: piece.repeats * Math.max(1, isEndless ? min : max),
    into(next) {
      let state = isEndless ? loop(piece, next) : next;
      for (let count = min; !isEndless && count < max; count++) {
        state = { kind: "fork", branches: [piece.into(state), next] };
      }
      for (let count = 0; count < min; count++) state = piece.into(state);
      return state;
    },
  };
}

function loop(piece: Piece, next: State): State {
  const fork: State = { kind: "fork", branches: [] };
  fork.branches = [piece.into(fork), next];
  return fork;
}
