/** Second factors: added, asked for at every door that takes a password, required by an organization; and what is tried against them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startMailServer, textOf } from "../events/support.ts";
import { createAuthenticator } from "../support/authenticator.ts";
import { makeToken } from "../support/people.ts";
import {
  type App,
  addApp,
  agePasswords,
  codeOf,
  letStepsPass,
  signInWith,
} from "../support/second-factors.ts";
import { startService, type TestService } from "../support/service.ts";
import { cookieOf, goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

/** Where a service is that is given no other name; injected requests go to it. */
const origin = "http://localhost:8080";

let test: TestService;
let site: Site;
let organization: { readonly id: string; readonly slug: string };
let ada: Person;
beforeAll(async () => {
  test = await startService({ HOST: "localhost" });
  site = siteOf(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  organization = await site.makeOrganization();
  ada = await site.makeMember(organization.id, "org_admin");
});

/** An app of this person's, whose present code was not used yet. */
async function appOf(person: Person): Promise<App> {
  const app = await addApp(person.send);
  await letStepsPass(test, person.id);
  return app;
}

const challengeOf = async ({ email }: Person): Promise<string> => (await site.signIn(email)).body.challenge;
const answerWith = (challenge: string, sent: object, address?: string) =>
  site.browser()("POST", "session/second_factor", {
    body: { challenge, ...sent },
    ...(address === undefined ? {} : { address }),
  });
/** Whether it was refused, and why. */
const outcomeOf = ({ status, body }: { status: number; body: { reason?: string } }) => [status, body.reason];

describe("an app", () => {
  it("is added with a code of it, and recovery codes are shown once", async () => {
    const begun = await ada.send("POST", "account/second_factors/totp");
    expect(begun.body.otpauth_uri).toMatch(
      new RegExp(`^otpauth://totp/orgconfig%20localhost:.*secret=${begun.body.secret}`),
    );
    expect((await ada.send("GET", "account/second_factors")).body.data).toEqual([]);
    const wrong = await ada.send("POST", "account/second_factors/totp/confirm", { body: { code: "000000" } });
    expect(outcomeOf(wrong)).toEqual([422, "wrong_code"]);
    const { body } = await ada.send("POST", "account/second_factors/totp/confirm", {
      body: { code: codeOf(begun.body.secret), name: "Phone" },
    });
    expect(body).toMatchObject({ kind: "totp", name: "Phone" });
    expect(new Set(body.recovery_codes).size).toBe(10);
    const listed = await ada.send("GET", "account/second_factors");
    expect(listed.body).toMatchObject({ data: [{ id: body.id, kind: "totp" }], recovery_codes_left: 10 });
    expect(listed.text).not.toContain(begun.body.secret);
    const members = (await ada.send("GET", `organizations/${organization.id}/members`)).body.data;
    expect(members).toMatchObject([{ id: ada.id, second_factor: true }]);
    const added = (await recordsOf(test, organization.id)).at(-1);
    expect(added).toMatchObject({ action: "add_second_factor", resource: "second_factors", row_id: body.id });
    expect(JSON.stringify(added)).not.toContain(begun.body.secret);
  });

  it("is asked for at the next sign-in, and the sign-in is on record with it", async () => {
    const { secret } = await appOf(ada);
    const first = await site.signIn(ada.email);
    expect(first).toMatchObject({
      status: 401,
      body: { reason: "second_factor_required", methods: ["totp", "recovery_code"] },
    });
    expect(first.headers["set-cookie"]).toBeUndefined();
    const second = await answerWith(first.body.challenge, { code: codeOf(secret) });
    expect([second.status, second.body.user.id]).toEqual([200, ada.id]);
    expect((await site.browser(cookieOf(second))("GET", "session")).status).toBe(200);
    const [session] = (await site.browser(cookieOf(second))("GET", "account/sessions")).body.data;
    expect(session).toMatchObject({ current: true, second_factor: true });
    expect((await recordsOf(test, organization.id)).at(-1)).toMatchObject({
      action: "sign_in",
      changes: [{ field: "second_factor", after: "totp" }],
    });
  });

  it("ends every session that the password alone began, but the one that adds it", async () => {
    const elsewhere = site.browser(cookieOf(await site.signIn(ada.email)));
    await appOf(ada);
    expect([(await elsewhere("GET", "session")).status, (await ada.send("GET", "session")).status]).toEqual([
      401, 200,
    ]);
  });

  it("is stored sealed", async () => {
    const { secret } = await appOf(ada);
    const [row] = await test.database.queryText<{ sealed_secret: string }>(
      { name: "test-sealed", text: "SELECT sealed_secret FROM second_factors WHERE user_id = $1" },
      [ada.id],
    );
    expect(row?.sealed_secret).not.toContain(secret);
  });
});

describe("codes", () => {
  it("are taken once each: neither the same one again, nor one from before", async () => {
    const { secret } = await appOf(ada);
    const code = codeOf(secret);
    expect((await answerWith(await challengeOf(ada), { code })).status).toBe(200);
    expect(outcomeOf(await answerWith(await challengeOf(ada), { code }))).toEqual([401, "wrong_code"]);
    const before = await answerWith(await challengeOf(ada), { code: codeOf(secret, -1) });
    expect(outcomeOf(before)).toEqual([401, "wrong_code"]);
    expect((await answerWith(await challengeOf(ada), { code: codeOf(secret, 1) })).status).toBe(200);
  });

  it("of two at once one is taken", async () => {
    const { secret } = await appOf(ada);
    const challenges = [await challengeOf(ada), await challengeOf(ada)];
    const code = codeOf(secret);
    const answers = await Promise.all(challenges.map((challenge) => answerWith(challenge, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it("for recovery work once, however they are typed, and new ones end the old", async () => {
    const { recoveryCodes } = await appOf(ada);
    const [first = "", second = ""] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll("-", " ");
    const signedIn = await answerWith(await challengeOf(ada), { code: typed });
    expect(signedIn.status).toBe(200);
    expect(outcomeOf(await answerWith(await challengeOf(ada), { code: first }))).toEqual([401, "wrong_code"]);
    const send = site.browser(cookieOf(signedIn));
    expect((await send("GET", "account/second_factors")).body.recovery_codes_left).toBe(9);
    const fresh = await send("POST", "account/second_factors/recovery_codes");
    expect(fresh.body.recovery_codes).toHaveLength(10);
    expect(outcomeOf(await answerWith(await challengeOf(ada), { code: second }))).toEqual([
      401,
      "wrong_code",
    ]);
    const [newest] = fresh.body.recovery_codes;
    expect((await answerWith(await challengeOf(ada), { code: newest })).status).toBe(200);
  });

  it("are guessed no faster over fresh challenges; the owner's own browser goes on", async () => {
    const { secret } = await appOf(ada);
    const owner = await answerWith(await challengeOf(ada), { code: codeOf(secret) });
    const device = owner.headers["set-cookie"]?.[1]?.split(";")[0] ?? "";
    for (let guess = 0; guess < 10; guess += 1) {
      const address = `192.0.2.${guess}`;
      const wrong = await answerWith(await challengeOf(ada), { code: "000000" }, address);
      expect(outcomeOf(wrong)).toEqual([401, "wrong_code"]);
    }
    const right = codeOf(secret, 1);
    const throttled = await answerWith(await challengeOf(ada), { code: right }, "192.0.2.200");
    expect([throttled.status, Number(throttled.headers["retry-after"]) > 60]).toEqual([429, true]);
    const known = await site.browser()("POST", "session/second_factor", {
      body: { challenge: await challengeOf(ada), code: right },
      headers: { cookie: device },
    });
    expect(known.status).toBe(200);
    const refused = (await recordsOf(test, organization.id)).filter(({ outcome }) => outcome === "refused");
    expect(refused.length).toBeGreaterThan(5);
  });
});

describe("a challenge", () => {
  it("ends after five attempts, with its use, and with the password", async () => {
    const { secret } = await appOf(ada);
    const tried = await challengeOf(ada);
    for (let attempt = 0; attempt < 5; attempt += 1) await answerWith(tried, { code: "000000" });
    expect(outcomeOf(await answerWith(tried, { code: codeOf(secret) }))).toEqual([
      401,
      "second_factor_expired",
    ]);

    const used = await challengeOf(ada);
    expect((await answerWith(used, { code: codeOf(secret) })).status).toBe(200);
    expect(outcomeOf(await answerWith(used, { code: codeOf(secret, 1) }))).toEqual([
      401,
      "second_factor_expired",
    ]);

    const before = await challengeOf(ada);
    const body = { current_password: goodPassword, new_password: "another long sentence for me" };
    expect((await ada.send("POST", "account/password", { body })).status).toBe(200);
    expect(outcomeOf(await answerWith(before, { code: codeOf(secret, 1) }))).toEqual([
      401,
      "second_factor_expired",
    ]);
  });

  it("takes the factors of its own account alone, and is no passkey's", async () => {
    const max = await site.makeMember(organization.id, "member");
    const app = await appOf(ada);
    const other = await appOf(max);
    const challenge = await challengeOf(ada);
    expect(outcomeOf(await answerWith(challenge, { code: codeOf(other.secret) }))).toEqual([
      401,
      "wrong_code",
    ]);
    expect(outcomeOf(await answerWith(challenge, { code: other.recoveryCodes[0] }))).toEqual([
      401,
      "wrong_code",
    ]);
    expect((await answerWith(challenge, { code: codeOf(app.secret) })).body.user.id).toBe(ada.id);
    expect(outcomeOf(await answerWith("made up", { code: codeOf(app.secret, 1) }))).toEqual([
      401,
      "second_factor_expired",
    ]);
    expect((await answerWith(await challengeOf(ada), {})).status).toBe(422);
  });
});

describe("a passkey", () => {
  async function added(person: Person, authenticator = createAuthenticator("localhost")) {
    const begun = await person.send("POST", "account/second_factors/passkeys");
    const response = authenticator.create(begun.body.options.challenge, { origin, count: 1 });
    const body = { name: "Laptop", response };
    const done = await person.send("POST", "account/second_factors/passkeys/confirm", { body });
    return { authenticator, done, body };
  }

  it("is added in the session that began it, once, and signs in", async () => {
    const { authenticator, done, body } = await added(ada);
    expect(done.body).toMatchObject({ kind: "passkey", name: "Laptop" });
    expect(done.body.recovery_codes).toHaveLength(10);
    const again = await ada.send("POST", "account/second_factors/passkeys/confirm", { body });
    expect(again.status).toBe(409);
    const first = await site.signIn(ada.email);
    expect(first.body.methods).toEqual(["passkey", "recovery_code"]);
    const { challenge, allowCredentials } = first.body.passkey_options;
    expect(allowCredentials).toMatchObject([{ id: body.response.id }]);
    const passkey = authenticator.get(challenge, { origin, count: 2 });
    expect((await answerWith(first.body.challenge, { passkey })).status).toBe(200);
  });

  it("of another page, another challenge, another key or an old count is refused", async () => {
    const { authenticator, body } = await added(ada);
    const stranger = createAuthenticator("localhost");
    const attempts = {
      "another page": (challenge: string) =>
        authenticator.get(challenge, { origin: "http://evil.example", count: 2 }),
      "another challenge": () => authenticator.get("AAAA", { origin, count: 2 }),
      "another key": (challenge: string) => ({
        ...stranger.get(challenge, { origin, count: 2 }),
        id: body.response.id,
      }),
      "an unknown key": (challenge: string) => stranger.get(challenge, { origin, count: 2 }),
      "an old count": (challenge: string) => authenticator.get(challenge, { origin, count: 1 }),
      nothing: () => ({ id: body.response.id }),
    };
    for (const [what, attempt] of Object.entries(attempts)) {
      const { body: first } = await site.signIn(ada.email);
      const passkey = attempt(first.passkey_options.challenge);
      const refused = await answerWith(first.challenge, { passkey });
      expect([what, ...outcomeOf(refused)]).toEqual([what, 401, "wrong_code"]);
    }
  });

  it("made for another page, or in another session, is not added", async () => {
    const begun = await ada.send("POST", "account/second_factors/passkeys");
    const { challenge } = begun.body.options;
    const response = createAuthenticator("localhost").create(challenge, { origin: "http://evil.example" });
    const foreign = await ada.send("POST", "account/second_factors/passkeys/confirm", { body: { response } });
    expect([foreign.status, foreign.body.field]).toEqual([422, "response"]);
    const other = site.browser(cookieOf(await site.signIn(ada.email)));
    const own = createAuthenticator("localhost").create(challenge, { origin });
    expect(
      (await other("POST", "account/second_factors/passkeys/confirm", { body: { response: own } })).status,
    ).toBe(409);
  });

  it("needs a host name: without one the app is left", async () => {
    const atAddress = await startService();
    const there = siteOf(atAddress);
    const person = await there.makeMember((await there.makeOrganization()).id, "member");
    const refused = await person.send("POST", "account/second_factors/passkeys");
    expect(outcomeOf(refused)).toEqual([409, "passkeys_need_host_name"]);
    await atAddress.close();
  });
});

describe("a stolen session", () => {
  it("neither adds nor removes a factor, nor makes codes, once the sign-in is ten minutes ago", async () => {
    const { id, secret } = await appOf(ada);
    await agePasswords(test, ada.id, 11);
    const calls = [
      ["POST", "account/second_factors/totp"],
      ["POST", "account/second_factors/passkeys"],
      ["POST", "account/second_factors/recovery_codes"],
      ["DELETE", `account/second_factors/${id}`],
    ] as const;
    for (const [method, path] of calls) {
      const answer = await ada.send(method, path);
      expect([path, ...outcomeOf(answer)]).toEqual([path, 403, "fresh_sign_in_required"]);
    }
    // Nor by the call that is for others.
    const own = await ada.send("DELETE", `organizations/${organization.id}/members/${ada.id}/second_factors`);
    expect(outcomeOf(own)).toEqual([403, "own_account"]);
    const { send } = await signInWith(site, ada, codeOf(secret));
    expect((await send("DELETE", `account/second_factors/${id}`)).status).toBe(200);
    expect((await site.signIn(ada.email)).status).toBe(200);
  });

  it("with the password, and without the factor, changes no password", async () => {
    await appOf(ada);
    await test.database.queryText(
      { name: "test-downgrade", text: "UPDATE sessions SET second_factor = false WHERE user_id = $1" },
      [ada.id],
    );
    const body = { current_password: goodPassword, new_password: "another long sentence for me" };
    expect(outcomeOf(await ada.send("POST", "account/password", { body }))).toEqual([
      401,
      "second_factor_required",
    ]);
  });
});

describe("doors that take a password", () => {
  it("are shut to it alone: an invitation's, and the operator's", async () => {
    const { secret } = await appOf(ada);
    const other = await site.makeOrganization();
    const admin = await site.makeMember(other.id, "org_admin");
    const invited = await admin.send("POST", `organizations/${other.id}/members`, {
      body: { email: ada.email, role: "member" },
    });
    const link = invited.body.invite_url.split("/").at(-1);
    const accepted = await site.browser()("POST", `invitations/${link}`, {
      body: { password: goodPassword },
    });
    expect(outcomeOf(accepted)).toEqual([401, "second_factor_required"]);
    const signedIn = await answerWith(accepted.body.challenge, { code: codeOf(secret) });
    expect((await site.browser(cookieOf(signedIn))("POST", `invitations/${link}`, { body: {} })).status).toBe(
      200,
    );

    const third = await site.makeOrganization();
    const vouched = await site.operator("POST", `operator/organizations/${third.id}/members`, {
      body: { email: ada.email, role: "member", password: goodPassword },
    });
    expect([vouched.status, vouched.body.field]).toEqual([422, "password"]);
  });

  it("stay shut after a reset by link, unless the operator ends the factors too", async () => {
    const { secret } = await appOf(ada);
    const reset = async (more: object) => {
      const { body } = await site.operator("POST", "operator/accounts/reset", {
        body: { email: ada.email, ...more },
      });
      return site.browser()("POST", `resets/${body.reset_url.split("/").at(-1)}`, {
        body: { new_password: `a new sentence to remember ${Object.keys(more).length}` },
      });
    };
    const before = await challengeOf(ada);
    const kept = await reset({});
    expect(outcomeOf(kept)).toEqual([401, "second_factor_required"]);
    expect(outcomeOf(await answerWith(before, { code: codeOf(secret) }))).toEqual([
      401,
      "second_factor_expired",
    ]);
    expect((await answerWith(kept.body.challenge, { code: codeOf(secret) })).status).toBe(200);
    expect((await reset({ end_second_factors: true })).status).toBe(200);
  });

  it("do not keep out the owner of an address whose account somebody else prepared", async () => {
    const email = `victim-${organization.slug}@example.com`;
    const invited = await ada.send("POST", `organizations/${organization.id}/members`, {
      body: { email, role: "member" },
    });
    const attacker = await site.browser()(
      "POST",
      `invitations/${invited.body.invite_url.split("/").at(-1)}`,
      {
        body: { password: goodPassword },
      },
    );
    await addApp(site.browser(cookieOf(attacker)));
    const { body } = await site.operator("POST", "operator/accounts/reset", { body: { email } });
    const owner = await site.browser()("POST", `resets/${body.reset_url.split("/").at(-1)}`, {
      body: { new_password: "the owner's own sentence" },
    });
    expect(owner.status).toBe(200);
  });
});

describe("an organization that requires a second factor", () => {
  const require = (on: boolean) =>
    ada.send("POST", `organizations/${organization.slug}/actions/update_organization_settings`, {
      body: { require_second_factor: on },
    });

  it("serves nothing to members without one, who sign in and add it", async () => {
    const max = await site.makeMember(organization.id, "member");
    const token = await makeToken(test.database, max.id, [organization.id]);
    const mcp = () =>
      test.send("POST", "/api/mcp", {
        headers: { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" },
        body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      });
    expect((await mcp()).status).toBe(200);
    expect((await require(true)).body.require_second_factor).toBe(true);
    const list = `organizations/${organization.slug}/actions/list_teams`;
    expect(outcomeOf(await max.send("POST", list, { body: {} }))).toEqual([
      403,
      "second_factor_setup_required",
    ]);
    expect(outcomeOf(await ada.send("GET", `organizations/${organization.slug}/members`))).toEqual([
      403,
      "second_factor_setup_required",
    ]);
    expect((await mcp()).status).toBe(403);

    const again = await site.signIn(max.email);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      organizations: [],
      other_organizations: [
        { slug: organization.slug, needs: "second_factor", sign_in_at: null, by_password: true },
      ],
    });
    const send = site.browser(cookieOf(again));
    expect((await send("GET", "account/second_factors")).body.required_by).toMatchObject([
      { slug: organization.slug },
    ]);
    const { id, secret } = await addApp(send);
    expect((await send("POST", list, { body: {} })).status).toBe(200);
    expect((await mcp()).status).toBe(200);
    await letStepsPass(test, max.id);
    const signedIn = await signInWith(site, max, codeOf(secret));
    expect((await signedIn.send("POST", list, { body: {} })).status).toBe(200);
    // Removed again, it is as before, at once and in every session.
    expect((await signedIn.send("DELETE", `account/second_factors/${id}`)).status).toBe(200);
    expect(outcomeOf(await signedIn.send("POST", list, { body: {} }))).toEqual([
      403,
      "second_factor_setup_required",
    ]);
    expect((await mcp()).status).toBe(403);
  });

  it("goes on with its keys, and leaves other organizations alone", async () => {
    const other = await site.makeOrganization();
    await site.operator("POST", `operator/organizations/${other.id}/members`, {
      body: { email: ada.email, role: "member", password: goodPassword },
    });
    const key = await test.makeKey(organization.id, ["api:admin"]);
    await require(true);
    const config = await test.send("GET", "/api/v1/config/teams", {
      headers: { authorization: `Bearer ${key.value}` },
    });
    expect(config.status).toBe(200);
    const there = await ada.send("POST", `organizations/${other.slug}/actions/list_teams`, { body: {} });
    expect(there.status).toBe(200);
  });
});

describe("an org_admin", () => {
  it("removes the factors of a member of no other organization, and signs them out", async () => {
    const max = await site.makeMember(organization.id, "member");
    await appOf(max);
    const path = `organizations/${organization.id}/members/${max.id}/second_factors`;
    expect((await ada.send("DELETE", path)).status).toBe(200);
    expect((await max.send("GET", "session")).status).toBe(401);
    expect((await site.signIn(max.email)).status).toBe(200);
    expect((await recordsOf(test, organization.id)).map(({ action }) => action)).toContain(
      "reset_member_second_factors",
    );
  });

  it("never weakens an account that is in another organization", async () => {
    const max = await site.makeMember(organization.id, "member");
    const other = await site.makeOrganization();
    await site.operator("POST", `operator/organizations/${other.id}/members`, {
      body: { email: max.email, role: "member", password: goodPassword },
    });
    await appOf(max);
    const path = `organizations/${organization.id}/members/${max.id}/second_factors`;
    expect(outcomeOf(await ada.send("DELETE", path))).toEqual([403, "member_elsewhere"]);
    expect((await site.signIn(max.email)).body.reason).toBe("second_factor_required");
  });

  it("ends a member's sessions here, and nowhere else", async () => {
    const max = await site.makeMember(organization.id, "member");
    const path = `organizations/${organization.id}/members/${max.id}/sessions`;
    const other = await site.makeOrganization();
    await site.operator("POST", `operator/organizations/${other.id}/members`, {
      body: { email: max.email, role: "member", password: goodPassword },
    });
    expect((await ada.send("DELETE", path)).status).toBe(200);
    const list = ({ slug }: { slug: string }) => `organizations/${slug}/actions/list_teams`;
    expect(outcomeOf(await max.send("POST", list(organization), { body: {} }))).toEqual([
      403,
      "sign_in_required",
    ]);
    expect((await max.send("POST", list(other), { body: {} })).status).toBe(200);
    const again = site.browser(cookieOf(await site.signIn(max.email)));
    expect((await again("POST", list(organization), { body: {} })).status).toBe(200);

    const vera = await site.makeMember(organization.id, "viewer");
    await ada.send("DELETE", path.replace(max.id, vera.id));
    expect((await vera.send("GET", "session")).status).toBe(401);
  });
});

describe("a session", () => {
  it("ends where nobody used it for the time that is set", async () => {
    const use = (ago: string) =>
      test.database.queryText(
        {
          name: "test-idle",
          text: "UPDATE sessions SET last_used_at = now() - $2::interval WHERE user_id = $1",
        },
        [ada.id, ago],
      );
    await use("719 minutes");
    expect((await ada.send("GET", "account/sessions")).body.data).toHaveLength(1);
    await use("721 minutes");
    expect((await ada.send("GET", "session")).status).toBe(401);
    const again = site.browser(cookieOf(await site.signIn(ada.email)));
    expect((await again("GET", "account/sessions")).body.data).toHaveLength(1);
  });
});

describe("a mail to the owner", () => {
  it("says each change of the second factors and the password, who did it, when, and from where", async () => {
    const mail = await startMailServer();
    const mailing = await startService({ SMTP_URL: mail.url, HOST: "localhost" });
    try {
      const there = siteOf(mailing);
      const { id } = await there.makeOrganization();
      const admin = await there.makeMember(id, "org_admin");
      const max = await there.makeMember(id, "member");
      const newPassword = "a wholly different phrase";
      const app = await addApp(max.send);
      await max.send("POST", "account/second_factors/recovery_codes");
      await max.send("DELETE", `account/second_factors/${app.id}`);
      await max.send("POST", "account/password", {
        body: { current_password: goodPassword, new_password: newPassword },
      });
      await addApp(max.send);
      await admin.send("DELETE", `organizations/${id}/members/${max.id}/second_factors`);
      // What is refused is not said.
      await admin.send("DELETE", `organizations/${id}/members/${max.id}/second_factors`);
      await there.operator("POST", "operator/accounts/reset", {
        body: { email: max.email, password: goodPassword },
      });
      await mailing.service.delivery.flush();
      const received = mail.mails.filter(({ to }) => to[0] === max.email);
      expect(received.map(({ headers }) => headers.subject).sort()).toEqual([
        "A second factor was added to your account",
        "A second factor was added to your account",
        "A second factor was removed from your account",
        "All second factors were removed from your account",
        "New recovery codes were made for your account",
        "The password of your account was changed",
        "The password of your account was changed",
      ]);
      const texts = received.map((one) => textOf(one));
      for (const text of texts) {
        // Seconds are left out where they are zero.
        expect(text).toMatch(/When +\d+ \w+ 20\d\d, \d\d:\d\d(:\d\d)? UTC/);
        expect(text).toContain("127.0.0.1");
        expect(text).toContain("http://localhost:8080/account/security");
        for (const secret of [app.secret, newPassword, goodPassword, ...app.recoveryCodes])
          expect(text).not.toContain(secret);
      }
      const by = (who: string) => texts.filter((text) => new RegExp(`By +${who}`).test(text)).length;
      expect([by("you"), by(admin.email), by("the operator")]).toEqual([5, 1, 1]);
      expect(texts.find((text) => text.startsWith("A second factor was removed"))).toMatch(/Which +an app/);
    } finally {
      await mailing.close();
      await mail.close();
    }
  });
});
