/** A gap within two weeks stands on Now and in the figures, and is gone once somebody is on call then. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { cy, makeScene, standStill, weeks } from "./scene.ts";

let test: TestService;
beforeAll(async () => {
  standStill();
  test = await startService();
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

type Scene = Awaited<ReturnType<typeof makeScene>>;

async function onNow({ api }: Scene) {
  const { body, status, text } = await api("GET", "attention");
  expect(status, text).toBe(200);
  return body.sections.find(({ section }: { section: string }) => section === "on_call");
}

it("names the first gap, and is gone once it is covered", async () => {
  const scene = await makeScene(test, { must_cover: { always: true } });
  const { config, rota, payments } = scene;
  expect(await onNow(scene)).toBeUndefined();
  // Nobody from Saturday midnight in Berlin on.
  const ends = await config("PUT", `on_call_rotas/${rota}`, {
    body: { rotations: [{ ...weeks, ends_on: "2026-12-04" }] },
  });
  expect(ends.status, ends.text).toBe(200);
  expect(await onNow(scene)).toEqual({
    ...{ section: "on_call", resource: "on_call_rotas", total: 1 },
    data: [
      {
        ...{ resource: "on_call_rotas", id: rota, name: payments.name, tone: "warning", state: "uncovered" },
        why: "Nobody is on call as primary from Sat 5 Dec 00:00 on (Europe/Berlin). Put somebody on call then with an override, or change the rota.",
        ...{ since: null, team_ids: [], rows: 1 },
      },
    ],
  });
  const cover = { rota_id: rota, role: "primary", email: cy, starts_at: "2026-12-04T12:00:00Z", reason: "" };
  await config("POST", "on_call_overrides", { body: { ...cover, ends_at: "2026-12-10T23:00:00Z" } });
  expect((await onNow(scene)).data[0].why).toContain("from Fri 11 Dec 00:00 on (Europe/Berlin)");
  // Two weeks end on the 13th.
  const more = { ...cover, starts_at: "2026-12-10T12:00:00Z", ends_at: "2026-12-14T00:00:00Z" };
  await config("POST", "on_call_overrides", { body: more });
  expect(await onNow(scene)).toBeUndefined();
});

it("is bad within a day, and counted in the figures", async () => {
  const scene = await makeScene(test, { must_cover: { always: true }, rotations: [] });
  expect((await onNow(scene)).data).toMatchObject([{ tone: "bad", state: "uncovered" }]);
  const { text } = await test.send("GET", "/metrics");
  expect(text).toMatch(/^orgconfig_on_call_uncovered_rotas\{within="1d"\} 1$/m);
  expect(text).toMatch(/^orgconfig_on_call_uncovered_rotas\{within="14d"\} 1$/m);
});

it("says nothing of a rota that need not be covered", async () => {
  expect(await onNow(await makeScene(test, { rotations: [] }))).toBeUndefined();
});
