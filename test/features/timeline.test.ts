/** What happened in a span, and what comes: each part, its bounds, and nobody else's. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { created, makeScene, minute, type Scene } from "../alerts/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let scene: Scene;
beforeAll(async () => {
  test = await startService();
  scene = await makeScene(test);
});
afterAll(() => test.close());

const timeline = async (query = "", by: Tenant = scene.tenant) => {
  const answer = await by.api("GET", `timeline${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title);

it("has the alerts that were open at any time of the span, and not those before and after", async () => {
  await scene.notify({}, [
    { name: "Long", startsAt: minute(0), labels: { severity: "critical", service: "cart" } },
    { name: "Before", startsAt: minute(0), endsAt: minute(5) },
    { name: "Within", startsAt: minute(12), endsAt: minute(15) },
    { name: "After", startsAt: minute(30) },
  ]);
  const body = await timeline(`?since=${minute(10)}&until=${minute(20)}`);
  expect(titles(body.alerts)).toEqual(["Within", "Long"]);
  expect(body).toMatchObject({ since: minute(10), until: minute(20), alerts_total: 2, changes: [] });
  expect(body.alerts[1]).toMatchObject({
    severity: "critical",
    service: "cart",
    began: minute(0),
    ended: null,
    acknowledged_by: null,
  });
});

it("has published incidents and changes with the names of their rows, also of rows that are gone", async () => {
  const base = { title: "Checkout is down", impact: "major", body: "We look into it.", notify: false };
  await created(scene, "status_page_incidents", base);
  await created(scene, "status_page_incidents", { ...base, title: "Only a draft", draft: true });
  const team = await created(scene, "teams", { name: "Payments" });
  const path = `teams/${team}`;
  await scene.tenant.config("PUT", path, { body: { name: "Money" } });
  await scene.tenant.config("DELETE", path);
  const body = await timeline();
  expect(titles(body.incidents)).toEqual(["Checkout is down"]);
  const own = body.changes.filter(({ row_id }: { row_id: string }) => row_id === team);
  expect(own).toMatchObject([
    { action: "delete_team", name: "Money", present: false },
    { action: "update_team", changes: [{ field: "name", before: "Payments", after: "Money" }] },
    { action: "create_team", actor: { kind: "key" } },
  ]);
  expect(body.changes_total).toBeGreaterThanOrEqual(own.length);
});

it("has what comes in order, and nothing that will not happen", async () => {
  const freeze = (service: string, enabled: boolean, hours: number) =>
    created(scene, "deploy_policies", { service, enabled, freeze_until: inHours(hours), freeze_reason: "x" });
  await freeze("cart", true, 5);
  await freeze("off", false, 5);
  await freeze("later", true, 24 * 30);
  await created(scene, "alert_mutes", { pattern: "Noise*", reason: "Known", duration_minutes: 60 });
  await created(scene, "status_page_incidents", {
    title: "Upgrade",
    status: "scheduled",
    impact: "maintenance",
    body: "An hour.",
    notify: false,
    scheduled_for: inHours(2),
    scheduled_until: inHours(3),
  });
  const { coming, incidents } = await timeline();
  expect(coming.map(({ what, name }: { what: string; name: string }) => [what, name])).toEqual([
    ["mute_ends", "Noise*"],
    ["maintenance_begins", "Upgrade"],
    ["maintenance_ends", "Upgrade"],
    ["freeze_ends", "cart"],
  ]);
  expect(titles(incidents)).not.toContain("Upgrade");
});

it("has what the deploy gate answered", async () => {
  await scene.tenant.api("GET", "deploy_gate?service=cart");
  await expect
    .poll(async () => (await timeline()).deploys, { timeout: 30_000 })
    .toMatchObject([{ service: "cart", allowed: false, count: 1 }]);
});

it("has what is about one service alone: by its label, its rows, its component and its mutes", async () => {
  await scene.notify({}, [
    { name: "Slow", startsAt: minute(40), labels: { service: "till" } },
    { name: "Slow too", startsAt: minute(41), labels: { service: "till-2" } },
  ]);
  const component = await created(scene, "status_page_components", { name: "Till", service: "till" });
  const base = { impact: "major", body: "We look into it.", notify: false };
  const incident = await created(scene, "status_page_incidents", {
    ...base,
    title: "The till is closed",
    component_ids: [component],
  });
  const policy = await created(scene, "deploy_policies", {
    service: "till",
    freeze_until: inHours(4),
    freeze_reason: "x",
  });
  const period = await created(scene, "compliance_periods", {
    name: "2026",
    framework: "soc2_type1",
    starts_on: "2026-01-01",
    ends_on: "2026-12-31",
    services: ["vault", "till"],
  });
  await scene.tenant.config("DELETE", `compliance_periods/${period}`);
  const mute = { reason: "Known", duration_minutes: 90 };
  await created(scene, "alert_mutes", { ...mute, matchers: ['service=~"till|vault"', 'zone="b"'] });
  await created(scene, "alert_mutes", { ...mute, matchers: ['zone="b"'] });
  await created(scene, "alert_mutes", { ...mute, pattern: "service=till*" });
  await scene.tenant.api("GET", "deploy_gate?service=till");
  await expect
    .poll(async () => (await timeline("?service=till")).deploys, { timeout: 30_000 })
    .toHaveLength(1);
  const body = await timeline(`?service=till&since=${minute(0)}`);
  expect(titles(body.alerts)).toEqual(["Slow"]);
  expect(titles(body.incidents)).toEqual(["The till is closed"]);
  expect(body.deploys).toMatchObject([{ service: "till" }]);
  const changed = body.changes.map(({ row_id, action }: Record<string, string>) => `${action} ${row_id}`);
  expect(changed).toEqual([
    `delete_compliance_period ${period}`,
    `create_compliance_period ${period}`,
    `create_deploy_policy ${policy}`,
    `create_status_page_incident ${incident}`,
    `create_status_page_component ${component}`,
  ]);
  expect(body).toMatchObject({ alerts_total: 1, changes_total: 5, deploys_total: 1 });
  const coming = body.coming.map(({ what, name }: Record<string, string>) => `${what} ${name}`);
  expect(coming).toEqual([
    expect.stringContaining("mute_ends service=~"),
    "mute_ends service=till*",
    "freeze_ends till",
  ]);
  expect(await timeline("?service=nobody")).toMatchObject({ alerts: [], changes: [], coming: [] });
});

it("refuses a span that ends before it begins, or is too long", async () => {
  for (const query of [
    `?since=${minute(1)}&until=${minute(1)}`,
    `?since=2020-01-01T00:00:00Z&until=${minute(0)}`,
  ]) {
    const { status, text } = await scene.tenant.api("GET", `timeline${query}`);
    expect(status).toBe(422);
    expect(text).toContain('"since"');
  }
});

it("has nothing of another organization", async () => {
  const other = await test.makeTenant();
  const body = await timeline(`?since=${minute(0)}`, other);
  expect(body).toMatchObject({ alerts: [], incidents: [], changes: [], deploys: [], coming: [] });
});
