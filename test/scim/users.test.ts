/** What an organization's provider does by SCIM, as RFC 7644, Okta and Entra send it, and what follows for the people. */
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
import { groupSchema, type Provider, providerOf, userSchema } from "./support.ts";

let test: TestService;
let site: Site;
let oidc: IdentityProvider;
let organization: { id: string; slug: string };
let admin: Person;
let provider: Provider;

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
  organization = await site.makeOrganization();
  admin = await site.makeMember(organization.id, "org_admin");
  provider = await providerOf(test, admin, organization.slug);
});

const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

let people = 0;
const address = () => `scim-${++people}@example.com`;

async function setUp(more: Claims = {}) {
  const body = settingsFor(oidc.issuer, { auto_create: false, ...more });
  const answer = await admin.send("PUT", `organizations/${organization.slug}/sso`, { body });
  expect(answer.status, answer.text).toBe(200);
}

async function memberOf(email: string) {
  const { body } = await admin.send("GET", `organizations/${organization.slug}/members`);
  const found = body.data.find((one: { email: string }) => one.email === email);
  return found && [found.role, found.status];
}

const active = async (id: string) => (await provider.send("GET", `Users/${id}`)).body.active;

describe("a user", () => {
  it("is made, read and replaced as RFC 7644 §3 shows it", async () => {
    const made = await provider.send("POST", "Users", {
      schemas: [userSchema],
      userName: "bjensen",
      externalId: "bjensen",
      name: { formatted: "Ms. Barbara J Jensen III", familyName: "Jensen", givenName: "Barbara" },
      emails: [{ value: "bjensen@example.com", type: "work" }],
    });
    expect([made.status, made.headers["content-type"]]).toEqual([
      201,
      "application/scim+json; charset=utf-8",
    ]);
    const { id, meta } = made.body;
    expect(made.headers.location).toBe(meta.location);
    expect(meta).toMatchObject({ resourceType: "User", created: meta.lastModified });
    expect((await provider.send("GET", `Users/${id}`)).body).toEqual(made.body);
    const replaced = await provider.send("PUT", `Users/${id}`, {
      schemas: [userSchema],
      id,
      userName: "bjensen",
      externalId: "bjensen",
      name: { familyName: "Jensen", givenName: "Barbara", middleName: "Jane" },
      roles: [],
      emails: [{ value: "bjensen@example.com" }, { value: "babs@jensen.org" }],
      meta,
    });
    expect(replaced.status).toBe(200);
    expect(replaced.body.name).toEqual({ familyName: "Jensen", givenName: "Barbara", middleName: "Jane" });
    expect(await memberOf("bjensen@example.com")).toEqual(["viewer", "invited"]);
    const only = (await provider.send("GET", `Users/${id}?attributes=userName`)).body;
    expect(Object.keys(only).sort()).toEqual(["id", "schemas", "userName"]);
    const twice = await provider.send("POST", "Users", {
      schemas: [userSchema],
      userName: "BJensen",
      emails: [{ value: address() }],
    });
    expect([twice.status, twice.body.scimType, twice.body.status]).toEqual([409, "uniqueness", "409"]);
  });

  it("is patched as RFC 7644 §3.5.2 shows it", async () => {
    const id = await provider.makeUser(address(), { nickName: "Babs" });
    const patched = await provider.patch(
      `Users/${id}`,
      { op: "add", value: { emails: [{ value: "babs@jensen.org", type: "home" }], nickName: "Barb" } },
      { op: "remove", path: 'emails[type eq "work" and value ew "example.com"]' },
      { op: "replace", path: "name", value: { familyName: "Jensen", givenName: "Barbara" } },
    );
    expect([patched.status, patched.text]).toEqual([200, expect.any(String)]);
    expect(patched.body).toMatchObject({ nickName: "Barb", name: { givenName: "Barbara" } });
    expect(patched.body.emails).toEqual([{ value: "babs@jensen.org", type: "home" }]);
    for (const [operation, type] of [
      [{ op: "replace", path: "nothing", value: 1 }, "invalidPath"],
      [{ op: "remove", path: "userName" }, "invalidValue"],
      [{ op: "move", path: "title" }, "invalidSyntax"],
      [{ op: "replace", path: "id", value: "other" }, "mutability"],
      [{ op: "add", path: "__proto__.x", value: 1 }, "invalidPath"],
    ] as const) {
      const refused = await provider.patch(`Users/${id}`, operation);
      expect([refused.status, refused.body.scimType]).toEqual([400, type]);
    }
  });

  it("is kept as Okta sends it: looked for, made, replaced, deactivated and activated", async () => {
    const email = address();
    const query = `Users?filter=${encodeURIComponent(`userName eq "${email}"`)}&startIndex=1&count=100`;
    expect((await provider.send("GET", query)).body).toMatchObject({ totalResults: 0, Resources: [] });
    const body = {
      schemas: [userSchema],
      userName: email,
      name: { givenName: "Test", familyName: "User" },
      emails: [{ primary: true, value: email, type: "work" }],
      displayName: "Test User",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    };
    const { body: made, text } = await provider.send("POST", "Users", body);
    expect(text).not.toContain("1mz050nq");
    expect((await site.signIn(email, "1mz050nq")).status).toBe(401);
    const found = (await provider.send("GET", query.replace(email, email.toUpperCase()))).body;
    expect(found.Resources.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    await provider.send("PUT", `Users/${made.id}`, { ...body, id: made.id, displayName: "Another Name" });
    const off = await provider.patch(`Users/${made.id}`, { op: "replace", value: { active: false } });
    expect([off.status, off.body.active, off.body.displayName]).toEqual([200, false, "Another Name"]);
    expect(await memberOf(email)).toBeUndefined();
    await provider.patch(`Users/${made.id}`, { op: "replace", value: { active: true } });
    expect([await memberOf(email), await active(made.id)]).toEqual([["viewer", "invited"], true]);
  });

  it("is kept as Entra sends it: booleans as text, values that are not there yet, and a manager's bare id", async () => {
    const email = address();
    const made = await provider.send("POST", "Users", {
      schemas: [userSchema, enterprise],
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      userName: email,
      active: "True",
      emails: [{ primary: true, type: "Work", value: email }],
      meta: { resourceType: "User" },
      name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
      roles: [],
      [enterprise]: { department: "bob" },
    });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    const byId = `Users?filter=${encodeURIComponent('externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"')}`;
    expect((await provider.send("GET", byId)).body.totalResults).toBe(1);
    const patched = await provider.patch(
      `Users/${id}`,
      { op: "Replace", path: 'emails[type eq "Work"].value', value: email.toUpperCase() },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+1 555" },
      { op: "Add", path: `${enterprise}:manager`, value: "scim_boss" },
      {
        op: "Replace",
        value: { displayName: "D", "name.givenName": "G", [`${enterprise}:department`]: "ops" },
      },
    );
    expect([patched.status, patched.text]).toEqual([200, expect.any(String)]);
    expect(patched.body).toMatchObject({
      displayName: "D",
      name: { givenName: "G" },
      phoneNumbers: [{ type: "mobile", value: "+1 555" }],
      [enterprise]: { department: "ops", manager: { value: "scim_boss" } },
    });
    await provider.patch(`Users/${id}`, { op: "Replace", path: "active", value: "False" });
    expect([await active(id), await memberOf(email)]).toEqual([false, undefined]);
    expect(
      (await provider.patch(`Users/${id}`, { op: "Replace", path: "active", value: "True" })).body.active,
    ).toBe(true);
    expect((await provider.send("DELETE", `Users/${id}`)).status).toBe(204);
    expect((await provider.send("GET", `Users/${id}`)).status).toBe(404);
    expect(await memberOf(email)).toBeUndefined();
  });

  it("is patched without a path by keys that are paths, or refused: nothing is left out with a 200", async () => {
    const id = await provider.makeUser("keys@example.com", { title: "Engineer" });
    const patched = await provider.patch(`Users/${id}`, {
      op: "add",
      value: {
        'phoneNumbers[type eq "mobile"].value': "+1 555",
        'emails[type eq "work"].value': "moved@example.com",
        "name.givenName": "Kay",
        title: "Lead",
        [`${enterprise}:department`]: "Payments",
        [`${userSchema}:nickName`]: "K",
      },
    });
    expect([patched.status, patched.body]).toMatchObject([
      200,
      {
        phoneNumbers: [{ type: "mobile", value: "+1 555" }],
        emails: [{ type: "work", value: "moved@example.com" }],
        name: { givenName: "Kay" },
        title: "Lead",
        nickName: "K",
        [enterprise]: { department: "Payments" },
      },
    ]);
    for (const value of [{ 'nothing[type eq "x"].value': "1" }, { "nothing.part": "1" }]) {
      const refused = await provider.patch(`Users/${id}`, { op: "replace", value });
      expect([refused.status, refused.body.scimType], JSON.stringify(value)).toEqual([400, "invalidPath"]);
    }
    const group = await provider.makeGroup("Keys", [id]);
    const filter = { op: "add", value: { 'members[type eq "User"].value': id } };
    expect((await provider.patch(`Groups/${group}`, filter)).status).toBe(400);
  });

  it("has names of one line", async () => {
    for (const userName of ["a\r\nBcc: b@example.com", "a\u2028b", "a\u0000"]) {
      const made = await provider.send("POST", "Users", {
        schemas: [userSchema],
        userName,
        emails: [{ value: "line@example.com" }],
      });
      expect([made.status, made.body.scimType], JSON.stringify(userName)).toEqual([400, "invalidValue"]);
    }
    const group = await provider.send("POST", "Groups", { schemas: [groupSchema], displayName: "a\nb" });
    expect(group.status).toBe(400);
  });

  it("pages, and counts all", async () => {
    for (let i = 0; i < 5; i += 1) await provider.makeUser(address(), { title: `T${i}` });
    const page = async (query: string) => (await provider.send("GET", `Users?${query}`)).body;
    const ids = (body: { Resources: { id: string }[] }) => body.Resources.map(({ id }) => id);
    const all = await page("");
    expect([all.totalResults, all.itemsPerPage]).toEqual([6, 6]);
    const parts = [await page("count=4"), await page("startIndex=5&count=4")];
    expect(parts.flatMap(ids)).toEqual(ids(all));
    expect(await page("count=0")).toMatchObject({ totalResults: 6, itemsPerPage: 0, Resources: [] });
    const filter = encodeURIComponent('title pr and not (title eq "t3")');
    expect(await page(`filter=${filter}&count=2&startIndex=2`)).toMatchObject({
      totalResults: 4,
      itemsPerPage: 2,
    });
    const searched = await provider.send("POST", "Users/.search", {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],
      filter: 'title eq "T1"',
      attributes: ["title"],
    });
    expect(searched.body.Resources).toEqual([{ schemas: [userSchema], id: expect.any(String), title: "T1" }]);
    for (const wrong of ["count=x", "filter=userName", "startIndex=1e3"])
      expect((await provider.send("GET", `Users?${wrong}`)).status).toBe(400);
  });

  it("changes the address of somebody who has not signed in, and of nobody else", async () => {
    const [typo, right] = [address(), address()];
    const id = await provider.makeUser(typo);
    await provider.patch(`Users/${id}`, {
      op: "replace",
      path: 'emails[type eq "work"].value',
      value: right,
    });
    expect([await memberOf(typo), await memberOf(right)]).toEqual([undefined, ["viewer", "invited"]]);
    await provider.patch(`Users/${admin.id}`, {
      op: "replace",
      path: 'emails[type eq "work"].value',
      value: typo,
    });
    expect([await memberOf(admin.email), await memberOf(typo)]).toEqual([["org_admin", "active"], undefined]);
  });

  it("is moved to no address of a domain that is not let in", async () => {
    await setUp({ allowed_domains: ["example.com"] });
    const invited = await provider.makeUser(address());
    for (const id of [invited, admin.id]) {
      const emails = [{ value: "out@elsewhere.example", primary: true }];
      const moved = await provider.patch(`Users/${id}`, { op: "replace", path: "emails", value: emails });
      expect([moved.status, moved.body.scimType]).toEqual([400, "invalidValue"]);
      const title = await provider.patch(`Users/${id}`, { op: "replace", path: "title", value: "x" });
      expect(title.status, title.text).toBe(200);
    }
    expect(await memberOf("out@elsewhere.example")).toBeUndefined();
  });

  it("is on record with each change, under the token's name", async () => {
    const id = await provider.makeUser(address(), { displayName: "Ada" });
    await provider.patch(`Users/${id}`, { op: "replace", path: "displayName", value: "Ada L." });
    await provider.patch(`Users/${id}`, { op: "replace", path: "displayName", value: "Ada L." });
    await provider.send("DELETE", `Users/${id}`);
    const records = (await recordsOf(test, organization.id)).filter(
      ({ actor_kind }) => actor_kind === "service",
    );
    expect(records.map(({ action }) => action)).toEqual([
      "add_member",
      "create_scim_user",
      "update_scim_user",
      "remove_member",
      "update_scim_user",
      "delete_scim_user",
    ]);
    expect(records[2]).toMatchObject({
      actor_name: "SCIM (Okta)",
      door: "service",
      changes: [{ field: "displayName", before: "Ada", after: "Ada L." }],
    });
  });
});

