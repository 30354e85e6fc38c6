/** `orgconfig propose`, `proposals` and `proposal`: files become a proposal, and somebody else decides on it. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { agentOf } from "../mcp/support.ts";
import { listening } from "../provider/network.ts";
import { orgconfig as run } from "../support/command.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const file = join(mkdtempSync(join(tmpdir(), "orgconfig-proposals-")), "teams.yaml");
writeFileSync(file, "teams:\n  - name: Payments\n");

let test: TestService;
let tenant: Tenant;
let env: Record<string, string>;
let reviewer: Record<string, string>;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant({ plan: "business" });
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(test.service.server.server.address() as AddressInfo).port}`;
  env = { ORGCONFIG_URL: url, ORGCONFIG_KEY: tenant.key.value };
  const { value } = await test.makeKey(tenant.organization.id, ["api:admin"]);
  reviewer = { ORGCONFIG_URL: url, ORGCONFIG_KEY: value };
});
afterAll(() => test.close());

it("proposes files, shows them, and applies them once somebody has approved", async () => {
  const made = await run(["propose", "-f", file, "--title", "Payments", "--reason", "New", "--json"], env);
  expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  const { id, digest } = JSON.parse(made.stdout);
  const shown = await run(["proposal", id], env);
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      new RegExp(`teams.*Payments[^]*Payments: ${id} is open.[^]*Digest ${digest}`),
    ),
  });
  const stale = await run(["proposal", id, "approve", "--digest", "0"], reviewer);
  expect([stale.code, stale.stderr]).toEqual([1, expect.stringContaining(digest)]);
  const own = await run(["proposal", id, "approve"], env);
  expect([own.code, own.stderr]).toEqual([1, expect.stringContaining("your approval would not count")]);
  expect(await run(["proposal", id, "approve", "--comment", "Yes"], reviewer)).toMatchObject({
    code: 0,
    stdout: `${id} is approved.\n`,
  });
  const listed = await run(["proposals", "--status", "approved"], env);
  expect([listed.code, listed.stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^${id}  approved .* Payments`)),
  ]);
  expect(await run(["proposal", id, "apply"], env)).toMatchObject({ code: 0, stdout: `${id} is applied.\n` });
  expect((await tenant.config("GET", "teams")).body.data).toMatchObject([{ name: "Payments" }]);
  const back = await run(["propose", "--undo-of", id, "--title", "Back", "--json"], env);
  expect(JSON.parse(back.stdout).changes).toMatchObject([{ action: "delete" }]);
  expect(await run(["proposal", id, "revert"], env)).toMatchObject({
    code: 0,
    stdout: `${id} is reverted.\n`,
  });
  expect((await tenant.config("GET", "teams")).body.data).toEqual([]);
});

it("proposes in the place of applying: files, a plan, an undo and a version to go back to", async () => {
  const proposedBy = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await run([...args, "--propose"], env);
    expect(code, stderr).toBe(0);
    const [, id = ""] = /^Proposed (prop_\w+): /.exec(stdout) ?? [];
    expect(stdout).toContain(`/proposals/${id}\n`);
    return id;
  };
  const name = async () => (await tenant.config("GET", "teams")).body.data[0]?.name;
  const make = await proposedBy(["apply", "-f", file]);
  expect(await name()).toBeUndefined();
  expect((await run(["proposal", make, "apply"], env)).code).toBe(0);
  expect(await name()).toBe("Payments");
  const [{ id }] = (await tenant.config("GET", "teams")).body.data;
  const none = await run(["apply", "-f", file, "--propose"], env);
  expect([none.code, none.stdout]).toEqual([0, ""]);
  expect((await tenant.config("PUT", `teams/${id}`, { body: { name: "Pay" } })).status).toBe(200);
  const { data } = (await tenant.api("GET", `history/teams/${id}`)).body;
  const back = await proposedBy(["restore", "teams", id, "--to", String(data.at(-1).sequence)]);
  const plan = await tenant.api("POST", "plans", {
    body: { edits: [{ op: "delete", resource: "teams", id }] },
  });
  await proposedBy(["apply", "--plan", plan.body.id]);
  const { plan_id: done } = (await tenant.api("GET", `proposals/${make}`)).body;
  await proposedBy(["undo", done]);
  expect(await name()).toBe("Pay");
  expect((await run(["proposal", back, "apply"], env)).code).toBe(0);
  expect(await name()).toBe("Payments");
});

it("takes what it cannot read for wrong use", async () => {
  expect((await run(["proposal", "prop_1", "accept"], env)).code).toBe(2);
  expect((await run(["propose", "--title", "None"], env)).code).toBe(2);
  expect((await run(["propose", "-f", file, "--undo-of", "plan_1", "--title", "Both"], env)).code).toBe(2);
});

it("exits with 4 where an approval is missing", async () => {
  const proposal = {
    ...{ id: "prop_1", status: "open", digest: "d", summary: {}, changes: [], problems: [], warnings: [] },
    ...{ effects: {}, refusals: [], needs: [] },
  };
  const server = createServer((request, response) => {
    request.resume();
    const isAct = request.method === "POST";
    const answer = isAct
      ? {
          error: "conflict",
          message: "It waits to be approved.",
          reason: "needs_approval",
          request_id: "req_1",
        }
      : proposal;
    response.writeHead(isAct ? 409 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  try {
    const refused = await run(["proposal", "prop_1", "apply", "--json"], { ...env, ORGCONFIG_URL: url });
    expect([refused.code, JSON.parse(refused.stdout).reason]).toEqual([4, "needs_approval"]);
  } finally {
    server.close();
  }
});

it("has an assistant that only proposes, whose prompt names real tools", async () => {
  const example = (name: string) => readFileSync(`examples/agent/${name}`, "utf8");
  const { organization, config } = await test.makeTenant({ plan: "business" });
  const [, policy = ""] = /```yaml\n([\s\S]*?)```/.exec(example("README.md")) ?? [];
  const made = await config("POST", "change_policies", { body: parse(policy).change_policies[0] });
  expect(made.status, made.text).toBe(201);
  const { value } = await test.makeKey(organization.id, ["mcp:write"], { proposeOnly: true });
  const act = async (...args: string[]) => {
    const env = { ...process.env, ORGCONFIG_URL: reviewer.ORGCONFIG_URL, ORGCONFIG_KEY: value };
    return (await promisify(execFile)(process.execPath, ["examples/agent/propose.mjs", ...args], { env }))
      .stdout;
  };
  const first = await act("Refunds");
  expect(first).toMatch(/← refused: .*propose_only/);
  expect(first).toMatch(
    /is open: Make team Refunds\n {2}What a model writes.* wants 1 approval, and has 0\n/,
  );
  expect((await config("GET", "teams")).body.data).toEqual([]);
  const [, id = ""] = /← (prop_\w+) is open/.exec(first) ?? [];
  expect(await act("Refunds")).toContain(id);
  expect(await act("--answer", id, "They begin in May.")).toContain("They begin in May.");
  expect(await act("--look", id)).toContain("They begin in May.");

  const known = new Set((await agentOf(test, value).tools()).map(({ name }) => name));
  const all = example("system-prompt.md").matchAll(/`([a-z_]+)`/g);
  const named = [...all].flatMap(([, name = ""]) => (name.includes("_") || name === "whoami" ? [name] : []));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
