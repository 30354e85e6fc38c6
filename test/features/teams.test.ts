import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it("shows a team's members by email, in lists and alone", async () => {
  const { organization, config } = await test.makeTenant();
  const bob = await makePerson(test.database, organization.id, "bob@example.com");
  const ada = await makePerson(test.database, organization.id, "Ada@Example.com");
  const team = (await config("POST", "teams", { body: { name: "Platform" } })).body;
  expect(team.members).toEqual([]);
  await config("POST", "teams", { body: { name: "Empty" } });
  for (const email of ["bob@example.com", "ADA@example.com"]) {
    const added = await config("POST", "team_members", { body: { team_id: team.id, email } });
    expect(added.status).toBe(201);
  }
  const members = [
    { id: ada, email: "Ada@Example.com", name: "Ada@Example.com" },
    { id: bob, email: "bob@example.com", name: "bob@example.com" },
  ];
  expect((await config("GET", `teams/${team.id}`)).body.members).toEqual(members);
  const { data } = (await config("GET", "teams")).body;
  expect(data.map((row: { members: unknown }) => row.members)).toEqual([[], members]);
});

it("keeps the team's ETag and updated_at when its members change", async () => {
  const { organization, config } = await test.makeTenant();
  await makePerson(test.database, organization.id, "cleo@example.com");
  const made = await config("POST", "teams", { body: { name: "Platform" } });
  const body = { team_id: made.body.id, email: "cleo@example.com" };
  const member = await config("POST", "team_members", { body });
  const read = await config("GET", `teams/${made.body.id}`);
  expect(read.headers.etag).toBe(made.headers.etag);
  expect(read.body.updated_at).toBe(made.body.updated_at);
  expect(read.body.members).toHaveLength(1);
  await config("DELETE", `team_members/${member.body.id}`);
  expect((await config("GET", `teams/${made.body.id}`)).body.members).toEqual([]);
});

it("refuses an address that is nobody's here, or of somebody who has not joined yet", async () => {
  const { organization, config } = await test.makeTenant();
  const other = await test.makeTenant();
  await makePerson(test.database, other.organization.id, "elsewhere@example.com");
  const invited = await makePerson(test.database, organization.id, "invited@example.com");
  await test.database.queryText(
    { name: "test-uninvite", text: "UPDATE members SET accepted_at = NULL WHERE user_id = $1" },
    [invited],
  );
  const team = (await config("POST", "teams", { body: { name: "Platform" } })).body;
  for (const email of ["nobody@example.com", "elsewhere@example.com", "invited@example.com"]) {
    const refused = await config("POST", "team_members", { body: { team_id: team.id, email } });
    expect(refused.status).toBe(422);
    expect(refused.body.field).toBe("email");
    expect(refused.body.message).toMatch(/^email: .*invite/);
  }
});

it("shows nobody who left the organization", async () => {
  const { organization, config } = await test.makeTenant();
  const gone = await makePerson(test.database, organization.id, "gone@example.com");
  const team = (await config("POST", "teams", { body: { name: "Platform" } })).body;
  await config("POST", "team_members", { body: { team_id: team.id, email: "gone@example.com" } });
  await test.database.queryText(
    { name: "test-leave", text: "DELETE FROM members WHERE organization_id = $1 AND user_id = $2" },
    [organization.id, gone],
  );
  expect((await config("GET", `teams/${team.id}`)).body.members).toEqual([]);
});
