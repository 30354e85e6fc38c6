import { describe, expect, it } from "vitest";
import { allColumns, type Column, columnsOf, pointedAt } from "../../console/pages/list/columns.ts";
import { defineCollection } from "../../src/kernel/define-kind.ts";
import { choice, computed, integer, reference, secret, text } from "../../src/kernel/field.ts";
import { definitions } from "../../src/resources/index.ts";
import { type Definition, definitionsOf } from "../../src/surfaces/console/definitions.ts";

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
  const { kinds } = definitionsOf(definitions, []);
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

  it("are those that somebody chose, behind the one that names the row; what is no field is passed over", () => {
    const teams = lists.find(({ kind }) => kind === "slos") as Definition;
    const chosen = columnsOf(teams, ["target_percent", "nothing", "status"]).map(({ name }) => name);
    expect(chosen).toEqual(["name", "target_percent", "status"]);
    expect(namesOf(teams)).toEqual(columnsOf(teams, []).map(({ name }) => name));
  });

  it("can be any field but secrets and long texts", () => {
    for (const definition of lists) {
      const all = allColumns(definition).map(({ name }) => name);
      expect(new Set(all).size).toBe(all.length);
      for (const [name, field] of Object.entries(definition.fields)) {
        const shape = field.type === "computed" ? field.shape : field;
        const isLong =
          shape.type === "secret" || shape.type === "object" || (shape.type === "text" && shape.multiline);
        if (!definition.listColumns?.includes(name))
          expect([name, all.includes(name)]).toEqual([name, !isLong]);
      }
    }
  });
});
