import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it("passes the linter as it is served, with no error and no warning", async () => {
  const { text } = await test.send("GET", "/api/v1/config/openapi.json");
  expect(await lint(text)).toEqual([]);
});

it("would not pass with a fault in it", async () => {
  const { body } = await test.send("GET", "/api/v1/config/openapi.json");
  body.paths["/api/v1/config/teams"].get.operationId = "get_team";
  body.paths["/api/v1/config/teams"].get.responses[200].content["application/json"].schema.$ref += "s";
  expect(await lint(JSON.stringify(body))).toEqual(
    expect.arrayContaining(["error no-unresolved-refs", "error operation-operationId-unique"]),
  );
});

/** The linter's complaints, each as its severity and rule. */
async function lint(description: string): Promise<string[]> {
  const file = join(mkdtempSync(join(tmpdir(), "orgconfig-lint-")), "openapi.json");
  writeFileSync(file, description);
  const { stdout } = await run(
    process.execPath,
    ["node_modules/@redocly/cli/bin/cli.js", "lint", file, "--config", "redocly.yaml", "--format", "json"],
    { cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: "off" }, maxBuffer: 16 * 1024 * 1024 },
    // It exits with 1 where it finds errors, and notifies them all the same.
  ).catch((failed: { stdout: string }) => failed);
  const { problems } = JSON.parse(stdout) as { problems: { severity: string; ruleId: string }[] };
  return problems.map(({ severity, ruleId }) => `${severity} ${ruleId}`);
}
