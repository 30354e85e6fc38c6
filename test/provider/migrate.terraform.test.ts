/** What `orgconfig migrate terraform` writes, through the real terraform. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hclOfMigration } from "../../src/cli/migrate/hcl.ts";
import { alertmanager } from "../../src/features/changes/migrations/alertmanager/index.ts";
import { terraform } from "../../src/features/changes/migrations/terraform/index.ts";
import { makePerson } from "../support/people.ts";
import { breakGround, type Ground, saySkipped, withoutTerraform } from "./space.ts";

saySkipped("migrated files through terraform");

let ground: Ground;

describe.skipIf(withoutTerraform)("a migrated file", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    ground = await breakGround({}, "attached");
  }, 600_000);
  afterAll(() => ground.close());

  test.each([
    ["grafana.json", terraform],
    ["pagerduty.json", terraform],
    ["alertmanager.yml", alertmanager],
  ] as const)("of %s is formatted, valid and applied", async (name, source) => {
    const text = readFileSync(new URL(`../../examples/migrate/${name}`, import.meta.url), "utf8");
    const migration = source.read([{ name, text }], {});
    const hcl = hclOfMigration(migration);
    const tenant = await ground.tenant();
    // Who is on call in PagerDuty has an account here first.
    for (const email of new Set(hcl.match(/\w+@example\.com/g)))
      await makePerson(ground.test.database, tenant.organization.id, email);
    const space = ground.space(tenant);
    const variables = [...hcl.matchAll(/^variable "(\w+)"/gm)].map(([, variable = ""]) => variable);
    space.variables = Object.fromEntries(
      variables.map((variable) => [variable, "https://example.com/secret"]),
    );
    await space.configure(hcl);
    await space.succeed("fmt", "-check");
    await space.succeed("validate");
    const applied = await space.apply();
    expect(applied).not.toContain("Warning");
    expect(applied).toContain(`Resources: ${migration.rows.all.length} added`);
    expect(await space.pending()).toBe("");
  });
});
