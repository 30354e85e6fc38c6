/** Members by the value of another field: what the validator says of them, and that the published schema says the same. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { choice, type Fields, integer, list, map, secret, text } from "../../src/kernel/field.ts";
import { parseBody } from "../../src/kernel/parse-body.ts";
import { fieldsSchema } from "../../src/kernel/schema.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";

const closed = {
  url: text({ description: "Where it is.", format: "url" }),
  token: secret({ description: "A token." }),
};
const fields: Fields = {
  engine: text({
    description: "Which one.",
    format: "snake",
    fixed: true,
    suggested: ["one", "two", "three"],
  }),
  access: secret({
    description: "How it is reached.",
    shape: "object",
    membersBy: {
      field: "engine",
      sets: {
        one: { members: closed, closed: true, link: "https://one.example.com/docs" },
        two: { members: closed, closed: true },
        three: {
          members: {
            app: integer({ description: "A number.", min: 1 }),
            zones: list({ description: "Zones.", items: text({ description: "A zone.", format: "region" }) }),
            key: secret({ description: "A file.", shape: "object", link: "https://three.example.com/keys" }),
          },
        },
      },
    },
  }),
  notes: map({
    description: "Notes.",
    membersBy: {
      field: "engine",
      sets: {
        one: { members: { side: choice({ description: "Which side.", choices: ["left", "right"] }) } },
      },
    },
  }),
};

const ajv = new Ajv2020({ strict: true, allErrors: true });
// Its types are of CommonJS, where the default export is the module.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const isPublished = ajv.compile(fieldsSchema(fields, "create"));

const here = { url: "http://one.internal:9090", token: "t" };

describe("members that are right", () => {
  it.each<[JsonObject]>([
    [{ engine: "one", access: {} }],
    [{ engine: "one", access: here, notes: { side: "left", owner: "me" } }],
    [{ engine: "two", access: here, notes: { side: "anything" } }],
    [{ engine: "three", access: { app: 1, zones: ["eu-west-1"], key: { a: { b: 1 } }, more: [true] } }],
    [{ engine: "other", access: { url: 5, whatever: null }, notes: { side: "up" } }],
    // What an inherited name leads to is no set, and no member.
    [{ engine: "constructor", access: { url: 5 } }],
    [{ engine: "one", access: null }],
  ])("%j", (body) => {
    expect(parseBody(fields, body, "create").problems).toEqual([]);
    expect(isPublished(body), ajv.errorsText(isPublished.errors)).toBe(true);
  });
});

describe("members that are wrong", () => {
  it.each<[JsonObject, string, string | RegExp]>([
    [{ engine: "one", access: { url: "one:9090" } }, "access.url", /must be an absolute http or https URL/],
    [
      { engine: "one", access: { url: "http://me:hunter2@one/" } },
      "access.url",
      /must not hold a credential.*: put what is secret in token, or leave it out/,
    ],
    [
      { engine: "one", access: { tokn: "hunter2" } },
      "access.tokn",
      'is not known for engine one, which takes url, token; did you mean "token"?',
    ],
    [
      { engine: "two", access: { zebra: 1 } },
      "access.zebra",
      "is not known for engine two, which takes url, token",
    ],
    [
      { engine: "one", access: { constructor: 1 } },
      "access.constructor",
      "is not known for engine one, which takes url, token",
    ],
    [{ engine: "one", access: { url: null } }, "access.url", /must not be null/],
    [{ engine: "one", access: { token: null } }, "access.token", "must be text, not null"],
    [{ engine: "one", access: { token: "" } }, "access.token", "must not be empty"],
    [{ engine: "one", access: { token: 5 } }, "access.token", "must be text, not a number"],
    [{ engine: "three", access: { app: "1" } }, "access.app", "must be a whole number, not text"],
    [{ engine: "three", access: { zones: ["Europe"] } }, "access.zones[0]", /must be a cloud region/],
    [{ engine: "three", access: { key: "{}" } }, "access.key", "must be an object, not text"],
    [{ engine: "one", notes: { side: "rigth" } }, "notes.side", /one of left, right; did you mean "right"/],
    [{ engine: "one", notes: { side: 5 } }, "notes.side", "must be text, not a number"],
  ])("%j", (body, path, message) => {
    const { problems } = parseBody(fields, body, "create");
    expect(problems).toEqual([
      { field: path, message: typeof message === "string" ? message : expect.stringMatching(message) },
    ]);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
    expect(isPublished(body)).toBe(false);
  });
});

describe("an update", () => {
  const stored = { engine: "one", notes: { side: "up", owner: "me" } };
  const pathsOf = (body: JsonObject, row: JsonObject) =>
    parseBody(fields, body, "update", row).problems.map(({ field }) => field);

  it("is judged by the row's own value, and without one takes anything", () => {
    const body = { access: { tokn: "t" } };
    expect(pathsOf(body, stored)).toEqual(["access.tokn"]);
    expect(pathsOf(body, { ...stored, engine: "other" })).toEqual([]);
    expect(pathsOf(body, {})).toEqual([]);
  });

  it("keeps an entry that is older than what is known of it, and takes no other wrong one", () => {
    expect(pathsOf({ notes: { side: "up", owner: "you" } }, stored)).toEqual([]);
    expect(pathsOf({ notes: { side: "down", owner: "me" } }, stored)).toEqual(["notes.side"]);
  });
});

it("is published with each member's sentence and the pages that explain it", () => {
  const { dependentSchemas, properties } = fieldsSchema(fields, "create") as Record<string, JsonObject>;
  const said = JSON.stringify(dependentSchemas);
  for (const part of ["A token.", "https://one.example.com/docs", "A file. Never answered."])
    expect(said).toContain(part);
  expect(said).toContain("See https://three.example.com/keys");
  expect(properties?.access).toMatchObject({
    description: expect.stringContaining(
      "Known by engine: one, two: url, token and no others; three: app, zones, key.",
    ),
  });
  expect(properties?.engine).toMatchObject({ examples: ["one", "two", "three"] });
});

const deciding = definitions.flatMap((definition) =>
  Object.entries(definition.fields).flatMap(([name, field]) =>
    (field.type === "map" || field.type === "secret") && field.membersBy !== undefined
      ? [{ definition, name, field, membersBy: field.membersBy }]
      : [],
  ),
);

it.each(deciding.map((one) => [`${one.definition.kind}.${one.name}`, one] as const))(
  "the definition of %s can be kept",
  (_path, { definition, field, membersBy }) => {
    // A value that could change would leave members behind that were right for another one.
    expect(definition.fields[membersBy.field]).toMatchObject({ type: "text", fixed: true });
    if (field.type === "secret") expect(field.shape).toBe("object");
    for (const { members, paste } of Object.values(membersBy.sets)) {
      const types = new Set(Object.values(members).map(({ type }) => type));
      if (field.type === "map")
        expect([...types].filter((type) => !/^(text|choice)$/.test(type))).toEqual([]);
      if (paste === undefined) continue;
      const setting = definitions.find(({ kind }) => kind === paste.setting);
      expect([setting?.shape, setting?.fields[paste.field]?.type]).toEqual(["setting", "computed"]);
    }
  },
);
