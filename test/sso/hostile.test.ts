/** What somebody may try at an organization's own sign-in, and that each of it is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import {
  Browser,
  type Claims,
  clientSecret,
  type IdentityProvider,
  type Lie,
  type LyingProvider,
  settingsFor,
  sharedCallback,
  startLyingProvider,
  startProvider,
} from "./support.ts";

let test: TestService;
let site: Site;
/** The house that is attacked, and its provider. */
let honest: IdentityProvider;
let acme: Tenant;
/** An organization whose admin and provider are the attacker's. */
let liar: LyingProvider;
let evil: Tenant;

interface Tenant {
  readonly id: string;
  readonly slug: string;
  readonly admin: Person;
}

beforeAll(async () => {
  honest = await startProvider([
    { client_id: "orgconfig", redirect_uris: [sharedCallback] },
    { client_id: "another", redirect_uris: [sharedCallback] },
  ]);
  liar = await startLyingProvider();
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await honest.close();
  await liar.close();
});
beforeEach(async () => {
  liar.lie = {};
  liar.redeemed.length = 0;
  acme = await tenant(settingsFor(honest.issuer));
  evil = await tenant(settingsFor(liar.issuer));
});

async function tenant(settings: Claims): Promise<Tenant> {
  const { id, slug } = await site.makeOrganization();
  const admin = await site.makeMember(id, "org_admin");
  const { status, text } = await admin.send("PUT", `organizations/${slug}/sso`, { body: settings });
  expect(status, text).toBe(200);
  return { id, slug, admin };
}

let people = 0;
function person(claims: Claims = {}) {
  people += 1;
  const subject = `subject-${people}`;
  const email = `target-${people}@example.com`;
  honest.people.set(subject, { email, email_verified: true, ...claims });
  return { subject, email };
}

const expired = [400, "sso_expired"];
const notGenuine = [401, "sso_provider"];

/** Comes back with a code of the lying provider, and answers what became of it. */
async function comeBack(claims: Claims, browser = new Browser(test), query: Claims = {}) {
  const url = await browser.begin(evil.slug);
  const state = new URL(url).searchParams.get("state") ?? "";
  const returned = { state, code: liar.code(url, claims), iss: liar.issuer, ...query };
  const answer = await browser.send("GET", `sso/callback?${new URLSearchParams(returned as never)}`);
  return { answer, browser, seen: [answer.status, answer.body.reason] };
}

const someone = { sub: "somebody", email: "somebody@evil.example", email_verified: true };

describe("a state", () => {
  it("is good once, and in the browser in which it began", async () => {
    const { subject } = person();
    const browser = new Browser(test);
    const back = await honest.signIn(await browser.begin(acme.slug), subject);
    const stolen = await new Browser(test).back(back);
    expect([stolen.status, stolen.body.reason]).toEqual(expired);
    // Whoever brought it from elsewhere used it up.
    const own = await browser.back(back);
    expect([own.status, own.body.reason]).toEqual(expired);
    const fresh = await honest.signIn(await browser.begin(acme.slug), subject);
    expect((await browser.back(fresh)).status).toBe(303);
    const replayed = await browser.back(fresh);
    expect([replayed.status, replayed.body.reason]).toEqual(expired);
  });

  it("ends after ten minutes, and when the connection changes meanwhile", async () => {
    const { subject } = person();
    const browser = new Browser(test);
    const old = await honest.signIn(await browser.begin(acme.slug), subject);
    await test.database.queryText(
      { name: "test-stale", text: "UPDATE sso_pending SET expires_at = now()" },
      [],
    );
    const late = await browser.back(old);
    expect([late.status, late.body.reason]).toEqual(expired);
    const open = await honest.signIn(await browser.begin(acme.slug), subject);
    await acme.admin.send("PUT", `organizations/${acme.slug}/sso`, {
      body: settingsFor(honest.issuer, { default_role: "member" }),
    });
    const changed = await browser.back(open);
    expect([changed.status, changed.body.reason]).toEqual(expired);
  });

  it("that nobody was given is refused", async () => {
    const browser = new Browser(test);
    await browser.begin(acme.slug);
    const answer = await browser.send("GET", "sso/callback?state=made-up&code=made-up");
    expect([answer.status, answer.body.reason]).toEqual(expired);
  });
});

