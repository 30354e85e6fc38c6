/** Every state that a kind can be in has a tone, in the kind's own definition. */
import { describe, expect, it } from "vitest";
import { isState, type StateField, toneOf, troubleOf } from "../../console/parts/tones.ts";
import type { Field, ItemField } from "../../src/kernel/field.ts";
import { definitions } from "../../src/resources/index.ts";
import { promptTemplates } from "../../src/resources/prompt-templates.ts";

interface Found {
  readonly where: string;
  readonly shape: ItemField;
}

/** The fields of all kinds, those inside of lists and objects too. */
const found = definitions.flatMap(({ kind, fields }) =>
  Object.entries(fields).flatMap(([name, field]) => within(`${kind}.${name}`, field)),
);
const states = found.filter((one): one is Found & { shape: StateField } => isState(one.shape));

function within(where: string, field: Field): Found[] {
  if (field.type === "secret") return [];
  const shape = field.type === "computed" ? field.shape : field;
  if (shape.type === "list") return within(where, shape.items);
  if (shape.type === "object")
    return Object.entries(shape.fields).flatMap(([name, inner]) => within(`${where}.${name}`, inner));
  return [{ where, shape }];
}

it("every choice of a state has a tone, and nothing else has", () => {
  expect(states.length).toBeGreaterThan(5);
  for (const { where, shape } of states)
    if (shape.type === "choice")
      expect(Object.keys(shape.tones).sort(), where).toEqual([...shape.choices].sort());
});

it("every status is a state", () => {
  const plain = found.filter(
    ({ where, shape }) => shape.type === "choice" && /status$/.test(where) && !isState(shape),
  );
  expect(plain.map(({ where }) => `${where}: give its choices tones`)).toEqual([]);
});

it("a certificate that cannot be trusted or reached is trouble", () => {
  const status = states.find(({ where }) => where === "certificate_monitors.status")?.shape as StateField;
  expect(["invalid", "unreachable", "expired"].map((value) => toneOf(status, value))).toEqual([
    "bad",
    "bad",
    "bad",
  ]);
});

describe("what needs attention", () => {
  const fields = promptTemplates.fields;

  it.each([
    [{ enabled: true, review_status: "approved" }, undefined],
    [
      { enabled: true, review_status: "rejected" },
      { value: "rejected", tone: "bad" },
    ],
    [{ enabled: false, review_status: "rejected" }, undefined],
    // A flagged template is off, and still waits for its review.
    [
      { enabled: false, review_status: "flagged" },
      { value: "flagged", tone: "warning" },
    ],
  ])("%j: %j", (row, expected) => {
    expect(troubleOf(fields, row)).toEqual(expected);
  });
});

it("what is called enabled switches its row", () => {
  const others = definitions.filter(({ fields }) => {
    const field = fields.enabled;
    return field !== undefined && !(field.type === "boolean" && field.switch);
  });
  expect(others.map(({ kind }) => `${kind}.enabled: add switch: true`)).toEqual([]);
});
