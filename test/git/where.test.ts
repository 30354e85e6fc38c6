/** Where rows stand in Git, against a real `git http-backend`; and the forges' addresses of a line. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { lineLink } from "../../src/features/changes/git/forge.ts";
import { type GitServer, startGitServer } from "../support/git-server.ts";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let git: GitServer;
let test_: TestService;
let tenant: Tenant;

beforeAll(async () => {
  git = await startGitServer();
  test_ = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  tenant = await test_.makeTenant();
  for (const email of ["ada@example.com", "bob@example.com"])
    await makePerson(test_.database, tenant.organization.id, email);
});

afterAll(async () => {
  await test_.close();
  await git.close();
});

const files = {
  "orgconfig/teams.yaml": "# Ours\nteams:\n  - name: Payments\n  - name: Search\n",
  "orgconfig/deep/members.yaml": "team_members:\n  - {team_id: {name: Payments}, email: Ada@example.com}\n",
  "orgconfig/settings.json": '{\n  "organization_settings": {"timezone": "Europe/Berlin"}\n}',
};

async function source(name: string, fields: object = {}) {
  const clone = git.repository(name);
  clone.push(files);
  const body = { name, url: git.url(name), path: "orgconfig", set: name, poll_seconds: 0, ...fields };
  const made = await tenant.config("POST", "git_sources", { body });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body;
  const sync = async () => (await tenant.api("POST", `git_sources/${id}/sync`, { body: {} })).body;
  return { clone, id: id as string, sync };
}

const where = async (kind: string, id: string) => (await tenant.api("GET", `git/${kind}/${id}`)).body;
const rowOf = async (kind: string, name: string, value: string) =>
  (await tenant.config("GET", kind)).body.data.find(
    (one: Record<string, string>) => one[name]?.toLowerCase() === value.toLowerCase(),
  ).id;

test("a row has its source, file, line and commit; a key that names another row is found, however it is written", async () => {
  const { clone, id, sync } = await source("places", {
    forge: "gitea",
    api_url: "https://git.example.com/api/v1",
  });
  expect(await sync()).toMatchObject({ problem: null });
  const search = await rowOf("teams", "name", "Search");
  const members = `${files["orgconfig/deep/members.yaml"]}  - team_id: ${search}\n    email: bob@example.com\n`;
  const commit = clone.push({ "orgconfig/deep/members.yaml": members });
  expect(await sync()).toMatchObject({ problem: null });
  expect(await where("teams", search)).toEqual({
    ...{ kind: "teams", id: search, status: "found", why: null, commit },
    source: { id, name: "places", branch: "main" },
    ...{ file: "orgconfig/teams.yaml", line: 4 },
    link: `${git.url("places").replace(/\.git$/, "")}/src/commit/${commit}/orgconfig/teams.yaml#L4`,
  });
  const file = "orgconfig/deep/members.yaml";
  const [ada, bob] = [
    await rowOf("team_members", "email", "ada@example.com"),
    await rowOf("team_members", "email", "bob@example.com"),
  ];
  expect(await where("team_members", ada)).toMatchObject({ status: "found", file, line: 2 });
  expect(await where("team_members", bob)).toMatchObject({ status: "found", file, line: 3 });
  const setting = await where("organization_settings", "organization_settings");
  expect(setting).toMatchObject({ status: "found", file: "orgconfig/settings.json", line: 2 });
  git.asked.length = 0;
  await where("teams", search);
  expect(git.asked).toEqual([]);
});

test("what nobody can say is unknown, and what never came from Git says so", async () => {
  const { clone, id, sync } = await source("lost", { path: "", direction: "both" });
  await tenant.config("DELETE", `git_sources/${await rowOf("git_sources", "name", "places")}`);
  const team = (await tenant.config("POST", "teams", { body: { name: "By hand" } })).body.id;
  expect(await where("teams", team)).toMatchObject({ status: "none", source: null, file: null });
  clone.push({
    ...Object.fromEntries(Object.keys(files).map((name) => [name, null])),
    "a.yaml": "teams: [{name: Lost}]\n",
  });
  await sync();
  const lost = await rowOf("teams", "name", "Lost");
  expect(await where("teams", lost)).toMatchObject({ status: "found", file: "a.yaml", line: 1, link: null });
  await tenant.config("PUT", `teams/${lost}`, { body: { name: "Renamed" } });
  expect(await where("teams", lost)).toMatchObject({
    ...{ status: "unknown", source: { id }, file: null, line: null },
    why: expect.stringContaining("its file has changed since"),
  });
  await tenant.config("PUT", `git_sources/${id}`, { body: { branch: "gone" } });
  const unread = await where("teams", lost);
  expect(unread).toMatchObject({ status: "unknown", commit: null, why: expect.stringMatching(/branch/) });
  git.asked.length = 0;
  expect(await where("teams", lost)).toEqual(unread);
  expect(git.asked).toEqual([]);
  await tenant.config("PUT", `git_sources/${id}`, { body: { enabled: false } });
  expect((await where("teams", lost)).why).toContain("is off");
  expect((await tenant.api("GET", "git/teams/none")).status).toBe(404);
  expect((await tenant.api("GET", "git/organization_settings/other")).status).toBe(404);
  expect((await tenant.api("GET", "git/nothing/none")).status).toBe(404);
});

test("a repository is looked at before its source is saved, and nothing is kept of it", async () => {
  const clone = git.repository("tried");
  const commit = clone.push(files, "The first");
  git.password = "a-token";
  const body = { name: "tried", url: git.url("tried"), path: "orgconfig", credential: "a-token" };
  const tried = async (changed: object) => {
    const answer = await tenant.api("POST", "git_sources/test", { body: { ...body, ...changed } });
    expect(answer.text).not.toContain("a-token");
    return answer;
  };
  expect((await tried({})).body).toMatchObject({
    ...{ ok: true, commit, host_key: null, file_count: 3, files: Object.keys(files).sort() },
    summary: `main stands at ${commit.slice(0, 12)} (The first); 3 files to read`,
  });
  expect((await tried({ credential: "another" })).body).toMatchObject({
    ok: false,
    commit: null,
    file_count: null,
  });
  expect((await tried({ branch: "gone" })).body.error).toContain("no branch gone");
  const missing = { path: "later" };
  expect((await tried(missing)).body).toMatchObject({
    ok: false,
    error: expect.stringContaining("no folder later"),
  });
  const first = (await tried({ ...missing, direction: "push" })).body;
  expect(first).toMatchObject({
    ok: true,
    file_count: 0,
    summary: expect.stringContaining("the first push"),
  });
  clone.push({ "orgconfig/big.yaml": Buffer.from([0xff, 0xfe]) });
  expect((await tried({})).body).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^orgconfig.big.yaml/),
  });
  expect((await tried({ url: "https://10.0.0.1/x.git" })).body.error).toContain("private network");
  expect((await tried({ path: "../x" })).status).toBe(422);
  expect(
    (await tenant.config("GET", "git_sources")).body.data.map(({ name }: { name: string }) => name),
  ).not.toContain("tried");
  const { id } = (await tenant.config("POST", "git_sources", { body: { ...body, poll_seconds: 0 } })).body;
  const elsewhere = { id, url: "http://127.0.0.1:1/x.git" };
  const refused = await tenant.api("POST", "git_sources/test", { body: elsewhere });
  expect([refused.status, refused.body.fields[0].field]).toEqual([422, "credential"]);
  git.password = undefined;
});

test("a line has an address where it is known which forge it is", () => {
  const at = { commit: "c0ffee", file: "a b/ä#.yaml", line: 7 };
  const link = (url: string, forge = "none") => lineLink({ url, forge }, at);
  const named = "a%20b/%C3%A4%23.yaml";
  expect(link("https://github.com/acme/x.git")).toBe(`https://github.com/acme/x/blob/c0ffee/${named}#L7`);
  expect(link("git@gitlab.com:acme/deep/x.git")).toBe(
    `https://gitlab.com/acme/deep/x/-/blob/c0ffee/${named}#L7`,
  );
  expect(link("ssh://git@codeberg.org:2222/acme/x")).toBe(
    `https://codeberg.org/acme/x/src/commit/c0ffee/${named}#L7`,
  );
  expect(link("https://bitbucket.org/acme/x")).toBe(
    `https://bitbucket.org/acme/x/src/c0ffee/${named}#lines-7`,
  );
  expect(link("https://git.acme.org:8443/acme/x.git/", "github")).toBe(
    `https://git.acme.org:8443/acme/x/blob/c0ffee/${named}#L7`,
  );
  expect(link("https://git.acme.org/acme/x.git")).toBeUndefined();
});
