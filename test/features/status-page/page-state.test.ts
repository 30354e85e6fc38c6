/** What a page shows of incidents: their order, when planned work began, and what maintenance nobody planned is called. */
import { describe, expect, it } from "vitest";
import { pageStateOf } from "../../../src/features/status-page/page-state.ts";

const now = new Date("2026-11-26T20:00:00.000Z");
const announced = "2026-11-12T10:00:00.000Z";

const row = (id: string, configuration: object, state: object = {}) => ({
  kind: "status_page_incidents",
  id,
  naturalKey: null,
  configuration: { title: id, body: "Words.", ...configuration },
  secrets: {},
  state: { started_at: announced, resolved_at: null, updates: [], ...state },
  revision: "1",
  managedBy: null,
  createdAt: new Date(announced),
  updatedAt: now,
});

const shown = (...incidents: ReturnType<typeof row>[]) =>
  pageStateOf(
    {
      organization: { id: "org_acme", name: "Acme" },
      settings: { ...row("status_page_settings", {}), configuration: { enabled: true, slug: "acme" } },
      components: [],
      incidents,
      observed: new Map(),
      days: new Map(),
      spans: [],
    },
    "https://config.example.com",
    now,
  ).incidents;

const said = (...moves: (readonly [string, string])[]) => ({
  updates: moves.map(([at, status]) => ({ at, status, body: "Words." })),
});
const [planned, end] = ["2026-11-26T02:00:00.000Z", "2026-11-26T03:00:00.000Z"];
const work = { impact: "maintenance", scheduled_for: planned, scheduled_until: end };

describe("planned work", () => {
  it.each([
    ["is announced", { ...work, status: "scheduled" }, said([announced, "scheduled"]), announced],
    [
      "begins when it is in progress",
      { ...work, status: "in_progress" },
      said([announced, "scheduled"], ["2026-11-26T02:00:04.000Z", "in_progress"]),
      "2026-11-26T02:00:04.000Z",
    ],
    [
      "that was put off begins when it is in progress again",
      { ...work, status: "in_progress" },
      said([announced, "in_progress"], [announced, "scheduled"], [planned, "in_progress"]),
      planned,
    ],
    [
      "that is completed began as planned where nobody said otherwise",
      { ...work, status: "completed" },
      { ...said([announced, "scheduled"], [end, "completed"]), resolved_at: end },
      planned,
    ],
    [
      "that was given up before it began lasted no time",
      { ...work, status: "completed" },
      { ...said([announced, "scheduled"]), resolved_at: "2026-11-20T00:00:00.000Z" },
      "2026-11-20T00:00:00.000Z",
    ],
    [
      "began when somebody says so",
      { ...work, status: "completed", started_at: "2026-11-26T01:00:00Z" },
      { ...said([planned, "in_progress"]), resolved_at: end },
      "2026-11-26T01:00:00.000Z",
    ],
    [
      "an outage began when it was opened",
      { impact: "major", status: "resolved" },
      { resolved_at: end },
      announced,
    ],
  ] as const)("%s", (_what, configuration, state, began) => {
    expect(shown(row("spi_work", configuration, state))[0]?.startedAt).toBe(began);
  });

  it("that nobody planned has Statuspage's statuses of maintenance", () => {
    const state = said([announced, "investigating"], [planned, "monitoring"], [end, "resolved"]);
    const [open] = shown(row("spi_open", { impact: "maintenance", status: "monitoring" }, state));
    const [over] = shown(
      row("spi_over", { impact: "maintenance", status: "resolved" }, { ...state, resolved_at: end }),
    );
    expect([open?.status, over?.status]).toEqual(["in_progress", "completed"]);
    expect(over?.updates.map(({ status }) => status)).toEqual(["in_progress", "in_progress", "completed"]);
    expect(shown(row("spi_outage", { impact: "major", status: "monitoring" }, state))[0]?.status).toBe(
      "monitoring",
    );
  });
});

it("incidents stand in the order in which they began, whenever they were written", () => {
  const at = (id: string, started_at: string) => row(id, { status: "investigating", started_at });
  const ids = shown(
    at("spi_october", "2026-10-25T00:00:00Z"),
    at("spi_november", "2026-11-26T09:00:00+02:00"),
  );
  expect(ids.map(({ id }) => id)).toEqual(["spi_november", "spi_october"]);
});
