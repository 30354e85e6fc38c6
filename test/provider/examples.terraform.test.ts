/**
 * The examples of the registry pages: those of resources planned together (`npm run test:terraform:long` applies
 * each), and the code of every page formatted and valid.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quote } from "../../src/surfaces/hcl/syntax.ts";
import { folder, generated, guides } from "../support/provider-pages.ts";
import { examples } from "./examples.ts";
import { breakGround, type Ground, saySkipped, withoutTerraform } from "./space.ts";

saySkipped("the examples through terraform");

const required =
  'terraform {\n  required_providers {\n    orgconfig = {\n      source = "orgconfig/orgconfig"\n    }\n  }\n}\n';

let ground: Ground;

describe.skipIf(withoutTerraform)("the examples", { timeout: 600_000 }, () => {
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

  test("of every page are formatted and valid", async () => {
    const space = ground.space(await ground.tenant());
    mkdirSync(join(space.directory, "pages"));
    const paths = [...generated.keys(), ...guides.map(({ path }) => path)];
    const modules = paths.map((path) => {
      const name = path.replace(/\W/g, "_");
      const code = codeOf(readFileSync(new URL(path, folder), "utf8"));
      mkdirSync(join(space.directory, name));
      space.write(`pages/${name}.tf`, code);
      // Import blocks stand in the root module alone.
      space.write(`${name}/main.tf`, code.replace(importBlock, ""));
      if (!code.includes("required_providers")) space.write(`${name}/required.tf`, required);
      const variables = [...code.matchAll(/^variable "(.*)"/gm)].map(
        ([, variable]) => `  ${variable} = "x"\n`,
      );
      const imports = [...code.matchAll(importBlock)].map(([block]) =>
        block.replace("to = ", `to = module.${name}.`),
      );
      return `module "${name}" {\n  source = "./${name}"\n${variables.join("")}}\n${imports.join("")}`;
    });
    await space.succeed("fmt", "-check", "pages");
    await space.configure(`${required}${modules.join("")}`);
    await space.succeed("validate");
  });
});

const importBlock = /^import \{$[\s\S]*?^\}\n/gm;

/** What stands in a page as Terraform's code, a line between two pieces. */
function codeOf(text: string): string {
  return [...text.matchAll(/^```terraform\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join("\n");
}
