/** The run of an agent's calls: the client's name and its session, in every revision, unless a header names one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { agentOf, legacy, path, streamed } from "./support.ts";

let test: TestService;
let tenant: Tenant;
let keyId: string;
let credential: string;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  ({ id: keyId, value: credential } = await test.makeKey(tenant.organization.id, ["mcp:admin"]));
});
afterAll(() => test.close());

/** A message of a client of 2025, with the package's answers read from their stream. */
async function say(method: string, params: object, headers: Readonly<Record<string, string>> = {}) {
  const answer = await test.send("POST", path, {
    headers: {
      authorization: `Bearer ${credential}`,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": legacy,
      ...headers,
    },
    body: { jsonrpc: "2.0", id: 1, method, params },
  });
  return { answer, result: streamed(answer).result };
}

const initialize = (clientInfo: object) =>
  say("initialize", { protocolVersion: legacy, capabilities: {}, clientInfo });

const make = (name: string, headers: Readonly<Record<string, string>>) =>
  say("tools/call", { name: "create_team", arguments: { name } }, headers);

async function runOf(team: string): Promise<string | null> {
  const { body } = await tenant.api("GET", `audit?name=${encodeURIComponent(team)}&action=create_team`);
  return body.data[0].run;
}

it("is the session, whose id holds the client's name, for clients of 2025", async () => {
  const sessions = [];
  for (const clientInfo of [
    { name: "claude-code", version: "2.1.0" },
    { name: "Zoë's agent", version: "1" },
    { name: "a".repeat(500), version: "1" },
  ]) {
    const session = String((await initialize(clientInfo)).answer.headers["mcp-session-id"]);
    // Visible ASCII, as the protocol has it.
    expect(session).toMatch(/^[!-~]{37,137}$/);
    sessions.push(session);
  }
  expect(sessions[0]).toMatch(/^claude-code-2\.1\.0:[0-9a-f-]{36}$/);
  expect(sessions[1]).toMatch(/^Zo\?'s-agent-1:/);
  const again = (await initialize({ name: "claude-code", version: "2.1.0" })).answer.headers[
    "mcp-session-id"
  ];
  expect(again).not.toBe(sessions[0]);

  await make("Of a session", { "mcp-session-id": sessions[0] as string });
  // What is unusual about a call makes it the package's, which knows no session.
  await say(
    "tools/call",
    { name: "create_team", arguments: { name: "By the package" }, _meta: { other: 1 } },
    { "mcp-session-id": sessions[0] as string },
  );
  await make("Of none", {});
  await make("Of a header", { "mcp-session-id": sessions[0] as string, "orgconfig-run": "nightly 7" });
  expect(await runOf("Of a session")).toBe(sessions[0]);
  expect(await runOf("By the package")).toBe(sessions[0]);
  expect(await runOf("Of none")).toBeNull();
  expect(await runOf("Of a header")).toBe("nightly 7");
});

it("is the client's name, its credential and the day for clients of 2026-07-28", async () => {
  await agentOf(test, credential).call("create_team", { name: "Modern" });
  expect(await runOf("Modern")).toBe(`test 1.0.0 ${keyId} ${new Date().toISOString().slice(0, 10)}`);
  const bad = await agentOf(test, credential).rpc(
    "tools/call",
    { name: "create_team", arguments: { name: "Bad" } },
    { headers: { "orgconfig-run": "a".repeat(201) } },
  );
  expect([bad.status, bad.body.field]).toEqual([400, "Orgconfig-Run"]);
});

it("is found and taken back by tools", async () => {
  const agent = agentOf(test, credential);
  const run = String((await initialize({ name: "undone", version: "1" })).answer.headers["mcp-session-id"]);
  await make("Undone", { "mcp-session-id": run });
  const listed = await agent.call("list_audit_log", { run });
  expect(listed.structuredContent.data).toMatchObject([{ action: "create_team", door: "mcp", run }]);
  const plan = (await agent.call("plan_changes", { undo_run: run })).structuredContent;
  expect(plan).toMatchObject({ undoes_run: run, summary: { delete: 1 } });
  await agent.call("apply_plan", { id: plan.id, confirm: plan.id });
  expect((await tenant.config("GET", "teams?name=Undone")).body.data).toEqual([]);
});
