/** The page Move in: its words. */
import { expect, it } from "vitest";
import { proofText, sourceTitle } from "../../console/pages/move-in/words.ts";
import { migrationSources } from "../../src/features/changes/migrations/sources.ts";

it("names every source as people write it", () => {
  expect(migrationSources.map(({ name }) => sourceTitle(name))).toEqual([
    "Alertmanager",
    "Prometheus rules",
    "Sloth",
    "Pyrra",
    "OpenSLO",
    "Terraform",
    "Statuspage",
    "Healthchecks",
    "PagerDuty",
    "Opsgenie",
    "Grafana OnCall",
    "iCalendar",
  ]);
});

it("says what the comparison found", () => {
  expect(proofText({ sets: 3_412, equal: 3_412, differs: [] })).toBe(
    "3,412 label sets: the same people are notified in all, at every moment that was asked.",
  );
  expect(proofText({ sets: 12, equal: 11, differs: [] })).toBe("12 label sets: 1 of them differs.");
});
