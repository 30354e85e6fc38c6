/** What both sides do at once, with a real git: one row is never two, and nothing of anybody is overwritten unsaid. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { begin, file, git, idOf, pushed, shown, startForFile, test_, text } from "../support/git-pushing.ts";
import { runGit } from "../support/git-server.ts";
import type { Tenant } from "../support/service.ts";
import { until } from "../support/until.ts";

startForFile();

const open = async (tenant: Tenant) => (await tenant.api("GET", "proposals?status=open")).body.data;
const names = async (tenant: Tenant, kind: string) =>
  (await tenant.config("GET", kind)).body.data.map((row: { name: string }) => row.name).sort();

test("a row of no set that is made on both sides is one where it is alike, else a proposal by field", async () => {
  const { tenant, clone, sync, name } = await begin({ [file]: text }, "both");
  const source = (name: string, host: string) => ({
    name,
    type: "prometheus",
    url: `https://${host}.example.com`,
  });
  for (const body of [source("Ops", "ours"), source("Same", "alike")])
    expect((await tenant.config("POST", "data_sources", { body })).status).toBe(201);
  const both = [source("Ops", "theirs"), source("Same", "alike")];
  clone.push({ "orgconfig/more.yaml": JSON.stringify({ data_sources: both }) });
  expect(await sync()).toMatchObject({ status: "proposed", problem: null });
  const [proposal] = await open(tenant);
  expect((await tenant.api("GET", `proposals/${proposal.id}`)).body.reason).toContain(
    'data_sources "Ops": url',
  );
  const id = await idOf(tenant, "data_sources", "Ops");
  expect((await tenant.config("GET", `data_sources/${id}`)).body.url).toContain("ours");
  await tenant.config("PUT", `data_sources/${id}`, { body: { url: both[0]?.url } });
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
  expect(await names(tenant, `data_sources?managed_by=${name}`)).toEqual(["Metrics", "Ops", "Same"]);
});

test("a row that gets another name on both sides is a proposal of one row, and never two", async () => {
  const { tenant, clone, sync } = await begin({ [file]: text }, "both");
  const id = await idOf(tenant, "teams", "Payments");
  expect((await tenant.config("PUT", `teams/${id}`, { body: { name: "Paying" } })).status).toBe(200);
  clone.push({ [file]: text.replace("- name: Payments ", "- name: Money ") });
  expect(await sync()).toMatchObject({ status: "proposed", problem: null });
  expect(await names(tenant, "teams")).toEqual(["Checkout", "Paying"]);
  const [proposal] = await open(tenant);
  const done = await tenant.api("POST", `proposals/${proposal.id}/apply`, { body: {} });
  expect(done.status, done.text).toBe(200);
  expect(await names(tenant, "teams")).toEqual(["Checkout", "Money"]);
  expect(await idOf(tenant, "teams", "Money")).toBe(id);
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
});

test("what was turned down is not asked again, whatever stops the push; another change of it is", async () => {
  const { tenant, clone, id, sync } = await begin({ [file]: text }, "both");
  const sli = await idOf(tenant, "slis", "latency");
  const describe = (description: string) => tenant.config("PUT", `slis/${sli}`, { body: { description } });
  await describe("Ours");
  clone.push({ [file]: text.replace("it''s slow", "Theirs") });
  expect(await sync()).toMatchObject({ status: "proposed" });
  // A repository that does not answer for a while changes nothing of that.
  git.answer = (_request, response) => response.writeHead(503).end();
  expect((await sync()).status).not.toBe("proposed");
  git.answer = undefined;
  expect(await sync()).toMatchObject({ status: "proposed" });
  // A row of the version before says it by its status alone.
  const ofBefore = () =>
    test_.database.queryText(
      {
        name: "test-of-before",
        text: "UPDATE rows SET state = state - 'proposed_commit' WHERE id = $1",
      },
      [id],
    );
  await ofBefore();
  expect(await sync()).toMatchObject({ status: "proposed" });
  const [first, ...more] = await open(tenant);
  expect(more).toEqual([]);
  await ofBefore();
  const rejected = await tenant.api("POST", `proposals/${first.id}/reject`, { body: { comment: "No" } });
  expect(rejected.status, rejected.text).toBe(200);
  // Somebody's own branch of that name stops the push, and the next commit has the same conflict.
  writeFileSync(join(clone.bare, "hooks", "pre-receive"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  expect(await sync()).toMatchObject({ status: "failed" });
  rmSync(join(clone.bare, "hooks", "pre-receive"));
  const now = await sync();
  expect(now).toMatchObject({ status: "pushed", problem: null });
  expect(now.notes.join()).toContain("turned down as a proposal");
  clone.push({ "readme.md": "More" });
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(await open(tenant)).toEqual([]);
  expect(shown(clone, file)).toContain("description: 'Ours'");
  clone.push({ [file]: text.replace("it''s slow", "Theirs again") });
  expect(await sync()).toMatchObject({ status: "proposed" });
  expect(await open(tenant)).toHaveLength(1);
  expect((await tenant.config("GET", `git_sources/${id}`)).body.notes.join()).not.toContain("turned down");
});

test("history that is written anew is a proposal where the commit before is gone, and nothing is lost", async () => {
  const { tenant, clone, sync } = await begin({ [file]: text }, "both");
  const sli = await idOf(tenant, "slis", "latency");
  await tenant.config("PUT", `slis/${sli}`, { body: { description: "Ours" } });
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  const anew = (files: Parameters<typeof clone.push>[0]) => {
    const branch = `anew-${Object.keys(files).length}`;
    clone.git("checkout", "--quiet", "--orphan", branch);
    clone.push(files);
    clone.git("push", "--quiet", "--force", "origin", "HEAD:main");
    clone.git("push", "--quiet", "origin", `:${branch}`);
    for (const args of [
      ["reflog", "expire", "--expire=now", "--all"],
      ["gc", "--quiet", "--prune=now"],
    ])
      runGit(clone.bare, ...args);
  };
  // The folder says what it said: nothing is asked.
  anew({});
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(await open(tenant)).toEqual([]);
  expect(shown(clone, file)).toContain("description: 'Ours'");
  // As long as something there has the commit before, it is compared with it; then it is not known.
  clone.git("push", "--quiet", "origin", `:refs/heads/${pushed}`);
  anew({
    [file]: text.replace("threshold_value: 1", "threshold_value: 2").replace('  - name: "Checkout"\n', ""),
  });
  expect(await sync()).toMatchObject({ status: "proposed", problem: null });
  const [proposal] = await open(tenant);
  const { reason } = (await tenant.api("GET", `proposals/${proposal.id}`)).body;
  expect(reason).toContain("the commit before is not there any more");
  expect((await tenant.config("GET", "slis")).body.data[0]).toMatchObject({
    description: "Ours",
    threshold_value: 1,
  });
  expect(await names(tenant, "teams")).toEqual(["Checkout", "Payments"]);
});

test("a committer of the name of the service is a person: what they commit is not overwritten", async () => {
  const { tenant, clone, sync } = await begin();
  const sli = await idOf(tenant, "slis", "latency");
  await tenant.config("PUT", `slis/${sli}`, { body: { description: "Ours" } });
  expect(await sync()).toMatchObject({ status: "pushed" });
  const now = shown(clone, file);
  const email = clone.git("log", "-1", "--format=%ce", `origin/${pushed}`);
  clone.git("checkout", "--quiet", "-B", "review", `origin/${pushed}`);
  writeFileSync(join(clone.folder, file), `${now.replace("threshold_value: 1", "threshold_value: 3")}\n`);
  const env = { ...process.env, GIT_COMMITTER_NAME: "orgconfig", GIT_COMMITTER_EMAIL: email };
  execFileSync("git", ["commit", "-qam", "Mine", "--author", "Ada Lovelace <ada@example.com>"], {
    ...{ cwd: clone.folder, env },
  });
  expect(clone.git("log", "-1", "--format=%cn|%ce")).toBe(`orgconfig|${email}`);
  clone.git("push", "--quiet", "origin", `HEAD:refs/heads/${pushed}`);
  await tenant.config("PUT", `slis/${sli}`, { body: { description: "Ours too" } });
  const held = await sync();
  expect(held).toMatchObject({ status: "failed" });
  expect(held.problem.message).toContain('"Mine" by Ada Lovelace, which changes slis checkout/latency');
  expect(shown(clone, file)).toContain("threshold_value: 3");
});

test.each([
  ["switched off", "PUT", { enabled: false }],
  ["changed", "PUT", { push_branch: "orgconfig/other" }],
  ["deleted", "DELETE", undefined],
  ["taken on by another node", "node", undefined],
])("a source that is %s while it is read writes nothing any more", async (_what, method, body) => {
  const { tenant, clone, id } = await begin();
  const sli = await idOf(tenant, "slis", "latency");
  await tenant.config("PUT", `slis/${sli}`, { body: { description: "Ours" } });
  let change: Promise<{ status: number; text: string }> | undefined;
  git.waits = async ({ method: how, url }) => {
    if (how === "POST" && url?.endsWith("/git-upload-pack") === true)
      change ??=
        method === "node" ? takenOn(id) : tenant.config(method, `git_sources/${id}`, body && { body });
    await change;
  };
  const looked = await tenant.api("POST", `git_sources/${id}/sync`, { body: {} });
  git.waits = undefined;
  expect([200, 404], looked.text).toContain(looked.status);
  expect((await change)?.status, (await change)?.text).toBeLessThan(300);
  expect(clone.git("ls-remote", "origin")).not.toContain(pushed);
  if (method !== "DELETE") expect(looked.body).toMatchObject({ pushed_commit: null });
});

/** Another node has the source since, as where this one was away for longer than its lease. */
async function takenOn(id: string) {
  const text = "UPDATE git_syncs SET holder = 'another' WHERE id = $1";
  await test_.database.queryText({ name: "test-taken-on", text }, [id]);
  return { status: 200, text: "" };
}

