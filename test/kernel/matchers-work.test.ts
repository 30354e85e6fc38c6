/** Reading a matcher, as every write of a row with matchers does, is linear whatever its pattern. */
import { expect, it } from "vitest";
import { parseMatcher } from "../../src/kernel/matchers.ts";
import { timesAsLong } from "../support/held-loop.ts";

const most = 12;
const length = 1_000;
const pattern = (unit: string, start = "") =>
  `a=~"${start}${unit.repeat(Math.floor((length - 5 - start.length) / unit.length))}"`;
const plain = `a="${"é".repeat(length - 4)}"`;

it.each([
  ["letters", pattern("a")],
  ["letters without case", pattern("a", "(?i)")],
  ["classes", pattern("[a]")],
  ["properties", pattern("\\\\pL")],
  ["groups", pattern("(a)")],
  ["alternatives", pattern("|")],
  ["stars", pattern(".*")],
])("%s", async (_, matcher) => {
  const reading = (text: string) => async () => {
    for (let times = 0; times < 300; times += 1) parseMatcher(text);
  };
  const { total } = await timesAsLong(reading(matcher), reading(plain), most);
  expect(total).toBeLessThan(most);
});
