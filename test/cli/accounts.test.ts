/** `orgconfig orgs`, `members` and `keys` as they are typed: what each expects, the service answers. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig as run } from "../support/command.ts";
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
  expect(await answer(["orgs", "delete", id, "--yes"])).toMatchObject({ id, deleted: true });
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

  const made = await answer(["keys", "create", slug, "CI", "--scope", "api:config_read"], person);
  expect(made.key).toMatch(/^svc_ak_/);
  expect((await answer(["keys", "list", slug], person)).data).toHaveLength(1);
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
