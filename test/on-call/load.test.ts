/** Load of people on call: hours, nights and weekends by their shifts, pages and how fast they were answered. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { loadByPerson } from "../../src/features/alerting/on-call-load/count.ts";
import { csvOf } from "../../src/features/alerting/on-call-load/csv.ts";
import { webhook } from "../alerts/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { ada, ben, cy, makeScene, standStill, sunday, weeks } from "./scene.ts";

let test: TestService;
beforeAll(async () => {
  standStill();
  test = await startService();
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

const none = { hours: 0, nights: 0, weekends: 0 };

it("counts the past and what is planned apart", async () => {
  const { api } = await makeScene(test);
  // From Monday 09:00 to Monday 09:00 in Berlin: Ada's week, of which Sunday noon is now, and Ben's first hour.
  const { status, body, text } = await api(
    "GET",
    "on_call/load?from=2026-11-23T08:00:00Z&to=2026-11-30T09:00:00Z",
  );
  expect(status, text).toBe(200);
  const nothing = { pages: 0, pages_at_night: 0, acknowledged: 0, seconds_to_acknowledge: null };
  expect(body).toEqual({
    ...{ from: "2026-11-23T08:00:00.000Z", to: "2026-11-30T09:00:00.000Z", known_since: null, cut: false },
    data: [
      {
        ...{ email: ada, name: ada, past: { hours: 148, nights: 6, weekends: 1 } },
        ...{ planned: { hours: 20, nights: 1, weekends: 1 }, ...nothing },
      },
      { email: ben, name: ben, past: none, planned: { hours: 1, nights: 0, weekends: 0 }, ...nothing },
    ],
  });
  const old = await api("GET", "on_call/load?from=2026-10-01T00:00:00Z");
  expect(old.body).toMatchObject({ known_since: "2026-10-30T12:00:00.000Z", to: "2026-12-29T12:00:00.000Z" });
  const long = await api("GET", "on_call/load?from=2025-01-01T00:00:00Z");
  expect([long.status, long.body.field]).toEqual([422, "to"]);
});

it("counts alerts that were mailed to somebody, and who acknowledged them", async () => {
  const { api, config } = await makeScene(test, { rotations: [] });
  const made = async (kind: string, body: object) => (await config("POST", kind, { body })).body.id as string;
  const connector = await made("connectors", {
    ...{ name: "alertmanager", type: "observability", connector_type: "alertmanager" },
  });
  const receiver = await made("alert_routes", {
    ...{
      name: "all",
      matchers: ['alertname=~".+"'],
      destinations: [{ email: ben }, { email: "x@example.com" }],
    },
  });
  const startsAt = new Date(sunday.getTime() - 60_000).toISOString();
  const taken = await api("POST", `intake/alertmanager/${connector}`, {
    body: webhook({ receiver }, [{ name: "Disk", startsAt }]),
  });
  expect(taken.status, taken.text).toBe(200);
  const { body } = await api("GET", "on_call/load");
  expect(body.data).toMatchObject([{ email: ben, past: none, pages: 1, acknowledged: 0 }]);
});

it("is a table as well", async () => {
  const { api } = await makeScene(test);
  const query = "from=2026-11-30T08:00:00Z&to=2026-11-30T09:00:00Z&format=csv";
  const { status, text, headers } = await api("GET", `on_call/load?${query}`);
  expect([status, headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(text).toBe(
    [
      "email,name,past_hours,past_nights,past_weekends,planned_hours,planned_nights,planned_weekends,pages,pages_at_night,acknowledged,seconds_to_acknowledge\r\n",
      `${ben},${ben},0,0,0,1,0,0,0,0,0,\r\n`,
    ].join(""),
  );
});

it("counts nights by the rota's zone, and a name that two people have for neither", () => {
  const rotation = { ...weeks, ends_on: null, hours: [], offset: 0 };
  const handover = { ...weeks.handover, day_of_month: 1, unit: "weeks" as const };
  const rota = {
    ...{
      id: "rota_1",
      name: "Payments",
      timezone: "Europe/Berlin",
      must_cover: null,
      fallback: null,
      overrides: [],
    },
    ...{ rotations: [{ ...rotation, handover }], configuration: {} as never },
  };
  const rows = {
    ...{ rotas: [rota], absences: [], members: new Set([ada, ben, cy]) },
    names: new Map([
      [ada, "=Ada"],
      [ben, "Lee"],
      [cy, "Lee"],
    ]),
  };
  const at = (moment: string) => ({ email: ada, sentAt: new Date(moment) });
  const week = { from: Date.parse("2026-11-23T08:00:00Z"), to: Date.parse("2026-11-30T08:00:00Z") };
  const people = loadByPerson(rows, week, sunday.getTime(), {
    pages: [at("2026-11-24T20:59:00Z"), at("2026-11-24T21:00:00Z"), at("2026-11-25T06:00:00Z")],
    acknowledgements: [
      ...[10, 30, 20].map((seconds) => ({ acknowledgedBy: "=Ada", seconds })),
      ...[{ acknowledgedBy: "Lee", seconds: 5 }],
      // As the address of the account is written.
      ...[40, 60].map((seconds) => ({ acknowledgedBy: cy.toUpperCase(), seconds })),
    ],
  });
  expect(people).toMatchObject([
    { email: ada, pages: 3, pages_at_night: 1, acknowledged: 3, seconds_to_acknowledge: 20 },
    { email: cy, past: none, pages: 0, acknowledged: 2, seconds_to_acknowledge: 50 },
  ]);
  // No program that shows the table takes a name for a formula.
  expect(csvOf(people)).toContain(`${ada},'=Ada,148,6,1,20,1,1,3,1,3,20\r\n`);
});
