/** Of messages with one dedup_key, no end comes behind a firing that is newer than what it ends. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { makeScene, minute, notified, queued, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const firing = ["pager firing A", "room firing A"];

it("where an alert is replaced by one with a later beginning", async () => {
  const scene = await makeScene(app);
  await scene.notify({}, [{ name: "A", startsAt: minute(0) }]);
  await scene.notify({}, [{ name: "A", startsAt: minute(9) }]);
  // The pager's incident goes on.
  expect(await notified(app, scene)).toEqual([...firing, "room resolved A", ...firing]);
  const keys = (await queued(app, scene)).map(({ payload }) => payload.message.dedup_key);
  expect(new Set(keys).size).toBe(1);
});

it("where one ends and another begins in one notification", async () => {
  const scene = await makeScene(app);
  const old = { name: "A", startsAt: minute(0) };
  await scene.notify({}, [old]);
  await scene.notify({}, [
    { name: "B", startsAt: minute(9) },
    { ...old, endsAt: minute(5) },
  ]);
  expect(await notified(app, scene)).toEqual([
    ...firing,
    "room resolved A",
    "pager firing B",
    "room firing B",
  ]);
});

it("where the pager did not take the end before its group begins anew", async () => {
  const scene = await makeScene(app);
  const old = { name: "A", startsAt: minute(0) };
  await scene.notify({}, [old]);
  await scene.notify({}, [{ ...old, endsAt: minute(5) }]);
  // It was tried some times: others to the same target go before it now.
  await app.database.queryText(
    {
      name: "test-tried",
      text: `UPDATE deliveries SET attempts = 3, yields = true, next_attempt_at = now() + interval '1 hour'
WHERE organization_id = $1 AND source LIKE '%/resolved'`,
    },
    [scene.tenant.organization.id],
  );
  await scene.notify({}, [{ name: "A", startsAt: minute(9) }]);
  expect(await ends(scene)).toEqual([
    ["pager", "parked", "its group of alerts began anew; nothing more is sent to it"],
    ["room", "queued", null],
  ]);
});

async function ends(scene: Scene) {
  const rows = await app.database.queryText<{ target: string; status: string; error: string | null }>(
    {
      name: "test-ends",
      text: `SELECT target, status, last_error AS error FROM deliveries
WHERE organization_id = $1 AND source LIKE '%/resolved' ORDER BY ordinal`,
    },
    [scene.tenant.organization.id],
  );
  return rows
    .map(({ target, status, error }) => [target === scene.pager ? "pager" : "room", status, error])
    .sort();
}
