/** What alerts come from is deleted or switched off with open alerts: it is said before, they end with it, and nothing pages on. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { saidBy } from "../support/said.ts";
import { startService, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { created, holdsOver, listed, makeScene, minute, notified, queued, type Scene } from "./support.ts";

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

const stake = "has 2 open alerts: deleting it ends them, takes back what waits to be sent about them";

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
  const { status, text, body } = await scene.tenant.config("DELETE", `connectors/${scene.connector}`);
  expect(status, text).toBe(200);
  expect(saidBy({ body })).toContain(stake);
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
      changes: [
        { field: "open_alerts", before: 2, after: 0 },
        { field: "because", before: null, after: "its connector alertmanager was deleted" },
      ],
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

interface Monitored extends Scene {
  readonly kind: string;
  readonly row: string;
  readonly rest: object;
  fire(name: string, start?: number): Promise<unknown>;
}

/** A row that an engine has rules of, and two open alerts about it. */
async function monitored(kind: keyof typeof labelOf): Promise<Monitored> {
  const scene = await makeScene(app);
  const rest = await bodyOf[kind](scene);
  const row = await created(scene, kind, rest);
  const fire = (name: string, start = 0) =>
    scene.notify({ group: name }, [{ name, startsAt: minute(start), labels: { [labelOf[kind]]: row } }]);
  await fire("Down");
  await fire("Slow");
  await scene.notify({ group: "other" }, [{ name: "Other", startsAt: minute(0) }]);
  return { ...scene, kind, row, rest, fire };
}

const labelOf = {
  slos: "orgconfig_slo_id",
  synthetic_checks: "orgconfig_check_id",
  certificate_monitors: "orgconfig_certificate_id",
};

const bodyOf: Record<keyof typeof labelOf, (scene: Scene) => Promise<object>> = {
  async slos(scene) {
    const data_source_id = await created(scene, "data_sources", {
      ...{ name: "Metrics", type: "prometheus", url: "http://prometheus.example:9090" },
    });
    const queries = { bad_query: "sum(rate(bad[5m]))", total_query: "sum(rate(all[5m]))" };
    const base = { name: "ours", service: "shop" };
    const sli_id = await created(scene, "slis", { ...base, ...queries, kind: "ratio", data_source_id });
    return { ...base, sli_id, target_percent: 99.9, window_days: 30 };
  },
  synthetic_checks: async () => ({ name: "ours", kind: "http", target: "https://shop.example.com" }),
  certificate_monitors: async () => ({ hostname: "shop.example.com" }),
};

const openNames = async (scene: Scene) => (await listed(scene, "?status=open")).map((one) => one.title);

/** The alert itself and the message about its end. */
async function saysWhy(scene: Scene, why: RegExp): Promise<void> {
  const found = (await listed(scene)).find(({ title }) => title === "Down");
  expect(found).toMatchObject({ status: "resolved", ended_because: expect.stringMatching(why) });
  const ends = (await queued(app, scene)).filter(({ payload }) => payload.message?.phase === "resolved");
  expect(ends.length).toBeGreaterThan(0);
  for (const { payload } of ends)
    expect(payload.message.alerts).toEqual([
      expect.objectContaining({ ended_because: expect.stringMatching(why) }),
    ]);
}

const kinds = Object.keys(labelOf) as (keyof typeof labelOf)[];

it.each(kinds)("%s: alerts about a row that is deleted end with it, on record", async (kind) => {
  const scene = await monitored(kind);
  const { tenant, row } = scene;
  const agent = agentOf(app, (await app.makeKey(tenant.organization.id, ["mcp:admin"])).value);
  const tool = `delete_${kind.slice(0, -1)}`;
  const asked = (await agent.call(tool, { id: row }))._meta?.["orgconfig/problem"];
  expect(asked).toMatchObject({ reason: "confirm", message: expect.stringContaining(stake) });
  const gone = await tenant.config("DELETE", `${kind}/${row}`);
  expect(gone.status, gone.text).toBe(200);
  expect(saidBy(gone)).toContain(stake);
  expect(await openNames(scene)).toEqual(["Other"]);
  // Until the agent has taken the rules away, Alertmanager repeats them.
  await scene.fire("Down");
  await holdsOver(app, scene);
  expect(await openNames(scene)).toEqual(["Other"]);
  expect(await notified(app, scene)).toEqual(expect.arrayContaining(["pager resolved Down"]));
  await saysWhy(scene, /^its .* was deleted$/);
  const because = { field: "because", before: null, after: expect.stringMatching(/^its .* was deleted$/) };
  expect(await recordsOf(app, tenant.organization.id)).toContainEqual(
    expect.objectContaining({
      ...{ action: "resolve_alert", row_id: row },
      changes: [{ field: "open_alerts", before: 2, after: 0 }, because],
    }),
  );
});

