/** The inspector's terminal mode, as people and scripts run it (docs/agents.md). It needs Node 22. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Loopback, runScript, startLoopback } from "./loopback.ts";

const inspector = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

let loopback: Loopback;
beforeAll(async () => {
  loopback = await startLoopback();
});
afterAll(() => loopback.close());

const home = mkdtempSync(join(tmpdir(), "inspector-"));

function inspect(era: string, ...args: string[]) {
  const target = [loopback.url, "--transport", "http", "--protocol-era", era];
  const header = ["--header", `Authorization: Bearer ${loopback.key}`];
  return runScript(inspector, ["--cli", ...target, ...header, "--format", "json", ...args], { HOME: home });
}

describe.each(["legacy", "modern"])("in the %s era", (era) => {
  it("lists every tool, and finds no fault in a schema", async () => {
    const { code, stdout, stderr } = await inspect(era, "--method", "tools/list", "--strict");
    expect(code, stderr.slice(0, 2_000)).toBe(0);
    const { result, schemaFindings } = JSON.parse(stdout);
    expect(result.tools.map(({ name }: { name: string }) => name).sort()).toEqual(
      [...loopback.test.service.operations.keys()].sort(),
    );
    const rules = schemaFindings.flatMap(({ findings }: { findings: { rule: string; severity: string }[] }) =>
      findings.map(({ rule, severity }) => `${severity} ${rule}`),
    );
    // Nullable fields are written as JSON Schema has them; nothing else is remarked on.
    expect([...new Set(rules)]).toEqual(["warning type-union"]);
  });

  it("calls a tool, and ends with 5 at a refusal", async () => {
    const call = (...args: string[]) =>
      inspect(era, "--method", "tools/call", "--tool-name", "create_team", ...args);
    const made = await call("--tool-arg", `name=Inspectors of ${era}`);
    expect(made.code, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout).result.structuredContent.name).toBe(`Inspectors of ${era}`);
    const refused = await call("--tool-args-json", '{"name": ""}');
    expect(refused.code).toBe(5);
    expect(JSON.parse(refused.stdout).result._meta["orgconfig/status"]).toBe(422);
  });
});
