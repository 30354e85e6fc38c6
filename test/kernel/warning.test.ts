import { expect, it } from "vitest";
import { sentenceOf } from "../../src/kernel/warning.ts";

it.each([
  ["teams", { name: "A" }, "name", 'teams "A": name is alike.'],
  [
    "team_members",
    { team_id: { name: "A" }, email: "ada@example.com" },
    "",
    "team_members A/ada@example.com: is alike.",
  ],
  ["slos", { service: null, name: "x" }, "id", "slos -/x: is alike."],
  ["ai_settings", {}, "model", "ai_settings: model is alike."],
  ["alert_routes", null, "", "alert_routes: is alike."],
])("%s %j, %j: %s", (resource, key, field, sentence) => {
  expect(sentenceOf({ resource, key, field, message: "is alike" })).toBe(sentence);
});
