/** The inspector's terminal mode, as people and scripts run it (docs/agents.md). It needs Node 22. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { allow, broughtBy } from "../oauth/support.ts";
import { startService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { type Loopback, runScript, startLoopback, startScript } from "./loopback.ts";

const inspector = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

let loopback: Loopback;
beforeAll(async () => {
  loopback = await startLoopback();
});
afterAll(() => loopback.close());

const home = mkdtempSync(join(tmpdir(), "inspector-"));

function inspect(era: string, ...args: string[]) {
  const target = [`${loopback.url}?detail=full`, "--transport", "http", "--protocol-era", era];
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

it("connects by OAuth: registers itself, and waits on this machine for the person's yes", async () => {
  const test = await startService({ ORGCONFIG_OPERATOR_TOKEN: "operator-token-of-this-test" });
  const base = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const site = siteOf(test);
  const organization = await site.makeOrganization();
  const person = await site.makeMember(organization.id, "member");
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const call = [
    "--callback-url",
    callback,
    "--method",
    "tools/call",
    "--tool-name",
    "whoami",
    "--format",
    "json",
  ];
  const own = mkdtempSync(join(tmpdir(), "inspector-"));
  const { ended, printed } = startScript(
    inspector,
    ["--cli", `${base}/api/mcp`, "--transport", "http", ...call],
    // Without a terminal it asks for a browser that it may open; there is none.
    { HOME: own, BROWSER: "true", MCP_AUTO_OPEN_ENABLED: "true" },
  );
  const page = await printed(/http:\S+\/authorize\?\S+(?=\s)/);
  const headers = { host: new URL(base).host, origin: base };
  const request = Object.fromEntries(new URL(page).searchParams);
  const answer = await allow(person, { request }, [organization.slug], {}, headers);
  expect(broughtBy(answer).get("iss")).toBe(base);
  await fetch(answer.body.location);
  const { code, stdout, stderr } = await ended;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout).result.structuredContent).toMatchObject({ level: "read" });
  await test.close();
});
