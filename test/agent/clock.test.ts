/** An agent, and an engine, whose clock is an hour off: what is reported has the service's time, also of what is behind. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import { ClockOffset } from "../../src/agent/clock-offset.ts";
import type { AgentService, Engine } from "../../src/agent/engine.ts";
import { createFigures } from "../../src/agent/engines/figures.ts";
import type { EngineHttp } from "../../src/agent/engines/http.ts";
import type { StateReport } from "../../src/renderers/read-back.ts";
import { renderOf } from "./renders.ts";

const hour_ms = 3_600_000;
const now = Date.parse("2026-03-10T12:00:00.000Z");
const render = {
  ...renderOf({}),
  evaluated: [{ resource: "synthetic_checks", ids: ["chk_1"] }],
  data_sources: ["ds_1"],
};
/** As an engine answers whose clock is so far ahead: of the check, that it was up ten seconds before. */
function engineHttp(ahead_ms: number): EngineHttp {
  const seconds = (now + ahead_ms) / 1_000;
  const sample = (name: string, value: number) => ({
    metric: { __name__: `orgconfig:check_${name}`, orgconfig_check_id: "chk_1" },
    value: [seconds, String(value)],
  });
  const result = [sample("status", 1), sample("time:seconds", seconds - 10)];
  return { json: async () => ({ data: { resultType: "vector", result } }) } as unknown as EngineHttp;
}

/** What an agent reports in its first round, by the rows' ids. */
async function reported(at: string | undefined, engine: Partial<Engine>) {
  const reports: StateReport[] = [];
  const service = {
    render: async () => render,
    acknowledge: async () => at,
    report: async (all: readonly StateReport[]) => void reports.push(...all),
  } as unknown as AgentService;
  const works = { apply: async () => {}, verify: async () => {}, version: async () => undefined };
  await new Agent({ service, engine: { ...works, ...engine }, log: () => {} }).round();
  return Object.fromEntries(reports.map(({ id, state }) => [id, state]));
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

describe.each([-hour_ms, 0, hour_ms])("a clock that is %i ms ahead", (ahead_ms) => {
  it("of the agent moves no time", async () => {
    const at = new Date(now).toISOString();
    vi.setSystemTime(now + ahead_ms);
    const { ds_1, chk_1 } = await reported(at, { readBack: createFigures(engineHttp(ahead_ms)) });
    expect(ds_1).toEqual({ health_status: "healthy", last_success_at: at });
    expect(chk_1).toMatchObject({ status: "up", last_checked_at: "2026-03-10T11:59:50.000Z" });
  });

  it("of the engine alone moves none either", async () => {
    const { chk_1 } = await reported(undefined, { readBack: createFigures(engineHttp(ahead_ms)) });
    expect(chk_1).toMatchObject({ last_checked_at: "2026-03-10T11:59:50.000Z" });
  });
});

it("clocks that nearly agree are equal, and one moment stays one moment", () => {
  const offset = new ClockOffset();
  const seen = [59_000, -59_000, 3_600_000, 3_659_000, Number.NaN, 3_541_000, 3_000].map((ms) => {
    offset.note(now + ms, now);
    return offset.ms;
  });
  expect(seen).toEqual([0, 0, 3_600_000, 3_600_000, 3_600_000, 3_600_000, 3_000]);
});
