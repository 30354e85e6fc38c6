import { describe, expect, it } from "vitest";
import { foldedCodePoints, globCovers } from "../../src/kernel/glob.ts";
import { fc, runs } from "../support/property.ts";

function compileGlob(pattern: string, { ignoreCase = false } = {}) {
  const split = ignoreCase ? foldedCodePoints : (text: string) => Array.from(text);
  return (text: string) => globCovers(split(pattern), split(text), { steps: 5_000_000 });
}

describe("globCovers", () => {
  it.each([
    ["", "", true],
    ["", "a", false],
    ["*", "", true],
    ["*", "any\nthing", true],
    ["**", "", true],
    ["?", "", false],
    ["?", "😀", true],
    ["??", "😀", false],
    ["?", "e\u0301", false],
    ["disk*", "disk full", true],
    ["disk*", "a disk", false],
    ["*disk*", "the disk is full", true],
    ["*.example.org", "a.b.example.org", true],
    ["*.example.org", "example.org", false],
    ["a*b*c", "abbc", true],
    ["a*b*c", "acb", false],
    ["*ab", "aab", true],
    ["a*?", "a", false],
    ["[a-c]", "b", false],
    ["[a-c]", "[a-c]", true],
    ["\\*", "\\x", true],
    ["\\*", "*", false],
    ["a.c", "abc", false],
    ["Disk", "disk", false],
  ])("%j on %j is %j", (pattern, text, expected) => {
    expect(compileGlob(pattern)(text)).toBe(expected);
  });

  it.each([
    ["disk *", "DISK full", true],
    ["severity=CRIT*", "Severity=critical", true],
    ["ΣΑΣ", "σας", true],
    ["STRASSE", "straße", false],
    ["ß", "ẞ", true],
    // Folding "İ" gives two code points; it still is one character of the text.
    ["?", "İ", true],
    ["Ж?", "ж😀", true],
    ["a", "b", false],
  ])("%j on %j without case is %j", (pattern, text, expected) => {
    expect(compileGlob(pattern, { ignoreCase: true })(text)).toBe(expected);
  });

  it("agrees with a naive reference", () => {
    const glob = fc.string({ unit: fc.constantFrom("a", "b", "😀", "*", "?"), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom("a", "b", "😀", "*"), maxLength: 8 });
    fc.assert(
      fc.property(glob, text, (pattern, subject) => {
        expect(compileGlob(pattern)(subject)).toBe(naive([...pattern], [...subject]));
      }),
      { numRuns: runs(5000) },
    );
  });

  it("matches every text literally, with a star for any part of it, and never throws", () => {
    const plain = fc.string({ unit: "binary" }).map((text) => text.replaceAll("*", ""));
    fc.assert(
      fc.property(plain, plain, plain, (before, middle, after) => {
        expect(compileGlob(`${before}*${after}`)(before + middle + after)).toBe(true);
        expect(compileGlob(before, { ignoreCase: true })(before)).toBe(true);
      }),
    );
  });

  it("stays within pattern × text steps where backtracking over every star would never end", () => {
    const matches = compileGlob(`${"*a".repeat(100)}b`);
    expect(matches("a".repeat(10_000))).toBe(false);
    expect(matches(`${"a".repeat(10_000)}b`)).toBe(true);
  });

  it("takes its steps off the budget, and has no answer once that is used up", () => {
    const budget = { steps: 10 };
    expect(globCovers(["a", "*"], Array.from("abc"), budget)).toBe(true);
    expect(budget.steps).toBeLessThan(10);
    expect(globCovers(Array.from("*aab"), Array.from("aaaaaaaaaaaa"), budget)).toBe(undefined);
  });
});

function naive(glob: string[], text: string[]): boolean {
  const [wanted, ...rest] = glob;
  if (wanted === undefined) return text.length === 0;
  if (wanted === "*") return naive(rest, text) || (text.length > 0 && naive(glob, text.slice(1)));
  return text.length > 0 && (wanted === "?" || wanted === text[0]) && naive(rest, text.slice(1));
}
