/** An organization's members, as the operator reads, invites, changes and removes them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../../src/kernel/access.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

interface Place {
  readonly id: string;
  readonly members: string;
}

/** An organization, and where the operator finds its members. */
async function place(): Promise<Place> {
  const { id, slug } = await site.makeOrganization();
  return { id, members: `operator/organizations/${slug}/members` };
}

/** The same with an org_admin who is signed in. */
async function placeWithAdmin(): Promise<Place & { readonly admin: Person }> {
  const made = await place();
  return { ...made, admin: await site.makeMember(made.id, "org_admin") };
}

/** A member of whom nothing is needed but to be there. */
async function somebody({ id }: Place, email: string, role: Role) {
  return { email, id: await makePerson(test.database, id, email, role) };
}

/** The path of the link's own call. */
const linkOf = (body: { invite_url: string }) => `invitations/${body.invite_url.split("/").at(-1)}`;

/** What the operator did to one person, as it is on record. */
async function deeds(organizationId: string, personId: string): Promise<unknown[]> {
  const records = await recordsOf(test, organizationId);
  return records
    .filter(({ row_id, door }) => row_id === personId && door === "operator")
    .map(({ action, actor_kind, outcome }) => [action, actor_kind, outcome]);
}

describe("versions", () => {
  it("move with the role, at every door, and hold a write to what was read", async () => {
    const { id, admin, members } = await placeWithAdmin();
    const added = await site.operator("POST", members, {
      body: { email: "eve@example.com", role: "viewer" },
    });
    const one = `${members}/eve@example.com`;
    const first = String(added.headers.etag);
    expect((await site.operator("GET", one)).headers.etag).toBe(first);
    expect((await site.operator("GET", one, { headers: { "if-none-match": first } })).status).toBe(304);
    const raised = await site.operator("PATCH", one, {
      body: { role: "member" },
      headers: { "if-match": first },
    });
    const second = String(raised.headers.etag);
    expect([raised.status, raised.body.role, second === first]).toEqual([200, "member", false]);
    // Back to the role of before, in a version of its own.
    const back = await admin.send("PATCH", `organizations/${id}/members/${added.body.id}`, {
      body: { role: "viewer" },
      headers: { "if-match": second },
    });
    const third = String(back.headers.etag);
    expect([first, second]).not.toContain(third);
    for (const [method, sent] of [
      ["PATCH", { body: { role: "org_admin" } }],
      ["DELETE", {}],
    ] as const) {
      const late = await site.operator(method, one, { ...sent, headers: { "if-match": first } });
      expect([late.status, late.body.error, late.headers.etag]).toEqual([412, "precondition_failed", third]);
      expect(late.body.current).toMatchObject({ email: "eve@example.com", role: "viewer" });
    }
    const listed = await site.operator("GET", `${members}?etags=true`);
    expect(listed.body.etags[added.body.id]).toBe(third);
    expect((await site.operator("GET", members)).body).not.toHaveProperty("etags");
    const removed = await site.operator("DELETE", one, { headers: { "if-match": third } });
    expect(removed.status).toBe(200);
    expect((await site.operator("DELETE", one, { headers: { "if-match": third } })).status).toBe(404);
  });

  it("do not exist for somebody who is only invited, and guard nothing where they do not parse", async () => {
    const { id, members } = await place();
    const body = { email: "eve@example.com", role: "viewer" };
    const sent = await site.operator("POST", members, { body, headers: { "if-match": '"1"' } });
    expect(sent.status).toBe(412);
    const { email } = await somebody({ id, members }, "ned@example.com", "viewer");
    const headers = { "if-match": "1" };
    expect((await site.operator("DELETE", `${members}/${email}`, { headers })).status).toBe(400);
    expect((await site.operator("GET", members)).body.data).toHaveLength(1);
  });
});

describe("reading", () => {
  it("shows what the organization's admins see, one by id or address", async () => {
    const { id, admin, members } = await placeWithAdmin();
    const seen = await admin.send("GET", `organizations/${id}/members`);
    const listed = await site.operator("GET", members);
    expect([listed.status, listed.body]).toEqual([200, seen.body]);
    for (const named of [admin.id, admin.email, admin.email.toUpperCase()]) {
      const one = await site.operator("GET", `${members}/${encodeURIComponent(named)}`);
      expect([one.status, one.body]).toEqual([200, seen.body.data[0]]);
    }
  });

  it("knows nobody of another organization", async () => {
    const [here, there] = [await place(), await place()];
    const other = await somebody(there, "other@example.com", "member");
    const calls = [
      ["GET", "", undefined],
      ["PATCH", "", { role: "viewer" }],
      ["DELETE", "", undefined],
      ["POST", "/invitation", undefined],
    ] as const;
    for (const [method, below, body] of calls) {
      for (const named of [other.id, other.email, "nobody@example.com"]) {
        const options = body === undefined ? {} : { body };
        const answer = await site.operator(method, `${here.members}/${named}${below}`, options);
        expect([method, answer.status]).toEqual([method, 404]);
      }
    }
    expect((await site.operator("GET", "operator/organizations/nowhere/members")).status).toBe(404);
  });

  it("is for the operator alone, which is asked before anything else", async () => {
    const { id, admin } = await placeWithAdmin();
    const { value } = await test.makeKey(id, ["api:admin"]);
    const path = "/api/v1/operator/organizations/nowhere/members/nobody";
    const send = (headers: Record<string, string>) => test.send("PATCH", path, { headers, body: "{" });
    expect((await send({})).status).toBe(401);
    expect((await send({ cookie: admin.cookie })).status).toBe(401);
    const keyed = await send({ authorization: `Bearer ${value}` });
    expect([keyed.status, keyed.body.reason]).toEqual([403, "credential"]);
  });
});

