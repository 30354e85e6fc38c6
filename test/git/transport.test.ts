/** What a repository may hold where the service writes: names of any sort, merges of people, and what is in the way. */
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { authorOf } from "../../src/features/changes/git/commits.ts";
import { createGitTransport } from "../../src/transports/git/index.ts";
import type { GitBase, GitNewCommit, GitOthers } from "../../src/transports/port.ts";
import { type GitClone, type GitServer, startGitServer } from "../support/git-server.ts";

const transport = createGitTransport({ allow: ["127.0.0.1"] });
const pushBranch = "orgconfig/changes";
let git: GitServer;

beforeAll(async () => {
  git = await startGitServer();
});
afterAll(async () => {
  await transport.close();
  await git.close();
});

let count = 0;
function repository(files: Parameters<GitClone["push"]>[0]) {
  count += 1;
  const name = `repo-${count}`;
  const clone = git.repository(name);
  clone.push(files);
  return { clone, remote: { of: "org", url: git.url(name), credential: undefined, knownHosts: "" } };
}

type Remote = ReturnType<typeof repository>["remote"];
type Files = GitNewCommit["files"];

/** Writes files, and answers what was there before, and which commits are the service's own. */
async function write(remote: Remote, files: Files, own: readonly string[] = [], before = async () => {}) {
  const { pushed } = await transport.head(remote, "main", pushBranch);
  const made: string[] = [];
  let [base, others] = [undefined as GitBase | undefined, undefined as GitOthers | undefined];
  const author = authorOf({ rows: [], record: undefined }, "https://orgconfig.example.com");
  const result = await transport.push(
    remote,
    { branch: "main", pushBranch, pushed, path: "", own, madeOn: [] },
    {
      async decide(found) {
        base = found;
        others = await found.others();
        return files.length === 0 ? [] : [{ message: "Change", author, at: new Date(0), files }];
      },
      async before(commits) {
        made.push(...commits);
        await before();
      },
    },
  );
  return { base: base as GitBase, others: others as GitOthers, own: [...own, ...made], tip: result.tip };
}

it("what is done before it is sent says whether it is: nothing is written where it throws", async () => {
  const { clone, remote } = repository({ "a.yaml": "teams: []\n" });
  const refused = write(remote, [{ name: "a.yaml", text: "teams: []\n# x\n" }], [], async () => {
    throw new Error("The source is off.");
  });
  await expect(refused).rejects.toThrow("The source is off.");
  expect(clone.git("ls-remote", "origin")).not.toContain(pushBranch);
});

it("a commit before that the repository does not give is not there; one that it cannot answer for is not known", async () => {
  const { clone, remote } = repository({ "a.yaml": "teams: []\n" });
  const [first, head] = [clone.git("rev-parse", "HEAD"), clone.push({ "a.yaml": "teams: []\n# x\n" })];
  let checked = 0;
  const decide = async (base: GitBase) => {
    expect(base.head).toBe(head);
    git.answer = (_request, response) => response.writeHead(503).end();
    await expect(base.at(first)).rejects.toThrow("commit before could not be read");
    git.answer = undefined;
    expect((await base.at(first))?.commit).toBe(first);
    expect(await base.at("1".repeat(40))).toBeUndefined();
    checked += 1;
    return [];
  };
  const place = { branch: "main", pushBranch, pushed: undefined, path: "", own: [], madeOn: [] };
  await transport.push(remote, place, { decide, before: async () => {} });
  expect(checked).toBe(1);
});

it("files keep names of any sort; one that is not UTF-8 is said; tags of the branches' names are no branches", async () => {
  const names = [
    "a b.yaml",
    "\u00fcber/\u6f22.yaml",
    "two\nlines.yaml",
    "-rf.yaml",
    '"quoted".yaml',
    ":(glob)x.yaml",
  ];
  const { clone, remote } = repository(Object.fromEntries(names.map((name) => [name, "teams: []\n"])));
  for (const tag of ["main", pushBranch]) clone.git("push", "--quiet", "origin", `HEAD:refs/tags/${tag}`);
  const { tip } = await write(
    remote,
    names.map((name) => ({ name, text: `# ${name.length}\n` })),
  );
  clone.git("fetch", "--quiet", "--no-tags", "origin", `+refs/heads/${pushBranch}:refs/heads/seen`);
  expect(clone.git("rev-parse", "refs/heads/seen")).toBe(tip);
  const all = clone.git("ls-tree", "-r", "-z", "--name-only", "refs/heads/seen").split("\0").filter(Boolean);
  expect(all.sort()).toEqual([...names].sort());
  for (const name of names) expect(clone.git("show", `refs/heads/seen:${name}`)).toBe(`# ${name.length}`);

  const blob = clone.git("rev-parse", "HEAD:a b.yaml");
  const entry = Buffer.concat([
    Buffer.from(`100644 blob ${blob}\t`),
    Buffer.from([0xe9]),
    Buffer.from(".yaml\0"),
  ]);
  const tree = execFileSync("git", ["mktree", "-z"], {
    cwd: clone.folder,
    input: entry,
    encoding: "utf8",
  }).trim();
  clone.git(
    "push",
    "--quiet",
    "--force",
    "origin",
    `${clone.git("commit-tree", "-m", "x", tree)}:refs/heads/main`,
  );
  const { faults } = await transport.folder(remote, "main", "");
  expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining("not UTF-8")]);
});

