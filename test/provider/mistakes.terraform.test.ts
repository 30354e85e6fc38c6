/** Mistakes in a configuration and in its key that the real terraform shows before anything is written. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { breakGround, type Ground, saySkipped, unwrapped, withoutTerraform } from "./space.ts";

saySkipped("mistakes in terraform");

let ground: Ground;

const provider = (name: string, isDefault: boolean) => `
  resource "orgconfig_ai_provider" "${name}" {
    name          = "${name}"
    provider_name = "openai"
    model         = "m"
    is_default    = ${isDefault}
  }`;
const policy = (until: string) => `
  resource "orgconfig_deploy_policy" "it" {
    service      = "checkout"
    freeze_until = "${until}"
  }`;

describe.skipIf(withoutTerraform)("a mistake", () => {
  beforeAll(async () => {
    ground = await breakGround({}, "attached");
  });
  afterAll(() => ground.close());

  test("in a configuration is reported by its plan, at its argument", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    // Terraform drops the name it does not know; what is then missing is reported.
    const misspelled = `
      resource "orgconfig_alert_route" "it" {
        name         = "all"
        matchers     = ["severity=critical"]
        destinations = [{ emial = "a@example.com" }]
      }`;
    await space.configure(misspelled);
    const invalid = await space.fail("validate");
    expect(invalid).toContain("destinations[0] must name exactly one of team_id, outbound_config_id, email");

    await space.configure(provider("a", true) + provider("b", true) + policy("2020-01-01T00:00:00Z"));
    const refused = await space.fail("plan");
    expect(refused).toContain("Another AI provider of this configuration is the default");
    expect(refused).toMatch(/is_default = true here and in the AI provider "[ab]"/);
    expect(refused).toContain("freeze_until must be in the future");
    expect(refused).toContain('freeze_until = "2020-01-01T00:00:00Z"');

    const fixed = provider("a", true) + provider("b", false) + policy("2099-01-01T00:00:00Z");
    await space.configure(fixed);
    await space.apply();
    expect(await space.pending()).toBe("");
    expect(await space.drift()).toBe("");
  });

  test("in a key is one error for all rows and data sources, after one request", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    const rows = ["a", "b", "c"].map(
      (name) => `resource "orgconfig_team" "${name}" {\n  name = "${name}"\n}\n`,
    );
    const block = `provider "orgconfig" {\n  organization = "${tenant.organization.slug}"\n}\n`;
    const looked = 'data "orgconfig_organization_settings" "it" {}\n';
    await space.configure([block, looked, ...rows].join(""));
    const other = await ground.tenant();
    const { value } = await ground.test.makeKey(tenant.organization.id, ["mcp:admin"]);
    const keys = {
      "has no scope for this API": value,
      "belongs to another organization": other.key.value,
    };
    for (const [said, key] of Object.entries(keys)) {
      ground.requests.length = 0;
      const { code, output } = await space.runWith({ ORGCONFIG_API_KEY: key }, "plan");
      expect(code).toBe(1);
      expect(unwrapped(output)).toContain(said);
      expect(output.split("Error:").length - 1, output).toBe(1);
      expect(ground.requests).toEqual(["GET /api/v1/whoami"]);
    }
    ground.requests.length = 0;
    await space.succeed("plan");
    expect(ground.requests[0]).toBe("GET /api/v1/whoami");
    expect(ground.requests.filter((request) => request.endsWith("/whoami"))).toHaveLength(1);
  });
});
