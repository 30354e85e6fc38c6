/** Who was never notified that an alert fires is not notified of its end, and whoever may have been is: at every channel. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { type Beginning, fateOfEnd } from "../../src/features/alerting/delivery/ends.ts";
import { hurry } from "../events/support.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { created, listed, makeScene, minute, type Scene } from "./support.ts";

const dueAt = new Date("2026-01-01T00:00:00Z");
const beginning = (status: Beginning["status"], more: Partial<Beginning> = {}): Beginning => ({
  ...{ status, maybeArrived: false, reminds: false, dueAt },
  ...more,
});

test.each<[string, readonly Beginning[], ReturnType<typeof fateOfEnd>]>([
  ["taken", [beginning("sent")], "sent"],
  ["given up", [beginning("parked")], "never"],
  ["given up after its answer was lost", [beginning("parked", { maybeArrived: true })], "sent"],
  ["tried again after its answer was lost", [beginning("queued", { maybeArrived: true })], "sent"],
  ["tried again after it was refused", [beginning("queued")], dueAt],
  ["held for want of a mail server", [beginning("held")], dueAt],
  ["one given up, one taken", [beginning("parked"), beginning("sent")], "sent"],
  ["one given up, one tried again", [beginning("parked"), beginning("queued")], dueAt],
  ["so long ago that it is not on record", [], "sent"],
  ["not on record, its reminder given up", [beginning("parked", { reminds: true })], "sent"],
])("a beginning that is %s", (_, beginnings, fate) => {
  expect(fateOfEnd(beginnings)).toEqual(fate);
});

describe("an end", () => {
  let app: TestService;
  let receivers: Receivers;
  beforeAll(async () => {
    receivers = await startReceivers();
    app = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  });
  afterAll(async () => {
    await app.close();
    await receivers.close();
  });
  beforeEach(() => {
    receivers.received.length = 0;
    receivers.script.length = 0;
    receivers.trouble = undefined;
    receivers.incidents.pagerduty.length = 0;
  });

  /** A scene whose route leads to one target. */
  async function withTarget(row: object): Promise<Scene> {
    const scene = await makeScene(app);
    const outbound_config_id = await created(scene, "outbound_configs", { name: "target", ...row });
    const body = { destinations: [{ outbound_config_id }] };
    const { status, text } = await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body });
    expect(status, text).toBe(200);
    return scene;
  }
  const withHook = () =>
    withTarget({ kind: "webhook", url: `${receivers.url}/hook`, secret: credentials.webhook });
  const withPager = () =>
    withTarget({ kind: "pagerduty", url: `${receivers.url}/v2/enqueue`, secret: credentials.pagerduty });

  const labels = { service: "checkout", severity: "error" };
  const report = (scene: Scene, name: string, endsAt?: string) =>
    scene.notify({}, [{ name, startsAt: minute(0), labels, ...(endsAt === undefined ? {} : { endsAt }) }]);
  const flush = () => app.service.delivery.flush();

  /** The deliveries of all alerts, once they have these states, as though all pauses were over. */
  async function untilStatuses(scene: Scene, statuses: readonly string[]) {
    let deliveries: { status: string; error: string | null }[] = [];
    await until(async () => {
      await hurry(app);
      await flush();
      deliveries = (await listed(scene)).flatMap((alert) => alert.deliveries);
      return deliveries.map(({ status }) => status).join() === statuses.join();
    });
    return deliveries;
  }
  const never = "its target was never notified that it began; nothing more is sent to it";
  const types = () => receivers.received.map(({ status, body }) => [status, body.type ?? body.event_action]);

  it("is not sent to a target that wants nothing of its beginning", async () => {
    const scene = await withHook();
    receivers.script.push({ status: 410 });
    await report(scene, "A");
    await untilStatuses(scene, ["parked"]);
    await report(scene, "A", minute(5));
    const [, end] = await untilStatuses(scene, ["parked", "parked"]);
    expect(end?.error).toBe(never);
    expect(types()).toEqual([[410, "alert.firing"]]);
  });

  it("is sent where the answer to the first try was lost, whatever the next was", async () => {
    const scene = await withHook();
    receivers.script.push({ status: 0 }, { status: 410 });
    await report(scene, "A");
    await untilStatuses(scene, ["parked"]);
    await report(scene, "A", minute(5));
    await untilStatuses(scene, ["parked", "sent"]);
    expect(types().at(-1)).toEqual([204, "alert.resolved"]);
  });

  it("waits for a beginning that is tried again, and comes behind it", async () => {
    const scene = await withHook();
    receivers.trouble = { status: 500 };
    await report(scene, "A");
    await report(scene, "A", minute(5));
    await until(async () => {
      await hurry(app);
      await flush();
      // After three tries those behind it no longer wait.
      return receivers.received.length > 4;
    });
    expect(new Set(types().map(([, type]) => type))).toEqual(new Set(["alert.firing"]));
    receivers.trouble = undefined;
    await untilStatuses(scene, ["sent", "sent"]);
    expect(types().slice(-2)).toEqual([
      [204, "alert.firing"],
      [204, "alert.resolved"],
    ]);
  });

  it("of an incident is sent to a pager that another alert of its group began it at", async () => {
    const scene = await withPager();
    await report(scene, "A");
    await flush();
    receivers.trouble = { status: 410, when: ({ event_action }) => event_action === "trigger" };
    await report(scene, "B");
    await flush();
    await report(scene, "A", minute(5));
    await report(scene, "B", minute(5));
    await until(async () => {
      await hurry(app);
      await flush();
      return receivers.incidents.pagerduty.every(({ open }) => !open);
    });
    // The next one of the group notifies nobody.
    await report(scene, "C");
    await report(scene, "C", minute(6));
    await until(async () => {
      await flush();
      const all = (await listed(scene)).flatMap((alert) => alert.deliveries);
      return all.some(({ error }) => error === never);
    });
    expect(types().filter(([, type]) => type === "resolve")).toHaveLength(1);
  });

  it("that was given up keeps a beginning back that an operator has tried again", async () => {
    const scene = await withPager();
    receivers.script.push({ status: 410 });
    await report(scene, "A");
    await untilStatuses(scene, ["parked"]);
    await report(scene, "A", minute(5));
    await untilStatuses(scene, ["parked", "parked"]);
    await app.database.queryText(
      {
        name: "test-tried-again",
        text: "UPDATE deliveries SET status = 'queued', attempts = 0, trying_since = now() + interval '1 day', next_attempt_at = now() WHERE source LIKE '%/firing%' AND organization_id = $1",
      },
      [scene.tenant.organization.id],
    );
    await untilStatuses(scene, ["parked", "parked"]);
    expect(receivers.incidents.pagerduty).toEqual([]);
  });
});