describe("an ID token", () => {
  it("is taken where it is right, which the lies below are compared with", async () => {
    liar.lie = { claims: { azp: "orgconfig" } };
    const { answer, browser } = await comeBack(someone);
    expect(answer.status).toBe(303);
    expect(browser.cookies).toContain("orgconfig_session");
  });

  it.each<[string, Lie]>([
    ["for another client", { claims: { aud: "another" } }],
    [
      "for several clients, of which another was given it",
      { claims: { aud: ["orgconfig", "another"], azp: "another" } },
    ],
    ["that another client was given", { claims: { azp: "another" } }],
    ["made an hour from now", { claims: { iat: Math.floor(Date.now() / 1_000) + 3_600 } }],
    ["with an empty subject", { claims: { sub: "" } }],
    ["with a subject of more than 255 characters", { claims: { sub: "x".repeat(256) } }],
    ["of another issuer", { claims: { iss: "https://accounts.google.com" } }],
    ["with the nonce of another sign-in", { claims: { nonce: "replayed" } }],
    ["without a nonce", { claims: { nonce: undefined } }],
    ["that has ended", { claims: { exp: Math.floor(Date.now() / 1_000) - 3_600 } }],
    ["with a NUL in the subject", { claims: { sub: "a\u0000b" } }],
    ["with a NUL in the address", { claims: { email: "a\u0000@b.test" } }],
    ["with a NUL among the groups", { claims: { groups: ["a\u0000b"] } }],
    ["with half a character in the name", { claims: { name: "a\ud800" } }],
    ["without a subject", { claims: { sub: undefined } }],
    ["that nobody signed", { alg: "none" }],
    ["signed by another key", { strangeKey: true }],
    ["signed with the client's secret", { alg: "HS256", hmacKey: clientSecret }],
  ])("%s is refused", async (_, lie) => {
    liar.lie = lie;
    const { seen, browser } = await comeBack(someone);
    expect(seen).toEqual(notGenuine);
    expect(browser.cookies).not.toContain("orgconfig_session");
  });

  it("signed with the public key as if it were a secret is refused, whatever the provider announces", async () => {
    liar.lie = { alg: "HS256", hmacKey: liar.publicKey };
    expect((await comeBack(someone)).seen).toEqual(notGenuine);
    const other = await startLyingProvider();
    try {
      const announced = await tenant(settingsFor(other.issuer));
      const algorithms = { id_token_signing_alg_values_supported: ["none", "HS256", "RS256"] };
      for (const lie of [
        { alg: "HS256", hmacKey: other.publicKey },
        { alg: "HS256", hmacKey: clientSecret },
        { alg: "none" },
      ] as const) {
        other.lie = { ...lie, metadata: algorithms };
        const browser = new Browser(test);
        const url = await browser.begin(announced.slug);
        const state = new URL(url).searchParams.get("state") ?? "";
        const code = other.code(url, someone);
        const query = new URLSearchParams({ state, code, iss: other.issuer });
        const answer = await browser.send("GET", `sso/callback?${query}`);
        expect([answer.status, answer.body.reason]).toEqual(notGenuine);
      }
    } finally {
      await other.close();
    }
  });
});

describe("a refused sign-in", () => {
  const refusedAt = async ({ id }: Tenant) =>
    (await recordsOf(test, id))
      .filter(({ outcome }) => outcome === "refused")
      .map(({ action, row_id, actor_name, changes }) => ({
        about: [action, row_id === id, actor_name],
        ...Object.fromEntries((changes as { field: string; after: string }[]).map((c) => [c.field, c.after])),
      }));
  const about = ["finish_sso", true, "sign-in"];

  it("is on the organization's record with its cause, and with who it is where a genuine token claims that", async () => {
    liar.lie = { alg: "none" };
    await comeBack(someone);
    liar.lie = {};
    await comeBack({ ...someone, sub: "unverified", email_verified: false });
    await comeBack({ ...someone, sub: "no address", email: undefined });
    const url = await new Browser(test).begin(evil.slug);
    const state = new URL(url).searchParams.get("state") ?? "";
    await new Browser(test).send("GET", `sso/callback?${new URLSearchParams({ state, code: "x" })}`);
    await new Browser(test).send("GET", `sso/callback/${evil.slug}?state=made-up&code=x`);
    const { issuer } = liar;
    expect(await refusedAt(evil)).toEqual([
      { about, reason: "sso_provider" },
      { about, reason: "sso_address", issuer, claimed_subject: "unverified", claimed_address: someone.email },
      { about, reason: "sso_address", issuer, claimed_subject: "no address" },
      { about, reason: "sso_expired" },
    ]);
    expect(await refusedAt(acme)).toEqual([]);
    const lines = test.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "sign-in refused");
    const logged = lines.filter(({ why }) => why.includes(someone.email) || why.includes("took too long"));
    expect(logged.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(["sso_address", "sso_expired"]),
    );
    expect(lines.find(({ reason }) => reason === "sso_provider").err.message).toEqual(expect.any(String));
  });

  it("fills no record, however often it is tried", async () => {
    for (let i = 0; i < 32; i += 1) await comeBack({ ...someone, sub: `${i}`, email_verified: false });
    expect(await refusedAt(evil)).toHaveLength(30);
  });
});

