/** What an incident's desk says by itself. */
import { expect, it } from "vitest";
import {
  type IncidentRow,
  minutesLeft,
  muteReason,
  proposedStates,
  publishLabel,
  reachText,
  statesOf,
  templatesOf,
} from "../../console/kinds/special/status-page-incidents/words.ts";

const of = (status: string, impact = "none") => ({ status, impact });

it("offers the states of an outage or of a maintenance", () => {
  expect(statesOf(of("investigating"))).toEqual(["investigating", "identified", "monitoring", "resolved"]);
  expect(statesOf(of("scheduled"))).toEqual(["scheduled", "in_progress", "completed"]);
  expect(statesOf(of("investigating", "maintenance"))).toEqual(["scheduled", "in_progress", "completed"]);
});

it("has a text for each state, with the components and without", () => {
  const text = (components: string[]) =>
    templatesOf(of("investigating"), components).find(({ status }) => status === "identified")?.text;
  expect(text(["Checkout", "Search"])).toBe(
    "We have found the cause of the problems with Checkout and Search, and are working on a fix.",
  );
  expect(text([])).toBe("We have found the cause of the problems, and are working on a fix.");
  for (const incident of [of("resolved"), of("completed")]) {
    const templates = templatesOf(incident, ["A"]);
    expect(templates.map(({ status }) => status)).toEqual(statesOf(incident));
    for (const { text } of templates) expect(text).toMatch(/\.$/);
  }
});

it("says on the button what it does, and why nobody is mailed", () => {
  const reach = { served: true, subscribers: 0, mailed: 3, unsent: undefined, notifies: true };
  // Staff are no subscribers.
  expect(publishLabel({ ...reach, subscribers: 12 })).toBe("Publish and mail 12 subscribers");
  expect(publishLabel({ ...reach, subscribers: 1 }, "Post update")).toBe("Post update and mail 1 subscriber");
  expect(publishLabel(reach)).toBe("Publish: nobody subscribes yet");
  expect(publishLabel({ ...reach, subscribers: 12, served: false })).toBe("Save");
  expect(publishLabel({ ...reach, subscribers: 12, notifies: false })).toBe("Publish, mail nobody");
  expect(reachText({ ...reach, subscribers: 1 })).toContain("at once, and 1 subscriber gets a message.");
  expect(reachText(reach)).toBe(
    "It is published on the status page at once. Your own 3 addresses are mailed, by the notification settings.",
  );
  expect(reachText({ ...reach, mailed: 0 })).toBe("It is published on the status page at once.");
  expect(
    reachText({ served: false, subscribers: 0, mailed: 0, unsent: "Mail is off.", notifies: false }),
  ).toBe("Nobody sees it on the status page. Mail is off.");
});

it("proposes what components show by the impact, but never better than they show, or over what somebody chose", () => {
  const component = (id: string, status: string, status_source = "manual") => ({
    ...{ id, name: id, service: null, status, status_source },
  });
  const components = [
    component("cart", "operational"),
    component("search", "major_outage"),
    component("mail", "operational", "observed"),
    component("pay", "operational"),
  ];
  const states = (impact: string) => proposedStates(impact, components, { pay: "degraded_performance" });
  expect(states("major")).toEqual({
    ...{ cart: "partial_outage", search: "major_outage" },
    ...{ mail: "operational", pay: "degraded_performance" },
  });
  expect(states("critical").cart).toBe("major_outage");
  expect(states("minor").cart).toBe("degraded_performance");
  expect(states("none").cart).toBe("operational");
});

it("counts a maintenance's minutes, up to the longest mute", () => {
  const until = (scheduled_until: string | null) => ({ scheduled_until }) as IncidentRow;
  const now = Date.parse("2026-03-01T02:00:30Z");
  expect(minutesLeft(until("2026-03-01T03:00:00Z"), now)).toBe(60);
  expect(minutesLeft(until("2026-03-01T02:00:00Z"), now)).toBeUndefined();
  expect(minutesLeft(until(null), now)).toBeUndefined();
  expect(minutesLeft(until("2027-03-01T02:00:00Z"), now)).toBe(43_200);
  expect(muteReason({ title: "x".repeat(900) })).toHaveLength(500);
});
