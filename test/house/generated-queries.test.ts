/** Each queries.generated.ts is what the generator writes today, and the generator refuses what it cannot check. */
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDescriber, type Describer } from "../../scripts/queries/describe.ts";
import { ColumnTypes, generateAll, generateQueries } from "../../scripts/queries/generate.ts";
import { TemplateFiles } from "../support/template-files.ts";

let engine: PGlite;
let describer: Describer;
beforeAll(async () => {
  engine = await PGlite.create({ fs: new TemplateFiles() });
  describer = await createDescriber(engine);
});
afterAll(() => engine.close());

const columnTypes = (...names: string[]) =>
  `export interface Columns {\n${names.map((name) => `  "${name}": Role;\n`).join("")}}\n`;

/** The members of the one query's parameters and row. */
async function generated(sql: string, ...columns: string[]): Promise<{ parameters: string; row: string }> {
  const sources = {
    owner: "test",
    queries: new Map([["a-query", sql]]),
    columnTypes: columnTypes(...columns),
  };
  const text = await generateQueries(describer, sources, new ColumnTypes("", describer.columnNames));
  const [, parameters = "", row = ""] =
    /parameters: ([\s\S]*?);\n {4}readonly row: ([\s\S]*?);\n {2}\};/.exec(text) ?? [];
  const inOne = (members: string) => members.replace(/readonly (\w+:)/g, "$1").replace(/\s+/g, " ");
  return { parameters: inOne(parameters), row: inOne(row) };
}

describe("the committed files", () => {
  it("are what the generator writes", async () => {
    for (const [file, fresh] of await generateAll(describer)) {
      const written = readFileSync(file, "utf8");
      expect(written, "run npm run generate:queries and commit what it writes").toBe(fresh);
    }
  });
});

describe("the database's description", () => {
  it("says parameters' types and columns, and which of them are never null", async () => {
    expect(
      await generated(
        "SELECT id, email AS address, password_hash FROM users WHERE id = :user_id AND created_at > :at",
      ),
    ).toEqual({
      parameters: "{ userId: string; at: Date | string; }",
      row: "{ id: string; address: string; password_hash: string | null; }",
    });
  });

  it("passes through a subquery, a WITH and RETURNING", async () => {
    const sql = `WITH gone AS (DELETE FROM sessions WHERE user_id = :id RETURNING *)
      SELECT id, address FROM (SELECT * FROM gone) AS all_of_them`;
    expect((await generated(sql)).row).toBe("{ id: string; address: string | null; }");
  });

  it("of a column that is not null does not hold where a join or a group has no row", async () => {
    const joined = "SELECT person.id, member.user_id FROM users AS person LEFT JOIN members AS member ON";
    expect((await generated(`${joined} member.user_id = person.id`)).row).toBe(
      "{ id: string; user_id: string | null; }",
    );
    const found = "(SELECT user_id FROM members) AS member";
    expect(
      (await generated(`SELECT person.id, user_id FROM users AS person LEFT JOIN ${found} ON user_id = id`))
        .row,
    ).toBe("{ id: string | null; user_id: string | null; }");
    const named =
      "WITH members AS (SELECT id FROM users) SELECT members.id FROM users LEFT JOIN members ON true";
    expect((await generated(named)).row).toBe("{ id: string | null; }");
    expect((await generated("SELECT id FROM users GROUP BY ROLLUP (id)")).row).toBe("{ id: string | null; }");
    await expect(generated("SELECT 1 AS a FROM users RIGHT OUTER JOIN members ON true")).rejects.toThrow(
      "a-query.sql: write LEFT JOIN instead of RIGHT OUTER JOIN members",
    );
  });

  it("says nothing of an expression but its type", async () => {
    expect((await generated("SELECT count(*) AS count, now() AS at FROM users")).row).toBe(
      "{ count: string | null; at: Date | null; }",
    );
  });

  it("is nothing where a query takes and answers nothing", async () => {
    expect(await generated("DELETE FROM rate_use")).toEqual({
      parameters: "Record<never, never>",
      row: "never",
    });
  });
});

