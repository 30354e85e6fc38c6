import { expect, it } from "vitest";
import { folded, itemSteps, lineSteps } from "../../console/parts/diff/steps.ts";

it("compares texts line by line, whatever their last line break", () => {
  expect(lineSteps("one\ntwo\nthree\n", "one\n2\nthree")).toEqual([
    { sign: "kept", value: "one" },
    { sign: "gone", value: "two" },
    { sign: "new", value: "2" },
    { sign: "kept", value: "three" },
  ]);
  expect(lineSteps("a\n\nb", "a\n\nb\n\n")).toEqual([
    { sign: "kept", value: "a" },
    { sign: "kept", value: "" },
    { sign: "kept", value: "b" },
    { sign: "new", value: "" },
  ]);
});

it("compares lists item by item, objects by what they hold", () => {
  expect(
    itemSteps([{ team_id: "a", email: "x" }, { team_id: "b" }], [{ email: "x", team_id: "a" }, "c"]),
  ).toEqual([
    { sign: "kept", value: { team_id: "a", email: "x" } },
    { sign: "gone", value: { team_id: "b" } },
    { sign: "new", value: "c" },
  ]);
});

it("folds what is far from every change", () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  const changed = lines.map((line, index) => (index === 6 ? "another" : line));
  expect(folded(lineSteps(lines.join("\n"), changed.join("\n")))).toEqual([
    { sign: "folded", count: 4 },
    { sign: "kept", value: "line 4" },
    { sign: "kept", value: "line 5" },
    { sign: "gone", value: "line 6" },
    { sign: "new", value: "another" },
    { sign: "kept", value: "line 7" },
    { sign: "kept", value: "line 8" },
    { sign: "folded", count: 3 },
  ]);
});
