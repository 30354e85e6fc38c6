import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { cookieOf, goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService({ PORT: "8080" });
  site = siteOf(test);
});
afterAll(() => test.close());

interface Inviter {
  readonly organization: { id: string; slug: string; name: string };
  readonly admin: Person;
  readonly members: string;
}

async function makeInviter(): Promise<Inviter> {
  const organization = await site.makeOrganization();
  const admin = await site.makeMember(organization.id, "org_admin");
  return { organization, admin, members: `organizations/${organization.id}/members` };
}

/** Invites and answers the path of the link's call. */
async function invite({ admin, members }: Inviter, email: string, rest: object = {}): Promise<string> {
  const { status, body } = await admin.send("POST", members, { body: { email, role: "member", ...rest } });
  expect([status, body.status]).toEqual([201, "invited"]);
  expect(body.invite_url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/invitations\/[A-Za-z0-9_-]{43}$/);
  return `invitations/${body.invite_url.split("/").at(-1)}`;
}

describe("a new person", () => {
  it("sees what the link is for, chooses a password, and is signed in", async () => {
    const inviter = await makeInviter();
    const link = await invite(inviter, "New@example.com", { name: "Newt" });
    const seen = await site.browser()("GET", link);
    expect(seen.body).toMatchObject({
      organization: { id: inviter.organization.id, name: "Acme" },
      email: "New@example.com",
      role: "member",
      has_account: false,
    });
    expect((await site.browser()("POST", link, { body: {} })).body.field).toBe("password");
    expect((await site.browser()("POST", link, { body: { password: "short" } })).status).toBe(422);
    const accepted = await site.browser()("POST", link, { body: { password: goodPassword } });
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({ user: { name: "Newt" }, organizations: [{ role: "member" }] });
    expect((await site.browser(cookieOf(accepted))("GET", "session")).body).toEqual(accepted.body);
    expect((await site.signIn("new@example.com")).status).toBe(200);

    expect((await site.browser()("GET", link)).status).toBe(404);
    expect((await site.browser()("POST", link, { body: { password: goodPassword } })).status).toBe(404);
    const records = await recordsOf(test, inviter.organization.id);
    expect(records.map(({ action }) => action)).toContain("accept_invitation");
    expect(JSON.stringify(records) + test.logs.join()).not.toContain(link.split("/")[1]);
  });

  it("is nobody until then: no membership, no name of another organization's choosing", async () => {
    const [one, two] = [await makeInviter(), await makeInviter()];
    await invite(one, "shared@example.com", { name: "Secret nickname" });
    await invite(two, "shared@example.com");
    const { body } = await two.admin.send("GET", two.members);
    expect(body.data.find(({ email }: { email: string }) => email === "shared@example.com").name).toBe("");
    expect(
      (await one.admin.send("POST", one.members, { body: { email: "shared@example.com", role: "viewer" } }))
        .status,
    ).toBe(409);
  });

  it("is answered like anybody else where the address has an account, until its owner accepts", async () => {
    const [home, inviter] = [await makeInviter(), await makeInviter()];
    const owner = await site.makeMember(home.organization.id, "member");
    await test.database.queryText(
      {
        name: "test-factor",
        text: `INSERT INTO second_factors (id, user_id, kind, name, created_at, confirmed_at, sealed_secret)
          VALUES ('factor_known', $1, 'totp', 'App', now(), now(), 'x')`,
      },
      [owner.id],
    );
    const add = (email: string) =>
      inviter.admin.send("POST", inviter.members, { body: { email, name: "Guess", role: "viewer" } });
    const known = await add(owner.email);
    const unknown = await add("unknown-to-all@example.com");
    const shown = ({ id: _i, email: _e, invite_url: _u, created_at: _c, ...rest }: typeof known.body) => rest;
    expect([known.status, shown(known.body)]).toEqual([201, shown(unknown.body)]);
    const { data } = (await inviter.admin.send("GET", inviter.members)).body;
    expect(data.find(({ id }: { id: string }) => id === owner.id)).toMatchObject({ second_factor: false });
    expect((await owner.send("GET", "account")).body.name).toBe("");
  });

  it("is one person when a link is accepted twice at once", async () => {
    const link = await invite(await makeInviter(), "hasty@example.com");
    const answers = await Promise.all(
      ["first chosen password", "second chosen password"].map((password) =>
        site.browser()("POST", link, { body: { password } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("the owner of an account", () => {
  it("joins signed in, or by the account's password, and not by the link alone", async () => {
    const [home, inviter] = [await makeInviter(), await makeInviter()];
    const owner = await site.makeMember(home.organization.id, "member");
    const link = await invite(inviter, owner.email);
    expect((await owner.send("GET", "session")).body.organizations).toHaveLength(1);

    expect((await site.browser()("POST", link, { body: {} })).body.field).toBe("password");
    expect((await inviter.admin.send("POST", link, { body: {} })).body.field).toBe("password");
    expect((await inviter.admin.send("POST", link, { body: { password: "guess number one" } })).status).toBe(
      401,
    );
    expect((await owner.send("POST", link, { body: { name: "Eve" } })).body.field).toBe("name");
    const accepted = await owner.send("POST", link, { body: {} });
    expect(accepted.status).toBe(200);
    expect(accepted.body.organizations).toHaveLength(2);
    expect(accepted.headers["set-cookie"]).toBeUndefined();

    const another = await site.makeMember(home.organization.id, "member");
    const byPassword = await site.browser()("POST", await invite(inviter, another.email), {
      body: { password: goodPassword },
    });
    expect(byPassword.body).toMatchObject({ user: { id: another.id } });
    expect(String(byPassword.headers["set-cookie"])).toContain("orgconfig_session=");
  });
});

describe("a link", () => {
  it("ends with the invitation, and by itself after 24 hours", async () => {
    const inviter = await makeInviter();
    const link = await invite(inviter, "leaver@example.com");
    const { body } = await inviter.admin.send("GET", inviter.members);
    const { id } = body.data.find(({ email }: { email: string }) => email === "leaver@example.com");
    await inviter.admin.send("DELETE", `${inviter.members}/${id}`);
    expect((await site.browser()("GET", link)).status).toBe(404);
    const left = await test.database.queryText(
      { name: "test-left", text: "SELECT id FROM users WHERE id = $1" },
      [id],
    );
    expect(left).toEqual([]);

    const late = await invite(inviter, "late@example.com");
    const { expires_at } = (await site.browser()("GET", late)).body;
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 24 * 3_600_000)).toBeLessThan(3_600_000);
    await test.database.queryText(
      { name: "test-late", text: "UPDATE invitations SET expires_at = now() - interval '1 second'" },
      [],
    );
    expect((await site.browser()("POST", late, { body: { password: goodPassword } })).status).toBe(404);
  });
});
