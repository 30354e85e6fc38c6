import { describe, expect, it } from "vitest";
import { eventKeys } from "../../src/kernel/events.ts";
import { slackSettings } from "../../src/resources/slack-settings.ts";
import { judge, unsaved } from "./rules.ts";

const before = unsaved(slackSettings);

describe("slack_settings", () => {
  it("starts switched off", () => {
    expect(before.configuration).toEqual({
      enabled: false,
      workspace_id: null,
      default_channel_id: null,
      incident_channel_template: "inc-{date}-{title}",
      event_types: [],
    });
  });

  it("takes a full row", () => {
    const full = {
      enabled: true,
      workspace_id: "T024BE7LD",
      default_channel_id: "C024BE91L",
      incident_channel_template: "incident-{date}",
      event_types: [...eventKeys],
    };
    const secrets = { bot_token: "xoxb-1", signing_secret: "s" };
    const { row, paths } = judge(slackSettings, { ...full, ...secrets }, { before });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
    expect(row.secretsSet).toEqual({ bot_token: true, signing_secret: true });
  });

  it.each([
    [{ event_types: ["slo_breach", "slo_breached"] }, ["event_types[1]"]],
    [{ workspace_id: "" }, []],
    [{ incident_channel_template: "" }, []],
    [{ incident_channel_template: null }, ["incident_channel_template"]],
    [{ bot_token: "x".repeat(1_001) }, ["bot_token"]],
  ])("%j has problems at %j", (body, expected) => {
    expect(judge(slackSettings, body, { before }).paths).toEqual(expected);
  });
});
