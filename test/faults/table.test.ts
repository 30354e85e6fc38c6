/** The table of faults: in its own order, as Markdown, and in its place in docs/operating.md. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { faults, lostOf, type Measured, markdownOf, spread, tableIn, updated } from "./table.ts";
import { tableOf, withTable } from "./table-reporter.ts";

const row = (fault: Measured["fault"], load = "3"): Measured => ({
  ...{ fault, done: "twice", lost: "nothing", back: spread([1_500, 300, 900]), figures: "5 calls", load },
});

it("has its rows in order, and what they were measured on", () => {
  const table = markdownOf({
    machines: ["a machine"],
    rows: [row("full disk, server"), row("PostgreSQL crashes", "12")],
  });
  expect(table.split("\n")).toEqual([
    "Measured on a machine; load is that of the machine, other work included.",
    "",
    "| fault              | what was done | lost    | works again after (median, longest) | figures | load |",
    "| ------------------ | ------------- | ------- | ----------------------------------- | ------- | ---- |",
    "| PostgreSQL crashes | twice         | nothing | 0.9 s, 1.5 s                        | 5 calls | 12   |",
    "| full disk, server  | twice         | nothing | 0.9 s, 1.5 s                        | 5 calls | 3    |",
    "",
  ]);
});

it("keeps the rows of what did not run, with their machine for as long as there is one", () => {
  const old = { machines: ["a machine"], rows: [row("full disk, server"), row("PostgreSQL crashes")] };
  const some = updated(tableIn(markdownOf(old)), {
    machines: ["another"],
    rows: [row("PostgreSQL crashes", "9"), row("the mail server hangs")],
  });
  expect(some).toEqual({
    machines: ["a machine", "another"],
    rows: [row("full disk, server"), row("PostgreSQL crashes", "9"), row("the mail server hangs")],
  });
  const all = { machines: ["a third one"], rows: some.rows.map(({ fault }) => row(fault, "1")) };
  expect(updated(some, all)).toEqual(all);
});

it("counts what was lost", () => {
  const figures = { calls: 9, done: 1_200, refused: 1, unknown: 0, settled: 0, created: 34, unavailable: 0 };
  expect(lostOf({ ...figures, problems: [] })).toBe("nothing of 1,234 writes");
  expect(lostOf({ ...figures, problems: ["one", "two"] })).toBe("**2 contradictions**");
});

it("has its place in docs/operating.md, with faults that are tried", () => {
  const page = readFileSync("docs/operating.md", "utf8");
  expect(withTable(withTable(page, "another table\n"), tableOf(page))).toBe(page);
  expect(tableOf(withTable(page, "another table\n"))).toBe("another table\n");
  const there = tableIn(tableOf(page));
  expect(markdownOf(there)).toBe(tableOf(page));
  expect(there.rows.length).toBeGreaterThan(0);
  expect(faults).toEqual(expect.arrayContaining(there.rows.map(({ fault }) => fault)));
});
