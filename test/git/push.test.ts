/** Rows that go to a repository: a real git, a real `git http-backend`, the real service. */
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  begin,
  commits,
  describe,
  diff,
  file,
  git,
  idOf,
  pushed,
  shown,
  startForFile,
  test_,
  text,
} from "../support/git-pushing.ts";

startForFile();

test("a change is one commit of who made it, in its own line, on a branch that stands on the other one", async () => {
  const { tenant, clone, id, sync } = await begin();
  await describe(tenant, "Baskets");
  // A write wakes it, without a poll and without a call.
  await test_.service.git.flush();
  const done = (await tenant.config("GET", `git_sources/${id}`)).body;
  expect(done).toMatchObject({ status: "pushed", problem: null });
  shown(clone, file);
  expect(done.pushed_commit).toBe(clone.git("rev-parse", `origin/${pushed}`));
  expect(diff(clone)).toEqual(["-    description: 'it''s slow'", "+    description: 'Baskets'"]);
  // Somebody commits to the other branch meanwhile: nothing of theirs is lost.
  clone.push({ [file]: text.replace("# Takes payments.", "# Takes all payments.") }, "A comment");
  await tenant.config("DELETE", `teams/${await idOf(tenant, "teams", "Checkout")}`);
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, file)).toBe(
    text
      .replace("# Takes payments.", "# Takes all payments.")
      .replace("it''s slow", "Baskets")
      .replace('\n  - name: "Checkout"\n', "")
      .trimEnd(),
  );
  const all = commits(clone);
  expect(all.map((line) => line.split("|")[0])).toEqual([
    "Change slis checkout/latency",
    'Remove teams "Checkout"',
  ]);
  expect(all.every((line) => /\|[^@]*\|[\w.-]+@noreply\./.test(line))).toBe(true);
});

test("a commit of a proposal has its title and reason, and who made it as author; taken back, it says so", async () => {
  const { tenant, clone, sync } = await begin();
  const proposer = await test_.makeKey(tenant.organization.id, ["api:admin"]);
  const id = await idOf(tenant, "slis", "latency");
  const made = await test_.send("POST", "/api/v1/proposals", {
    headers: { authorization: `Bearer ${proposer.value}` },
    body: {
      title: "Baskets are slow",
      reason: "Customers wait.\r\nAsk ada@example.com or read RFC 12.\u0007",
      edits: [{ op: "save", resource: "slis", id, fields: { description: "Baskets" } }],
    },
  });
  expect(made.status, made.text).toBe(201);
  const { id: proposal } = made.body;
  const done = await tenant.api("POST", `proposals/${proposal}/apply`, {
    body: {},
    headers: { "orgconfig-run": "ci-4711" },
  });
  expect(done.status, done.text).toBe(200);
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  shown(clone, file);
  const [message = "", author] = clone.git("log", "-1", "--format=%B%x00%ae", `origin/${pushed}`).split("\0");
  expect(author).toMatch(new RegExp(`^${proposer.id}@noreply\\.`));
  expect(message.split("\n").slice(0, 4)).toEqual([
    "Baskets are slow",
    "",
    "Customers wait.",
    "Ask  or read RFC 12.",
  ]);
  for (const part of [
    "Proposed by test, applied by test, by rest.",
    "Run: ci-4711",
    `/proposals/${proposal}\n`,
  ])
    expect(message).toContain(part);
  await tenant.api("POST", `proposals/${proposal}/revert`, { body: {} });
  // Files and rows say the same again: nothing is left that waits.
  expect(await sync()).toMatchObject({ problem: null });
  shown(clone, file);
  expect(clone.git("log", "-1", "--format=%s", `origin/${pushed}`)).toBe("Take back: Baskets are slow");
});

