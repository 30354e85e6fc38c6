/** What holds for every call, proved by walking the table: who is refused, in which order, and on record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../src/features/identity/accounts/calls.ts";
import type { IdentityDeps } from "../../src/features/identity/accounts/deps.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

/** The table alone: no call is run. Those for keys are walked as all others are (test/mcp/parity-actions.test.ts). */
const calls = identityCalls({ definitions: {} } as IdentityDeps).filter(
  ({ credential }) => credential !== "bearer",
);
const inOrganization = calls.filter(({ path }) => path.includes("{org}"));

let test: TestService;
let site: Site;
let organization: { id: string; slug: string };
let people: Record<"viewer" | "member" | "org_admin" | "stranger", Person>;

beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
  organization = await site.makeOrganization();
  const other = await site.makeOrganization();
  people = {
    viewer: await site.makeMember(organization.id, "viewer"),
    member: await site.makeMember(organization.id, "member"),
    org_admin: await site.makeMember(organization.id, "org_admin"),
    stranger: await site.makeMember(other.id, "org_admin"),
  };
});
afterAll(() => test.close());

function pathOf(path: string): string {
  return path
    .replace("/api/v1/", "")
    .replace("{org}", organization.slug)
    .replace(/\{\w+\}/g, "none");
}

it("needs a level for every call in an organization", () => {
  expect(inOrganization.map(({ level }) => level)).toEqual(inOrganization.map(() => "admin"));
});

it("has one call for a method of a path, and one for a name", () => {
  const routes = calls.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
});

describe.each(inOrganization.map((call) => [call.name, call] as const))("%s", (name, { method, path }) => {
  it("refuses strangers as if there were nothing, before it looks at a body", async () => {
    const stranger = await people.stranger.send(method, pathOf(path), { body: "{" });
    const nowhere = await people.stranger.send(
      method,
      pathOf(path).replace(organization.slug, "no-such-one"),
      { body: "{" },
    );
    expect(stranger.status).toBe(404);
    expect({ ...stranger.body, request_id: "" }).toEqual({ ...nowhere.body, request_id: "" });
    expect((await site.browser()(method, pathOf(path), { body: "{" })).status).toBe(401);
  });

  it("refuses viewers and members by level, and keeps it on record", async () => {
    for (const role of ["viewer", "member"] as const) {
      const answer = await people[role].send(method, pathOf(path), { body: "{" });
      expect([answer.status, answer.body.reason]).toEqual([403, "level"]);
      const refused = (await recordsOf(test, organization.id)).filter(
        (record) => record.action === name && record.actor_name === people[role].email,
      );
      expect(refused).toMatchObject([
        { outcome: "refused", actor_kind: "user", door: "console", changes: [] },
      ]);
    }
  });

  it("refuses addresses outside of the allowlist before anything about the call", async () => {
    const allow = { name: "test-allow", text: "UPDATE organizations SET ip_allowlist = $2 WHERE id = $1" };
    await test.database.queryText(allow, [organization.id, ["192.0.2.0/24"]]);
    try {
      const answer = await people.viewer.send(method, pathOf(path), { body: "{" });
      expect([answer.status, answer.body.reason]).toEqual([403, "address"]);
      const inside = await people.viewer.send(method, pathOf(path), { body: "{", address: "192.0.2.7" });
      expect(inside.body.reason).toBe("level");
    } finally {
      await test.database.queryText(allow, [organization.id, []]);
    }
  });
});

describe.each([...new Set(calls.map(({ path }) => path))])("%s", (path) => {
  const credential = calls.find((call) => call.path === path)?.credential;

  it("answers 405 with the methods there are, and 422 to unknown query parameters", async () => {
    const send = credential === "operator" ? site.operator : people.org_admin.send;
    const { status, headers } = await send("PUT", pathOf(path), { body: {} });
    const methods = calls.filter((call) => call.path === path).map(({ method }) => method);
    expect(status).toBe(405);
    // Another feature may have a method of the same path.
    expect(headers.allow?.split(", ")).toEqual(expect.arrayContaining(methods));
    const [method = "GET"] = methods;
    const odd = await send(
      method,
      `${pathOf(path)}?odd=1`,
      method === "GET" || method === "DELETE" ? {} : { body: {} },
    );
    expect([odd.status, odd.body.field]).toEqual([422, "odd"]);
  });
});
