import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
let id: string;
let admin: Person;
let viewer: Person;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
  ({ id } = await site.makeOrganization({ plan: "free" }));
  admin = await site.makeMember(id, "org_admin");
  viewer = await site.makeMember(id, "viewer");
});
afterAll(() => test.close());

function act(action: string, body: unknown = {}, person: Person = admin) {
  return person.send("POST", `organizations/${id}/actions/${action}`, { body });
}

it("runs every verb as the signed-in person, on every plan", async () => {
  const made = await act("create_team", { name: "Platform" });
  expect(made.status).toBe(201);
  const read = await act("get_team", { id: made.body.id });
  expect([read.status, read.body, read.headers.etag]).toEqual([200, made.body, made.headers.etag]);
  const renamed = await act("update_team", { id: made.body.id, if_match: read.headers.etag, name: "Core" });
  expect([renamed.status, renamed.body.name]).toEqual([200, "Core"]);
  const stale = await act("update_team", { id: made.body.id, if_match: read.headers.etag, name: "Late" });
  expect([stale.status, stale.body.current.name]).toEqual([412, "Core"]);
  const listed = await act("list_teams", { name: "Core", etags: true });
  expect(listed.body).toMatchObject({
    data: [{ name: "Core" }],
    etags: { [made.body.id]: renamed.headers.etag },
  });
  expect((await act("list_teams", { name: "Nobody" })).body.data).toEqual([]);
  const saved = await act("update_organization_settings", { timezone: "Europe/Berlin" });
  expect(saved.status).toBe(201);
  expect((await act("get_organization_settings")).body).toEqual(saved.body);
  const records = (await recordsOf(test, id)).filter(({ resource }) => resource === "teams");
  expect(records.map(({ action, door, actor_name }) => [action, door, actor_name])).toEqual([
    ["create_team", "console", admin.email],
    ["update_team", "console", admin.email],
  ]);
});

describe("a delete", () => {
  it("asks first, showing what would go and what points at it", async () => {
    const team = await act("create_team", { name: "Doomed" });
    await act("update_organization_settings", { default_team_id: team.body.id });
    const unsure = [{}, { confirm: false }];
    for (const confirm of unsure) {
      const asked = await act("delete_team", { id: team.body.id, ...confirm });
      expect([asked.status, asked.body.field, asked.body.reason]).toEqual([409, undefined, "confirm"]);
      expect(asked.body.current).toEqual(team.body);
      expect(asked.body.references).toMatchObject([
        { resource: "organization_settings", field: "default_team_id" },
      ]);
    }
    expect((await act("delete_team", { id: team.body.id, confirm: "yes" })).body.field).toBe("confirm");
    expect((await act("delete_team", { id: "team_none" })).status).toBe(404);
    expect((await act("delete_team", { id: team.body.id, confirm: true })).body.reason).toBe("in_use");
    await act("update_organization_settings", { default_team_id: null });
    const gone = await act("delete_team", { id: team.body.id, confirm: true });
    expect([gone.status, gone.body]).toEqual([200, { id: team.body.id, deleted: true }]);
  });
});

describe("the input", () => {
  it.each([
    ["get_team", {}, "id"],
    ["get_team", { id: 5 }, "id"],
    ["get_team", { id: "x", name: "y" }, "name"],
    ["get_organization_settings", { id: "x" }, "id"],
    ["update_team", { name: "x" }, "id"],
    ["update_team", { id: "x", if_match: 5, name: "y" }, "if_match"],
    ["update_team", { id: "x", managed_by: "platform-repo", name: "y" }, "managed_by"],
    ["update_organization_settings", { id: "x" }, "id"],
    ["list_teams", { nam: "x" }, "nam"],
    ["list_teams", { name: 5 }, "name"],
    ["list_teams", { etags: "true" }, "etags"],
    ["list_teams", { managed_by: 5 }, "managed_by"],
    ["create_team", { name: "x", confirm: "yes" }, "confirm"],
    ["create_team", { id: "x", name: "y" }, "id"],
    ["delete_team", { id: "x", confirm: true, force: true }, "force"],
  ])("of %s refuses %j, naming %s", async (action, body, field) => {
    const answer = await act(action, body);
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });

  it("is an object, and an ETag has its form", async () => {
    expect((await act("create_team", "[]")).status).toBe(400);
    const { status, body } = await act("update_team", { id: "x", if_match: "42", name: "y" });
    expect([status, body.field]).toEqual([400, "if_match"]);
  });
});

it("refuses in the contract's order", async () => {
  const path = `organizations/${id}/actions`;
  expect((await site.browser()("POST", `${path}/create_team`, { body: "{" })).status).toBe(401);
  const stranger = await site.makeMember((await site.makeOrganization()).id, "org_admin");
  expect((await act("create_team", "{", stranger)).status).toBe(404);
  expect((await act("no_such_action", "{")).status).toBe(404);
  const level = await act("create_team", "{", viewer);
  expect([level.status, level.body.reason]).toEqual([403, "level"]);
  expect((await act("list_teams", {}, viewer)).status).toBe(200);
  expect((await viewer.send("GET", `${path}/create_team`)).status).toBe(403);
  const method = await admin.send("GET", `${path}/create_team`);
  expect([method.status, method.headers.allow]).toEqual([405, "POST"]);
  const refused = (await recordsOf(test, id)).filter(({ outcome }) => outcome === "refused");
  expect(refused).toMatchObject([
    { action: "delete_team", actor_name: admin.email },
    { action: "create_team", actor_name: viewer.email },
  ]);
});
