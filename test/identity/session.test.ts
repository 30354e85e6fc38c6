import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOf } from "../../src/features/identity/accounts/credential.ts";
import { startService, type TestService } from "../support/service.ts";
import { cookieOf, cookiesOf, goodPassword, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

describe("signing in", () => {
  it("answers who it is and a cookie that no script reads", async () => {
    const organization = await site.makeOrganization();
    const { email, id } = await site.makeMember(organization.id, "member", "Ada@Example.com");
    const answer = await site.signIn("ada@example.COM");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: { id, email, name: "" },
      must_change_password: false,
      organizations: [
        {
          id: organization.id,
          slug: organization.slug,
          name: "Acme",
          plan: "business",
          role: "member",
          timezone: "UTC",
          suspension: null,
        },
      ],
      other_organizations: [],
    });
    const [cookie, device] = cookiesOf(answer);
    expect(cookie).toMatch(/^orgconfig_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(device).toMatch(
      /^orgconfig_device=[A-Za-z0-9_.-]{66,70}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const secret = cookieOf(answer).split("=")[1] as string;
    const stored = await test.database.queryText<{ hash: Buffer }>(
      {
        name: "test-session-hash",
        text: "SELECT hash FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1",
      },
      [id],
    );
    expect(stored[0]?.hash.equals(hashOf(secret))).toBe(true);
    const me = await site.browser(cookieOf(answer))("GET", "session");
    expect(me.body).toEqual(answer.body);
    expect(me.headers["cache-control"]).toBe("no-store, no-transform");
  });

  it("gives one answer for a wrong password and for an account that is not there", async () => {
    const organization = await site.makeOrganization();
    const { email } = await site.makeMember(organization.id, "member");
    const wrong = await site.signIn(email, "wrong password here");
    const unknown = await site.signIn("nobody@example.com", "wrong password here");
    expect(wrong.status).toBe(401);
    expect({ ...unknown.body, request_id: "" }).toEqual({ ...wrong.body, request_id: "" });
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  it("never accepts a person without a password", async () => {
    const organization = await site.makeOrganization();
    const admin = await site.makeMember(organization.id, "org_admin");
    await admin.send("POST", `organizations/${organization.id}/members`, {
      body: { email: "unclaimed@example.com", role: "viewer" },
    });
    expect((await site.signIn("unclaimed@example.com", "anything at all")).status).toBe(401);
  });

  it("ends with signing out, which is on record", async () => {
    const organization = await site.makeOrganization();
    const person = await site.makeMember(organization.id, "viewer");
    const out = await person.send("DELETE", "session");
    expect(out.status).toBe(200);
    expect(out.headers["set-cookie"]).toContain("Max-Age=0");
    expect((await person.send("GET", "session")).status).toBe(401);
    const actions = (await recordsOf(test, organization.id)).map((record) => record.action);
    expect(actions).toEqual(["create_organization", "add_member", "sign_in", "sign_out"]);
  });

  it("ends the session that the browser had, whoever signs in", async () => {
    const organization = await site.makeOrganization();
    const person = await site.makeMember(organization.id, "viewer");
    const other = await site.makeMember(organization.id, "viewer");
    const again = await person.send("POST", "session", {
      body: { email: person.email, password: goodPassword },
    });
    expect((await person.send("GET", "session")).status).toBe(401);
    const second = site.browser(cookieOf(again));
    expect((await second("GET", "account/sessions")).body.data).toHaveLength(1);
    const wrong = await second("POST", "session", { body: { email: other.email, password: "not theirs" } });
    expect([wrong.status, (await second("GET", "session")).status]).toEqual([401, 200]);
    const changed = await second("POST", "session", { body: { email: other.email, password: goodPassword } });
    expect(changed.body.user.id).toBe(other.id);
    expect((await second("GET", "session")).status).toBe(401);
    expect((await other.send("GET", "session")).status).toBe(200);
    const ended = (await recordsOf(test, organization.id)).filter(({ action }) => action === "sign_out");
    expect(ended.map(({ actor_name }) => actor_name)).toEqual([person.email, person.email]);
  });

  it("lasts as long as the shortest session_ttl_hours of the person's organizations", async () => {
    const organization = await site.makeOrganization();
    const person = await site.makeMember(organization.id, "viewer");
    const age = {
      name: "test-age",
      text: "UPDATE sessions SET created_at = now() - interval '2 hours' WHERE user_id = $1",
    };
    await test.database.queryText(age, [person.id]);
    expect((await person.send("GET", "session")).status).toBe(200);
    const ttl = { name: "test-ttl", text: "UPDATE organizations SET session_ttl_hours = 1 WHERE id = $1" };
    await test.database.queryText(ttl, [organization.id]);
    expect((await person.send("GET", "session")).status).toBe(401);
  });

  it("refuses bodies in the contract's order", async () => {
    const send = site.browser();
    expect(
      (await send("POST", "session", { body: "x", headers: { "content-type": "text/plain" } })).status,
    ).toBe(415);
    expect((await send("POST", "session", { body: "{" })).status).toBe(400);
    expect((await send("POST", "session", { body: "[]" })).status).toBe(400);
    const unknown = await send("POST", "session", {
      body: { email: "a@example.com", pasword: goodPassword },
    });
    expect(unknown.status).toBe(422);
    expect(unknown.body.fields.map((problem: { field: string }) => problem.field)).toEqual([
      "pasword",
      "password",
    ]);
    expect(unknown.text).not.toContain(goodPassword);
    expect(
      (await send("POST", "session?remember=1", { body: { email: "a", password: "b" } })).body.field,
    ).toBe("remember");
    const wrongMethod = await send("PUT", "session", { body: {} });
    expect([wrongMethod.status, wrongMethod.headers.allow]).toEqual([405, "POST, GET, HEAD, DELETE"]);
  });
});

describe("the origin of a write", () => {
  it("must be the service's own, signing in included", async () => {
    const organization = await site.makeOrganization();
    const person = await site.makeMember(organization.id, "org_admin");
    for (const origin of ["https://evil.example", "null", ""]) {
      const headers = { origin };
      expect(
        (
          await person.send("POST", "session", {
            headers,
            body: { email: person.email, password: goodPassword },
          })
        ).status,
      ).toBe(403);
      expect((await person.send("PATCH", "account", { headers, body: { name: "Eve" } })).status).toBe(403);
      expect((await person.send("DELETE", "session", { headers })).status).toBe(403);
      expect((await person.send("POST", "invitations/abc", { headers, body: {} })).status).toBe(403);
      const action = await person.send("POST", `organizations/${organization.id}/actions/create_team`, {
        headers,
        body: { name: "T" },
      });
      expect([action.status, action.body.reason]).toEqual([403, "origin"]);
    }
    expect(
      (await person.send("GET", "session", { headers: { origin: "https://evil.example" } })).status,
    ).toBe(200);
    expect(
      (
        await test.send("PATCH", "/api/v1/account", {
          headers: { cookie: person.cookie },
          body: { name: "Eve" },
        })
      ).status,
    ).toBe(403);
  });

  it("is reported after 401, so that strangers learn nothing", async () => {
    const answer = await test.send("PATCH", "/api/v1/account", {
      headers: { origin: "https://evil.example" },
      body: {},
    });
    expect(answer.status).toBe(401);
  });
});

it("keeps the cookie to https behind an https public URL, whose origin alone is good", async () => {
  const secure = await startService({ ORGCONFIG_PUBLIC_URL: "https://config.example.com" });
  try {
    const there = siteOf(secure);
    const { id } = await there.makeOrganization();
    await there.operator("POST", `operator/organizations/${id}/members`, {
      body: { email: "a@example.com", role: "viewer", password: goodPassword },
    });
    expect((await there.signIn("a@example.com")).status).toBe(403);
    const answer = await there.signIn("a@example.com", goodPassword, {
      headers: { origin: "https://config.example.com" },
    });
    expect(answer.status).toBe(200);
    expect(cookiesOf(answer).map((cookie) => cookie.split("=")[0])).toEqual([
      "__Host-orgconfig_session",
      "__Host-orgconfig_device",
    ]);
    for (const cookie of cookiesOf(answer)) expect(cookie).toMatch(/; Path=\/; .*; Secure/);
    const sent = cookieOf(answer);
    expect((await there.browser(sent)("GET", "session")).status).toBe(200);
    // What a page of another host of the domain could have put there.
    const tossed = await there.browser(sent.replace("__Host-", ""))("GET", "session");
    expect(tossed.status).toBe(401);
  } finally {
    await secure.close();
  }
});

it("believes a trusted proxy, and nobody else, about https", async () => {
  const behind = await startService({ ORGCONFIG_TRUST_PROXY: "127.0.0.1" });
  try {
    const there = siteOf(behind);
    const { email } = await there.makeMember((await there.makeOrganization()).id, "viewer");
    const headers = { "x-forwarded-proto": "https" };
    const proxied = await there.signIn(email, goodPassword, { headers });
    for (const cookie of cookiesOf(proxied)) expect(cookie).toContain("; Secure");
    const direct = await there.signIn(email, goodPassword, { headers, address: "192.0.2.1" });
    expect(String(direct.headers["set-cookie"])).not.toContain("; Secure");
  } finally {
    await behind.close();
  }
});

it("takes a key or a token for the wrong kind of credential, and a bad one for none", async () => {
  const { key, organization } = await test.makeTenant();
  const paths = ["session", "account", `organizations/${organization.id}/api_keys`, "operator/organizations"];
  for (const path of paths) {
    const good = await test.send("GET", `/api/v1/${path}`, {
      headers: { authorization: `Bearer ${key.value}` },
    });
    expect([path, good.status]).toEqual([path, 403]);
    const bad = await test.send("GET", `/api/v1/${path}`, {
      headers: { authorization: `Bearer ${key.value}x` },
    });
    expect([path, bad.status]).toEqual([path, 401]);
    expect((await test.send("GET", `/api/v1/${path}`)).status).toBe(401);
  }
  const operator = { authorization: `Bearer ${test.settings.operatorToken}` };
  expect((await test.send("GET", "/api/v1/session", { headers: operator })).status).toBe(401);
});
