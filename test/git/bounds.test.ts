/** What a repository may do to the service: each bound ends it with its name and a way out, and never the service. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createPlain, type RequestListener } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { figure } from "../../src/kernel/readable.ts";
import { bounds } from "../../src/transports/git/bounds.ts";
import { failureOf, failures, type GitState } from "../../src/transports/git/failures.ts";
import { createGitTransport } from "../../src/transports/git/index.ts";
import type { GitFailure, GitNewCommit, GitPushing, GitRemote } from "../../src/transports/port.ts";
import { makeCertificates } from "../renderers/blackbox/certificates.ts";
import { type GitClone, type GitServer, startGitServer } from "../support/git-server.ts";

let git: GitServer;
const transport = createGitTransport({ allow: ["127.0.0.1"] });

beforeAll(async () => {
  git = await startGitServer();
});
afterAll(() => git.close());

let count = 0;

function begin(): { clone: GitClone; remote: GitRemote } {
  count += 1;
  const name = `repo-${count}`;
  const clone = git.repository(name);
  return { clone, remote: { ...nobody, url: git.url(name) } };
}

function made(clone: GitClone, sort: "blob" | "tree", input: string): string {
  const args = sort === "blob" ? ["hash-object", "-w", "--stdin"] : ["mktree"];
  return execFileSync("git", args, { cwd: clone.folder, input, encoding: "utf8" }).trim();
}

/** A folder of 10^13 paths, in 13 objects, at this place of the root. */
function unfolding(clone: GitClone, name: string): string {
  let tree = made(
    clone,
    "tree",
    `100644 blob ${made(clone, "blob", "teams: [{name: From Git}]\n")}\ta.yaml\n`,
  );
  const rows = tree;
  for (let level = 0; level < 12; level += 1)
    tree = made(
      clone,
      "tree",
      Array.from({ length: 10 }, (_, at) => `040000 tree ${tree}\td${at}\n`).join(""),
    );
  const root = made(clone, "tree", `040000 tree ${rows}\trows\n040000 tree ${tree}\t${name}\n`);
  const commit = clone.git("commit-tree", "-m", "Unfold", root);
  clone.git("push", "--quiet", "--force", "origin", `${commit}:refs/heads/main`);
  return commit;
}

const written: GitNewCommit = {
  message: "Rows",
  author: { name: "Ada", email: "ada@noreply.example.com" },
  at: new Date("2026-01-02T03:04:05Z"),
  files: [{ name: "rows/a.yaml", text: "teams: [{name: Here}]\n" }],
};
const place = {
  branch: "main",
  pushBranch: "orgconfig/changes",
  pushed: undefined,
  path: "rows",
  own: [],
  madeOn: [],
};
const making = (decide: GitPushing["decide"]): GitPushing => ({ decide, before: async () => {} });

describe("a folder that unfolds without end", () => {
  it("is listed up to the bound, which is said with the way out", async () => {
    const { clone, remote } = begin();
    unfolding(clone, "wide");
    await expect(transport.folder(remote, "main", "wide")).rejects.toThrow(
      /the folder wide holds more than 100,000 files.*path/,
    );
    await expect(transport.folder(remote, "main", "")).rejects.toThrow(
      /the repository holds more than 100,000 files/,
    );
  });

  it("next to the folder of the source is not looked at, neither to read nor to write", async () => {
    const { clone, remote } = begin();
    unfolding(clone, "wide");
    expect((await transport.folder(remote, "main", "rows")).files).toHaveLength(1);
    const { tip } = await transport.push(
      remote,
      place,
      making(async () => [written]),
    );
    clone.git("fetch", "--quiet", "origin", "orgconfig/changes");
    expect(clone.git("rev-parse", "FETCH_HEAD")).toBe(tip);
    expect(clone.git("show", "FETCH_HEAD:rows/a.yaml")).toBe("teams: [{name: Here}]");
  });

  it("that somebody put on the branch of the service is compared up to the bound", async () => {
    const { clone, remote } = begin();
    clone.push({ "rows/a.yaml": "teams: []\n", "b.txt": "1" });
    const pushed = unfolding(clone, "wide");
    clone.git("push", "--quiet", "origin", `${pushed}:refs/heads/orgconfig/changes`);
    clone.push({ "b.txt": "2" });
    const others = async () => {
      await transport.push(
        remote,
        { ...place, pushed },
        making(async (base) => {
          await base.others();
          return [];
        }),
      );
    };
    await expect(others()).rejects.toThrow(/more than 100,000 files/);
  });
});

