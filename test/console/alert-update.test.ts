/** What an alert lets people say on the status page, and whether its own colour can be seen. */
import { expect, it } from "vitest";
import { alertUpdate } from "../../console/kinds/special/status-page-incidents/alert-update.ts";
import type { Component, IncidentRow } from "../../console/kinds/special/status-page-incidents/words.ts";
import { colourWords } from "../../console/kinds/special/status-page-settings/colour-words.ts";

const component = (id: string, over: Partial<Component> = {}): Component => ({
  id,
  name: id,
  service: "checkout",
  status: "operational",
  status_source: "manual",
  ...over,
});
const incident = (over: Partial<IncidentRow> = {}): IncidentRow => ({
  id: "spi_1",
  title: "Slow",
  status: "identified",
  impact: "minor",
  component_ids: ["Paying"],
  body: "It is slow.",
  notify: true,
  draft: false,
  scheduled_for: null,
  scheduled_until: null,
  updates: [],
  ...over,
});
const alert = (severity: "critical" | "error" | "warning", status: "open" | "resolved" = "open") => ({
  service: "checkout",
  severity,
  status,
});
const all = [component("Paying"), component("Cart"), component("Search", { service: "search" })];

it("begins an incident of the components that have the alert's service", () => {
  const update = alertUpdate(alert("critical"), { components: all, open: [] }, []);
  expect(update).toMatchObject({
    incident: undefined,
    title: "Paying and Cart are affected",
    impact: "critical",
    status: "investigating",
    body: "We are looking into problems with Paying and Cart. The next update follows within 30 minutes.",
    states: { Paying: "major_outage", Cart: "major_outage" },
  });
});

it("goes on with an incident of theirs that is open, and not with planned work", () => {
  const planned = incident({ id: "spi_2", status: "in_progress", impact: "maintenance" });
  const update = alertUpdate(alert("warning"), { components: all, open: [planned, incident()] }, []);
  expect(update).toMatchObject({ incident: { id: "spi_1" }, title: "Slow", status: "identified" });
  expect(alertUpdate(alert("warning"), { components: all, open: [planned] }, []).incident).toBeUndefined();
});

it("begins with the organization's own text for the status, where it has one", () => {
  const own = [
    { name: "Over", status: "resolved", body: "{components}: over." },
    { name: "Paying", status: "investigating", body: "Paying with {components} fails; {components} again." },
  ];
  const rows = { components: [component("Paying")], open: [] };
  expect(alertUpdate(alert("error"), rows, own).body).toBe("Paying with Paying fails; Paying again.");
  expect(alertUpdate(alert("error", "resolved"), rows, own)).toMatchObject({
    status: "resolved",
    body: "Paying: over.",
  });
});

it("makes no component better than it is while the alert lasts, and leaves those that are observed", () => {
  const rows = {
    components: [
      component("Paying", { status: "major_outage" }),
      component("Cart", { status_source: "observed" }),
    ],
    open: [],
  };
  expect(alertUpdate(alert("warning"), rows, []).states).toEqual({});
  expect(alertUpdate(alert("warning", "resolved"), rows, []).states).toEqual({ Paying: "operational" });
});

it("leaves the title to people where no component has the service", () => {
  const update = alertUpdate(alert("critical"), { components: [], open: [] }, []);
  expect(update).toMatchObject({ title: "", components: [], states: {} });
});

it("says of a colour whether it can be seen, and what the page makes of it", () => {
  expect(colourWords("#ffe600").map(({ text }) => text)).toEqual([
    "On the light page its contrast is 1.2 : 1, and WCAG AA asks for 4.5 : 1. The page shows it darker, as #807300.",
    "On the dark page its contrast is 14.8 : 1: it can be seen (WCAG AA).",
  ]);
  expect(colourWords("#6d28d9")[0]?.text).toBe(
    "On the light page its contrast is 7.1 : 1: it can be seen (WCAG AA).",
  );
  expect(colourWords("#fff")).toEqual([]);
  expect(colourWords("")).toEqual([]);
});