describe("a group", () => {
  it("is made, filled, emptied, renamed and deleted as Okta and Entra do it", async () => {
    const [ada, bob] = [await provider.makeUser(address()), await provider.makeUser(address())];
    const id = await provider.makeGroup("sre", [], { externalId: "8aa1a0c0" });
    const members = async () =>
      (await provider.send("GET", `Groups/${id}`)).body.members.map(({ value }: { value: string }) => value);
    const patch = async (operation: object) =>
      expect((await provider.patch(`Groups/${id}`, operation)).status).toBe(204);
    await patch({ op: "Add", path: "members", value: [{ value: ada }, { value: bob }] });
    expect(await members()).toEqual([ada, bob].sort());
    await patch({ op: "Remove", path: "members", value: [{ value: ada }] });
    expect(await members()).toEqual([bob]);
    await patch({ op: "remove", path: `members[value eq "${bob}"]` });
    await patch({
      op: "replace",
      value: { id, displayName: "SRE", members: [{ value: ada, display: "x" }] },
    });
    expect(await members()).toEqual([ada]);
    expect((await provider.send("GET", `Users/${ada}`)).body.groups).toMatchObject([
      { value: id, display: "SRE" },
    ]);
    const query = `Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "sre"')}`;
    const { body } = await provider.send("GET", query);
    expect(body.Resources).toMatchObject([{ id, displayName: "SRE", externalId: "8aa1a0c0" }]);
    expect(body.Resources[0]).not.toHaveProperty("members");
    const within = `Groups?filter=${encodeURIComponent(`members[value eq "${ada}"]`)}&excludedAttributes=members`;
    expect((await provider.send("GET", within)).body.totalResults).toBe(1);
    const put = await provider.send("PUT", `Groups/${id}`, {
      schemas: [groupSchema],
      displayName: "SRE",
      members: [],
    });
    expect([put.status, put.body.members, put.body.externalId]).toEqual([200, [], undefined]);
    await patch({ op: "remove", path: "members" });
    expect((await provider.send("DELETE", `Groups/${id}`)).status).toBe(204);
    expect((await provider.send("GET", `Groups/${id}`)).status).toBe(404);
  });

  it("gives roles and teams by the mappings of the organization's sign-in, by its name or the provider's id", async () => {
    const key = await test.makeKey(organization.id, ["api:admin"]);
    const config = (method: string, below: string, body?: unknown) =>
      test.send(method, `/api/v1/config/${below}`, {
        headers: { authorization: `Bearer ${key.value}` },
        ...(body === undefined ? {} : { body }),
      });
    const team = (await config("POST", "teams", { name: "SRE" })).body.id;
    await setUp({
      default_role: null,
      role_mappings: [
        { value: "staff", role: "member" },
        { value: "8aa1a0c0", role: "org_admin" },
      ],
      team_mappings: [{ value: "staff", team_id: team, remove: true }],
    });
    const teams = async () => (await config("GET", "team_members")).body.data.length;
    const email = address();
    const id = await provider.makeUser(email);
    expect([await memberOf(email), await active(id)]).toEqual([undefined, true]);
    const staff = await provider.makeGroup("staff", [id]);
    expect([await memberOf(email), await teams()]).toEqual([["member", "invited"], 1]);
    const owners = await provider.makeGroup("owners", [id], { externalId: "8aa1a0c0" });
    expect(await memberOf(email)).toEqual(["org_admin", "invited"]);
    await provider.send("DELETE", `Groups/${owners}`);
    expect(await memberOf(email)).toEqual(["member", "invited"]);
    await provider.patch(`Groups/${staff}`, { op: "replace", path: "displayName", value: "former staff" });
    expect([await memberOf(email), await teams(), await active(id)]).toEqual([undefined, 0, true]);
    await provider.patch(`Groups/${staff}`, { op: "replace", path: "displayName", value: "staff" });
    expect([await memberOf(email), await teams()]).toEqual([["member", "invited"], 1]);
    // Nobody is there any more who could wait.
    await provider.patch(`Users/${id}`, { op: "replace", path: "active", value: false });
    await provider.patch(`Groups/${staff}`, { op: "replace", path: "displayName", value: "staff 2" });
    await provider.patch(`Groups/${staff}`, { op: "replace", path: "displayName", value: "staff" });
    expect(await memberOf(email)).toBeUndefined();
  });
});