it.each([
  [
    "a folder of 100,001 names",
    (clone: GitClone) => {
      const blob = made(clone, "blob", "teams: []\n");
      const names = Array.from({ length: bounds.listed + 1 }, (_, at) => `100644 blob ${blob}\t${at}\n`);
      return made(clone, "tree", names.join(""));
    },
    /more than 100,000 files/,
  ],
  [
    "a file that is a thousand times as large as its pack",
    (clone: GitClone) =>
      made(clone, "tree", `100644 blob ${made(clone, "blob", "\0".repeat(32e6))}\ta.yaml\n`),
    /has 32,000,000 bytes; a file has at most 4 MiB/,
  ],
  [
    "files that are too much together",
    (clone: GitClone) => {
      const blob = made(clone, "blob", "#".repeat(4e6));
      const names = Array.from({ length: 6 }, (_, at) => `100644 blob ${blob}\t${at}.yaml\n`);
      return made(clone, "tree", names.join(""));
    },
    /holds 24,000,000 bytes in its files; at most 20 MiB/,
  ],
])("%s is said with its bound", async (_what, rows, said) => {
  const { clone, remote } = begin();
  const root = made(clone, "tree", `040000 tree ${rows(clone)}\trows\n`);
  const commit = clone.git("commit-tree", "-m", "Much", root);
  clone.git("push", "--quiet", "--force", "origin", `${commit}:refs/heads/main`);
  const read = transport.folder(remote, "main", "rows").then(
    ({ faults }) => faults.map(({ message }) => message).join(),
    ({ message }: GitFailure) => message,
  );
  expect(await read).toMatch(said);
});

it("that has 100,000 branches, or a past of any length, is asked for one branch and one commit", async () => {
  const { clone, remote } = begin();
  const commit = clone.push({ "rows/a.yaml": "teams: []\n" });
  const names = Array.from(
    { length: 100_000 },
    (_, at) => `${commit} refs/heads/b${String(at).padStart(6, "0")}`,
  );
  writeFileSync(
    join(clone.bare, "packed-refs"),
    `# pack-refs with: peeled fully-peeled sorted \n${names.join("\n")}\n`,
  );
  expect((await transport.head(remote, "main")).commit).toBe(commit);
  expect((await transport.folder(remote, "main", "rows")).files).toHaveLength(1);
});

it("is read one at a time for one organization, and four at once for all", async () => {
  const open: { readonly of: string; readonly go: () => void }[] = [];
  const seen: string[][] = [];
  const shared = createGitTransport({
    allow: [],
    resolve: (host) =>
      new Promise((done) => {
        open.push({ of: host.split(".")[0] ?? "", go: () => done([]) });
        seen.push(open.map(({ of }) => of));
      }),
  });
  const asked = ["a", "a", "a", "b", "c", "d", "e"].map((of) =>
    shared
      .folder({ ...nobody, of, url: `https://${of}.example.com/x.git` }, "main", "")
      .catch(({ message }: GitFailure) => message),
  );
  await vi.waitFor(() => expect(open.map(({ of }) => of).sort()).toEqual(["a", "b", "c", "d"]));
  for (let ended = 0; ended < asked.length; ended += 1) {
    await vi.waitFor(() => expect(open).not.toEqual([]));
    open.shift()?.go();
  }
  expect(await Promise.all(asked)).toEqual(asked.map(() => expect.stringContaining("DNS")));
  for (const at of seen) expect(at.length === new Set(at).size && at.length <= 4, `${at}`).toBe(true);
});

