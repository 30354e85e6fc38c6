// Plants the faults of list.ts in a copy of the tree, one at a time, and runs the tests that have to notice, as CI
// runs them. Prints what was caught, and ends with 1 where a fault was not, or could not be planted. A release runs
// it; `npm run mutations`, with words of a fault behind it to plant only those that have them.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mutations } from "./list.ts";
import { fileOf, files, problemOf, sourcesOf } from "./planting.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Two copies, for two cores. */
const copies = 2;

const words = process.argv.slice(2).join(" ");
const wanted = mutations.filter(({ fault }) => fault.includes(words));
const core = new Set(listOf("core"));
const results = new Map();

const unplanted = wanted.filter((mutation) => {
  const problem = problemOf(mutation);
  if (problem !== undefined) results.set(mutation, `NOT PLANTED: ${problem}`);
  return problem !== undefined;
});
const queue = wanted.filter((mutation) => !unplanted.includes(mutation));

const folders = Array.from({ length: copies }, copyOfTree);
try {
  await Promise.all(folders.map(plantNext));
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

for (const mutation of wanted) console.log(`${results.get(mutation).padEnd(9)} ${mutation.fault}`);
const caught = [...results.values()].filter((result) => result === "caught").length;
console.log(`${caught} of ${wanted.length} faults are caught`);
process.exitCode = caught === wanted.length ? 0 : 1;

async function plantNext(folder) {
  for (let mutation = queue.shift(); mutation !== undefined; mutation = queue.shift()) {
    const path = join(folder, sourceOf(mutation));
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(mutation.find, () => mutation.replace),
    );
    const catching = await firstFailing(folder, mutation.tests.map(fileOf));
    writeFileSync(path, text);
    // A test that fails without the fault too catches none.
    const sound = catching === undefined || (await firstFailing(folder, [catching])) === undefined;
    results.set(mutation, catching === undefined ? "SURVIVED" : sound ? "caught" : "UNSURE");
    console.log(`${results.get(mutation)}: ${mutation.fault} (${catching ?? mutation.tests})`);
  }
}

/** The first of the test files that fails, each on the database on which CI runs it. */
async function firstFailing(folder, tests) {
  for (const file of tests) {
    const env = { ...process.env };
    if (core.has(file)) delete env.TEST_DATABASE_URL;
    const child = spawn("npx", ["--no-install", "vitest", "run", "--bail=1", file], {
      cwd: folder,
      env,
      stdio: "ignore",
    });
    const [code] = await once(child, "close");
    if (code !== 0) return file;
  }
  return undefined;
}

function sourceOf(mutation) {
  return sourcesOf(mutation)[0];
}

function listOf(suite) {
  const listed = execFileSync("npx", ["--no-install", "vitest", "list", "--filesOnly", "--json"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, TEST_SUITE: suite },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(listed).map(({ file }) => file.slice(root.length));
}

function copyOfTree() {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-mutations-"));
  for (const file of files.filter((name) => name !== ""))
    cpSync(join(root, file), join(folder, file), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}
