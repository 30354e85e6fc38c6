/** A page of Statuspage: components with their groups, incidents with their true times, and nobody is mailed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf } from "../../src/features/changes/migrations/bundle.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import { statuspage } from "../../src/features/changes/migrations/statuspage.ts";
import { startService, type TestService } from "../support/service.ts";

const component = (id: string, more: object) => ({
  id,
  name: id,
  status: "operational",
  created_at: "2024-01-01T00:00:00.000Z",
  updated_at: "2024-01-01T00:00:00.000Z",
  position: 1,
  description: null,
  showcase: true,
  group_id: null,
  group: false,
  only_show_if_degraded: false,
  ...more,
});

const outage = {
  id: "inc1",
  name: "Payments fail",
  status: "postmortem",
  impact: "major",
  created_at: "2026-03-01T10:05:00.000Z",
  started_at: "2026-03-01T10:00:00.000Z",
  resolved_at: "2026-03-01T11:30:00.000Z",
  updated_at: "2026-03-02T09:00:00.000Z",
  components: [{ id: "pay", name: "pay" }, { id: "gone" }],
  incident_updates: [
    { status: "resolved", body: "All is well.", display_at: "2026-03-01T11:30:00.000Z" },
    { status: "investigating", body: "We look.", display_at: "2026-03-01T10:05:00.000Z" },
  ],
};
const maintenance = {
  ...outage,
  id: "mnt1",
  name: "Upgrade",
  status: "completed",
  impact: "maintenance",
  scheduled_for: "2026-04-01T22:00:00.000Z",
  scheduled_until: "2026-04-01T23:00:00.000Z",
  started_at: "2026-03-20T00:00:00.000Z",
  resolved_at: null,
  components: [],
  incident_updates: [{ status: "completed", body: "Done.", display_at: "2026-04-01T22:40:00.000Z" }],
};
const planned = {
  ...maintenance,
  id: "mnt2",
  name: "Next",
  status: "scheduled",
  scheduled_for: "2099-04-01T22:00:00.000Z",
  scheduled_until: "2099-04-01T23:00:00.000Z",
};

const files = [
  {
    name: "summary.json",
    text: JSON.stringify({
      page: { id: "p", name: "Shop" },
      components: [
        component("grp", { name: "Shop", group: true, components: ["pay"] }),
        component("pay", {
          name: "Payments",
          group_id: "grp",
          status: "partial_outage",
          description: "Paying",
        }),
        component("web", { name: "Web", showcase: false, only_show_if_degraded: true }),
      ],
      incidents: [],
      scheduled_maintenances: [planned],
    }),
  },
  {
    name: "incidents.json",
    text: JSON.stringify({
      incidents: [outage, { ...outage, id: "inc2", name: "Open", status: "monitoring", resolved_at: null }],
    }),
  },
  {
    name: "scheduled-maintenances.json",
    text: JSON.stringify({ scheduled_maintenances: [maintenance, planned] }),
  },
];

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

describe("statuspage", () => {
  it("reads components with their groups, and each incident once with its true times", () => {
    const migration = statuspage.read(files, {});
    const bundle = bundleOf(migration);
    expect(bundle.status_page_components).toEqual([
      {
        name: "Payments",
        group: "Shop",
        status: "partial_outage",
        position: 1,
        description: "Paying",
        show_uptime: true,
      },
      { name: "Web", group: "", status: "operational", position: 1, show_uptime: false },
    ]);
    expect(bundle.status_page_incidents).toMatchObject([
      { external_id: "mnt2", status: "scheduled", scheduled_for: "2099-04-01T22:00:00.000Z" },
      {
        external_id: "inc1",
        status: "resolved",
        impact: "major",
        component_ids: [{ group: "Shop", name: "Payments" }],
        started_at: "2026-03-01T10:00:00.000Z",
        resolved_at: "2026-03-01T11:30:00.000Z",
        body: "All is well.",
        updates: [
          { at: "2026-03-01T10:05:00.000Z", status: "investigating", body: "We look." },
          { at: "2026-03-01T11:30:00.000Z", status: "resolved", body: "All is well." },
        ],
        notify: false,
      },
      { external_id: "inc2", status: "monitoring", started_at: "2026-03-01T10:00:00.000Z" },
      {
        external_id: "mnt1",
        started_at: "2026-04-01T22:00:00.000Z",
        resolved_at: "2026-04-01T23:00:00.000Z",
      },
    ]);
    const report = markdownOf(migration);
    expect(report).toContain("1 of its components are not in the files");
    expect(report).toContain("it is open: its updates are not mailed until notify is switched on");
    expect(report.match(/the component is always shown here/g)).toHaveLength(1);
    expect(() => statuspage.read([{ name: "a.json", text: "{}" }], {})).toThrow("no components");
  });

  it("applies as a plan, and mails nobody about the past", async () => {
    const tenant = await app.makeTenant();
    const plan = await tenant.api("POST", "plans", {
      body: { bundle: bundleOf(statuspage.read(files, {})) },
    });
    expect(plan.status, plan.text).toBe(201);
    expect((await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} })).status).toBe(200);
    const { data } = (await tenant.config("GET", "status_page_incidents")).body;
    const outage = data.find(({ external_id }: { external_id: string }) => external_id === "inc1");
    expect(outage).toMatchObject({
      started_at: "2026-03-01T10:00:00.000Z",
      resolved_at: "2026-03-01T11:30:00.000Z",
      updates: [
        { at: "2026-03-01T10:05:00.000Z", status: "investigating", body: "We look." },
        { at: "2026-03-01T11:30:00.000Z", status: "resolved", body: "All is well." },
      ],
    });
    // What is there already, the export's own entries too, changes nothing.
    const again = await tenant.api("POST", "plans", {
      body: { bundle: bundleOf(statuspage.read(files, {})) },
    });
    expect(again.body.summary).toMatchObject({ create: 0, update: 0 });
    const exported = await tenant.config("GET", "export?format=json&resource=status_page_incidents");
    const kept = exported.body.status_page_incidents.find(
      ({ external_id }: { external_id: string }) => external_id === "inc1",
    );
    expect(kept.updates).toHaveLength(2);
    const events = await app.database.queryText<{ count: number }>(
      {
        name: "test-mails",
        text: "SELECT count(*)::int AS count FROM deliveries WHERE organization_id = $1",
      },
      [tenant.organization.id],
    );
    expect(events[0]?.count).toBe(0);
  });
});