describe("a repository that is larger than the bound", () => {
  const large = () => {
    const { clone, remote } = begin();
    const files = Object.fromEntries([1, 2, 3].map((at) => [`models/${at}.bin`, randomBytes(1_000_000)]));
    clone.push({ "rows/a.yaml": "teams: [{name: Far}]\n", ...files });
    return { clone, remote };
  };

  it("is read and written by its folder alone where the server sends parts, and says what to do where it does not", async () => {
    const { clone, remote } = large();
    const transport = createGitTransport({ allow: ["127.0.0.1"], packMb: 2 });
    await expect(transport.folder(remote, "main", "rows")).rejects.toThrow(
      /more than 200 MB packed.*uploadpack\.allowFilter/,
    );
    execFileSync("git", ["config", "uploadpack.allowFilter", "true"], { cwd: clone.bare });
    expect((await transport.folder(remote, "main", "rows")).files).toEqual([
      { name: "rows/a.yaml", text: "teams: [{name: Far}]\n" },
    ]);
    const { tip } = await transport.push(
      remote,
      place,
      making(async () => [written]),
    );
    clone.git("fetch", "--quiet", "origin", "orgconfig/changes");
    expect(clone.git("rev-parse", "FETCH_HEAD")).toBe(tip);
    expect(clone.git("diff", "--stat", "main", "FETCH_HEAD")).toContain("1 file changed");
  });
});

const nobody = { of: "org", credential: undefined, knownHosts: "" };
const failed = (url: string) =>
  transport.head({ ...nobody, url }, "main").then(
    () => undefined,
    ({ state, message }: GitFailure) => ({ state, message }),
  );

