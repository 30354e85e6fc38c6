/** The JSON against the fields that Statuspage documents for its API v2. */
import { describe, expect, it } from "vitest";
import { fileOf, type PageState } from "../../../src/renderers/status-page/index.ts";
import { component, ended, incident, pageState, upgrade, view } from "./sample.ts";

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
function json(path: string, state: PageState = pageState()): any {
  return JSON.parse(fileOf(state, `api/v2/${path}.json`, {}, view)?.text ?? "null");
}

const fields = {
  page: ["id", "name", "time_zone", "updated_at", "url"],
  component: [
    "created_at",
    "description",
    "group",
    "group_id",
    "id",
    "name",
    "only_show_if_degraded",
    "page_id",
    "position",
    "showcase",
    "start_date",
    "status",
    "updated_at",
  ],
  incident: [
    "components",
    "created_at",
    "id",
    "impact",
    "incident_updates",
    "monitoring_at",
    "name",
    "page_id",
    "resolved_at",
    "shortlink",
    "started_at",
    "status",
    "updated_at",
  ],
  update: [
    "affected_components",
    "body",
    "created_at",
    "display_at",
    "id",
    "incident_id",
    "status",
    "updated_at",
  ],
};

const names = (value: object) => Object.keys(value).sort();

describe("JSON", () => {
  it.each([
    ["summary", ["components", "incidents", "page", "scheduled_maintenances", "status"]],
    ["status", ["page", "status"]],
    ["components", ["components", "page"]],
    ["incidents", ["incidents", "page"]],
    ["incidents/unresolved", ["incidents", "page"]],
    ["scheduled-maintenances", ["page", "scheduled_maintenances"]],
    ["scheduled-maintenances/upcoming", ["page", "scheduled_maintenances"]],
    ["scheduled-maintenances/active", ["page", "scheduled_maintenances"]],
  ])("%s has what it has at Statuspage", (path, members) => {
    const answer = json(path);
    expect(names(answer)).toEqual(members);
    expect(names(answer.page)).toEqual(fields.page);
  });

  it("has every field of components, incidents and updates", () => {
    const { components, incidents, scheduled_maintenances } = json("summary");
    const [group, member] = components;
    expect(names(group)).toEqual([...fields.component, "components"].sort());
    expect(names(member)).toEqual(fields.component);
    expect(names(incidents[0])).toEqual(fields.incident);
    expect(names(scheduled_maintenances[0])).toEqual(
      [...fields.incident, "scheduled_for", "scheduled_until"].sort(),
    );
    expect(names(incidents[0].incident_updates[0])).toEqual(fields.update);
    expect(names(incidents[0].incident_updates[0].affected_components[0])).toEqual([
      "code",
      "name",
      "new_status",
      "old_status",
    ]);
    expect(names(incidents[0].components[0])).toEqual(fields.component);
  });

  it("a group is a component that its members name", () => {
    const state = pageState({
      components: [
        component(),
        component({ id: "spc_cart", name: "Cart" }),
        component({ id: "spc_mail", group: "" }),
      ],
    });
    const [group, checkout, cart, mail] = json("components", state).components;
    expect(group).toMatchObject({
      group: true,
      name: "Shop",
      components: ["spc_checkout", "spc_cart"],
      position: 1,
    });
    expect([checkout.group_id, cart.group_id, mail.group_id]).toEqual([group.id, group.id, null]);
    expect([checkout.position, cart.position, mail.position]).toEqual([2, 3, 4]);
    const [affected] = json("incidents", state).incidents[0].components;
    expect(affected).toEqual(checkout);
  });

  it("keeps planned work and outages apart", () => {
    const underWay = { ...upgrade, id: "spi_now", status: "in_progress" as const };
    const state = pageState({ incidents: [incident(), underWay, upgrade, ended] });
    const ids = (path: string, member: string) =>
      json(path, state)[member].map(({ id }: { id: string }) => id);
    expect(ids("incidents", "incidents")).toEqual(["spi_slow", "spi_ended"]);
    expect(ids("incidents/unresolved", "incidents")).toEqual(["spi_slow"]);
    expect(ids("scheduled-maintenances", "scheduled_maintenances")).toEqual(["spi_now", "spi_upgrade"]);
    expect(ids("scheduled-maintenances/upcoming", "scheduled_maintenances")).toEqual(["spi_upgrade"]);
    expect(ids("scheduled-maintenances/active", "scheduled_maintenances")).toEqual(["spi_now"]);
    expect(ids("summary", "scheduled_maintenances")).toEqual(["spi_now", "spi_upgrade"]);
  });

  it("has all that is open however much is over, and the nearest planned work first", () => {
    const past = Array.from({ length: 120 }, (_, at) => ({ ...ended, id: `spi_${at}` }));
    const incidents = [...past, incident()];
    expect(json("incidents", pageState({ incidents })).incidents).toHaveLength(51);
    expect(json("incidents", pageState({ incidents })).incidents.at(-1).id).toBe("spi_slow");
    const later = { ...upgrade, id: "spi_later", scheduledFor: "2026-12-24T02:00:00.000Z" };
    const planned = json("scheduled-maintenances/upcoming", pageState({ incidents: [later, upgrade] }));
    expect(planned.scheduled_maintenances.map(({ id }: { id: string }) => id)).toEqual([
      "spi_upgrade",
      "spi_later",
    ]);
  });

  it("does not say what the organization is called inside", () => {
    const text = ["summary", "incidents", "components"].map((path) => JSON.stringify(json(path))).join();
    expect(text).not.toContain("org_acme");
    const { page, components } = json("summary");
    expect(page.id).toMatch(/^page_[0-9a-f]{24}$/);
    for (const { page_id } of components) expect(page_id).toBe(page.id);
  });

  it("shows updates the newest first, each under an id that stays when older ones are dropped", () => {
    const [before] = json("incidents", pageState({ incidents: [ended] })).incidents;
    expect(before.incident_updates.map(({ status }: { status: string }) => status)).toEqual([
      "resolved",
      "monitoring",
      "investigating",
    ]);
    expect(before.monitoring_at).toBe("2026-11-20T09:00:00.000Z");
    const dropped = { ...ended, updates: ended.updates.slice(1) };
    const [after] = json("incidents", pageState({ incidents: [dropped] })).incidents;
    expect(after.incident_updates[0].id).toBe(before.incident_updates[0].id);
  });

  it("says what a component showed before an update and at it", () => {
    const changes = [
      { at: "2026-11-20T08:00:00.000Z", from: "operational", to: "partial_outage" },
      { at: "2026-11-20T09:10:00.000Z", from: "partial_outage", to: "operational" },
    ] as const;
    const state = pageState({ components: [component({ changes })], incidents: [ended] });
    const moved = json("incidents", state).incidents[0].incident_updates.map(
      ({
        affected_components: [{ old_status, new_status }],
      }: {
        affected_components: [{ old_status: string; new_status: string }];
      }) => [old_status, new_status],
    );
    expect(moved).toEqual([
      ["partial_outage", "operational"],
      ["partial_outage", "partial_outage"],
      ["operational", "partial_outage"],
    ]);
  });

  it("has nothing under a path that is no file, nor under a name that every object has", () => {
    for (const path of [
      "api/v2/none.json",
      "api/v2/constructor",
      "constructor",
      "toString",
      "incidents/none",
      "api/v2/",
    ])
      expect(fileOf(pageState(), path, {}, view)).toBeUndefined();
  });
});
