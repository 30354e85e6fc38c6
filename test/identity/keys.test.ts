import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/kernel/access.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

async function makeAdmin(plan: Plan = "business"): Promise<{ admin: Person; id: string; keys: string }> {
  const { id } = await site.makeOrganization({ plan });
  return { id, admin: await site.makeMember(id, "org_admin"), keys: `organizations/${id}/api_keys` };
}

function read(key: string, path = "teams") {
  return test.send("GET", `/api/v1/config/${path}`, { headers: { authorization: `Bearer ${key}` } });
}

it("makes a key whose value is shown once and works at once", async () => {
  const { admin, id, keys } = await makeAdmin();
  const made = await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:admin", "mcp:read"] } });
  expect(made.status).toBe(201);
  expect(made.body.key).toMatch(/^svc_ak_[0-9A-Za-z]{49}$/);
  expect(made.body.key.startsWith(made.body.prefix)).toBe(true);
  expect(made.body).toMatchObject({
    name: "CI",
    created_by: admin.email,
    expires_at: null,
    last_used_at: null,
  });

  const { key, ...shown } = made.body;
  const listed = await admin.send("GET", keys);
  expect(listed.body.data).toEqual([shown]);
  expect((await read(key)).status).toBe(200);
  expect(listed.body.organization.id).toBe(id);
  expect(listed.text).not.toContain(key);

  const records = await recordsOf(test, id);
  const record = records.find(({ action }) => action === "create_api_key");
  expect(record).toMatchObject({
    resource: "api_keys",
    row_id: made.body.id,
    door: "console",
    actor_name: admin.email,
  });
  expect(record?.changes).toContainEqual({ field: "key", secret: "set" });
  expect(JSON.stringify(records) + test.logs.join()).not.toContain(key);
});

it("refuses a revoked key from the next request on, and revokes it once", async () => {
  const { admin, id, keys } = await makeAdmin();
  const { body } = await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:config_read"] } });
  expect((await read(body.key)).status).toBe(200);
  const gone = await admin.send("DELETE", `${keys}/${body.id}`);
  expect([gone.status, gone.body]).toEqual([200, { id: body.id, deleted: true }]);
  expect((await read(body.key)).status).toBe(401);
  expect((await admin.send("DELETE", `${keys}/${body.id}`)).status).toBe(404);
  expect((await admin.send("GET", keys)).body.data).toEqual([]);
  const revoked = (await recordsOf(test, id)).filter(({ action }) => action === "revoke_api_key");
  expect(revoked).toMatchObject([
    {
      row_id: body.id,
      changes: [
        { field: "name", before: "CI", after: null },
        { field: "key", secret: "cleared" },
      ],
    },
  ]);
});

it("does not reach another organization's key", async () => {
  const [one, two] = [await makeAdmin(), await makeAdmin()];
  const { body } = await one.admin.send("POST", one.keys, { body: { name: "CI", scopes: ["api:admin"] } });
  expect((await two.admin.send("DELETE", `${two.keys}/${body.id}`)).status).toBe(404);
  expect((await read(body.key)).status).toBe(200);
});

describe("scopes", () => {
  let tenant: Awaited<ReturnType<typeof makeAdmin>>;
  beforeAll(async () => {
    tenant = await makeAdmin();
  });

  it.each([
    [["api:config_read", "mcp:read"], "scopes"],
    [["api:config_read", "api:admin"], "scopes"],
    [["api:admin", "api:admin"], "scopes[1]"],
    [[], "scopes"],
    [["api:write"], "scopes[0]"],
    ["api:admin", "scopes"],
  ])("refuses %j, naming %s", async (scopes, field) => {
    const { admin, keys } = tenant;
    const answer = await admin.send("POST", keys, { body: { name: "CI", scopes } });
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });

  it.each(["free", "team"] as const)("are refused on the plan %s with the gate's own words", async (plan) => {
    const { admin, id, keys } = await makeAdmin(plan);
    for (const [scope, path] of [
      ["api:admin", "api"],
      ["mcp:read", "mcp"],
    ] as const) {
      const answer = await admin.send("POST", keys, { body: { name: "CI", scopes: [scope] } });
      expect([answer.status, answer.body.error, answer.body.reason]).toEqual([403, "forbidden", "plan"]);
      expect(answer.body.message).toContain(
        path === "api" ? "configuration API is not included" : "MCP server is not included",
      );
    }
    const { value } = await test.makeKey(id, ["api:admin"]);
    const atTheGate = await read(value);
    const atTheForm = await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:admin"] } });
    expect(atTheForm.body.message).toBe(atTheGate.body.message);
  });
});

