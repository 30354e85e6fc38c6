/** Figures over time: kept as they are reported, thinned exactly, bounded, gone with their row, and nobody else's. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tidy } from "../../src/features/reliability/figures/figures.ts";
import { createFigureStore } from "../../src/features/reliability/figures/store.ts";
import { makeScene } from "../alerts/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

let checks = 0;
async function makeCheck(by = tenant): Promise<string> {
  checks += 1;
  const check = { name: `Check ${checks}`, kind: "tcp", target: "host.example.com:443" };
  return (await by.config("POST", "synthetic_checks", { body: check })).body.id;
}

const report = (id: string, body: object) => tenant.api("PUT", `state/synthetic_checks/${id}`, { body });

interface Point {
  readonly at: string;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

async function series(id: string, range = "24h", by = tenant): Promise<Record<string, readonly Point[]>> {
  const { status, body } = await by.api("GET", `figures/synthetic_checks/${id}?range=${range}`);
  expect(status).toBe(200);
  return Object.fromEntries(
    body.series.map(({ field, points }: { field: string; points: Point[] }) => [field, points]),
  );
}

const query = <R>(name: string, text: string, values: unknown[] = []) =>
  test.database.queryText<R>({ name: `test-${name}`, text }, values);

describe("get_figures", () => {
  it("shows what was reported, the last within five minutes, and a state as the share that is not bad", async () => {
    const id = await makeCheck();
    expect(await series(id)).toEqual({ status: [], last_latency_ms: [] });
    await report(id, { status: "up", last_latency_ms: 120 });
    await report(id, { status: "down", last_latency_ms: 80 });
    const { status = [], last_latency_ms = [] } = await series(id);
    // Two reports within a moment may stand on both sides of a bound.
    expect(status.at(-1)).toMatchObject({ mean: 0, least: 0, most: 0 });
    expect(last_latency_ms.at(-1)).toMatchObject({ mean: 80, least: 80, most: 80 });
    await report(id, { status: "unknown" });
    expect((await series(id)).status?.at(-1)?.mean).toBe(0);
  });

  it("keeps an SLO's budget, and nothing of a report without figures", async () => {
    const source = { name: "p", type: "prometheus", url: "https://p.example.com" };
    const { body: made } = await tenant.config("POST", "data_sources", { body: source });
    const sli = {
      name: "a",
      service: "s",
      kind: "ratio",
      data_source_id: made.id,
      good_query: "a",
      total_query: "b",
    };
    const { body: measured } = await tenant.config("POST", "slis", { body: sli });
    const slo = { name: "a", service: "s", sli_id: measured.id, target_percent: 99 };
    const { body } = await tenant.config("POST", "slos", { body: slo });
    await tenant.api("PUT", `state/slos/${body.id}`, { body: { error_budget_remaining_percent: 41.5 } });
    const answer = await tenant.api("GET", `figures/slos/${body.id}`);
    expect(answer.body.series.map(({ field }: { field: string }) => field)).toEqual([
      "sli_percent",
      "error_budget_remaining_percent",
      "burn_rate",
      "total_rate",
      "bad_rate",
    ]);
    expect(answer.body.series[1].points).toMatchObject([{ mean: 41.5 }]);
    await tenant.api("PUT", `state/data_sources/${made.id}`, { body: { last_success_at: null } });
    expect(await query("kept", "SELECT FROM figures WHERE id = $1", [made.id])).toEqual([]);
  });

  it("shows nothing of another organization, of a kind without figures, or of a row that is not there", async () => {
    const id = await makeCheck();
    await report(id, { status: "up" });
    const other = await test.makeTenant();
    expect((await other.api("GET", `figures/synthetic_checks/${id}`)).status).toBe(404);
    expect((await tenant.api("GET", "figures/teams/team_1")).body.message).toMatch(/slos, synthetic_checks/);
    expect((await tenant.api("GET", `figures/synthetic_checks/${id}?range=1y`)).status).toBe(422);
  });

  it("goes with the row", async () => {
    const id = await makeCheck();
    await report(id, { status: "up" });
    expect(
      (await query<{ n: number }>("count", "SELECT 1 AS n FROM figures WHERE id = $1", [id])).length,
    ).toBe(1);
    await tenant.config("DELETE", `synthetic_checks/${id}`);
    expect(await query("count", "SELECT 1 AS n FROM figures WHERE id = $1", [id])).toEqual([]);
  });
});

describe("list_figures", () => {
  const day = 24 * 3_600_000;
  const today = () => Math.floor(Date.now() / day) * day;
  const put = (id: string, span: number, at: number, figures: object) =>
    query(
      "put-many",
      `INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
       VALUES ($1, 'synthetic_checks', $2, $3, $4, 1, $5)`,
      [tenant.organization.id, id, span, new Date(at), JSON.stringify(figures)],
    );
  const list = async (body: object, by = tenant) => {
    const answer = await by.api("POST", "figures/synthetic_checks", { body });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const field = "last_latency_ms";

  it("has the last report of each day, of hours where those of five minutes are gone, and gaps as null", async () => {
    const [one, other] = [await makeCheck(), await makeCheck()];
    await put(one, 300, today() - day, { [field]: [1] });
    await put(one, 300, today() - day + 600_000, { [field]: [2.00049] });
    await put(one, 3_600, today() - day, { [field]: [7] });
    await put(one, 3_600, today() - 3 * day, { [field]: [3, 1, 9] });
    await put(other, 300, today() - 2 * day, { status: [100] });
    await put(other, 300, today() - 3 * day - 1_000, { [field]: [4] });
    const { since, data, truncated } = await list({ field, days: 4, ids: [other, one, "check_none"] });
    expect([since, truncated]).toEqual([new Date(today() - 3 * day).toISOString().slice(0, 10), false]);
    const expected = [
      { id: one, values: [3, null, 2, null] },
      { id: other, values: [null, null, null, null] },
    ];
    expect(data).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
  });

  it("has the mean of each day, of which a state's is the time that it was not bad", async () => {
    const id = await makeCheck();
    const before = today() - day;
    await put(id, 300, before, { status: [100] });
    await put(id, 300, before + 300_000, { status: [0] });
    await put(id, 3_600, before + 3_600_000, { status: [99] });
    await put(id, 3_600, before - day, { status: [100] });
    await query("weigh", "UPDATE figures SET weight = 2 WHERE id = $1 AND span = 3600", [id]);
    const { data } = await list({ field: "status", value: "mean", days: 4, ids: [id] });
    expect(data).toEqual([{ id, values: [null, 100, 74.5, null] }]);
  });

  it("has all rows of the kind where none are named, and of this organization alone", async () => {
    const fresh = await test.makeTenant();
    const id = await makeCheck(fresh);
    expect((await list({ field }, fresh)).data).toEqual([{ id, values: new Array(30).fill(null) }]);
    expect((await list({ field, ids: [id] })).data).toEqual([]);
  });

  it.each([
    ["Asia/Tokyo", 9],
    ["America/Lima", -5],
  ])("ends its days at the midnights of %s", async (timezone, hoursAhead) => {
    const id = await makeCheck();
    const ahead = hoursAhead * 3_600_000;
    const midnight = Math.floor((Date.now() + ahead) / day) * day - ahead;
    await put(id, 300, midnight - day, { [field]: [1] });
    await put(id, 300, midnight - 300_000, { [field]: [2] });
    await put(id, 300, midnight, { [field]: [3] });
    await put(id, 3_600, midnight - day - 3_600_000, { [field]: [4] });
    const asked = { field, days: 3, ids: [id], timezone };
    const { since, data } = await list(asked);
    expect(since).toBe(new Date(midnight + ahead - 2 * day).toISOString().slice(0, 10));
    expect(data).toEqual([{ id, values: [4, 2, 3] }]);
    expect((await list({ ...asked, value: "mean" })).data).toEqual([{ id, values: [4, 1.5, 3] }]);
  });

  it("refuses a field without figures, and kinds and spans that there are not", async () => {
    const refused = await tenant.api("POST", "figures/slos", { body: { field: "target_percent" } });
    expect([refused.status, refused.body.field]).toEqual([422, "field"]);
    expect(refused.body.message).toMatch(/error_budget_remaining_percent/);
    expect((await tenant.api("POST", "figures/teams", { body: { field } })).status).toBe(404);
    const long = await tenant.api("POST", "figures/synthetic_checks", { body: { field, days: 31 } });
    expect(long.status).toBe(422);
    const nowhere = await tenant.api("POST", "figures/synthetic_checks", {
      body: { field, timezone: "Mars/Olympus" },
    });
    expect([nowhere.status, nowhere.body.field]).toEqual([422, "timezone"]);
  });
});

describe("old figures", () => {
  const now = new Date("2026-06-15T12:34:56.000Z");
  const minutes = 60_000;
  const put = (id: string, at: Date, value: number) =>
    query(
      "put",
      `INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
       VALUES ($1, 'synthetic_checks', $2, 300, $3, 1, jsonb_build_object('last_latency_ms', jsonb_build_array($4::float8)))`,
      [tenant.organization.id, id, at, value],
    );
  const all = (id: string) =>
    query<{ span: number; at: Date; weight: number; figures: { last_latency_ms: number[] } }>(
      "all",
      "SELECT span, at, weight, figures FROM figures WHERE id = $1 ORDER BY at, span",
      [id],
    );

  it("become hours after two days and days after 35, with the same mean, least and most, and go after 400", async () => {
    const figures = createFigureStore(test.database);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 45 * 288 }), { minLength: 1, maxLength: 60 }),
        fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 60, maxLength: 60 }),
        async (ages, values) => {
          const id = await makeCheck();
          const start = Math.floor(now.getTime() / (5 * minutes)) * 5 * minutes;
          for (const [index, age] of ages.entries())
            await put(id, new Date(start - age * 5 * minutes), values[index] as number);
          await tidy(figures, now);
          const left = await all(id);
          const used = ages.map((_, index) => values[index] as number);
          const weight = left.reduce((sum, row) => sum + row.weight, 0);
          const mean = left.reduce(
            (sum, row) => sum + (row.figures.last_latency_ms[0] as number) * row.weight,
            0,
          );
          expect(weight).toBe(ages.length);
          expect(mean / weight).toBeCloseTo(used.reduce((sum, value) => sum + value, 0) / ages.length, 6);
          expect(
            Math.min(
              ...left.map(({ figures }) => figures.last_latency_ms[1] ?? figures.last_latency_ms[0] ?? 0),
            ),
          ).toBe(Math.min(...used));
          expect(
            Math.max(
              ...left.map(({ figures }) => figures.last_latency_ms[2] ?? figures.last_latency_ms[0] ?? 0),
            ),
          ).toBe(Math.max(...used));
          for (const { span, at } of left) {
            // Whole hours and whole days: the bounds lie at the beginning of an hour, and of a day.
            const wanted =
              at >= new Date("2026-06-13T12:00:00Z")
                ? 300
                : at >= new Date("2026-05-11T00:00:00Z")
                  ? 3_600
                  : 86_400;
            expect([at, span]).toEqual([at, wanted]);
          }
          await tidy(figures, now);
          expect(await all(id)).toEqual(left);
          await tidy(figures, new Date(now.getTime() + 500 * 24 * 60 * minutes));
          expect(await all(id)).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe("get_activity", () => {
  it("counts whole days, and no part of the day before the first", async () => {
    const scene = await makeScene(test);
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const at = (moment: number) => new Date(moment).toISOString();
    await scene.notify({}, [
      { name: "Before", startsAt: at(midnight - 60_000) },
      { name: "Today", startsAt: at(midnight) },
    ]);
    const alerts = async (days: number) =>
      (await scene.tenant.api("GET", `activity?days=${days}`)).body.alerts.map(
        (one: { readonly count: number }) => one.count,
      );
    expect([await alerts(1), await alerts(2)]).toEqual([[1], [1, 1]]);
    // An alert that ended long ago is in the history alone.
    await scene.notify({}, [{ name: "Today", startsAt: at(midnight), endsAt: at(midnight + 1) }]);
    await test.service.alerts.putIntoHistory();
    expect(await alerts(2)).toEqual([1, 1]);
    const { id } = scene.tenant.organization;
    const text = "DELETE FROM alerts WHERE organization_id = $1 AND closed_at IS NOT NULL";
    await test.database.queryText({ name: "", text }, [id]);
    expect(await alerts(2)).toEqual([1, 1]);
  });

  it("counts changes by the days of a time zone, of the organization alone", async () => {
    const fresh = await test.makeTenant();
    await fresh.config("POST", "teams", { body: { name: "One" } });
    await fresh.config("POST", "teams", { body: { name: "Two" } });
    const { status, body } = await fresh.api("GET", "activity?days=2&timezone=Europe/Berlin");
    expect(status).toBe(200);
    const total = (list: { count: number }[]) => list.reduce((sum, { count }) => sum + count, 0);
    expect(total(body.changes)).toBe(2);
    expect([body.alerts, body.deliveries]).toEqual([[], []]);
    expect((await fresh.api("GET", "activity?days=91")).status).toBe(422);
    expect((await fresh.api("GET", "activity?timezone=Mars/Base")).status).toBe(422);
  });
});
