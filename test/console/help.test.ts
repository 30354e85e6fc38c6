import { expect, it } from "vitest";
import { addsTo } from "../../console/forms/help.ts";

it.each([
  ["Name", "The name.", false],
  ["Enabled", "Whether it is enabled.", false],
  ["Alert days before expiry", "Days before the expiry to alert.", false],
  ["Name", "What people call it; unique within the organization.", true],
  ["Enabled", "Whether the route is tried.", true],
  ["Name", "Le nom « café ».", true],
])("under %s, %s", (label, sentence, adds) => {
  expect(addsTo(label, sentence)).toBe(adds);
});
