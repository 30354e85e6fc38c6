import { describe, expect, test } from "vitest";
import { members } from "../../provider/people/definition.ts";
import { createProvider } from "../../provider/provider.ts";
import { encodeSchema } from "../../provider/wire/schema.ts";
import { resources } from "../../src/resources/index.ts";
import {
  dataSourceSchema,
  importKeyForm,
  pluralDataSourceSchema,
  pluralType,
  resourceSchema,
} from "../../src/surfaces/terraform/schema.ts";

/** Terraform takes these for its own in every resource block. */
const reserved = ["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"];

describe.each([...resources, members])("the schema of $kind", (resource) => {
  const { attributes } = resourceSchema(resource);

  test("is one that Terraform accepts", () => {
    expect(() => encodeSchema(resourceSchema(resource))).not.toThrow();
    expect(() => encodeSchema(dataSourceSchema(resource))).not.toThrow();
    expect(() => encodeSchema(pluralDataSourceSchema(resource))).not.toThrow();
    for (const name of reserved) expect(attributes).not.toHaveProperty(name);
  });

  test("has every field, and every secret as an argument that is kept nowhere", () => {
    for (const [name, field] of Object.entries(resource.fields)) {
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
  const { resources: served, dataSources } = createProvider(resources, {});
  const types = [...resources, members].map(({ singular }) => `orgconfig_${singular}`);
  const lists = [...resources, members].flatMap(({ shape, kind }) =>
    shape === "setting" ? [] : [`orgconfig_${kind}`],
  );
  expect(Object.keys(served)).toEqual(types);
  expect(Object.keys(dataSources).sort()).toEqual([...types, ...lists].sort());
});

test("of a list's attributes none takes the place of another, and a setting has neither list nor key", () => {
  for (const resource of resources) {
    const form = importKeyForm(resource);
    if (resource.shape === "setting") {
      expect([pluralType(resource), form]).toEqual([undefined, undefined]);
      expect(Object.values(dataSourceSchema(resource).attributes).every(({ optional }) => !optional)).toBe(
        true,
      );
    } else {
      const { attributes } = pluralDataSourceSchema(resource);
      expect(Object.keys(attributes)).toHaveLength(resource.naturalKey.length + 3);
      expect(form?.split("/")).toHaveLength(resource.naturalKey.length);
    }
  }
});
