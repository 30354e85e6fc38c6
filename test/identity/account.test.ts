import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CredentialAuthenticator } from "../../src/features/identity/accounts/authenticator.ts";
import { createCredentialStore } from "../../src/features/identity/accounts/credentials-store.ts";
import { createRequestLimit } from "../../src/features/identity/accounts/request-limit.ts";
import { startService, type TestService } from "../support/service.ts";
import { cookieOf, goodPassword, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

const newPassword = "a wholly different phrase";

describe("the profile", () => {
  it("is the person's own, and its name is theirs to change", async () => {
    const { id } = await site.makeOrganization();
    const person = await site.makeMember(id, "viewer");
    const changed = await person.send("PATCH", "account", { body: { name: "Ada Lovelace" } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ id: person.id, email: person.email, name: "Ada Lovelace" });
    expect((await person.send("GET", "account")).body).toEqual(changed.body);
    expect((await person.send("PATCH", "account", { body: { name: "Ada Lovelace" } })).status).toBe(200);
    expect((await person.send("PATCH", "account", { body: {} })).status).toBe(200);
    const updates = (await recordsOf(test, id)).filter(({ action }) => action === "update_account");
    expect(updates).toMatchObject([
      { resource: "account", changes: [{ field: "name", before: "", after: "Ada Lovelace" }] },
    ]);
    const fixed = await person.send("PATCH", "account", { body: { email: "other@example.com" } });
    expect([fixed.status, fixed.body.field]).toEqual([422, "email"]);

    expect(changed.body.timezone).toBeNull();
    const zoned = await person.send("PATCH", "account", { body: { timezone: "Asia/Tokyo" } });
    expect(zoned.body).toMatchObject({ name: "Ada Lovelace", timezone: "Asia/Tokyo" });
    const nowhere = await person.send("PATCH", "account", { body: { timezone: "Mars/Base" } });
    expect([nowhere.status, nowhere.body.field]).toEqual([422, "timezone"]);
    const back = await person.send("PATCH", "account", { body: { timezone: null } });
    expect(back.body).toMatchObject({ name: "Ada Lovelace", timezone: null });
  });
});

describe("the password", () => {
  it("changes for whoever proves the present one, and ends every other session", async () => {
    const { id } = await site.makeOrganization();
    const person = await site.makeMember(id, "viewer");
    const elsewhere = site.browser(cookieOf(await site.signIn(person.email)));
    const change = (current_password: string, new_password: string) =>
      person.send("POST", "account/password", { body: { current_password, new_password } });

    const wrong = await change("not the password", newPassword);
    expect([wrong.status, wrong.body.field]).toEqual([422, "current_password"]);
    for (const poor of ["short", "x".repeat(257), "with a NUL \0 inside", goodPassword, "Password2026"]) {
      const answer = await change(goodPassword, poor);
      expect([answer.status, answer.body.field]).toEqual([422, "new_password"]);
      expect(answer.text).not.toContain(poor);
    }
    expect((await elsewhere("GET", "session")).status).toBe(200);

    expect((await change(goodPassword, newPassword)).status).toBe(200);
    expect((await elsewhere("GET", "session")).status).toBe(401);
    expect((await person.send("GET", "session")).status).toBe(200);
    expect((await site.signIn(person.email, goodPassword)).status).toBe(401);
    expect((await site.signIn(person.email, newPassword)).status).toBe(200);

    const records = await recordsOf(test, id);
    const done = records.filter(({ outcome }) => outcome === "success");
    expect(done.filter(({ action }) => action === "change_password")).toMatchObject([
      { resource: "account", row_id: person.id, changes: [{ field: "password", secret: "changed" }] },
    ]);
    for (const secret of [goodPassword, newPassword])
      expect(JSON.stringify(records) + test.logs.join()).not.toContain(secret);
  });
});

describe("sessions", () => {
  it("are listed with where they are from, and end one by one", async () => {
    const { id } = await site.makeOrganization();
    const person = await site.makeMember(id, "viewer");
    const other = await site.signIn(person.email, goodPassword, {
      address: "192.0.2.9",
      headers: { "user-agent": "Browser/1.0" },
    });
    const { body } = await person.send("GET", "account/sessions");
    expect(body.data).toMatchObject([
      { current: false, address: "192.0.2.9", user_agent: "Browser/1.0" },
      { current: true },
    ]);
    const [there] = body.data;
    // The organization lets it last for 24 hours; without use it ends before.
    expect(Date.parse(there.expires_at) - Date.parse(there.last_used_at)).toBe(12 * 3_600_000);

    const stranger = await site.makeMember(id, "org_admin");
    expect((await stranger.send("DELETE", `account/sessions/${there.id}`)).status).toBe(404);
    expect((await person.send("DELETE", `account/sessions/${there.id}`)).status).toBe(200);
    expect((await site.browser(cookieOf(other))("GET", "session")).status).toBe(401);
    expect((await person.send("DELETE", `account/sessions/${there.id}`)).status).toBe(404);
  });
});

describe("tokens", () => {
  it("act as the person where they name the organization, until they are revoked", async () => {
    const [here, there] = [await site.makeOrganization(), await site.makeOrganization()];
    const person = await site.makeMember(here.id, "org_admin");
    const made = await person.send("POST", "account/tokens", {
      body: { name: "Laptop", organizations: [here.slug], max_role: "member" },
    });
    expect(made.status).toBe(201);
    const { token, ...shown } = made.body;
    expect(token).toMatch(/^svc_pat_[0-9A-Za-z]{49}$/);
    expect(shown).toMatchObject({
      name: "Laptop",
      max_role: "member",
      organizations: [{ id: here.id }],
      expires_at: null,
    });
    expect((await person.send("GET", "account/tokens")).body).toEqual({ data: [shown], truncated: false });

    const gate = new CredentialAuthenticator(
      createCredentialStore(test.database, 720),
      () => {},
      createRequestLimit("off", { error: () => {} }),
      { recordRefusal: async () => {} },
    );
    const use = () =>
      gate.bearer({
        endpoint: "mcp",
        authorization: `Bearer ${token}`,
        requestId: "req_test",
        address: undefined,
        now: new Date(),
      });
    expect(await use()).toMatchObject({ level: "operate", organization: { id: here.id } });
    const rest = await test.send("GET", "/api/v1/config/teams", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(rest.status).toBe(403);

    const other = await site.makeMember(there.id, "org_admin");
    expect((await other.send("DELETE", `account/tokens/${shown.id}`)).status).toBe(404);
    expect((await person.send("DELETE", `account/tokens/${shown.id}`)).body).toEqual({
      id: shown.id,
      deleted: true,
    });
    await expect(use()).rejects.toMatchObject({ code: "unauthorized" });
    expect((await person.send("GET", "account/tokens")).body.data).toEqual([]);

    const records = await recordsOf(test, here.id);
    expect(records.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["create_token", "revoke_token"]),
    );
    expect(JSON.stringify(records) + test.logs.join()).not.toContain(token);
    expect((await recordsOf(test, there.id)).some(({ resource }) => resource === "tokens")).toBe(false);
  });

  it("are for the person's own organizations only", async () => {
    const [here, there] = [await site.makeOrganization(), await site.makeOrganization()];
    const person = await site.makeMember(here.id, "viewer");
    for (const [organizations, field] of [
      [[there.id], "organizations[0]"],
      [[here.id, here.slug], "organizations[1]"],
      [[], "organizations"],
    ] as const) {
      const answer = await person.send("POST", "account/tokens", { body: { name: "T", organizations } });
      expect([answer.status, answer.body.field]).toEqual([422, field]);
    }
    const above = await person.send("POST", "account/tokens", {
      body: { name: "T", organizations: [here.id], max_role: "org_admin" },
    });
    expect(above.status).toBe(201);
  });
});
