import { describe, expect, it } from "vitest";
import { observedOf } from "../../../src/features/status-page/observed.ts";
import {
  movesOf,
  type SettledComponent,
  type SettledIncident,
} from "../../../src/features/status-page/settle.ts";

const now = new Date("2026-11-26T20:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

const component = (over: Partial<SettledComponent> = {}): SettledComponent => ({
  id: "spc_one",
  status: "operational",
  observed: null,
  before: undefined,
  ...over,
});
const work = (over: Partial<SettledIncident> = {}): SettledIncident => ({
  id: "spi_work",
  status: "scheduled",
  componentIds: ["spc_one"],
  scheduledFor: minutes(-10),
  scheduledUntil: minutes(50),
  ...over,
});
const nothing = { incidents: [], components: [], taken: [], released: [], dueAt: null };

describe("planned work", () => {
  it("begins at its time, and takes its components with it", () => {
    expect(movesOf([component({ status: "degraded_performance" })], [work()], now)).toEqual({
      incidents: [{ id: "spi_work", status: "in_progress" }],
      components: [{ id: "spc_one", status: "under_maintenance" }],
      taken: [{ id: "spc_one", before: "degraded_performance" }],
      released: [],
      dueAt: minutes(50),
    });
  });

  it("waits for its time", () => {
    const waiting = [work({ scheduledFor: minutes(5) })];
    expect(movesOf([component()], waiting, now)).toEqual({ ...nothing, dueAt: minutes(5) });
    expect(movesOf([component()], [work({ scheduledFor: null })], now)).toEqual(nothing);
  });

  it("ends at its time, and gives its components back as they were", () => {
    const under = component({ status: "under_maintenance", before: "degraded_performance" });
    const over = work({ status: "in_progress", scheduledUntil: minutes(0) });
    expect(movesOf([under], [over], now)).toEqual({
      ...nothing,
      incidents: [{ id: "spi_work", status: "completed" }],
      components: [{ id: "spc_one", status: "degraded_performance" }],
      released: ["spc_one"],
    });
  });

  it("that is over before anybody looked is completed at once", () => {
    expect(movesOf([component()], [work({ scheduledUntil: minutes(-1) })], now)).toEqual({
      ...nothing,
      incidents: [{ id: "spi_work", status: "completed" }],
    });
  });

  it("without an end goes on until somebody ends it", () => {
    const under = component({ status: "under_maintenance", before: "operational" });
    expect(movesOf([under], [work({ status: "in_progress", scheduledUntil: null })], now)).toEqual(nothing);
    expect(movesOf([under], [work({ status: "completed", scheduledUntil: null })], now)).toMatchObject({
      components: [{ id: "spc_one", status: "operational" }],
      released: ["spc_one"],
    });
  });

  it("keeps a component as long as one of several goes on", () => {
    const under = component({ status: "under_maintenance", before: "operational" });
    const [ends, goesOn] = [
      work({ status: "in_progress", scheduledUntil: minutes(0) }),
      work({ id: "spi_other", status: "in_progress" }),
    ];
    expect(movesOf([under], [ends, goesOn], now)).toMatchObject({ components: [], released: [] });
  });

  it("leaves a status that somebody set meanwhile", () => {
    const set = component({ status: "major_outage", before: "operational" });
    expect(movesOf([set], [work({ status: "in_progress" })], now)).toMatchObject({ components: [] });
    expect(movesOf([set], [work({ status: "completed" })], now)).toMatchObject({
      components: [],
      released: ["spc_one"],
    });
  });

  it("settled once, has nothing more to do", () => {
    const under = component({ status: "under_maintenance", before: "operational" });
    expect(movesOf([under], [work({ status: "in_progress" })], now)).toEqual({
      ...nothing,
      dueAt: minutes(50),
    });
  });
});

describe("a component that is observed", () => {
  const seen = (status: SettledComponent["status"] | null) =>
    component({ observed: { status, unknownSince: null } });

  it("follows", () => {
    expect(movesOf([seen("partial_outage")], [], now).components).toEqual([
      { id: "spc_one", status: "partial_outage" },
    ]);
    expect(movesOf([seen("operational")], [], now).components).toEqual([]);
  });

  it("stays as it is while nothing is measured", () => {
    expect(movesOf([{ ...seen(null), status: "major_outage" }], [], now).components).toEqual([]);
  });

  it("is under maintenance all the same, and then what is observed", () => {
    expect(movesOf([seen("major_outage")], [work()], now).components).toEqual([
      { id: "spc_one", status: "under_maintenance" },
    ]);
    const under = { ...seen("partial_outage"), status: "under_maintenance", before: "operational" } as const;
    expect(movesOf([under], [], now).components).toEqual([{ id: "spc_one", status: "partial_outage" }]);
  });
});

describe("what is observed", () => {
  const of = (over: Partial<Parameters<typeof observedOf>[0]>) =>
    observedOf({ checks: [], slos: [], alerts: [], hasAlerted: false, ...over }).status;
  const check = (status: "unknown" | "up" | "degraded" | "down") => ({ status, unknownSince: null });
  const slo = (status: "no_data" | "healthy" | "at_risk" | "breached") => ({ status, unknownSince: null });

  it.each([
    ["a check is down", { checks: [check("down")] }, "major_outage"],
    ["all of several are down", { checks: [check("down"), check("down")] }, "major_outage"],
    ["some of several are down", { checks: [check("down"), check("up")] }, "partial_outage"],
    ["a check is degraded", { checks: [check("degraded"), check("up")] }, "degraded_performance"],
    ["an SLO is breached", { slos: [slo("breached")], checks: [check("up")] }, "degraded_performance"],
    ["an SLO is at risk", { slos: [slo("at_risk")] }, "operational"],
    ["a critical alert is open", { alerts: ["warning", "critical"], checks: [check("up")] }, "major_outage"],
    ["a warning is open", { alerts: ["warning"] }, "degraded_performance"],
    ["an info is open", { alerts: ["info"], checks: [check("up")] }, "operational"],
    [
      "a check that nobody knows does not count",
      { checks: [check("unknown"), check("down")] },
      "major_outage",
    ],
    ["an error is open", { alerts: ["error"] }, "degraded_performance"],
    ["an info alone is open", { alerts: ["info", "none"], hasAlerted: true }, "operational"],
    ["alerts alone speak for a service", { hasAlerted: true }, "operational"],
    ["nobody measures the service", {}, null],
    ["nothing is measured", { checks: [check("unknown")], slos: [slo("no_data")] }, null],
  ] as const)("%s", (_what, observers, status) => expect(of(observers)).toBe(status));

  it("says since when nothing is measured", () => {
    const since = "2026-11-26T18:00:00.000Z";
    const checks = [{ status: "unknown", unknownSince: since }] as const;
    expect(observedOf({ checks, slos: [], alerts: [], hasAlerted: true })).toEqual({
      status: null,
      unknownSince: since,
    });
  });
});
