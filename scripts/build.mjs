// Builds dist/: the compiled program, its SQL, the bundle behind /docs, the console, and an initialized data directory
// from which the embedded database starts in a moment. Does nothing when dist/ is newer than every input. What
// build-provider.mjs puts next to them stays.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describePackage, licenceText } from "./licence-text.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const stamp = "dist/.built";
const licences = "dist/THIRD-PARTY-LICENSES.txt";
/** Names and versions of the packages that are in the console and behind /docs, for the release's list of components. */
const bundledList = "dist/bundled.json";
/** For editors of a bundle's files, offline. */
const bundleSchema = "dist/bundle.schema.json";
/** What changed of the API, which the service has at /docs. */
const changelog = "docs/api-changelog.md";
const outputs = [
  stamp,
  "dist/src",
  "dist/docs",
  "dist/console",
  "dist/template",
  licences,
  bundledList,
  bundleSchema,
];

if (isFresh()) {
  writeCommit();
  process.exit(0);
}
const started = Date.now();
for (const output of outputs) rmSync(output, { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
  stdio: "inherit",
});
for (const file of readdirSync("src", { recursive: true }).filter((name) => name.endsWith(".sql")))
  cpSync(join("src", file), join("dist/src", file));
mkdirSync("dist/docs", { recursive: true });
cpSync(changelog, join("dist", changelog));
cpSync("node_modules/@scalar/api-reference/dist/browser/standalone.js", "dist/docs/standalone.js");
execFileSync(
  process.execPath,
  ["node_modules/vite/bin/vite.js", "build", "--config", "console/vite.config.ts", "--logLevel", "warn"],
  { stdio: "inherit" },
);
describeBundled();
await describeBundle();
await makeTemplate();
writeCommit();
writeFileSync(stamp, "");
console.log(`built dist/ in ${((Date.now() - started) / 1000).toFixed(1)} s`);

/** `orgconfig --version` says it. An image is built without the history: there ORGCONFIG_COMMIT has it. */
function writeCommit() {
  const git = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" });
  const commit = process.env.ORGCONFIG_COMMIT?.slice(0, 12) || (git.status === 0 ? git.stdout.trim() : "");
  writeFileSync("dist/src/commit", commit);
}

/** Writes what is bundled, and its licences, which go with the package and the image. */
function describeBundled() {
  const folder = "dist/console/.vite";
  const ofConsole = JSON.parse(readFileSync(join(folder, "licenses.json"), "utf8"));
  rmSync(folder, { recursive: true });
  const reader = describePackage("node_modules/@scalar/api-reference");
  const typeface = describePackage("node_modules/@fontsource-variable/inter");
  const bundled = [...ofConsole, typeface, reader];
  writeFileSync(licences, licenceText(bundled));
  writeFileSync(bundledList, JSON.stringify(bundled.map(({ name, version }) => `${name}@${version}`)));
}

async function describeBundle() {
  const { editorSchema } = await import(join(root, "dist/src/surfaces/openapi/editor-schema.js"));
  const { definitions } = await import(join(root, "dist/src/resources/index.js"));
  writeFileSync(bundleSchema, JSON.stringify(editorSchema(definitions)));
}

/** A data directory with the schema in place, copied at a first start instead of running initdb. */
async function makeTemplate() {
  const { makeTemplate: make } = await import(join(root, "dist/src/database/embedded.js"));
  await make(join(root, "dist/template"));
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  const sources = ["src", "console", "scripts", changelog];
  const settings = ["package-lock.json", "tsconfig.json", "tsconfig.build.json"];
  return [...sources, ...settings].every((path) => newest(path) <= built);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