describe("the end of a key", () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

  it("lies ahead", async () => {
    const { admin, keys } = await makeAdmin();
    for (const expires_at of [days(-1), "2020-01-01T00:00:00Z", "tomorrow", 5]) {
      const answer = await admin.send("POST", keys, {
        body: { name: "CI", scopes: ["api:admin"], expires_at },
      });
      expect([answer.status, answer.body.field]).toEqual([422, "expires_at"]);
    }
  });

  it("is when the key is refused", async () => {
    const { admin, keys } = await makeAdmin();
    const { body } = await admin.send("POST", keys, {
      body: { name: "CI", scopes: ["api:admin"], expires_at: days(1) },
    });
    expect((await read(body.key)).status).toBe(200);
    const end = {
      name: "test-end",
      text: "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1",
    };
    await test.database.queryText(end, [body.id]);
    expect((await read(body.key)).status).toBe(401);
  });

  it("is within key_max_lifetime_days, which stands in where none is asked for", async () => {
    const { admin, id, keys } = await makeAdmin();
    const cap = await admin.send("POST", `organizations/${id}/actions/update_organization_settings`, {
      body: { key_max_lifetime_days: 30 },
    });
    expect(cap.status).toBe(201);
    const late = await admin.send("POST", keys, {
      body: { name: "CI", scopes: ["api:admin"], expires_at: days(31) },
    });
    expect([late.status, late.body.field]).toEqual([422, "expires_at"]);
    expect(late.body.message).toContain("key_max_lifetime_days");
    for (const expires_at of [undefined, null]) {
      const { body } = await admin.send("POST", keys, {
        body: { name: "CI", scopes: ["api:admin"], expires_at },
      });
      expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(30 * 86_400_000);
    }
    const early = days(29);
    const { body } = await admin.send("POST", keys, {
      body: { name: "CI", scopes: ["api:admin"], expires_at: early },
    });
    expect(body.expires_at).toBe(early);

    const token = await admin.send("POST", "account/tokens", {
      body: { name: "T", organizations: [id], expires_at: days(31) },
    });
    expect([token.status, token.body.field]).toEqual([422, "expires_at"]);
  });
});

