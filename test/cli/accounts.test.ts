/** `orgconfig orgs`, `members` and `keys` as they are typed: what each expects, the service answers. */
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig as run } from "../support/command.ts";
import { newerMigration } from "../support/newer-schema.ts";
import { addApp } from "../support/second-factors.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Site, siteOf } from "../support/sign-in.ts";
import { listen } from "./typed.ts";

let test: TestService;
let site: Site;
let url: string;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
  url = await listen(test);
});
afterAll(() => test.close());

/** The JSON that is printed. */
async function answer(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const known = { ORGCONFIG_URL: url, ORGCONFIG_OPERATOR_TOKEN: String(test.settings.operatorToken) };
  const { code, stdout, stderr } = await run([...args, "--json"], { ...known, ...env });
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

it("makes, changes, lists and deletes organizations", async () => {
  const { id, slug } = await answer(["orgs", "create", "Acme"]);
  expect(await answer(["orgs", "update", slug, "--name", "Zenith"])).toMatchObject({ id, name: "Zenith" });
  expect((await answer(["orgs", "list"])).data).toContainEqual(expect.objectContaining({ id }));
  expect(await answer(["orgs", "delete", id, "--yes", "--reason", "They left"])).toMatchObject({
    id,
    deleted: false,
  });
  expect(await answer(["orgs", "show", slug])).toMatchObject({
    state: "deleting",
    deletion: { reason: "They left" },
  });
  expect(await answer(["orgs", "keep", id])).toMatchObject({ id, state: "active", deletion: null });
});

it("suspends an organization, exports it and deletes it at once", async () => {
  const { id, slug } = await answer(["orgs", "create", "Leaver"]);
  expect(await answer(["orgs", "suspend", slug, "--reason", "Unpaid"])).toMatchObject({
    state: "suspended",
    suspension: { reason: "Unpaid", by: "operator" },
  });
  const known = { ORGCONFIG_URL: url, ORGCONFIG_OPERATOR_TOKEN: String(test.settings.operatorToken) };
  const early = await run(["orgs", "delete", slug, "--yes", "--after-days", "0"], known);
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("changes that no export has")]);
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-orgs-"));
  const file = join(folder, "leaver.gz");
  const exported = await run(["orgs", "export", slug, file], known);
  expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining("whole")]);
  expect(exported.stderr).not.toContain("newer");
  await test.database.execute(newerMigration);
  const newer = await run(["orgs", "export", slug, "-"], known);
  await test.database.execute("DELETE FROM schema_migrations WHERE version = 9999");
  expect([newer.code, newer.stderr]).toEqual([
    0,
    expect.stringContaining("-: its schema 9999 is newer than"),
  ]);
  expect([readdirSync(folder), statSync(file).mode & 0o777]).toEqual([["leaver.gz"], 0o600]);
  expect(await answer(["orgs", "delete", slug, "--yes", "--after-days", "0"])).toMatchObject({
    id,
    deleted: true,
  });
  expect(await answer(["orgs", "lift", (await answer(["orgs", "create", "Other"])).id])).toMatchObject({
    state: "active",
  });
});

it("sets quotas of organizations and plans, and lists what they use", async () => {
  const { id } = await answer(["orgs", "create", "Small", "--plan", "free"]);
  const quotas = ["rows.slos=2", "page_subscribers=none", "rows_per_kind=10"];
  expect(await answer(["orgs", "set-quotas", id, ...quotas])).toMatchObject({
    quotas: { rows: { slos: 2 }, page_subscribers: null, rows_per_kind: 10 },
  });
  expect((await answer(["orgs", "set-quotas", id])).quotas).toEqual({});
  await answer(["orgs", "set-plan-quotas", "free", "requests_per_second=5"]);
  expect((await answer(["orgs", "plans"])).data[0]).toEqual({
    plan: "free",
    quotas: { requests_per_second: 5 },
  });
  expect((await answer(["orgs", "show", id])).effective_quotas).toEqual({ requests_per_second: 5 });
  expect((await answer(["orgs", "use"])).data).toContainEqual(
    expect.objectContaining({ organization_id: id }),
  );
  const known = { ORGCONFIG_URL: url, ORGCONFIG_OPERATOR_TOKEN: String(test.settings.operatorToken) };
  const wrong = await run(["orgs", "set-quotas", id, "rows=many"], known);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("is no quota")]);
});

it("signs in for members and keys", async () => {
  const { id, slug } = await site.makeOrganization();
  const admin = await site.makeMember(id, "org_admin");
  const other = await site.makeMember(id, "viewer");
  const person = { ORGCONFIG_EMAIL: admin.email, ORGCONFIG_PASSWORD: goodPassword };
  expect((await answer(["members", "list", slug], person)).data).toHaveLength(2);
  expect(await answer(["members", "set-role", slug, other.id, "--role", "member"], person)).toMatchObject({
    role: "member",
  });
  expect(await answer(["members", "remove", slug, other.id], person)).toMatchObject({ deleted: true });

  const made = await answer(
    ["keys", "create", slug, "CI", "--scope", "api:config_read", "--ask", "--propose-only"],
    person,
  );
  expect(made).toMatchObject({ ask: true, propose_only: true, key: expect.stringMatching(/^svc_ak_/) });
  const again = ["keys", "create", slug, "Again", "--scope", "api:config_read"];
  const shown = await run(again, { ORGCONFIG_URL: url, ...person });
  expect(shown.stdout.match(/svc_ak_\S+/g), shown.stdout).toHaveLength(1);
  expect(shown.stdout).toMatch(/\nkey: svc_ak_[A-Za-z0-9]{49,}\n$/);
  expect((await answer(["keys", "list", slug], person)).data).toHaveLength(2);
  expect(await answer(["keys", "revoke", slug, made.id], person)).toMatchObject({ deleted: true });
});

it("signs in with a second factor, which the operator's reset takes away", async () => {
  const { id, slug } = await site.makeOrganization();
  const admin = await site.makeMember(id, "org_admin");
  const { recoveryCodes } = await addApp(admin.send);
  const [code = "", next = ""] = recoveryCodes;
  const person = { ORGCONFIG_EMAIL: admin.email, ORGCONFIG_PASSWORD: goodPassword };
  const list = ["members", "list", slug];
  expect((await answer(list, { ...person, ORGCONFIG_SECOND_FACTOR: code })).data).toHaveLength(1);
  const again = await run(list, { ORGCONFIG_URL: url, ...person, ORGCONFIG_SECOND_FACTOR: code });
  expect([again.code, again.stdout]).toEqual([1, ""]);
  expect(again.stderr).toMatch(/The second factor is wrong/);
  await answer(["members", "reset", admin.email, "--password", "--second-factors"], {
    ORGCONFIG_NEW_PASSWORD: "a phrase of my own",
  });
  const fresh = { ...person, ORGCONFIG_PASSWORD: "a phrase of my own", ORGCONFIG_SECOND_FACTOR: next };
  expect((await answer(list, fresh)).data).toMatchObject([{ second_factor: false }]);
});
