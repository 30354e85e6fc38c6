/** Commands that a signal ends say what they leave, and that is so. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { demoRows } from "../../src/seed/demo.ts";
import { orgconfig } from "../support/command.ts";
import { compiledProgram } from "../support/compiled.ts";
import { until } from "../support/until.ts";

const env = { ORGCONFIG_DATA_DIR: mkdtempSync(join(tmpdir(), "orgconfig-ended-")) };

/** Its standard input stays open, and nobody reads its standard output. @param isTime asked by the process's id */
async function ended(
  args: readonly string[],
  signal: NodeJS.Signals,
  isTime: (pid: number) => boolean,
  more = {},
) {
  const child = spawn(process.execPath, [compiledProgram(), ...args], {
    env: { ...process.env, ...env, ...more },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdout.pause();
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await until(() => isTime(child.pid ?? 0), 120_000);
  child.kill(signal);
  return [await exited, stderr.trim().split("\n").at(-1)];
}

/** Whether it has loaded, and has waited for its input since: it sleeps, and used no processor for two seconds. */
function waits(): (pid: number) => boolean {
  let [used, since] = ["", performance.now()];
  return (pid) => {
    const [state = "", ...fields] =
      readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const now = fields.slice(10, 12).join(" ");
    if (now !== used || state !== "S") [used, since] = [now, performance.now()];
    return performance.now() - since > 2_000;
  };
}

it("a seed: what was written stays, and the same command writes the rest", { timeout: 300_000 }, async () => {
  const rows = ["seed", "--demo"];
  const signIn = join(env.ORGCONFIG_DATA_DIR, "first-sign-in");
  expect(await ended(rows, "SIGINT", () => existsSync(signIn))).toEqual([
    130,
    expect.stringMatching(
      /^orgconfig: ended by SIGINT\. What it had written stays: run the same command again/,
    ),
  ]);
  const { code, stdout } = await orgconfig(rows, env);
  const [, created = "0", before = "0"] = /(\d+) rows created, (\d+) there already/.exec(stdout) ?? [];
  expect([code, Number(created) + Number(before)]).toEqual([0, demoRows.length]);
});

it("a backup: it is not whole", async () => {
  const lock = join(env.ORGCONFIG_DATA_DIR, "orgconfig.lock");
  expect(await ended(["backup", "-"], "SIGTERM", () => existsSync(lock))).toEqual([
    143,
    expect.stringMatching(/^orgconfig: ended by SIGTERM\. What was written until then is not whole/),
  ]);
});

it("a restore: nothing was stored", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-ended-"));
  const more = { ORGCONFIG_DATA_DIR: folder };
  expect(await ended(["restore", "-"], "SIGTERM", waits(), more)).toEqual([
    143,
    expect.stringMatching(/^orgconfig: ended by SIGTERM\. Nothing was stored, .*run the same command again/),
  ]);
  expect(await orgconfig(["backup", join(folder, "x")], more)).toMatchObject({
    stderr: expect.stringContaining("there is no database"),
  });
});