describe("the limits of a key", () => {
  it("are in its list, on record and with its successor", async () => {
    const { admin, id, keys } = await makeAdmin();
    const team = await admin.send("POST", `organizations/${id}/actions/create_team`, {
      body: { name: "One" },
    });
    const limits = {
      kinds: ["teams", "slos"],
      verbs: ["read", "update"],
      services: ["checkout"],
      team_id: team.body.id,
      addresses: ["127.0.0.0/8"],
    };
    const made = await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:admin"], ...limits } });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining(limits)]);
    expect((await admin.send("GET", keys)).body.data).toEqual([expect.objectContaining(limits)]);
    const [record] = (await recordsOf(test, id)).filter(({ action }) => action === "create_api_key");
    expect(record?.changes).toContainEqual({ field: "verbs", before: null, after: limits.verbs });
    const successor = await admin.send("POST", `${keys}/${made.body.id}/rotate`, { body: {} });
    expect([successor.status, successor.body]).toEqual([201, expect.objectContaining(limits)]);
    const answer = await read(successor.body.key, "teams");
    expect([answer.status, answer.body.reason]).toEqual([403, "limit"]);
  });

  it("keep on record that it came from another address, once a minute, as the organization's allowlist does", async () => {
    const { admin, id, keys } = await makeAdmin();
    const make = async (more: object) =>
      (await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:admin", "mcp:read"], ...more } }))
        .body;
    const [narrow, whole] = [await make({ addresses: ["192.0.2.0/24"] }), await make({})];
    const call = (key: string) =>
      test.send("GET", "/api/v1/config/teams", { headers: { authorization: `Bearer ${key}` } });
    for (const _ of [1, 2]) {
      const answer = await call(narrow.key);
      expect([answer.status, answer.body.reason]).toEqual([403, "limit"]);
    }
    const allow = { name: "test-allow", text: "UPDATE organizations SET ip_allowlist = $2 WHERE id = $1" };
    await test.database.queryText(allow, [id, ["192.0.2.0/24"]]);
    expect((await call(whole.key)).body.reason).toBe("address");
    expect((await admin.send("GET", keys)).body.reason).toBe("address");
    const refused = (await recordsOf(test, id)).filter(({ action }) => action === "authenticate");
    expect(refused).toMatchObject([
      { outcome: "refused", resource: "api_keys", row_id: narrow.id, actor_kind: "key", door: "rest" },
      { outcome: "refused", resource: "api_keys", row_id: whole.id, actor_kind: "key", door: "rest" },
      { outcome: "refused", resource: "sessions", row_id: admin.id, actor_kind: "user", door: "console" },
    ]);
  });

  it.each([
    [{ kinds: [] }, "kinds"],
    [{ kinds: ["unicorns"] }, "kinds[0]"],
    [{ verbs: [] }, "verbs"],
    [{ verbs: ["list"] }, "verbs[0]"],
    [{ services: [] }, "services"],
    [{ services: "checkout" }, "services"],
    [{ addresses: [] }, "addresses"],
    [{ addresses: ["here"] }, "addresses[0]"],
    [{ team_id: "team_0123456789abcdefghjkmnpqrs" }, "team_id"],
  ])("%j is refused, naming %s", async (limits, field) => {
    const { admin, keys } = await makeAdmin();
    const answer = await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:admin"], ...limits } });
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });

  it("null is no limit", async () => {
    const { admin, keys } = await makeAdmin();
    const none = { kinds: null, verbs: null, services: null, team_id: null, addresses: null };
    const { body } = await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:admin"], ...none } });
    expect(body).toMatchObject(none);
    expect((await read(body.key)).status).toBe(200);
  });
});

describe("a rotation", () => {
  it("makes a successor in one call, and ends the key after the overlap", async () => {
    const { admin, id, keys } = await makeAdmin();
    const { body: old } = await admin.send("POST", keys, {
      body: {
        name: "CI",
        scopes: ["api:config_read"],
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    });
    const { status, body: made } = await admin.send("POST", `${keys}/${old.id}/rotate`, {
      body: { overlap_minutes: 30 },
    });
    expect(status).toBe(201);
    expect(made).toMatchObject({ name: "CI", scopes: ["api:config_read"], replaces: { id: old.id } });
    const end = Date.parse(made.replaces.expires_at);
    expect(end - Date.parse(made.created_at)).toBe(30 * 60_000);
    const life = (key: { created_at: string; expires_at: string }) =>
      Date.parse(key.expires_at) - Date.parse(key.created_at);
    expect(life(made)).toBe(life(old));
    expect([(await read(old.key)).status, (await read(made.key)).status]).toEqual([200, 200]);
    const listed = (await admin.send("GET", keys)).body.data;
    expect(listed.map((key: { id: string; expires_at: string }) => [key.id, key.expires_at])).toEqual([
      [made.id, made.expires_at],
      [old.id, made.replaces.expires_at],
    ]);
    const records = (await recordsOf(test, id)).filter(({ action }) => action === "rotate_api_key");
    expect(records.map(({ row_id }) => row_id).sort()).toEqual([made.id, old.id].sort());
    expect(JSON.stringify(records)).not.toContain(made.key);
    const past = {
      name: "test-rotation-end",
      text: "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1",
    };
    await test.database.queryText(past, [old.id]);
    expect((await read(old.key)).status).toBe(401);
    const late = await admin.send("POST", `${keys}/${old.id}/rotate`, { body: {} });
    expect([late.status, late.body.error]).toEqual([409, "conflict"]);
  });

  it("ends the key at once without an overlap, and never later than it would end", async () => {
    const { admin, keys } = await makeAdmin();
    const make = async (body: object) =>
      (await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:config_read"], ...body } })).body;
    const rotate = (id: string, overlap_minutes: unknown) =>
      admin.send("POST", `${keys}/${id}/rotate`, { body: { overlap_minutes } });
    const one = await make({});
    expect((await rotate(one.id, 0)).status).toBe(201);
    expect((await read(one.key)).status).toBe(401);
    const soon = new Date(Date.now() + 600_000).toISOString();
    const short = await make({ expires_at: soon });
    expect((await rotate(short.id, 60)).body.replaces.expires_at).toBe(soon);
    for (const minutes of [-1, 43_201, 1.5, "60", null])
      expect((await rotate(short.id, minutes)).status).toBe(422);
    expect((await rotate("key_unknown", 60)).status).toBe(404);
    const other = await makeAdmin();
    expect((await other.admin.send("POST", `${other.keys}/${short.id}/rotate`, { body: {} })).status).toBe(
      404,
    );
  });

  it("keeps an engine's key with its connector", async () => {
    const { admin, id, keys } = await makeAdmin();
    const connector = await admin.send("POST", `organizations/${id}/actions/create_connector`, {
      body: { name: "Prometheus", type: "observability", connector_type: "prometheus" },
    });
    const { body: old } = await admin.send("POST", keys, {
      body: { name: "agent", scopes: ["engine:agent"], connector_id: connector.body.id },
    });
    const { body } = await admin.send("POST", `${keys}/${old.id}/rotate`, { body: {} });
    expect(body).toMatchObject({ scopes: ["engine:agent"], connector_id: connector.body.id });
  });
});

it("says when a key was last used, and from where", async () => {
  const { admin, keys } = await makeAdmin();
  const { body } = await admin.send("POST", keys, { body: { name: "CI", scopes: ["api:config_read"] } });
  expect(body.last_used_address).toBeNull();
  await test.send("GET", "/api/v1/config/teams", {
    headers: { authorization: `Bearer ${body.key}` },
    address: "192.0.2.17",
  });
  await expect
    .poll(async () => (await admin.send("GET", keys)).body.data[0], { timeout: 30_000 })
    .toMatchObject({ last_used_at: expect.any(String), last_used_address: "192.0.2.17" });
});
