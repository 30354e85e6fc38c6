/** What `npm run new-kind` writes compiles, and a name that cannot be is refused with the way out. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "orgconfig-new-kind-"));
const parts = ["src", "scripts", "test/resources/rules.ts", "tsconfig.json", "package.json"];
const copied = execFileSync(
  "git",
  ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...parts],
  {
    cwd: root,
    encoding: "utf8",
  },
);
for (const file of copied.split("\0").filter((name) => name !== ""))
  cpSync(join(root, file), join(copy, file), { recursive: true });
writeFileSync(
  join(copy, "biome.json"),
  JSON.stringify({ ...JSON.parse(readFileSync(join(root, "biome.json"), "utf8")), vcs: { enabled: false } }),
);
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
afterAll(() => rmSync(copy, { recursive: true }));

const node = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, "node_modules", script), ...args], { cwd: copy, encoding: "utf8" });
const newKind = (...args: string[]) => node("tsx/dist/cli.mjs", "scripts/new-kind.ts", ...args);

it("writes a collection and a setting that compile and are formatted", () => {
  const made = newKind("made_up_things");
  expect(made.stderr).toBe("");
  expect(made.stdout).toContain("npm run golden");
  expect(newKind("made_up_settings", "--setting").stderr).toBe("");
  const index = readFileSync(join(copy, "src/resources/kinds.ts"), "utf8");
  const listed = Array.from(index.matchAll(/^export \{ (\w+) \}/gm), ([, name]) => name);
  expect(listed).toEqual(expect.arrayContaining(["madeUpThings", "madeUpSettings"]));
  expect(listed).toEqual([...listed].sort());
  const files = ["made-up-things", "made-up-settings"].flatMap((file) => [
    `src/resources/${file}.ts`,
    `test/resources/${file}.test.ts`,
  ]);
  const options = { extends: "./tsconfig.json", include: [...files, "src/resources/kinds.ts"] };
  writeFileSync(join(copy, "tsconfig.new.json"), JSON.stringify(options));
  expect(node("typescript/bin/tsc", "--noEmit", "-p", "tsconfig.new.json").stdout).toBe("");
  const checked = node("@biomejs/biome/bin/biome", "check", ...files, "src/resources/kinds.ts");
  expect(checked.status, checked.stderr).toBe(0);
});

it.each([
  [["teams"], '"teams" is taken by the kind teams: choose another name, or extend src/resources/teams.ts'],
  [["slo_settings", "slos"], "name one kind"],
  [[], "name one kind"],
  [["OnCall"], "is not in snake_case"],
  [["on-call-schedules"], "is not in snake_case"],
  [["on__calls"], "is not in snake_case"],
  [["../calls"], "is not in snake_case"],
  [["on_call"], "such as on_calls, or add -- --setting"],
  [["paging", "--setting"], "such as paging_settings"],
  [["slack_settings", "--setting"], "is taken by the kind slack_settings"],
])("refuses %j", (args, says) => {
  const before = readFileSync(join(copy, "src/resources/kinds.ts"), "utf8");
  const { status, stderr } = newKind(...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(says)]);
  expect(readFileSync(join(copy, "src/resources/kinds.ts"), "utf8")).toBe(before);
  expect(existsSync(join(copy, "src/resources/on-call.ts"))).toBe(false);
});
