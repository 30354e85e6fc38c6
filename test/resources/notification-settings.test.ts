import { describe, expect, it } from "vitest";
import { notificationSettings } from "../../src/resources/notification-settings.ts";
import { judge, unsaved } from "./rules.ts";

const before = unsaved(notificationSettings);

describe("notification_settings", () => {
  it("sends everything to nobody until it is saved", () => {
    expect(before.configuration).toEqual({
      enabled: true,
      notify_incidents: true,
      notify_automation: true,
      notify_security: true,
      notify_slo: true,
      recipients: [],
      muted_events: [],
    });
    expect(judge(notificationSettings, {}, { before }).paths).toEqual([]);
  });

  it("takes every field", () => {
    const full = {
      enabled: false,
      notify_incidents: false,
      notify_automation: false,
      notify_security: false,
      notify_slo: false,
      recipients: ["oncall@example.com", "sre-team+alerts@example.com"],
      muted_events: ["slo_budget", "alert_created"],
    };
    const { paths, row } = judge(notificationSettings, full, { before });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it("replaces lists and leaves what is not named", () => {
    const { row } = judge(
      notificationSettings,
      { recipients: ["a@example.com"], notify_slo: false },
      { before },
    );
    const next = judge(notificationSettings, { recipients: [] }, { before: row });
    expect(next.row.configuration).toMatchObject({ recipients: [], notify_slo: false });
  });

  it.each([
    [{ recipients: ["oncall@example.com", "oncall"] }, "recipients[1]"],
    [{ recipients: null }, "recipients"],
    [{ recipients: Array.from({ length: 201 }, (_, n) => `p${n}@example.com`) }, "recipients"],
    [{ muted_events: ["slo_breach", "slo_breached"] }, "muted_events[1]"],
    [{ notify_slo: null }, "notify_slo"],
    [{ enabled: "false" }, "enabled"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(notificationSettings, tweak, { before }).paths).toEqual([path]);
  });
});
