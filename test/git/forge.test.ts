/** What a commit leads to besides rows: a status at the forge, and a proposal where the source wants one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GitServer, startGitServer } from "../support/git-server.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let git: GitServer;
let test: TestService;
let tenant: Tenant;

/** A forge's API, by its public description: it notes what it is asked. */
const calls: { path: string; authorization: string | undefined; body: Record<string, string> }[] = [];
let answers = 201;
const forge = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    calls.push({
      path: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(parts).toString()),
    });
    response.writeHead(answers, { "content-type": "application/json" }).end("{}");
  });
});

beforeAll(async () => {
  git = await startGitServer();
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  tenant = await test.makeTenant();
  await new Promise<void>((resolve) => forge.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  forge.close();
  await test.close();
  await git.close();
});

let count = 0;

async function begin(fields: object) {
  count += 1;
  const name = `repo-${count}`;
  const clone = git.repository(name);
  const api_url = `http://127.0.0.1:${(forge.address() as AddressInfo).port}/api`;
  const made = await tenant.config("POST", "git_sources", {
    body: { name, url: git.url(name), poll_seconds: 0, credential: "a-token", api_url, ...fields },
  });
  expect(made.status, made.text).toBe(201);
  const sync = async () => {
    const answer = await tenant.api("POST", `git_sources/${made.body.id}/sync`, { body: {} });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  return { clone, name, sync };
}

const good = { "a.yaml": "teams: [{name: Payments}]\n" };

it.each([
  [
    "github",
    (name: string, commit: string) => `POST /api/repos/${name}/statuses/${commit}`,
    "Bearer a-token",
  ],
  ["gitea", (name: string, commit: string) => `POST /api/repos/${name}/statuses/${commit}`, "token a-token"],
  [
    "gitlab",
    (name: string, commit: string) => `POST /api/projects/${name}/statuses/${commit}`,
    "Bearer a-token",
  ],
  [
    "bitbucket",
    (name: string, commit: string) => `POST /api/repositories/${name}/commit/${commit}/statuses/build`,
    "Bearer a-token",
  ],
])("%s shows at each commit what came of it", async (kind, path, authorization) => {
  const { clone, name, sync } = await begin({ forge: kind });
  calls.length = 0;
  const commit = clone.push(good);
  expect(await sync()).toMatchObject({ status: "synced", notes: [] });
  expect(calls).toEqual([{ path: path(name, commit), authorization, body: expect.anything() }]);
  expect(calls[0]?.body.state).toMatch(/^success/i);
  const wrong = clone.push({ "a.yaml": "teams: [{nam: Payments}]\n" });
  await sync();
  expect(calls[1]?.path).toBe(path(name, wrong));
  expect(calls[1]?.body).toMatchObject({
    state: expect.stringMatching(/^fail/i),
    description: expect.stringContaining("a.yaml:1: "),
  });
});

it("says where the forge takes no status, and the rows are there all the same", async () => {
  const { clone, sync } = await begin({ forge: "github" });
  clone.push(good);
  answers = 403;
  const { status, notes } = await sync();
  answers = 201;
  expect({ status, notes }).toEqual({
    status: "synced",
    notes: ["The status of the commit was not taken by the forge: it answered HTTP 403."],
  });
});

it("makes one proposal of a commit, and is synced once that is applied", async () => {
  const { clone, sync } = await begin({ propose: true, forge: "gitea" });
  const commit = clone.push({ "a.yaml": "teams: [{name: Proposed}]\n" }, "Let us have a team");
  calls.length = 0;
  expect(await sync()).toMatchObject({ status: "proposed", problem: null, commit, synced_at: null });
  expect(calls[0]?.body.state).toBe("pending");
  expect(await sync()).toMatchObject({ status: "proposed" });
  const { data } = (await tenant.api("GET", "proposals?status=open")).body;
  expect(data).toHaveLength(1);
  expect(data[0].title).toContain("Let us have a team");
  const teams = async () =>
    (await tenant.config("GET", "teams")).body.data.map((row: { name: string }) => row.name);
  expect(await teams()).not.toContain("Proposed");
  const applied = await tenant.api("POST", `proposals/${data[0].id}/apply`, {
    body: { digest: data[0].digest },
  });
  expect(applied.status, applied.text).toBe(200);
  expect(await teams()).toContain("Proposed");
  expect(await sync()).toMatchObject({ status: "synced" });
  clone.push({ "a.yaml": "teams: [{nam: x}]\n" });
  expect(await sync()).toMatchObject({ status: "failed", problem: { file: "a.yaml", line: 1 } });
});

it("makes a proposal of a commit that a change policy holds", async () => {
  const { clone, sync } = await begin({ forge: "gitea" });
  const policy = await tenant.config("POST", "change_policies", {
    body: { name: "Teams", kinds: ["teams"], approvals: 1, by: "org_admin" },
  });
  expect(policy.status, policy.text).toBe(201);
  clone.push({ "a.yaml": "teams: [{name: Held}]\n" }, "A team that somebody looks at");
  expect(await sync()).toMatchObject({ status: "proposed", problem: null });
  const { data } = (await tenant.api("GET", "proposals?status=open")).body;
  expect(data[0].title).toContain("A team that somebody looks at");
});
