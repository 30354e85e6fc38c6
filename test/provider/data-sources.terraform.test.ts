/** Data sources and imports by natural key through the real terraform: every kind in one configuration. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isConfiguration } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { argumentName, terraformType } from "../../src/kernel/terraform.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { type HclItem, type HclValue, printBlock } from "../../src/surfaces/hcl/syntax.ts";
import { formatImportKey } from "../../src/surfaces/terraform/import-key.ts";
import { pluralType } from "../../src/surfaces/terraform/schema.ts";
import { makePerson } from "../support/people.ts";
import { addressOf, blockOf } from "./hcl-of.ts";
import { breakGround, type Ground, type Space, saySkipped, unwrapped, withoutTerraform } from "./space.ts";

saySkipped("data sources and imports through terraform");

const collections = definitions.filter(({ shape }) => shape === "collection");

let ground: Ground;

/** What the state holds at each address. */
async function valuesIn(space: Space): Promise<ReadonlyMap<string, JsonObject>> {
  const { values } = JSON.parse(await space.succeed("show", "-json"));
  const entries = values.root_module.resources as { address: string; values: JsonObject }[];
  return new Map(entries.map(({ address, values }) => [address, values]));
}

async function outputsOf(space: Space): Promise<JsonObject> {
  const shown = JSON.parse(await space.succeed("output", "-json")) as Record<string, { value: JsonObject }>;
  return Object.fromEntries(Object.entries(shown).map(([name, { value }]) => [name, value]));
}

function dataBlock(type: string, label: string, values: JsonObject = {}): string {
  const items = Object.entries(values).map(
    ([name, value]): HclItem => ({ name: argumentName(name), value: value as HclValue }),
  );
  return printBlock("data", [type, label], items);
}

function importOf(to: string, id: string): string {
  return `import {\n  to = ${to}\n  id = ${JSON.stringify(id)}\n}\n`;
}

function keyOf({ naturalKey }: Kind, row: JsonObject): JsonObject {
  return Object.fromEntries(naturalKey.map((name) => [name, row[name] ?? null]));
}

