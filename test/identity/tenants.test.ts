/**
 * One address, several organizations: what one of them prepares, hands over, removes or invites anew opens
 * nothing of another.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CredentialAuthenticator } from "../../src/features/identity/accounts/authenticator.ts";
import { createCredentialStore } from "../../src/features/identity/accounts/credentials-store.ts";
import { createRequestLimit } from "../../src/features/identity/accounts/request-limit.ts";
import { type MailServer, newestLink, startMailServer } from "../events/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { cookieOf, goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

/** What the first organization's admin chose, and knows. */
const prepared = "prepared by the first one";
const own = "chosen by the owner alone";

let test: TestService;
let site: Site;
/** The same with a mail server, so that links are mailed. */
let mailing: TestService;
let mailSite: Site;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  test = await startService();
  mailing = await startService({ SMTP_URL: mail.url });
  site = siteOf(test);
  mailSite = siteOf(mailing);
});
afterAll(async () => {
  await test.close();
  await mailing.close();
  await mail.close();
});

interface Tenant {
  readonly id: string;
  readonly admin: Person;
  readonly members: string;
}

async function makeTenant(at: Site): Promise<Tenant> {
  const { id } = await at.makeOrganization();
  const admin = await at.makeMember(id, "org_admin", `admin-of-${id}@example.com`);
  return { id, admin, members: `organizations/${id}/members` };
}

async function twoTenants(at = site): Promise<[Tenant, Tenant]> {
  return [await makeTenant(at), await makeTenant(at)];
}

/** Invites, and answers the path of the handed-over link's call. */
async function invite({ admin, members }: Tenant, email: string): Promise<string> {
  const { status, body } = await admin.send("POST", members, { body: { email, role: "org_admin" } });
  expect(status).toBe(201);
  return callOf(body.invite_url);
}

/** Invites by mail, and answers the path of the link's call as the mailbox's owner reads it. */
async function inviteByMail({ admin, members }: Tenant, email: string): Promise<string> {
  const { status, body } = await admin.send("POST", members, { body: { email, role: "org_admin" } });
  expect([status, body.invite_url]).toEqual([201, undefined]);
  await mailing.service.delivery.flush();
  return callOf(newestLink(mail, email));
}

function callOf(url: string): string {
  return url.split("/").slice(-2).join("/");
}

async function idOf({ admin, members }: Tenant, email: string): Promise<string> {
  const { body } = await admin.send("GET", members);
  return body.data.find((member: { email: string }) => member.email === email).id;
}

async function remove(tenant: Tenant, email: string): Promise<void> {
  const gone = await tenant.admin.send("DELETE", `${tenant.members}/${await idOf(tenant, email)}`);
  expect(gone.status).toBe(200);
}

const accept = (link: string, body: object, at = site, cookie?: string) =>
  at.browser(cookie)("POST", link, { body });

/** The ids of the organizations that these credentials open; undefined when they open nothing. */
async function opened(email: string, password: string, at = site): Promise<string[] | undefined> {
  const { status, body } = await at.signIn(email, password);
  return status === 200 ? body.organizations.map(({ id }: { id: string }) => id) : undefined;
}

