import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import {
  formatMatcher,
  type Matcher,
  type MatcherOperator,
  parseMatcher,
} from "../../src/kernel/matchers.ts";
import { fc, runs } from "../support/property.ts";

/**
 * Compared by hand with amtool 0.25.0 (Debian), which reads the classic grammar, on 2 × 50 matchers and
 * 15,000 random patterns (`amtool config routes show` and `routes test`). Where 0.25 and this parser differ:
 *
 *   matcher                           0.25                        here, and in Alertmanager ≥ 0.27 strict
 *   foo=                              value ""                    refused: write foo=""
 *   foo=bar baz, foo==bar, foo=!bar   all after the operator      refused: quote it
 *   tricky=~~~, foo='bar', foo={bar}  all after the operator      refused: quote it
 *   foo=bar\n, foo=~\d+               \n a line feed, \d as is    refused: no backslash outside of quotes
 *   foo="bar\w", foo=~"\d+"           a backslash as is           refused: write \\
 *   foo="bar\t"                       a backslash and a t         a tab
 *   foo="\xf0\x9f\x99\x82"            those 16 characters         🙂
 *   foo="a⏎b"                         a raw line feed             refused: write \n
 *   "foo"="bar", foo🙂=bar, 1foo=bar  refused                     read
 *   name-with-dashes=bar              refused                     read
 *
 * Refused here alone: {foo=bar}, foo=bar, and foo=bar,x=y (one matcher per list item), and a)|(b as a
 * pattern. Patterns otherwise differed in (?<name>…) only, which Go reads since 1.22.
 */
