/** `orgconfig git`: what came of a source's newest commit, and a look at once. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig as run } from "../support/command.ts";
import { type GitServer, startGitServer } from "../support/git-server.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let git: GitServer;
let test: TestService;
let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  git = await startGitServer();
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  tenant = await test.makeTenant();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  env = { ORGCONFIG_URL: `http://127.0.0.1:${port}`, ORGCONFIG_KEY: tenant.key.value };
});
afterAll(async () => {
  await test.close();
  await git.close();
});

async function source(name: string, fields: object = {}) {
  const clone = git.repository(name);
  const body = { name, url: git.url(name), poll_seconds: 0, ...fields };
  const { id } = (await tenant.config("POST", "git_sources", { body })).body;
  return { clone, id: id as string };
}

it("syncs by name, and says what stands against a commit with its file and line", async () => {
  expect(await run(["git", "status"], env)).toMatchObject({ code: 0, stdout: "" });
  const { clone, id } = await source("monitoring");
  const commit = clone.push({ "a.yaml": "teams: [{name: Payments}]\n" }).slice(0, 12);
  const line = (status: string, at: string) => `${status.padEnd(11)}  monitoring  commit ${at} of main\n`;
  expect(await run(["git", "sync", "monitoring"], env)).toMatchObject({
    code: 0,
    stdout: line("synced", commit),
  });
  const wrong = clone.push({ "a.yaml": "teams:\n  - nam: Payments\n" }).slice(0, 12);
  const failed = await run(["git", "sync", id], env);
  expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining(line("failed", wrong))]);
  expect(failed.stdout).toMatch(/^ {2}a\.yaml:2: teams/m);
  expect(await run(["git", "status"], env)).toMatchObject({ code: 1, stdout: failed.stdout });
  const asked = await run(["git", "status", "monitoring", "--json"], env);
  expect([asked.code, JSON.parse(asked.stdout)]).toEqual([
    1,
    expect.objectContaining({ id, status: "failed" }),
  ]);
  await tenant.config("DELETE", `git_sources/${id}`);
});

it("exits with 4 where a commit waits as a proposal, and lets more rows be deleted where that is allowed", async () => {
  const { clone, id } = await source("held", { propose: true, set: "held" });
  clone.push({ "a.yaml": "teams: [{name: Held}]\n" });
  expect((await run(["git", "sync", "held"], env)).code).toBe(4);
  await tenant.config("PUT", `git_sources/${id}`, { body: { propose: false } });
  const teams = Array.from({ length: 12 }, (_, index) => `{name: Team ${index}}`).join(", ");
  clone.push({ "a.yaml": `teams: [${teams}]\n` });
  expect((await run(["git", "sync", "held"], env)).code).toBe(0);
  clone.push({ "a.yaml": "teams: []\n" });
  const refused = await run(["git", "sync", "held"], env);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining("allow_deletes")]);
  expect((await run(["git", "sync", "held", "--allow-deletes", "12"], env)).code).toBe(0);
});

it("says that there is no such source", async () => {
  const answer = await run(["git", "sync", "nobody"], env);
  expect([answer.code, answer.stdout]).toEqual([1, ""]);
});

it("says where what people changed here waits, and in which file and line a row stands", async () => {
  const { clone, id } = await source("pushed", { direction: "push", set: "pushed" });
  clone.push({ "a.yaml": "teams: []\n" });
  await run(["git", "sync", "pushed"], env);
  const set = { bundle: { teams: [{ name: "Written here" }] }, set: "pushed" };
  const { id: plan } = (await tenant.api("POST", "plans", { body: set })).body;
  expect((await tenant.api("POST", `plans/${plan}/apply`, { body: {} })).status).toBe(200);
  const pushed = await run(["git", "sync", "pushed"], env);
  clone.git("fetch", "--quiet", "origin", "orgconfig/changes");
  const tip = clone.git("rev-parse", "FETCH_HEAD").slice(0, 12);
  expect([pushed.code, pushed.stdout]).toEqual([
    0,
    expect.stringContaining(
      `  What people changed here waits as commit ${tip} on orgconfig/changes until somebody merges it into main.\n`,
    ),
  ]);
  const where = ["git", "where", "teams", "Written here"];
  expect(await run(where, env)).toMatchObject({ code: 1, stdout: "" });
  clone.git("merge", "--quiet", "--ff-only", "FETCH_HEAD");
  const commit = clone.push({}, "Merged").slice(0, 12);
  await run(["git", "sync", "pushed"], env);
  const found = await run(where, env);
  expect([found.code, found.stdout]).toEqual([0, `teams.yaml:2 at commit ${commit}\n`]);
  await tenant.config("DELETE", `git_sources/${id}`);
});
