import { expect, test } from "vitest";
import { asTerraform, encodeResponse } from "../../../provider/wire/messages.ts";
import { encodeSchema, list, map, object, type Schema, set } from "../../../provider/wire/schema.ts";

const schema: Schema = {
  version: 3,
  description: "A *thing*.",
  deprecated: true,
  attributes: {
    id: { type: "string", computed: true },
    size: { type: "number", optional: true, computed: true, description: "Its size." },
    tags: { type: set("string"), optional: true, deprecated: true },
    matrix: { type: list(map("bool")), optional: true },
    secret_wo: { type: "string", optional: true, sensitive: true, writeOnly: true },
    owner: { type: object("single", { name: { type: "string", required: true } }), required: true },
    steps: { type: object("list", { on: { type: "bool", optional: true } }), optional: true },
    hooks: { type: object("map", { url: { type: "string", required: true } }), optional: true },
  },
};

/** The schema as Terraform reads it, without what is false or empty. */
function asRead() {
  const bytes = encodeResponse("getProviderSchema", { resourceSchemas: { thing: encodeSchema(schema) } });
  const thing = asTerraform.decodeResponse("getProviderSchema", bytes).resourceSchemas.thing;
  return JSON.parse(JSON.stringify(thing), (_key, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString() : value || undefined,
  );
}

test("a schema arrives as it was described", () => {
  const { version, block } = asRead();
  expect(version).toBe(3);
  expect(block).toMatchObject({ description: "A *thing*.", descriptionKind: 1, deprecated: true });
  expect(block.attributes).toMatchObject([
    { name: "id", type: '"string"', computed: true },
    { name: "size", type: '"number"', optional: true, computed: true, description: "Its size." },
    { name: "tags", type: '["set","string"]', optional: true, deprecated: true },
    { name: "matrix", type: '["list",["map","bool"]]', optional: true },
    { name: "secret_wo", type: '"string"', optional: true, sensitive: true, writeOnly: true },
    {
      name: "owner",
      required: true,
      nestedType: { nesting: 1, attributes: [{ name: "name", required: true }] },
    },
    {
      name: "steps",
      optional: true,
      nestedType: { nesting: 2, attributes: [{ name: "on", type: '"bool"' }] },
    },
    { name: "hooks", optional: true, nestedType: { nesting: 4, attributes: [{ name: "url" }] } },
  ]);
});

test.each([
  ["Bad-Name", { type: "string", optional: true }, "snake_case"],
  ["loose", { type: "string" }, "required, optional or computed"],
  ["both", { type: "string", required: true, computed: true }, "cannot be required and"],
  ["odd", { type: "string", optional: true, computed: true, writeOnly: true }, "write-only and computed"],
] as const)("a schema that Terraform would not take is refused: %s", (name, attribute, message) => {
  const nested = object("list", { [name]: attribute });
  expect(() => encodeSchema({ attributes: { [name]: attribute } })).toThrow(message);
  expect(() => encodeSchema({ attributes: { outer: { type: nested, optional: true } } })).toThrow(
    `outer.${name}`,
  );
});
