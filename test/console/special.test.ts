/** What the table of special kinds names is there: the kinds, their fields, and an order without gaps. */
import { expect, it } from "vitest";
import { kindNames } from "../../console/kinds/names.ts";
import { special } from "../../console/kinds/special.ts";
import { definitions } from "../../src/resources/index.ts";

const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));
const entries = Object.entries(special);

it("names kinds that are there", () => {
  for (const kind of [...Object.keys(special), ...Object.values(kindNames)])
    expect(byKind.has(kind), kind).toBe(true);
});

it.each(entries)(
  "names fields of %s only",
  (kind, { belowField = {}, chosenFields = [], stateInPanel = [], inputs = {}, sections = [] }) => {
    const fields = Object.keys(byKind.get(kind)?.fields ?? {});
    const inSections = sections.flatMap((section) => section.fields);
    for (const name of [
      ...Object.keys({ ...belowField, ...inputs }),
      ...chosenFields,
      ...stateInPanel,
      ...inSections,
    ])
      expect(fields, name).toContain(name);
  },
);

it("gives settings what only settings have, and collections the rest", () => {
  for (const [kind, { SettingPage, SettingBody, ListPanel, bulkForms, verb }] of entries) {
    const setting = byKind.get(kind)?.shape === "setting";
    if (setting) expect([ListPanel, bulkForms, verb], kind).toEqual([undefined, undefined, undefined]);
    else expect([SettingPage, SettingBody], kind).toEqual([undefined, undefined]);
  }
});

it.each(["firstStep", "servicePlace"] as const)("gives each place of %s once", (name) => {
  const places = entries.flatMap(([, entry]) => {
    const value = entry[name];
    return value === undefined ? [] : [typeof value === "number" ? value : value.place];
  });
  expect(places.sort((a, b) => a - b)).toEqual(places.map((_, index) => index + 1));
});