describe("a mix-up of providers", () => {
  it("sends no code of one provider to another", async () => {
    const { subject } = person();
    const browser = new Browser(test);
    // The victim begins at the attacker's organization, whose provider sends the browser on to the honest one.
    const state = new URL(await browser.begin(evil.slug)).searchParams.get("state") ?? "";
    const stolen = new URL(await honest.signIn(await new Browser(test).begin(acme.slug), subject));
    expect(stolen.searchParams.get("iss")).toBe(honest.issuer);
    stolen.searchParams.set("state", state);
    const answer = await browser.back(stolen.href);
    expect([answer.status, answer.body.reason]).toEqual(notGenuine);
    expect(liar.redeemed).toEqual([]);
  });

  it("shows by the address where a provider does not name itself", async () => {
    const silent = await startLyingProvider();
    try {
      silent.lie = { metadata: { authorization_response_iss_parameter_supported: undefined } };
      const quiet = await tenant(settingsFor(silent.issuer));
      const returned = async (path: string) => {
        const browser = new Browser(test);
        const url = await browser.begin(quiet.slug);
        const { searchParams } = new URL(url);
        expect(searchParams.get("redirect_uri")).toBe(`${sharedCallback}/${quiet.slug}`);
        const query = { state: searchParams.get("state") ?? "", code: silent.code(url, someone) };
        const answer = await browser.send("GET", `sso/${path}?${new URLSearchParams(query)}`);
        return [answer.status, answer.body.reason];
      };
      expect(await returned("callback")).toEqual(expired);
      expect(await returned(`callback/${acme.slug}`)).toEqual(expired);
      expect(silent.redeemed).toEqual([]);
      expect(await returned(`callback/${quiet.slug}`)).toEqual([303, undefined]);
    } finally {
      await silent.close();
    }
  });

  it("of two clients of one provider is refused by that provider", async () => {
    const other = await tenant(settingsFor(honest.issuer, { client_id: "another" }));
    const { subject } = person();
    const browser = new Browser(test);
    const forAcme = new URL(await honest.signIn(await browser.begin(acme.slug), subject));
    const state = new URL(await browser.begin(other.slug)).searchParams.get("state") ?? "";
    forAcme.searchParams.set("state", state);
    const answer = await browser.back(forAcme.href);
    expect([answer.status, answer.body.reason]).toEqual(notGenuine);
  });
});

