import { describe, expect, it } from "vitest";
import { organizationSettings } from "../../src/resources/organization-settings.ts";
import { judge } from "./rules.ts";

describe("organization_settings", () => {
  it.each([
    [{ blocker: "critical", watchdog: "none" }, []],
    [{ blocker: "urgent" }, ["severity_words.blocker"]],
    [{ Page: "error", page: "critical" }, ["severity_words.page"]],
    [{ " ": "info" }, ["severity_words. "]],
  ])("takes the words %j but for %j", (severity_words, paths) => {
    expect(judge(organizationSettings, { name: "Acme", severity_words }).paths).toEqual(paths);
  });
});
