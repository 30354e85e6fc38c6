/** What a repository, a server or a sender of webhooks may try, and what is said of it. */
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGitTransport } from "../../src/transports/git/index.ts";
import { type GitClone, type GitServer, startGitServer } from "../support/git-server.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let git: GitServer;
let test: TestService;
let tenant: Tenant;

beforeAll(async () => {
  git = await startGitServer();
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  tenant = await test.makeTenant();
});

afterAll(async () => {
  await test.close();
  await git.close();
});

let count = 0;

async function begin(fields: object = {}): Promise<{ clone: GitClone; id: string; name: string }> {
  count += 1;
  const name = `repo-${count}`;
  const clone = git.repository(name);
  const made = await tenant.config("POST", "git_sources", {
    body: { name, url: git.url(name), path: "rows", poll_seconds: 0, ...fields },
  });
  expect(made.status, made.text).toBe(201);
  return { clone, id: made.body.id, name };
}

async function sync(id: string) {
  const answer = await tenant.api("POST", `git_sources/${id}/sync`, { body: {} });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const teams = "teams:\n  - name: From Git\n";

describe("files", () => {
  it("that are links out of the folder are not followed", async () => {
    const { clone, id } = await begin();
    clone.push({ "rows/teams.yaml": teams });
    symlinkSync("/etc/passwd", join(clone.folder, "rows", "more.yaml"));
    clone.push({});
    const { status, problem } = await sync(id);
    expect({ status, file: problem.file }).toEqual({ status: "failed", file: "rows/more.yaml" });
    expect(problem.message).toContain("leads out of the folder");
  });

  it("that are links within the folder are the file that they lead to", async () => {
    const { clone, id } = await begin();
    clone.push({ "rows/teams.yaml": teams });
    symlinkSync("teams.yaml", join(clone.folder, "rows", "again.yaml"));
    clone.push({});
    expect(await sync(id)).toMatchObject({ status: "synced", problem: null });
  });

  it("of a submodule are not read, and that is said", async () => {
    const { clone, id } = await begin();
    clone.push({ "rows/teams.yaml": teams });
    clone.git("update-index", "--add", "--cacheinfo", `160000,${clone.git("rev-parse", "HEAD")},rows/module`);
    clone.git("commit", "--quiet", "-m", "A submodule");
    clone.git("push", "--quiet", "origin", "HEAD");
    const { status, notes } = await sync(id);
    expect({ status, notes }).toEqual({
      status: "synced",
      notes: ["rows/module is a submodule, and is not read"],
    });
  });

  it.each([
    ["a pointer of LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "Git LFS"],
    ["no UTF-8", Buffer.from([0x74, 0xff, 0xfe]), "UTF-8"],
    ["too large", `# ${"x".repeat(5_000_000)}\n`, "bytes"],
    ["a tower of aliases", bomb(), "too many values"],
  ])("that are %s are named", async (_what, content, said) => {
    const { clone, id } = await begin();
    clone.push({ "rows/a.yaml": teams, "rows/b.yaml": content });
    const { status, problem } = await sync(id);
    expect({ status, file: problem.file }).toEqual({ status: "failed", file: "rows/b.yaml" });
    expect(problem.message).toContain(said);
  });

  it("whose tree says .. stay what they are: no file outside is read or written", async () => {
    const { clone, id } = await begin();
    clone.push({ "rows/teams.yaml": teams });
    const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd: clone.folder, input: teams });
    const tree = (entries: string) =>
      execFileSync("git", ["mktree"], { cwd: clone.folder, input: entries, encoding: "utf8" }).trim();
    const inner = tree(`100644 blob ${blob.toString().trim()}\tescape.yaml\n`);
    // What git itself refuses to write is written by hand.
    const raw = Buffer.concat([Buffer.from("40000 ..\0"), Buffer.from(inner, "hex")]);
    const rows = execFileSync("git", ["hash-object", "-w", "-t", "tree", "--literally", "--stdin"], {
      cwd: clone.folder,
      input: raw,
      encoding: "utf8",
    }).trim();
    const root = tree(`040000 tree ${rows}\trows\n`);
    const commit = clone.git("commit-tree", "-m", "Escape", root);
    clone.git("push", "--quiet", "--force", "origin", `${commit}:refs/heads/main`);
    const { status, problem } = await sync(id);
    expect({ status, file: problem.file }).toEqual({ status: "failed", file: "rows/../escape.yaml" });
  });

  it("of a folder that is not there, or holds none, are said to be missing", async () => {
    const { clone, id } = await begin();
    clone.push({ "readme.md": "nothing" });
    expect((await sync(id)).problem.message).toContain("has no folder rows");
    mkdirSync(join(clone.folder, "rows"));
    clone.push({ "rows/readme.md": "nothing" });
    expect((await sync(id)).problem.message).toContain("holds no .yaml");
  });
});

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? "x-0: &a0 [1,1,1,1,1,1,1,1,1]"
      : `x-${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(",")}]`,
  );
  return `${levels.join("\n")}\nteams: *a11\n`;
}

