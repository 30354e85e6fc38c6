/** Reading a matcher, as every write of a row with matchers does, compiles nothing for its regular expression. */
import { afterEach, expect, it, vi } from "vitest";
import { parseMatcher } from "../../src/kernel/matchers.ts";

afterEach(() => vi.unstubAllGlobals());

const length = 1_000;
const pattern = (unit: string, start = "") =>
  `a=~"${start}${unit.repeat(Math.floor((length - 5 - start.length) / unit.length))}"`;

it.each([
  ["letters without case", pattern("a", "(?i)"), 0],
  ["classes", pattern("[a]"), 0],
  // A property's name is looked up once for all patterns.
  ["properties", pattern("\\\\pL"), 1],
  ["any character", pattern("."), 0],
  ["any characters", pattern(".*"), 0],
])("%s", (_, text, times) => {
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
  expect([parseMatcher(text).ok, compiled]).toEqual([true, times]);
});
