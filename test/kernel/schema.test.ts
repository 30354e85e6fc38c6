/**
 * The published schemas say what the validator does: near the bounds of every field, a body that one
 * accepts the other accepts too. What JSON Schema cannot say is listed by name, each with a witness.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import {
  type Field,
  type Fields,
  type ItemField,
  isConfiguration,
  type Json,
} from "../../src/kernel/field.ts";
import { formatOf, formats, type TextFormat } from "../../src/kernel/format.ts";
import { fieldsOf, type Kind } from "../../src/kernel/kind.ts";
import { parseBody } from "../../src/kernel/parse-body.ts";
import type { Problem } from "../../src/kernel/problem.ts";
import {
  answerSchema,
  createSchema,
  fieldSchema,
  fieldsSchema,
  rowSchema,
  updateSchema,
} from "../../src/kernel/schema.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { awkward, bodyOf } from "../support/bodies.ts";
import { fc, runs } from "../support/property.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true });
// Its types are of CommonJS, where the default export is the module.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

/** Where the validator is right to refuse what the schema lets pass. */
interface Exception {
  readonly reason: string;
  readonly field: Field;
  readonly witness: Json;
  covers(field: Field, problem: Problem): boolean;
}

const plain = { type: "text", description: "A text.", min: 0, max: 100 } as const;

const exceptions: Readonly<Record<string, Exception>> = {
  decimals: {
    reason: "multipleOf is reckoned in binary floating point, where 14.4 is no multiple of 0.000001",
    field: { type: "number", description: "A number.", min: 0, max: 1 },
    witness: 0.1234567,
    covers: (field, { message }) =>
      field.type === "number" && message === "must have at most 6 decimal places",
  },
  nul: {
    reason: "a pattern against it on every text would hide the patterns that mean something",
    field: plain,
    witness: "a\0b",
    covers: (_field, { message }) => message.endsWith("must not hold a NUL character"),
  },
  surrogates: {
    reason: "JSON Schema knows code points only",
    field: plain,
    witness: "a\ud800",
    covers: (_field, { message }) => message.endsWith("must not hold an unpaired surrogate"),
  },
  blanks: {
    reason: "a pattern on every name would say it in letters that nobody reads",
    field: { ...plain, min: 1, trimmed: true },
    witness: " \u3000",
    covers: (field, { message }) =>
      field.type === "text" && field.trimmed === true && message === "must hold more than blanks",
  },
  free_objects: {
    reason: "depth and bounds of an object of any shape would take a schema for each level",
    field: { type: "secret", description: "A secret.", shape: "object", max: 100 },
    witness: { a: { b: { c: { d: { e: 1 } } } } },
    covers: (field) => field.type === "secret" && field.shape === "object",
  },
  ...Object.fromEntries(
    (
      [
        ["email", "a@example.c"],
        ["url", "http://example.com:99999/"],
        ["domain", "no domain"],
        ["hostname", "no host"],
        ["cidr", "192.0.2.0"],
        ["timezone", "Europe/Atlantis"],
        ["matcher", "severity"],
        ["service", " checkout"],
        ["environment", "prod "],
      ] as const
    ).map(([format, witness]): [string, Exception] => [
      format,
      {
        reason: "the format is decided by code",
        field: { ...plain, format },
        witness,
        covers: (field) => field.type === "text" && field.format === format,
      },
    ]),
  ),
};

describe.each(definitions.map((definition) => [definition.kind, definition] as const))(
  "%s",
  (_kind, definition) => {
    it.each(["create", "update"] as const)("accepts on %s what its schema accepts", (mode) => {
      if (!definition.verbs.includes(mode)) return;
      const schema = mode === "create" ? createSchema(definition) : updateSchema(definition);
      const isPublished = ajv.compile(schema);
      fc.assert(
        fc.property(bodyOf(definition.fields, mode), (body) => {
          const problems = problemsOf(definition, body, mode);
          const published = isPublished(body);
          if (published === (problems.length === 0)) return;
          expect(published, `refused by the schema alone: ${ajv.errorsText(isPublished.errors)}`).toBe(true);
          expect(problems.filter((problem) => !isException(definition.fields, problem))).toEqual([]);
        }),
        { numRuns: runs(250) },
      );
    });

    it("has schemas that are plain objects to any reader", () => {
      for (const verb of definition.verbs) expect(answerSchema(definition, verb).type).toBe("object");
      for (const schema of [rowSchema(definition), createSchema(definition), updateSchema(definition)]) {
        expect(schema.type).toBe("object");
        expect(() => ajv.compile(schema)).not.toThrow();
      }
    });

    it("keeps its secrets out of answers", () => {
      const { properties } = rowSchema(definition) as { properties: JsonObject };
      for (const [name, field] of Object.entries(definition.fields)) {
        if (field.type !== "secret") continue;
        expect(properties).not.toHaveProperty(name);
        expect(properties[`${name}_set`]).toMatchObject({ type: "boolean", readOnly: true });
      }
    });

    it("takes back whole what it answers, unless asked to leave read-only fields out", () => {
      const { properties: answered } = rowSchema(definition) as { properties: JsonObject };
      const { properties: taken } = updateSchema(definition) as { properties: JsonObject };
      expect(Object.keys(taken)).toEqual(expect.arrayContaining(Object.keys(answered)));
      const { properties: settable } = updateSchema(definition, { readOnlyValues: false }) as {
        properties: JsonObject;
      };
      for (const [name, field] of Object.entries(fieldsOf(definition))) {
        expect(Object.hasOwn(settable, name)).toBe(field.type !== "computed" && !field.fixed);
      }
    });
  },
);

