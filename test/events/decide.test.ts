/** Who is mailed and why, over every event and every switch. */
import { describe, expect, it } from "vitest";
import {
  decideRecipients as deciding,
  type NotificationSettings,
} from "../../src/features/alerting/events/decide.ts";
import { type EventKey, eventKeys } from "../../src/kernel/events.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { mostSteps } from "../../src/renderers/alerting/matchers.ts";
import type { Mute } from "../../src/renderers/alerting/mutes.ts";

const decideRecipients = (...facts: Parameters<typeof deciding>) => atOnce(deciding(...facts));

const now = new Date("2026-01-01T00:00:00Z");
const later = new Date(now.getTime() + 60_000);
const muteOf = (id: string, pattern: string, endsAt = later): Mute => ({
  ...{ id, pattern, matchers: [], routeIds: [], reason: "work" },
  times: { startsAt: new Date(0), endsAt, schedule: [] },
});
const all: NotificationSettings = {
  enabled: true,
  notify_incidents: true,
  notify_automation: true,
  notify_security: true,
  notify_slo: true,
  recipients: ["ops@example.com"],
  muted_events: [],
};

/** Written out by hand from docs/contract.md, "Notifications", so that the table in the kernel is compared with something. */
const categories = {
  notify_incidents: ["alert_created", "investigation_completed", "investigation_failed", "status_incident"],
  notify_automation: ["automation_approval", "automation_completed", "automation_failed"],
  notify_security: ["security_finding", "quota_warning", "integration_failing"],
  notify_slo: ["slo_breach", "slo_budget", "slo_burn_rate", "slo_tracking_failure"],
} as const;
const toggles = Object.keys(categories) as (keyof typeof categories)[];

function reasonFor(settings: Partial<NotificationSettings>, event: EventKey, title = "Disk is full") {
  return decideRecipients({ ...all, ...settings }, { event, title, labels: {} }, [], now).reason;
}

it("knows fourteen events, each of one category", () => {
  expect(eventKeys).toHaveLength(14);
  expect(Object.values(categories).flat().toSorted()).toEqual([...eventKeys]);
});

describe.each(eventKeys)("%s", (event) => {
  const own = toggles.find((toggle) => (categories[toggle] as readonly string[]).includes(event));

  it("is sent unless something says otherwise", () => {
    expect(reasonFor({}, event)).toBe("sent");
  });
  it("is not sent while mail is off, whatever else", () => {
    expect(reasonFor({ enabled: false, muted_events: [event] }, event)).toBe("disabled");
  });
  it.each(toggles)("%s off silences it only in its own category", (toggle) => {
    const expected = toggle === own ? "category_off" : "sent";
    expect(reasonFor({ [toggle]: false }, event)).toBe(expected);
    if (toggle === own)
      expect(reasonFor({ [toggle]: false, muted_events: [event] }, event)).toBe("category_off");
  });
  it("is not sent when it is muted by name, and only then", () => {
    expect(reasonFor({ muted_events: [event] }, event)).toBe("muted_event");
    expect(reasonFor({ muted_events: eventKeys.filter((other) => other !== event) }, event)).toBe("sent");
  });
  it("goes to nobody without recipients", () => {
    expect(reasonFor({ recipients: [] }, event)).toBe("no_recipients");
  });
  it("is compared with alert mutes only where it is an alert", () => {
    const mute = muteOf("mute_1", "DISK*");
    const { reason, muteId } = decideRecipients(
      all,
      { event, title: "disk is full", labels: {} },
      [mute],
      now,
    );
    expect([reason, muteId]).toEqual(
      event === "alert_created" ? ["alert_mute", "mute_1"] : ["sent", undefined],
    );
  });
});

it("mutes by a label as label=value, and no longer than the mute lasts", () => {
  const facts = { event: "alert_created", title: "x", labels: { severity: "Low", host: "db-1" } } as const;
  const mute = (pattern: string, endsAt = later) => [muteOf("mute_1", pattern, endsAt)];
  expect(decideRecipients(all, facts, mute("host=DB-?"), now).reason).toBe("alert_mute");
  expect(decideRecipients(all, facts, mute("host=db"), now).reason).toBe("sent");
  expect(decideRecipients(all, facts, mute("*", now), now).reason).toBe("sent");
});

it("mails an alert that so many mutes have no say over in time, and says so", () => {
  const labels = Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`l${at}`, "a".repeat(1_000)]));
  const mutes = Array.from({ length: 10 }, (_, at) => muteOf(`mute_${at}`, `*${"a".repeat(252)}?b`));
  const { reason, message } = decideRecipients(
    all,
    { event: "alert_created", title: "x", labels },
    [...mutes, muteOf("mute_x", "x")],
    now,
  );
  expect([reason, message]).toEqual(["sent", expect.stringContaining("Not every alert mute was checked")]);
  expect(mostSteps.ofOne).toBeLessThan(10 * 64 * 1_000 * 255);
});

it("mails nobody twice for the sake of a capital letter", () => {
  const settings = { ...all, recipients: ["Ops@example.com", "ops@example.com", "b@example.com"] };
  const facts = { event: "slo_breach", title: "x", labels: {} } as const;
  expect(decideRecipients(settings, facts, [], now).recipients).toEqual(["Ops@example.com", "b@example.com"]);
});
