/** Maintenance that mutes the alerts of its components' services: for as long as it is, and no longer. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type MaintenanceMute,
  type MutingMaintenance,
  muteMoves,
} from "../../../src/features/status-page/mute-moves.ts";
import { saidBy } from "../../support/said.ts";
import { startService, type Tenant, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

describe("which mutes there are to be", () => {
  const now = new Date("2026-11-26T12:00:00Z");
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const work = (over: Partial<MutingMaintenance> = {}): MutingMaintenance => ({
    id: "spi_1",
    title: "Upgrade",
    status: "scheduled",
    muteAlerts: true,
    scheduledFor: at(1),
    scheduledUntil: at(2),
    services: ["checkout", "cart", "checkout"],
    ...over,
  });
  const mute = (over: Partial<MaintenanceMute> = {}): MaintenanceMute => ({
    incidentId: "spi_1",
    muteId: "mute_1",
    services: ["cart", "checkout"],
    startsAt: at(1),
    endsAt: at(2),
    ...over,
  });
  const { muteId: _, ...wanted } = mute();

  it("one for a maintenance that is planned, and none for what is over, quiet or nobody's", () => {
    expect(muteMoves([work()], [], now)).toEqual({ end: [], begin: [{ ...wanted, title: "Upgrade" }] });
    for (const over of [
      { muteAlerts: false },
      { status: "completed" as const },
      { scheduledFor: null },
      { scheduledUntil: null },
      { scheduledFor: at(-2), scheduledUntil: at(-1) },
      { services: [] },
    ])
      expect([over, muteMoves([work(over)], [], now)]).toEqual([over, { end: [], begin: [] }]);
  });

  it("it stays while it says the same, also once it has begun", () => {
    expect(muteMoves([work()], [mute()], now)).toEqual({ end: [], begin: [] });
    const begun = work({ status: "in_progress", scheduledFor: at(-1) });
    expect(muteMoves([begun], [mute({ startsAt: at(-1) })], now)).toEqual({ end: [], begin: [] });
  });

  it.each<[Partial<MutingMaintenance>, Partial<MaintenanceMute>]>([
    [{ scheduledUntil: at(3) }, { endsAt: at(3) }],
    [{ scheduledFor: at(1.5) }, { startsAt: at(1.5) }],
    [{ services: ["cart"] }, { services: ["cart"] }],
    [{ status: "in_progress" }, { startsAt: now }],
  ])("another one takes its place with %j", (over, moved) => {
    expect(muteMoves([work(over)], [mute()], now)).toEqual({
      end: [mute()],
      begin: [{ ...wanted, title: "Upgrade", ...moved }],
    });
  });

  it("it ends with the maintenance", () => {
    expect(muteMoves([work({ status: "completed" })], [mute()], now)).toEqual({ end: [mute()], begin: [] });
    expect(muteMoves([], [mute()], now)).toEqual({ end: [mute()], begin: [] });
  });
});

describe("through the service", () => {
  let test: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    test = await startService();
    tenant = await test.makeTenant();
  });
  afterAll(() => test.close());

  // One moment for all of them: an hour and a millisecond is a mute of 61 minutes.
  const moment = Date.now();
  const inHours = (hours: number) => new Date(moment + hours * 3_600_000).toISOString();
  const mutes = async () => (await tenant.config("GET", "alert_mutes")).body.data;
  const mutedBy = async (service: string) => {
    const body = { labels: { alertname: "Down", service, severity: "critical" } };
    return (await tenant.api("POST", "alert_routes/resolve", { body })).body.muted_by;
  };

  it("a mute is made, moved, and ended early with it, and says which maintenance it is for", async () => {
    const component = async (name: string, service: string) =>
      (await tenant.config("POST", "status_page_components", { body: { name, service } })).body.id;
    const ids = [await component("Checkout", "checkout"), await component("Cart", "cart (old)")];
    // A person's mute of the same service is in nobody's way.
    const own = {
      matchers: ['service="checkout"'],
      reason: "a test",
      starts_at: inHours(10),
      duration_minutes: 5,
    };
    expect((await tenant.config("POST", "alert_mutes", { body: own })).status).toBe(201);
    const made = await tenant.config("POST", "status_page_incidents", {
      body: {
        title: "Database upgrade",
        body: "Read-only for an hour.",
        status: "scheduled",
        impact: "maintenance",
        component_ids: ids,
        scheduled_for: inHours(1),
        scheduled_until: inHours(2),
        mute_alerts: true,
      },
    });
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const path = `status_page_incidents/${made.body.id}`;
    const put = async (body: object) => expect((await tenant.config("PUT", path, { body })).status).toBe(200);
    const ofWork = async () =>
      (await mutes()).filter(({ reason }: { reason: string }) => reason === "Maintenance: Database upgrade");
    await until(async () => (await ofWork()).length === 1);
    expect((await ofWork())[0]).toMatchObject({
      starts_at: made.body.scheduled_for,
      duration_minutes: 60,
      active: false,
      created_by: "status page",
    });
    expect(await mutedBy("checkout")).toEqual([]);

    await put({ scheduled_for: inHours(-0.5) });
    await until(async () => (await mutedBy("checkout")).length === 1);
    expect(await mutedBy("checkout")).toMatchObject([{ reason: "Maintenance: Database upgrade" }]);
    expect(await mutedBy("cart (old)")).toHaveLength(1);
    expect(await mutedBy("cart old")).toEqual([]);
    expect((await tenant.config("GET", path)).body.status).toBe("in_progress");

    await put({ scheduled_until: inHours(3) });
    await until(async () => Date.parse((await ofWork())[0]?.expires_at) > Date.now() + 2.9 * 3_600_000);
    expect(await ofWork()).toHaveLength(1);

    await put({ status: "completed", body: "Done early." });
    await until(async () => (await mutedBy("checkout")).length === 0);
    expect(await ofWork()).toEqual([]);
    const log = await tenant.api("GET", "audit?door=service&kind=alert_mutes");
    expect(log.body.data[0]).toMatchObject({ actor: { kind: "service", name: "status page" } });
  });

  it("a mute that somebody ends is not made again, and a draft asks for none", async () => {
    const { body: component } = await tenant.config("POST", "status_page_components", {
      body: { name: "Search", service: "search" },
    });
    const work = {
      title: "New index",
      body: "Search is slow.",
      status: "in_progress",
      component_ids: [component.id],
      scheduled_for: inHours(-1),
      scheduled_until: inHours(1),
      mute_alerts: true,
      draft: true,
    };
    const { body: made, body } = await tenant.config("POST", "status_page_incidents", { body: work });
    expect(saidBy({ body })).toContain("mute_alerts mutes nothing while it is a draft");
    const nobodys = { ...work, draft: false, component_ids: [] };
    expect(saidBy(await tenant.config("POST", "status_page_incidents", { body: nobodys }))).toContain(
      "mute_alerts mutes nothing: none of its components names a service",
    );
    const updates = [{ at: inHours(-1), status: "scheduled", body: "Soon." }];
    const other = await tenant.config("POST", "status_page_incidents", { body: { ...work, updates } });
    expect(saidBy(other)).toContain("updates end with scheduled, and the incident is in_progress");
    await test.service.statusPages.settle(new Date());
    expect(await mutedBy("search")).toEqual([]);
    await tenant.config("PUT", `status_page_incidents/${made.id}`, { body: { draft: false } });
    await until(async () => (await mutedBy("search")).length === 1);
    const [mute] = await mutedBy("search");
    expect((await tenant.config("DELETE", `alert_mutes/${mute.id}`)).status).toBe(200);
    const settled = tenant.config("PUT", `status_page_incidents/${made.id}`, { body: { title: "Index" } });
    expect((await settled).status).toBe(200);
    await test.service.statusPages.settle(new Date());
    expect(await mutedBy("search")).toEqual([]);
    expect((await tenant.config("DELETE", `status_page_incidents/${made.id}`)).status).toBe(200);
  });
});