test("what is pushed says what the rows say: pulled again, nothing changes and nothing comes back", async () => {
  const { tenant, clone, id, sync } = await begin();
  const checkout = await idOf(tenant, "teams", "Checkout");
  await tenant.config("PUT", `teams/${checkout}`, { body: { name: "Baskets" } });
  await sync();
  expect(shown(clone, file)).toBe(text.replace('"Checkout"', '"Baskets"').trimEnd());
  clone.git("merge", "--quiet", "--ff-only", `origin/${pushed}`);
  clone.git("push", "--quiet", "origin", "HEAD:main");
  expect(await sync()).toMatchObject({ status: "synced", pushed_commit: null });
  const before = (await tenant.api("GET", "audit")).body.data.length;
  git.asked.length = 0;
  const row = await sync();
  expect(await sync()).toEqual(row);
  expect(git.asked.filter((one) => one.includes("receive-pack"))).toEqual([]);
  await tenant.config("PUT", `git_sources/${id}`, { body: { direction: "pull" } });
  await sync();
  const { data } = (await tenant.api("GET", "audit?resource=teams")).body;
  expect(data[0]).toMatchObject({ action: "update_team", actor: { kind: "key" } });
  expect((await tenant.api("GET", "audit")).body.data.length).toBe(before + 1);
});

test("a commit of a person on the branch of the service is never lost: it is built upon, or the push stops", async () => {
  const { tenant, clone, sync } = await begin();
  const names = () => commits(clone).map((line) => line.split("|")[0]);
  /** As a person does who fetches the branch, and commits on it. */
  const reviewed = (change: (text: string) => string, message: string, more = {}) => {
    const now = shown(clone, file);
    clone.git("checkout", "--quiet", "-B", "review", `origin/${pushed}`);
    clone.push({ [file]: `${change(now)}\n`, ...more }, message);
    clone.git("push", "--quiet", "origin", `HEAD:refs/heads/${pushed}`);
    clone.git("checkout", "--quiet", "main");
  };
  await describe(tenant, "Baskets");
  await sync();
  reviewed((text) => text.replace("# Takes payments.", "# Takes all payments."), "A comment");
  await describe(tenant, "Bags");
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, file)).toContain("# Takes all payments.");
  expect(names()).toEqual(["Change slis checkout/latency", "A comment", "Change slis checkout/latency"]);

  // What it says of a row is not overwritten, whatever else is to be pushed.
  reviewed((text) => text.replace("threshold_value: 1", "threshold_value: 3"), "A better threshold");
  const tip = () => {
    shown(clone, file);
    return clone.git("rev-parse", `origin/${pushed}`);
  };
  const theirs = tip();
  await describe(tenant, "Sacks");
  const held = await sync();
  expect(held).toMatchObject({ status: "failed" });
  expect(held.problem.message).toMatch(
    /"A better threshold" by Ada Lovelace, which changes slis checkout\/latency/,
  );
  expect(tip()).toBe(theirs);
  const sli = await idOf(tenant, "slis", "latency");
  expect((await tenant.config("PUT", `slis/${sli}`, { body: { threshold_value: 3 } })).status).toBe(200);
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, file)).toContain("threshold_value: 3");
  expect(names()).toContain("A better threshold");

  // The other branch moves on: the one of the service would be made anew without it.
  const before = tip();
  clone.push({ "readme.md": "More" }, "A readme");
  const stopped = await sync();
  expect(stopped.problem.message).toMatch(
    /A better threshold" by Ada Lovelace and 1 more, which main does not/,
  );
  expect(tip()).toBe(before);
  clone.git("checkout", "--quiet", "-B", "review", `origin/${pushed}`);
  clone.git("merge", "--quiet", "--no-edit", "origin/main");
  clone.git("push", "--quiet", "origin", `HEAD:refs/heads/${pushed}`);
  clone.git("checkout", "--quiet", "main");
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(names()).toContain("A comment");

  // Merged by a squash, their commits are there under another name: nothing of them is kept any more.
  shown(clone, file);
  clone.git("merge", "--quiet", "--squash", `origin/${pushed}`);
  clone.push({}, "All of it");
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
  clone.push({ [file]: `${clone.git("show", `HEAD:${file}`)}\n# More\n` }, "A comment below");
  await describe(tenant, "Nets");
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  shown(clone, file);
  expect(names()).toEqual(["Change slis checkout/latency"]);
});

