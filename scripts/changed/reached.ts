/** Which tests look at a change: those that import it, and those of the folder that has its name. Pure. */
import { basename, dirname } from "node:path";

/** Where everything is put together: what imports these imports all, and says nothing about a change. */
const meetingPlace =
  /^src\/(service|main|doors)\.ts$|^src\/features\/index\.ts$|^src\/features\/[^/]+\/index\.ts$/;

/**
 * The tests that look at changed files.
 * @param changed paths from the root, such as `src/features/alerting/alerts/notify.ts`
 * @param imports by each source and test file, what it imports
 * @returns paths of `*.test.ts`, sorted
 */
export function reachedBy(
  changed: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
): string[] {
  const importers = new Map<string, string[]>();
  for (const [file, imported] of imports)
    for (const one of imported) importers.set(one, [...(importers.get(one) ?? []), file]);
  const reached = new Set(changed);
  // Grows while it is walked.
  for (const file of reached)
    if (!meetingPlace.test(file)) for (const other of importers.get(file) ?? []) reached.add(other);
  const names = new Set(changed.filter((file) => file.startsWith("src/")).flatMap(namesOf));
  return [...imports.keys()]
    .filter((file) => isPlainTest(file) && (reached.has(file) || names.has(subjectOf(file))))
    .sort();
}

/** Of another suite are those that have a second word in their names: they want a browser, an engine, terraform. */
function isPlainTest(file: string): boolean {
  return /^test\/[^.]*\.test\.ts$/.test(file);
}

/** What a test is about: its folder's name; in `test/features/`, its own up to a feature's. */
function subjectOf(test: string): string {
  const [, folder = "", name = ""] = test.split("/");
  return folder === "features" ? name.replace(/\.test\.ts$/, "") : folder;
}

/** The folders of a source file that tests are named after: its feature, or the first below src/. */
function namesOf(file: string): string[] {
  const [, floor = "", wing = "", feature = ""] = dirname(file).split("/");
  if (floor !== "features") return [floor, basename(file, ".ts")];
  return [feature || wing];
}
