import { describe, expect, test } from "vitest";
import { members } from "../../provider/people/definition.ts";
import { createProvider } from "../../provider/provider.ts";
import { encodeSchema } from "../../provider/wire/schema.ts";
import { definitions } from "../../src/resources/index.ts";
import {
  dataSourceSchema,
  importKeyForm,
  pluralDataSourceSchema,
  pluralType,
  resourceSchema,
} from "../../src/surfaces/terraform/schema.ts";

/** Terraform takes these for its own in every resource block. */
const reserved = ["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"];

describe.each([...definitions, members])("the schema of $kind", (definition) => {
  const { attributes } = resourceSchema(definition);

  test("is one that Terraform accepts", () => {
    expect(() => encodeSchema(resourceSchema(definition))).not.toThrow();
    expect(() => encodeSchema(dataSourceSchema(definition))).not.toThrow();
    expect(() => encodeSchema(pluralDataSourceSchema(definition))).not.toThrow();
    for (const name of reserved) expect(attributes).not.toHaveProperty(name);
  });

  test("has every field, and every secret as an argument that is kept nowhere", () => {
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.type !== "secret") {
        expect(Object.keys(attributes)).toContain(name === "provider" ? "provider_name" : name);
      } else {
        expect(attributes[`${name}_wo`]).toMatchObject({ writeOnly: true, optional: true });
        expect(attributes[`${name}_wo_version`]).toMatchObject({ type: "number", optional: true });
        expect(attributes[`${name}_set`]).toMatchObject({ type: "bool", computed: true });
      }
    }
  });
});

test("every kind is a resource and a data source, and a list of rows another; members are both too", () => {
  const { resources: served, dataSources } = createProvider(definitions, {});
  const types = [...definitions, members].map(({ singular }) => `orgconfig_${singular}`);
  const lists = [...definitions, members].flatMap(({ shape, kind }) =>
    shape === "setting" ? [] : [`orgconfig_${kind}`],
  );
  expect(Object.keys(served)).toEqual(types);
  expect(Object.keys(dataSources).sort()).toEqual([...types, ...lists].sort());
});

test("of a list's attributes none takes the place of another, and a setting has neither list nor key", () => {
  for (const definition of definitions) {
    const form = importKeyForm(definition);
    if (definition.shape === "setting") {
      expect([pluralType(definition), form]).toEqual([undefined, undefined]);
      expect(Object.values(dataSourceSchema(definition).attributes).every(({ optional }) => !optional)).toBe(
        true,
      );
    } else {
      const { attributes } = pluralDataSourceSchema(definition);
      expect(Object.keys(attributes)).toHaveLength(definition.naturalKey.length + 3);
      expect(form?.split("/")).toHaveLength(definition.naturalKey.length);
    }
  }
});
