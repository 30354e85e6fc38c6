/** What somebody may try by SCIM or against it, and that none of it works; and what ends at the moment when SCIM ends it. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  Browser,
  type Claims,
  type IdentityProvider,
  settingsFor,
  sharedCallback,
  startProvider,
} from "../sso/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import { type Provider, providerOf, providerWith, userSchema } from "./support.ts";

let test: TestService;
let site: Site;
let oidc: IdentityProvider;
let acme: Tenant;
let evil: Tenant;

interface Tenant {
  readonly id: string;
  readonly slug: string;
  readonly admin: Person;
  readonly provider: Provider;
}

beforeAll(async () => {
  oidc = await startProvider([{ client_id: "orgconfig", redirect_uris: [sharedCallback] }]);
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await oidc.close();
});
beforeEach(async () => {
  acme = await tenant();
  evil = await tenant();
});

async function tenant(): Promise<Tenant> {
  const { id, slug } = await site.makeOrganization();
  const admin = await site.makeMember(id, "org_admin");
  return { id, slug, admin, provider: await providerOf(test, admin, slug) };
}

async function setUp({ admin, slug }: Tenant, more: Claims = {}) {
  const body = settingsFor(oidc.issuer, { auto_create: false, ...more });
  const answer = await admin.send("PUT", `organizations/${slug}/sso`, { body });
  expect(answer.status, answer.text).toBe(200);
}

let people = 0;
const address = () => `hostile-scim-${++people}@example.com`;

const membersOf = async ({ admin, slug }: Tenant) =>
  (await admin.send("GET", `organizations/${slug}/members`)).body.data as {
    id: string;
    email: string;
    role: string;
    status: string;
  }[];

describe("a token", () => {
  it("sees and changes nothing of another organization, which is answered like what does not exist", async () => {
    const email = address();
    const user = await acme.provider.makeUser(email, { externalId: "ext-1" });
    const group = await acme.provider.makeGroup("owners", [user]);
    const before = await recordsOf(test, acme.id);
    const missing = await evil.provider.send("GET", "Users/scim_nothing");
    for (const path of [`Users/${user}`, `Users/${acme.admin.id}`, `Groups/${group}`])
      for (const [method, body] of [
        ["GET"],
        ["DELETE"],
        ["PUT", { schemas: [userSchema], userName: email, displayName: "x", emails: [{ value: email }] }],
        [
          "PATCH",
          {
            schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
            Operations: [{ op: "replace", path: "displayName", value: "x" }],
          },
        ],
      ] as const) {
        const answer = await evil.provider.send(method, path, body);
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        if (path.startsWith("Users"))
          expect(answer.body.detail.replace(/req_\w+/, "")).toBe(missing.body.detail.replace(/req_\w+/, ""));
      }
    for (const filter of [
      `userName eq "${email}"`,
      'externalId eq "ext-1"',
      `id eq "${user}"`,
      `emails co "${email}"`,
    ]) {
      const { body } = await evil.provider.send("GET", `Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body.totalResults]).toEqual([filter, 0]);
    }
    for (const foreign of [user, acme.admin.id, "user_nobody"]) {
      const answer = await evil.provider.send("POST", "Groups", {
        schemas: [],
        displayName: "grab",
        members: [{ value: foreign }],
      });
      expect([answer.status, answer.body.scimType]).toEqual([400, "invalidValue"]);
    }
    expect((await evil.provider.send("GET", "Groups")).body.totalResults).toBe(0);
    expect(await recordsOf(test, acme.id)).toEqual(before);
  });

  it("is listed without its value, with its last use, and is refused from its end on", async () => {
    const path = `organizations/${acme.slug}/scim_tokens`;
    await acme.provider.send("GET", "Users");
    const { body, text } = await acme.admin.send("GET", path);
    expect(body.data).toMatchObject([
      {
        name: "Okta",
        created_by: acme.admin.email,
        expires_at: null,
        last_used_at: expect.any(String),
        last_used_address: "127.0.0.1",
        base_url: "http://127.0.0.1:8080/api/scim/v2",
      },
    ]);
    expect(text).not.toContain(acme.provider.token);
    const stored = await test.database.queryText(
      { name: "test-scim-tokens", text: "SELECT * FROM scim_tokens" },
      [],
    );
    expect(JSON.stringify(stored)).not.toContain(acme.provider.token);
    expect(
      (await evil.admin.send("DELETE", `${path.replace(acme.slug, evil.slug)}/${acme.provider.tokenId}`))
        .status,
    ).toBe(404);
    expect((await acme.admin.send("DELETE", `${path}/${acme.provider.tokenId}`)).status).toBe(200);
    const refused = await acme.provider.send("GET", "Users");
    expect([refused.status, refused.headers["www-authenticate"], refused.body.status]).toEqual([
      401,
      "Bearer",
      "401",
    ]);
    const member = await site.makeMember(acme.id, "member");
    for (const [method, below] of [
      ["GET", ""],
      ["POST", ""],
      ["DELETE", "/scimtoken_x"],
    ] as const)
      expect(
        (await member.send(method, path + below, method === "POST" ? { body: { name: "x" } } : {})).status,
      ).toBe(403);
  });

  it("ends at its time, and obeys the organization's longest life and its allowlist", async () => {
    await test.database.queryText(
      { name: "test-scim-expire", text: "UPDATE scim_tokens SET expires_at = now() WHERE id = $1" },
      [acme.provider.tokenId],
    );
    expect((await acme.provider.send("GET", "Users")).status).toBe(401);
    const key = await test.makeKey(evil.id, ["api:admin"]);
    const settings = { key_max_lifetime_days: 30, ip_allowlist: ["127.0.0.0/8"] };
    const saved = await test.send("PUT", "/api/v1/config/organization_settings", {
      headers: { authorization: `Bearer ${key.value}` },
      body: settings,
    });
    expect(saved.status, saved.text).toBe(201);
    const late = await evil.admin.send("POST", `organizations/${evil.slug}/scim_tokens`, {
      body: { name: "late", expires_at: "2099-01-01T00:00:00Z" },
    });
    expect([late.status, late.body.field]).toEqual([422, "expires_at"]);
    const elsewhere = await test.send("GET", "/api/scim/v2/Users", {
      headers: { authorization: `Bearer ${evil.provider.token}` },
      address: "203.0.113.9",
    });
    expect(elsewhere.status).toBe(403);
    expect((await evil.provider.send("GET", "Users")).status).toBe(200);
  });

  it("works at SCIM alone, and nothing else works there", async () => {
    for (const path of ["/api/v1/config/teams", "/api/v1/whoami", "/api/v1/audit?after=0"])
      expect(
        (await test.send("GET", path, { headers: { authorization: `Bearer ${acme.provider.token}` } }))
          .status,
      ).toBe(401);
    const mcp = await test.send("POST", "/api/mcp", {
      headers: {
        authorization: `Bearer ${acme.provider.token}`,
        accept: "application/json, text/event-stream",
      },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    });
    expect(mcp.status).toBe(401);
    const key = await test.makeKey(acme.id, ["api:admin"]);
    for (const wrong of [key.value, test.settings.operatorToken ?? "", `${acme.provider.token}x`, ""])
      expect((await providerWith(test, wrong).send("GET", "Users")).status).toBe(401);
    const cookie = await test.send("GET", "/api/scim/v2/Users", { headers: { cookie: acme.admin.cookie } });
    expect(cookie.status).toBe(401);
    expect((await providerWith(test, "").send("GET", "Nothing")).status).toBe(401);
  });
});

describe("a request", () => {
  it("that is too large, no JSON or no SCIM is refused in SCIM's form, and changes nothing", async () => {
    const user = await acme.provider.makeUser(address());
    const title = { op: "replace", path: "title", value: "x" };
    const patch = (Operations: unknown, more: object = {}) =>
      acme.provider.send("PATCH", `Users/${user}`, {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
        Operations,
        ...more,
      });
    const before = (await acme.provider.send("GET", `Users/${user}`)).body;
    for (const [answer, status, type] of [
      [await patch(Array(101).fill(title)), 413, "tooMany"],
      [await patch([{ ...title, value: "x".repeat(70_000) }]), 413, "tooMany"],
      [await patch([{ ...title, value: "x".repeat(1_100_000) }]), 413, undefined],
      [await patch([]), 400, "invalidSyntax"],
      [await patch("x"), 400, "invalidSyntax"],
      [await patch([title], { schemas: [] }), 400, "invalidSyntax"],
      [await patch([{ op: "add", value: "x" }]), 400, "invalidValue"],
      [
        await patch([{ op: "add", path: `emails[${'value eq "x" or '.repeat(30)}value pr]`, value: "x" }]),
        400,
        "invalidPath",
      ],
      [await patch([{ op: "add", path: "userName", value: { a: 1 } }]), 400, "invalidValue"],
      [await acme.provider.send("PUT", `Users/${user}`, []), 400, "invalidSyntax"],
      [await acme.provider.send("PUT", `Users/${user}`, { schemas: [userSchema] }), 400, "invalidValue"],
      [
        await acme.provider.send("POST", "Users", { schemas: [userSchema], userName: "no address" }),
        400,
        "invalidValue",
      ],
      [
        await acme.provider.send("POST", "Users", {
          schemas: [userSchema],
          userName: "x",
          emails: [{ value: "a b@c" }],
        }),
        400,
        "invalidValue",
      ],
      [
        await acme.provider.send("POST", "Groups", {
          displayName: "g",
          members: [{ value: "g", type: "Group" }],
        }),
        400,
        "invalidValue",
      ],
      [await acme.provider.send("POST", "Groups", {}), 400, "invalidValue"],
      ...(await Promise.all(
        ["a\u0000b", "a\ud800b"].flatMap((bad) => [
          acme.provider.send("POST", "Users", { schemas: [userSchema], userName: `${bad}@example.com` }),
          acme.provider.send("POST", "Groups", { displayName: bad }),
          acme.provider.send("POST", "Users/.search", { filter: bad }),
          patch([{ op: "replace", path: "name.givenName", value: bad }]),
          patch([{ op: "replace", path: "externalId", value: bad }]),
          patch([{ op: "add", value: { [bad]: "x" } }]),
          patch([{ op: "add", path: `emails[type eq "${bad}"].value`, value: "x@example.com" }]),
        ]),
      ).then((all) => all.map((answer) => [answer, 400, "invalidValue"] as const))),
      [await acme.provider.send("GET", "Users/a%00b"), 404, undefined],
      [await acme.provider.send("POST", `Users/${user}`, {}), 405, undefined],
      [await acme.provider.send("GET", "Bulk"), 404, undefined],
    ] as const) {
      expect([answer.status, answer.body.scimType], answer.text.slice(0, 300)).toEqual([status, type]);
      expect(answer.body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
    }
    for (const name of ["userName", "externalId", "id", "title"]) {
      const filter = encodeURIComponent(`${name} eq "a\\u0000b"`);
      const found = await acme.provider.send("GET", `Users?filter=${filter}`);
      expect([name, found.status, found.body.totalResults]).toEqual([name, 200, 0]);
    }
    const headers = { authorization: `Bearer ${acme.provider.token}`, "content-type": "text/plain" };
    expect((await test.send("POST", "/api/scim/v2/Users", { headers, body: "x" })).status).toBe(415);
    expect((await acme.provider.send("GET", `Users/${user}`)).body).toEqual(before);
  });

  it("gives nobody the name or the address of another person of the organization", async () => {
    const mine = await acme.provider.makeUser(address());
    const [taken, member] = [address(), await site.makeMember(acme.id, "member")];
    await acme.provider.makeUser(taken);
    const before = (await acme.provider.send("GET", "Users")).body;
    for (const user of [mine, acme.admin.id])
      for (const one of [member.email, member.email.toUpperCase()]) {
        const emails = [{ value: one, primary: true }];
        const content = { schemas: [userSchema], userName: address(), emails: [{ value: address() }] };
        for (const answer of [
          await acme.provider.patch(`Users/${user}`, { op: "replace", path: "userName", value: one }),
          await acme.provider.patch(`Users/${user}`, { op: "replace", path: "userName", value: taken }),
          await acme.provider.patch(`Users/${user}`, { op: "replace", path: "emails", value: emails }),
          await acme.provider.send("PUT", `Users/${user}`, { ...content, userName: one }),
          await acme.provider.send("PUT", `Users/${user}`, { ...content, emails }),
        ])
          expect([answer.status, answer.body.scimType], answer.text).toEqual([409, "uniqueness"]);
      }
    expect((await acme.provider.send("GET", "Users")).body).toEqual(before);
    // Who was ended, and was invited by hand meanwhile, is the same person when they come back.
    const back = address();
    const ended = await acme.provider.makeUser(back, { active: false });
    await acme.admin.send("POST", `organizations/${acme.slug}/members`, {
      body: { email: back, role: "viewer" },
    });
    const active = { op: "replace", path: "active", value: true };
    expect((await acme.provider.patch(`Users/${ended}`, active)).status).toBe(200);
  });

  it("takes no account over: whoever has one is invited, keeps the password, and decides", async () => {
    const victim = await site.makeMember(acme.id, "member");
    await setUp(evil, { default_role: "org_admin" });
    const user = await evil.provider.makeUser(victim.email, {
      password: "chosen by the provider",
      displayName: "Mallory",
    });
    await evil.provider.patch(`Users/${user}`, {
      op: "replace",
      path: "password",
      value: "chosen again by the provider",
    });
    const [seen] = (await membersOf(evil)).filter(({ email }) => email === victim.email);
    expect(seen).toMatchObject({ role: "org_admin", status: "invited" });
    expect((await site.signIn(victim.email, "chosen by the provider")).status).toBe(401);
    const { body } = await site.signIn(victim.email, goodPassword);
    expect([body.user.name, body.organizations.map(({ slug }: { slug: string }) => slug)]).toEqual([
      "",
      [acme.slug],
    ]);
    // Neither does its sign-in get into the account.
    oidc.people.set("mallory", { email: victim.email, email_verified: true });
    const browser = new Browser(test);
    const held = await browser.signIn(evil.slug, oidc, "mallory");
    expect(held.headers.location).toMatch(/^\/sign-in\/link\//);
    expect(browser.cookies).not.toContain("orgconfig_session");
    await evil.provider.send("DELETE", `Users/${user}`);
    expect((await victim.send("GET", "session")).body.organizations).toHaveLength(1);
    expect(await membersOf(acme)).toContainEqual(
      expect.objectContaining({ email: victim.email, status: "active" }),
    );
  });

  it("blocks no address: whom another organization has made can be invited, and chooses a password", async () => {
    const email = address();
    await evil.provider.makeUser(email);
    const { body } = await acme.admin.send("POST", `organizations/${acme.slug}/members`, {
      body: { email, role: "member" },
    });
    const accepted = await new Browser(test).send(
      "POST",
      body.invite_url.replace(/.*\/invitations/, "invitations"),
      { password: goodPassword },
    );
    expect(accepted.status, accepted.text).toBe(200);
    const slugs = (await site.signIn(email)).body.organizations.map(({ slug }: { slug: string }) => slug);
    expect(slugs).toEqual([acme.slug]);
  });
});

describe("the last org_admin", () => {
  it("is neither ended nor lowered, and that it was tried is on record", async () => {
    await setUp(acme, { default_role: "viewer", role_mappings: [{ value: "owners", role: "org_admin" }] });
    for (const answer of [
      await acme.provider.send("DELETE", `Users/${acme.admin.id}`),
      await acme.provider.patch(`Users/${acme.admin.id}`, { op: "replace", path: "active", value: "False" }),
    ]) {
      expect([answer.status, answer.body.scimType]).toEqual([409, undefined]);
      expect(answer.body.detail).toContain("last org_admin");
    }
    const group = await acme.provider.makeGroup("owners", [acme.admin.id]);
    await acme.provider.patch(`Groups/${group}`, { op: "remove", path: "members" });
    await acme.provider.send("DELETE", `Groups/${group}`);
    expect(await membersOf(acme)).toMatchObject([{ id: acme.admin.id, role: "org_admin" }]);
    const refused = (await recordsOf(test, acme.id)).filter(({ outcome }) => outcome === "refused");
    expect(refused).toContainEqual(
      expect.objectContaining({ action: "update_member", row_id: acme.admin.id, actor_name: "SCIM (Okta)" }),
    );
    const ends = refused.filter(
      ({ action, row_id }) => action === "remove_member" && row_id === acme.admin.id,
    );
    expect(ends.map(({ changes }) => changes)).toEqual(
      Array(2).fill([{ field: "reason", before: null, after: "last_admin" }]),
    );
    // Somebody who was only made, and has never signed in, is no other one.
    const spare = await acme.provider.makeUser(address());
    await acme.provider.makeGroup("owners", [spare]);
    expect((await acme.provider.send("DELETE", `Users/${acme.admin.id}`)).status).toBe(409);
  });

  it("who may use a password where nobody else may stays as well", async () => {
    await site.makeMember(acme.id, "org_admin");
    await setUp(acme, { require_sso: true });
    const answer = await acme.provider.patch(`Users/${acme.admin.id}`, {
      op: "replace",
      path: "active",
      value: false,
    });
    expect(answer.status).toBe(409);
  });
});

describe("at the moment when SCIM ends a membership", () => {
  it.each([
    [
      "active is false",
      (provider: Provider, id: string) =>
        provider.patch(`Users/${id}`, { op: "Replace", path: "active", value: "False" }),
    ],
    ["the user is deleted", (provider: Provider, id: string) => provider.send("DELETE", `Users/${id}`)],
  ])("by which %s, sessions, tokens and calls that wait end", async (_, end) => {
    await setUp(acme, { role_mappings: [{ value: "owners", role: "org_admin" }] });
    const email = address();
    const user = await acme.provider.makeUser(email);
    await acme.provider.makeGroup("owners", [user]);
    const subject = `ended-${people}`;
    oidc.people.set(subject, { email, email_verified: true });
    const browser = new Browser(test);
    await browser.signIn(acme.slug, oidc, subject);
    const token = (await browser.send("POST", "account/tokens", { name: "t", organizations: [acme.id] })).body
      .token;
    expect(token).toMatch(/^svc_pat_/);
    const tool = (name: string, args: object) =>
      test.send("POST", "/api/mcp", {
        headers: { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" },
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
      });
    const action = (name: string, body: object) =>
      browser.send("POST", `organizations/${acme.slug}/actions/${name}`, body);
    expect((await tool("list_teams", {})).status).toBe(200);
    expect((await action("list_teams", {})).status).toBe(200);
    await test.service.audit.sealer.flush();
    const {
      body: { next },
    } = await action("list_audit_log", { after: 0 });
    const waiting = [
      tool("list_audit_log", { after: next, wait: 30 }),
      action("list_audit_log", { after: next, wait: 30 }),
    ];
    await sleep(100);
    expect([200, 204]).toContain((await end(acme.provider, user)).status);
    expect((await browser.send("GET", "session")).status).toBe(401);
    expect((await browser.send("GET", `organizations/${acme.slug}/members`)).status).toBe(401);
    expect((await action("list_teams", {})).status).toBe(401);
    expect((await tool("list_teams", {})).status).toBe(401);
    await test.service.audit.sealer.flush();
    for (const answer of await Promise.all(waiting)) {
      expect(answer.text).not.toContain("remove_member");
      expect(answer.status === 401 || answer.text.includes("unauthorized"), answer.text).toBe(true);
    }
  });
});
