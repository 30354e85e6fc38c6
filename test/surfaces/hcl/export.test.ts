import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it("writes an import and a resource per row, references as addresses, secrets as comments", async () => {
  const { config } = await test.makeTenant({ name: "Acme" });
  const team = (await config("POST", "teams", { body: { name: "platform" } })).body;
  await config("PUT", "organization_settings", { body: { default_team_id: team.id } });
  await config("POST", "outbound_configs", {
    body: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: text that looks like an interpolation is the point
      name: "Pager ${duty}",
      kind: "pagerduty",
      secret: "s3cret-value",
      severity_map: { critical: "P1" },
    },
  });
  const answer = await config("GET", "export?format=hcl");
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/hcl; charset=utf-8");
  expect(answer.headers["content-disposition"]).toContain("attachment");
  expect(answer.text).toContain(`import {\n  to = orgconfig_team.platform\n  id = "${team.id}"\n}`);
  expect(answer.text).toContain("default_team_id = orgconfig_team.platform.id");
  expect(answer.text).toContain("# secret is stored; manage it with secret_wo and secret_wo_version.");
  expect(answer.text).toContain('"Pager $${duty}"');
  expect(answer.text).not.toContain("s3cret-value");
  expect(answer.text).toContain("# outbound_configs: 1");
});

it("narrows to some kinds, with ids of rows outside of the selection", async () => {
  const { config } = await test.makeTenant();
  const team = (await config("POST", "teams", { body: { name: "core" } })).body;
  await config("PUT", "organization_settings", { body: { default_team_id: team.id } });
  const { text } = await config("GET", "export?resource=organization_settings");
  expect(text).toContain(`default_team_id = "${team.id}"`);
  expect(text).not.toContain('resource "orgconfig_team"');
});

it("refuses formats and kinds that there are none of", async () => {
  const { config } = await test.makeTenant();
  expect((await config("GET", "export?format=yaml")).body).toMatchObject({ field: "format" });
  expect((await config("GET", "export?resource=team")).body).toMatchObject({
    field: "resource",
    message: 'resource: "team" is not a known resource; did you mean "teams"?',
  });
  expect((await config("POST", "export")).status).toBe(405);
});

it("reads past the list's cap, and leaves out expired mutes and settings that were never saved", async () => {
  const { config, organization } = await test.makeTenant();
  for (let index = 0; index < 3; index += 1) {
    await config("POST", "alert_mutes", { body: { pattern: `p${index}`, reason: "r", duration_minutes: 5 } });
  }
  await test.database.queryText(
    {
      name: "expire",
      text: "UPDATE rows SET key_held_until = now() - interval '1 minute' WHERE organization_id = $1 AND natural_key = 'p1'",
    },
    [organization.id],
  );
  const { text } = await config("GET", "export");
  expect([...text.matchAll(/^resource "orgconfig_alert_mute" "(.*)" /gm)].map(([, label]) => label)).toEqual([
    "p0",
    "p2",
  ]);
  expect(text).not.toContain("orgconfig_notification_settings");
});

it("leaves out, with a word on it, what Terraform cannot name", async () => {
  const { config, organization } = await test.makeTenant();
  for (const service of ["before", "caf\u00e9"])
    await config("POST", "service_bindings", { body: { service, environment: "prod" } });
  // Such a name is refused by now; a row may have it from before.
  await test.database.queryText(
    {
      name: "decompose-binding",
      text: "UPDATE rows SET id = replace(id, 'before', $2) WHERE organization_id = $1",
    },
    [organization.id, "cafe\u0301"],
  );
  const { text } = await config("GET", "export");
  expect(text.match(/^ {2}id = .*/gm)).toEqual(['  id = "caf\u00e9@prod"']);
  expect(text.match(/^# service_bindings cafe\u0301@prod is left out: .*$/gm)).toHaveLength(1);
});
