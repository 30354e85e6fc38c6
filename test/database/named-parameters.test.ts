/** Named parameters in SQL become $1 and so on; nothing else of a text that has a colon is taken for one. */
import { describe, expect, it } from "vitest";
import { camelCase, positional } from "../../src/database/named-parameters.ts";

describe("a named parameter", () => {
  it("is numbered by its first place, however often it stands in the text", () => {
    expect(positional("SELECT :b, :a FROM t WHERE a = :a AND b IN (:b,:c_2)")).toEqual({
      text: "SELECT $1, $2 FROM t WHERE a = $2 AND b IN ($1,$3)",
      names: ["b", "a", "c_2"],
    });
  });

  it("may be cast", () => {
    expect(positional("SELECT :at::timestamptz - interval '1 minute', now()::text")).toEqual({
      text: "SELECT $1::timestamptz - interval '1 minute', now()::text",
      names: ["at"],
    });
  });

  it("reads as one word in TypeScript", () => {
    expect(["id", "organization_id", "a_2_b", "last__one"].map(camelCase)).toEqual([
      "id",
      "organizationId",
      "a2B",
      "lastOne",
    ]);
  });
});

describe("no parameter", () => {
  it.each([
    ["a text", "SELECT 'at :noon', 'it''s :late'"],
    ["a text with a comment in it", "SELECT '-- :a', '/* :b */'"],
    ["a text with escapes", String.raw`SELECT E'\':a', e'\\', E':b'''`],
    ["a name in quotes", `SELECT "a:b", "a"":c" FROM t`],
    ["a text between dollars", "SELECT $$ :a ' $$, $tag$ :b $$ $tag$"],
    ["a cast", "SELECT a::text, (b)::integer, '1':: integer"],
    ["an array's slice", "SELECT a[1:n], a[i:n], (b)[f(1):n]"],
    ["an assignment to an argument", "SELECT make_interval(days := 1)"],
  ])("is in %s", (_, text) => {
    expect(positional(text)).toEqual({ text, names: [] });
  });

  it("hides behind a text: what comes after it is read again", () => {
    expect(positional(String.raw`SELECT E'\\', :a, '', :b, "x", :c, $$'$$, :d`).names).toEqual([
      "a",
      "b",
      "c",
      "d",
    ]);
  });
});

it("sends no comments to the server", () => {
  expect(positional("-- why: :a\n  -- more\nSELECT 1 -- :b\nFROM t -- '\nWHERE c = :d\n-- end")).toEqual({
    text: "SELECT 1\nFROM t\nWHERE c = $1",
    names: ["d"],
  });
});

it("refuses what it does not read", () => {
  expect(() => positional("SELECT /* :a */ 1")).toThrow("write comments with --");
  expect(() => positional("SELECT $1, :a")).toThrow("$1 has no name: write parameters as :name");
});
