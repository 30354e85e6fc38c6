/** The hour that the clocks of a zone show twice is two hours, wherever a time of an incident stands. */
import { expect, it } from "vitest";
import { fileOf, incidentMail, type PageIncident } from "../../../src/renderers/status-page/index.ts";
import { incident, page, pageState, upgrade, view } from "./sample.ts";

const [summer, winter] = ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"];
const outage: PageIncident = incident({
  startedAt: summer,
  updatedAt: winter,
  updates: [
    { at: summer, status: "investigating", body: "We look." },
    { at: winter, status: "identified", body: "It is the clock." },
  ],
});
const work: PageIncident = { ...upgrade, scheduledFor: summer, scheduledUntil: winter };
const state = pageState({ page: { ...page, timezone: "Europe/Berlin" }, incidents: [outage, work] });

it.each(["", `incidents/${outage.id}`, "history.atom", "history.rss"])("in /%s", (path) => {
  const text = fileOf(state, path, {}, view)?.text ?? "";
  expect(text).toContain("25 Oct 2026, 02:30 CEST");
  expect(text).toContain("25 Oct 2026, 02:30 CET");
});

it("in mails", () => {
  const mailOf = (about: PageIncident, at: string) => {
    const update = about.updates.find((one) => one.at === at) ?? { at, status: about.status, body: "" };
    return incidentMail(state, { incident: about, update, leaveUrl: "https://config.example.com/leave" });
  };
  for (const body of ["text", "html"] as const) {
    expect(mailOf(outage, summer)[body]).toContain("25 Oct 2026, 02:30 CEST");
    expect(mailOf(outage, winter)[body]).toContain("25 Oct 2026, 02:30 CET");
    expect(mailOf(work, summer)[body]).toContain("25 Oct 2026, 02:30 CEST to 25 Oct 2026, 02:30 CET");
  }
});
