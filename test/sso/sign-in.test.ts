/** Signing in at an organization's own provider, against oidc-provider as it really runs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import {
  Browser,
  type Claims,
  clientSecret,
  type IdentityProvider,
  settingsFor,
  sharedCallback,
  siteUrl,
  startLyingProvider,
  startProvider,
} from "./support.ts";

let test: TestService;
let site: Site;
let provider: IdentityProvider;
let organization: { id: string; slug: string };
let admin: Person;

beforeAll(async () => {
  provider = await startProvider([{ client_id: "orgconfig", redirect_uris: [sharedCallback] }]);
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await provider.close();
});
beforeEach(async () => {
  organization = await site.makeOrganization();
  admin = await site.makeMember(organization.id, "org_admin");
});

const path = () => `organizations/${organization.slug}/sso`;

async function setUp(more: Claims = {}) {
  const answer = await admin.send("PUT", path(), { body: settingsFor(provider.issuer, more) });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

let subjects = 0;
/** Somebody whom the provider knows. */
function person(claims: Claims = {}) {
  subjects += 1;
  const subject = `subject-${subjects}`;
  const email = `somebody-${subjects}@example.com`;
  provider.people.set(subject, { email, email_verified: true, name: "Some Body", ...claims });
  return { subject, email };
}

const roleOf = async (email: string) => {
  const { body } = await admin.send("GET", `organizations/${organization.slug}/members`);
  return body.data.find((member: { email: string }) => member.email === email)?.role;
};

