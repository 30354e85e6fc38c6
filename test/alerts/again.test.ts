/** What fires after its end is another alert, also with the beginning of before; a late word of a pair opens nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { fingerprintOf, holdsOver, listed, makeScene, minute, notified, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const fired = { name: "A", startsAt: minute(0) };
const ended = { ...fired, endsAt: minute(5) };
const firing = ["pager firing A", "room firing A"];
const resolved = ["pager resolved A", "room resolved A"];

/** The ends of all alerts came so many seconds earlier. */
async function later(scene: Scene, seconds: number): Promise<void> {
  await app.database.queryText(
    {
      name: "test-closed-earlier",
      text: "UPDATE alerts SET closed_at = closed_at - make_interval(secs => $2) WHERE organization_id = $1",
    },
    [scene.tenant.organization.id, seconds],
  );
}

const statuses = async (scene: Scene) => (await listed(scene)).map(({ status }) => status);

describe("an alert that fires after its end", () => {
  it("is a new page, although it is said to have begun as before", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [fired]);
    await scene.notify({}, [ended]);
    await later(scene, 61);
    const answer = await scene.notify({}, [fired]);
    expect(answer.body).toEqual({ alerts: 1, opened: 1, ended: 0 });
    expect(await notified(app, scene)).toEqual([...firing, ...resolved, ...firing]);
    expect(await statuses(scene)).toEqual(["open", "resolved"]);
    const again = await scene.notify({}, [{ ...fired, endsAt: minute(9) }]);
    expect(again.body).toMatchObject({ ended: 1 });
    expect(await notified(app, scene)).toEqual([...firing, ...resolved, ...firing, ...resolved]);
  });

  it("is one more each time", async () => {
    const scene = await makeScene(app);
    for (const end of [1, 2, 3, 4]) {
      await scene.notify({}, [fired]);
      await scene.notify({}, [{ ...fired, endsAt: minute(end) }]);
      await later(scene, 61);
    }
    expect(await notified(app, scene)).toHaveLength(16);
  });

  it("within a minute opens when no end has followed in time", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [fired]);
    await scene.notify({}, [ended]);
    const answer = await scene.notify({}, [fired]);
    expect(answer.body).toEqual({ alerts: 1, opened: 0, ended: 0, held: 1 });
    // Whatever runs in between.
    await app.service.alerts.flush();
    expect(await statuses(scene)).toEqual(["resolved"]);
    await holdsOver(app, scene);
    expect(await statuses(scene)).toEqual(["open", "resolved"]);
    expect(await notified(app, scene)).toEqual([...firing, ...resolved, ...firing]);
    // It is the one that is open: nothing is held, and nothing is said twice.
    expect((await scene.notify({}, [fired])).body).toEqual({ alerts: 1, opened: 0, ended: 0 });
    expect(await notified(app, scene)).toHaveLength(6);
  });

  it("within a minute opens nothing where an end follows", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [fired]);
    await scene.notify({}, [ended]);
    await scene.notify({}, [fired]);
    await scene.notify({}, [ended]);
    await holdsOver(app, scene);
    expect(await statuses(scene)).toEqual(["resolved"]);
    expect(await notified(app, scene)).toEqual([...firing, ...resolved]);
  });

  it("whose end came first opens unless an end follows", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [ended]);
    expect((await scene.notify({}, [fired])).body).toMatchObject({ opened: 0, held: 1 });
    await holdsOver(app, scene);
    expect(await notified(app, scene)).toEqual(firing);
    expect(await statuses(scene)).toEqual(["open", "resolved"]);
  });

  it("does not end by the end of the one before, which comes a second time", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [fired]);
    await scene.notify({}, [ended]);
    await later(scene, 61);
    await scene.notify({}, [fired]);
    expect((await scene.notify({}, [ended])).body).toMatchObject({ ended: 0 });
    expect(await statuses(scene)).toEqual(["open", "resolved"]);
  });

  it("is held for each route that it comes for, and opens for all", async () => {
    const scene = await makeScene(app);
    const { body: other } = await scene.tenant.config("POST", "alert_routes", {
      body: { name: "other", matchers: ['x="y"'], destinations: [{ outbound_config_id: scene.room }] },
    });
    await scene.notify({}, [ended]);
    await scene.notify({}, [fired]);
    await scene.notify({ receiver: other.id, group: "b" }, [fired]);
    await holdsOver(app, scene);
    const [open] = await listed(scene, "?status=open");
    expect(open.routes.map(({ name }: { name: string }) => name).sort()).toEqual(["all", "other"]);
    expect((await notified(app, scene)).sort()).toEqual([...firing, "room firing A"].sort());
  });

  it("opens nothing while somebody has ended it here and its engine goes on", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [fired]);
    const [{ id }] = await listed(scene);
    expect((await scene.tenant.api("POST", `alerts/${id}/resolve`)).status).toBe(200);
    await later(scene, 3_600);
    expect((await scene.notify({}, [fired])).body).toEqual({ alerts: 1, opened: 0, ended: 0 });
    // The engine has said its end: what comes then is new.
    await scene.notify({}, [ended]);
    await later(scene, 61);
    expect((await scene.notify({}, [fired])).body).toMatchObject({ opened: 1 });
  });
});