describe.skipIf(withoutTerraform)("data sources", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    ground = await breakGround();
  }, 600_000);
  afterAll(() => ground.close());

  test("of every kind give the row that its id or key names, and all rows; its key imports it without a change", async () => {
    const tenant = await ground.tenant();
    const rows = new Map<Kind, JsonObject>();
    for (const definition of definitions) {
      if (definition.verbs.includes("update") || definition.shape === "collection")
        await tenant.samples.row(definition);
      const { body } = await tenant.config("GET", definition.kind);
      rows.set(definition, definition.shape === "setting" ? body : body.data[0]);
    }
    const blocks = [...rows].flatMap(([definition, row]) => {
      const type = terraformType(definition);
      const importId =
        definition.shape === "setting"
          ? definition.kind
          : formatImportKey(Object.values(keyOf(definition, row)).map(String));
      return [
        blockOf(definition, row),
        importOf(addressOf(definition), importId),
        ...(definition.shape === "setting"
          ? [dataBlock(type, "it")]
          : [
              dataBlock(type, "by_id", { id: row.id as string }),
              dataBlock(type, "by_key", keyOf(definition, row)),
              dataBlock(pluralType(definition) as string, "all"),
              dataBlock(pluralType(definition) as string, "filtered", keyOf(definition, row)),
            ]),
      ];
    });
    const each = collections.map((definition) => {
      const all = `data.${pluralType(definition)}.all.${definition.kind}`;
      return `output "${definition.kind}" {\n  value = { for row in ${all} : row.id => row.created_at }\n}\n`;
    });
    const space = ground.space(tenant);
    await space.configure([...blocks, ...each].join("\n"));
    ground.requests.length = 0;
    const plan = await space.plan();
    for (const { kind } of collections) {
      // By itself, all of them, and filtered; the rest is served from the list of all.
      const asked = ground.requests.filter((request) => request.split(/[?/ ]/).includes(kind));
      expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(3);
    }
    for (const [definition] of rows)
      expect(plan[addressOf(definition)]?.actions, definition.kind).toEqual(["no-op"]);
    expect(await space.succeed("apply", "plan")).toContain(
      `${definitions.length} imported, 0 added, 0 changed, 0 destroyed`,
    );
    expect(await space.pending()).toBe("");
    expect(await space.drift()).toBe("");

    const state = await valuesIn(space);
    const outputs = await outputsOf(space);
    for (const [definition, row] of rows) {
      const settings = Object.fromEntries(
        Object.entries(definition.fields).flatMap(([name, field]) =>
          isConfiguration(field) ? [[argumentName(name), row[name] ?? null]] : [],
        ),
      );
      const of = (label: string, type = terraformType(definition)) => state.get(`data.${type}.${label}`);
      if (definition.shape === "setting") {
        expect(of("it"), definition.kind).toMatchObject(settings);
        continue;
      }
      const plural = pluralType(definition);
      expect(state.get(addressOf(definition))?.id).toBe(row.id);
      expect(of("by_id"), definition.kind).toMatchObject({ ...settings, id: row.id });
      expect(of("by_key"), definition.kind).toMatchObject({ ...settings, id: row.id });
      const { data } = (await tenant.config("GET", definition.kind)).body;
      const ids: string[] = data.map(({ id }: JsonObject) => id);
      expect(of("all", plural)?.ids).toEqual(ids);
      const { [argumentName(definition.kind)]: listed } = of("all", plural) as JsonObject;
      const [same] = (listed as readonly JsonObject[]).slice(ids.indexOf(row.id as string));
      expect(same, definition.kind).toMatchObject(settings);
      expect(of("filtered", plural)).toMatchObject({
        ids: [row.id],
        [argumentName(definition.kind)]: [settings],
      });
      expect(Object.keys(outputs[definition.kind] as JsonObject).sort()).toEqual([...ids].sort());
    }
  });

  test("wait for what is not known yet, and a natural key imports from the command line, for each and with a generated block", async () => {
    const tenant = await ground.tenant();
    const names = ["platform", "a/b", "100%"];
    const ids = new Map<string, string>();
    for (const name of names)
      ids.set(name, (await tenant.config("POST", "teams", { body: { name } })).body.id);
    await makePerson(ground.test.database, tenant.organization.id, "ada@example.com");
    const member = { team_id: ids.get("a/b"), email: "ada@example.com" };
    const { id: memberId } = (await tenant.config("POST", "team_members", { body: member })).body;

    const space = ground.space(tenant);
    const teams = `resource "orgconfig_team" "each" {
      for_each = toset(["platform", "a/b", "100%"])
      name     = each.key
    }\n`;
    await space.configure(teams);
    await space.succeed("import", 'orgconfig_team.each["platform"]', "platform");
    await space.configure(`${teams}
      data "orgconfig_team" "it" {
        name = "a/b"
      }
      import {
        for_each = { "a/b" = "a%2Fb", "100%" = "100%25" }
        to       = orgconfig_team.each[each.key]
        id       = each.value
      }
      import {
        to = orgconfig_team_member.ada
        id = "\${data.orgconfig_team.it.id}/ADA@example.com"
      }
      resource "terraform_data" "name" {
        input = "platform"
      }
      data "orgconfig_team" "later" {
        name = terraform_data.name.output
      }
      output "later" {
        value = data.orgconfig_team.later.id
      }\n`);
    await space.succeed("plan", "-generate-config-out=generated.tf", "-out=plan");
    expect(await space.succeed("apply", "plan")).toContain("3 imported, 1 added, 0 changed, 0 destroyed");
    expect(await outputsOf(space)).toEqual({ later: ids.get("platform") });
    expect(await space.pending()).toBe("");
    const state = await valuesIn(space);
    for (const name of names)
      expect(state.get(`orgconfig_team.each[${JSON.stringify(name)}]`)?.id).toBe(ids.get(name));
    expect(state.get("orgconfig_team_member.ada")?.id).toBe(memberId);
  });

  test("say at the argument what is wrong, before anything is read where that can be known", async () => {
    const tenant = await ground.tenant();
    await tenant.config("POST", "teams", { body: { name: "platform" } });
    const space = ground.space(tenant);
    await space.configure(`
      data "orgconfig_team" "both" {
        id   = "team_1"
        name = "platform"
      }
      data "orgconfig_slo" "half" {
        service = "checkout"
      }
      data "orgconfig_slo" "none" {}\n`);
    const { output } = await space.run("validate");
    expect(output).toMatch(/on main\.tf line 4, in data "orgconfig_team" "both":\s+4: +name = "platform"/);
    expect(output).toMatch(/on main\.tf line 7, in data "orgconfig_slo" "half":\s+7: +service = "checkout"/);
    expect(unwrapped(output)).toContain(
      "Its natural key is service and name: write name too, or the id alone.",
    );
    expect(unwrapped(output)).toContain(
      'Write its id, or its natural key: service and name. All rows are in data "orgconfig_slos".',
    );
    await space.configure(`
      data "orgconfig_team" "near" {
        name = "platfrom"
      }
      resource "orgconfig_slo" "it" {
        service        = "checkout"
        name           = "availability"
        sli_id         = "sli_1"
        target_percent = 99
      }
      ${importOf("orgconfig_slo.it", "checkout")}`);
    const missing = await space.fail("plan");
    expect(missing).toContain('No row of teams has name "platfrom". Did you mean name "platform"?');
    expect(missing).toContain(
      "A row of slos is imported by its id (slo_…), or by its natural key, written service/name; a slash within a part is written %2F, a percent sign %25.",
    );
  });
});
