/** What generators of clients meet in the description: its examples, its patterns, and which of its objects are open. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, expect, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";
import { startService } from "../support/service.ts";

let text: string;
beforeAll(async () => {
  const test = await startService();
  text = test.service.description;
  await test.close();
});

interface Place {
  readonly pointer: string;
  readonly node: JsonObject;
  /** Of the document itself, of a schema, or of the map of an object's members. */
  readonly part: "document" | "schema" | "members";
}

const schemas = new Set(["schema", "schemas", "items", "not", "if", "then", "else", "propertyNames"]);
const maps = new Set(["properties", "dependentSchemas"]);
const values = new Set(["example", "examples", "default", "enum", "const", "x-defaults", "value"]);

/** Every object of the document but those of examples, with what it is. */
function* placesOf(node: Json, pointer = "", part: Place["part"] = "document"): Generator<Place> {
  if (Array.isArray(node))
    for (const [index, item] of node.entries()) yield* placesOf(item, `${pointer}/${index}`, part);
  if (!isObject(node)) return;
  yield { pointer, node, part };
  for (const [name, value] of Object.entries(node)) {
    if (part !== "members" && values.has(name)) continue;
    const inner = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    yield* placesOf(value, inner, partOf(part, name, pointer));
  }
}

function partOf(part: Place["part"], name: string, pointer: string): Place["part"] {
  if (pointer === "/components") return name === "schemas" ? "members" : "document";
  if (part === "members") return "schema";
  if (part === "schema" && maps.has(name)) return "members";
  return part === "schema" || schemas.has(name) ? "schema" : "document";
}

/** `where: what is wrong` of each example and default that is not what its own schema says. */
function wrongExamples(document: JsonObject): { readonly seen: number; readonly wrong: string[] } {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // Its types are of CommonJS, where the default export is the module.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...document, $id: "document" });
  const resolve = (value: Json): Json => {
    if (!isObject(value) || typeof value.$ref !== "string") return value;
    const steps = value.$ref.slice(2).split("/");
    return steps.reduce<Json>((at, step) => (at as JsonObject)[step] as Json, document);
  };
  const wrong: string[] = [];
  let seen = 0;
  for (const { pointer, node, part } of placesOf(document)) {
    const own = part === "schema" && !isObject(node.schema);
    const given = own
      ? [...(Array.isArray(node.examples) ? node.examples : []), ...[node.example, node.default]]
      : [
          node.example,
          ...Object.values(isObject(node.examples) ? node.examples : {}).map(
            (one) => (resolve(one) as JsonObject).value,
          ),
        ];
    if (!own && !isObject(node.schema)) continue;
    const schema = `document#${own ? pointer : `${pointer}/schema`}`;
    for (const value of given) {
      if (value === undefined) continue;
      seen++;
      const validate = ajv.getSchema(schema.split("/").map(encodeURIComponent).join("/").replace("%23", "#"));
      if (validate?.(value) !== true) wrong.push(`${schema}: ${ajv.errorsText(validate?.errors)}`);
    }
  }
  return { seen, wrong };
}

it("shows examples and defaults that are what their own schemas say", () => {
  const { seen, wrong } = wrongExamples(JSON.parse(text));
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(500);
});

it("would find one that is not", () => {
  const document = JSON.parse(text);
  document.components.examples.TeamCreate.value.name = 5;
  document.components.schemas.Team.properties.name.examples = [7];
  document.components.parameters.IfMatch.example = 3;
  expect(wrongExamples(document).wrong.map((one) => one.split(":")[0]?.split("/").at(-1))).toEqual([
    "schema",
    "name",
    "schema",
  ]);
});

it("writes the moments of examples in UTC, with Z", () => {
  const moments =
    JSON.stringify(JSON.parse(text).components.examples).match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? [];
  expect(moments.length).toBeGreaterThan(50);
  expect(moments.filter((moment) => !moment.endsWith('Z"'))).toEqual([]);
});

it("has no pattern with an escape that a generator writes out as the character", () => {
  const patterns = [...placesOf(JSON.parse(text))].flatMap(({ node, part }) =>
    part === "schema" && typeof node.pattern === "string" ? [node.pattern] : [],
  );
  expect(patterns.length).toBeGreaterThan(200);
  expect(patterns.filter((pattern) => /\\u|[\p{Cc}\u2028\u2029]/u.test(pattern))).toEqual([]);
});

it("is strict about what is sent, and open about what is answered", () => {
  const document = JSON.parse(text) as {
    paths: JsonObject;
    webhooks: JsonObject;
    components: { schemas: JsonObject };
  };
  const wrong = new Set<string>();
  const follow = (node: Json, sent: boolean, seen: Set<string>): void => {
    const echoed: string[] = [];
    for (const { pointer, node: schema, part } of placesOf(node, "", "schema")) {
      const { $ref, properties, additionalProperties: others } = schema;
      if (typeof $ref === "string" && !seen.has($ref)) {
        seen.add($ref);
        follow(document.components.schemas[$ref.split("/").at(-1) as string] as Json, sent, seen);
      }
      // Read-only values are sent back as they were answered, with whatever is in them.
      if (schema.readOnly === true) echoed.push(pointer);
      if (part !== "schema" || !isObject(properties)) continue;
      if (sent && others === undefined && !echoed.some((prefix) => pointer.startsWith(prefix)))
        wrong.add(`sent, but does not say whether it may have others: ${pointer}`);
      if (!sent && others === false) wrong.add(`answered, but may have no others: ${pointer}`);
    }
  };
  const sent = new Set<string>();
  const answered = new Set<string>();
  for (const { pointer, node } of placesOf(document.paths)) {
    const content = isObject(node.content) ? node.content["application/json"] : undefined;
    if (content === undefined) continue;
    if (pointer.endsWith("/requestBody")) follow(content, true, sent);
    else follow(content, false, answered);
  }
  // What the service posts is taken by programs that are older than it.
  for (const { pointer, node } of placesOf(document.webhooks))
    if (pointer.endsWith("/content")) follow(node, false, answered);
  expect(sent.size).toBeGreaterThan(100);
  expect(answered.size).toBeGreaterThan(150);
  expect([...wrong]).toEqual([]);
});
