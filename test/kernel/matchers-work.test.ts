/** Reading a matcher, as every write of a row with matchers does, makes nothing that only a match needs. */
import { afterEach, expect, it, vi } from "vitest";
import { parseMatcher } from "../../src/kernel/matchers.ts";

afterEach(() => vi.unstubAllGlobals());

const length = 1_000;
const pattern = (unit: string, start = "") =>
  `a=~"${start}${unit.repeat(Math.floor((length - 5 - start.length) / unit.length))}"`;

it.each([
  ["letters without case", pattern("a", "(?i)"), "aaaa"],
  ["classes", pattern("[a]"), "a"],
  ["properties", pattern("\\\\pL"), "aaaa"],
  ["any character", pattern("."), "aaaa"],
  ["any characters", pattern(".*"), "aaaa"],
])("%s", (_, text, label) => {
  let compiled = 0;
  const Original = globalThis.RegExp;
  vi.stubGlobal(
    "RegExp",
    class extends Original {
      constructor(source: string, flags?: string) {
        super(source, flags);
        compiled += 1;
      }
    },
  );
  const parsed = parseMatcher(text);
  // A property's name is looked up once for all patterns.
  expect([parsed.ok, compiled <= 2]).toEqual([true, true]);
  if (parsed.ok) parsed.matcher.matches({ a: label });
  expect(compiled).toBeGreaterThan(0);
});
