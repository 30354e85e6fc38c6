/**
 * A reporter that ends a run of the fault tests with their table. With FAULTS_DOCS=1 it also writes it into
 * docs/operating.md, from this run and, for what did not run now, from the last one on this machine.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";
import { type Kept, tableOf } from "./table.ts";

const kept = ".tmp/faults.json";
const page = "docs/operating.md";
export const [begin, end] = [
  "<!-- faults: FAULTS_DOCS=1 npm run test:faults writes this table -->\n",
  "<!-- /faults -->\n",
];

export default class FaultsTable implements Reporter {
  #rows: Kept[] = [];

  onTestRunStart(): void {
    this.#rows = [];
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === "passed") this.#rows.push(...(test.meta().faults ?? []));
  }

  onTestRunEnd(): void {
    if (this.#rows.length === 0) return;
    console.log(`\n${tableOf(this.#rows)}`);
    const before: Kept[] = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : [];
    const now = new Set(this.#rows.map(({ fault }) => fault));
    const all = [...before.filter(({ fault }) => !now.has(fault)), ...this.#rows];
    writeFileSync(kept, JSON.stringify(all, undefined, 1));
    if (process.env.FAULTS_DOCS === "1")
      writeFileSync(page, withTable(readFileSync(page, "utf8"), tableOf(all)));
  }
}

/** The page with another table between its marks. */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page} has no place for the table of faults`);
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`;
}