describe("what stands against a server", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-certificates-"));
  const certificates = makeCertificates(folder);
  const close: (() => void)[] = [];
  afterEach(() => {
    delete process.env.GIT_SSL_CAINFO;
    for (const one of close.splice(0)) one();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function at(server: ReturnType<typeof createPlain> | ReturnType<typeof createSecure>) {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    close.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  it.each([
    ["selfSigned", "untrusted"],
    ["expired", "expired"],
    ["wrong", "wrong_host"],
  ] as const)("is said of a certificate that is %s", async (name, state) => {
    process.env.GIT_SSL_CAINFO = certificates.caFile;
    const port = await at(createSecure(certificates[name], (_request, response) => response.end()));
    const shared = createGitTransport({ allow: ["127.0.0.1", "localhost"] });
    const remote = { ...nobody, url: `https://localhost:${port}/x.git` };
    await expect(shared.head(remote, "main")).rejects.toMatchObject({ state, kind: "refused" });
  });

  it("is nothing where its authority is trusted", async () => {
    process.env.GIT_SSL_CAINFO = certificates.caFile;
    const port = await at(
      createSecure(certificates.valid, (_request, response) => response.writeHead(404).end()),
    );
    const shared = createGitTransport({ allow: ["127.0.0.1", "localhost"] });
    await expect(
      shared.head({ ...nobody, url: `https://localhost:${port}/x.git` }, "main"),
    ).rejects.toMatchObject({ state: "no_repository" });
  });

  const answering =
    (status: number, headers = {}, body = ""): RequestListener =>
    (_request, response) =>
      response.writeHead(status, headers).end(body);
  const html = { "content-type": "text/html" };
  const advertised = { "content-type": "application/x-git-upload-pack-advertisement" };

  it.each<readonly [string, GitState, RequestListener]>([
    ["401", "credential", answering(401, { "www-authenticate": "Basic realm=x" })],
    ["403", "credential", answering(403)],
    ["404", "no_repository", answering(404)],
    ["407", "proxy", answering(407)],
    ["418", "http_other", answering(418)],
    ["429", "too_many_questions", answering(429)],
    ["503", "server_error", answering(503)],
    ["a redirect to another host", "redirect", answering(301, { location: "https://other.example.com/" })],
    ["a redirect into a private network", "redirect", answering(302, { location: "http://10.0.0.1/x.git" })],
    ["what is no Git", "no_git_there", answering(200, advertised, "garbage")],
    [
      "a page to sign in at",
      "no_git_there",
      answering(200, html, "<!doctype html>\n<title>Sign in</title>\n"),
    ],
    ["such a page of one line", "no_git_there", answering(200, html, "<title>Sign in</title>")],
    ["an answer without a word", "no_git_there", answering(200)],
    ["another answer of success", "no_git_there", answering(204)],
    ["an end in the middle", "cut_off", (_request, response) => response.destroy()],
  ])("is said of %s", async (_what, state, listener) => {
    const port = await at(createPlain(listener));
    const found = await failed(`http://127.0.0.1:${port}/x.git`);
    expect(found).toEqual({ state, message: `${failures[state].cause}; ${failures[state].wayOut}` });
  });

  it("is said of one that is not there, does not speak TLS, or names no host", async () => {
    const gone = await at(createPlain());
    const plain = await at(createPlain((_request, response) => response.end()));
    close.splice(0, 1)[0]?.();
    expect(await failed(`https://127.0.0.1:${gone}/x.git`)).toMatchObject({ state: "not_connected" });
    expect(await failed(`https://127.0.0.1:${plain}/x.git`)).toMatchObject({ state: "no_tls" });
    expect(await failed("https://no-such-host.invalid/x.git")).toMatchObject({ state: "unresolved" });
  });

  it.each<readonly [GitState, string]>([
    ["disk", "fatal: write error: No space left on device"],
    ["disk", "fatal: unable to create temporary file: Read-only file system"],
    ["no_git", "git: 1: exec: git: not found"],
    ["host_key", "No ED25519 host key is known\nHost key verification failed."],
    ["ssh_kinds", "Unable to negotiate with 10.0.0.1: no matching host key type found. Their offer: ssh-rsa"],
    ["credential", "ada@git.example.com: Permission denied (publickey).\nfatal: Could not read from remote"],
    ["no_repository", "fatal: '/srv/x.git' does not appear to be a git repository"],
    ["not_connected", "ssh: connect to host git.example.com port 22: Connection refused"],
    ["silent", "ssh: connect to host git.example.com port 22: Connection timed out"],
    ["silent", "fatal: unable to access: Operation too slow. Less than 1000 bytes/sec transferred"],
    ["dns", "ssh: Could not resolve hostname git.example.com: Name or service not known"],
    ["shallow", "fatal: dumb http transport does not support shallow capabilities"],
    ["protected", "! [remote rejected] a -> b (pre-receive hook declined)"],
    ["written_meanwhile", "! [rejected] a -> b (stale info)"],
    ["untrusted", "fatal: unable to access: SSL certificate problem: self-signed certificate"],
    ["expired", "fatal: unable to access: SSL certificate problem: certificate has expired"],
    ["wrong_host", "SSL: no alternative certificate subject name matches target host name 'localhost'"],
    ["sha256", "fatal: mismatched algorithms: client sha1; server sha256"],
    ["damaged", "error: inflate: data stream error\nfatal: pack has bad object at offset 12"],
    ["processor", "signal SIGXCPU"],
    ["memory", "fatal: Out of memory, malloc failed (tried to allocate 99 bytes)"],
  ])("is %s where git says so", (state, said) => {
    expect(failureOf({ said, code: 128 }, "the branch could not be read").state).toBe(state);
  });

  it("that nobody knows is said in git's words, without the address", () => {
    const { message } = failureOf(
      { said: "fatal: https://git.example.com/a is odd", code: 128 },
      "It failed",
    );
    expect(message).toBe("It failed: fatal: the address is odd; call sync to look again");
    expect(failureOf({ said: "", code: 128 }, "It failed").message).toContain("did not say why");
  });
});

/** Each row of a table as its cells. */
function rowsOf(page: string): string[] {
  const lines = page.split("\n").filter((line) => line.startsWith("|"));
  return lines.map((line) => line.replaceAll(/ *\| */g, "|"));
}

it("stands in docs/git.md: every bound, and every state with its cause and way out", () => {
  const page = rowsOf(readFileSync(new URL("../../docs/git.md", import.meta.url), "utf8"));
  const b = bounds;
  expect(page).toEqual(
    expect.arrayContaining([
      `|what is fetched at once, packed|${b.packMb} MB|`,
      `|names below the folder|${figure(b.listed)}, and ${b.listMib} MiB of them|`,
      `|files that are read|${figure(b.files)}, each of at most ${b.fileMib} MiB, ${b.allMib} MiB together|`,
      `|a question; a fetch or a push; to read what was fetched|${b.askSeconds} s; ${b.fetchSeconds} s; ${b.readSeconds} s|`,
      `|all of that of one look|${b.contactSeconds} s|`,
      `|silence over https|${b.silentSeconds} s with less than ${figure(b.silentBytes)} bytes a second|`,
      `|a process of git|${figure(b.memoryMb)} MB of memory, ${b.processorSeconds} s of a processor|`,
      `|repositories that a node reads or writes at once|${b.contacts}, of one organization 1; the others wait, at most ${b.waitSeconds} s|`,
      ...Object.values(failures).map(({ cause, wayOut }) => `|${cause}|${wayOut}|`),
    ]),
  );
});