describe("another organization", () => {
  it("with the same provider knows the same person, and its session reaches no further", async () => {
    const other = await tenant(settingsFor(honest.issuer, { client_id: "another" }));
    const { subject } = person();
    const here = new Browser(test);
    const there = new Browser(test);
    await here.signIn(acme.slug, honest, subject);
    await there.signIn(other.slug, honest, subject);
    const [mine, theirs] = [
      (await here.send("GET", "session")).body,
      (await there.send("GET", "session")).body,
    ];
    expect(theirs.user.id).toBe(mine.user.id);
    const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);
    expect([slugs(mine.organizations), slugs(mine.other_organizations)]).toEqual([[acme.slug], [other.slug]]);
    expect(mine.other_organizations[0].sign_in_at).toBe(`/api/v1/sso/${other.slug}`);
    const across = await here.send("POST", `organizations/${other.slug}/actions/list_teams`, {});
    expect([across.status, across.body.reason]).toEqual([403, "sign_in_required"]);
  });

  it("gets into no account by an address that its own provider says is verified", async () => {
    const target = await site.makeMember(acme.id, "org_admin");
    const { answer, browser } = await comeBack({ sub: "1", email: target.email, email_verified: true });
    expect(answer.headers.location).toMatch(/^\/sign-in\/link\//);
    expect(browser.cookies).not.toContain("orgconfig_session");
    const link = `sso/links/${answer.headers.location?.split("/").at(-1)}`;
    const own = await comeBack({ ...someone, sub: "2", email: "admin@evil.example" });
    const guessed = await own.browser.send("POST", link, {});
    expect([guessed.status, guessed.body.reason]).toEqual(expired);
    expect((await browser.send("POST", link, {})).status).toBe(422);
  });

  it("that its owner linked reaches that organization alone, and none of the account's others", async () => {
    const target = await site.makeMember(acme.id, "org_admin");
    const victim = new Browser(test, target);
    const { answer } = await comeBack({ sub: "3", email: target.email, email_verified: true }, victim);
    const link = `sso/links/${answer.headers.location?.split("/").at(-1)}`;
    expect((await victim.send("POST", link, {})).status).toBe(200);
    // The provider's owner says now and for ever that it is them.
    const { browser } = await comeBack({ sub: "3", email: "x@evil.example", email_verified: true });
    const { body } = await browser.send("GET", "session");
    expect(body.user.id).toBe(target.id);
    expect(body.organizations.map(({ slug }: { slug: string }) => slug)).toEqual([evil.slug]);
    expect((await browser.send("GET", `organizations/${acme.slug}/members`)).status).toBe(403);
    const token = await browser.send("POST", "account/tokens", {
      name: "reach",
      organizations: [acme.id],
      expires_in_days: 1,
    });
    expect(token.status).toBeGreaterThanOrEqual(400);
    const password = await browser.send("POST", "account/password", {
      current_password: "a guess at it, nothing more",
      new_password: "another good long password",
    });
    expect([password.status, password.body.reason]).toEqual([403, "sign_in_required"]);
    const renamed = await browser.send("PATCH", "account", { name: "Mallory" });
    expect([renamed.status, renamed.body.reason]).toEqual([403, "sign_in_required"]);
    // What the owner does themselves is on record with both; so is the end of a session by the provider's.
    expect((await victim.send("PATCH", "account", { name: "Ada" })).status).toBe(200);
    await site.signIn(target.email);
    const [other] = (await browser.send("GET", "account/sessions")).body.data.filter(
      ({ current }: { current: boolean }) => !current,
    );
    expect((await browser.send("DELETE", `account/sessions/${other.id}`)).status).toBe(200);
    for (const { id } of [acme, evil])
      expect((await recordsOf(test, id)).map(({ action }) => action)).toEqual(
        expect.arrayContaining(["update_account", "revoke_session"]),
      );
    // Of somebody who is in one organization only, the name is theirs to change in any session.
    const alone = await comeBack({ ...someone, sub: "alone", email: "alone@evil.example" });
    expect((await alone.browser.send("PATCH", "account", { name: "Alone" })).status).toBe(200);
  });

  it("sets no password for an account that signs in elsewhere at a provider", async () => {
    const { subject, email } = person();
    await new Browser(test).signIn(acme.slug, honest, subject);
    const { body } = await evil.admin.send("POST", `organizations/${evil.slug}/members`, {
      body: { email, role: "viewer" },
    });
    const path = body.invite_url.replace(/.*\/invitations/, "invitations");
    for (const answer of [
      await new Browser(test).send("GET", path),
      await new Browser(test).send("POST", path, { password: goodPassword }),
    ])
      expect([answer.status, answer.body.reason]).toEqual([403, "unproved_address"]);
    expect((await site.signIn(email)).status).toBe(401);
  });
});