it("what stands where a folder is to be is not replaced", async () => {
  const { clone, remote } = repository({ "a.yaml": "teams: []\n", services: "of somebody\n" });
  const refused = write(remote, [{ name: "services/a.yaml", text: "slis: []\n" }]);
  await expect(refused).rejects.toThrow("services stands where a folder for new rows is to be");
  expect(clone.git("ls-remote", "origin")).not.toContain(pushBranch);
});

it("a merge that solves a conflict is a person's word, and one that says nothing of its own is not", async () => {
  const { clone, remote } = repository({ "a.yaml": "teams: []\n" });
  const first = await write(remote, [{ name: "a.yaml", text: "teams: []\n# ours\n" }]);
  const merge = (solve: boolean) => {
    clone.git("fetch", "--quiet", "origin", `+refs/heads/${pushBranch}:refs/heads/review`);
    clone.git("checkout", "--quiet", "review");
    if (!solve) clone.git("merge", "--quiet", "--no-edit", "main");
    else {
      expect(() => clone.git("merge", "--quiet", "--no-edit", "main")).toThrow();
      writeFileSync(join(clone.folder, "a.yaml"), "teams: []\n# of both\n");
      clone.git("commit", "--quiet", "-am", "Both");
    }
    clone.git("push", "--quiet", "origin", `HEAD:refs/heads/${pushBranch}`);
    clone.git("checkout", "--quiet", "main");
  };
  clone.push({ "b.yaml": "slis: []\n" });
  merge(false);
  expect((await write(remote, [], first.own)).others.commits).toEqual([]);
  clone.push({ "a.yaml": "teams: []\n# theirs\n" });
  merge(true);
  const { others } = await write(remote, [], first.own);
  expect(others.commits.map(({ subject }) => subject)).toEqual(["Both"]);
  // Whoever says that they are the service: it did not make it.
  expect((await write(remote, [], [])).others.commits).toHaveLength(2);
});

it("a commit from before the service's own is a person's where a merge brings it", async () => {
  const { clone, remote } = repository({ "a.yaml": "teams: []\n" });
  const first = await write(remote, [{ name: "a.yaml", text: "teams: []\n# ours\n" }]);
  const fetched = () =>
    clone.git("fetch", "--quiet", "origin", `+refs/heads/${pushBranch}:refs/heads/service`);
  fetched();
  clone.git("checkout", "--quiet", "-b", "review", "service");
  writeFileSync(join(clone.folder, "b.yaml"), "slis: []\n");
  clone.git("add", "b.yaml");
  clone.git("commit", "--quiet", "-m", "Theirs");
  const second = await write(remote, [{ name: "c.yaml", text: "slos: []\n" }], first.own);
  fetched();
  clone.git("merge", "--quiet", "--no-edit", "service");
  clone.git("push", "--quiet", "origin", `HEAD:refs/heads/${pushBranch}`);
  const { others, own } = await write(remote, [], second.own);
  expect(others.commits.map(({ subject }) => subject)).toEqual(["Theirs"]);
  expect(others.before).toBe(own.at(-1));
});

it("a file is never written where a link or a submodule stands", async () => {
  const { clone, remote } = repository({ "all.yaml": "teams: []\n" });
  symlinkSync("all.yaml", join(clone.folder, "teams.yaml"));
  clone.push({});
  clone.git("update-index", "--add", "--cacheinfo", `160000,${clone.git("rev-parse", "HEAD")},slis.yaml`);
  clone.git("commit", "--quiet", "-m", "A submodule");
  clone.git("push", "--quiet", "origin", "HEAD");
  for (const [name, what] of [
    ["teams.yaml", "a link"],
    ["slis.yaml", "a submodule"],
  ] as const)
    await expect(write(remote, [{ name, text: "{}\n" }])).rejects.toThrow(
      `${name} is ${what}, where a file for new rows is to be; rename it`,
    );
});

it("all that a contact starts has one time together", async () => {
  const { remote } = repository({ "a.yaml": "teams: []\n" });
  const hasty = createGitTransport({ allow: ["127.0.0.1"], contactMs: 0 });
  await expect(hasty.folder(remote, "main", "")).rejects.toMatchObject({ state: "late" });
  await hasty.close();
});

it.each([".", "...", "<>", "'", ""])("an author who is called %j has a name that Git takes", (name) => {
  const actor = { kind: "user", id: "user_1", name } as const;
  const author = authorOf({ rows: [], record: { actor } as never }, "https://orgconfig.example.com");
  expect(author.name).toBe("user_1");
});
