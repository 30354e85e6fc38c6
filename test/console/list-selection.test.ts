import { describe, expect, it } from "vitest";
import { spanOf } from "../../console/pages/list/span.ts";

describe("a range of rows", () => {
  const shown = ["a", "b", "c", "d"];

  it.each([
    ["b", "d", ["b", "c", "d"]],
    ["d", "b", ["b", "c", "d"]],
    ["c", "c", ["c"]],
    [undefined, "c", ["c"]],
  ])("from %s to %s", (from, to, span) => expect(spanOf(shown, from, to)).toEqual(span));

  it("is one row where the other end is on another page", () => {
    expect(spanOf(shown, "x", "c")).toEqual(["c"]);
  });
});