test("what only the rows had while files were pushed is taken from Git, where a commit brings old files back", async () => {
  const { tenant, clone, id, sync } = await begin();
  const sli = await idOf(tenant, "slis", "latency");
  const set = (fields: object) => tenant.config("PUT", `slis/${sli}`, { body: fields });
  const team = await idOf(tenant, "teams", "Checkout");
  await tenant.config("PUT", `teams/${team}`, { body: { name: "Baskets" } });
  expect(await sync()).toMatchObject({ status: "pushed" });
  // Somebody changes the other branch, and brings the one of the service up to it.
  clone.push({ [file]: text.replace("threshold_value: 1", "threshold_value: 2") });
  shown(clone, file);
  clone.git("checkout", "--quiet", "-B", "review", `origin/${pushed}`);
  clone.git("merge", "--quiet", "--no-edit", "origin/main");
  clone.git("push", "--quiet", "origin", `HEAD:refs/heads/${pushed}`);
  clone.git("checkout", "--quiet", "main");
  await set({ threshold_value: 2 });
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  await tenant.config("PUT", `git_sources/${id}`, { body: { direction: "both" } });
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  clone.push({ [file]: text });
  await sync();
  expect((await tenant.config("GET", `slis/${sli}`)).body.threshold_value).toBe(1);
  expect(await names(tenant, "teams")).toEqual(["Baskets", "Payments"]);
});