describe("addresses", () => {
  const refused = async (url: string) => {
    const answer = await tenant.config("POST", "git_sources", { body: { name: `at ${count}`, url } });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.text).not.toContain("hunter2");
    return answer.body.message as string;
  };

  it("with a token in them are refused, and the token is in no answer and no log", async () => {
    for (const url of [
      "https://ada:hunter2@git.example.com/acme.git",
      "https://hunter2@git.example.com/acme.git",
      "https://git.example.com/acme.git?private_token=hunter2",
      "ssh://git:hunter2@git.example.com/acme.git",
    ])
      expect(await refused(url)).toContain("credential");
    expect(test.logs.join("\n")).not.toContain("hunter2");
  });

  it("of other sorts are refused", async () => {
    for (const url of [
      "file:///etc",
      "ext::sh -c id",
      "git://git.example.com/a",
      "/etc",
      "-oProxyCommand=id",
      "git@-host:a",
    ])
      expect(await refused(url)).toContain("url");
    expect(await refused("http://git.example.com/acme.git")).toContain("ORGCONFIG_OUTBOUND_ALLOW");
  });

  it("in a private network are not asked", async () => {
    const transport = createGitTransport({ allow: [], resolve: async () => [{ address: "127.0.0.1" }] });
    const remote = { of: "org", credential: undefined, knownHosts: "" };
    git.asked.length = 0;
    const { port } = new URL(git.url("x"));
    for (const url of [
      `https://127.0.0.1:${port}/x.git`,
      `https://git.example.com:${port}/x.git`,
      "ssh://git@[::1]/x",
    ])
      await expect(transport.head({ ...remote, url }, "main")).rejects.toThrow("private network");
    expect(git.asked).toEqual([]);
  });

  it("are held to what was judged: the name leads there and nowhere else", async () => {
    const { clone, name } = await begin();
    const commit = clone.push({ "rows/teams.yaml": teams });
    const { port } = new URL(git.url("x"));
    const transport = createGitTransport({
      allow: ["git.example.com"],
      resolve: async () => [{ address: "127.0.0.1" }],
    });
    const remote = {
      of: "org",
      url: `http://git.example.com:${port}/${name}.git`,
      credential: undefined,
      knownHosts: "",
    };
    expect((await transport.head(remote, "main")).commit).toBe(commit);
  });

  it("that a server redirects to are not gone to", async () => {
    const { id } = await begin();
    git.asked.length = 0;
    git.answer = (request, response) =>
      response
        .writeHead(302, { location: git.url("elsewhere") + (request.url ?? "").replace(/^[^.]*\.git/, "") })
        .end();
    const { status } = await sync(id);
    git.answer = undefined;
    expect(["failed", "unreachable"]).toContain(status);
    expect(git.asked.filter((one) => one.includes("elsewhere"))).toEqual([]);
  });
});