it.each(kinds)("%s: so they do when it is switched off; once it is on, a repeat counts", async (kind) => {
  const scene = await monitored(kind);
  const { tenant, row, rest } = scene;
  const put = (enabled: boolean) => tenant.config("PUT", `${kind}/${row}`, { body: { ...rest, enabled } });
  const plan = await tenant.api("POST", "plans", {
    body: { edits: [{ op: "save", resource: kind, id: row, fields: { enabled: false } }] },
  });
  expect(plan.body.warnings, plan.text).toContainEqual(
    expect.objectContaining({ reason: "open_alerts", field: "enabled" }),
  );
  // Its engine was away when an end came, and nobody believed it.
  await app.database.execute("UPDATE alerts SET end_held_at = now() WHERE resolved_at IS NULL");
  const answer = await put(false);
  expect(answer.status, answer.text).toBe(200);
  expect(saidBy(answer)).toContain("enabled has 2 open alerts: switching it off ends them");
  expect(await openNames(scene)).toEqual(["Other"]);
  await scene.fire("Down");
  await holdsOver(app, scene);
  expect(await openNames(scene)).toEqual(["Other"]);
  await saysWhy(scene, /^its .* was switched off$/);
  expect(saidBy(await put(false)) ?? "").not.toContain("open alerts");
  expect((await put(true)).status).toBe(200);
  await scene.fire("Down");
  await holdsOver(app, scene);
  expect((await openNames(scene)).sort()).toEqual(["Down", "Other"]);
});

it("an end that was held of a row that is off is let go", async () => {
  const scene = await monitored("synthetic_checks");
  await scene.tenant.config("PUT", `synthetic_checks/${scene.row}`, {
    body: { ...scene.rest, enabled: false },
  });
  // As it was left by a version that did not end them.
  await app.database.execute(
    `UPDATE alerts SET end_held_at = now(), resolved_at = NULL, closed_at = NULL WHERE labels ? 'orgconfig_check_id'
     AND organization_id = '${scene.tenant.organization.id}'`,
  );
  await app.service.missingData.look();
  expect(await openNames(scene)).toEqual(["Other"]);
});

it("a plan that deletes several ends the alerts of each", async () => {
  const scene = await monitored("synthetic_checks");
  const other = await created(scene, "synthetic_checks", { ...scene.rest, name: "other" });
  await scene.notify({ group: "second" }, [
    { name: "Second", startsAt: minute(0), labels: { orgconfig_check_id: other } },
  ]);
  const edits = [scene.row, other].map((id) => ({ op: "delete", resource: "synthetic_checks", id }));
  const plan = await scene.tenant.api("POST", "plans", { body: { edits } });
  const warned = plan.body.warnings.filter((one: { reason: string }) => one.reason === "open_alerts");
  expect(warned.map((one: { message: string }) => one.message)).toEqual([
    expect.stringContaining("has 2 open alerts: deleting it"),
    expect.stringContaining("has an open alert: deleting it"),
  ]);
  const applied = await scene.tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
  expect(applied.status, applied.text).toBe(200);
  expect(await openNames(scene)).toEqual(["Other"]);
});

it("a data source goes only after what it measures", async () => {
  const scene = await monitored("slos");
  const [source] = (await scene.tenant.config("GET", "data_sources")).body.data;
  expect((await scene.tenant.config("DELETE", `data_sources/${source.id}`)).status).toBe(409);
  expect(await openNames(scene)).toHaveLength(3);
});

it("a heartbeat that failed and is deleted ends its alert with it", async () => {
  const scene = await makeScene(app);
  const made = await scene.tenant.config("POST", "alert_heartbeats", {
    body: { name: "backup", every_minutes: 10 },
  });
  expect((await app.send("POST", `${new URL(made.body.url).pathname}/fail`)).status).toBe(200);
  expect(await listed(scene, "?status=open")).toHaveLength(1);
  const gone = await scene.tenant.config("DELETE", `alert_heartbeats/${made.body.id}`);
  expect(saidBy(gone)).toContain("has an open alert: deleting it ends it");
  expect(await listed(scene, "?status=open")).toEqual([]);
  expect(await recordsOf(app, scene.tenant.organization.id)).toContainEqual(
    expect.objectContaining({
      action: "resolve_alert",
      changes: expect.arrayContaining([
        { field: "because", before: null, after: "its heartbeat backup was deleted" },
      ]),
    }),
  );
  await app.service.heartbeats.flush();
  expect(await listed(scene, "?status=open")).toEqual([]);
});
