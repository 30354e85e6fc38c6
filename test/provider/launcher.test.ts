import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildMirror, launcherIn } from "./launcher.ts";

let directory: string;
let launcher: ReturnType<typeof launcherIn>;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "launcher-"));
  buildMirror(directory);
  launcher = launcherIn(directory);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("finds the node that is named, whatever the shell asks of every node", () => {
  const env = { PATH: "", ORGCONFIG_NODE: process.execPath, NODE_OPTIONS: "--require=/nonexistent/hook.js" };
  expect(run(launcher.path, [], env)).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("This program is a Terraform provider"),
  });
});

test("says so where there is no node", () => {
  const path = join(launcher.folder, "lonely");
  writeFileSync(path, launcher.text.replaceAll(launcher.places, ""), { mode: 0o755 });
  const message =
    "There is no node here: the provider orgconfig runs on Node.js 20 or newer. Install it, put it on the PATH, or name it in ORGCONFIG_NODE.\n";
  expect(run(path, [], { PATH: "/nonexistent" })).toEqual({ status: 1, stdout: message, stderr: message });
});

test("says so where node is too old", () => {
  const old = join(directory, "old.cjs");
  const versions = '{ ...process.versions, node: "18.20.8" }';
  writeFileSync(old, `Object.defineProperty(process, "versions", { value: ${versions} });`);
  const said = run(process.execPath, ["--require", old, join(launcher.folder, "start.cjs")], {});
  expect(said).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(
      "This node is version 18.20.8: the provider orgconfig runs on Node.js 20",
    ),
  });
});