describe("inviting", () => {
  it("takes an address without a password, and its link proves the address", async () => {
    const [here, there] = [await place(), await placeWithAdmin()];
    const person = { email: "Grace@example.com", name: "Grace", role: "member" };
    const made = await site.operator("POST", here.members, { body: person });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ ...person, status: "invited" }),
    ]);
    expect(await deeds(here.id, made.body.id)).toEqual([["add_member", "operator", "success"]]);
    const again = await site.operator("POST", here.members, {
      body: { email: "grace@EXAMPLE.com", role: "viewer" },
    });
    expect([again.status, again.body.current.id]).toEqual([409, made.body.id]);

    const accepted = await site.browser()("POST", linkOf(made.body), {
      body: { password: "a phrase of hers" },
    });
    expect(accepted.body.user.name).toBe("Grace");
    // A link that an admin hands over opens a second organization only for an address that is proved.
    const invited = await there.admin.send("POST", `organizations/${there.id}/members`, {
      body: { email: person.email, role: "viewer" },
    });
    const joined = await site.browser()("POST", linkOf(invited.body), {
      body: { password: "a phrase of hers" },
    });
    expect([joined.status, joined.body.organizations?.length]).toEqual([200, 2]);
  });

  it("again makes a new link in the place of the last, until the person has accepted", async () => {
    const { id, members } = await place();
    const first = await site.operator("POST", members, {
      body: { email: "late@example.com", role: "viewer" },
    });
    const second = await site.operator("POST", `${members}/late@example.com/invitation`);
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect((await site.browser()("GET", linkOf(first.body))).status).toBe(404);
    const accepted = await site.browser()("POST", linkOf(second.body), {
      body: { password: "a phrase of mine" },
    });
    expect(accepted.status).toBe(200);
    const third = await site.operator("POST", `${members}/${first.body.id}/invitation`);
    expect([third.status, third.body.current.status]).toEqual([409, "active"]);
    expect(await deeds(id, first.body.id)).toEqual([
      ["add_member", "operator", "success"],
      ["renew_invitation", "operator", "success"],
    ]);
    expect(test.logs.join()).not.toContain(linkOf(second.body).split("/")[1]);
  });

  it("is mailed where there is mail", async () => {
    const mailed = await startService({ SMTP_URL: "smtp://127.0.0.1:1" });
    try {
      await mailed.service.delivery.close();
      const { operator, makeOrganization } = siteOf(mailed);
      const members = `operator/organizations/${(await makeOrganization()).id}/members`;
      const body = { email: "mailed@example.com", role: "viewer" };
      const made = await operator("POST", members, { body });
      const again = await operator("POST", `${members}/${made.body.id}/invitation`);
      expect([made, again].map(({ status, body }) => [status, "invite_url" in body])).toEqual([
        [201, false],
        [201, false],
      ]);
    } finally {
      await mailed.close();
    }
  });
});

describe("a role", () => {
  it("changes on record, for the person's next request", async () => {
    const { id, members } = await place();
    const person = await site.makeMember(id, "viewer");
    const changed = await site.operator("PATCH", `${members}/${person.email}`, {
      body: { role: "org_admin" },
    });
    expect([changed.status, changed.body.id, changed.body.role]).toEqual([200, person.id, "org_admin"]);
    expect((await person.send("GET", `organizations/${id}/members`)).status).toBe(200);
    expect((await deeds(id, person.id)).at(-1)).toEqual(["update_member", "operator", "success"]);
    for (const [body, field] of [
      [{}, "role"],
      [{ role: "owner" }, "role"],
      [{ role: "viewer", email: "other@example.com" }, "email"],
    ] as const) {
      const refused = await site.operator("PATCH", `${members}/${person.id}`, { body });
      expect([refused.status, refused.body.field]).toEqual([422, field]);
    }
  });

  it("of the last org_admin stays, and so does the person", async () => {
    const organization = await place();
    const admin = await somebody(organization, "admin@example.com", "org_admin");
    const path = `${organization.members}/${admin.id}`;
    const down = await site.operator("PATCH", path, { body: { role: "viewer" } });
    const away = await site.operator("DELETE", path);
    expect([down, away].map(({ status, body }) => [status, body.reason, body.field])).toEqual([
      [422, "last_admin", "role"],
      [422, "last_admin", "user_id"],
    ]);
  });
});

describe("removing", () => {
  it("ends the membership with the tokens' part in it, on record", async () => {
    const { id, members } = await place();
    const person = await site.makeMember(id, "member");
    await person.send("POST", "account/tokens", { body: { name: "T", organizations: [id] } });
    const gone = await site.operator("DELETE", `${members}/${person.email}`);
    expect([gone.status, gone.body]).toEqual([200, { id: person.id, deleted: true }]);
    expect((await person.send("GET", "session")).body.organizations).toEqual([]);
    expect((await person.send("GET", "account/tokens")).body.data).toEqual([]);
    expect((await deeds(id, person.id)).at(-1)).toEqual(["remove_member", "operator", "success"]);
    expect((await site.operator("DELETE", `${members}/${person.id}`)).status).toBe(404);
  });
});
