/** What people call a row. */
import { expect, it } from "vitest";
import { rowName } from "../../src/kernel/words.ts";
import { alertMutes } from "../../src/resources/alert-mutes.ts";
import { sloCorrections } from "../../src/resources/slo-corrections.ts";

const hours = { days: [], start: "22:00", end: "06:00", time_zone: "UTC" };
const mute = { id: "mute_1", pattern: null, matchers: [], route_ids: [], schedule: [], reason: "At night" };

it.each([
  [alertMutes, { ...mute, pattern: "*shop*" }, "*shop*"],
  [alertMutes, { ...mute, matchers: ["team=a", "env=b"], schedule: [hours] }, "team=a, env=b"],
  [alertMutes, { ...mute, route_ids: ["route_1"], schedule: [hours] }, "At night"],
  [
    sloCorrections,
    { id: "corr_1", reason: "Move", starts_at: "2026-03-01T02:00:00.000Z" },
    "Move / 1 Mar 2026, 02:00 UTC",
  ],
])("%#", (definition, row, name) => {
  expect(rowName(definition, row)).toBe(name);
});
