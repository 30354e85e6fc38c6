/** Runs once around the tests: what they and the programs that they start write for a while goes when they end. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default function makeOwnFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-run-"));
  // A PostgreSQL server that a test starts as another user has its folder below.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // A program that was killed may write a last time meanwhile.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