describe("an organization whose members sign in at its provider alone", () => {
  const required = () =>
    settingsFor(honest.issuer, { require_sso: true, break_glass_user_id: acme.admin.id });
  const require = async () => {
    const { status, text } = await acme.admin.send("PUT", `organizations/${acme.slug}/sso`, {
      body: required(),
    });
    expect(status, text).toBe(200);
  };
  const path = () => `organizations/${acme.slug}`;

  it("is not reached by the link of a reset, nor by the password that it sets", async () => {
    const member = await site.makeMember(acme.id, "org_admin");
    await require();
    const { body } = await site.operator("POST", "operator/accounts/reset", {
      body: { email: member.email },
    });
    const link = body.reset_url.replace(/.*\/resets/, "resets");
    const browser = new Browser(test);
    const chosen = await browser.send("POST", link, { new_password: "a wholly different phrase" });
    expect([chosen.status, chosen.body.reason]).toEqual([403, "sso_required"]);
    expect(browser.cookies).not.toContain("orgconfig_session");
    const again = await site.signIn(member.email, "a wholly different phrase");
    expect([again.status, again.body.reason]).toEqual([403, "sso_required"]);
  });

  it("is not reached by an open session by password, by what it makes, nor to switch it off again", async () => {
    const second = await site.makeMember(acme.id, "org_admin");
    const other = await site.makeOrganization();
    const joined = await site.operator("POST", `operator/organizations/${other.id}/members`, {
      body: { email: second.email, role: "org_admin", password: goodPassword },
    });
    expect(joined.status).toBe(201);
    await require();
    // Of the person's two organizations the other one goes on.
    const { body } = await second.send("GET", "session");
    expect(body.organizations.map(({ slug }: { slug: string }) => slug)).toEqual([other.slug]);
    expect(body.other_organizations).toMatchObject([
      { slug: acme.slug, sign_in_at: `/api/v1/sso/${acme.slug}` },
    ]);
    for (const [method, at, sent] of [
      ["PUT", `${path()}/sso`, { ...required(), require_sso: false }],
      ["DELETE", `${path()}/sso`],
      ["POST", `${path()}/sso/test`, {}],
      ["POST", `${path()}/members`, { email: "back-door@example.com", role: "org_admin" }],
      ["POST", `${path()}/api_keys`, { name: "back door", scopes: ["api:admin"] }],
      ["POST", `${path()}/scim_tokens`, { name: "back door" }],
      ["POST", `${path()}/actions/list_teams`, {}],
    ] as const) {
      const answer = await second.send(method, at, sent === undefined ? {} : { body: sent });
      expect([at, answer.status, answer.body.reason]).toEqual([at, 403, "sso_required"]);
    }
    const token = await second.send("POST", "account/tokens", {
      body: { name: "back door", organizations: [acme.id] },
    });
    expect(token.status).toBe(422);
    expect(
      (await second.send("POST", `organizations/${other.slug}/actions/list_teams`, { body: {} })).status,
    ).toBe(200);
    const { body: kept } = await acme.admin.send("GET", `${path()}/sso`);
    expect(kept).toMatchObject({ enabled: true, require_sso: true });
    // Signing in for the other one is no way in either.
    const again = await site.signIn(second.email);
    expect(again.body.organizations.map(({ slug }: { slug: string }) => slug)).toEqual([other.slug]);
  });

  it("is not opened by somebody who signed in there and is no org_admin", async () => {
    await require();
    const { subject } = person();
    const browser = new Browser(test);
    await browser.signIn(acme.slug, honest, subject);
    for (const [method, sent] of [
      ["PUT", { ...required(), require_sso: false }],
      ["DELETE", undefined],
    ] as const)
      expect((await browser.send(method, `${path()}/sso`, sent)).status).toBe(403);
  });
});

describe("a session", () => {
  const cookieIn = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
    /orgconfig_session=([^;]+)/.exec([headers["set-cookie"] ?? []].flat().join(";"))?.[1];

  it("has a new value with each sign-in, never one that the browser brought", async () => {
    const planted = "0".repeat(43);
    const own = await acme.admin.send("GET", "session", {
      headers: { cookie: `orgconfig_session=${planted}` },
    });
    expect(own.status).toBe(401);
    const byPassword = await site.browser(`orgconfig_session=${planted}`)("POST", "session", {
      body: { email: acme.admin.email, password: goodPassword },
    });
    const first = cookieIn(byPassword);
    expect(first).toMatch(/^[\w-]{40,}$/);
    expect(first).not.toBe(planted);
    // Somebody left their own session in the browser, to be used when its owner has signed in at the provider.
    const left = `orgconfig_session=${first}`;
    const browser = new Browser(test, { ...acme.admin, cookie: left });
    const { subject } = person();
    const bySignIn = cookieIn(await browser.signIn(acme.slug, honest, subject));
    expect(bySignIn).toMatch(/^[\w-]{40,}$/);
    expect(bySignIn).not.toBe(first);
    expect((await site.browser(left)("GET", "session")).status).toBe(401);
    expect((await site.browser(`orgconfig_session=${planted}`)("GET", "session")).status).toBe(401);
  });
});
