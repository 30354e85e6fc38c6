/** What scripts/queries/types.ts says of the driver is so, on this database; and what does not fit does not compile. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parameterType, resultType } from "../../scripts/queries/types.ts";
import type { Database } from "../../src/database/database.ts";
import { jsonText } from "../../src/database/json-text.ts";
import { sql } from "../../src/database/queries.generated.ts";
import { openTestDatabase } from "../support/database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const at = new Date("2026-11-22T08:30:00.123Z");
const uuid = "6f0d1c4e-7b0e-4d7e-9d6a-0b6f6a0f7c11";

/** PostgreSQL's type, what is given, what is delivered, and the types of both in TypeScript. */
const values: readonly [
  type: string,
  given: unknown,
  delivered: unknown,
  parameter: string,
  result: unknown,
][] = [
  ["text", "a", "a", "string", "string"],
  ["uuid", uuid, uuid, "string", "string"],
  ["bool", true, true, "boolean", "boolean"],
  ["int4", 7, 7, "number", "number"],
  ["float8", 0.5, 0.5, "number", "number"],
  ["int8", 7, "7", "number | string", "string"],
  ["int8", "9007199254740993", "9007199254740993", "number | string", "string"],
  ["timestamptz", at, at, "Date | string", "Date"],
  ["timestamptz", at.toISOString(), at, "Date | string", "Date"],
  ["bytea", Buffer.from("é"), Buffer.from("é"), "Buffer", "Buffer"],
  ["jsonb", jsonText([{ a: 1 }]), [{ a: 1 }], "JsonText", undefined],
  ["json", jsonText({ a: [1] }), { a: [1] }, "JsonText", undefined],
  ["_text", ["a", 'b",{}'], ["a", 'b",{}'], "readonly string[]", "readonly string[]"],
  ["_bool", [true, false], [true, false], "readonly boolean[]", "readonly boolean[]"],
  ["_int8", [1, "2"], ["1", "2"], "readonly (number | string)[]", "readonly string[]"],
  ["_float8", [0.5], [0.5], "readonly number[]", "readonly number[]"],
  ["_bytea", [Buffer.from([0, 255])], [Buffer.from([0, 255])], "readonly Buffer[]", "readonly Buffer[]"],
];

describe("a value", () => {
  it.each(values)(
    "of %s given as %s is delivered as %s",
    async (type, given, delivered, parameter, result) => {
      const text = `SELECT $1::${type} AS value`;
      const [found] = await database.queryText<{ value: unknown }>({ name: `test-${type}`, text }, [given]);
      expect(found?.value).toEqual(delivered);
      expect([parameterType(type), resultType(type)]).toEqual([parameter, result]);
    },
  );
});

describe("a query", () => {
  it("takes its parameters, and has the columns that it says", async () => {
    await database.query(sql.insertInstallationValue, { name: "a", value: "b" });
    const [found] = await database.query(sql.getInstallationValue, { name: "a" });
    expect(found satisfies { readonly value: string } | undefined).toEqual({ value: "b" });
  });

  it("with another name, parameter or column does not compile", () => {
    const spread = { name: "a", extra: 1 };
    const refused = [
      // @ts-expect-error: there is no query of the name
      () => database.query(sql.getNothing, {}),
      // @ts-expect-error: the name is missing
      () => database.query(sql.getInstallationValue, {}),
      // @ts-expect-error: there is nothing of this name
      () => database.query(sql.getInstallationValue, { name: "a", other: "b" }),
      // @ts-expect-error: nor where it is spread
      () => database.query(sql.getInstallationValue, { ...spread }),
      // @ts-expect-error: it takes none
      () => database.query(sql.listInstallation, { name: "a" }),
      // @ts-expect-error: a text, no number
      () => database.query(sql.getInstallationValue, { name: 1 }),
      // @ts-expect-error: never null
      () => database.query(sql.getInstallationValue, { name: null }),
      // @ts-expect-error: never undefined
      () => database.query(sql.getInstallationValue, { name: undefined }),
      // @ts-expect-error: an object is no JSON text
      () => database.query(sql.getRowsMatching, { organizationId: "a", kind: "b", match: {} }),
      // @ts-expect-error: it answers no such column
      async () => (await database.query(sql.listInstallation, {}))[0]?.id,
    ];
    expect(refused).toHaveLength(10);
  });
});