describe("a connection", () => {
  it("is read back without its secret, with what to enter at the provider", async () => {
    expect((await admin.send("GET", path())).status).toBe(404);
    await setUp();
    const { body, text } = await admin.send("GET", path());
    expect(body).toMatchObject({
      issuer: provider.issuer,
      client_id: "orgconfig",
      client_secret_set: true,
      groups_claim: "groups",
      default_role: "viewer",
      require_sso: false,
      break_glass_user_id: null,
      enabled: true,
      redirect_uris: [sharedCallback, `${sharedCallback}/${organization.slug}`],
      sign_in_url: `${siteUrl}/api/v1/sso/${organization.slug}`,
    });
    expect(text).not.toContain(clientSecret);
    const stored = await test.database.queryText<{ sealed: string }>(
      {
        name: "test-sso-secret",
        text: "SELECT sealed_secret AS sealed FROM sso_connections WHERE organization_id = $1",
      },
      [organization.id],
    );
    expect(stored[0]?.sealed).not.toContain(clientSecret);
  });

  it("keeps its secret for its issuer alone", async () => {
    await setUp();
    const { client_secret: _, ...rest } = settingsFor(provider.issuer, { auto_create: false });
    expect((await admin.send("PUT", path(), { body: rest })).body.client_secret_set).toBe(true);
    const moved = await admin.send("PUT", path(), {
      body: { ...rest, issuer: "https://elsewhere.example.com" },
    });
    expect([moved.status, moved.body.field]).toEqual([422, "client_secret"]);
  });

  it("keeps what a change does not name, and needs its issuer and client once", async () => {
    const first = await admin.send("PUT", path(), { body: { default_role: "member" } });
    expect([first.status, first.body.fields.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ["issuer", "client_id"],
    ]);
    const role_mappings = [{ value: "owners", role: "org_admin" }];
    const before = (await setUp({ require_sso: true, role_mappings, allowed_domains: ["example.com"] })).body;
    expect(before).toMatchObject({ require_sso: true, enabled: true, break_glass_user_id: admin.id });
    const changed = await admin.send("PUT", path(), { body: { default_role: "member" } });
    expect(changed.body).toEqual({ ...before, default_role: "member" });
    const same = await admin.send("PUT", path(), { body: { enabled: true } });
    expect([same.status, same.headers.etag]).toEqual([200, changed.headers.etag]);
    const off = await admin.send("PUT", path(), { body: { require_sso: false } });
    expect(off.body).toEqual({ ...changed.body, require_sso: false });
    const saved = (await recordsOf(test, organization.id)).filter(({ action }) => action === "save_sso");
    expect(saved.slice(1).map(({ changes }) => changes)).toEqual([
      [{ field: "default_role", before: "viewer", after: "member" }],
      [{ field: "require_sso", before: true, after: false }],
    ]);
  });

  it("makes members of the domains alone that the organization's settings name", async () => {
    await setUp();
    const key = await test.makeKey(organization.id, ["api:admin"]);
    const saved = await test.send("PUT", "/api/v1/config/organization_settings", {
      headers: { authorization: `Bearer ${key.value}` },
      body: { allowed_email_domains: ["acme.example"] },
    });
    expect(saved.status, saved.text).toBe(201);
    const { subject, email } = person();
    const answer = await new Browser(test).signIn(organization.slug, provider, subject);
    expect([answer.status, answer.body.reason]).toEqual([403, "email_domain"]);
    provider.people.set(subject, {
      email: email.replace("example.com", "ACME.example"),
      email_verified: true,
    });
    expect((await new Browser(test).signIn(organization.slug, provider, subject)).status).toBe(303);
  });

  it("is on record, each change with what it was before, and no secret", async () => {
    await setUp();
    await setUp({ default_role: "member", client_secret: "another one" });
    await admin.send("DELETE", path());
    const records = (await recordsOf(test, organization.id)).filter(({ resource }) => resource === "sso");
    expect(records.map(({ action }) => action)).toEqual(["save_sso", "save_sso", "delete_sso"]);
    expect(records[1]?.changes).toEqual([
      { field: "default_role", before: "viewer", after: "member" },
      { field: "client_secret", secret: "changed" },
    ]);
    expect(JSON.stringify(records)).not.toContain("another one");
    expect((await admin.send("GET", path())).status).toBe(404);
  });

  it.each([
    ["issuer", { issuer: "http://provider.example.com" }],
    ["issuer", { issuer: "https://provider.example.com/.well-known/openid-configuration" }],
    ["issuer", { issuer: "provider" }],
    ["issuer", { issuer: " https://provider.example.com" }],
    ["issuer", { issuer: "https://provider.example.com/a b" }],
    ["issuer", { issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" }],
    ["issuer", { issuer: "https://login.microsoftonline.com/common/v2.0" }],
    ["scopes", { scopes: ["openid email"] }],
    ["break_glass_user_id", { break_glass_user_id: "user_nobody" }],
    ["team_mappings[0].team_id", { team_mappings: [{ value: "sre", team_id: "team_nothing" }] }],
  ])("names %s where it cannot be", async (field, more) => {
    const answer = await admin.send("PUT", path(), { body: settingsFor(provider.issuer, more) });
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });

  it("names both issuers where the provider calls itself otherwise", async () => {
    const wrong = `${provider.issuer}/`;
    const slashed = await admin.send("PUT", path(), { body: settingsFor(wrong) });
    expect([slashed.status, slashed.body.field]).toEqual([422, "issuer"]);
    expect(slashed.body.message).toContain(
      `this is "${wrong}", and its description says "${provider.issuer}"`,
    );
  });

  it("reaches no address inside that the operator has not allowed", async () => {
    const closed = await startService();
    try {
      const at = siteOf(closed);
      const { id, slug } = await at.makeOrganization();
      const owner = await at.makeMember(id, "org_admin");
      await owner.send("PUT", `organizations/${slug}/sso`, { body: settingsFor(provider.issuer) });
      const answer = await new Browser(closed).send("GET", `sso/${slug}`);
      expect([answer.status, answer.body.reason]).toEqual([401, "sso_provider"]);
      expect(answer.body.message).toContain("ORGCONFIG_OUTBOUND_ALLOW");
    } finally {
      await closed.close();
    }
  });
});

describe("a sign-in", () => {
  it("makes a member of somebody new, whose session reaches that organization", async () => {
    await setUp();
    const { subject, email } = person();
    const browser = new Browser(test);
    const answer = await browser.signIn(organization.slug, provider, subject);
    expect([answer.status, answer.headers.location]).toEqual([303, `/o/${organization.slug}`]);
    const { body } = await browser.send("GET", "session");
    expect(body).toMatchObject({
      user: { email, name: "Some Body" },
      organizations: [{ slug: organization.slug, role: "viewer" }],
      other_organizations: [],
    });
    const records = (await recordsOf(test, organization.id)).slice(-3);
    expect(records).toMatchObject([
      { action: "add_member", actor_kind: "service", actor_name: "sign-in" },
      { action: "link_sso", row_id: body.user.id },
      { action: "sign_in", actor_name: email, changes: [{ field: "method", after: "sso" }] },
    ]);
  });

  it("knows the person by the subject when their address changes at the provider", async () => {
    await setUp();
    const { subject, email } = person();
    const browser = new Browser(test);
    await browser.signIn(organization.slug, provider, subject);
    const before = (await browser.send("GET", "session")).body.user;
    const somebody = await site.makeMember(organization.id, "org_admin");
    provider.people.set(subject, { email: somebody.email, email_verified: true });
    await browser.signIn(organization.slug, provider, subject);
    expect((await browser.send("GET", "session")).body.user).toEqual(before);
    expect(before.email).toBe(email);
    // Whoever has the old address now is somebody else.
    const heir = person({ email });
    const taken = await new Browser(test).signIn(organization.slug, provider, heir.subject);
    expect(taken.headers["set-cookie"] ?? "").not.toContain("orgconfig_session=");
    expect(taken.headers.location).toContain("/sign-in/link/");
  });

  it("gives the highest mapped role at each sign-in, and the default one where none is mapped", async () => {
    await setUp({
      role_mappings: [
        { value: "staff", role: "member" },
        { value: "owners", role: "org_admin" },
      ],
    });
    const { subject, email } = person({ groups: ["staff", "owners"] });
    const browser = new Browser(test);
    await browser.signIn(organization.slug, provider, subject);
    expect(await roleOf(email)).toBe("org_admin");
    provider.people.set(subject, { email, email_verified: true, groups: ["staff"] });
    await browser.signIn(organization.slug, provider, subject);
    expect(await roleOf(email)).toBe("member");
    provider.people.set(subject, { email, email_verified: true, groups: [] });
    await browser.signIn(organization.slug, provider, subject);
    expect(await roleOf(email)).toBe("viewer");
  });

  it("refuses without a role, a domain, an address, or a membership", async () => {
    const refused = async (more: Claims, claims: Claims) => {
      await setUp(more);
      const browser = new Browser(test);
      const answer = await browser.signIn(organization.slug, provider, person(claims).subject);
      expect(browser.cookies).not.toContain("orgconfig_session");
      return [answer.status, answer.body.reason];
    };
    const mapped = { role_mappings: [{ value: "staff", role: "member" }], default_role: null };
    expect(await refused(mapped, { groups: ["others"] })).toEqual([403, "sso_no_role"]);
    expect(await refused({ allowed_domains: ["acme.com"] }, {})).toEqual([403, "email_domain"]);
    expect(await refused({}, { email: undefined })).toEqual([403, "sso_address"]);
    expect(await refused({ auto_create: false, allowed_domains: [] }, {})).toEqual([403, "sso_not_member"]);
    expect(await refused({ enabled: true }, { email_verified: "False" })).toEqual([403, "sso_address"]);
  });

  it("lets somebody invited in with the role of the invitation, and uses the link up", async () => {
    await setUp({ auto_create: false });
    const { subject, email } = person();
    const members = `organizations/${organization.slug}/members`;
    const { body } = await admin.send("POST", members, { body: { email, role: "member" } });
    const browser = new Browser(test);
    expect((await browser.signIn(organization.slug, provider, subject)).status).toBe(303);
    expect(await roleOf(email)).toBe("member");
    const link = body.invite_url.replace(/.*\/invitations/, "invitations");
    expect((await browser.send("GET", link)).status).toBe(404);
  });

  it("joins and leaves teams as the mappings say", async () => {
    const key = await test.makeKey(organization.id, ["api:admin"]);
    const config = (method: string, below: string, body?: unknown) =>
      test.send(method, `/api/v1/config/${below}`, {
        headers: { authorization: `Bearer ${key.value}` },
        ...(body === undefined ? {} : { body }),
      });
    const sre = (await config("POST", "teams", { name: "SRE" })).body.id;
    const web = (await config("POST", "teams", { name: "Web" })).body.id;
    await setUp({
      team_mappings: [
        { value: "sre", team_id: sre, remove: true },
        { value: "web", team_id: web },
      ],
    });
    const { subject, email } = person({ groups: ["sre", "web"] });
    const teamsOf = async () =>
      (await config("GET", "team_members")).body.data
        .filter((place: { email: string }) => place.email === email)
        .map((place: { team_id: string }) => place.team_id)
        .sort();
    const browser = new Browser(test);
    await browser.signIn(organization.slug, provider, subject);
    expect(await teamsOf()).toEqual([sre, web].sort());
    provider.people.set(subject, { email, email_verified: true, groups: [] });
    await browser.signIn(organization.slug, provider, subject);
    expect(await teamsOf()).toEqual([web]);
  });

  it("shows a person's browser a page where it is refused", async () => {
    const answer = await test.send("GET", "/api/v1/sso/nowhere", { headers: { accept: "text/html,*/*" } });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(/^\/sign-in\/refused\?reason=sso_off&request_id=req_/);
  });

  it("goes on to the page that was asked for, and to no other site", async () => {
    await setUp();
    const { subject } = person();
    const goOn = async (wanted: string) => {
      const browser = new Browser(test);
      const to = await browser.send(
        "GET",
        `sso/${organization.slug}?return_to=${encodeURIComponent(wanted)}`,
      );
      return (await browser.back(await provider.signIn(to.headers.location as string, subject))).headers
        .location;
    };
    const own = `/o/${organization.slug}/alerts?q=pay`;
    expect(await goOn(own)).toBe(own);
    for (const foreign of ["//evil.example", "https://evil.example", "/\\evil.example", "/\tevil"])
      expect(await goOn(foreign)).toBe(`/o/${organization.slug}`);
  });
});

describe("the last org_admin", () => {
  it("stays one whatever the mapping says, and so does the break-glass one", async () => {
    await setUp({ role_mappings: [{ value: "owners", role: "org_admin" }] });
    const { subject, email } = person({ groups: ["owners"] });
    const browser = new Browser(test);
    await browser.signIn(organization.slug, provider, subject);
    await browser.send("PATCH", `organizations/${organization.slug}/members/${admin.id}`, { role: "viewer" });
    provider.people.set(subject, { email, email_verified: true, groups: [] });
    expect((await browser.signIn(organization.slug, provider, subject)).status).toBe(303);
    const { body } = await browser.send("GET", "session");
    expect(body.organizations[0].role).toBe("org_admin");
    const kept = (await recordsOf(test, organization.id)).filter(({ outcome }) => outcome === "refused");
    expect(kept).toMatchObject([{ action: "update_member", row_id: body.user.id }]);
  });
});

describe("an account that is somebody's already", () => {
  it("is linked when its owner says yes with the password, once", async () => {
    await setUp();
    const owner = await site.makeMember(organization.id, "member");
    const { subject } = person({ email: owner.email });
    const browser = new Browser(test);
    const held = await browser.signIn(organization.slug, provider, subject);
    expect(browser.cookies).not.toContain("orgconfig_session");
    const link = `sso/links/${held.headers.location?.split("/").at(-1)}`;
    expect((await browser.send("GET", link)).body).toMatchObject({
      email: owner.email,
      issuer: provider.issuer,
      signed_in: false,
    });
    expect((await new Browser(test).send("GET", link)).status).toBe(400);
    expect((await browser.send("POST", link, {})).body.field).toBe("password");
    expect((await browser.send("POST", link, { password: "a wrong one, surely" })).status).toBe(401);
    const yes = await browser.send("POST", link, { password: goodPassword });
    expect(yes.status).toBe(200);
    expect((await browser.send("GET", "session")).body.user.id).toBe(owner.id);
    expect((await browser.send("POST", link, { password: goodPassword })).status).toBe(400);
    const again = await new Browser(test).signIn(organization.slug, provider, subject);
    expect(again.headers.location).toBe(`/o/${organization.slug}`);
  });

  it("needs no password where the browser is signed in as the owner, and keeps what that session reached", async () => {
    await setUp();
    const owner = await site.makeMember(organization.id, "member");
    const other = await site.makeOrganization();
    const invited = await site.operator("POST", `operator/organizations/${other.id}/members`, {
      body: { email: owner.email, role: "viewer", password: goodPassword },
    });
    expect(invited.body.status).toBe("active");
    const { subject } = person({ email: owner.email });
    const browser = new Browser(test, owner);
    const held = await browser.signIn(organization.slug, provider, subject);
    const link = `sso/links/${held.headers.location?.split("/").at(-1)}`;
    expect((await browser.send("GET", link)).body.signed_in).toBe(true);
    expect((await browser.send("POST", link, {})).status).toBe(200);
    const { body } = await browser.send("GET", "session");
    expect(body.organizations.map(({ slug }: { slug: string }) => slug).sort()).toEqual(
      [organization.slug, other.slug].sort(),
    );
  });

  it("is never linked by an address that the provider does not verify", async () => {
    await setUp();
    const owner = await site.makeMember(organization.id, "member");
    for (const email_verified of [false, undefined, "False", "false", 0, "no", null]) {
      const { subject } = person({ email: owner.email, email_verified });
      const browser = new Browser(test);
      const answer = await browser.signIn(organization.slug, provider, subject);
      expect([answer.status, answer.body.reason]).toEqual([403, "sso_address"]);
    }
  });
});

describe("require_sso", () => {
  it("takes passwords their reach at once, but for the break-glass org_admin", async () => {
    const member = await site.makeMember(organization.id, "member");
    const second = await site.makeMember(organization.id, "org_admin");
    await setUp({ require_sso: true });
    expect((await admin.send("GET", path())).body.break_glass_user_id).toBe(admin.id);
    const seen = await second.send("GET", path());
    expect([seen.status, seen.body.reason]).toEqual([403, "sso_required"]);
    expect((await member.send("GET", "session")).body).toMatchObject({
      organizations: [],
      other_organizations: [
        { slug: organization.slug, sign_in_at: `/api/v1/sso/${organization.slug}`, by_password: false },
      ],
    });
    const again = await site.signIn(member.email);
    expect([again.status, again.body.reason]).toEqual([403, "sso_required"]);
    expect(again.headers["set-cookie"]).toBeUndefined();
    expect((await site.signIn(member.email, "a wrong one, surely")).status).toBe(401);
    expect((await site.signIn(admin.email)).status).toBe(200);
    const { subject } = person({ email: member.email });
    const browser = new Browser(test);
    const held = await browser.signIn(organization.slug, provider, subject);
    const link = `sso/links/${held.headers.location?.split("/").at(-1)}`;
    expect((await browser.send("POST", link, { password: goodPassword })).status).toBe(200);
    expect((await browser.send("GET", "session")).body.organizations[0].role).toBe("member");
  });

  it("holds for links that give a password, and keeps its break-glass org_admin", async () => {
    const other = await site.makeMember(organization.id, "org_admin");
    await setUp({ require_sso: true });
    const members = `organizations/${organization.slug}/members`;
    const { body } = await admin.send("POST", members, {
      body: { email: "late@example.com", role: "org_admin" },
    });
    const accepted = await new Browser(test).send(
      "POST",
      body.invite_url.replace(/.*\/invitations/, "invitations"),
      { password: goodPassword },
    );
    expect([accepted.status, accepted.body.reason]).toEqual([403, "sso_required"]);
    for (const attempt of [
      await admin.send("PATCH", `${members}/${admin.id}`, { body: { role: "member" } }),
      await admin.send("DELETE", `${members}/${admin.id}`),
    ])
      expect([attempt.status, attempt.body.reason]).toEqual([422, "break_glass"]);
    const named = await admin.send("PUT", path(), {
      body: settingsFor(provider.issuer, { require_sso: true, break_glass_user_id: other.id }),
    });
    expect(named.status).toBe(200);
    expect((await admin.send("GET", path())).body.reason).toBe("sso_required");
  });
});

describe("a client's secret", () => {
  it.each([
    ["encoded, as RFC 6749 has it", "a+secret%2C+with%3A+100%25"],
    ["as it is written", "a secret, with: 100%"],
  ])("is known to a provider that reads it %s", async (_, read) => {
    const other = await startLyingProvider();
    try {
      other.lie = { knows: `Basic ${Buffer.from(`orgconfig:${read}`).toString("base64")}` };
      const answer = await admin.send("PUT", path(), {
        body: settingsFor(other.issuer, { client_secret: "a secret, with: 100%" }),
      });
      expect(answer.status, answer.text).toBe(200);
      const browser = new Browser(test);
      const url = await browser.begin(organization.slug);
      const state = new URL(url).searchParams.get("state") ?? "";
      const code = other.code(url, {
        sub: "1",
        email: `${organization.id}@known.example`,
        email_verified: true,
      });
      const back = await browser.back(
        `${sharedCallback}?${new URLSearchParams({ state, code, iss: other.issuer })}`,
      );
      expect(back.status, back.text).toBe(303);
    } finally {
      await other.close();
    }
  });
});

describe("what ends", () => {
  it("a removed person's session, at once", async () => {
    await setUp();
    const { subject } = person();
    const browser = new Browser(test);
    await browser.signIn(organization.slug, provider, subject);
    const { user } = (await browser.send("GET", "session")).body;
    await admin.send("DELETE", `organizations/${organization.slug}/members/${user.id}`);
    expect((await browser.send("GET", "session")).status).toBe(401);
  });

  it.each([
    ["switched off", async () => void (await setUp({ enabled: false }))],
    ["removed", async () => void (await admin.send("DELETE", path()))],
    ["moved to another client", async () => void (await setUp({ client_id: "another" }))],
  ])("every session by a connection that is %s", async (_, end) => {
    await setUp();
    const { subject } = person();
    const browser = new Browser(test);
    await browser.signIn(organization.slug, provider, subject);
    await end();
    expect((await browser.send("GET", "session")).status).toBe(401);
  });
});

describe("a test sign-in", () => {
  it("shows the claims and what follows, before it is switched on, and lets nobody in", async () => {
    await setUp({
      enabled: false,
      role_mappings: [{ value: "owners", role: "org_admin" }],
      default_role: null,
    });
    const browser = new Browser(test, admin);
    const begun = (await browser.send("POST", `${path()}/test`, {})).body;
    expect(begun).toMatchObject({ status: "waiting", claims: null });
    const { subject, email } = person({ groups: ["owners"] });
    const back = await browser.back(await provider.signIn(begun.url, subject));
    expect(back.headers.location).toBe(`/o/${organization.slug}/sign-in?test=${begun.id}`);
    const done = (await browser.send("POST", `${path()}/test`, { id: begun.id })).body;
    expect(done).toMatchObject({
      status: "done",
      claims: { sub: subject, email, groups: ["owners"] },
      role: "org_admin",
      problem: null,
    });
    expect(await roleOf(email)).toBeUndefined();
    const other = await site.makeMember(organization.id, "org_admin");
    expect((await other.send("POST", `${path()}/test`, { body: { id: begun.id } })).status).toBe(404);
    const closed = await new Browser(test).send("GET", `sso/${organization.slug}`);
    expect([closed.status, closed.body.reason]).toEqual([404, "sso_off"]);
  });

  it("says what would be refused, and what the provider refused", async () => {
    await setUp({ enabled: false, default_role: null, role_mappings: [{ value: "x", role: "viewer" }] });
    const browser = new Browser(test, admin);
    const begun = (await browser.send("POST", `${path()}/test`, {})).body;
    await browser.back(await provider.signIn(begun.url, person().subject));
    const done = (await browser.send("POST", `${path()}/test`, { id: begun.id })).body;
    expect([done.status, done.role]).toEqual(["done", null]);
    expect(done.problem).toContain("None of the person's groups");
    await setUp({ enabled: false, client_secret: "a wrong secret" });
    const wrong = (await browser.send("POST", `${path()}/test`, {})).body;
    await browser.back(await provider.signIn(wrong.url, person().subject));
    const failed = (await browser.send("POST", `${path()}/test`, { id: wrong.id })).body;
    expect([failed.status, failed.claims]).toEqual(["failed", null]);
    expect(failed.problem).toContain("invalid_client");
  });
});

describe("the page for signing in", () => {
  it("knows of an organization's own sign-in, and of nothing else", async () => {
    await setUp();
    const ask = async (slug: string) => (await test.send("GET", `/api/v1/sso?organization=${slug}`)).body;
    expect(await ask(organization.slug)).toMatchObject({
      organization: { slug: organization.slug },
      sign_in_at: `/api/v1/sso/${organization.slug}`,
    });
    const without = await site.makeOrganization();
    for (const slug of [without.slug, "nowhere"])
      expect(await ask(slug)).toEqual({ organization: null, sign_in_at: null });
  });
});

describe("signing out", () => {
  const signOut = (browser: Browser) => browser.send("DELETE", "session");

  it("goes on at the provider where the person signed in there, which sends the browser back", async () => {
    await setUp();
    const { subject } = person();
    const browser = new Browser(test);
    await browser.signIn(organization.slug, provider, subject);
    const ended = await signOut(browser);
    expect(ended.status, ended.text).toBe(200);
    const url = new URL(ended.body.sign_out_url);
    expect(url.href.startsWith(`${provider.issuer}/`)).toBe(true);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${siteUrl}/sign-in`);
    expect(await provider.signOut(url.href)).toBe(`${siteUrl}/sign-in`);
    expect((await browser.send("GET", "session")).status).toBe(401);
    expect((await admin.send("GET", path())).body.sign_out_uri).toBe(`${siteUrl}/sign-in`);
    const stored = await test.database.queryText(
      { name: "test-sign-ins", text: "SELECT * FROM sso_sign_ins WHERE organization_id = $1" },
      [organization.id],
    );
    expect(stored).toEqual([]);
  });

  it("of a session by password, and where the provider has no such page, ends here", async () => {
    await setUp();
    expect((await admin.send("DELETE", "session")).body.sign_out_url).toBeNull();
    const liar = await startLyingProvider();
    try {
      const other = await site.makeOrganization();
      const owner = await site.makeMember(other.id, "org_admin");
      await owner.send("PUT", `organizations/${other.slug}/sso`, { body: settingsFor(liar.issuer) });
      const browser = new Browser(test);
      const url = await browser.begin(other.slug);
      const state = new URL(url).searchParams.get("state") ?? "";
      const code = liar.code(url, { sub: "1", email: "somebody@liar.example", email_verified: true });
      await browser.back(`${sharedCallback}?${new URLSearchParams({ state, code, iss: liar.issuer })}`);
      const kept = await test.database.queryText<{ token: string }>(
        { name: "test-id-token", text: "SELECT sealed_id_token AS token FROM sso_sign_ins" },
        [],
      );
      expect(kept[0]?.token).not.toMatch(/eyJ/);
      expect((await signOut(browser)).body.sign_out_url).toBeNull();
      expect((await browser.send("GET", "session")).status).toBe(401);
    } finally {
      await liar.close();
    }
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "ftp://provider.example.com/out"])(
    "is sent to no %s that a provider calls its page",
    async (end_session_endpoint) => {
      const liar = await startLyingProvider();
      liar.lie = { metadata: { end_session_endpoint } };
      try {
        const other = await site.makeOrganization();
        const owner = await site.makeMember(other.id, "org_admin");
        await owner.send("PUT", `organizations/${other.slug}/sso`, { body: settingsFor(liar.issuer) });
        const browser = new Browser(test);
        const url = await browser.begin(other.slug);
        const state = new URL(url).searchParams.get("state") ?? "";
        const code = liar.code(url, { sub: "1", email: `${other.id}@liar.example`, email_verified: true });
        await browser.back(`${sharedCallback}?${new URLSearchParams({ state, code, iss: liar.issuer })}`);
        const ended = await signOut(browser);
        expect([ended.status, ended.body.sign_out_url]).toEqual([200, null]);
      } finally {
        await liar.close();
      }
    },
  );
});
