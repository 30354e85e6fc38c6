/** The unit of examples/systemd/ before systemd's own checks, and what the program says to systemd. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

const unit = "examples/systemd/orgconfig.service";

it("the unit is valid, and exposed to 2.0 of 10 at most", () => {
  const analyze = (...args: readonly string[]) =>
    execFileSync("systemd-analyze", args, { encoding: "utf8", stdio: "pipe" });
  // Where this machine has its programs.
  const here = join(mkdtempSync(join(tmpdir(), "orgconfig-unit-")), "orgconfig.service");
  writeFileSync(here, readFileSync(unit, "utf8").replace("/usr/bin/node", process.execPath));
  expect(analyze("verify", here)).toBe("");
  const [, level] =
    /Overall exposure level for orgconfig\.service: ([\d.]+)/.exec(
      analyze("security", "--offline=yes", "--threshold=20", unit),
    ) ?? [];
  expect(Number(level)).toBeLessThanOrEqual(2);
});

it("systemd is notified when the program serves, and when it stops", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-notify-"));
  const said = join(folder, "said");
  writeFileSync(said, "");
  writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$@" >> ${said}\n`);
  chmodSync(join(folder, "systemd-notify"), 0o755);
  const PATH = `${folder}:${process.env.PATH}`;
  const program = await startProgram({ NOTIFY_SOCKET: join(folder, "socket"), PATH });
  const notified = () => readFileSync(said, "utf8").trim().split("\n");
  await until(() => notified()[0] === "READY=1");
  expect(await program.stop()).toBe(0);
  await until(() => notified().length === 2);
  expect(notified()).toEqual(["READY=1", "STOPPING=1"]);
});
