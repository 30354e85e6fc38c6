/** A connector or a heartbeat that is deleted with open alerts: it is said before, they end with it, and nothing pages on. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { created, listed, makeScene, minute, notified, queued, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

/** Two alerts that a route sends and a rule is to escalate. */
async function withAlerts(): Promise<Scene> {
  const scene = await makeScene(app);
  await created(scene, "outbound_rules", {
    ...{ name: "rule", outbound_config_id: scene.pager, matchers: ['alertname=~".+"'] },
    ...{ delay_seconds: 60, repeat_count: 3 },
  });
  await scene.notify({}, [
    { name: "A", startsAt: minute(0) },
    { name: "B", startsAt: minute(0) },
  ]);
  return scene;
}

const stake = "It has 2 open alerts: deleting it ends them, takes back what waits to be sent about them";

it("a plan says so before", async () => {
  const scene = await withAlerts();
  const edits = [{ op: "delete", resource: "connectors", id: scene.connector }];
  const plan = await scene.tenant.api("POST", "plans", { body: { edits } });
  expect(plan.body.warnings, plan.text).toContainEqual(
    expect.objectContaining({ reason: "open_alerts", message: expect.stringContaining("has 2 open alerts") }),
  );
  const { id } = plan.body;
  expect((await scene.tenant.api("POST", `plans/${id}/apply`, { body: {} })).status).toBe(200);
  expect(await listed(scene, "?status=open")).toEqual([]);
});

it("its alerts end with it, on record, and nothing pages on", async () => {
  const scene = await withAlerts();
  // The pager was notified; what goes to the room waits.
  await app.database.execute(
    `UPDATE deliveries SET status = 'sent', ended_at = now() WHERE target = '${scene.pager}'`,
  );
  await app.database.execute(
    `UPDATE deliveries SET status = 'queued', attempts = 0, lease = NULL, locked_until = NULL, ended_at = NULL, next_attempt_at = now() + interval '1 day' WHERE target = '${scene.room}'`,
  );
  const { status, text, headers } = await scene.tenant.config("DELETE", `connectors/${scene.connector}`);
  expect(status, text).toBe(200);
  expect(headers.warning).toContain(stake);
  expect((await listed(scene)).map((one) => one.status)).toEqual(["resolved", "resolved"]);
  await app.database.execute("UPDATE alert_timers SET due_at = now()");
  await app.service.alerts.flush();
  expect(await notified(app, scene)).toEqual(
    expect.arrayContaining(["pager firing A,B", "room firing A,B", "pager resolved A,B"]),
  );
  expect(await queued(app, scene)).toHaveLength(3);
  const left = await app.database.queryText<{ status: string; error: string }>(
    {
      name: "test-taken-back",
      text: "SELECT status, last_error AS error FROM deliveries WHERE target = $1",
    },
    [scene.room],
  );
  expect(left).toMatchObject([
    { status: "parked", error: "what raised the alert was deleted; nothing more is sent to it" },
  ]);
  const records = await recordsOf(app, scene.tenant.organization.id);
  expect(records).toContainEqual(
    expect.objectContaining({
      action: "resolve_alert",
      changes: [{ field: "open_alerts", before: 2, after: 0 }],
    }),
  );
  expect((await scene.notify({}, [{ name: "C", startsAt: minute(1) }])).status).toBe(404);
});

it("doors that ask before a delete say how many", async () => {
  const scene = await withAlerts();
  const { tenant, connector } = scene;
  const agent = agentOf(app, (await app.makeKey(tenant.organization.id, ["mcp:admin"])).value);
  const asked = (await agent.call("delete_connector", { id: connector }))._meta?.["orgconfig/problem"];
  expect(asked).toMatchObject({ reason: "confirm", message: expect.stringContaining(stake) });
  expect(await listed(scene, "?status=open")).toHaveLength(2);
});
