import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saidBy } from "../support/said.ts";
import { startService, type TestService } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";
import { cookieOf, goodPassword, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

it("may look at the installation from inside, and at the way that the request came", async () => {
  const answer = await site.operator("GET", "operator/diagnosis");
  expect(answer.status).toBe(200);
  const checks = answer.body.data as { area: string; name: string; status: string; message: string }[];
  // The tests' own database is not for keeping.
  const wrong = checks.filter(({ name, status }) => status !== "ok" && name !== "durability");
  expect(wrong.filter(({ status }) => status !== "skipped")).toEqual([]);
  expect([...new Set(checks.map(({ area }) => area))]).toEqual([
    "database",
    "keys",
    "engines",
    "queues",
    "bounds",
    "proxy",
  ]);
  expect(checks.at(-1)).toMatchObject({ area: "proxy", status: "ok" });
  expect(JSON.stringify(answer.body)).not.toContain(test.settings.operatorToken);
  const stranger = await test.send("GET", "/api/v1/operator/diagnosis");
  expect(stranger.status).toBe(401);
});

describe("organizations", () => {
  it("get a slug from their name, and a free one", async () => {
    const make = async (name: string) =>
      (await site.operator("POST", "operator/organizations", { body: { name } })).body.slug;
    expect(await make("Über Straße & Söhne!")).toBe("uber-stra-e-sohne");
    expect(await make("  Über Straße & Söhne ")).toBe("uber-stra-e-sohne-2");
    expect(await make("日本")).toBe("organization");
    expect(await make("日本")).toBe("organization-2");
    const slugs = await Promise.all(["Rush", "Rush", "Rush"].map(make));
    expect(slugs.sort()).toEqual(["rush", "rush-2", "rush-3"]);
    expect((await make("x".repeat(100))).length).toBeLessThanOrEqual(50);
  });

  it("are listed and read by id or slug", async () => {
    const made = await site.operator("POST", "operator/organizations", {
      body: { name: "Readers", plan: "team" },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ slug: "readers", plan: "team", ip_allowlist: [] });
    for (const named of [made.body.id, "readers"]) {
      expect((await site.operator("GET", `operator/organizations/${named}`)).body).toEqual(made.body);
    }
    expect((await site.operator("GET", "operator/organizations")).body.data).toContainEqual(made.body);
    expect((await site.operator("GET", "operator/organizations/nowhere")).status).toBe(404);
  });

  it("refuse a missing or malformed name or plan", async () => {
    for (const [body, field] of [
      [{}, "name"],
      [{ name: "" }, "name"],
      [{ name: "x".repeat(101) }, "name"],
      [{ name: "A", plan: "gold" }, "plan"],
      [{ name: "A", slug: "a" }, "slug"],
    ] as const) {
      const answer = await site.operator("POST", "operator/organizations", { body });
      expect([answer.status, answer.body.field]).toEqual([422, field]);
    }
  });

  it("change their plan, on record", async () => {
    const { id } = await site.makeOrganization({ plan: "free" });
    const { value } = await test.makeKey(id, ["api:admin"]);
    const use = () =>
      test.send("GET", "/api/v1/config/teams", { headers: { authorization: `Bearer ${value}` } });
    expect((await use()).status).toBe(403);
    expect(
      (await site.operator("PATCH", `operator/organizations/${id}`, { body: { plan: "business" } })).body
        .plan,
    ).toBe("business");
    expect((await use()).status).toBe(200);
    await site.operator("PATCH", `operator/organizations/${id}`, { body: { plan: "business" } });
    const [, ...records] = await recordsOf(test, id);
    expect(records).toMatchObject([
      {
        action: "update_organization",
        resource: "organization",
        row_id: id,
        actor_kind: "operator",
        actor_name: "operator",
        door: "operator",
        changes: [{ field: "plan", before: "free", after: "business" }],
      },
    ]);
  });

  it.each([false, true])("change their name, settings saved before: %s", async (saved) => {
    const { config, organization } = await test.makeTenant();
    if (saved) await config("PUT", "organization_settings", { body: { timezone: "Europe/Berlin" } });
    const kind = "organization_settings";
    await giveToSet(test.database, organization.id, kind, kind, "settings");
    const path = `operator/organizations/${organization.id}`;
    const renamed = await site.operator("PATCH", path, { body: { name: "New name" } });
    expect([renamed.status, renamed.body.name, renamed.body.slug]).toEqual([
      200,
      "New name",
      organization.slug,
    ]);
    expect(saidBy(renamed)).toEqual(
      saved ? expect.stringContaining('belongs to the set "settings"') : undefined,
    );
    const settings = await config("GET", "organization_settings");
    expect(settings.body).toMatchObject({ name: "New name", timezone: saved ? "Europe/Berlin" : "UTC" });
    const records = (await recordsOf(test, organization.id)).filter(
      ({ actor_kind }) => actor_kind === "operator",
    );
    expect(records).toMatchObject([
      { action: "update_organization_settings", resource: "organization_settings" },
    ]);
    await config("PUT", "organization_settings", { body: { name: "Their own name" } });
    expect((await site.operator("GET", path)).body.name).toBe("Their own name");
  });

  it("let in again who locked themselves out", async () => {
    const { config, organization } = await test.makeTenant();
    const inside = { address: "192.0.2.7" };
    await config("PUT", "organization_settings", { ...inside, body: { ip_allowlist: ["192.0.2.0/24"] } });
    expect((await config("GET", "teams", { address: "198.51.100.1" })).status).toBe(403);
    const path = `operator/organizations/${organization.id}`;
    const cleared = await site.operator("PATCH", path, {
      body: { clear_ip_allowlist: true, plan: "business" },
      address: "198.51.100.1",
    });
    expect(cleared.body.ip_allowlist).toEqual([]);
    expect(
      (await config("GET", "organization_settings", { address: "198.51.100.1" })).body.ip_allowlist,
    ).toEqual([]);
  });

  it("go with everything they hold, and leave their records", async () => {
    const { config, organization, key } = await test.makeTenant();
    const team = await config("POST", "teams", { body: { name: "Platform" } });
    await config("PUT", "organization_settings", { body: { default_team_id: team.body.id } });
    const person = await site.makeMember(organization.id, "org_admin");
    const path = `operator/organizations/${organization.id}`;
    await site.operator("POST", `${path}/members`, {
      body: { email: "ghost@example.com", role: "viewer", password: goodPassword },
    });
    await person.send("POST", `organizations/${organization.id}/members`, {
      body: { email: "only-invited@example.com", role: "viewer" },
    });
    const gone = await site.deleteOrganization(organization.id);
    expect(gone.body).toEqual({ id: organization.id, deleted: true, delete_at: null });
    expect((await site.operator("DELETE", path)).status).toBe(404);
    expect((await config("GET", "teams")).status).toBe(401);
    expect((await person.send("GET", "session")).body.organizations).toEqual([]);
    const counted = await test.database.queryText<{ table: string; rows: string }>(
      {
        name: "test-remains",
        text: `SELECT 'rows' AS table, count(*)::text AS rows FROM rows WHERE organization_id = $1
          UNION ALL SELECT 'members', count(*)::text FROM members WHERE organization_id = $1
          UNION ALL SELECT 'api_keys', count(*)::text FROM api_keys WHERE organization_id = $1
          UNION ALL SELECT 'invited', count(*)::text FROM users WHERE email = 'only-invited@example.com'`,
      },
      [organization.id],
    );
    expect(counted.map(({ rows }) => rows)).toEqual(["0", "0", "0", "0"]);
    expect((await recordsOf(test, organization.id)).at(-1)).toMatchObject({
      action: "delete_organization",
      row_id: organization.id,
    });
    expect(key.value).toBeDefined();
  });
});

describe("members", () => {
  it("are made with a password", async () => {
    const { id } = await site.makeOrganization();
    const path = `operator/organizations/${id}/members`;
    const made = await site.operator("POST", path, {
      body: { email: "bare@example.com", name: "Bare", role: "org_admin", password: goodPassword },
    });
    expect([made.status, made.body.status, made.body.name]).toEqual([201, "active", "Bare"]);
    const again = await site.operator("POST", path, {
      body: { email: "BARE@example.com", role: "viewer", password: goodPassword },
    });
    expect([again.status, again.body.current.id]).toEqual([409, made.body.id]);
  });

  it("change a temporary password at the first sign-in, and do nothing else before", async () => {
    const { id } = await site.makeOrganization();
    const email = "temporary@example.com";
    const add = (body: object) =>
      site.operator("POST", `operator/organizations/${id}/members`, {
        body: { email, role: "org_admin", ...body },
      });
    const nothing = await add({ temporary: true });
    expect([nothing.status, nothing.body.field]).toEqual([422, "password"]);
    expect((await add({ temporary: true, password: goodPassword })).status).toBe(201);

    const signedIn = await site.signIn(email);
    expect(signedIn.body).toMatchObject({ must_change_password: true, organizations: [{ id }] });
    const browser = site.browser(cookieOf(signedIn));
    expect((await browser("GET", "session")).body.must_change_password).toBe(true);
    for (const [method, path, body] of [
      ["GET", "account", undefined],
      ["PATCH", "account", { name: "Eve" }],
      ["POST", "account/tokens", { name: "T", organizations: [id] }],
      ["GET", `organizations/${id}/members`, undefined],
      ["POST", `organizations/${id}/actions/list_teams`, {}],
      ["GET", "deploy_gate?service=checkout", undefined],
    ] as const) {
      const refused = await browser(method, path, body === undefined ? {} : { body });
      expect([path, refused.status, refused.body.reason]).toEqual([path, 403, "password_change_required"]);
    }
    const change = (new_password: string) =>
      browser("POST", "account/password", { body: { current_password: goodPassword, new_password } });
    expect((await change(goodPassword)).body.reason).toBe("same_password");
    expect((await change("a phrase of my own")).status).toBe(200);
    expect((await browser("GET", "session")).body.must_change_password).toBe(false);
    expect((await browser("GET", `organizations/${id}/members`)).status).toBe(200);
    expect((await site.signIn(email, "a phrase of my own")).body.must_change_password).toBe(false);

    const again = await add({ temporary: true, password: "a phrase of my own" });
    expect(again.status).toBe(409);
  });

  it("sign in with the password that the operator gave, where it is not temporary", async () => {
    const { id } = await site.makeOrganization();
    const person = await site.makeMember(id, "viewer");
    expect((await person.send("GET", "session")).body.must_change_password).toBe(false);
    const other = await site.makeOrganization();
    const refused = await site.operator("POST", `operator/organizations/${other.id}/members`, {
      body: { email: person.email, role: "viewer", password: goodPassword, temporary: true },
    });
    expect([refused.status, refused.body.field]).toEqual([422, "temporary"]);
  });

  it("join another organization by their own password, or when they accept", async () => {
    const [one, two, three] = [
      await site.makeOrganization(),
      await site.makeOrganization(),
      await site.makeOrganization(),
    ];
    const person = await site.makeMember(one.id, "viewer");
    const add = (id: string, rest: object) =>
      site.operator("POST", `operator/organizations/${id}/members`, {
        body: { email: person.email, role: "member", ...rest },
      });
    const guessed = await add(two.id, { password: "not their password" });
    expect([guessed.status, guessed.body.field]).toEqual([422, "password"]);
    const renamed = await add(two.id, { password: goodPassword, name: "Eve" });
    expect([renamed.status, renamed.body.field]).toEqual([422, "name"]);
    expect((await add(two.id, { password: goodPassword })).body).toMatchObject({
      id: person.id,
      status: "active",
    });
    expect((await add(three.id, {})).body).toMatchObject({ id: person.id, status: "invited" });
    expect(
      (await person.send("GET", "session")).body.organizations.map(({ id }: { id: string }) => id),
    ).toEqual([one.id, two.id]);
  });
});

it("is known by the whole token", async () => {
  const { operatorToken } = test.settings;
  for (const value of [
    operatorToken.slice(1),
    `${operatorToken}x`,
    operatorToken.toUpperCase(),
    "",
    "svc_ak_x",
  ]) {
    const { status, headers } = await test.send("GET", "/api/v1/operator/organizations", {
      headers: { authorization: `Bearer ${value}` },
    });
    expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  }
});
