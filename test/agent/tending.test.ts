/** What is said of silences that could not be exchanged. */
import { expect, it } from "vitest";
import type { AlertService, AlertSide } from "../../src/agent/alert-side.ts";
import { createTending } from "../../src/agent/silence-sync.ts";

it("is one line without a terminal's controls, whatever somebody wrote as a reason", async () => {
  const said: (string | undefined)[] = [];
  const comment = "work\u001b[2J\n2026-01-01 the engine runs what is rendered";
  const wanted = { matchers: [], starts_at: "", ends_at: "", created_by: "orgconfig", comment };
  const service: AlertService = {
    exchangeSilences: async () => ({
      at: "",
      create: [wanted],
      expire: [],
      refused: [],
      alerts_wanted: false,
    }),
    reportAlerts: async () => {},
  };
  const side: AlertSide = {
    silences: async () => [],
    silence: () => Promise.reject(new Error("HTTP 400")),
    expire: async () => {},
    started: async () => "now",
    alerts: async () => [],
  };
  const { tend } = createTending({ service, now: () => 0, say: (message) => said.push(message) });
  await tend(side);
  expect(said).toEqual([
    'no silence was made for the mute "work [2J 2026-01-01 the engine runs what is rendered": HTTP 400',
  ]);
});
