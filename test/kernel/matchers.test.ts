import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { parseMatcher } from "../../src/kernel/matchers.ts";
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
  it.each<[string, string, string, string]>([
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
    expect(read(text)).toEqual({ name, op, value });
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
    const pattern = hostile.map((text) => `foo=~${quoted(text)}`);
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
    expect(read(`foo=${quoted(long)}`).value).toBe(long);
    expect(refused(`foo="${"\\x41".repeat(100_000)}`)).toContain("column 5:");
    expect(refused(`foo=~"${"[:".repeat(50_000)}"`)).toContain('expected a "]"');
    expect(read(`foo=${"🙂".repeat(500_000)}`).value).toHaveLength(1_000_000);
    expect(refused(`foo=~"\\\\Q${"a".repeat(200_000)}\\\\E"`)).toContain("at most 8000 states");
    expect(refused(`foo=~"${"a|".repeat(200_000)}"`)).toContain("at most 8000 states");
    expect(refused(`foo=~"${"{1".repeat(50_000)}"`)).toContain("at most 8000 states");
  });
});

describe("quoted texts", () => {
  it("are read as they were before they were quoted", () => {
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
      fc.property(name, fc.constantFrom("=", "!="), text, (label, op, value) => {
        expect(read(`${quoted(label)}${op}${quoted(value)}`)).toEqual({ name: label, op, value });
      }),
      { numRuns: runs(2000) },
    );
  });

  it("are patterns in which any character may be escaped by its number", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom("=~", "!~"), (text, op) => {
        const value = Array.from(text, (char) => `\\x{${char.codePointAt(0)?.toString(16)}}`).join("");
        expect(read(`foo${op}${quoted(value)}`).value).toBe(value);
      }),
    );
  });
});

describe("patterns", () => {
  it.each([
    "mysql|cassandra",
    "5..",
    "(?s)5..",
    "(?i)crit(ical)?",
    "a(?i)b|c",
    "a(?i:b)c",
    "(?i)a(?-i)b",
    "(?i)straße|k|σ",
    "(?i)[^a]\\W",
    "(?i)\\P{Lu}",
    "(?P<first>a)(?<second>b)(?:c)",
    "a{2}b{1,2}c{2,}d{0}",
    "a{,2}b{c}{01}",
    "(?U)a*?b+?",
    "(|a)*(b*)*(^)*",
    "^ab$",
    "(?m)a$\n^b",
    "a$\n^b",
    "\\Aa\\b.\\B.\\z",
    "a\\b b",
    "\\d\\D\\w\\W\\s\\S",
    "\\pN\\p{Greek}\\p{^Lu}\\PN\\P{^Lu}",
    "[[:alpha:][:^word:]_]+",
    "[]a-c\\]^-]+",
    "[^]a]",
    "[\\d\\-x][a-b-d][\\P{Greek}]",
    "\\Qa.b*\\E*\\.\\_\\/",
    "\\x41\\x{1F642}\\101\\012\\0\\a\\t",
    "]}{",
  ])("reads %j", (pattern) => {
    expect(read(`foo=~${quoted(pattern)}`).value).toBe(pattern);
    expect(takenByRe2(pattern)).toBe(true);
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
    ["(?P<n>a)|(?<n>b)", 10, "a name that no other group has"],
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
    [".{1000}".repeat(9), 1, "at most 8000 states"],
    ["(".repeat(101) + ")".repeat(101), 101, "at most 100 nested groups"],
  ])("refuses %j at its character %j", (pattern, position, sentence) => {
    const text = `foo=~"${pattern.replaceAll("\\", "\\\\")}"`;
    // Each backslash before the position took two columns.
    const column = 6 + position + (pattern.slice(0, position - 1).split("\\").length - 1);
    expect(parseMatcher(text)).toMatchObject({ ok: false, column });
    expect(refused(text)).toContain(sentence);
  });

  it("are read where RE2 reads them, and refused where it does not", () => {
    const piece = fc.constantFrom(
      ...["a", "-", ",", "ü", ".", "^", "$", "|", "(", "(?:", "(?i)", "(?s-i:", "(?P<n>", ")", "[", "[^"],
      ...["]", "[:alpha:]", "[:^word:]", "[:no:]", "*", "+", "?", "{", "}", "{2}", "{1,2}", "{2,}", "{3,2}"],
      ...["\\d", "\\W", "\\b", "\\A", "\\z", "\\Z", "\\pN", "\\p{^Greek}", "\\p{No}", "\\x41", "\\x{41}"],
      ...["\\012", "\\1", "\\.", "\\_", "\\Qa*\\E", "\\", "(?=", "(?<!"],
    );
    const pattern = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(pattern, (value) => {
        expect(parseMatcher(`foo=~${quoted(value)}`).ok).toBe(takenByRe2(value));
      }),
      { numRuns: runs(3000) },
    );
  });
});

/** What re2js says, which is Go's regexp in JavaScript. */
function takenByRe2(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

function read(text: string) {
  const parsed = parseMatcher(text);
  if (!parsed.ok) throw new Error(`${JSON.stringify(text)}: ${parsed.message}`);
  return parsed.matcher;
}

function refused(text: string): string {
  const parsed = parseMatcher(text);
  if (parsed.ok) throw new Error(`${JSON.stringify(text)} was read`);
  return parsed.message;
}
