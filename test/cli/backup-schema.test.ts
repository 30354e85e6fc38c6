/** After a way back to the version before, a backup says what restores it. */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openEmbedded } from "../../src/database/embedded.ts";
import { newestSchema } from "../../src/database/migrate.ts";
import { orgconfig } from "../support/command.ts";
import { newerMigration } from "../support/newer-schema.ts";
import { templateFolder } from "../support/template.ts";

it("names the schema that an orgconfig has to know", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-newer-"));
  cpSync(templateFolder, join(folder, "postgres"), { recursive: true });
  const database = await openEmbedded(folder);
  await database.execute(newerMigration);
  await database.close();

  const env = { DATABASE_URL: "", ORGCONFIG_DATA_DIR: folder };
  const made = await orgconfig(["backup", join(folder, "x.gz")], env);
  expect([made.code, made.stderr]).toEqual([
    0,
    expect.stringContaining(
      `its schema 9999 is newer than this orgconfig (${newestSchema}): to restore it, use an orgconfig that knows schema 9999.`,
    ),
  ]);
});