test("a branch that somebody brought up to date goes on where that says nothing of its own, and waits where it does", async () => {
  const { tenant, clone, sync } = await begin();
  const sli = await idOf(tenant, "slis", "latency");
  const describe = (description: string) => tenant.config("PUT", `slis/${sli}`, { body: { description } });
  /** As a forge does by "update branch". */
  const brought = (meanwhile = () => {}) => {
    shown(clone, file);
    clone.git("checkout", "--quiet", "-B", "review", `origin/${pushed}`);
    meanwhile();
    clone.git("merge", "--quiet", "--no-edit", "origin/main");
    clone.git("push", "--quiet", "origin", `HEAD:refs/heads/${pushed}`);
    clone.git("checkout", "--quiet", "main");
  };
  await describe("Ours");
  expect(await sync()).toMatchObject({ status: "pushed" });
  clone.push({ "readme.md": "1" });
  brought();
  clone.push({ "readme.md": "2" });
  brought();
  clone.push({ "readme.md": "3" });
  await describe("Ours too");
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, file)).toContain("description: 'Ours too'");
  expect(clone.git("log", "--format=%an", `main..origin/${pushed}`)).not.toContain("Ada Lovelace");
  clone.push({ "readme.md": "4" });
  brought(() => {
    writeFileSync(join(clone.folder, file), `${shown(clone, file)}\n# A word\n`);
    clone.git("commit", "--quiet", "-am", "Mine");
  });
  clone.push({ "readme.md": "5" });
  await describe("Ours again");
  const held = await sync();
  expect(held).toMatchObject({ status: "failed" });
  expect(held.problem.message).toContain('"Mine" by Ada Lovelace');
  expect(shown(clone, file)).toContain("# A word");
});

