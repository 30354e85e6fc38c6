/** kill -9 of the program while it applies plans, a few times; `npm run test:faults` does it 100 times on each engine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { killed } from "../faults/installation.ts";
import { compiledProgram } from "../support/compiled.ts";
import { startProgram } from "../support/program.ts";
import { killWhileApplying } from "./kills.ts";

const main = compiledProgram();
const kills = 3;

it("has all or nothing of a plan after kill -9", async () => {
  const directory = mkdtempSync(join(tmpdir(), "orgconfig-plans-"));
  const env = { DATABASE_URL: "", ORGCONFIG_RATE_LIMIT: "off", LOG_LEVEL: "warn" };
  const outcomes = await killWhileApplying(
    () => startProgram(env, directory, main),
    killed,
    (program) => program.firstKey(),
    kills,
  );
  expect(outcomes.whole + outcomes.none).toBe(kills);
  rmSync(directory, { recursive: true, force: true });
});
