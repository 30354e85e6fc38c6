/** What a plan that changes routes says of the alerts of the last week. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeScene, type Scene } from "../alerts/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Plan, plannerOf } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

async function sceneWithAlerts(): Promise<Scene & { readonly last: string }> {
  const scene = await makeScene(app, { name: "first", matchers: ['service="checkout"'], position: 1 });
  const { body, status } = await scene.tenant.config("POST", "alert_routes", {
    body: {
      name: "last",
      matchers: ['alertname=~".+"'],
      position: 2,
      destinations: [{ outbound_config_id: scene.room }],
    },
  });
  expect(status).toBe(201);
  const [lately, longAgo] = [daysAgo(1), daysAgo(8)];
  const reported = await scene.notify({}, [
    { name: "Slow", startsAt: lately, labels: { service: "checkout" } },
    { name: "Full", startsAt: lately, labels: { service: "search" } },
    { name: "Over", startsAt: daysAgo(2), endsAt: lately, labels: { service: "checkout" } },
    { name: "Old", startsAt: longAgo, endsAt: lately, labels: { service: "checkout" } },
  ]);
  expect(reported.status, reported.text).toBe(200);
  return { ...scene, last: body.id };
}

const namesOf = (routes: readonly { readonly name: string }[]) => routes.map(({ name }) => name);
const movesOf = ({ effects: { rerouted_alerts: rerouted } }: Plan) =>
  rerouted?.data.map(({ title, before, after }) => [title, namesOf(before), namesOf(after)]).sort();

it("names the alerts that another order sends elsewhere, those of a week ago left out", async () => {
  const { tenant, route, last } = await sceneWithAlerts();
  const edits = [
    { op: "save", resource: "alert_routes", id: last, fields: { position: 1 } },
    { op: "save", resource: "alert_routes", id: route, fields: { position: 2 } },
  ];
  const { status, body } = await tenant.api("POST", "plans", { body: { edits } });
  expect(status).toBe(201);
  expect(movesOf(body)).toEqual([
    ["Over", ["first"], ["last"]],
    ["Slow", ["first"], ["last"]],
  ]);
  expect(body.effects.rerouted_alerts).toMatchObject({ count: 2, looked_at: 3, complete: true });
  expect((await tenant.api("GET", `plans/${body.id}`)).body.effects.rerouted_alerts).toEqual(
    body.effects.rerouted_alerts,
  );
});

it("reports a route that goes, comes, is turned off or names others", async () => {
  const { tenant, route, room } = await sceneWithAlerts();
  const planned = async (edit: object) =>
    movesOf((await tenant.api("POST", "plans", { body: { edits: [edit] } })).body);
  const elsewhere = [
    ["Over", ["first"], ["last"]],
    ["Slow", ["first"], ["last"]],
  ];
  const edit = { op: "save", resource: "alert_routes", id: route };
  expect(await planned({ op: "delete", resource: "alert_routes", id: route })).toEqual(elsewhere);
  expect(await planned({ ...edit, fields: { enabled: false } })).toEqual(elsewhere);
  expect(await planned({ ...edit, fields: { continue: true } })).toEqual([
    ["Over", ["first"], ["first", "last"]],
    ["Slow", ["first"], ["first", "last"]],
  ]);
  expect(await planned({ ...edit, fields: { destinations: [{ outbound_config_id: room }] } })).toEqual([
    ["Over", ["first"], ["first"]],
    ["Slow", ["first"], ["first"]],
  ]);
  expect(await planned({ ...edit, fields: { group_wait_seconds: 60 } })).toEqual([]);
  const started = await tenant.api("POST", "drills", { body: { route_id: route } });
  expect(started.status, started.text).toBe(201);
  expect(await planned({ ...edit, fields: { enabled: false } })).toEqual(elsewhere);
  const made = await plannerOf(tenant.api).open({
    alert_routes: [
      {
        name: "new",
        matchers: ['service="search"'],
        position: 0,
        destinations: [{ outbound_config_id: room }],
      },
    ],
  });
  expect(movesOf(made)).toEqual([["Full", ["last"], ["new"]]]);
});

it("says nothing of alerts where no route changes", async () => {
  const { tenant } = await sceneWithAlerts();
  const plan = await plannerOf(tenant.api).open({ teams: [{ name: "Core" }] });
  expect(plan.effects.rerouted_alerts).toBeNull();
});
