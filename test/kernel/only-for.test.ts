/** Which variant of a kind takes a field: the rule, and that every definition's is about choices that there are. */
import { expect, test } from "vitest";
import { text } from "../../src/kernel/field.ts";
import { appliesTo, onlyForNote, onlyForOf } from "../../src/kernel/members.ts";
import { definitions } from "../../src/resources/index.ts";

const threshold = text({ description: "A query.", onlyFor: { field: "kind", values: ["threshold"] } });
const plain = text({ description: "A name." });

test("a field of one variant applies where the row has it", () => {
  expect(appliesTo(threshold, { kind: "threshold" })).toBe(true);
  expect(appliesTo(threshold, { kind: "ratio" })).toBe(false);
  expect(appliesTo(threshold, {})).toBe(false);
  expect(appliesTo(plain, {})).toBe(true);
});

test("descriptions name the variants", () => {
  expect(onlyForNote(threshold)).toBe("Only for kind threshold.");
  expect(onlyForNote({ ...threshold, onlyFor: { field: "kind", values: ["a", "b", "c"] } })).toBe(
    "Only for kind a, b or c.",
  );
  expect(onlyForNote(plain)).toBeUndefined();
});

test("every rule of a definition names a choice of the same kind, and values that it has", () => {
  const rules = definitions.flatMap(({ kind, fields }) =>
    Object.entries(fields).flatMap(([name, field]) => {
      const rule = onlyForOf(field);
      return rule === undefined ? [] : [{ kind, name, rule, decides: fields[rule.field] }];
    }),
  );
  expect(rules.length).toBeGreaterThan(10);
  for (const { kind, name, rule, decides } of rules) {
    const choices = decides?.type === "choice" ? decides.choices : [];
    expect({ kind, name, unknown: rule.values.filter((value) => !choices.includes(value)) }).toEqual({
      kind,
      name,
      unknown: [],
    });
    expect(rule.values.length).toBeLessThan(choices.length);
  }
});

test("what is advanced or only for some variants never has to be sent", () => {
  const forced = definitions.flatMap(({ kind, fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.type !== "computed" &&
      field.type !== "secret" &&
      (field.onlyFor !== undefined || field.section === "Advanced") &&
      field.default === undefined &&
      field.nullable !== true
        ? [`${kind}.${name}`]
        : [],
    ),
  );
  expect(forced).toEqual([]);
});