describe("with an agent, an alert that fires within a minute after its end", () => {
  const since = async () =>
    (await app.database.queryText<{ now: Date }>({ name: "test-now", text: "SELECT now() AS now" }, []))[0]
      ?.now as Date;

  async function held(): Promise<Scene> {
    const scene = await makeScene(app);
    await scene.notify({}, [fired]);
    await scene.notify({}, [ended]);
    await scene.notify({}, [fired]);
    return scene;
  }

  const report = async (scene: Scene, has: boolean, at: Date) => {
    const one = {
      fingerprint: fingerprintOf("A"),
      state: "active",
      started_at: fired.startsAt,
      receivers: [scene.route],
      labels: { alertname: "A" },
    };
    const body = { since: at.toISOString(), alerts: has ? [one] : [] };
    return scene.tenant.api("PUT", `render/${scene.connector}/alerts`, { body });
  };

  const acknowledge = async (scene: Scene, instance: string) => {
    const body = {
      digest: "0".repeat(64),
      ok: true,
      degraded: false,
      message: null,
      version: null,
      instance,
    };
    const { status, text } = await scene.tenant.api("PUT", `render/${scene.connector}/applied`, { body });
    if (status !== 200) throw new Error(text);
  };

  it("is asked for with the next poll, whatever the agent knows", async () => {
    const scene = await held();
    const path = `render/${scene.connector}?contents=false`;
    const known = await scene.tenant.api("GET", path);
    expect(known.body.alerts_wanted).toBe(true);
    const headers = { "if-none-match": String(known.headers.etag) };
    expect((await scene.tenant.api("GET", path, { headers })).body.alerts_wanted).toBe(true);
    await report(scene, true, await since());
    expect((await scene.tenant.api("GET", path, { headers })).status).toBe(304);
  });

  it("opens at once where the engine has it", async () => {
    const scene = await held();
    expect((await report(scene, true, await since())).body).toEqual({ opened: 1, ended: 0 });
    expect(await notified(app, scene)).toEqual([...firing, ...resolved, ...firing]);
  });

  it("opens nothing where the only engine has it no more", async () => {
    const scene = await held();
    await acknowledge(scene, "one");
    await report(scene, false, await since());
    await holdsOver(app, scene);
    expect(await statuses(scene)).toEqual(["resolved"]);
  });

  it("opens in time where one of a pair has it no more, and the other one says nothing", async () => {
    const scene = await held();
    await acknowledge(scene, "one");
    await acknowledge(scene, "two");
    await report(scene, false, await since());
    expect(await statuses(scene)).toEqual(["resolved"]);
    await holdsOver(app, scene);
    expect(await statuses(scene)).toEqual(["open", "resolved"]);
  });

  it("is not opened by what was read before its end", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [fired]);
    const before = await since();
    await scene.notify({}, [ended]);
    await report(scene, true, before);
    await later(scene, 3_600);
    expect(await statuses(scene)).toEqual(["resolved"]);
  });

  it("opens by the report where its notification was lost, once its group has waited", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [fired]);
    await scene.notify({}, [ended]);
    expect((await report(scene, true, await since())).body).toMatchObject({ opened: 0 });
    await later(scene, 3_600);
    expect((await report(scene, true, await since())).body).toMatchObject({ opened: 1 });
    expect(await statuses(scene)).toEqual(["open", "resolved"]);
  });
});
