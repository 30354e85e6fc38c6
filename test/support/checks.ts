/**
 * Counts what the generated suites check, so that "it all passed" can be compared with how much "all" was.
 * Files run in processes of their own: each leaves its count next to those of the same run, and prints the sum
 * so far; the last line printed is the total.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { expect } from "vitest";
import { definitions } from "../../src/resources/index.ts";
import { engineName } from "./database.ts";

let count = 0;

/** One check: `actual` must equal `expected`. The test goes on after a failure, to show all that is wrong. */
export function check(what: string, actual: unknown, expected: unknown): void {
  count += 1;
  expect.soft(actual, what).toEqual(expected);
}

/** One check whose outcome was worked out elsewhere. */
export function checkThat(what: string, holds: boolean, seen?: unknown): void {
  count += 1;
  if (!holds) expect.soft(seen ?? holds, what).toBe(true);
}

/** Adds this file's count to the run's, and prints both. */
export function printChecks(suite: string, file: string): void {
  // The forks of one run share their parent.
  const folder = new URL(`../../.tmp/checks-${process.ppid}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${suite}-${basename(file)}`, folder), String(count));
  const all = readdirSync(folder)
    .filter((name) => name.startsWith(`${suite}-`))
    .reduce((sum, name) => sum + Number(readFileSync(new URL(name, folder), "utf8")), 0);
  const [here, total] = [count, all].map((number) => number.toLocaleString("en"));
  console.log(
    `${suite}: ${total} checks over ${definitions.length} kinds on ${engineName} (${here} in ${basename(file)})`,
  );
}
