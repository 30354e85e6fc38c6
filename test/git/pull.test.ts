/** Rows that a repository says: a real git, a real `git http-backend`, the real service. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GitClone, type GitServer, startGitServer } from "../support/git-server.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let git: GitServer;
let test_: TestService;

beforeAll(async () => {
  git = await startGitServer();
  test_ = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
});

afterAll(async () => {
  await test_.close();
  await git.close();
});

let count = 0;

async function begin(fields: object = {}): Promise<{
  readonly tenant: Tenant;
  readonly clone: GitClone;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  sync(body?: object): Promise<any>;
}> {
  count += 1;
  const name = `repo-${count}`;
  const clone = git.repository(name);
  const tenant = await test_.makeTenant();
  clone.push({ "orgconfig/teams.yaml": "teams:\n  - name: Payments\n" }, "The first");
  const made = await tenant.config("POST", "git_sources", {
    body: { name, url: git.url(name), path: "orgconfig", set: name, poll_seconds: 0, ...fields },
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body;
  return {
    tenant,
    clone,
    id,
    async sync(body = {}) {
      const answer = await tenant.api("POST", `git_sources/${id}/sync`, { body });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
  };
}

const names = async (tenant: Tenant, kind = "teams") =>
  (await tenant.config("GET", kind)).body.data.map(({ name }: { name: string }) => name).sort();

test("files that are read in a thread of their own say the same as short ones", async () => {
  const { tenant, clone, sync } = await begin();
  clone.push({ "orgconfig/teams.yaml": `# ${"-".repeat(40_000)}\nteams:\n  - name: Long\n` });
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
  expect(await names(tenant)).toEqual(["Long"]);
});

test("what cannot be kept is said with what stands for it", async () => {
  const { clone, sync } = await begin();
  clone.push({ "orgconfig/teams.yaml": 'teams: [{name: "a\\0b\\ud800"}]\n' });
  expect(await sync()).toMatchObject({ status: "failed", problem: { file: "orgconfig/teams.yaml" } });
});

test("a new source reads its branch by itself, and its rows say so", async () => {
  const { tenant, id, clone } = await begin();
  await test_.service.git.flush();
  const { body } = await tenant.config("GET", `git_sources/${id}`);
  expect(body).toMatchObject({ status: "synced", problem: null, commit: clone.git("rev-parse", "HEAD") });
  expect(Date.parse(body.synced_at)).not.toBeNaN();
  expect(await names(tenant)).toEqual(["Payments"]);
});

test("a commit is one plan: who acted, the commit and its author are on record", async () => {
  const { tenant, clone, sync, id } = await begin();
  const commit = clone.git("rev-parse", "HEAD");
  await sync();
  const { body } = await tenant.api("GET", "audit?resource=teams");
  const [record] = body.data;
  expect(record).toMatchObject({ action: "create_team", door: "service", actor: { kind: "service", id } });
  expect(record.run).toContain(commit);
  expect(record.run).toContain("Ada Lovelace <ada@example.com>");
});

test("changed and removed entries follow, and what has nothing to do writes nothing", async () => {
  const { tenant, clone, sync } = await begin();
  await sync();
  clone.push({
    "orgconfig/teams.yaml": "teams:\r\n  - name: Search\r\n---\nteams: [{name: Risk}]\n",
    "orgconfig/deep/more.json": '{"teams": [{"name": "Data"}]}',
    "orgconfig/.hidden/no.yaml": "teams: [{name: Hidden}]",
    "elsewhere.yaml": "teams: [{name: Elsewhere}]",
    "orgconfig/readme.md": "# no bundle",
  });
  const after = await sync();
  expect(after).toMatchObject({ status: "synced", problem: null });
  expect(await names(tenant)).toEqual(["Data", "Risk", "Search"]);
  const before = await tenant.api("GET", "audit");
  const plans = await tenant.api("GET", "plans");
  expect(await sync()).toEqual(after);
  expect((await tenant.api("GET", "audit")).body.data.length).toBe(before.body.data.length);
  expect((await tenant.api("GET", "plans")).body).toEqual(plans.body);
});

test("an unchanged branch costs one question", async () => {
  const { sync } = await begin();
  await sync();
  git.asked.length = 0;
  await sync();
  expect(git.asked.filter((one) => one.includes("git-upload-pack") && one.startsWith("GET"))).toHaveLength(1);
  expect(git.asked.length).toBeLessThanOrEqual(2);
});

test("what fails changes nothing, names file and line, and stands on Now", async () => {
  const { tenant, clone, sync, id } = await begin();
  await sync();
  const commit = clone.push({
    "orgconfig/teams.yaml": "teams:\n  - name: Payments\n  - name: New\n",
    "orgconfig/routes.yaml":
      "# routes\nalert_routes:\n  - name: All\n    matchers: ['severity=\"critical\"']\n    destinations:\n      - team_id: {name: Nobody}\n",
  });
  const failed = await sync();
  expect(failed).toMatchObject({
    status: "failed",
    commit,
    problem: { file: "orgconfig/routes.yaml", line: 6 },
  });
  expect(await names(tenant)).toEqual(["Payments"]);
  const { body } = await tenant.api("GET", "attention");
  const items = body.sections.flatMap(({ data }: { data: object[] }) => data);
  expect(items).toContainEqual(
    expect.objectContaining({
      resource: "git_sources",
      id,
      why: expect.stringContaining("orgconfig/routes.yaml:6: "),
    }),
  );
  clone.push({ "orgconfig/routes.yaml": null });
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
  expect(await names(tenant)).toEqual(["New", "Payments"]);
});

test("files that are no bundle are named with their line", async () => {
  const { clone, sync } = await begin();
  clone.push({ "orgconfig/broken.yaml": "teams:\n  - name: A\n  - name: [\n" });
  expect(await sync()).toMatchObject({ status: "failed", problem: { file: "orgconfig/broken.yaml" } });
  clone.push({ "orgconfig/broken.yaml": null, "orgconfig/twice.yaml": "teams:\n  - name: Payments\n" });
  const { problem } = await sync();
  expect(problem.message).toContain("is here twice");
  expect(problem).toMatchObject({ file: "orgconfig/twice.yaml", line: 2 });
});

test("rows of another set are a problem, rows of no set join", async () => {
  const { tenant, clone, sync } = await begin();
  await tenant.config("POST", "teams", { body: { name: "Free" } });
  const plan = await tenant.api("POST", "plans", {
    body: { bundle: { teams: [{ name: "Owned" }] }, set: "other" },
  });
  await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
  clone.push({ "orgconfig/teams.yaml": "teams: [{name: Free}, {name: Owned}]\n" });
  expect((await sync()).problem.message).toContain('of the set "other"');
  clone.push({ "orgconfig/teams.yaml": "teams: [{name: Free}]\n" });
  expect(await sync()).toMatchObject({ status: "synced" });
  expect((await tenant.config("GET", `teams?managed_by=repo-${count}`)).body.data.length).toBe(1);
});

test("a secret that names a variable stays as it is, and the service reads none of its own", async () => {
  const { tenant, clone, sync } = await begin();
  process.env.ORGCONFIG_TEST_SECRET = "of the service";
  const file = (more: string) => `outbound_configs:\n  - name: Pager\n    kind: pagerduty\n${more}`;
  clone.push({ "orgconfig/targets.yaml": file("    secret: {env: ORGCONFIG_TEST_SECRET}\n") });
  expect(await sync()).toMatchObject({ status: "synced" });
  const [row] = (await tenant.config("GET", "outbound_configs")).body.data;
  expect(row.secret_set).toBe(false);
});

test("more than ten deletes wait for a word", async () => {
  const { tenant, clone, sync } = await begin();
  const many = Array.from({ length: 12 }, (_, index) => `  - name: Team ${index}\n`).join("");
  clone.push({ "orgconfig/teams.yaml": `teams:\n${many}` });
  await sync();
  clone.push({ "orgconfig/teams.yaml": "teams: []\n" });
  expect((await sync()).problem.message).toContain("allow_deletes");
  expect(await names(tenant)).toHaveLength(12);
  expect(await sync({ allow_deletes: 12 })).toMatchObject({ status: "synced" });
  expect(await names(tenant)).toEqual([]);
  clone.push({ "orgconfig/teams.yaml": "# nothing\n" });
  expect((await sync()).problem.message).toContain("name no kind");
});

test("a branch that goes leaves the rows; one that is forced, rebased or comes back is read", async () => {
  const { tenant, clone, sync } = await begin();
  await sync();
  const first = clone.git("rev-parse", "HEAD");
  clone.push({ "orgconfig/teams.yaml": "teams: [{name: Second}]\n" });
  await sync();
  clone.git("reset", "--quiet", "--hard", first);
  clone.git("commit", "--quiet", "--amend", "-m", "Amended");
  clone.git("push", "--quiet", "--force", "origin", "HEAD");
  expect(await sync()).toMatchObject({ status: "synced" });
  expect(await names(tenant)).toEqual(["Payments"]);
  clone.git("push", "--quiet", "origin", "HEAD:refs/heads/other");
  // A server keeps its default branch from deletion unless it is forced.
  const { execFileSync } = await import("node:child_process");
  execFileSync("git", ["update-ref", "-d", "refs/heads/main"], { cwd: clone.bare });
  const gone = await sync();
  expect(gone).toMatchObject({ status: "failed" });
  expect(gone.problem.message).toContain("no branch main");
  expect(await names(tenant)).toEqual(["Payments"]);
  clone.push({ "orgconfig/teams.yaml": "teams: [{name: Back}]\n" });
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
  expect(await names(tenant)).toEqual(["Back"]);
});

test("a server that is not there is said, and nothing is lost: it is looked at again by itself, drift alone is not", async () => {
  const { tenant, sync, clone, id } = await begin();
  await sync();
  /** As after this time. */
  const later = async (minutes: number, due = `due_at - interval '${minutes} minutes'`) => {
    const text = `UPDATE git_syncs SET due_at = ${due}, retry_at = retry_at - interval '${minutes} minutes' WHERE id = $1`;
    await test_.database.queryText({ name: `test-later-${minutes}`, text }, [id]);
    await test_.service.git.flush();
    return (await tenant.config("GET", `git_sources/${id}`)).body;
  };
  clone.push({ "orgconfig/teams.yaml": "teams: [{name: Search}]\n" });
  git.answer = (_request, response) => response.destroy();
  expect(await sync()).toMatchObject({ status: "unreachable" });
  git.answer = undefined;
  expect(await names(tenant)).toEqual(["Payments"]);
  expect((await later(9)).status).toBe("unreachable");
  expect((await later(1)).status).toBe("synced");
  const [team] = (await tenant.config("GET", "teams")).body.data;
  await tenant.config("PUT", `teams/${team.id}`, { body: { name: "Mine" } });
  await sync();
  await later(10, "now()");
  expect(await names(tenant)).toEqual(["Mine"]);
  clone.push({ "orgconfig/teams.yaml": "teams: [{name: Payments}]\n" });
  expect(await sync()).toMatchObject({
    status: "synced",
    problem: null,
    commit: clone.git("rev-parse", "HEAD"),
  });
});