describe("parseMatcher", () => {
  it.each<[string, string, MatcherOperator, string]>([
    ["foo=bar", "foo", "=", "bar"],
    ["foo!=bar", "foo", "!=", "bar"],
    ["foo=~[a-z]+", "foo", "=~", "[a-z]+"],
    ["foo!~[a-z]+", "foo", "!~", "[a-z]+"],
    ["foo=🙂bar", "foo", "=", "🙂bar"],
    ["foo🙂=bar", "foo🙂", "=", "bar"],
    ["Προμηθεύς=$5", "Προμηθεύς", "=", "$5"],
    ["1foo:bar-baz.qux=:x", "1foo:bar-baz.qux", "=", ":x"],
    ['"foo"="bar"', "foo", "=", "bar"],
    ['"foo!"!="bar,baz"', "foo!", "!=", "bar,baz"],
    ['"foo"=~"[a-z]+"', "foo", "=~", "[a-z]+"],
    ['foo="{bar}, {{x}}"', "foo", "=", "{bar}, {{x}}"],
    ['foo=""', "foo", "=", ""],
    ['foo=~""', "foo", "=~", ""],
    ['foo="\\"bar\\""', "foo", "=", '"bar"'],
    ['foo="bar\\\\"', "foo", "=", "bar\\"],
    ['foo="bar\\n"', "foo", "=", "bar\n"],
    ['foo="\\a\\b\\f\\n\\r\\t\\v"', "foo", "=", "\x07\b\f\n\r\t\v"],
    ['foo="\\101\\x42\\u0043\\U00000044"', "foo", "=", "ABCD"],
    ['foo="\\xf0\\x9f\\x99\\x82"', "foo", "=", "🙂"],
    ['foo="\\360\\237\\x99\\202!"', "foo", "=", "🙂!"],
    ['foo="\\U0001f642"', "foo", "=", "🙂"],
    ['foo="\\xef\\xbb\\xbfx"', "foo", "=", "\ufeffx"],
    ['foo="tab\there, nul\0"', "foo", "=", "tab\there, nul\0"],
    ['foo=~"\\\\d+"', "foo", "=~", "\\d+"],
    [
      'quote="She said: \\"Hi, ladies! That\'s gender-neutral…\\""',
      "quote",
      "=",
      'She said: "Hi, ladies! That\'s gender-neutral…"',
    ],
    [' \t\nfoo \u202f=~\r"bar" \u0085\u00a0', "foo", "=~", "bar"],
    ["foo=\ufeffbar", "foo", "=", "\ufeffbar"],
    ["constructor=a", "constructor", "=", "a"],
  ])("reads %j", (text, name, op, value) => {
    const { matches: _, ...terms } = read(text);
    expect(terms).toEqual({ name, op, value });
  });

  it.each([
    ["", 1, "expected a label name, as in"],
    ["   ", 4, "expected a label name, as in"],
    ["=bar", 1, 'expected a label name, not "="'],
    ['""=bar', 1, "expected a label name that is not empty"],
    ["\\n=bar", 1, "expected a label name, not '\\'"],
    ["foo", 4, 'expected "=", "!=", "=~" or "!~" after the label name'],
    ["severity", 9, 'expected "=", "!=", "=~" or "!~" after the label name'],
    ["foo bar", 5, 'expected "=", "!=", "=~" or "!~" after the label name, not "b"'],
    ["foo!bar", 4, "after the label name, not"],
    ["foo~bar", 4, "after the label name, not"],
    ["foo!", 4, "after the label name, not"],
    ['"foo=\\"bar\\""', 14, "after the label name"],
    ['"foo="bar""', 7, "after the label name"],
    ["foo=", 5, 'expected a value after "="; an empty one is written ""'],
    ["foo =~ ", 8, 'expected a value after "=~"; an empty one is written ""'],
    ["foo==bar", 5, 'expected a value after "=", not "="'],
    ["foo=!bar", 5, "put a name or value with spaces or reserved characters in double quotes"],
    ["tricky=~~~", 9, 'expected a value after "=~", not "~"'],
    ["foo='bar'", 5, 'not "\'"'],
    ["foo=`bar`", 5, 'not "`"'],
    ["foo=bar baz", 9, 'expected the matcher to end here, not "b"'],
    ["foo=bar\\n", 8, "expected the matcher to end here, not '\\'"],
    ['foo=bar"', 8, "expected the matcher to end here, not '\"'"],
    ['foo=:"bar"', 6, "expected the matcher to end here, not '\"'"],
    ['foo="bar', 5, "expected a closing quote"],
    ['foo="bar\\"', 5, "expected a closing quote"],
    ['🙂="\\🙂"', 4, "expected one of Go's escapes"],
    ['foo="bar\\w"', 9, "expected one of Go's escapes"],
    ['foo="bar\\\'"', 9, "expected one of Go's escapes"],
    ['foo="\\x4"', 6, "expected one of Go's escapes"],
    ['foo="\\400"', 6, "expected one of Go's escapes"],
    ['foo=~"\\d+"', 7, "write a backslash as \\\\"],
    ['foo="a\nb"', 7, "expected no line break within quotes"],
    ['foo="\\xf0\\x9f"', 6, "expected escaped bytes that spell valid UTF-8"],
    ['foo="\\xf0\\x9f🙂"', 6, "expected escaped bytes that spell valid UTF-8"],
    ['foo="\\ud83d\\ude42"', 6, "expected the number of a Unicode character"],
    ['foo="\\U00110000"', 6, "expected the number of a Unicode character"],
    ["🙂=\ud83d", 3, "expected Unicode text"],
    ["{foo=bar}", 1, "write one matcher per list item"],
    ["foo=bar}", 8, "write one matcher per list item"],
    ["{", 1, "write one matcher per list item"],
    [",", 1, "write one matcher per list item"],
    ["foo=bar,", 8, "write one matcher per list item"],
    ["foo=bar, baz=qux", 8, "write one matcher per list item"],
    ["foo={bar}", 5, "write one matcher per list item"],
  ])("refuses %j at column %j", (text, column, sentence) => {
    expect(parseMatcher(text)).toEqual({
      ok: false,
      column,
      message: expect.stringMatching(new RegExp(`^column ${column}: expected `)),
    });
    expect(refused(text)).toContain(sentence);
  });

  it("never throws", () => {
    const fragments = [
      "foo",
      "=",
      "!",
      "~",
      '"',
      "\\",
      "\\x",
      "{",
      "}",
      ",",
      " ",
      "(",
      ")",
      "(?",
      "P<",
      "i)",
      "[",
      "[:",
    ];
    const more = [
      "]",
      "^",
      "-",
      "*",
      "+",
      "?",
      "{2,",
      "|",
      "a",
      "🙂",
      "\\p",
      ":]",
      "\\Q",
      "1",
      "\ud800",
      "\n",
      "constructor",
    ];
    const hostile = fc.string({ unit: fc.constantFrom(...fragments, ...more), maxLength: 30 });
    const pattern = hostile.map((text) => formatMatcher({ name: "foo", op: "=~", value: text }));
    const halves = fc
      .array(fc.integer({ max: 0xffff, min: 0 }))
      .map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(fc.oneof(hostile, pattern, halves, fc.string({ unit: "binary" })), (text) => {
        const parsed = parseMatcher(text);
        if (parsed.ok) return;
        expect(parsed.column).toBeGreaterThanOrEqual(1);
        expect(parsed.column).toBeLessThanOrEqual(Array.from(text).length + 1);
      }),
      { numRuns: runs(5000) },
    );
  });

  it("reads long texts whole", () => {
    const long = "\\\"'\n🙂".repeat(50_000);
    expect(read(formatMatcher({ name: "foo", op: "=", value: long })).value).toBe(long);
    expect(refused(`foo="${"\\x41".repeat(100_000)}`)).toContain("column 5:");
    expect(refused(`foo=~"${"[:".repeat(50_000)}"`)).toContain('expected a "]"');
    expect(read(`foo=${"🙂".repeat(500_000)}`).value).toHaveLength(1_000_000);
    expect(refused(`foo=~"\\\\Q${"a".repeat(200_000)}\\\\E"`)).toContain("at most 2500 states");
    expect(refused(`foo=~"${"a|".repeat(200_000)}"`)).toContain("at most 2500 states");
    expect(refused(`foo=~"${"{1".repeat(50_000)}"`)).toContain("at most 2500 states");
  });
});

