// Where a fault of list.ts is planted, and whether it can be.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mutation } from "./list.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
}).split("\0");

/** Why a fault cannot be planted: what it is planted in has changed. Undefined where it can. */
export function problemOf(mutation: Mutation): string | undefined {
  const found = sourcesOf(mutation);
  if (found.length !== 1) return `${mutation.file} names ${found.length} files`;
  const [source = ""] = found;
  const times = readFileSync(join(root, source), "utf8").split(mutation.find).length - 1;
  if (times !== 1) return `${source} has ${JSON.stringify(mutation.find)} ${times} times`;
  const gone = mutation.tests.map(fileOf).find((file) => !files.includes(file));
  return gone === undefined ? undefined : `there is no ${gone}`;
}

/** The files of src/ whose path ends as the fault says; one, where it is well said. */
export function sourcesOf({ file }: Mutation): readonly string[] {
  return files.filter((name) => name.startsWith("src/") && name.endsWith(`/${file}`));
}

/** The file of a test by its name below test/. */
export function fileOf(test: string): string {
  return `test/${test}.test.ts`;
}