describe("an annotation", () => {
  it("says what may be null, what never is, and a type", async () => {
    const sql = `-- Why this is asked.
-- @param name, id: nullable
-- @result count, first: !
-- @result roles: Role[]
-- @result own: "a" | "b"!
SELECT count(*) AS count, min(id) AS first, array_agg(role) AS roles, 'a' AS own
FROM members, organizations WHERE name = :name OR id = :id`;
    expect(await generated(sql)).toEqual({
      parameters: "{ name: string | null; id: string | null; }",
      row: '{ count: string; first: string; roles: Role[] | null; own: "a" | "b"; }',
    });
  });

  it("in column-types.ts is for every query that answers the column", async () => {
    expect((await generated("SELECT role AS theirs FROM members", "members.role")).row).toBe(
      '{ theirs: Columns["members.role"]; }',
    );
  });
});

describe("the generator refuses", () => {
  it.each([
    ["a column that there is not", "SELECT nothing FROM users", 'column "nothing" does not exist'],
    ["a table that there is not", "SELECT 1 AS a FROM nowhere", 'relation "nowhere" does not exist'],
    ["a text that is no SQL", "SELEC 1", 'syntax error at or near "SELEC"'],
    [
      "a parameter that has no type",
      "SELECT :what AS a FROM users WHERE :other IS NULL",
      "could not determine data type",
    ],
    [
      "an annotation that names no column",
      "-- @result b: !\nSELECT 1 AS a",
      "@result b names nothing; there is a",
    ],
    [
      "an annotation that names no parameter",
      "-- @param b: nullable\nSELECT id FROM users WHERE id = :a",
      "@param b names nothing; there is a",
    ],
    [
      "an annotation that says what is known",
      "-- @result id: !\nSELECT id FROM users",
      "@result id: the database knows that it is not null; remove the !",
    ],
    ["an annotation said twice", "-- @result a: !\n-- @result a: !\nSELECT 1 AS a", "a is annotated twice"],
    [
      "an annotation in another form",
      "-- @results a: !\nSELECT 1 AS a",
      '"-- @results a: !" is no annotation',
    ],
    [
      "a malformed annotation of a parameter",
      "-- @param a: string\nSELECT :a::text AS a",
      "is no annotation",
    ],
    ["JSON that nobody describes", "SELECT state FROM rows", "nothing says what is in the jsonb state"],
    [
      "a type that it does not know",
      "SELECT now()::date AS day",
      "the type date is not in scripts/queries/types.ts",
    ],
    ["two columns of one name", "SELECT 1 AS a, 2 AS a", "two columns are named a"],
    [
      "two parameters of one name",
      "SELECT id FROM users WHERE id = :a_b OR id = :a__b",
      "two parameters are named aB",
    ],
    ["a parameter without a name", "SELECT id FROM users WHERE id = $1", "$1 has no name"],
  ])("%s", async (_, sql, why) => {
    await expect(generated(sql)).rejects.toThrow(why);
    await expect(generated(sql)).rejects.toThrow("a-query.sql: ");
  });

  it("a column's type that names no column, and one that no query answers", async () => {
    await expect(generated("SELECT 1 AS a", "members.nothing")).rejects.toThrow(
      "column-types.ts: there is no column members.nothing",
    );
    await expect(generated("SELECT 1 AS a", "members.role")).rejects.toThrow(
      "column-types.ts: no query answers members.role; remove its line",
    );
  });

  it("a column that is not there, and says which ones the table has", async () => {
    await expect(generated("SELECT link.from_id FROM row_references AS link")).rejects.toThrow(
      /a-query\.sql: column link\.from_id does not exist\n {2}row_references has the columns .*\bto_id\b/,
    );
  });

  it("one query, and is there for the next", async () => {
    await expect(generated("SELECT nothing")).rejects.toThrow();
    expect((await generated("SELECT id FROM users")).row).toBe("{ id: string; }");
  });
});
