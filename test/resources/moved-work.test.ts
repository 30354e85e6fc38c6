import { describe, expect, it } from "vitest";
import { movedText } from "../../src/resources/moved-work.ts";

const now = new Date("2026-11-26T20:00:00Z");
const work = {
  status: "scheduled",
  body: "Read-only for an hour.",
  scheduled_for: "2026-11-28T02:00:00Z",
  scheduled_until: "2026-11-28T03:00:00Z",
};
const underWay = { ...work, status: "in_progress", scheduled_for: "2026-11-26T19:00:00Z" };

describe("planned work that is moved", () => {
  it.each([
    [
      "later",
      work,
      { scheduled_for: "2026-11-29T02:00:00Z", scheduled_until: "2026-11-29T04:00:00+01:00" },
      "Now planned for 29 Nov 2026, 02:00 UTC to 29 Nov 2026, 03:00 UTC.",
    ],
    ["to another end", work, { scheduled_until: null }, "Now planned for 28 Nov 2026, 02:00 UTC."],
    ["to an unknown time", work, { scheduled_for: null }, "The time is not known any more."],
    [
      "while it is under way",
      underWay,
      { scheduled_until: "2026-11-26T23:00:00Z" },
      "Now planned to end 26 Nov 2026, 23:00 UTC.",
    ],
    [
      "while it is under way, to no end",
      underWay,
      { scheduled_until: null },
      "When it ends is not known any more.",
    ],
  ])("%s says so before what was said last", (_what, before, change, said) => {
    expect(movedText({ ...before, ...change }, before, now)).toBe(`${said}\n\n${work.body}`);
  });

  it.each([
    ["is new", { ...work }, undefined],
    ["has the same moments", { ...work, scheduled_for: "2026-11-28T03:00:00+01:00" }, work],
    ["has words of its own", { ...work, body: "Moved.", scheduled_until: null }, work],
    ["moves on", { ...work, status: "in_progress", scheduled_until: null }, work],
    ["begins at once", { ...work, scheduled_for: "2026-11-26T19:59:00Z" }, work],
    ["ends at once", { ...underWay, scheduled_until: "2026-11-26T19:59:00Z" }, underWay],
    [
      "is over",
      { ...work, status: "completed", scheduled_until: "2026-12-01T00:00:00Z" },
      { ...work, status: "completed" },
    ],
  ])("says nothing where it %s", (_what, after, before) => {
    expect(movedText(after, before, now)).toBeNull();
  });

  it("keeps to the length of an update", () => {
    const body = "🚀".repeat(10_000);
    const text = movedText({ ...work, body, scheduled_until: null }, { ...work, body }, now) ?? "";
    expect([...text]).toHaveLength(10_000);
  });
});
