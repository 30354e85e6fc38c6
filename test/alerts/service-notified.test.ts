/** Who is notified of a service: asked of the alerts that it has and can have, each by its own labels. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Answer } from "../support/service.ts";
import { startService, type TestService } from "../support/service.ts";
import { created, makeScene, minute, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const notified = async ({ tenant }: Scene, service = "pay"): Promise<Answer["body"]> => {
  const { status, text, body } = await tenant.api("GET", `services/${service}/notified`);
  expect(status, text).toBe(200);
  return body;
};
const namesOf = (all: readonly { target: string }[]) => all.map(({ target }) => target).sort();

it("a service with a heartbeat alone: the destinations of its own, and no route that wants critical alerts", async () => {
  const scene = await makeScene(app, { matchers: ['severity="critical"'] });
  const own = { destinations: [{ email: "cron@example.com" }], severity: "warning" };
  await created(scene, "alert_heartbeats", { name: "nightly", service: "pay", every_minutes: 5, ...own });
  const body = await notified(scene);
  expect(namesOf(body.recipients)).toEqual(["cron@example.com"]);
  expect(body.severity).toBe("warning");
  expect(body.routes[0]).toMatchObject({ kind: "alert_heartbeats", name: "nightly", taken: true });
  expect(body.alerts).toEqual([
    {
      labels: expect.objectContaining({ heartbeat: "nightly", service: "pay", severity: "warning" }),
      source: { kind: "alert_heartbeats", id: expect.any(String), name: "nightly" },
      ...{ severity: "warning", kept_back: null, recipients: ["cron@example.com"] },
    },
  ]);
  expect(body.unknown.join()).not.toContain("no other label");
});

it("alerts that came with labels of their own: each way, and what keeps only one of them back", async () => {
  const scene = await makeScene(app, { matchers: ['severity="critical"'] });
  await created(scene, "alert_routes", {
    ...{ name: "batch", matchers: ['env="batch"'], position: 1 },
    destinations: [{ email: "batch@example.com" }],
  });
  await scene.notify({}, [
    { name: "Late", startsAt: minute(0), labels: { service: "pay", env: "batch", severity: "warning" } },
    { name: "Down", startsAt: minute(0), labels: { service: "pay", severity: "critical" } },
  ]);
  const before = await notified(scene);
  expect(namesOf(before.recipients)).toContain("batch@example.com");
  expect(before.alerts.map(({ labels }: Answer["body"]) => labels.alertname).sort()).toEqual([
    "Down",
    "Late",
  ]);
  expect(before.severity).toBe("critical");
  await created(scene, "alert_mutes", { matchers: ['env="batch"'], reason: "moving", duration_minutes: 60 });
  const after = await notified(scene);
  expect(namesOf(after.recipients)).not.toContain("batch@example.com");
  expect(after.recipients.length).toBeGreaterThan(0);
  // Not all of it is kept back: it is said at the alert.
  expect(after.muted_by).toEqual([]);
  expect(after.alerts.find(({ labels }: Answer["body"]) => labels.alertname === "Late")).toMatchObject({
    ...{ kept_back: "muted: moving", recipients: [] },
  });
  await created(scene, "alert_mutes", { pattern: "*", reason: "all", duration_minutes: 60 });
  const none = await notified(scene);
  expect(none.recipients).toEqual([]);
  expect(none.muted_by.map(({ reason }: { reason: string }) => reason)).toContain("all");
});

it("a service that nothing is known of: a made-up critical alert, and that it is one", async () => {
  const scene = await makeScene(app);
  const body = await notified(scene, "new");
  expect(body.alerts).toMatchObject([{ labels: { service: "new", severity: "critical" }, source: null }]);
  expect(body.unknown[0]).toContain("The service had no alert in the last 30 days");
  const labels = body.alerts[0].labels;
  const asked = await scene.tenant.api("POST", "alert_routes/resolve", { body: { labels } });
  expect(body.recipients).toEqual(asked.body.recipients);
});
