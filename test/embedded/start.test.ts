/** What a power cut may leave with the database keeps no start from it, and what does is named with its place. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmbedded } from "../../src/database/embedded.ts";
import { templateFolder } from "../support/template.ts";

let directory: string;
let home: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "orgconfig-start-"));
  home = join(directory, "postgres");
  cpSync(templateFolder, home, { recursive: true });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it.each([
  ["empty", ""],
  ["torn", "-4"],
  ["of zeros", "\0".repeat(60)],
  ["whole", "-42\n/pglite/data\n1795600883\n5432\n\n\n       20         1\n"],
])("starts where the lock file of PostgreSQL is %s", async (_, content) => {
  writeFileSync(join(home, "postmaster.pid"), content);
  const database = await openEmbedded(directory);
  await database.execute("SELECT 1");
  await database.close();
});

it("names the database that does not start", async () => {
  rmSync(join(home, "global"), { recursive: true });
  await expect(openEmbedded(directory)).rejects.toThrow(`the embedded database in ${home} does not start: `);
});
