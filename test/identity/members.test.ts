import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CredentialAuthenticator } from "../../src/features/identity/accounts/authenticator.ts";
import { createCredentialStore } from "../../src/features/identity/accounts/credentials-store.ts";
import { createRequestLimit } from "../../src/features/identity/accounts/request-limit.ts";
import { saidBy } from "../support/said.ts";
import { startService, type TestService } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";
import { goodPassword, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

async function makeAdmin() {
  const organization = await site.makeOrganization();
  const admin = await site.makeMember(organization.id, "org_admin");
  return { organization, admin, members: `organizations/${organization.id}/members` };
}

describe("adding", () => {
  it("invites; a password is refused, and points at the invitation", async () => {
    const { organization, admin, members } = await makeAdmin();
    const person = { email: "grace@example.com", name: "Grace", role: "member" };
    for (const password of [goodPassword, null]) {
      const refused = await admin.send("POST", members, { body: { ...person, password } });
      expect([refused.status, refused.body.field]).toEqual([422, "password"]);
      expect(refused.body.message).toMatch(/invitation's link/);
    }
    expect((await admin.send("GET", members)).body.data).toHaveLength(1);
    const made = await admin.send("POST", members, { body: person });
    expect(made.body).toMatchObject({ ...person, status: "invited" });
    const listed = await admin.send("GET", members);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([made.body.id, admin.id]);
    const added = (await recordsOf(test, organization.id)).filter(({ row_id }) => row_id === made.body.id);
    expect(added).toMatchObject([{ action: "add_member", resource: "members", actor_name: admin.email }]);
  });

  it("refuses an address that is a member, however it is written", async () => {
    const { admin, members } = await makeAdmin();
    const again = await admin.send("POST", members, {
      body: { email: admin.email.toUpperCase(), role: "viewer" },
    });
    expect([again.status, again.body.error]).toEqual([409, "conflict"]);
    expect(again.body.current).toMatchObject({ id: admin.id, role: "org_admin" });
  });

  it("keeps to allowed_email_domains", async () => {
    const { organization, admin, members } = await makeAdmin();
    await admin.send("POST", `organizations/${organization.id}/actions/update_organization_settings`, {
      body: { allowed_email_domains: ["Acme.test"] },
    });
    for (const email of ["x@example.com", "x@sub.acme.test", "x@notacme.test"]) {
      const answer = await admin.send("POST", members, { body: { email, role: "viewer" } });
      expect([answer.status, answer.body.field, answer.body.reason]).toEqual([422, "email", "email_domain"]);
    }
    expect(
      (await admin.send("POST", members, { body: { email: "x@ACME.test", role: "viewer" } })).status,
    ).toBe(201);
  });

  it.each([
    [{ email: "nobody", role: "viewer" }, "email"],
    [{ email: "a@example.com", role: "owner" }, "role"],
    [{ email: "a@example.com" }, "role"],
    [{ email: "a@example.com", role: "viewer", admin: true }, "admin"],
  ])("refuses %j, naming %s", async (body, field) => {
    const { admin, members } = await makeAdmin();
    const answer = await admin.send("POST", members, { body });
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });

  it("makes one account of one address that is added twice at once", async () => {
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    const body = { email: "twin@example.com", role: "viewer" };
    const add = (organizationId: string, password: string) =>
      site.operator("POST", `operator/organizations/${organizationId}/members`, {
        body: { ...body, password },
      });
    const answers = await Promise.all([
      add(one.organization.id, goodPassword),
      add(two.organization.id, "another phrase altogether"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

describe("the last org_admin", () => {
  it("can neither step down nor go", async () => {
    const { admin, members } = await makeAdmin();
    await admin.send("POST", members, { body: { email: "invited-admin@example.com", role: "org_admin" } });
    const down = await admin.send("PATCH", `${members}/${admin.id}`, { body: { role: "member" } });
    expect([down.status, down.body.reason, down.body.field]).toEqual([422, "last_admin", "role"]);
    const away = await admin.send("DELETE", `${members}/${admin.id}`);
    expect([away.status, away.body.reason]).toEqual([422, "last_admin"]);
    expect(
      (await admin.send("PATCH", `${members}/${admin.id}`, { body: { role: "org_admin" } })).status,
    ).toBe(200);
  });

  it("stays when two step down at once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { organization, admin, members } = await makeAdmin();
      const second = await site.makeMember(organization.id, "org_admin");
      const answers = await Promise.all([
        admin.send("PATCH", `${members}/${admin.id}`, { body: { role: "viewer" } }),
        second.send("DELETE", `${members}/${second.id}`),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const left = await test.database.queryText(
        {
          name: "test-admins",
          text: "SELECT user_id FROM members WHERE organization_id = $1 AND role = 'org_admin'",
        },
        [organization.id],
      );
      expect(left).toHaveLength(1);
    }
  });
});

describe("a role", () => {
  it("changes for the person's next request", async () => {
    const { organization, admin, members } = await makeAdmin();
    const person = await site.makeMember(organization.id, "viewer");
    expect((await person.send("GET", members)).status).toBe(403);
    const raised = await admin.send("PATCH", `${members}/${person.id}`, { body: { role: "org_admin" } });
    expect(raised.body).toMatchObject({ id: person.id, role: "org_admin" });
    expect((await person.send("GET", members)).status).toBe(200);
    expect(
      (await admin.send("PATCH", `${members}/${person.id}`, { body: { role: "org_admin" } })).status,
    ).toBe(200);
    const updates = (await recordsOf(test, organization.id)).filter(
      ({ action }) => action === "update_member",
    );
    expect(updates).toMatchObject([
      { row_id: person.id, changes: [{ field: "role", before: "viewer", after: "org_admin" }] },
    ]);
  });

  it("is nobody else's business: members of other organizations do not exist", async () => {
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    for (const [method, body] of [
      ["PATCH", { role: "viewer" }],
      ["DELETE", undefined],
    ] as const) {
      const foreign = await one.admin.send(
        method,
        `${one.members}/${two.admin.id}`,
        body === undefined ? {} : { body },
      );
      const never = await one.admin.send(
        method,
        `${one.members}/user_none`,
        body === undefined ? {} : { body },
      );
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, request_id: "" }).toEqual({ ...never.body, request_id: "" });
    }
  });
});

describe("removing", () => {
  it("takes the person out of the organization, its teams and its tokens' reach", async () => {
    const { organization, admin, members } = await makeAdmin();
    const person = await site.makeMember(organization.id, "member");
    const act = (action: string, body: object) =>
      admin.send("POST", `organizations/${organization.id}/actions/${action}`, { body });
    for (const name of ["Platform", "Payments"]) {
      const team = await act("create_team", { name });
      const joined = await act("add_team_member", {
        team_id: team.body.id,
        email: person.email.toUpperCase(),
      });
      expect(joined.status).toBe(201);
    }
    const { body } = await person.send("POST", "account/tokens", {
      body: { name: "T", organizations: [organization.id] },
    });
    const gate = new CredentialAuthenticator(
      createCredentialStore(test.database, 720),
      () => {},
      createRequestLimit("off", { error: () => {} }),
      { recordRefusal: async () => {} },
    );
    const use = () =>
      gate.bearer({
        endpoint: "mcp",
        authorization: `Bearer ${body.token}`,
        requestId: "req_test",
        address: undefined,
        now: new Date(),
      });
    expect((await use()).level).toBe("operate");

    const [place] = (await act("list_team_members", {})).body.data;
    await giveToSet(test.database, organization.id, "team_members", place.id, "people");
    const gone = await admin.send("DELETE", `${members}/${person.id}`);
    const warnings = [expect.objectContaining({ resource: "team_members", reason: "managed" })];
    expect([gone.status, gone.body]).toEqual([200, { id: person.id, deleted: true, warnings }]);
    expect(saidBy(gone)).toContain('belongs to the set "people"');
    await expect(use()).rejects.toMatchObject({ code: "unauthorized" });
    expect((await person.send("GET", "session")).body.organizations).toEqual([]);
    expect(
      (await person.send("POST", `organizations/${organization.id}/actions/list_teams`, { body: {} })).status,
    ).toBe(404);
    expect((await act("list_team_members", {})).body.data).toEqual([]);
    const records = (await recordsOf(test, organization.id)).slice(-4).map(({ action }) => action);
    expect(records.filter((action) => action === "remove_team_member")).toHaveLength(2);
    expect(records).toContain("remove_member");
    expect((await admin.send("DELETE", `${members}/${person.id}`)).status).toBe(404);
  });

  it("ends the part of a token for good, also when the person joins again", async () => {
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    const person = await site.makeMember(one.organization.id, "member");
    const join = (id: string) =>
      site.operator("POST", `operator/organizations/${id}/members`, {
        body: { email: person.email, role: "member", password: goodPassword },
      });
    await join(two.organization.id);
    const [here, there] = [one.organization.id, two.organization.id];
    const make = async (organizations: string[]) =>
      (await person.send("POST", "account/tokens", { body: { name: "T", organizations } })).body.token;
    const [single, both] = [await make([here]), await make([here, there])];
    const gate = new CredentialAuthenticator(
      createCredentialStore(test.database, 720),
      () => {},
      createRequestLimit("off", { error: () => {} }),
      { recordRefusal: async () => {} },
    );
    const use = async (token: string, organization: string) => {
      const request = {
        endpoint: "mcp",
        requestId: "req_test",
        address: undefined,
        now: new Date(),
      } as const;
      const admitted = await gate.bearer({ ...request, authorization: `Bearer ${token}`, organization });
      return admitted.organization.id;
    };
    expect(await use(both, here)).toBe(here);

    await one.admin.send("DELETE", `${one.members}/${person.id}`);
    expect((await join(here)).body.status).toBe("active");
    await expect(use(single, here)).rejects.toMatchObject({ code: "unauthorized" });
    await expect(use(both, here)).rejects.toMatchObject({ code: "forbidden" });
    expect(await use(both, there)).toBe(there);
    const listed = (await person.send("GET", "account/tokens")).body.data;
    expect(listed).toMatchObject([{ organizations: [{ id: there }] }]);
  });
});
