/** A forgotten password: the person asks for a link by mail, or an org_admin sends one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailServer, newestLink, startMailServer } from "../events/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { cookieOf, goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

const chosen = "a wholly different phrase";

function callOf(url: string): string {
  return url.split("/").slice(-2).join("/");
}

function choose(site: Site, url: string, more: object = {}) {
  return site.browser()("POST", callOf(url), { body: { new_password: chosen, ...more } });
}

async function member(site: Site) {
  const { id } = await site.makeOrganization();
  const admin = await site.makeMember(id, "org_admin");
  const person = await site.makeMember(id, "member");
  const path = (who: Person) => `organizations/${id}/members/${who.id}/reset`;
  return { id, admin, person, path };
}

describe("with mail", () => {
  let mail: MailServer;
  let test: TestService;
  let site: Site;
  beforeAll(async () => {
    mail = await startMailServer();
    test = await startService({ SMTP_URL: mail.url });
    site = siteOf(test);
  });
  afterAll(async () => {
    await test.close();
    await mail.close();
  });

  /** Asks, and waits until the work that follows the answer is done. */
  async function ask(email: string) {
    const looked = () => test.logs.filter((line) => line.includes("password link asked for")).length;
    const before = looked();
    const answer = await site.browser()("POST", "resets", { body: { email } });
    await expect.poll(looked, { timeout: 30_000 }).toBe(before + 1);
    await test.service.delivery.flush();
    return answer;
  }
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email)).length;

  it("is asked for by anybody, answered alike for every address, and changes nothing until the link is used", async () => {
    const { id, person } = await member(site);
    const known = await ask(person.email.toUpperCase());
    const unknown = await ask("nobody@example.com");
    expect([known.status, known.body]).toEqual([200, unknown.body]);
    const link = newestLink(mail, person.email);
    expect(mailsTo("nobody@example.com")).toBe(0);
    expect((await person.send("GET", "session")).status).toBe(200);
    expect((await site.signIn(person.email, goodPassword)).status).toBe(200);

    const done = await choose(site, link);
    expect(done.status).toBe(200);
    expect((await person.send("GET", "session")).status).toBe(401);
    expect((await site.browser(cookieOf(done))("GET", "session")).status).toBe(200);
    expect((await choose(site, link)).status).toBe(404);
    const records = (await recordsOf(test, id)).filter(({ action }) => /reset/.test(String(action)));
    expect(records).toMatchObject([
      { action: "request_reset", actor_kind: "service" },
      { action: "reset_password", actor_kind: "user", changes: [{ field: "password", secret: "changed" }] },
    ]);
    expect(JSON.stringify(records) + test.logs.join()).not.toContain(new URL(link).pathname);
  });

  it("is mailed once in ten minutes, and by the link access tokens end too where that is asked", async () => {
    const { id, person } = await member(site);
    const token = await person.send("POST", "account/tokens", { body: { name: "T", organizations: [id] } });
    expect(token.status).toBe(201);
    await ask(person.email);
    const link = newestLink(mail, person.email);
    await ask(person.email);
    await ask(person.email);
    expect(mailsTo(person.email)).toBe(1);
    expect((await choose(site, link, { end_tokens: true })).status).toBe(200);
    const again = await site.signIn(person.email, chosen);
    const tokens = await site.browser(cookieOf(again))("GET", "account/tokens");
    expect(tokens.body.data).toEqual([]);
  });

  it("an org_admin mails the link, to somebody who is a member elsewhere too, and not to themselves", async () => {
    const { admin, person, path } = await member(site);
    const elsewhere = await site.makeOrganization();
    await site.operator("POST", `operator/organizations/${elsewhere.id}/members`, {
      body: { email: person.email, role: "viewer", password: goodPassword },
    });
    const sent = await admin.send("POST", path(person));
    await test.service.delivery.flush();
    expect([sent.status, sent.body.mailed, sent.body.reset_url]).toEqual([201, true, undefined]);
    expect((await choose(site, newestLink(mail, person.email))).status).toBe(200);
    expect((await admin.send("POST", path(admin))).body.reason).toBe("own_account");
    expect((await person.send("POST", path(admin))).status).toBe(401);
  });
});

describe("without mail", () => {
  let test: TestService;
  let site: Site;
  beforeAll(async () => {
    test = await startService();
    site = siteOf(test);
  });
  afterAll(() => test.close());

  it("says that no mail goes out, for every address", async () => {
    const { person } = await member(site);
    for (const email of [person.email, "nobody@example.com"]) {
      const { status, body } = await site.browser()("POST", "resets", { body: { email } });
      expect([status, body.error, body.reason]).toEqual([503, "unavailable", "no_mail"]);
    }
  });

  it("an org_admin passes the link on, which proves nothing about the address", async () => {
    const { id, admin, person, path } = await member(site);
    const sent = await admin.send("POST", path(person));
    expect([sent.status, sent.body.mailed]).toEqual([201, false]);
    expect((await person.send("GET", "session")).status).toBe(200);
    expect((await choose(site, sent.body.reset_url)).status).toBe(200);
    const [account] = await test.database.queryText<{ proved_at: Date | null }>(
      { name: "test-proved", text: "SELECT proved_at FROM users WHERE id = $1" },
      [person.id],
    );
    expect(account?.proved_at).toBeNull();
    expect((await person.send("POST", path(admin))).status).toBe(401);
    const records = (await recordsOf(test, id)).map(({ action }) => action);
    expect(records).toContain("reset_member_password");
  });

  it("but not of somebody who is a member elsewhere, was only invited, or is in another organization", async () => {
    const { admin, id, person, path } = await member(site);
    const elsewhere = await site.makeOrganization();
    await site.operator("POST", `operator/organizations/${elsewhere.id}/members`, {
      body: { email: person.email, role: "viewer", password: goodPassword },
    });
    const refused = await admin.send("POST", path(person));
    expect([refused.status, refused.body.reason]).toEqual([403, "member_elsewhere"]);
    const invited = await admin.send("POST", `organizations/${id}/members`, {
      body: { email: "invited@example.com", role: "viewer" },
    });
    const waiting = await admin.send("POST", `organizations/${id}/members/${invited.body.id}/reset`);
    expect([waiting.status, waiting.body.reason]).toEqual([409, "no_password"]);
    const foreign = await member(site);
    expect((await admin.send("POST", `organizations/${id}/members/${foreign.person.id}/reset`)).status).toBe(
      404,
    );
    expect((await person.send("POST", path(admin))).status).toBe(403);
  });
});
