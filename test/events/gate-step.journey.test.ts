/** The steps of docs/deploy-gate.md, run as GitHub's runner runs them, and the built command itself. */
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainFile, type Program, root, startProgram } from "../support/program.ts";

/** The `run:` scripts of the page's YAML, without their indentation. */
const steps = readFileSync(join(root, "docs/deploy-gate.md"), "utf8")
  .split("```yaml")
  .slice(1)
  .map((block) => (block.split("```")[0] ?? "").split(/^ {2}run: \|\n/m)[1]?.replace(/^ {4}/gm, "") ?? "");

let program: Program;
let key: string;
const bin = mkdtempSync(join(tmpdir(), "orgconfig-bin-"));
beforeAll(async () => {
  program = await startProgram();
  key = program.firstKey();
  writeFileSync(join(bin, "orgconfig"), `#!/bin/sh\nexec "${process.execPath}" "${mainFile}" "$@"\n`);
  chmodSync(join(bin, "orgconfig"), 0o755);
});
afterAll(() => program.stop());

interface Ended {
  readonly code: number;
  readonly output: string;
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const known = { ORGCONFIG_URL: program.url, ORGCONFIG_KEY: key, SERVICE: "checkout" };
  const PATH = `${bin}:${process.env.PATH}`;
  return new Promise((resolve) => {
    execFile(command, args, { env: { ...process.env, ...known, PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

/** As `run:` does by default. */
const step = (index: number, env: Record<string, string> = {}) =>
  run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", steps[index] ?? ""], env);

async function hold(allow: boolean): Promise<void> {
  const answer = await fetch(`${program.url}/api/v1/deploy_gate/override`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ service: "checkout", allow, reason: "Launch day" }),
  });
  expect(answer.status).toBe(200);
}

const away = { ORGCONFIG_URL: "http://127.0.0.1:1" };

describe("the gate", () => {
  it("lets a deploy through", async () => {
    await hold(true);
    expect(steps).toHaveLength(2);
    expect((await run("orgconfig", ["gate", "check", "checkout"])).code).toBe(0);
    expect([(await step(0)).code, (await step(1)).code]).toEqual([0, 0]);
  });

  it("holds one, and says why", async () => {
    await hold(false);
    const { code, output } = await run("orgconfig", ["gate", "check", "checkout"]);
    expect([code, output]).toEqual([1, expect.stringContaining("checkout: held (decided by override)")]);
    const [curl, program] = [await step(0), await step(1)];
    expect([curl.code, program.code]).toEqual([1, 1]);
    expect(curl.output).toContain("::error::Deploys of checkout are held.");
  });

  it("says that it did not know, which each step takes as it says", async () => {
    const { code, output } = await run("orgconfig", ["gate", "check", "checkout"], away);
    expect([code, output]).toEqual([
      3,
      expect.stringContaining("it is not known whether it may be deployed"),
    ]);
    const [curl, program] = [await step(0, away), await step(1, away)];
    expect([curl.code, program.code]).toEqual([2, 0]);
    expect(program.output).toContain("::warning::The deploy gate could not be asked.");
    expect((await step(0, { ORGCONFIG_KEY: "svc_ak_wrong" })).code).toBe(2);
  });
});
