/** What is kept of alerts that have ended, and for how long. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { created, listed, makeScene, minute, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

interface Kept {
  readonly title: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly sent: readonly string[];
}

async function history({ tenant }: Scene): Promise<Kept[]> {
  return app.database.queryText<Kept>(
    {
      name: "test-history",
      text: `SELECT title, labels, sent FROM alert_history AS one
        JOIN alert_label_sets AS labelled ON labelled.organization_id = one.organization_id AND hash = label_set
        WHERE one.organization_id = $1 ORDER BY ended_at, title`,
    },
    [tenant.organization.id],
  );
}

async function sets({ tenant }: Scene): Promise<unknown[]> {
  const text = "SELECT bytes FROM alert_label_sets WHERE organization_id = $1";
  return app.database.queryText({ name: "test-label-sets", text }, [tenant.organization.id]);
}

/** Alerts with these labels, each a minute long; the first begins at this minute. */
async function ended(scene: Scene, from: number, count: number, labels: Record<string, string> = {}) {
  for (const over of [false, true])
    await scene.notify(
      {},
      Array.from({ length: count }, (_, at) => ({
        name: `Host ${from + at}`,
        startsAt: minute(from + at),
        ...(over && { endsAt: minute(from + at + 1) }),
        labels,
      })),
    );
}

const daysOn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

it("has each that ended once, its labels once, and what was sent of it first", async () => {
  const scene = await makeScene(app);
  const rule = await created(scene, "outbound_rules", {
    name: "page again",
    matchers: ["alertname=Down"],
    outbound_config_id: scene.pager,
    delay_seconds: 0,
  });
  await scene.notify({}, [{ name: "Down", startsAt: minute(0) }]);
  await app.service.alerts.flush();
  await scene.notify({}, [{ name: "Down", startsAt: minute(0), endsAt: minute(5) }]);
  await scene.notify({}, [{ name: "Down", startsAt: minute(10) }]);
  await app.service.alerts.putIntoHistory();
  const sent = [
    `${rule}/1/${scene.pager}`,
    `${scene.route}/0/${scene.pager}`,
    `${scene.route}/0/${scene.room}`,
  ];
  const down = { title: "Down", labels: { alertname: "Down" }, sent: sent.sort() };
  expect(await history(scene)).toEqual([down]);

  await scene.notify({}, [{ name: "Down", startsAt: minute(10), endsAt: minute(15) }]);
  await app.service.alerts.putIntoHistory();
  await app.service.alerts.putIntoHistory();
  expect(await history(scene)).toMatchObject([down, { title: "Down" }]);
  expect(await sets(scene)).toHaveLength(1);
});

it("keeps it for the days of its organization, and alerts themselves no longer", async () => {
  const [usual, short] = [await makeScene(app), await makeScene(app)];
  await short.tenant.config("PUT", "organization_settings", { body: { alert_history_days: 7 } });
  for (const scene of [usual, short]) await ended(scene, 0, 3);
  const counts = async () =>
    Promise.all(
      [usual, short].map(async (scene) => [(await listed(scene)).length, (await history(scene)).length]),
    );
  // They ended on minute(…), some days before they are looked at.
  await app.service.alerts.tidy(daysOn(0));
  expect(await counts()).toEqual([
    [3, 3],
    [3, 3],
  ]);
  await app.service.alerts.tidy(daysOn(8));
  expect(await counts()).toEqual([
    [3, 3],
    [0, 0],
  ]);
  await app.service.alerts.tidy(daysOn(31));
  expect(await counts()).toEqual([
    [0, 3],
    [0, 0],
  ]);
  await app.service.alerts.tidy(daysOn(120));
  expect([await history(usual), await sets(usual), await sets(short)]).toEqual([[], [], []]);
});

it.each([
  ["alerts", { alerts: 3, bytes: 1_000_000 }],
  ["bytes of labels", { alerts: 1_000, bytes: 75 }],
])("keeps the newest within its bound of %s, and says up to when it has gaps", async (_, bounds) => {
  const scene = await makeScene(app);
  await ended(scene, 0, 5);
  await app.service.alerts.putIntoHistory(bounds);
  expect((await history(scene)).map(({ title }) => title)).toEqual(["Host 2", "Host 3", "Host 4"]);
  const text = "SELECT cut_at FROM alert_history_cuts WHERE organization_id = $1";
  const cuts = await app.database.queryText({ name: "test-cuts", text }, [scene.tenant.organization.id]);
  expect(cuts).toEqual([{ cut_at: new Date(minute(2)) }]);
});
