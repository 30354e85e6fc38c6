import { describe, expect, it } from "vitest";
import { changedBy } from "../../console/pages/list/changed-by.ts";
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

it("says how many rows a plan changed, and not how many were chosen", () => {
  const changed = (...actions: readonly string[]) =>
    changedBy(
      [
        ...actions.map((action) => ({ resource: "teams", action })),
        { resource: "team_members", action: "delete" },
      ] as never,
      "teams",
    );
  expect(changed("update", "update")).toBe(2);
  expect(changed("delete", "create", "delete", "create")).toBe(2);
  expect(changed("delete", "delete", "delete")).toBe(3);
  expect(changed()).toBe(0);
});
