/** The list of reasons in docs/contract.md is what the table in the code says; `npm run golden` writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isAudited, reasonsBy } from "../src/kernel/reasons.ts";

const page = new URL("../docs/contract.md", import.meta.url);
const [from, to] = ["<!-- reasons: written by npm run golden -->\n", "<!-- /reasons -->"];

const heads = {
  refusals: "Of a call that is refused:",
  problems:
    "Of `problems` of a plan. What a write of the row by itself would be refused for has its reason there too, or its `error` where it has none:",
  warnings: "Of `warnings` of a plan, which can be applied all the same:",
  rowWarnings: "Of rows that [do not do what they seem to](#rows-that-do-not-do-what-they-seem-to):",
} as const satisfies Record<keyof typeof reasonsBy, string>;

it("docs/contract.md lists every reason as the table has it", () => {
  const text = readFileSync(page, "utf8");
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  expect([start, end], "the marks of the list").not.toContain(-1);
  const written = `${text.slice(0, start)}${from}\n${list()}\n${text.slice(end)}`;
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(page, written);
  else expect(text, "if it is meant, npm run golden").toBe(written);
});

function list(): string {
  const audited = Object.keys(reasonsBy.refusals).filter(isAudited);
  const note = `Refusals for ${audited.map((reason) => `\`${reason}\``).join(" and ")} are kept in the [audit log](#audit).\n\n`;
  const lists = Object.entries(heads)
    .map(([group, head]) => `${head}\n\n${table(reasonsBy[group as keyof typeof heads])}\n`)
    .join("\n");
  return `${note}${lists}`;
}

function table(entries: Readonly<Record<string, readonly string[]>>): string {
  const rows = Object.entries(entries).map(([reason, [when = "", remedy = ""]]) => [
    `\`${reason}\``,
    when,
    remedy,
  ]);
  const head = ["reason", "when", "what to do"];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
