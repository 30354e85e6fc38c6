/** Which build this is. */
import { existsSync, readFileSync } from "node:fs";

/** Written by scripts/build.mjs. */
const commitFile = new URL("./commit", import.meta.url);

/** As semver.org has it. */
const version: string = JSON.parse(readFileSync(manifest(new URL("..", import.meta.url)), "utf8")).version;

/** Undefined where it runs from its sources, or was built outside of a clone. */
const commit = existsSync(commitFile) ? readFileSync(commitFile, "utf8").trim() || undefined : undefined;

/** Such as `0.1.0 (1a2b3c4d5e6f)`. */
export const build = commit === undefined ? version : `${version} (${commit})`;

/** The package's own file, in this folder or one above it. */
function manifest(folder: URL): URL {
  const file = new URL("package.json", folder);
  const above = new URL("..", folder);
  return existsSync(file) || above.href === folder.href ? file : manifest(above);
}