test("two sources that would delete each other's rows are refused, and where they are there already nothing is deleted", async () => {
  const { tenant, clone, id, sync } = await begin();
  const { body: first } = await tenant.config("GET", `git_sources/${id}`);
  clone.push({ "other/teams.yaml": "teams: [{name: Checkout}]\n" });
  await sync();
  const other = { name: "other", url: first.url, path: "other", set: first.set, poll_seconds: 0 };
  const post = (body: object) => tenant.config("POST", "git_sources", { body });
  const refused = await post(other);
  expect(refused.status).toBe(422);
  expect(refused.body.problems ?? [refused.body]).toMatchObject([{ field: "set", reason: "overlap" }]);
  expect(refused.text).toContain(`the Git source \\"${first.name}\\"`);
  // A push alone deletes no rows, and one that is off does nothing.
  expect((await post({ ...other, name: "mirror", direction: "push", path: "mirror" })).status).toBe(201);
  const off = await post({ ...other, enabled: false });
  expect(off.status, off.text).toBe(201);
  const turnOn = () => tenant.config("PUT", `git_sources/${off.body.id}`, { body: { enabled: true } });
  expect((await turnOn()).status).toBe(422);
  const both = { direction: "both", set: "x", path: "mirror/deep", name: "deep" };
  expect((await post({ ...other, ...both })).body.message).toContain("mirror");
  // On one branch, each would take the commits of the other for those of people.
  const next = { ...other, ...both, path: "next", url: first.url.replace(/\.git$/, "") };
  const shared = await post(next);
  expect(shared.body.problems ?? [shared.body]).toMatchObject([{ field: "push_branch", reason: "overlap" }]);
  expect((await post({ ...next, push_branch: "orgconfig/next" })).status).toBe(201);
  // A pair of before this rule.
  await test_.database.queryText(
    {
      name: "test-overlap",
      text: `UPDATE rows SET configuration = configuration || '{"enabled": true}' WHERE id = $1`,
    },
    [off.body.id],
  );
  clone.push({ "orgconfig/more.yaml": "teams: [{name: More}]\n" });
  const held = [
    await sync(),
    (await tenant.api("POST", `git_sources/${off.body.id}/sync`, { body: {} })).body,
  ];
  expect(held.map(({ status }) => status)).toEqual(["failed", "failed"]);
  expect(held[0].problem.message).toContain('the Git source "other"');
  expect(held[1].problem.message).toContain(`the Git source "${first.name}"`);
  expect(await names(tenant)).toEqual(["Payments"]);
  await tenant.config("DELETE", `git_sources/${off.body.id}`);
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
  expect(await names(tenant)).toEqual(["More", "Payments"]);
});