test("a push that fails takes nothing from what is known of the branch, and files that fix others are held", async () => {
  const { tenant, clone, id, sync } = await begin();
  const known = async () => {
    const text = "SELECT cardinality(pushed_commits)::integer AS count FROM git_syncs WHERE id = $1";
    return (await test_.database.queryText<{ count: number }>({ name: "test-known", text }, [id]))[0]?.count;
  };
  await describe(tenant, "Baskets");
  expect(await sync()).toMatchObject({ status: "pushed" });
  await describe(tenant, "Bags");
  // Cut off, it may be there: its name is kept, once. Turned down, it is not.
  git.waits = async (request) => {
    if (request.method !== "POST" || request.url?.endsWith("/git-receive-pack") !== true) return;
    request.socket.destroy();
    await new Promise(() => {});
  };
  for (const _ of [1, 2]) expect(await sync()).toMatchObject({ status: "unreachable" });
  git.waits = undefined;
  expect(await known()).toBe(2);
  // History that is written anew holds nothing of the old one for a person's, however often the push fails.
  clone.git("commit", "--quiet", "--amend", "-m", "Amended");
  clone.git("push", "--quiet", "--force", "origin", "HEAD");
  const hook = join(clone.bare, "hooks", "pre-receive");
  writeFileSync(hook, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  for (const _ of [1, 2]) expect(await sync()).toMatchObject({ status: "failed" });
  expect(await known()).toBe(2);
  rmSync(hook);
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });

  // A person fixes a file that cannot be planned, and changes another row.
  clone.push({ [file]: text.replace("kind: threshold", "knd: threshold") });
  clone.git("checkout", "--quiet", "-B", "review");
  clone.push({ [file]: text.replace("threshold_value: 1", "threshold_value: 3") }, "Fixed");
  clone.git("push", "--quiet", "--force", "origin", `HEAD:refs/heads/${pushed}`);
  expect((await sync()).problem.message).toContain("nobody can say which rows it changes");
  expect(shown(clone, file)).toContain("threshold_value: 3");
});

test("secrets never go: what names a variable stays, and a new row has none", async () => {
  const { tenant, clone, name, sync } = await begin();
  const pager = await idOf(tenant, "outbound_configs", "Pager");
  const secret = "do-not-show-this-0123456789";
  await tenant.config("PUT", `outbound_configs/${pager}`, { body: { name: "Phone", secret } });
  const plan = await tenant.api("POST", "plans", {
    body: {
      bundle: {
        outbound_configs: [
          { name: "Phone", kind: "pagerduty" },
          { name: "New", kind: "pagerduty", secret },
        ],
      },
      set: name,
    },
  });
  expect(plan.status, plan.text).toBe(201);
  await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  const now = shown(clone, file);
  expect(now).not.toContain(secret);
  expect(now).toContain("  - name: Phone\n    kind: pagerduty\n    secret: {env: PAGER_KEY}\n  - name: New");
});

test("more than ten rows that go wait for a word; a file that is no bundle is named", async () => {
  const many = `teams:\n${Array.from({ length: 12 }, (_, index) => `  - name: Team ${index}\n`).join("")}`;
  const { tenant, clone, sync } = await begin({ [file]: many });
  for (const { id } of (await tenant.config("GET", "teams")).body.data)
    await tenant.config("DELETE", `teams/${id}`);
  const held = await sync();
  expect(held).toMatchObject({ status: "failed" });
  expect(held.problem.message).toContain("allow_deletes");
  expect(await sync({ allow_deletes: 12 })).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, file)).toBe("teams: []");
  clone.push({ [file]: "teams:\n  - nam: x\n" });
  expect(await sync()).toMatchObject({ status: "failed", problem: { file, line: 2 } });
});

