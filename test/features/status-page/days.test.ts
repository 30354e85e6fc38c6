/** Days of components: counted as statuses change, once a day, and up to this moment. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changesOf, daysUntil } from "../../../src/features/status-page/days.ts";
import { createStatusPageStore, type StatusSpan } from "../../../src/features/status-page/store.ts";
import { startService, type Tenant, type TestService } from "../../support/service.ts";

const span = (
  since: string,
  until: string | null,
  status: StatusSpan["status"],
  countedAt = since,
): StatusSpan => ({
  id: "spc_one",
  since: new Date(since),
  until: until === null ? null : new Date(until),
  status,
  countedAt: new Date(countedAt),
});

describe("days up to now", () => {
  it("add what has passed since they were counted, day by day", () => {
    const counted = [{ day: "2026-11-24", seconds: { operational: 43_200 } }];
    const present = span("2026-11-20T00:00:00Z", null, "partial_outage", "2026-11-24T12:00:00Z");
    expect(daysUntil(counted, present, new Date("2026-11-26T00:00:30Z"))).toEqual([
      { day: "2026-11-24", seconds: { operational: 43_200, partial_outage: 43_200 } },
      { day: "2026-11-25", seconds: { partial_outage: 86_400 } },
      { day: "2026-11-26", seconds: { partial_outage: 30 } },
    ]);
  });

  it("are what is counted where a clock is set back, and where there is no status", () => {
    const counted = [{ day: "2026-11-24", seconds: { operational: 10 } }];
    const present = span("2026-11-24T00:00:00Z", null, "operational", "2026-11-24T12:00:00Z");
    expect(daysUntil(counted, present, new Date("2026-11-24T11:00:00Z"))).toBe(counted);
    expect(daysUntil(counted, undefined, new Date("2026-11-24T11:00:00Z"))).toBe(counted);
  });
});

it("changes are those of the status, and last some time", () => {
  const spans = [
    span("2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z", "operational"),
    span("2026-11-21T00:00:00Z", "2026-11-21T00:00:00Z", "partial_outage"),
    span("2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z", "major_outage"),
    span("2026-11-22T00:00:00Z", null, "operational"),
  ];
  expect(changesOf(spans)).toEqual([
    { at: "2026-11-21T00:00:00.000Z", from: "operational", to: "major_outage" },
    { at: "2026-11-22T00:00:00.000Z", from: "major_outage", to: "operational" },
  ]);
});

describe("in the database", () => {
  let test: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    test = await startService();
    tenant = await test.makeTenant();
  });
  afterAll(() => test.close());

  const sql = (text: string, values: unknown[]) =>
    test.database.queryText<Record<string, unknown>>({ name: "", text }, values);
  const daysOf = async (id: string) =>
    (await createStatusPageStore(test.database).days(tenant.organization.id, new Date(0))).get(id) ?? [];

  async function makeComponent(name: string): Promise<string> {
    const made = await tenant.config("POST", "status_page_components", { body: { name } });
    expect(made.status).toBe(201);
    return made.body.id;
  }

  /** As if the component had its present status for so many seconds already. */
  const backdate = (id: string, seconds: number) =>
    sql(
      "UPDATE component_statuses SET since = since - make_interval(secs => $2), counted_at = counted_at - make_interval(secs => $2) WHERE id = $1 AND until IS NULL",
      [id, seconds],
    );

  const sum = (days: Awaited<ReturnType<typeof daysOf>>, status: "operational" | "major_outage") =>
    days.reduce((all, { seconds }) => all + (seconds[status] ?? 0), 0);

  it("a change counts what the old status lasted, and begins the new one", async () => {
    const id = await makeComponent("Checkout");
    await backdate(id, 200_000);
    await tenant.config("PUT", `status_page_components/${id}`, {
      body: { name: "Checkout", status: "major_outage" },
    });
    const days = await daysOf(id);
    expect(sum(days, "operational")).toBeGreaterThanOrEqual(200_000);
    expect(days.length).toBeGreaterThanOrEqual(3);
    // Every day between the first and the last is whole.
    for (const { seconds } of days.slice(1, -1)) expect(seconds.operational).toBe(86_400);
    await backdate(id, 3_600);
    await tenant.config("PUT", `status_page_components/${id}`, {
      body: { name: "Checkout", status: "operational" },
    });
    expect(sum(await daysOf(id), "major_outage")).toBeGreaterThanOrEqual(3_600);
  });

  it("a write that leaves the status counts nothing", async () => {
    const id = await makeComponent("Cart");
    await backdate(id, 100);
    await tenant.config("PUT", `status_page_components/${id}`, {
      body: { name: "Cart", description: "What you buy." },
    });
    expect(await daysOf(id)).toEqual([]);
  });

  it("the daily count leaves nothing out and counts nothing twice", async () => {
    const id = await makeComponent("Search");
    await backdate(id, 90_000);
    const store = createStatusPageStore(test.database);
    const now = new Date();
    await store.countDays(now);
    const once = sum(await daysOf(id), "operational");
    expect(once).toBeGreaterThanOrEqual(90_000);
    await store.countDays(now);
    expect(sum(await daysOf(id), "operational")).toBe(once);
  });

  it("two changes in one second leave the last", async () => {
    const id = await makeComponent("Mail");
    for (const status of ["partial_outage", "degraded_performance", "major_outage"] as const)
      await tenant.config("PUT", `status_page_components/${id}`, { body: { name: "Mail", status } });
    const present = await sql("SELECT status FROM component_statuses WHERE id = $1 AND until IS NULL", [id]);
    expect(present).toEqual([{ status: "major_outage" }]);
  });

  it("go with the component", async () => {
    const id = await makeComponent("Gone");
    await tenant.config("DELETE", `status_page_components/${id}`);
    expect(await sql("SELECT id FROM component_statuses WHERE id = $1", [id])).toEqual([]);
  });

  it("are counted for components that a plan makes", async () => {
    const planned = await tenant.api("POST", "plans", {
      body: { bundle: { status_page_components: [{ name: "Planned", status: "partial_outage" }] } },
    });
    const applied = await tenant.api("POST", `plans/${planned.body.id}/apply`, { body: {} });
    expect([planned.status, applied.status]).toEqual([201, 200]);
    const [row] = await sql(
      "SELECT count(*)::integer AS count FROM component_statuses WHERE status = 'partial_outage' AND until IS NULL",
      [],
    );
    expect(row?.count).toBe(1);
  });
});
