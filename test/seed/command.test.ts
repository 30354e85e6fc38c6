import { mkdtempSync, readFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { runSeed } from "../../src/cli/seed.ts";
import { takeLock } from "../../src/database/directory-lock.ts";
import { demoRows } from "../../src/seed/demo.ts";

afterEach(() => vi.restoreAllMocks());

const env = { ORGCONFIG_DATA_DIR: mkdtempSync(join(tmpdir(), "orgconfig-seed-")) };

// A whole organization each, the first in a data directory of its own making: the work of many tests, on a machine that
// others use too.
const wholeDemo = { timeout: 300_000 };

it("makes the first organization on a fresh data directory", wholeDemo, async () => {
  const rows = demoRows.length + 20;
  const first = await outputOf(() => runSeed(env, { rows: String(rows) }));
  const path = join(env.ORGCONFIG_DATA_DIR, "first-sign-in");
  expect(first).toContain(
    `Sign in as admin@example.com.\nThe password and the first API key are in ${path}, `,
  );
  expect(readFileSync(path, "utf8")).toMatch(
    /^Sign in as admin@example\.com with the password \S+\nIts first API key is svc_ak_\S+\n$/,
  );
  expect(first).toContain(`${rows} rows created, 0 there already\n`);
});

it("creates nothing twice, and no organization by its slug", wholeDemo, async () => {
  const second = await outputOf(() => runSeed(env, { org: "main" }));
  expect(second).toBe(`0 rows created, ${demoRows.length} there already\n`);
  await expect(runSeed(env, { org: "nowhere" })).rejects.toThrow("There is no such organization");
});

it("leaves a database alone that a running server holds, and says whose it is", async () => {
  const directory = mkdtempSync(join(tmpdir(), "orgconfig-seed-"));
  const release = await takeLock(join(directory, "orgconfig.lock"));
  await expect(runSeed({ ORGCONFIG_DATA_DIR: directory }, {})).rejects.toThrow(
    `is held by process ${process.pid} on ${hostname()} since`,
  );
  release();
});

it.each(["-1", "1.5", "many", "99999999999"])("refuses --rows %s", async (rows) => {
  await expect(runSeed({}, { rows })).rejects.toThrow("--rows must be a whole number");
});

async function outputOf(work: () => Promise<void>): Promise<string> {
  const written: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  await work();
  vi.restoreAllMocks();
  return written.join("");
}
