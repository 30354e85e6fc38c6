/** Services: what names them, what is gathered about one, and that nothing of another organization is among it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeScene, minute, type Scene } from "../alerts/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

const get = async (tenant: Tenant, service: string) =>
  tenant.api("GET", `service?service=${encodeURIComponent(service)}`);
const list = async (tenant: Tenant, query = "") => tenant.api("GET", `services${query}`);
const named = (answer: { body: { data: { service: string }[] } }) =>
  answer.body.data.map((one) => one.service);
const rowsIn = (rows: { kind: string; data: { id: string }[] }[], kind: string) =>
  rows.find((one) => one.kind === kind)?.data.map(({ id }) => id);

async function make(tenant: Tenant, kind: string, body: object): Promise<string> {
  const answer = await tenant.config("POST", kind, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id as string;
}

const hostile = [
  "a/b?c=d&e#f",
  '"; DROP TABLE rows; --',
  "it's $.service[*] ? (@ == 1)",
  "__proto__",
  "100% \\ _cart_",
  "återbruk 🚢 \u202eltr",
];

describe("list_services", () => {
  it("names what any row of any kind names, with counts, by name and in pages", async () => {
    const tenant = await test.makeTenant();
    await make(tenant, "deploy_policies", { service: "checkout" });
    await make(tenant, "deploy_policies", { service: "Cart" });
    await make(tenant, "image_targets", { image: "registry.example.com/shop", service: "checkout" });
    await make(tenant, "image_targets", { image: "registry.example.com/none" });
    await make(tenant, "compliance_periods", {
      name: "2026",
      framework: "soc2_type1",
      starts_on: "2026-01-01",
      ends_on: "2026-12-31",
      services: ["checkout", "vault"],
    });
    const { status, body } = await list(tenant);
    expect(status).toBe(200);
    const quiet = { bad: 0, warning: 0, good: 0, unknown: 0, open_alerts: 0, worst_severity: null };
    expect(body).toEqual({
      data: [
        { service: "Cart", rows: [{ kind: "deploy_policies", count: 1 }], ...quiet },
        {
          service: "checkout",
          rows: [
            { kind: "compliance_periods", count: 1 },
            { kind: "deploy_policies", count: 1 },
            { kind: "image_targets", count: 1 },
          ],
          ...quiet,
        },
        { service: "vault", rows: [{ kind: "compliance_periods", count: 1 }], ...quiet },
      ],
      total: 3,
      page: 1,
      limit: 50,
      next_cursor: null,
    });
    expect(named(await list(tenant, "?limit=2&cursor=2"))).toEqual(["vault"]);
    expect((await list(tenant, "?limit=2&cursor=16")).body).toMatchObject({ data: [], total: 3 });
    expect(named(await list(tenant, "?q=CA"))).toEqual(["Cart"]);
    expect(named(await list(tenant, "?q=t"))).toEqual(["Cart", "checkout", "vault"]);
    expect(named(await list(tenant, "?q=c"))).toEqual(["Cart", "checkout"]);
    expect(named(await list(tenant, "?q=V"))).toEqual(["vault"]);
    await make(tenant, "deploy_policies", { service: "a vault" });
    expect(named(await list(tenant, "?q=vault"))).toEqual(["vault", "a vault"]);
    expect(named(await list(tenant, "?in_trouble=true"))).toEqual([]);
  });

  it("counts rows that are in trouble, and not those that are switched off", async () => {
    const tenant = await test.makeTenant();
    const check = { kind: "tcp", target: "shop.example.com:443", service: "shop" };
    const states = { down: true, degraded: true, up: true, off: false };
    for (const [name, enabled] of Object.entries(states)) {
      const id = await make(tenant, "synthetic_checks", { ...check, name, enabled });
      const status = name === "off" ? "down" : name;
      await tenant.api("PUT", `state/synthetic_checks/${id}`, { body: { status } });
    }
    await make(tenant, "deploy_policies", { service: "quiet" });
    const { body } = await list(tenant, "?in_trouble=true");
    expect(body.data).toMatchObject([{ service: "shop", bad: 1, warning: 1, rows: [{ count: 4 }] }]);
  });

  it("has details of each, and puts what is in trouble first", async () => {
    const tenant = await test.makeTenant();
    const team = await make(tenant, "teams", { name: "Payments" });
    const source = await make(tenant, "data_sources", {
      name: "Prometheus",
      type: "prometheus",
      url: "https://prometheus.example.com",
    });
    const ratio = { kind: "ratio", data_source_id: source, good_query: "a", total_query: "b" };
    const sli = await make(tenant, "slis", { name: "up", service: "shop", ...ratio });
    for (const [name, left] of Object.entries({ roomy: 80, tight: -12.5, off: -90 })) {
      const slo = { name, service: "shop", sli_id: sli, target_percent: 99, enabled: name !== "off" };
      const id = await make(tenant, "slos", { ...slo, team_id: team });
      await tenant.api("PUT", `state/slos/${id}`, { body: { error_budget_remaining_percent: left } });
    }
    const check = { kind: "tcp", target: "shop.example.com:443", service: "shop" };
    const up = await make(tenant, "synthetic_checks", { ...check, name: "door" });
    await tenant.api("PUT", `state/synthetic_checks/${up}`, { body: { status: "up" } });
    await make(tenant, "synthetic_checks", { ...check, name: "back door", enabled: false });
    await make(tenant, "deploy_policies", { service: "shop", error_budget_threshold: 10 });
    await make(tenant, "deploy_policies", { service: "attic" });
    const late = await make(tenant, "synthetic_checks", { ...check, service: "zoo", name: "zoo" });
    await tenant.api("PUT", `state/synthetic_checks/${late}`, { body: { status: "down" } });
    const { body } = await list(tenant, "?details=true&sort=worst");
    expect(named({ body })).toEqual(["zoo", "attic", "shop"]);
    const [zoo, attic, shop] = body.data.map(({ details }: { details: object }) => details);
    const open = { allowed: true, why: null };
    expect(attic).toEqual({ budget: null, checks: [], gate: { ...open, decided_by: "policy" }, owners: [] });
    expect(zoo).toMatchObject({ checks: [{ name: "zoo", status: "down" }], gate: { decided_by: "default" } });
    expect(shop).toEqual({
      budget: {
        slo_id: expect.any(String),
        name: "tight",
        status: expect.any(String),
        remaining_percent: -12.5,
        measured_at: expect.any(String),
      },
      checks: [{ id: up, name: "door", status: "up" }],
      gate: { allowed: false, decided_by: "policy", why: expect.stringContaining("tight") },
      owners: [{ id: team, name: "Payments" }],
    });
    expect((await list(tenant)).body.data[0].details).toBeUndefined();
  });

  it("finds names that look like something else", async () => {
    const tenant = await test.makeTenant();
    for (const service of hostile) await make(tenant, "deploy_policies", { service });
    expect(named(await list(tenant)).sort()).toEqual([...hostile].sort());
    for (const service of hostile) {
      expect(named(await list(tenant, `?q=${encodeURIComponent(service)}`))).toEqual([service]);
      const { body } = await get(tenant, service);
      expect(body).toMatchObject({ service, known: true, rows: [{ kind: "deploy_policies", total: 1 }] });
    }
    expect((await list(tenant, "?q=%00")).status).toBe(422);
    expect((await get(tenant, "\0")).status).toBe(422);
  });
});

describe("get_service", () => {
  let scene: Scene;
  let tenant: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    scene = await makeScene(test);
    tenant = scene.tenant;
    other = await test.makeTenant();
  });

  it("answers for a name that nothing holds", async () => {
    const { status, body } = await get(tenant, "nobody");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      service: "nobody",
      known: false,
      rows: [],
      near: [],
      alerts: [],
      owners: [],
    });
    expect(body.gate).toMatchObject({ allowed: true, decided_by: "default" });
    expect(body.bindings).toMatchObject([{ environment: "", trace_service_names: { origin: "convention" } }]);
  });

  it("gathers what names it and what is next to that, with the teams that own it", async () => {
    const team = await make(tenant, "teams", { name: "Payments" });
    const idle = await make(tenant, "teams", { name: "Idle" });
    const source = await make(tenant, "data_sources", {
      name: "Prometheus",
      type: "prometheus",
      url: "https://prometheus.example.com",
    });
    const ratio = { kind: "ratio", data_source_id: source, good_query: "a", total_query: "b" };
    const sli = await make(tenant, "slis", { name: "up", service: "pay", ...ratio });
    const slo = { name: "up", service: "pay", sli_id: sli, target_percent: 99.9, team_id: team };
    const sloId = await make(tenant, "slos", slo);
    await make(tenant, "slos", { ...slo, service: "payments", team_id: idle });
    const component = await make(tenant, "status_page_components", { name: "Paying", service: "pay" });
    const incident = await make(tenant, "status_page_incidents", {
      title: "Paying fails",
      impact: "critical",
      component_ids: [component],
      body: "We look into it.",
    });
    await make(tenant, "service_bindings", { service: "pay", environment: "prod", log_filter: "pay" });
    const { body } = await get(tenant, "pay");
    expect(body.known).toBe(true);
    expect(rowsIn(body.rows, "slos")).toEqual([sloId]);
    expect(rowsIn(body.rows, "slis")).toEqual([sli]);
    const slos = body.rows.find((one: { kind: string }) => one.kind === "slos");
    expect(slos.data[0]).toEqual((await tenant.config("GET", `slos/${sloId}`)).body);
    expect(rowsIn(body.near, "status_page_incidents")).toEqual([incident]);
    expect(rowsIn(body.near, "data_sources")).toEqual([source]);
    expect(rowsIn(body.near, "teams")).toBeUndefined();
    expect(body.owners).toEqual([{ id: team, name: "Payments" }]);
    expect(body.gate).toEqual((await tenant.api("GET", "deploy_gate?service=pay")).body);
    expect(body.gate).toMatchObject({
      allowed: false,
      reasons: [{ code: "stale_figures" }, { code: "incident" }],
    });
    const asked = "service_bindings/resolve?service=pay&environment=prod";
    expect(body.bindings).toEqual([
      expect.objectContaining({ environment: "" }),
      (await tenant.api("GET", asked)).body,
    ]);
  });

  it("shows its open alerts, and counts them in the list", async () => {
    await scene.notify({}, [
      { name: "Slow", startsAt: minute(1), labels: { service: "search", severity: "warning" } },
      { name: "Down", startsAt: minute(2), labels: { service: "search", severity: "critical" } },
      { name: "Over", startsAt: minute(1), endsAt: minute(3), labels: { service: "search" } },
      { name: "Else", startsAt: minute(1), labels: { service: "ads" } },
    ]);
    const { body } = await get(tenant, "search");
    expect(body).toMatchObject({ known: true, more_alerts: false });
    expect(body.alerts.map(({ title }: { title: string }) => title)).toEqual(["Down", "Slow"]);
    const { data } = (await list(tenant, "?q=search&in_trouble=true")).body;
    expect(data).toMatchObject([{ rows: [], open_alerts: 2, worst_severity: "critical" }]);
  });

  it("shows which routes, rules and mutes can take its alerts", async () => {
    const own = await test.makeTenant();
    const to = { destinations: [{ email: "oncall@example.com" }] };
    const severe = ['severity="critical"'];
    const route = (name: string, position: number, matchers: string[], more: object = {}) =>
      make(own, "alert_routes", { name, position, matchers, ...to, ...more });
    await route("Copies", 1, ['service=~"cart|pay"', ...severe]);
    await route("Others", 2, ['service="ads"']);
    await route("Off", 3, ['service="cart"'], { enabled: false });
    await route("Cart", 4, ['service="cart"']);
    await route("Rest", 5, ['alertname!=""']);
    const pager = await make(own, "outbound_configs", { name: "pager", kind: "pagerduty", secret: "key" });
    const rule = { outbound_config_id: pager, matchers: ['service!="ads"'], min_severity: "error" };
    await make(own, "outbound_rules", { name: "Page", ...rule });
    const mute = { reason: "Moving", duration_minutes: 60 };
    await make(own, "alert_mutes", { ...mute, pattern: "service=c*" });
    await make(own, "alert_mutes", { ...mute, pattern: "service=ads" });
    const { body } = await get(own, "cart");
    expect(body.takers).toMatchObject([
      { kind: "alert_routes", name: "Copies", named: true, conditions: severe, behind: null },
      { kind: "alert_routes", name: "Cart", named: true, conditions: [], behind: null },
      { kind: "alert_routes", name: "Rest", named: false, conditions: ['alertname!=""'], behind: "Cart" },
      { kind: "outbound_rules", name: "Page", named: true, conditions: ["severity at least error"] },
      { kind: "alert_mutes", name: "service=c*", named: true },
    ]);
  });

  it("knows nothing of another organization", async () => {
    for (const service of ["pay", "search"]) {
      const { body } = await get(other, service);
      expect(body).toMatchObject({ known: false, rows: [], near: [], takers: [], alerts: [], owners: [] });
      expect(body.gate).toMatchObject({ allowed: true });
    }
    expect(named(await list(other))).toEqual([]);
  });
});
