/** Alertmanager's label matchers: the grammar, whose regular expressions are in pattern.ts. */
import {
  checkPattern,
  controlCharacters,
  MatcherRefusal,
  Scanner,
  type Source,
  SourceBuilder,
  scalar,
  sourceOf,
} from "./pattern.ts";

type MatcherOperator = "=" | "!=" | "=~" | "!~";

interface Matcher {
  readonly name: string;
  readonly op: MatcherOperator;
  readonly value: string;
}

/** `column` counts code points from 1; `message` is a sentence that begins with it, without the field's path. */
export type ParsedMatcher =
  | { readonly ok: true; readonly matcher: Matcher }
  | { readonly ok: false; readonly message: string; readonly column: number };

/**
 * Reads one matcher, `name op value`, by the UTF-8 strict grammar of Alertmanager 0.27 and later
 * (prometheus.io/docs/alerting/latest/configuration, "Label matchers"). Never throws.
 *
 * - The name and the value are each an unquoted literal, which is not empty and holds no whitespace and
 *   none of { } ! = ~ , \ " ' `, or a double-quoted string by Go's rules: the escapes \a \b \f \n \r \t
 *   \v \\ \", \ooo, \xhh, \uhhhh and \Uhhhhhhhh, no raw line feed, and valid UTF-8 as the outcome.
 * - Whitespace around the three parts means nothing.
 * - Alertmanager also takes `{…}`, several matchers or a trailing comma in one string. Here a string is
 *   one matcher, so that a problem names its list item. An empty label name is refused too: no alert can
 *   carry one, and Alertmanager refuses it in silences.
 * - The value of =~ and !~ is an RE2 pattern that has to match the whole label value: see checkPattern.
 */
export function parseMatcher(text: string): ParsedMatcher {
  try {
    return { ok: true, matcher: readMatcher(new Scanner(sourceOf(text))) };
  } catch (error) {
    if (!(error instanceof MatcherRefusal)) throw error;
    const { column, message } = error;
    return { ok: false, message: `column ${column}: ${message}`, column };
  }
}

function readMatcher(scanner: Scanner): Matcher {
  const name = readPart(scanner, "a label name", ', as in severity="critical"');
  if (name.text === "") throw scanner.refusal("expected a label name that is not empty", 0);
  scanner.take(/\p{White_Space}+/uy);
  const op = scanner.take(/=~|!~|!=|=/y)?.[0] as MatcherOperator | undefined;
  if (op === undefined) throw scanner.unexpected('"=", "!=", "=~" or "!~" after the label name');
  const value = readPart(scanner, `a value after "${op}"`, '; an empty one is written ""');
  scanner.take(/\p{White_Space}+/uy);
  if (!scanner.ended) throw scanner.unexpected("the matcher to end here");
  if (op === "=~" || op === "!~") checkPattern(value);
  return { name: name.text, op, value: value.text };
}

function readPart(scanner: Scanner, expected: string, wayOut: string): Source {
  scanner.take(/\p{White_Space}+/uy);
  const part = new SourceBuilder();
  if (scanner.take(/"/y)) return readQuoted(scanner, part);
  const column = scanner.column;
  const literal = scanner.take(/[^\p{White_Space}{}!=~,\\"'`]+/uy);
  if (!literal) throw scanner.unexpected(expected, wayOut);
  return part.addRun(literal[0], column).endAt(scanner.column);
}

function readQuoted(scanner: Scanner, part: SourceBuilder): Source {
  const opening = scanner.at - 1;
  for (;;) {
    const { at, column } = scanner;
    const raw = scanner.take(/[^"\\\n]+/uy);
    if (raw) part.addRun(raw[0], column);
    else if (scanner.take(/"/y)) return part.endAt(column);
    else if (scanner.ended)
      throw scanner.refusal('expected a closing quote for this one; write \\" within', opening);
    else if (scanner.take(/\n/y))
      throw scanner.refusal("expected no line break within quotes; write \\n", at);
    else part.add(readEscape(scanner), column);
  }
}

const shortEscapes: Readonly<Record<string, string>> = {
  ...controlCharacters,
  b: "\b",
  "\\": "\\",
  '"': '"',
};

/** One of Go's escapes; byte escapes in a row are decoded together, since together they spell UTF-8. */
function readEscape(scanner: Scanner): string {
  const start = scanner.at;
  const short = scanner.take(/\\([abfnrtv\\"])/y);
  if (short) return shortEscapes[short[1] ?? ""] ?? "";
  const point = scanner.take(/\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})/y);
  if (point) return scalar(point[1] ?? point[2], 16, scanner, start);
  const bytes: number[] = [];
  for (let byte = readByte(scanner); byte !== undefined; byte = readByte(scanner)) bytes.push(byte);
  if (bytes.length === 0) {
    throw scanner.refusal(
      "expected one of Go's escapes, such as \\\", \\\\ or \\n; write a backslash as \\\\",
      start,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    throw scanner.refusal("expected escaped bytes that spell valid UTF-8", start);
  }
}

function readByte(scanner: Scanner): number | undefined {
  const byte = scanner.take(/\\x([0-9A-Fa-f]{2})|\\([0-3][0-7]{2})/y);
  return byte ? Number.parseInt(byte[1] ?? byte[2] ?? "", byte[1] === undefined ? 8 : 16) : undefined;
}
