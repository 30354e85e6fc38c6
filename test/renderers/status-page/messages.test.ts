/** What subscribers are sent of an incident that has moved on meanwhile. */
import { expect, it } from "vitest";
import { incidentBody } from "../../../src/renderers/status-page/index.ts";
import { incident, pageState } from "./sample.ts";

it("a webhook has the incident as its update left it, also where the next one has come", () => {
  const updates = [
    { at: "2026-11-26T19:00:00.000Z", status: "investigating", body: "It is slow." },
    { at: "2026-11-26T19:10:00.000Z", status: "identified", body: "Found." },
    { at: "2026-11-26T19:20:00.000Z", status: "resolved", body: "Over." },
  ] as const;
  const over = incident({ status: "resolved", resolvedAt: "2026-11-26T19:20:00.000Z", updates });
  const sent = updates.map((update) => {
    const made = incidentBody(pageState({ incidents: [over] }), {
      incident: over,
      update,
      leaveUrl: "https://x.example/",
    });
    return (JSON.parse(made) as { incident: Record<string, unknown> }).incident;
  });
  expect(sent.map(({ status }) => status)).toEqual(["investigating", "identified", "resolved"]);
  expect(sent.map(({ resolved_at }) => resolved_at)).toEqual([null, null, "2026-11-26T19:20:00.000Z"]);
  expect(sent.map(({ incident_updates }) => (incident_updates as unknown[]).length)).toEqual([1, 2, 3]);
});
