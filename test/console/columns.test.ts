import { describe, expect, it } from "vitest";
import { type Column, columnsOf, pointedAt, searched, sorted } from "../../console/pages/columns.ts";
import { choice, computed, integer, reference, secret, text } from "../../src/kernel/field.ts";
import { defineCollection } from "../../src/kernel/resource.ts";
import { resources } from "../../src/resources/index.ts";
import { type Definition, definitionsOf } from "../../src/surfaces/console/definitions.ts";

/** Ids whose chance letters spell words that people look for. */
const pay = "alert_route_01kcvm00pay0new0000000000a";
const quiet = "alert_route_01kcvm0000000000000000000b";
const zebra = "team_01kcvm0000000000000000000a";
const aardvark = "team_01kcvm0000000000000000000z";
const names = new Map([
  [zebra, "Zebra"],
  [aardvark, "Aardvark"],
]);
const rows = [
  { id: pay, name: "Pages nobody", team_id: zebra, watchers: [aardvark] },
  { id: quiet, name: "Pays out", team_id: aardvark, watchers: [] },
  { id: "checkout@production", name: "By its key", team_id: null, watchers: [] },
];
const found = (text: string) => searched(rows, text, names).map(({ name }) => name);

describe("the search of a list", () => {
  it("finds what the list shows, and not the chance letters of an id", () => {
    expect(found("pay")).toEqual(["Pays out"]);
    expect(found("new")).toEqual([]);
    expect(found("01kcvm")).toEqual([]);
    expect(found("  PAGES   nobody ")).toEqual(["Pages nobody"]);
    expect(found("checkout@")).toEqual(["By its key"]);
    expect(found("")).toHaveLength(3);
  });

  it("finds rows by the names of those that they point at", () => {
    expect(found("zebra")).toEqual(["Pages nobody"]);
    expect(found("aardvark")).toEqual(["Pages nobody", "Pays out"]);
  });

  it("finds by a whole id the row, and the rows that point at it", () => {
    expect(found(pay)).toEqual(["Pages nobody"]);
    expect(found(aardvark)).toEqual(["Pages nobody", "Pays out"]);
  });
});

it("sorts references by the names shown, and what points nowhere last", () => {
  const definition = { naturalKey: ["name"], fields: {} } as unknown as Definition;
  const order = (by: string) => sorted(definition, rows, by, names).map(({ name }) => name);
  expect(order("team_id")).toEqual(["Pays out", "Pages nobody", "By its key"]);
  expect(order("-team_id")).toEqual(["By its key", "Pages nobody", "Pays out"]);
});

it("knows which kinds the columns point at, alone and in lists", () => {
  const column = (shape: Column["shape"]): Column => ({
    name: "x",
    label: "X",
    shape,
    first: false,
    from: "always",
  });
  const to = (kind: string) => ({ type: "reference", description: "", to: kind }) as const;
  const listed = { type: "list", description: "", items: to("slos"), min: 0, max: 5 } as const;
  expect([
    ...pointedAt([column(to("teams")), column(listed), column({ type: "boolean", description: "" })]),
  ]).toEqual(["teams", "slos"]);
});

describe("the columns of a list", () => {
  const { kinds } = definitionsOf(resources, []);
  const lists = kinds.filter(({ shape }) => shape === "collection");
  const namesOf = (definition: Definition) => columnsOf(definition).map(({ name }) => name);

  it.each(lists.map((definition) => [definition.kind, definition] as const))(
    "of %s are those that its definition names, all of them, once",
    (_, definition) => {
      const { listColumns, fields } = definition;
      const shown = namesOf(definition);
      if (listColumns !== undefined) expect(shown).toEqual(listColumns);
      for (const name of shown) expect(Object.keys(fields)).toContain(name);
      for (const { name, shape } of columnsOf(definition)) expect(shape, name).toBeDefined();
    },
  );

  it("are the key, the states and what is short, where the definition names none", () => {
    const shifts = defineCollection({
      kind: "shifts",
      title: "Shifts",
      group: "Alerting",
      description: "For a test.",
      level: "admin",
      naturalKey: ["team_id", "name"],
      example: {},
      fields: {
        team_id: reference({ description: "", to: "teams" }),
        name: text({ description: "" }),
        notes: text({ description: "", multiline: true }),
        token: secret({ description: "" }),
        length: integer({ description: "" }),
        state: computed({
          description: "",
          shape: choice({ description: "", choices: ["on", "off"], tones: { on: "good", off: "quiet" } }),
          from: "state",
        }),
      },
    });
    const [definition] = definitionsOf([shifts], []).kinds;
    expect(namesOf(definition as Definition)).toEqual(["name", "state", "team_id", "length"]);
  });
});