describe("formatMatcher", () => {
  it("quotes the value always, and the name where it must", () => {
    expect(formatMatcher(read(" foo-bar =~ a+ "))).toBe('foo-bar=~"a+"');
    expect(formatMatcher(read('"foo bar"!="a\\\\\\"\\n\\t"'))).toBe('"foo bar"!="a\\\\\\"\\n\t"');
  });

  it("parses back to the same terms, and to the same form", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.string({
        unit: fc.constantFrom(
          '"',
          "\\",
          "\n",
          "\r",
          " ",
          "\u2028",
          "\ufeff",
          "\ufffd",
          "\u{10ffff}",
          "n",
          "x",
          "=",
        ),
      }),
    );
    const name = text.filter((candidate) => candidate !== "");
    fc.assert(
      fc.property(name, fc.constantFrom<MatcherOperator>("=", "!="), text, (label, op, value) => {
        const formatted = formatMatcher({ name: label, op, value });
        const matcher = read(formatted);
        expect(matcher).toMatchObject({ name: label, op, value });
        expect(formatMatcher(matcher)).toBe(formatted);
        expect(matcher.matches({ [label]: value })).toBe(op === "=");
      }),
      { numRuns: runs(2000) },
    );
  });

  it("keeps any text quoted as a pattern", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom<MatcherOperator>("=~", "!~"), (text, op) => {
        const value = Array.from(text, (char) => `\\x{${char.codePointAt(0)?.toString(16)}}`).join("");
        const matcher = read(formatMatcher({ name: "foo", op, value }));
        expect(matcher.value).toBe(value);
        expect(matcher.matches({ foo: text })).toBe(op === "=~");
        expect(matcher.matches({ foo: `${text}x` })).toBe(op === "!~");
      }),
    );
  });
});

describe("matches", () => {
  it.each<[string, Record<string, string>, boolean]>([
    ["foo=bar", { foo: "bar" }, true],
    ["foo=bar", { foo: "Bar" }, false],
    ["foo=bar", {}, false],
    ["foo!=bar", {}, true],
    ['foo=""', {}, true],
    ['foo!=""', {}, false],
    ["foo=~.*", {}, true],
    ["foo=~.+", {}, false],
    ["foo!~.+", {}, true],
    ["foo!~ba.", { foo: "bar" }, false],
    ["foo=~bar", { foo: "bars" }, false],
    ["foo=~a|b", { foo: "ab" }, false],
    ["constructor!=a", {}, true],
    ['constructor=""', {}, true],
    ['__proto__=""', {}, true],
  ])("%j on %j is %j", (text, labels, expected) => {
    expect(read(text).matches(labels)).toBe(expected);
  });
});