test("with a forge there is one pull request, kept as the branch is; closed, it is said and not opened again", async () => {
  /** Gitea's API, by its public description, with one pull request. */
  const calls: string[] = [];
  let state: "none" | "open" | "closed" = "none";
  const forge = createServer((request, response) => {
    request.resume();
    const [path, method] = [request.url ?? "", request.method ?? ""];
    if (path.includes("/pulls")) calls.push(`${method} ${path.replace(/.*\/pulls/, "pulls")}`);
    if (method === "POST" && path.endsWith("/pulls")) state = "open";
    const status = state === "none" ? 404 : 200;
    const one = { number: 3, html_url: "https://git.example.com/3", state, merged: false };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(one));
  });
  await new Promise<void>((resolve) => forge.listen(0, "127.0.0.1", resolve));
  const { tenant, id, sync } = await begin();
  const api_url = `http://127.0.0.1:${(forge.address() as AddressInfo).port}`;
  const body = { forge: "gitea", api_url, credential: "a-token" };
  expect((await tenant.config("PUT", `git_sources/${id}`, { body })).status).toBe(200);
  await describe(tenant, "Baskets");
  expect(await sync()).toMatchObject({ pull_request: "https://git.example.com/3", notes: [] });
  expect(calls).toEqual(["GET pulls/main/orgconfig%2Fchanges", "POST pulls"]);
  await describe(tenant, "Carts");
  calls.length = 0;
  await sync();
  expect(calls).toContain("PATCH pulls/3");
  state = "closed";
  calls.length = 0;
  const closed = await sync();
  expect(closed.notes).toEqual([expect.stringContaining("closed and not merged")]);
  expect(await sync()).toEqual(closed);
  const { body: now } = await tenant.api("GET", "attention");
  expect(JSON.stringify(now)).toContain("Pull request 3 was closed and not merged");
  expect(calls.filter((call) => !call.startsWith("GET"))).toEqual([]);
  await describe(tenant, "Bags");
  expect(await sync()).toMatchObject({ pull_request: "https://git.example.com/3", notes: [] });
  expect(calls).toContain("POST pulls");
  expect((await tenant.api("GET", "attention")).text).not.toContain("closed and not merged");
  forge.close();
});

test("both ways: what each side changed is on both, a row that went on one side goes, and neither drifts", async () => {
  const { tenant, clone, name, sync } = await begin({ [file]: text }, "both");
  await describe(tenant, "Baskets");
  await tenant.config("DELETE", `teams/${await idOf(tenant, "teams", "Checkout")}`);
  clone.push({
    [file]: text
      .replace("threshold_value: 1", "threshold_value: 2")
      .replace("  # Takes payments.\n  - name: Payments   # the old name stays\n\n", "  - name: Search\n"),
  });
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  const [sli] = (await tenant.config("GET", "slis")).body.data;
  expect(sli).toMatchObject({ description: "Baskets", threshold_value: 2 });
  const teams = (await tenant.config("GET", "teams")).body.data;
  expect(teams.map((row: { name: string }) => row.name)).toEqual(["Search"]);
  shown(clone, file);
  expect(diff(clone)).toEqual([
    '-  - name: "Checkout"',
    "-    description: 'it''s slow'",
    "+    description: 'Baskets'",
  ]);
  const drift = await tenant.api("GET", `plans/drift?set=${name}`);
  expect(drift.text).toContain("neither drifts");
  clone.git("merge", "--quiet", "--ff-only", `origin/${pushed}`);
  clone.git("push", "--quiet", "origin", "HEAD:main");
  const before = (await tenant.api("GET", "audit")).body.data.length;
  expect(await sync()).toMatchObject({ status: "synced", pushed_commit: null });
  await test_.service.git.flush();
  expect((await tenant.api("GET", "audit")).body.data.length).toBe(before);
});

test("both ways: one field that both changed makes the commit a proposal; turned down, the rows go to Git", async () => {
  const { tenant, clone, sync } = await begin({ [file]: text }, "both");
  await describe(tenant, "Baskets");
  const theirs = text.replace("it''s slow", "Carts").replace("threshold_value: 1", "threshold_value: 2");
  clone.push({ [file]: theirs });
  expect(await sync()).toMatchObject({ status: "proposed", problem: null, pushed_commit: null });
  const values = async () => (await tenant.config("GET", "slis")).body.data[0];
  expect(await values()).toMatchObject({ description: "Baskets", threshold_value: 1 });
  const { data } = (await tenant.api("GET", "proposals?status=open")).body;
  expect(data).toHaveLength(1);
  expect(await sync()).toMatchObject({ status: "proposed" });
  const withdrawn = await tenant.api("POST", `proposals/${data[0].id}/withdraw`, { body: {} });
  expect(withdrawn.status, withdrawn.text).toBe(200);
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, file)).toBe(text.replace("it''s slow", "Baskets").trimEnd());
  expect(await values()).toMatchObject({ description: "Baskets", threshold_value: 1 });
  const { data: none } = (await tenant.api("GET", "proposals?status=open")).body;
  expect(none).toEqual([]);
});
