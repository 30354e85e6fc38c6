/** A cut text is the longest beginning that there is room for, between code points. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { longestFitting } from "../../src/kernel/longest-fitting.ts";

/** Tries every length. */
function tried(text: string, fits: (text: string) => boolean, mark: string): string {
  if (fits(text)) return text;
  const points = Array.from(text);
  for (let length = points.length - 1; length > 0; length -= 1) {
    const cut = `${points.slice(0, length).join("").trimEnd()}${mark}`;
    if (fits(cut)) return cut;
  }
  return "";
}

it("is what trying every length finds, in bytes and in JSON", () => {
  const texts = fc.array(fc.constantFrom("a", "é", "語", "😀", '"', "\\", "\n", " "), { maxLength: 40 });
  const sizes = [(text: string) => Buffer.byteLength(text), (text: string) => JSON.stringify(text).length];
  fc.assert(
    fc.property(
      texts,
      fc.nat(60),
      fc.constantFrom("…", "...", ""),
      fc.constantFrom(...sizes),
      (parts, most, mark, size) => {
        const fits = (text: string) => size(text) <= most;
        expect(longestFitting(parts.join(""), fits, mark)).toBe(tried(parts.join(""), fits, mark));
      },
    ),
  );
});

it("leaves no half of a pair, neither the text's own nor one that the cut would make", () => {
  expect(longestFitting("\ud83dx", () => true)).toBe("\ufffdx");
  const long = longestFitting(`x${"😀".repeat(20_000)}`, (text) => text.length < 9_000);
  expect(long.isWellFormed()).toBe(true);
  expect(long.length).toBeGreaterThan(8_900);
});