describe("with links that are handed over", () => {
  it("an account that one organization prepared does not open another that invites later", async () => {
    const [a, b] = await twoTenants();
    const email = "later@example.com";
    expect((await accept(await invite(a, email), { password: prepared })).status).toBe(200);
    const cookie = cookieOf(await site.signIn(email, prepared));
    const link = await invite(b, email);

    const asked = await site.browser()("GET", link);
    expect([asked.status, asked.body.reason]).toEqual([403, "unproved_address"]);
    expect(asked.body.message).toContain(`orgconfig members reset ${email}`);
    for (const attempt of [
      await accept(link, { password: prepared }),
      await accept(link, {}, site, cookie),
      await accept(link, { password: own }),
      await accept(link, { new_password: own }),
    ])
      expect([attempt.status, attempt.body.reason]).toEqual([403, "unproved_address"]);
    expect(await opened(email, prepared)).toEqual([a.id]);
  });

  it("nor one that invited before, whose link waits until the operator has answered for the account", async () => {
    const [a, b] = await twoTenants();
    const email = "before@example.com";
    const link = await invite(b, email);
    expect((await accept(await invite(a, email), { password: prepared })).status).toBe(200);
    expect((await accept(link, { password: prepared })).status).toBe(403);

    const reset = await site.operator("POST", "operator/accounts/reset", { body: { email } });
    const done = await accept(callOf(reset.body.reset_url), { new_password: own });
    expect(done.body.organizations).toMatchObject([{ id: a.id }]);
    expect((await accept(link, { password: prepared })).status).toBe(401);
    expect((await accept(link, { password: own })).status).toBe(200);
    expect(await opened(email, prepared)).toBeUndefined();
    expect(new Set(await opened(email, own))).toEqual(new Set([a.id, b.id]));
  });

  it("of two that are accepted at once one makes the account, and the other is refused", async () => {
    for (let round = 0; round < 3; round += 1) {
      const [a, b] = await twoTenants();
      const email = `race-${round}@example.com`;
      const links = [await invite(a, email), await invite(b, email)];
      const answers = await Promise.all([
        accept(links[0] as string, { password: prepared }),
        accept(links[1] as string, { password: own }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const winner = answers[0]?.status === 200 ? [a.id, prepared] : [b.id, own];
      const loser = answers[0]?.status === 200 ? own : prepared;
      expect(await opened(email, winner[1] as string)).toEqual([winner[0]]);
      expect(await opened(email, loser)).toBeUndefined();
    }
  });

  it("the operator's adding opens the one organization, and no other", async () => {
    const [a, b] = await twoTenants();
    const c = await makeTenant(site);
    const email = "added@example.com";
    await accept(await invite(a, email), { password: prepared });
    const added = await site.operator("POST", `operator/organizations/${b.id}/members`, {
      body: { email, role: "viewer", password: prepared },
    });
    expect(added.body.status).toBe("active");
    expect((await accept(await invite(c, email), { password: prepared })).status).toBe(403);
  });

  it("removing the member and inviting anew lets them in, by the new link alone", async () => {
    const [a, b] = await twoTenants();
    const email = "forgetful@example.com";
    await accept(await invite(a, email), { password: prepared });
    const before = site.browser(cookieOf(await site.signIn(email, prepared)));
    const waiting = await invite(b, email);
    await remove(a, email);
    expect((await before("GET", "session")).status).toBe(401);
    expect(await opened(email, prepared)).toBeUndefined();

    const link = await invite(a, email);
    expect((await site.browser()("GET", link)).body.has_account).toBe(false);
    expect((await accept(link, { password: own })).status).toBe(200);
    expect(await opened(email, own)).toEqual([a.id]);
    expect((await accept(waiting, { password: own })).status).toBe(403);
  });

  it("the same for somebody whom the operator made: the password is chosen anew, and proves nothing", async () => {
    const [a, b] = await twoTenants();
    const person = await site.makeMember(a.id, "member");
    await remove(a, person.email);
    expect((await person.send("GET", "session")).body.organizations).toEqual([]);
    expect((await accept(await invite(a, person.email), { password: own })).status).toBe(200);
    expect((await person.send("GET", "session")).status).toBe(401);
    expect(await opened(person.email, goodPassword)).toBeUndefined();
    expect(await opened(person.email, own)).toEqual([a.id]);
    expect((await accept(await invite(b, person.email), { password: own })).status).toBe(403);
  });

  it("or they go on with the password that they have", async () => {
    const a = await makeTenant(site);
    const person = await site.makeMember(a.id, "member");
    await remove(a, person.email);
    expect((await accept(await invite(a, person.email), {}, site, person.cookie)).status).toBe(200);
    await remove(a, person.email);
    expect((await accept(await invite(a, person.email), { password: goodPassword })).status).toBe(200);
    expect((await person.send("GET", "session")).body.organizations).toMatchObject([{ id: a.id }]);
  });

  it("inviting anew sets no password of a member of another organization, and says the way out", async () => {
    const [a, b] = await twoTenants();
    const person = await site.makeMember(a.id, "member");
    await accept(await invite(b, person.email), {}, site, person.cookie);
    await remove(a, person.email);
    const link = await invite(a, person.email);
    expect((await site.browser()("GET", link)).body).toMatchObject({ has_account: true, can_reset: false });
    expect((await accept(link, { password: prepared })).status).toBe(401);
    const refused = await accept(link, { new_password: prepared });
    expect([refused.status, refused.body.field]).toEqual([422, "new_password"]);
    expect(refused.body.message).toContain("orgconfig members reset");
    expect(await opened(person.email, prepared)).toBeUndefined();
    expect(await opened(person.email, goodPassword)).toEqual([b.id]);
  });
});

describe("with a mail server", () => {
  it("the mailbox's owner takes over an account that was prepared for the address", async () => {
    const [a, b] = await twoTenants(mailSite);
    const email = "victim@example.com";
    // Prepared while there was no mail server: by a link that was handed over.
    const handedOver = await inviteByMail(a, email);
    await mailing.database.queryText(
      { name: "test-handed-over", text: "UPDATE invitations SET proves_address = false" },
      [],
    );
    await accept(handedOver, { password: prepared }, mailSite);
    const cookie = cookieOf(await mailSite.signIn(email, prepared));
    const made = await mailSite.browser(cookie)("POST", "account/tokens", {
      body: { name: "T", organizations: [a.id] },
    });
    const gate = new CredentialAuthenticator(
      createCredentialStore(mailing.database, 720),
      () => {},
      createRequestLimit("off", { error: () => {} }),
      { recordRefusal: async () => {} },
    );
    const use = () =>
      gate.bearer({
        endpoint: "mcp",
        authorization: `Bearer ${made.body.token}`,
        requestId: "req_test",
        address: undefined,
        now: new Date(),
      });
    expect((await use()).organization.id).toBe(a.id);

    const link = await inviteByMail(b, email);
    expect((await mailSite.browser()("GET", link)).body).toMatchObject({ has_account: false });
    const present = await accept(link, { password: prepared }, mailSite);
    expect([present.status, present.body.reason]).toEqual([422, "same_password"]);
    expect((await accept(link, {}, mailSite, cookie)).status).toBe(422);
    expect((await accept(link, { password: own }, mailSite)).status).toBe(200);

    expect((await mailSite.browser(cookie)("GET", "session")).status).toBe(401);
    await expect(use()).rejects.toMatchObject({ code: "unauthorized" });
    const secrets = [
      { field: "password", secret: "changed" },
      { field: "tokens", secret: "cleared" },
    ];
    const reported = async (id: string, name: string) =>
      (await recordsOf(mailing, id)).findLast(({ action }) => action === name)?.changes;
    expect(await reported(a.id, "reset_password")).toEqual(secrets);
    expect(await reported(b.id, "accept_invitation")).toEqual(expect.arrayContaining(secrets));
    expect(await opened(email, prepared, mailSite)).toBeUndefined();
    expect(new Set(await opened(email, own, mailSite))).toEqual(new Set([a.id, b.id]));
  });

  it("a link to the mailbox sets a new password of a member of another organization, too", async () => {
    const [a, b] = await twoTenants(mailSite);
    const person = await mailSite.makeMember(a.id, "member", "owner@example.com");
    const link = await inviteByMail(b, person.email);
    expect((await mailSite.browser()("GET", link)).body).toMatchObject({
      has_account: true,
      can_reset: true,
    });
    expect((await accept(link, { password: own }, mailSite)).status).toBe(401);
    const same = await accept(link, { new_password: goodPassword }, mailSite);
    expect([same.status, same.body.reason]).toEqual([422, "same_password"]);
    expect((await accept(link, { new_password: own }, mailSite)).status).toBe(200);
    expect((await person.send("GET", "session")).status).toBe(401);
    expect(new Set(await opened(person.email, own, mailSite))).toEqual(new Set([a.id, b.id]));
  });
});