describe("with the organization's own sign-in", () => {
  const subjectOf = (email: string, claims: Claims = {}) => {
    const subject = `scim-subject-${++people}`;
    oidc.people.set(subject, { email, ...claims });
    return subject;
  };

  it("somebody signs in as the member that SCIM made, with the role of the groups that came by SCIM", async () => {
    await setUp({ default_role: "viewer", role_mappings: [{ value: "sre", role: "member" }] });
    const email = address();
    const id = await provider.makeUser(email, { displayName: "Ada" });
    await provider.makeGroup("sre", [id]);
    const browser = new Browser(test);
    const verified = { email_verified: true };
    const answer = await browser.signIn(organization.slug, oidc, subjectOf(email, verified));
    expect([answer.status, answer.headers.location]).toEqual([303, `/o/${organization.slug}`]);
    expect(await memberOf(email)).toEqual(["member", "active"]);
    const { body } = await browser.send("GET", "session");
    expect(body.organizations).toMatchObject([{ role: "member" }]);
  });

  it("nobody who was deactivated by SCIM comes back by signing in", async () => {
    await setUp({ auto_create: true });
    const email = address();
    const id = await provider.makeUser(email);
    const subject = subjectOf(email, { email_verified: true });
    await new Browser(test).signIn(organization.slug, oidc, subject);
    await provider.patch(`Users/${id}`, { op: "replace", path: "active", value: false });
    const refused = await new Browser(test).signIn(organization.slug, oidc, subject);
    expect([refused.status, refused.body.reason]).toEqual([403, "sso_not_member"]);
    expect(await memberOf(email)).toBeUndefined();
    await provider.patch(`Users/${id}`, { op: "replace", path: "active", value: true });
    expect((await new Browser(test).signIn(organization.slug, oidc, subject)).status).toBe(303);
  });

  it.each([undefined, null])(
    "an invited place is given to nobody whose email_verified is %s",
    async (said) => {
      await setUp({ auto_create: true, role_mappings: [{ value: "owners", role: "org_admin" }] });
      const [bySelf, byScim, waiting] = [address(), address(), address()];
      await admin.send("POST", `organizations/${organization.slug}/members`, {
        body: { email: bySelf, role: "org_admin" },
      });
      await provider.makeUser(byScim);
      await setUp({
        auto_create: true,
        default_role: null,
        role_mappings: [{ value: "x", role: "org_admin" }],
      });
      await provider.makeUser(`name-of-${waiting}`, { emails: [{ value: waiting }] });
      await setUp({ auto_create: true });
      for (const email of [bySelf, byScim, waiting]) {
        const subject = subjectOf(email, { email_verified: said });
        const refused = await new Browser(test).signIn(organization.slug, oidc, subject);
        expect([email, refused.status, refused.body.reason]).toEqual([email, 403, "sso_address"]);
        oidc.people.set(subject, { email, email_verified: true });
        expect((await new Browser(test).signIn(organization.slug, oidc, subject)).status).toBe(303);
      }
    },
  );

  it.each(["deactivated", "deleted", "deactivated and deleted"])(
    "somebody who was %s is known by the subject, whatever the address, until SCIM makes them again",
    async (how) => {
      await setUp({ auto_create: true });
      const email = address();
      const id = await provider.makeUser(email, { userName: `user-${email}`, emails: [{ value: email }] });
      const subject = subjectOf(email, { email_verified: true });
      const signIn = async (at: string) => {
        oidc.people.set(subject, { email: at, email_verified: true });
        const { status, body } = await new Browser(test).signIn(organization.slug, oidc, subject);
        return [status, body.reason];
      };
      expect((await signIn(email))[0]).toBe(303);
      if (how !== "deleted")
        await provider.patch(`Users/${id}`, { op: "replace", path: "active", value: false });
      if (how !== "deactivated") expect((await provider.send("DELETE", `Users/${id}`)).status).toBe(204);
      for (const at of [email, email.toUpperCase(), address()])
        expect(await signIn(at)).toEqual([403, "sso_not_member"]);
      if (how === "deactivated")
        await provider.patch(`Users/${id}`, { op: "replace", path: "active", value: true });
      else await provider.makeUser(email);
      expect((await signIn(email))[0]).toBe(303);
      expect((await signIn(address()))[0]).toBe(303);
    },
  );

  it("somebody whom SCIM keeps and an org_admin removed is known by the subject as well", async () => {
    await setUp({ auto_create: true });
    const email = address();
    await provider.makeUser(email);
    const subject = subjectOf(email, { email_verified: true });
    const browser = new Browser(test);
    await browser.signIn(organization.slug, oidc, subject);
    const { user } = (await browser.send("GET", "session")).body;
    await admin.send("DELETE", `organizations/${organization.slug}/members/${user.id}`);
    oidc.people.set(subject, { email: address(), email_verified: true });
    const refused = await new Browser(test).signIn(organization.slug, oidc, subject);
    expect([refused.status, refused.body.reason]).toEqual([403, "sso_not_member"]);
  });

  it("somebody whose account lives on elsewhere stays out as well, and comes back when nothing provisions", async () => {
    await setUp({ auto_create: true });
    const owner = await site.makeMember(organization.id, "member");
    const other = await site.makeOrganization();
    await site.operator("POST", `operator/organizations/${other.id}/members`, {
      body: { email: owner.email, role: "viewer", password: goodPassword },
    });
    const subject = subjectOf(owner.email, { email_verified: true });
    const browser = new Browser(test, owner);
    const held = await browser.signIn(organization.slug, oidc, subject);
    const link = `sso/links/${held.headers.location?.split("/").at(-1)}`;
    expect((await browser.send("POST", link, {})).status).toBe(200);
    expect((await provider.send("DELETE", `Users/${owner.id}`)).status).toBe(204);
    oidc.people.set(subject, { email: address(), email_verified: true });
    const refused = await new Browser(test).signIn(organization.slug, oidc, subject);
    expect([refused.status, refused.body.reason]).toEqual([403, "sso_not_member"]);
    await admin.send("DELETE", `organizations/${organization.slug}/scim_tokens/${provider.tokenId}`);
    expect((await new Browser(test).signIn(organization.slug, oidc, subject)).status).toBe(303);
  });
});
