/** What a plan says of who is on call: gaps, whose load moves, who is on call at once. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { ada, ben, cy, makeScene, standStill, weeks } from "./scene.ts";

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

async function effectOf({ planner }: Scene, bundle: Parameters<Scene["planner"]["open"]>[0]) {
  const { effects } = await planner.open(bundle);
  // biome-ignore lint/suspicious/noExplicitAny: an answer
  return (effects as any).on_call;
}

it("names the gap that a plan opens, and who has less by it", async () => {
  const scene = await makeScene(test, { must_cover: { always: true } });
  const night = { days: ["thu"], start: "02:00", end: "09:00" };
  const nobody = { ...weeks, turns: [{ people: ["gone@example.com"] }], hours: [night] };
  const on_call_rotas = [{ ...scene.payments, rotations: [weeks, { ...nobody, ends_on: "2026-12-04" }] }];
  const { gaps_opened, gaps_closed, load, now, cut } = await effectOf(scene, { on_call_rotas });
  expect(gaps_opened).toEqual([
    {
      ...{ rota: "Payments", role: "primary" },
      ...{ from: "2026-12-03T01:00:00.000Z", to: "2026-12-03T08:00:00.000Z" },
      message: "nobody for Payments (primary) from Thu 3 Dec 02:00 to 09:00 (Europe/Berlin)",
    },
  ]);
  expect([gaps_closed, now, cut]).toEqual([[], [], false]);
  // The night of Wednesday begins at 22:00, while Ben is on call still.
  expect(load).toEqual([{ email: ben, hours: -7, nights: 0, weekends: 0, message: `${ben} -7 h` }]);
});

it("says whose nights and weekends move, and who is on call at once", async () => {
  const scene = await makeScene(test);
  const cover = {
    ...{ rota_id: { name: "Payments" }, role: "primary", email: cy, replaces: ada },
    ...{ starts_at: "2026-11-28T12:00:00Z", ends_at: "2026-11-30T08:00:00Z", reason: "" },
  };
  expect(await effectOf(scene, { on_call_overrides: [cover] })).toEqual({
    ...{ gaps_opened: [], gaps_closed: [], cut: false },
    load: [
      { email: ada, hours: -20, nights: -1, weekends: -1, message: `${ada} -1 night, -1 weekend, -20 h` },
      { email: cy, hours: 20, nights: 1, weekends: 1, message: `${cy} +1 night, +1 weekend, +20 h` },
    ],
    now: [
      {
        ...{ rota: "Payments", role: "primary", before: [ada], after: [cy] },
        message: `Payments (primary) now: ${ada} -> ${cy}`,
      },
    ],
  });
});

it("says what is covered again, and what nobody has to cover any more", async () => {
  const scene = await makeScene(test, { must_cover: { always: true }, rotations: [] });
  const covered = await effectOf(scene, { on_call_rotas: [{ ...scene.payments, rotations: [weeks] }] });
  expect(covered.gaps_closed.map(({ message }: { message: string }) => message)).toEqual([
    "somebody for Payments (primary) again from now on (Europe/Berlin)",
  ]);
  const waived = await effectOf(scene, { on_call_rotas: [{ ...scene.payments, must_cover: null }] });
  expect(waived.gaps_closed.map(({ message }: { message: string }) => message)).toEqual([
    "nobody has to cover Payments (primary) any more from now on (Europe/Berlin)",
  ]);
  expect([waived.gaps_opened, waived.load]).toEqual([[], []]);
});

it("counts time that somebody has in another rota once", async () => {
  const scene = await makeScene(test);
  const same = { ...scene.payments, name: "Orders" };
  const { load, now } = await effectOf(scene, { on_call_rotas: [same] });
  expect(load).toEqual([]);
  expect(now).toMatchObject([{ rota: "Orders", before: [], after: [ada] }]);
});

it("says nothing where no shift can move, and of an absence that it moves nobody", async () => {
  const scene = await makeScene(test);
  expect(await effectOf(scene, { teams: [{ name: "Core" }] })).toBeNull();
  expect(
    await effectOf(scene, { on_call_rotas: [{ ...scene.payments, description: "For money" }] }),
  ).toBeNull();
  const away = { email: ada, starts_at: "2026-12-01T00:00:00Z", ends_at: "2026-12-20T00:00:00Z" };
  expect(await effectOf(scene, { absences: [away] })).toEqual({
    ...{ gaps_opened: [], gaps_closed: [], cut: false, load: [], now: [] },
  });
});

it("is said without a plan, and of a rota that goes", async () => {
  const { api, rota, config } = await makeScene(test, { must_cover: { always: true } });
  const edits = [{ op: "delete", resource: "on_call_rotas", id: rota }];
  const { status, body, text } = await api("POST", "plans/replay", { body: { edits } });
  expect(status, text).toBe(200);
  expect(body.effects.on_call).toMatchObject({
    ...{ gaps_opened: [], gaps_closed: [] },
    now: [{ message: `Payments (primary) now: ${ada} -> nobody` }],
  });
  expect(body.effects.on_call.load.map(({ email }: { email: string }) => email)).toEqual([ada, ben]);
  expect((await config("GET", `on_call_rotas/${rota}`)).status).toBe(200);
});
