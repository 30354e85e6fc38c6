/** What people do about alerts, and what is left of them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { created, listed, makeScene, minute, notified, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

async function opened(): Promise<{ scene: Scene; id: string }> {
  const scene = await makeScene(app);
  await scene.notify({}, [{ name: "A", startsAt: minute(0), labels: { service: "shop" } }]);
  const [{ id }] = await listed(scene);
  return { scene, id };
}

describe("an open alert", () => {
  it("is acknowledged once, on record with who did", async () => {
    const { scene, id } = await opened();
    const first = await scene.tenant.api("POST", `alerts/${id}/acknowledge`);
    expect(first).toMatchObject({ status: 200, body: { status: "acknowledged", acknowledged_by: "test" } });
    const again = await scene.tenant.api("POST", `alerts/${id}/acknowledge`);
    // What waits for a target may be tried in between.
    const { acknowledged_at, acknowledged_by } = first.body;
    expect(again.body).toMatchObject({ status: "acknowledged", acknowledged_at, acknowledged_by });
    const { body } = await scene.tenant.api("GET", "audit?action=acknowledge_alert");
    expect(body.data).toMatchObject([
      {
        resource: "alerts",
        row_id: id,
        actor: { id: scene.tenant.key.id },
        changes: [{ field: "status", before: "open", after: "acknowledged" }],
      },
    ]);
    expect(await listed(scene, "?status=acknowledged")).toHaveLength(1);
    expect(await listed(scene, "?status=open")).toEqual([]);
  });

  it("is resolved by hand, and opens no more by a repeat", async () => {
    const { scene, id } = await opened();
    const answer = await scene.tenant.api("POST", `alerts/${id}/resolve`);
    expect(answer).toMatchObject({ status: 200, body: { status: "resolved" } });
    expect(await notified(app, scene)).toEqual([
      "pager firing A",
      "room firing A",
      "pager resolved A",
      "room resolved A",
    ]);
    for (const action of ["resolve", "acknowledge"])
      expect((await scene.tenant.api("POST", `alerts/${id}/${action}`)).status).toBe(409);
    await scene.notify({}, [{ name: "A", startsAt: minute(0) }]);
    expect(await listed(scene, "?status=open")).toEqual([]);
    const { body } = await scene.tenant.api("GET", "audit?action=resolve_alert");
    expect(body.data).toMatchObject([{ row_id: id, changes: [{ before: "open", after: "resolved" }] }]);
  });

  it("is compared with the routes with all the labels that are kept of it", async () => {
    const { scene } = await opened();
    const labels = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [`label_${index}`, "x".repeat(index === 0 ? 20_000 : 100)]),
    );
    await scene.notify({}, [{ name: "B", startsAt: minute(1), labels }]);
    const [{ labels: kept }] = await listed(scene);
    const answer = await scene.tenant.api("POST", "alert_routes/resolve", { body: { labels: kept } });
    expect(answer).toMatchObject({ status: 200, body: { routes: [{ id: scene.route, taken: true }] } });
  });

  it("is previewed for another time, when a mute holds that does not hold now", async () => {
    const { scene } = await opened();
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const mute = { pattern: "*", reason: "The night", starts_at: inHours(5), duration_minutes: 120 };
    await created(scene, "alert_mutes", mute);
    const mutedAt = async (at: string | undefined) => {
      const { body } = await scene.tenant.api("POST", "alert_routes/resolve", {
        body: { labels: { alertname: "A" }, at },
      });
      return [body.muted_by.length, body.recipients.length > 0];
    };
    expect(await mutedAt(undefined)).toEqual([0, true]);
    expect(await mutedAt(inHours(6))).toEqual([1, false]);
    expect(await mutedAt(inHours(8))).toEqual([0, true]);
  });

  it("is another organization's to nobody", async () => {
    const { id } = await opened();
    const stranger = await app.makeTenant();
    for (const [method, path] of [
      ["GET", `alerts/${id}`],
      ["POST", `alerts/${id}/acknowledge`],
      ["POST", `alerts/${id}/resolve`],
    ] as const)
      expect((await stranger.api(method, path)).status).toBe(404);
    expect((await stranger.api("GET", "alerts")).body).toEqual({
      data: [],
      truncated: false,
      next_cursor: null,
    });
  });

  it("is found by its service, and the list is cut at the cap", async () => {
    const small = await startService({ ORGCONFIG_LIST_CAP: "1" }, [], app.database);
    try {
      const { scene } = await opened();
      await scene.notify({}, [{ name: "B", startsAt: minute(1), labels: { service: "cart" } }]);
      expect(await listed(scene, "?service=cart")).toMatchObject([{ title: "B" }]);
      const headers = { authorization: `Bearer ${scene.tenant.key.value}` };
      const { body } = await small.send("GET", "/api/v1/alerts", { headers });
      expect(body).toMatchObject({ data: [{ title: "B" }], truncated: true });
      const rest = await small.send("GET", `/api/v1/alerts?cursor=${body.next_cursor}`, { headers });
      const { data } = rest.body;
      expect([rest.body.truncated, rest.body.next_cursor, data.length]).toEqual([false, null, 1]);
      expect(data[0].title).not.toBe("B");
    } finally {
      await small.close();
    }
  });
});

it.each([
  ["none", "none"],
  ["of the audit log", "MTA"],
  ["of another form", Buffer.from("1.5 alert_1").toString("base64url")],
  ["of no moment", Buffer.from("999999999999999 alert_1\n").toString("base64url")],
])("a list of alerts refuses a cursor that it did not give: %s", async (_, cursor) => {
  const { scene } = await opened();
  const { status, body } = await scene.tenant.api("GET", `alerts?cursor=${cursor}`);
  expect([status, body.field]).toEqual([422, "cursor"]);
});

describe("in time", () => {
  it("alerts that ended go after 30 days, and none that is open", async () => {
    const { scene } = await opened();
    await scene.notify({}, [{ name: "B", startsAt: minute(0), endsAt: minute(1) }]);
    const day = 24 * 3_600_000;
    await app.service.alerts.tidy(new Date(Date.now() + 29 * day));
    expect(await listed(scene)).toHaveLength(2);
    await app.service.alerts.tidy(new Date(Date.now() + 31 * day));
    expect(await listed(scene)).toMatchObject([{ title: "A" }]);
  });

  it("alerts of a connector that is gone end, and who was notified receives it", async () => {
    const { scene } = await opened();
    await app.database.execute(
      `UPDATE deliveries SET status = 'sent', ended_at = now() WHERE target IN ('${scene.pager}', '${scene.room}')`,
    );
    await scene.tenant.config("DELETE", `connectors/${scene.connector}`);
    await app.service.alerts.tidy(new Date());
    expect(await listed(scene)).toMatchObject([{ status: "resolved" }]);
    expect((await notified(app, scene)).slice(2)).toEqual(["pager resolved A", "room resolved A"]);
  });
});
