/**
 * Runs the tests that look at what has changed since a commit: `npm run test:changed`, or `npm run test:changed -- REF`.
 * Without one, since main, or since the last commit where main is checked out; what is not committed counts.
 * It answers sooner than `npm test`, and stands for nothing: `.ci/run` says whether a change may land.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { importGraph } from "../../test/house/imports.ts";
import { reachedBy } from "./reached.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
    .split("\n")
    .filter((line) => line !== "");

const [branch] = git("rev-parse", "--abbrev-ref", "HEAD");
const since = process.argv[2] ?? (branch === "main" ? "HEAD" : "main");
const [base = since] = git("merge-base", since, "HEAD");
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", base),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const sources = git(
  "ls-files",
  "--cached",
  "--others",
  "--exclude-standard",
  "src",
  "test",
  "provider",
).filter((file) => /\.ts$/.test(file));
const tests = reachedBy(changed, importGraph(root, sources));
console.log(`${changed.length} files changed since ${since}: ${tests.length} test files look at them`);
if (tests.length > 0) {
  const { status } = spawnSync("npx", ["--no-install", "vitest", "run", ...tests], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
