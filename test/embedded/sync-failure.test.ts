/** A disk that fails at a sync: nothing is acknowledged any more, the program ends, and the next start goes on. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openEmbedded } from "../../src/database/embedded.ts";
import { compiledModule } from "../support/compiled.ts";

/** Inserts until the disk fails, and says what was acknowledged. */
const program = () => `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { openEmbedded } from "${compiledModule("src/database/embedded.js")}";
const database = await openEmbedded(process.argv[1]);
await database.execute("CREATE TABLE counted (number int)");
const { fsyncSync } = fs;
let left = 5;
fs.fsyncSync = (fd) => {
  if (left === 0) throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
  left -= 1;
  return fsyncSync(fd);
};
syncBuiltinESMExports();
setInterval(() => {}, 1_000); // as a server's sockets do
for (let number = 1; ; number += 1) {
  // A server's caller is answered that the database does not answer; the server itself would run on.
  await database.execute("INSERT INTO counted VALUES (" + number + ")").catch(() => new Promise(() => {}));
  process.stdout.write(number + " ");
}`;

it("ends the program, and keeps what was acknowledged", async () => {
  const directory = mkdtempSync(join(tmpdir(), "orgconfig-sync-"));
  const words = ["--input-type=module", "-e", program(), directory];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("cannot sync its files, and stops: EIO")]);
  expect(stdout).toBe("1 2 3 4 5 ");
  const database = await openEmbedded(directory);
  const rows = await database.queryText<{ number: number }>(
    { name: "test-counted", text: "SELECT number FROM counted ORDER BY number" },
    [],
  );
  expect(rows.map(({ number }) => number).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  await database.close();
  rmSync(directory, { recursive: true });
});
