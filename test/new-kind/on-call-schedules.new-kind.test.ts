/**
 * A kind really is one file: in a copy of the tree a made-up one is added, by `npm run new-kind` and its definition
 * alone, and the checks and every test that walks the registry pass. `npm run test:new-kind`; it takes minutes.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitions } from "../../src/resources/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "orgconfig-kind-"));

/** Files of `npm test` that name the registry, or what walks it. */
const walkers = namedTests("resources/index\\.ts|definitionsByKind|support/contract\\.ts");

/** What reads the registry through an answer, a page or a golden file, and the new kind's own test. */
const readers = ["test/golden", "test/openapi", "test/features/row-counts", "test/resources/on-call"];

/** Matches the names of tests that are not about another kind: nothing has changed for those. */
const notOfOthers = `^(?!.*\\b(${definitions.map(({ kind }) => kind).join("|")})\\b)`;

beforeAll(() => {
  const listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  for (const file of new Set(listed.split("\0").filter((name) => name !== "")))
    cpSync(join(root, file), join(copy, file), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  git(copy, "init", "-q");
  // What .gitignore names with a slash behind it is a folder, and here it is a link.
  git(copy, "add", "--all", "--", ".", ":!node_modules");
  git(copy, "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-qm", "The tree");
});
afterAll(() => rmSync(copy, { recursive: true }));

it("writes a kind that passes the checks as it is", () => {
  npm("run", "new-kind", "on_call_schedules");
  npm("run", "golden");
  npm("run", "check");
  npx("vitest", "run", "test/resources", "test/golden", "test/openapi", "-t", notOfOthers);
}, 600_000);

describe("with rules, a state, a reference and a secret", () => {
  it("compiles and is formatted", () => {
    for (const [from, to] of [
      ["on-call-schedules.ts.txt", "src/resources/on-call-schedules.ts"],
      ["on-call-schedules.test.ts.txt", "test/resources/on-call-schedules.test.ts"],
    ] as const)
      cpSync(join(root, "test/new-kind", from), join(copy, to));
    npm("run", "golden");
    npm("run", "check");
  }, 600_000);

  it("passes every test that walks the registry", () => {
    npx("vitest", "run", ...walkers, ...readers, "-t", notOfOthers, "--testTimeout=180000");
  }, 1_800_000);

  it("touched nothing else", () => {
    const changed = git(copy, "status", "--porcelain", "--", ".", ":!node_modules").trimEnd().split("\n");
    expect(changed.map((line) => line.slice(3)).sort()).toEqual([
      "docs/kinds.md",
      "docs/terraform/data-sources/on_call_schedule.md",
      "docs/terraform/data-sources/on_call_schedules.md",
      "docs/terraform/index.md",
      "docs/terraform/resources/on_call_schedule.md",
      "src/resources/kinds.ts",
      "src/resources/on-call-schedules.ts",
      "test/golden/mcp-tools.json",
      "test/golden/openapi.json",
      "test/golden/terraform-schema.json",
      "test/resources/on-call-schedules.test.ts",
    ]);
  });
});

function namedTests(pattern: string): string[] {
  const files = git(root, "grep", "-lE", pattern, "--", "test").split("\n");
  return files.filter((file) => /^[^.]*\.test\.ts$/.test(file));
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
}

/** Runs a command in the copy as somebody would who adds a kind: outside of this suite. */
function run(command: string, args: readonly string[]): void {
  const { TEST_SUITE: _, VITEST: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env,
  });
  expect(status, `${command} ${args.join(" ")}\n${(stdout + stderr).slice(-30_000)}`).toBe(0);
}

function npm(...args: string[]): void {
  run("npm", args);
}

function npx(...args: string[]): void {
  run("npx", ["--no-install", ...args]);
}
