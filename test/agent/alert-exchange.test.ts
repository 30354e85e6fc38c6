/** What is reported of silences that could not be exchanged. */
import { expect, it } from "vitest";
import { AlertExchange } from "../../src/agent/alert-exchange.ts";
import type { AlertService, AlertSide } from "../../src/agent/alert-side.ts";

it("is one line without a terminal's controls, whatever somebody wrote as a reason", async () => {
  const problems: (string | undefined)[] = [];
  const comment = "work\u001b[2J\n2026-01-01 the engine runs what is rendered";
  const wanted = { matchers: [], starts_at: "", ends_at: "", created_by: "orgconfig", comment };
  const service: AlertService = {
    exchangeDrills: async () => [],
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
    send: async () => {},
    started: async () => "now",
    alerts: async () => [],
  };
  const exchange = new AlertExchange({ service, now: () => 0, report: (problem) => problems.push(problem) });
  await exchange.exchange(side);
  expect(problems).toEqual([
    'no silence was made for the mute "work [2J 2026-01-01 the engine runs what is rendered": HTTP 400',
  ]);
});

it("goes on with silences and alerts where drills cannot be exchanged, and says that", async () => {
  const done: string[] = [];
  const problems: (string | undefined)[] = [];
  const service: AlertService = {
    exchangeDrills: () => Promise.reject(new Error("HTTP 500")),
    exchangeSilences: async () => {
      done.push("silences");
      return { at: "", create: [], expire: [], refused: [], alerts_wanted: true };
    },
    reportAlerts: async () => void done.push("alerts"),
  };
  const side: AlertSide = {
    silences: async () => [],
    silence: async () => {},
    expire: async () => {},
    send: async () => {},
    started: async () => "now",
    alerts: async () => [],
  };
  const exchange = new AlertExchange({ service, now: () => 0, report: (problem) => problems.push(problem) });
  await exchange.exchange(side);
  expect([done, problems]).toEqual([["silences", "alerts"], ["drills were not exchanged: HTTP 500"]]);
});
