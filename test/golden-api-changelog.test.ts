/** docs/api-changelog.md says what changed since the last release, and the description has the version that follows; `npm run golden` writes the page. */
import { expect, it } from "vitest";
import { changesBetween, versionAfter } from "../scripts/api-changelog/changes.ts";
import { shapesOf } from "../scripts/api-changelog/shapes.ts";
import { dueVersion, pageOf, present, readPage, released } from "../scripts/api-changelog/write.ts";
import type { JsonObject } from "../src/kernel/validate.ts";

// While the golden description is written, the page is that of the one before.
const isWriting = process.env.UPDATE_GOLDEN === "1";

it("lists what changed since the release", () => {
  if (!isWriting)
    expect(readPage(), "if it is meant, npm run golden").toBe(pageOf(released(), present(), readPage()));
});

it("has a version that says what a client meets", () => {
  const due = dueVersion(released(), present());
  if (!isWriting)
    expect(present().version, "change src/surfaces/openapi/version.ts, then npm run golden").toBe(due);
});

const schema = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
});
const text = { type: "string" };
/** A description of one call, that takes one thing and answers another. */
const described = (body: JsonObject, answer: JsonObject, more: JsonObject = {}, others: JsonObject = {}) =>
  shapesOf({
    info: { version: "1.4.0" },
    paths: {
      "/things": {
        post: {
          operationId: "make",
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/In" } } } },
          responses: {
            201: { content: { "application/json": { schema: { $ref: "#/components/schemas/Out" } } } },
          },
          ...more,
        },
      },
      ...others,
    },
    components: { schemas: { In: body, Out: answer } },
  });
const input = schema({ name: text }, ["name"]);
const output = schema({ id: text, kind: { enum: ["a", "b"] } });
const before = described(input, output);
const nothing = { added: [], changed: [], deprecated: [], removed: [], breaks: false };

it.each([
  ["nothing", before, {}, "1.4.0"],
  [
    "another call",
    described(input, output, {}, { "/others": { get: { operationId: "list", responses: {} } } }),
    { added: ["`GET /others` (list)"] },
    "1.5.0",
  ],
  [
    "a member that may be sent, a value, and an object in an answer",
    described(
      schema({ name: text, more: text }, ["name"]),
      schema({ id: text, kind: { enum: ["a", "b", "c"] }, deep: schema({ inner: text }) }),
    ),
    {
      added: ["`In` (make): `more` is new", "`Out` (make): `deep` is new"],
      changed: ['`Out` (make): `kind` may be "c"'],
    },
    "1.5.0",
  ],
  [
    "a member that has to be sent",
    described(schema({ name: text, more: text }, ["name", "more"]), output),
    { added: ["`In` (make): `more` is new, and has to be sent"], breaks: true },
    "2.0.0",
  ],
  [
    "a member of an answer that goes, and one that may be null",
    described(input, schema({ id: { type: ["string", "null"] } })),
    {
      removed: ["`Out` (make): `kind`"],
      changed: ["`Out` (make): `id`: string or null (was string)"],
      breaks: true,
    },
    "2.0.0",
  ],
  [
    "a deprecated call with a deprecated member",
    described(schema({ name: { ...text, deprecated: true } }, ["name"]), output, { deprecated: true }),
    { deprecated: ["`POST /things` (make)", "`In` (make): `name`"] },
    "1.5.0",
  ],
  [
    "a call that is gone",
    shapesOf({ info: { version: "1.4.0" }, paths: {} }),
    { removed: ["`POST /things` (make)"], breaks: true },
    "2.0.0",
  ],
] as const)("says %s", (_what, after, expected, version) => {
  const changes = changesBetween(before, after);
  expect(changes).toEqual({ ...nothing, ...expected });
  expect(versionAfter("1.4.0", changes)).toBe(version);
});