describe("credentials", () => {
  it("open the repository as the password of Basic, and stand in no log and no answer", async () => {
    const { clone, id, name } = await begin({ credential: "s3cret-of-git" });
    clone.push({ "rows/teams.yaml": teams });
    git.password = "s3cret-of-git";
    expect(await sync(id)).toMatchObject({ status: "synced", credential_set: true });
    git.password = "another";
    const wrong = await sync(id);
    git.password = undefined;
    expect(wrong).toMatchObject({ status: "failed" });
    expect(wrong.problem.message).toContain("did not take the credential");
    expect(JSON.stringify(wrong) + test.logs.join("\n")).not.toContain("s3cret-of-git");
    // Another address gets none of it.
    const moved = await tenant.config("PUT", `git_sources/${id}`, {
      body: { url: "https://other.example.com/a.git" },
    });
    expect(moved.status).toBe(200);
    expect(moved.text).toContain("no_secret");
    git.asked.length = 0;
    expect((await sync(id)).problem.message).toContain("save it again");
    await tenant.config("PUT", `git_sources/${id}`, { body: { url: git.url(name) } });
    expect(await sync(id)).toMatchObject({ status: "synced" });
    await tenant.config("PUT", `git_sources/${id}`, {
      body: { forge: "gitea", api_url: "https://other.example.com/api" },
    });
    expect((await sync(id)).problem.message).toContain("save it again");
  });
});

describe("webhooks", () => {
  const body = JSON.stringify({ ref: "refs/heads/main" });
  const signature = createHmac("sha256", "of the hook").update(body).digest("hex");
  const post = (id: string, headers: Readonly<Record<string, string>>, sent: unknown = body) =>
    test.send("POST", `/api/v1/intake/git/${id}`, { headers, body: sent });

  it.each([
    ["GitHub", { "x-hub-signature-256": `sha256=${signature}` }],
    ["GitLab", { "x-gitlab-token": "of the hook" }],
    ["Gitea", { "x-gitea-signature": signature }],
    ["Forgejo", { "x-forgejo-signature": signature }],
    ["Bitbucket", { "x-hub-signature": `sha256=${signature}` }],
  ])("of %s make the source look", async (_forge, headers) => {
    const { clone, id } = await begin({ webhook_secret: "of the hook" });
    await test.service.git.flush();
    const commit = clone.push({ "rows/teams.yaml": teams });
    expect((await post(id, headers)).status).toBe(202);
    await test.service.git.flush();
    expect((await tenant.config("GET", `git_sources/${id}`)).body).toMatchObject({
      status: "synced",
      commit,
    });
  });

  it("that are not signed right are 401, and nothing is looked at", async () => {
    const { id } = await begin({ webhook_secret: "of the hook" });
    await test.service.git.flush();
    git.asked.length = 0;
    const wrong = createHmac("sha256", "another").update(body).digest("hex");
    for (const headers of [
      {},
      { "x-hub-signature-256": `sha256=${wrong}` },
      { "x-hub-signature-256": "sha256=" },
      { "x-gitlab-token": "" },
      { "x-gitlab-token": signature },
    ])
      expect((await post(id, headers as Record<string, string>)).status).toBe(401);
    const other = JSON.stringify({ ref: "refs/heads/other" });
    expect((await post(id, { "x-hub-signature-256": `sha256=${signature}` }, other)).status).toBe(401);
    await test.service.git.flush();
    expect(git.asked).toEqual([]);
  });

  it("without a secret, to nobody, or without end are refused", async () => {
    const { id } = await begin();
    const empty = createHmac("sha256", "").update(body).digest("hex");
    expect((await post(id, { "x-gitea-signature": empty })).status).toBe(401);
    expect((await post("gitsrc_none", {})).status).toBe(404);
    expect((await post(id, {}, "x".repeat(5_000_000))).status).toBe(413);
  });
});

describe("the kind", () => {
  it("refuses what is no folder", async () => {
    const post = (fields: object) =>
      tenant.config("POST", "git_sources", {
        body: { name: "x", url: "https://git.example.com/a.git", ...fields },
      });
    for (const path of ["../up", "/root", "a//b", "a/./b", "a/", ".git/hooks", "a\\b"])
      expect((await post({ path })).body.field ?? "path").toContain("path");
  });

  it("is seen by its own organization alone", async () => {
    const { id } = await begin();
    const other = await test.makeTenant();
    expect((await other.config("GET", `git_sources/${id}`)).status).toBe(404);
    expect((await other.api("POST", `git_sources/${id}/sync`, { body: {} })).status).toBe(404);
    const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
    const answer = await test.send("POST", `/api/v1/git_sources/${id}/sync`, {
      headers: { authorization: `Bearer ${reader.value}` },
      body: {},
    });
    expect(answer.status).toBe(403);
  });
});
