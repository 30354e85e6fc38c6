/** Every state that a kind can be in was thought of: what is not in the table looks like nothing known. */
import { expect, it } from "vitest";
import { states } from "../../console/pages/columns.ts";
import { isStatus, toneOf, tones } from "../../console/parts/tones.ts";
import type { ItemField } from "../../src/kernel/field.ts";
import { resources } from "../../src/resources/index.ts";

/** The fields of all kinds that are drawn as a state, those inside of lists and objects too. */
const statuses = resources.flatMap(({ kind, fields }) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.type === "secret" ? [] : within(kind, name, field.type === "computed" ? field.shape : field),
  ),
);

function within(
  kind: string,
  name: string,
  shape: ItemField,
): { kind: string; name: string; choices: readonly string[] }[] {
  if (shape.type === "list") return within(kind, name, shape.items);
  if (shape.type === "object")
    return Object.entries(shape.fields).flatMap(([inner, field]) => within(kind, inner, field));
  return isStatus(name, shape) ? [{ kind, name, choices: shape.choices }] : [];
}

it("every choice of every status has a tone of its own", () => {
  expect(statuses.length).toBeGreaterThan(5);
  const forgotten = statuses.flatMap(({ kind, name, choices }) =>
    choices.filter((choice) => !Object.hasOwn(tones, choice)).map((choice) => `${kind}.${name}: ${choice}`),
  );
  expect(forgotten).toEqual([]);
});

it("every status is looked at for what needs attention", () => {
  expect(statuses.map(({ name }) => name).filter((name) => !states.includes(name))).toEqual([]);
});

it("a certificate that cannot be trusted or reached is trouble", () => {
  expect(["invalid", "unreachable", "expired"].map(toneOf)).toEqual(["bad", "bad", "bad"]);
});
