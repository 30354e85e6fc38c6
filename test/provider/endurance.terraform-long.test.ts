/** What takes minutes: many applies in a row, and every example applied by itself. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson } from "../support/people.ts";
import { examples } from "./examples.ts";
import { breakGround, type Ground, saySkipped, withoutTerraform } from "./space.ts";

saySkipped("many applies in a row, and the examples applied");

const rounds = 100;

let ground: Ground;

describe.skipIf(withoutTerraform)("the provider", { timeout: 180_000 }, () => {
  beforeAll(async () => {
    ground = await breakGround();
  }, 120_000);
  afterAll(() => ground.close());

  test(`applies ${rounds} times in a row without a flake`, { timeout: 3_600_000 }, async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    for (let round = 0; round < rounds; round += 1) {
      await space.configure(configuration(round));
      expect(await space.apply(), `round ${round}`).toContain("Apply complete!");
    }
    expect(await space.pending()).toBe("");
    const { body } = await tenant.config("GET", "teams");
    expect(body.data).toMatchObject([{ name: `round ${rounds - 1}` }]);
  });

  test.each(examples)("the example of $name is applied, and then settled", async ({ text, variables }) => {
    const tenant = await ground.tenant();
    await makePerson(ground.test.database, tenant.organization.id, "ada@example.com");
    const space = ground.space(tenant);
    space.variables = variables;
    await space.configure(text);
    await space.apply();
    expect(await space.drift()).toBe("");
    expect(await space.pending()).toBe("");
    await space.succeed("destroy", "-auto-approve");
  });
});

/** Something is changed in every round, something replaced, and something made or destroyed that is pointed at. */
function configuration(round: number): string {
  const odd = round % 2 === 1;
  return `
    resource "orgconfig_team" "changed" {
      name = "round ${round}"
    }
    resource "orgconfig_team" "coming" {
      count = ${odd ? 0 : 1}
      name  = "every other round"
      # Otherwise Terraform destroys it before the settings stop pointing at it.
      lifecycle {
        create_before_destroy = true
      }
    }
    resource "orgconfig_deploy_policy" "replaced" {
      service                = "service ${round % 2}"
      error_budget_threshold = ${round % 100}
    }
    resource "orgconfig_organization_settings" "it" {
      name            = "Acme"
      default_team_id = orgconfig_team.${odd ? "changed" : "coming[0]"}.id
    }
  `;
}
