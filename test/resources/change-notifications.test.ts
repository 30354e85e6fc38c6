import { describe, expect, it } from "vitest";
import { defineChangeNotifications } from "../../src/resources/change-notifications.ts";
import { judge } from "./rules.ts";

const kind = defineChangeNotifications(["teams", "alert_mutes"]);
const mailed = { name: "Audit mail", channel: "email", recipients: ["audit@example.com"] };
const posted = { name: "Audit hook", channel: "webhook", webhook_url: "https://example.com/hook" };
const slacked = { name: "Audit room", channel: "slack", slack_webhook_url: "https://hooks.example.com/T/B" };

describe("change_notifications", () => {
  it("reports every change by default", () => {
    const { paths, row } = judge(kind, mailed);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...mailed,
      enabled: true,
      webhook_url: null,
      resources: ["*"],
      verbs: ["create", "update", "delete"],
      excluded_actors: [],
      include_diff: true,
    });
  });

  it("takes every field", () => {
    const plain = {
      ...posted,
      enabled: false,
      recipients: ["audit@example.com"],
      resources: ["teams", "alert_mutes", "change_notifications"],
      verbs: ["delete"],
      excluded_actors: ["terraform"],
      include_diff: false,
    };
    const secrets = { slack_webhook_url: "https://hooks.example.com/T/B", webhook_secret: "sign" };
    const { paths, row } = judge(kind, { ...plain, ...secrets });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(plain);
    expect(row.secretsSet).toEqual({ slack_webhook_url: true, webhook_secret: true });
  });

  it.each([
    [mailed, { recipients: [] }, "recipients"],
    [posted, { webhook_url: null }, "webhook_url"],
    [slacked, { slack_webhook_url: null }, "slack_webhook_url"],
  ])("%j needs its channel's own target, at first and ever after: %j", (body, without, path) => {
    const { paths, row } = judge(kind, body);
    expect(paths).toEqual([]);
    expect(judge(kind, { ...body, ...without }).paths).toEqual([path]);
    expect(judge(kind, without, { before: row }).paths).toEqual([path]);
    expect(judge(kind, { include_diff: false }, { before: row }).paths).toEqual([]);
  });

  it("is not content with another channel's target", () => {
    expect(judge(kind, { ...mailed, channel: "slack" }).paths).toEqual(["slack_webhook_url"]);
  });

  it.each([
    [{ channel: "sms" }, "channel"],
    [{ recipients: ["audit"] }, "recipients[0]"],
    [{ webhook_url: "" }, "webhook_url"],
    [{ resources: ["*", "team"] }, "resources[1]"],
    [{ verbs: ["create", "read"] }, "verbs[1]"],
    [{ excluded_actors: [""] }, "excluded_actors[0]"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(kind, { ...mailed, ...tweak }).paths).toEqual([path]);
  });
});
