/** The examples of the reference pages, planned together; `npm run test:terraform:long` applies each. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quote } from "../../src/surfaces/hcl/syntax.ts";
import { examples } from "./examples.ts";
import { breakGround, type Ground, saySkipped, skipped } from "./space.ts";

saySkipped("the examples through terraform");

const required =
  'terraform {\n  required_providers {\n    orgconfig = {\n      source = "orgconfig/orgconfig"\n    }\n  }\n}\n';

let ground: Ground;

describe.skipIf(skipped)("the examples", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    ground = await breakGround();
  }, 600_000);
  afterAll(() => ground.close());

  test("are formatted and plan without a warning", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    for (const { name, text } of examples) {
      mkdirSync(join(space.directory, name));
      space.write(`${name}/main.tf`, text);
      space.write(`${name}/required.tf`, required);
    }
    const modules = examples.map(({ name, variables }) => {
      const values = Object.entries(variables).map(
        ([variable, value]) => `  ${variable} = ${quote(value)}\n`,
      );
      return `module "${name}" {\n  source = "./${name}"\n${values.join("")}}\n`;
    });
    await space.configure(`${required}${modules.join("\n")}`);
    for (const { name } of examples) await space.succeed("fmt", "-check", name);
    const planned = await space.succeed("plan");
    expect(planned).not.toContain("Warning");
    for (const { name } of examples) expect(planned).toContain(`module.${name}.orgconfig_${name}.`);
  });
});
