import { afterAll, beforeAll, expect, it } from "vitest";
import { createExportStore } from "../../../src/features/changes/export/store.ts";
import { integer, list, reference, text } from "../../../src/kernel/field.ts";
import { encodeNaturalKey } from "../../../src/kernel/natural-key.ts";
import { definitions } from "../../../src/resources/index.ts";
import { bundleFormat } from "../../../src/surfaces/export/bundle.ts";
import { madeUpKind } from "../../support/made-up.ts";
import { startService, type Tenant, type TestService } from "../../support/service.ts";
import { unrestricted } from "../../support/unrestricted.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it("is a file of settings as objects and collections as lists, kinds and rows in order", async () => {
  const { config, organization } = await test.makeTenant();
  const team = (await config("POST", "teams", { body: { name: "platform" } })).body;
  await config("POST", "teams", { body: { name: "api" } });
  await config("POST", "alert_mutes", { body: { pattern: "*", reason: "one\ntwo", duration_minutes: 5 } });
  await config("PUT", "organization_settings", { body: { default_team_id: team.id } });
  await config("POST", "alert_routes", {
    body: {
      name: "critical",
      matchers: ['severity="critical"'],
      destinations: [{ team_id: team.id }, { email: "ada@example.com" }],
    },
  });
  const answer = await config("GET", "export?format=json");
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers["content-disposition"]).toBe(`attachment; filename="${organization.slug}.json"`);
  expect(answer.text).toBe(`${JSON.stringify(answer.body, null, 2)}\n`);
  expect(Object.keys(answer.body)).toEqual(["alert_mutes", "alert_routes", "organization_settings", "teams"]);
  expect(answer.body.alert_routes[0].destinations).toEqual([
    { team_id: { name: "platform" } },
    { email: "ada@example.com" },
  ]);
  expect(answer.body.organization_settings.default_team_id).toEqual({ name: "platform" });
  expect(answer.body.teams.map(({ name }: { name: string }) => name)).toEqual(["api", "platform"]);
});

it("narrows to some kinds, whose rows still name rows of the others by their keys", async () => {
  const { config } = await test.makeTenant();
  expect((await config("GET", "export?format=json")).text).toBe("{}\n");
  const team = (await config("POST", "teams", { body: { name: "core" } })).body;
  await config("PUT", "organization_settings", { body: { default_team_id: team.id } });
  const { body } = await config("GET", "export?format=json&resource=organization_settings,aws_external_id");
  expect(Object.keys(body)).toEqual(["organization_settings"]);
  expect(body.organization_settings.default_team_id).toEqual({ name: "core" });
});

it("leaves out secrets, expired mutes, settings that were never saved and rows without a natural key", async () => {
  const { config, organization } = await test.makeTenant();
  for (const pattern of ["p0", "p1"])
    await config("POST", "alert_mutes", { body: { pattern, reason: "r", duration_minutes: 5 } });
  await test.database.queryText(
    {
      name: "expire-mute",
      text: "UPDATE rows SET key_held_until = now() - interval '1 minute' WHERE organization_id = $1 AND natural_key = 'p1'",
    },
    [organization.id],
  );
  for (const external_id of ["CHG-1", null])
    await config("POST", "status_page_incidents", { body: { title: "t", body: "b", external_id } });
  await config("POST", "outbound_configs", {
    body: { name: "pager", kind: "pagerduty", secret: "s3cret-value" },
  });
  const { body, text: file } = await config("GET", "export?format=json");
  const always = { route_ids: [], starts_at: null, schedule: [], until: null };
  expect(body.alert_mutes).toEqual([
    { pattern: "p0", matchers: [], reason: "r", duration_minutes: 5, summary: false, ...always },
  ]);
  expect(body.status_page_incidents).toMatchObject([{ external_id: "CHG-1", notify: true }]);
  expect(Object.keys(body)).toEqual(["alert_mutes", "outbound_configs", "status_page_incidents"]);
  expect(file).not.toContain("secret");
});

it("refuses formats that there are none of, by the names of those that there are", async () => {
  const { config } = await test.makeTenant();
  const { status, body } = await config("GET", "export?format=yaml");
  expect([status, body.field]).toEqual([422, "format"]);
  expect(body.message).toMatch(/hcl.*json/);
});

const desks = madeUpKind("desks", ["team_id", "number"], {
  team_id: reference({ description: "The team.", to: "teams" }),
  number: integer({ description: "Its number." }),
});
const lamps = madeUpKind("lamps", ["desk_id", "name"], {
  desk_id: reference({ description: "The desk.", to: "desks" }),
  name: text({ description: "Its name." }),
});
const plugs = madeUpKind("plugs", ["name"], {
  name: text({ description: "Its name." }),
  lamp_ids: list({ description: "Lamps.", items: reference({ description: "One.", to: "lamps" }) }),
});

it("says keys within keys, however deep, and asks once for a level of a page", async () => {
  const tenant = await test.makeTenant();
  const team = (await tenant.config("POST", "teams", { body: { name: "platform" } })).body;
  await insert(tenant, "desks", "desk_1", [team.id, "7"], { team_id: team.id, number: 7 });
  await insert(tenant, "lamps", "lamp_1", ["desk_1", "a"], { desk_id: "desk_1", name: "a" });
  await insert(tenant, "plugs", "plug_1", ["p"], { name: "p", lamp_ids: ["lamp_1", "lamp_2"] });
  await insert(tenant, "plugs", "plug_2", ["q"], { name: "q", lamp_ids: ["lamp_1"] });
  const reader = createExportStore(test.database);
  const asked: string[][] = [];
  const counting: typeof reader = {
    ...reader,
    naturalKeys: (organization, targets) => {
      asked.push(targets.map(({ toId }) => toId));
      return reader.naturalKeys(organization, targets);
    },
  };
  let file = "";
  const registry = [...definitions, desks, lamps, plugs];
  const organization = {
    ...tenant.organization,
    plan: "business",
    ipAllowlist: [],
    ...unrestricted,
  } as const;
  const source = {
    reader: counting,
    definitions: [plugs],
    registry,
    organization,
    now: new Date(),
    turn: { of: "test" },
  };
  for await (const chunk of bundleFormat.write(source)) file += chunk;
  const lamp = { desk_id: { team_id: { name: "platform" }, number: 7 }, name: "a" };
  expect(JSON.parse(file)).toEqual({
    plugs: [
      { name: "p", lamp_ids: [lamp, "lamp_2"] },
      { name: "q", lamp_ids: [lamp] },
    ],
  });
  expect(asked).toEqual([["lamp_1", "lamp_2"], ["desk_1"], [team.id]]);
});

async function insert(
  { organization }: Tenant,
  kind: string,
  id: string,
  key: readonly string[],
  configuration: object,
): Promise<void> {
  await test.database.queryText(
    {
      name: "insert-made-up-row",
      text: `INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $4, $5, '{}', '{}', 1, now(), now())`,
    },
    [organization.id, kind, id, encodeNaturalKey(key), JSON.stringify(configuration)],
  );
}
