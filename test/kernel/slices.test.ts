import { expect, it } from "vitest";
import { slicesOf } from "../../src/kernel/slices.ts";

it("cuts a text nowhere within a character", () => {
  for (const text of ["", "a", "é".repeat(65_536), `a${"😀".repeat(100_000)}`, "😀".repeat(100_000)]) {
    const slices = [...slicesOf(text)];
    expect(slices.join("")).toBe(text);
    expect(Buffer.concat(slices.map((slice) => Buffer.from(slice))).toString()).toBe(text);
    for (const slice of slices) expect(slice.isWellFormed()).toBe(true);
  }
});
