/** Repositories over ssh: a real sshd, a real key, and its host key kept at the first contact. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GitServer, startGitServer } from "../support/git-server.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const root = mkdtempSync(join(tmpdir(), "orgconfig-sshd-"));
const user = userInfo().username;
let git: GitServer;
let test: TestService;
let tenant: Tenant;
let sshd: ChildProcess | undefined;
let port = 0;

beforeAll(async () => {
  git = await startGitServer();
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  tenant = await test.makeTenant();
  newKey("user");
  newKey("stranger");
  port = await freePort();
  writeFileSync(join(root, "authorized"), readFileSync(join(root, "user.pub")), { mode: 0o600 });
  await serve("host-1");
});

afterAll(async () => {
  sshd?.kill();
  await test.close();
  await git.close();
  rmSync(root, { recursive: true, force: true });
});

function newKey(name: string, type = "ed25519"): void {
  execFileSync("ssh-keygen", ["-q", "-t", type, "-N", "", "-f", join(root, name)]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts an sshd with a host key of its own. */
async function serve(host: string, type?: string): Promise<void> {
  const before = sshd;
  if (before !== undefined) {
    const closed = new Promise((resolve) => before.once("exit", resolve));
    before.kill();
    await closed;
  }
  newKey(host, type);
  mkdirSync("/run/sshd", { recursive: true });
  const config = join(root, `${host}.conf`);
  writeFileSync(
    config,
    [
      `ListenAddress 127.0.0.1:${port}`,
      `HostKey ${join(root, host)}`,
      `AuthorizedKeysFile ${join(root, "authorized")}`,
      "StrictModes no",
      "UsePAM no",
      "PermitRootLogin yes",
      "PasswordAuthentication no",
      `PidFile ${join(root, "pid")}`,
    ].join("\n"),
  );
  const child = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", config], { stdio: ["ignore", "ignore", "pipe"] });
  sshd = child;
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (text: Buffer) => {
      if (text.includes("Server listening")) resolve();
    });
    child.once("exit", () => reject(new Error("sshd ended")));
  });
}

it("reads a repository by a key, keeps the server's, and refuses another one until somebody says so", async () => {
  const clone = git.repository("over-ssh");
  clone.push({ "a.yaml": "teams: [{name: Over ssh}]\n" });
  const key = readFileSync(join(root, "user"), "utf8");
  const url = `ssh://${user}@127.0.0.1:${port}${clone.bare}`;
  const body = { name: "over ssh", url, poll_seconds: 0, credential: key };
  const tried = (await tenant.api("POST", "git_sources/test", { body })).body;
  const made = await tenant.config("POST", "git_sources", { body });
  expect(made.status, made.text).toBe(201);
  const sync = async (body = {}) =>
    (await tenant.api("POST", `git_sources/${made.body.id}/sync`, { body })).body;
  const first = await sync();
  expect(first).toMatchObject({ status: "synced", problem: null });
  const shown = execFileSync("ssh-keygen", ["-l", "-f", join(root, "host-1.pub")], { encoding: "utf8" });
  expect(first.host_key).toBe(`ssh-ed25519 ${shown.split(" ")[1]}`);
  expect(tried).toMatchObject({ ok: true, host_key: first.host_key, files: ["a.yaml"] });

  const nowhere = { ...body, url: `ssh://${user}@127.0.0.1:${port}/nowhere.git` };
  const none = (await tenant.api("POST", "git_sources/test", { body: nowhere })).body;
  expect(none).toMatchObject({ ok: false, error: expect.stringContaining("there is no such repository") });
  // A key of another type is another key, too.
  await serve("host-2", "ecdsa");
  clone.push({ "a.yaml": "teams: [{name: By another}]\n" });
  expect((await sync()).problem.message).toContain("another key");
  await serve("host-3");
  const save = (fields: object) => tenant.config("PUT", `git_sources/${made.body.id}`, { body: fields });
  await save({ url: git.url("over-ssh"), credential: "none" });
  expect(await sync()).toMatchObject({ status: "synced", problem: null, host_key: null });
  await save({ url, credential: key });
  const refused = await sync();
  expect(refused).toMatchObject({ status: "failed" });
  const other3 = execFileSync("ssh-keygen", ["-l", "-f", join(root, "host-3.pub")], { encoding: "utf8" });
  expect(refused.problem.message).toContain(`another key than at the first contact`);
  expect(refused.problem.message).toContain(other3.split(" ")[1]);
  const denials = [{ id: made.body.id }, { ...body, name: "new" }, { id: made.body.id, url: `${url}/` }];
  for (const settings of denials) {
    const again = (await tenant.api("POST", "git_sources/test", { body: { credential: key, ...settings } }))
      .body;
    expect(again).toMatchObject({ ok: false, error: expect.stringContaining("another key") });
  }
  const trusted = await sync({ trust_host_key: true });
  expect(trusted).toMatchObject({ status: "synced", problem: null });
  expect(trusted.host_key).toBe(`ssh-ed25519 ${other3.split(" ")[1]}`);

  const other = readFileSync(join(root, "stranger"), "utf8");
  await tenant.config("PUT", `git_sources/${made.body.id}`, { body: { credential: other } });
  const denied = await sync();
  expect(denied).toMatchObject({ status: "failed" });
  expect(denied.problem.message).toContain("did not take the credential");
  expect(JSON.stringify(denied) + test.logs.join("\n")).not.toContain("OPENSSH PRIVATE KEY");
});