test.each(["--ff-only", "--squash"])(
  "what was pushed and merged by %s asks and undoes nothing where the rows have moved on",
  async (how) => {
    const { tenant, clone, sync } = await begin({ [file]: text }, "both");
    const sli = await idOf(tenant, "slis", "latency");
    const set = (body: object) => tenant.config("PUT", `slis/${sli}`, { body });
    const merge = () => {
      shown(clone, file);
      clone.git("merge", "--quiet", how, `origin/${pushed}`);
      clone.push({}, "Merged");
      // As forges do, too.
      clone.git("push", "--quiet", "origin", `:refs/heads/${pushed}`);
    };
    const teams = async (...more: string[]) =>
      expect(await names(tenant, "teams")).toEqual([...more, "Payments"]);
    await set({ description: "One", threshold_value: 2 });
    const checkout = await idOf(tenant, "teams", "Checkout");
    await tenant.config("DELETE", `teams/${checkout}`);
    expect(await sync()).toMatchObject({ status: "pushed" });
    merge();
    // Changed on, changed back, and made again, before anybody has looked.
    await set({ description: "Two", threshold_value: 1 });
    await tenant.config("POST", "teams", { body: { name: "Checkout" } });
    clone.push({ "readme.md": "More" });
    expect(await sync()).toMatchObject({ status: "pushed", problem: null });
    expect((await tenant.config("GET", `slis/${sli}`)).body).toMatchObject({
      description: "Two",
      threshold_value: 1,
    });
    expect(shown(clone, file)).toContain("description: 'Two'");
    await teams("Checkout");
    merge();
    expect((await sync()).status).not.toBe("proposed");
    // What Git brings back later is taken: it is not what was pushed since.
    clone.push({ [file]: clone.git("show", `HEAD:${file}`).replace("'Two'", "'One'") });
    expect((await sync()).problem).toBeNull();
    expect((await tenant.config("GET", `slis/${sli}`)).body.description).toBe("One");
  },
);

test("a node that stops ends what somebody has asked it for first", async () => {
  const { tenant, clone, id } = await begin();
  clone.push({ "readme.md": "More" });
  let go = () => {};
  let asked = 0;
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  // Where the branch stands is known: what is there is fetched.
  git.waits = async ({ url }) => {
    if (url?.includes("/info/refs")) asked += 1;
    if (asked > 1) await gone;
  };
  const looked = tenant.api("POST", `git_sources/${id}/sync`, { body: {} });
  await until(() => asked > 1);
  const closed = test_.service.git.close?.();
  await Promise.race([closed, pause(100)]);
  git.waits = undefined;
  go();
  expect((await looked).body).toMatchObject({ status: "synced", problem: null });
  await closed;
});