describe("patterns", () => {
  it.each([
    ["mysql|cassandra", ["mysql", "cassandra"], ["mysqlcassandra", ""]],
    ["5..", ["503", "5🙂ü"], ["50", "5003", "5\n0"]],
    ["(?s)5..", ["5\n0"], []],
    ["(?i)crit(ical)?", ["CRITICAL", "Crit"], ["critic"]],
    ["a(?i)b|c", ["aB", "C"], ["AB"]],
    ["a(?i:b)c", ["aBc"], ["aBC"]],
    ["(?i)a(?-i)b", ["Ab"], ["AB"]],
    ["(?i)straße|k|σ", ["STRAßE", "\u212a", "ς"], ["STRASSE"]],
    ["(?i)[^a]\\W", ["b-"], ["A-", "b\u017f"]],
    ["(?i)\\P{Lu}", ["1"], ["a", "A"]],
    ["(?P<first>a)(?<second>b)(?:c)", ["abc"], ["ab"]],
    ["a{2}b{1,2}c{2,}d{0}", ["aabcc", "aabbccc"], ["abcc", "aabbbcc", "aabccd"]],
    ["a{,2}b{c}{01}", ["a{,2}b{c}{01}"], ["aab"]],
    ["(?U)a*?b+?", ["aab"], ["aa"]],
    ["(|a)*(b*)*(^)*", ["", "aabb"], ["ba"]],
    ["^ab$", ["ab"], ["ab\n"]],
    ["(?m)a$\n^b", ["a\nb"], ["ab"]],
    ["a$\n^b", [], ["a\nb"]],
    ["\\Aa\\b.\\B.\\z", ["a  "], ["a b"]],
    ["a\\b b", ["a b"], []],
    ["\\d\\D\\w\\W\\s\\S", ["1x_- ü"], ["١x_- ü", "1xü- ü", "1x_-\u00a0ü", "1x_-\vü"]],
    ["\\pN\\p{Greek}\\p{^Lu}\\PN\\P{^Lu}", ["²σaaA"], ["²sAaA"]],
    ["[[:alpha:][:^word:]_]+", ["a-_"], ["1"]],
    ["[]a-c\\]^-]+", ["]b^-"], ["d"]],
    ["[^]a]", ["b", "\n"], ["]", "a"]],
    ["[\\d\\-x][a-b-d][\\P{Greek}]", ["-dx"], ["ada", "1aσ"]],
    ["\\Qa.b*\\E*\\.\\_\\/", ["a.b._/", "a.b***._/"], ["axb._/"]],
    ["\\x41\\x{1F642}\\101\\012\\0\\a\\t", ["A🙂A\n\0\x07\t"], []],
    ["]}{", ["]}{"], []],
  ])("%j", (pattern, accepted, declined) => {
    const matcher = read(formatMatcher({ name: "foo", op: "=~", value: pattern }));
    expect(accepted.filter((text) => !matcher.matches({ foo: text }))).toEqual([]);
    expect(declined.filter((text) => matcher.matches({ foo: text }))).toEqual([]);
  });

  it.each([
    ["a(b", 2, 'a ")" that closes this group'],
    ["a)b", 2, 'no ")" that closes no group'],
    ["a)|(b", 2, 'no ")" that closes no group'],
    ["a|*", 3, "something to repeat"],
    ["(?i)+", 5, "something to repeat"],
    ["a**", 3, "one repetition"],
    ["a++", 3, "one repetition"],
    ["a{2}{3}", 5, "one repetition"],
    ["a{1001}", 2, "multiply to 1000 at most"],
    ["a{3,2}", 2, "counts that rise"],
    ["(a{4}){251}", 7, "multiply to 1000 at most"],
    ["(?=a)", 1, "no lookaround"],
    ["b(?!a)", 2, "no lookaround"],
    ["(?<=a)", 1, "no lookaround"],
    ["(?<!a)", 1, "no lookaround"],
    ["(?>a)", 1, "a group RE2 has"],
    ["(?P=a)", 1, "a group RE2 has"],
    ["(?P<a b>a)", 1, "a group RE2 has"],
    ["(?i-)a", 1, "a group RE2 has"],
    ["(?x)a", 1, "a group RE2 has"],
    ["(a)\\1", 4, "no backreferences"],
    ["\\k<a>", 1, "no backreferences"],
    ["\\Z", 1, "an escape RE2 has"],
    ["\\u0041", 1, "an escape RE2 has"],
    ["\\", 1, "an escape RE2 has"],
    ["\\Qabc", 1, "an escape RE2 has"],
    ["\\x{110000}", 1, "the number of a Unicode character"],
    ["[a", 1, 'a "]" that closes this class'],
    ["[]", 1, 'a "]" that closes this class'],
    ["[c-a]", 2, "a range that rises"],
    ["[a-\\d]", 4, "an escape RE2 has"],
    ["[[:nope:]]", 2, "an ASCII class"],
    ["[[:constructor:]]", 2, "an ASCII class"],
    ["\\p{Nope}", 1, "a Unicode category or script"],
    ["\\p{Alphabetic}", 1, "a Unicode category or script"],
    [".{1000}".repeat(3), 1, "at most 2500 states"],
    ["(".repeat(101) + ")".repeat(101), 101, "at most 100 nested groups"],
  ])("refuses %j at its character %j", (pattern, position, sentence) => {
    const text = `foo=~"${pattern.replaceAll("\\", "\\\\")}"`;
    // Each backslash before the position took two columns.
    const column = 6 + position + (pattern.slice(0, position - 1).split("\\").length - 1);
    expect(parseMatcher(text)).toMatchObject({ ok: false, column });
    expect(refused(text)).toContain(sentence);
  });

  it("agrees with RegExp where both read a pattern the same way", () => {
    const { pattern } = fc.letrec<{ pattern: string; atom: string; item: string }>((tie) => ({
      atom: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom("a", "b", "[ab]", "[^a]", "^", "$", "\\b", "\\B", "\\w", "\\W", ""),
        tie("pattern").map((inner) => `(?:${inner})`),
      ),
      item: fc
        .tuple(tie("atom"), fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,2}", "{2,}"))
        .map(([atom, count]) => (/^(\^|\$|\\[bB]|)$/.test(atom) ? atom : atom + count)),
      pattern: fc.array(fc.array(tie("item"), { maxLength: 3 }), { minLength: 1, maxLength: 3 }).map(joined),
    }));
    const texts = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 5 });
    // Over nested repetitions RegExp backtracks for minutes: those it is not asked about.
    const sandbox = createContext({ RegExp });
    const byRegExp = (source: string, text: string): boolean | undefined => {
      try {
        Object.assign(sandbox, { source, text });
        return runInContext("new RegExp(source, 'u').test(text)", sandbox, { timeout: 50 });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
        throw error;
      }
    };
    fc.assert(
      fc.property(pattern, texts, (value, text) => {
        const expected = byRegExp(`^(?:${value})$`, text);
        fc.pre(expected !== undefined);
        const matcher = read(formatMatcher({ name: "foo", op: "=~", value }));
        expect(matcher.matches({ foo: text })).toBe(expected);
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each(["(a|a)*b", "(a+)+b", "(a*)*b", "(.*)*(.*)*b", `${".*".repeat(40)}b`, "(?:a?){100}a{100}b"])(
    "answers %j, over which RegExp backtracks, on a long value",
    (pattern) => {
      const matcher = read(formatMatcher({ name: "foo", op: "=~", value: pattern }));
      expect(matcher.matches({ foo: "a".repeat(5_000) })).toBe(false);
      expect(matcher.matches({ foo: `${"a".repeat(150)}b` })).toBe(true);
    },
  );
});

function joined(alternatives: string[][]): string {
  return alternatives.map((items) => items.join("")).join("|");
}

function read(text: string): Matcher {
  const parsed = parseMatcher(text);
  if (!parsed.ok) throw new Error(`${JSON.stringify(text)}: ${parsed.message}`);
  return parsed.matcher;
}

function refused(text: string): string {
  const parsed = parseMatcher(text);
  if (parsed.ok) throw new Error(`${JSON.stringify(text)} was read`);
  return parsed.message;
}
