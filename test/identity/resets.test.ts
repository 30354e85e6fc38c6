/** The operator's reset: for people who cannot sign in. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CredentialAuthenticator } from "../../src/features/identity/accounts/authenticator.ts";
import { createCredentialStore } from "../../src/features/identity/accounts/credentials-store.ts";
import { createRequestLimit } from "../../src/features/identity/accounts/request-limit.ts";
import { newestLink, startMailServer } from "../events/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { cookieOf, goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

const chosen = "a wholly different phrase";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

const reset = (email: string, body: object = {}, at = site) =>
  at.operator("POST", "operator/accounts/reset", { body: { email, ...body } });

function callOf(url: string): string {
  return url.split("/").slice(-2).join("/");
}

async function makePerson(): Promise<{ organizationId: string; person: Person; token: string }> {
  const { id } = await site.makeOrganization();
  const person = await site.makeMember(id, "org_admin");
  const made = await person.send("POST", "account/tokens", { body: { name: "T", organizations: [id] } });
  return { organizationId: id, person, token: made.body.token };
}

async function works(token: string): Promise<boolean> {
  const gate = new CredentialAuthenticator(
    createCredentialStore(test.database, 720),
    () => {},
    createRequestLimit("off", { error: () => {} }),
    { recordRefusal: async () => {} },
  );
  const request = { endpoint: "mcp", requestId: "req_test", address: undefined, now: new Date() } as const;
  return gate.bearer({ ...request, authorization: `Bearer ${token}` }).then(
    () => true,
    () => false,
  );
}

describe("by a link", () => {
  it("ends the password and the sessions at once, and lets the person choose a new one, once", async () => {
    const { organizationId, person, token } = await makePerson();
    const { status, body } = await reset(person.email.toUpperCase());
    expect([status, body.mailed, body.email]).toEqual([200, false, person.email]);
    expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 24 * 3_600_000)).toBeLessThan(3_600_000);
    expect((await person.send("GET", "session")).status).toBe(401);
    expect((await site.signIn(person.email)).status).toBe(401);
    expect(await works(token)).toBe(true);

    const link = callOf(body.reset_url);
    expect((await site.browser()("GET", link)).body.email).toBe(person.email);
    const choose = (new_password: string) => site.browser()("POST", link, { body: { new_password } });
    expect((await choose(goodPassword)).body.reason).toBe("same_password");
    expect((await choose("Password2026")).body.reason).toBe("trivial_password");
    const done = await choose(chosen);
    expect(done.body).toMatchObject({ must_change_password: false, organizations: [{ id: organizationId }] });
    expect((await site.browser(cookieOf(done))("GET", "session")).status).toBe(200);
    expect((await choose("yet another phrase")).status).toBe(404);
    expect((await site.browser()("GET", link)).status).toBe(404);
    expect((await site.signIn(person.email, chosen)).status).toBe(200);

    const records = (await recordsOf(test, organizationId)).filter(
      ({ action }) => action === "reset_password",
    );
    expect(records).toMatchObject([
      { actor_kind: "operator", changes: [{ field: "password", secret: "cleared" }] },
      { actor_kind: "user", changes: [{ field: "password", secret: "changed" }] },
    ]);
    const traces = JSON.stringify(records) + test.logs.join();
    for (const secret of [link.split("/")[1], chosen]) expect(traces).not.toContain(secret);
  });

  it("of which only the newest works, for 24 hours, and for one of two at once", async () => {
    const { person } = await makePerson();
    const [first, second] = [await reset(person.email), await reset(person.email)];
    const choose = (answer: { body: { reset_url: string } }, new_password: string) =>
      site.browser()("POST", callOf(answer.body.reset_url), { body: { new_password } });
    expect((await choose(first, chosen)).status).toBe(404);
    const both = await Promise.all([choose(second, chosen), choose(second, "yet another phrase")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);

    const late = await reset(person.email);
    const expire = {
      name: "test-expire",
      text: "UPDATE password_resets SET expires_at = now() - interval '1 second'",
    };
    await test.database.queryText(expire, []);
    expect((await choose(late, "one more phrase")).status).toBe(404);
    expect((await site.signIn(person.email, chosen)).status).toBe(401);
  });

  it("is mailed where there is mail", async () => {
    const mail = await startMailServer();
    const mailing = await startService({ SMTP_URL: mail.url });
    try {
      const there = siteOf(mailing);
      const { id } = await there.makeOrganization();
      const { email } = await there.makeMember(id, "viewer");
      const { body } = await reset(email, {}, there);
      expect([body.mailed, body.reset_url]).toEqual([true, undefined]);
      await mailing.service.delivery.flush();
      const link = callOf(newestLink(mail, email));
      expect((await there.browser()("POST", link, { body: { new_password: chosen } })).status).toBe(200);
    } finally {
      await mailing.close();
      await mail.close();
    }
  });
});

describe("by a password", () => {
  it("sets it, temporary where that is asked, and ends tokens by choice", async () => {
    const { organizationId, person, token } = await makePerson();
    const { body } = await reset(person.email, { password: chosen, temporary: true, end_tokens: true });
    expect(body).toMatchObject({ id: person.id, mailed: false, expires_at: null });
    expect(body.reset_url).toBeUndefined();
    expect((await person.send("GET", "session")).status).toBe(401);
    expect(await works(token)).toBe(false);
    expect((await site.signIn(person.email)).status).toBe(401);
    expect((await site.signIn(person.email, chosen)).body.must_change_password).toBe(true);
    const { changes } = (await recordsOf(test, organizationId)).find(
      ({ action }) => action === "reset_password",
    ) as { changes: unknown };
    expect(changes).toEqual([
      { field: "password", secret: "changed" },
      { field: "temporary", before: null, after: true },
      { field: "tokens", secret: "cleared" },
    ]);
  });

  it.each([
    [{ temporary: true }, 422, "temporary"],
    [{ password: "short" }, 422, "password"],
    [{ email: "nobody@example.com" }, 404, "email"],
    [{ email: "only-invited@example.com" }, 422, "email"],
  ])("refuses %j", async (body, status, field) => {
    const { person, organizationId } = await makePerson();
    await person.send("POST", `organizations/${organizationId}/members`, {
      body: { email: "only-invited@example.com", role: "viewer" },
    });
    const refused = await reset(person.email, body);
    expect([refused.status, refused.body.field]).toEqual([status, field]);
    expect((await person.send("GET", "session")).status).toBe(200);
  });
});
