/**
 * A reporter that ends a run of the fault tests with their table. With FAULTS_DOCS=1 it also writes it into
 * docs/operating.md: rows of faults that did not run, or failed, stay as they were there.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";
import { type Measured, machine, markdownOf, tableIn, updated } from "./table.ts";

const page = "docs/operating.md";
const [begin, end] = [
  "<!-- faults: FAULTS_DOCS=1 npm run test:faults writes this table -->\n\n",
  "\n<!-- /faults -->\n",
];

export default class FaultsTable implements Reporter {
  #rows: Measured[] = [];

  onTestRunStart(): void {
    this.#rows = [];
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === "passed") this.#rows.push(...(test.meta().faults ?? []));
  }

  onTestRunEnd(): void {
    if (this.#rows.length === 0) return;
    const now = { machines: [machine()], rows: this.#rows };
    console.log(`\n${markdownOf(now)}`);
    if (process.env.FAULTS_DOCS !== "1") return;
    const text = readFileSync(page, "utf8");
    writeFileSync(page, withTable(text, markdownOf(updated(tableIn(tableOf(text)), now))));
  }
}

/** The table between its marks on the page. */
export function tableOf(text: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page} has no place for the table of faults`);
  return text.slice(from + begin.length, to);
}

/** The page with another table between its marks. */
export function withTable(text: string, table: string): string {
  const old = tableOf(text);
  const from = text.indexOf(begin) + begin.length;
  return `${text.slice(0, from)}${table}${text.slice(from + old.length)}`;
}
