/** `orgconfig members` as an operator types it, for somebody who cannot sign in. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig as run } from "../support/command.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Site, siteOf } from "../support/sign-in.ts";

const own = "a phrase of my own";

let test: TestService;
let site: Site;
let url: string;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(test.service.server.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

const orgconfig = (args: readonly string[], env = {}) =>
  run(args, { ORGCONFIG_URL: url, ORGCONFIG_OPERATOR_TOKEN: test.settings.operatorToken, ...env });

it("resets by a link that is printed once, and by a password that is temporary", async () => {
  const { id } = await site.makeOrganization();
  const { email } = await site.makeMember(id, "member");
  const linked = await orgconfig(["members", "reset", email]);
  expect([linked.code, linked.stderr]).toEqual([0, ""]);
  const token = /^reset_url: http\S+\/resets\/([\w-]+)$/m.exec(linked.stdout)?.[1];
  const done = await site.browser()("POST", `resets/${token}`, { body: { new_password: own } });
  expect(done.status).toBe(200);

  const set = await orgconfig(
    ["members", "reset", email, "--password", "--temporary", "--end-tokens", "--json"],
    {
      ORGCONFIG_NEW_PASSWORD: goodPassword,
    },
  );
  expect([set.code, JSON.parse(set.stdout).mailed]).toEqual([0, false]);
  expect((await site.signIn(email)).body.must_change_password).toBe(true);

  const poor = await orgconfig(["members", "reset", email, "--password"], {
    ORGCONFIG_NEW_PASSWORD: "Password2026",
  });
  expect([poor.code, poor.stdout]).toEqual([1, ""]);
  expect(poor.stderr).toMatch(/password: is a common password; choose at least 8 characters/);
});

it("adds a member with a temporary password", async () => {
  const { slug } = await site.makeOrganization();
  const added = await orgconfig(
    ["members", "add", slug, "new@example.com", "--role", "viewer", "--temporary"],
    { ORGCONFIG_NEW_PASSWORD: goodPassword },
  );
  expect([added.code, added.stderr]).toEqual([0, ""]);
  expect((await site.signIn("new@example.com")).body.must_change_password).toBe(true);
});

it("invites, and again, by a link that is printed once", async () => {
  const { slug } = await site.makeOrganization();
  const invited = await orgconfig(["members", "invite", slug, "ada@example.com", "--role", "member"]);
  expect([invited.code, invited.stderr]).toEqual([0, ""]);
  const again = await orgconfig(["members", "invite-again", slug, "ada@example.com", "--json"]);
  expect([again.code, again.stderr]).toEqual([0, ""]);
  const [first, second] = [invited.stdout, again.stdout].map(
    (text) => /http\S+\/(invitations\/[\w-]+)/.exec(text)?.[1],
  );
  expect((await site.browser()("GET", String(first))).status).toBe(404);
  expect((await site.browser()("GET", String(second))).body).toMatchObject({ email: "ada@example.com" });
});

it("invites as an org_admin, who signs in for it, and as nobody else", async () => {
  const { id, slug } = await site.makeOrganization();
  const [admin, member] = [await site.makeMember(id, "org_admin"), await site.makeMember(id, "member")];
  const invite = (as: string) =>
    orgconfig(["members", "invite", slug, "bob@example.com", "--role", "member", "--as", as, "--json"], {
      ORGCONFIG_PASSWORD: goodPassword,
    });
  expect(await invite(member.email)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("admin access"),
  });
  const invited = await invite(admin.email);
  expect([invited.code, invited.stderr]).toEqual([0, ""]);
  expect(JSON.parse(invited.stdout)).toMatchObject({
    email: "bob@example.com",
    role: "member",
    status: "invited",
  });
});
