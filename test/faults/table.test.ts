/** The table of faults: in its own order, as Markdown, and in its place in docs/operating.md. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { faults, type Kept, lostOf, spread, tableOf } from "./table.ts";
import { begin, end, withTable } from "./table-reporter.ts";

const row = (fault: Kept["fault"], load: number): Kept => ({
  ...{ fault, done: "twice", lost: "nothing", back: spread([1_500, 300, 900]), figures: "5 calls" },
  ...{ machine: "a machine", load },
});

it("has its rows in order, and what they were measured on", () => {
  const table = tableOf([row("full disk, server", 3.4), row("PostgreSQL crashes", 11.6)]);
  expect(table.split("\n")).toEqual([
    "Measured on a machine, with a load average of 3 to 12.",
    "",
    "| fault              | what was done | lost    | works again after (median, longest) | figures |",
    "| ------------------ | ------------- | ------- | ----------------------------------- | ------- |",
    "| PostgreSQL crashes | twice         | nothing | 0.9 s, 1.5 s                        | 5 calls |",
    "| full disk, server  | twice         | nothing | 0.9 s, 1.5 s                        | 5 calls |",
    "",
  ]);
});

it("counts what was lost", () => {
  const figures = { calls: 9, done: 1_200, refused: 1, unknown: 0, settled: 0, created: 34, unavailable: 0 };
  expect(lostOf({ ...figures, problems: [] })).toBe("nothing of 1,234 writes");
  expect(lostOf({ ...figures, problems: ["one", "two"] })).toBe("**2 contradictions**");
});

it("has its place in docs/operating.md, with faults that are tried", () => {
  const page = readFileSync("docs/operating.md", "utf8");
  const other = withTable(page, "another table");
  expect(other).toContain(`${begin}\nanother table\n${end}`);
  expect(other.split(begin)[0]).toBe(page.split(begin)[0]);
  const [written = ""] = page.split(begin)[1]?.split(end) ?? [];
  const named = [...written.matchAll(/^\| (?!fault |-)(.+?) +\|/gm)].map(([, name]) => name);
  expect(named.filter((name) => !(faults as readonly unknown[]).includes(name))).toEqual([]);
});