/** Each type by itself, so that none hides among a kind's many fields. */
const name = { type: "text", description: "A name.", min: 1, max: 3 } as const;
const everyType: Readonly<Record<string, ItemField>> = {
  text: { ...name, nullable: true },
  empty: { ...name, min: 0, format: "email", default: "" },
  integer: { type: "integer", description: "A number.", min: -2, max: 2 },
  few: { type: "integer", description: "A number.", min: 1, max: 9, choices: [1, 9], nullable: true },
  number: { type: "number", description: "A number.", min: 0, max: 1, default: 0.5 },
  share: { type: "number", description: "A number.", min: 0, max: 100, exclusive: true },
  choice: { type: "choice", description: "A choice.", choices: ["a", "b"], nullable: true },
  timestamp: { type: "timestamp", description: "A time." },
  date: { type: "date", description: "A day.", nullable: true },
  reference: { type: "reference", description: "A row.", to: "teams" },
  list: { type: "list", description: "Names.", items: name, min: 1, max: 3 },
  map: { type: "map", description: "Names.", maxValue: 3, maxEntries: 2, default: {} },
  object: {
    type: "object",
    description: "A thing.",
    nullable: true,
    fields: { name, more: { ...name, optional: true } },
  },
  either: {
    type: "object",
    description: "One.",
    exactlyOne: true,
    fields: {
      one: name,
      other: { ...name, max: 2 },
      more: { ...name, optional: true, partOf: "other" },
    },
  },
};

it.each(Object.entries(everyType))("accepts of the type %s what its schema accepts", (_type, field) => {
  const fields = { value: field };
  const isPublished = ajv.compile(fieldsSchema(fields, "create"));
  fc.assert(
    fc.property(bodyOf(fields, "create"), (body) => {
      const { problems } = parseBody(fields, body, "create");
      const refused = problems.filter((problem) => !isException(fields, problem));
      if (isPublished(body)) expect(refused).toEqual([]);
      else expect(problems, ajv.errorsText(isPublished.errors)).not.toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});

describe.each(Object.entries(exceptions))(
  "what JSON Schema cannot say: %s",
  (_name, { field, witness, covers }) => {
    it("is still refused by the validator alone", () => {
      const { problems } = parseBody({ value: field }, { value: witness }, "create");
      expect(problems).not.toEqual([]);
      expect(problems.every((problem) => covers(field, problem))).toBe(true);
      expect(ajv.validate(fieldSchema(field, "create"), witness)).toBe(true);
    });
  },
);

it.each(Object.keys(formats) as TextFormat[])(
  "every text of the format %s is one to readers of the schema",
  (format) => {
    const field: ItemField = { type: "text", description: "A text.", min: 0, max: 1_000, format };
    const isPublished = ajv.compile(fieldSchema(field, "answer"));
    expect(isPublished(formatOf(format).example)).toBe(true);
    fc.assert(
      fc.property(awkward(format), (text) => {
        if (formatOf(format).check(text) !== undefined) return;
        expect(isPublished(text), ajv.errorsText(isPublished.errors)).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  },
);

it("says in a description what a closed set of numbers, an open object and a choice of shapes are", () => {
  const choices: ItemField = {
    type: "integer",
    description: "Days.",
    min: 30,
    max: 90,
    choices: [30, 90],
    nullable: true,
  };
  expect(fieldSchema(choices, "create")).toMatchObject({
    type: ["integer", "null"],
    enum: [30, 90, null],
    default: null,
  });
  const inner = { type: "text", description: "A name.", min: 1, max: 9 } as const;
  const open: ItemField = { type: "object", description: "A change.", open: true, fields: { inner } };
  expect(fieldSchema(open, "answer")).toMatchObject({ additionalProperties: true, required: ["inner"] });
  const either: ItemField = { type: "object", description: "One.", exactlyOne: true, fields: { inner } };
  expect(fieldSchema(either, "create")).toMatchObject({ minProperties: 1, maxProperties: 1 });
});

function problemsOf(definition: Kind, body: JsonObject, mode: "create" | "update"): readonly Problem[] {
  const { problems, configuration, secrets } = parseBody(fieldsOf(definition), body, mode);
  const named = { ...configuration, ...secrets };
  // The engine refuses this one, right after parsing.
  if (mode === "update" && definition.refusals?.empty && Object.keys(named).length === 0) {
    return [...problems, { field: "", message: "names no field" }];
  }
  return problems;
}

function isException(fields: Fields, problem: Problem): boolean {
  const field = fieldAt(fields, problem.field);
  return field !== undefined && Object.values(exceptions).some(({ covers }) => covers(field, problem));
}

/** The field that a problem's path leads to, through lists, objects and maps. */
function fieldAt(fields: Fields, path: string): Field | undefined {
  const [first = "", ...rest] = path.split(/\.|\[/);
  let field: Field | undefined = fields[first];
  for (const step of rest) {
    if (field === undefined || !isConfiguration(field)) return field;
    if (field.type === "list") field = field.items;
    else if (field.type === "object") field = field.fields[step];
    else return field;
  }
  return field;
}
