/** Commands that look at a database make none: where there is none, nothing is verified. */
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { orgconfig } from "../support/command.ts";

it.each([
  "audit verify",
  "audit heads",
  "secrets check",
  "secrets rotate",
  "secrets accept",
  "push rotate-keys",
  "backup x.gz",
])("%s says that there is no database, and leaves nothing behind", async (command) => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-none-"));
  for (const directory of [folder, join(folder, "absent")]) {
    const env = { ORGCONFIG_DATA_DIR: directory, DATABASE_URL: "" };
    const { code, stdout, stderr } = await orgconfig(command.split(" "), env);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(`there is no database in ${directory}`);
  }
  expect(readdirSync(folder)).toEqual([]);
  expect(existsSync(join(folder, "absent"))).toBe(false);
});
