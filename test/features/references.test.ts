/** Which rows point at a row: at any depth, of one's own organization only, and counted past what is shown. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

async function made(kind: string, body: object): Promise<string> {
  const answer = await tenant.config("POST", kind, { body });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.body.id);
}

const asked = (kind: string, id: string, from = tenant) => from.api("GET", `references/${kind}/${id}`);

it("names each row once, with its fields, and nothing that points elsewhere", async () => {
  const team = await made("teams", { name: "Payments" });
  const other = await made("teams", { name: "Search" });
  expect((await asked("teams", team)).body).toEqual({
    ...{ kind: "teams", resource: "teams", id: team, total: 0, data: [] },
  });
  const destinations = [{ email: "ops@example.com" }, { team_id: team }];
  const route = await made("alert_routes", { name: "Paged", position: 1, matchers: ['a="b"'], destinations });
  const twice = [{ team_id: other }, { team_id: team }];
  await made("alert_routes", { name: "Else", position: 2, matchers: ['a="c"'], destinations: [twice[0]] });
  const rule = await made("alert_routes", {
    name: "Both",
    position: 3,
    matchers: ['a="d"'],
    destinations: twice,
  });
  const { status, body } = await asked("teams", team);
  expect(status).toBe(200);
  expect(body.total).toBe(2);
  expect([...body.data].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { resource: "alert_routes", id: rule, name: "Both", fields: ["destinations[1].team_id"] },
    { resource: "alert_routes", id: route, name: "Paged", fields: ["destinations[1].team_id"] },
  ]);
});

it("counts more than it shows", async () => {
  const team = await made("teams", { name: "Crowded" });
  for (let position = 10; position < 111; position += 1) {
    const matchers = [`at="${position}"`];
    await made("alert_routes", {
      name: `At ${position}`,
      position,
      matchers,
      destinations: [{ team_id: team }],
    });
  }
  const { body } = await asked("teams", team);
  expect(body.total).toBe(101);
  expect(body.data).toHaveLength(100);
});

it("answers a setting, which nothing points at", async () => {
  const kind = "organization_settings";
  expect((await asked(kind, kind)).body).toEqual({ kind, resource: kind, id: kind, total: 0, data: [] });
});

it("is not there for what is not there, and for another organization's row", async () => {
  const team = await made("teams", { name: "Mine" });
  const stranger = await test.makeTenant();
  expect((await asked("teams", team, stranger)).status).toBe(404);
  expect((await asked("teams", "none")).status).toBe(404);
  expect((await asked("organization_settings", team)).status).toBe(404);
  expect((await asked("none", team)).body.message).toContain("The kinds are");
});
