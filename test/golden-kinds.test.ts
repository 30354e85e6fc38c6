/** The table of docs/kinds.md is the one that the definitions give; `npm run golden` writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { definitions } from "../src/resources/index.ts";

const page = new URL("../docs/kinds.md", import.meta.url);
const [begin, end] = ["<!-- kinds: npm run golden writes this table -->\n", "<!-- /kinds -->\n"];

test("docs/kinds.md names every kind", () => {
  const text = readFileSync(page, "utf8");
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    return expect.fail(`docs/kinds.md has lost ${begin}${end}`);
  const wanted = `${before}${begin}${table()}${end}${after}`;
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8") === wanted, "npm run golden writes it").toBe(true);
});

function table(): string {
  const groups = [...new Set(definitions.map(({ group }) => group))].sort();
  const rows = [
    ["group", "resources"],
    ...groups.map((group) => [
      group,
      definitions
        .filter((definition) => definition.group === group)
        .map(({ kind, shape }) => `\`${kind}\`${shape === "setting" ? " ¹" : ""}`)
        .join(", "),
    ]),
    ["All of it", "`export` (one file: for Terraform, a bundle, or the SLOs as OpenSLO)"],
  ] as const;
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] as number)).join(" | ")} |\n`;
  const [head = [], ...body] = rows;
  return `\n${line(head)}${line(widths.map((width) => "-".repeat(width)))}${body.map(line).join("")}\n`;
}
