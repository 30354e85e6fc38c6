/** Every state that a kind can be in has a tone, in the kind's own definition. */
import { expect, it } from "vitest";
import { isState, type StateField, toneOf } from "../../console/parts/tones.ts";
import type { Field, ItemField } from "../../src/kernel/field.ts";
import { resources } from "../../src/resources/index.ts";

interface Found {
  readonly where: string;
  readonly shape: ItemField;
}

/** The fields of all kinds, those inside of lists and objects too. */
const found = resources.flatMap(({ kind, fields }) =>
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
    ({ where, shape }) => shape.type === "choice" && /status[^.]*$/.test(where) && !isState(shape),
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
