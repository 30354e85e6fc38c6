import { expect, it } from "vitest";
import { addsTo, helpOf, plainly } from "../../console/forms/help.ts";
import { text } from "../../src/kernel/field.ts";

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

it("says empty for null, and no length of what has a format", () => {
  const about = { description: "The address it is reached at; null uses the usual one." };
  const field = { ...text({ ...about, nullable: true }), format: "url", max: 10 } as const;
  expect(helpOf(field, "URL")).toBe("The address it is reached at; empty uses the usual one.");
});

it.each([
  ["ratio takes total_query and one of good_query.", "ratio takes total query and one of good query."],
  ["A maintenance goes from scheduled to in_progress.", "A maintenance goes from scheduled to in progress."],
  ['Such as severity="critical" or team_name="x".', 'Such as severity="critical" or team_name="x".'],
  [
    "Keys with api:config_read, at /api/v1/state/data_sources.",
    "Keys with api:config_read, at /api/v1/state/data_sources.",
  ],
  ["Set ORGCONFIG_PUBLIC_URL, or `metrics_path`.", "Set ORGCONFIG_PUBLIC_URL, or `metrics_path`."],
])("names fields as forms do: %s", (description, plain) => {
  expect(plainly(description)).toBe(plain);
});
