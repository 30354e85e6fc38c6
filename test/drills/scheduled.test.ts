/** Drills that a route's schedule starts, and what is shown of routes that no drill proved. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { created } from "../alerts/support.ts";
import { proposerOf } from "../proposals/support.ts";
import { type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { type Drilled, makeDrilled, go as sendAndLook, startDrill, watched, weekly } from "./scene.ts";

let app: TestService;
let receivers: Receivers;
beforeAll(async () => {
  receivers = await startReceivers();
  app = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  // Looks are made by the tests alone: one in between would start a drill in the middle of a set-up.
  await Promise.all((app.service.drills.background ?? []).map((task) => task.stop()));
});
afterAll(async () => {
  await app.close();
  await receivers.close();
});
beforeEach(() => {
  receivers.received.length = 0;
  receivers.faults.length = 0;
});

const go = () => sendAndLook(app, receivers);
const drillsOf = async ({ tenant }: Drilled) => (await tenant.api("GET", "drills")).body.data;
const attentionOf = async ({ tenant }: Drilled) =>
  (await tenant.api("GET", "attention")).body.sections.find(
    ({ section }: { section: string }) => section === "drills",
  )?.data ?? [];
const change = async ({ tenant, first }: Drilled, body: object) =>
  expect((await tenant.config("PUT", `alert_routes/${first}`, { body })).status).toBe(200);
/** Nothing was done since a week long ago. */
const longAgo = ({ first }: Drilled) =>
  app.database.execute(
    `UPDATE drill_routes SET week = '2026-01-05', next_at = '2026-01-12' WHERE route_id = '${first}'`,
  );
/** A moment ago: times are kept in whole milliseconds, and now could be rounded into the future. */
const lookNow = ({ first }: Drilled) =>
  app.database.execute(
    `UPDATE drill_routes SET next_at = now() - interval '1 second' WHERE route_id = '${first}' AND next_at IS NOT NULL`,
  );

it("starts one in a week, and one after weeks in which nobody was there", async () => {
  const here = await makeDrilled(app, receivers, { drill_schedule: weekly() });
  await go();
  await lookNow(here);
  await go();
  const [drill, ...others] = await drillsOf(here);
  expect(others).toEqual([]);
  expect(drill).toMatchObject({
    status: "proved",
    route_id: here.first,
    scheduled: true,
    started_by: "schedule",
    until: "sent",
  });
  const records = await recordsOf(app, here.tenant.organization.id);
  expect(records.find(({ action }) => action === "start_drill")).toMatchObject({
    actor_kind: "service",
    actor_name: "schedule",
    row_id: drill.id,
  });
  expect(receivers.received.map(({ body }) => body.data.title)).toEqual([
    expect.stringMatching(/^DRILL: /),
    expect.stringMatching(/^DRILL: /),
  ]);
  await longAgo(here);
  await go();
  await lookNow(here);
  await go();
  expect(await drillsOf(here)).toHaveLength(2);
});

it("starts none on another day, while the route is off, and without a schedule", async () => {
  const here = await makeDrilled(app, receivers, { drill_schedule: weekly(24) });
  await go();
  await change(here, { drill_schedule: weekly(), enabled: false });
  await go();
  await change(here, { drill_schedule: null, enabled: true });
  await go();
  expect(await drillsOf(here)).toEqual([]);
  await change(here, { drill_schedule: weekly() });
  await go();
  expect(await drillsOf(here)).toHaveLength(1);
});

it("waits while a mute holds, and while another drill of the route is under way", async () => {
  const here = await makeDrilled(app, receivers, { drill_schedule: weekly() });
  const mute = await created(here, "alert_mutes", {
    route_ids: [here.first],
    reason: "works",
    duration_minutes: 60,
  });
  await go();
  expect(await drillsOf(here)).toEqual([]);
  await here.tenant.config("DELETE", `alert_mutes/${mute}`);
  const { body: byHand } = await startDrill(here, { route_id: here.first, until: "acknowledged" });
  await lookNow(here);
  await go();
  expect(await drillsOf(here)).toHaveLength(1);
  await here.tenant.api("POST", `alerts/${byHand.alert_id}/acknowledge`, { body: {} });
  await go();
  await lookNow(here);
  await go();
  const [drill] = await drillsOf(here);
  expect(drill).toMatchObject({ scheduled: true, status: "proved" });
});

it("waits for somebody where Alertmanager itself notifies people", async () => {
  const here = await makeDrilled(app, receivers, { drill_schedule: weekly() });
  const metadata = { deliver: "native" };
  await here.tenant.config("PUT", `connectors/${here.connector}`, { body: { metadata } });
  await here.tenant.api("PUT", `render/${here.connector}/drills`, { body: { sent: [] } });
  await go();
  expect(await drillsOf(here)).toMatchObject([{ scheduled: true, until: "acknowledged" }]);
});

it("that can reach nobody fails, and is shown until a drill proves the route", async () => {
  const here = await makeDrilled(app, receivers, { drill_schedule: weekly() });
  await change(here, { position: 1_000 });
  await go();
  const [drill] = await drillsOf(here);
  expect(drill).toMatchObject({ status: "failed", scheduled: true, hops: [] });
  expect(drill.message).toMatch(/^No alert could be made up for it: route_id leads to "Payments night", /);
  const [item] = await attentionOf(here);
  expect(item).toMatchObject({
    resource: "alert_routes",
    id: here.first,
    name: "Payments night",
    tone: "bad",
    state: "drill_failed",
    why: drill.message,
  });
  await change(here, { position: -10 });
  await startDrill(here, { route_id: here.first });
  await go();
  expect(await attentionOf(here)).toEqual([]);
});

it("a route that no drill proved for as long as it asks is shown, also when its drills are forgotten", async () => {
  const here = await makeDrilled(app, receivers, { prove_every_days: 30 });
  const proved = async () =>
    (await here.tenant.config("GET", `alert_routes/${here.first}`)).body.last_proved_at;
  expect([await proved(), await attentionOf(here)]).toEqual([
    null,
    [
      expect.objectContaining({
        state: "unproved",
        tone: "warning",
        why: "No drill has proved it yet. It is to be proved every 30 days.",
      }),
    ],
  ]);
  // A drill of a service proves the routes that its alert goes to.
  await change(here, { matchers: ['service="pay"'] });
  await watched(here, "pay");
  const { body } = await startDrill(here, { service: "pay" });
  await go();
  const { ended_at } = (await here.tenant.api("GET", `drills/${body.id}`)).body;
  expect([await proved(), await attentionOf(here)]).toEqual([ended_at, []]);
  await app.database.execute(
    `UPDATE drill_routes SET proved_at = now() - interval '31 days' WHERE route_id = '${here.first}'`,
  );
  await app.database.execute(`DELETE FROM drills WHERE id = '${body.id}'`);
  const [item] = await attentionOf(here);
  expect(item.why).toMatch(/^A drill last proved it on .*\. It is to be proved every 30 days\.$/);
  await change(here, { prove_every_days: null });
  expect([await attentionOf(here), await proved()]).toEqual([[], expect.any(String)]);
});

it("a route that notifies nobody has neither", async () => {
  const here = await makeDrilled(app, receivers);
  const body = { drop: true, destinations: [], drill_schedule: weekly(), prove_every_days: 1 };
  const answer = await here.tenant.config("PUT", `alert_routes/${here.first}`, { body });
  expect([answer.status, answer.body.fields.map(({ field }: { field: string }) => field)]).toEqual([
    422,
    ["drill_schedule", "prove_every_days"],
  ]);
});

it("takes a proposal back where it fails after that was applied, and not where it proves the route", async () => {
  const here = await makeDrilled(app, receivers);
  const own = proposerOf(here.tenant.api);
  const off = await created(here, "outbound_configs", {
    ...{ name: "off", kind: "webhook", enabled: false, url: `${receivers.url}/hook?to=off` },
  });
  const applied = async (destinations: object[]) => {
    const fields = { destinations };
    const edits = [{ op: "save", resource: "alert_routes", id: here.first, fields }] as never;
    const { id } = await own.propose({ edits, revert_if: [{ drill: here.first }], watch_minutes: 60 });
    await own.done(id, "apply");
    // A drill has to begin after it.
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect((await startDrill(here, { route_id: here.first })).status).toBe(201);
    await go();
    // Not ten seconds later.
    await app.database.execute(
      `UPDATE proposals SET due_at = now() - interval '1 second' WHERE id = '${id}'`,
    );
    await app.service.proposals.flush();
    return own.get(id);
  };
  const bad = await applied([{ outbound_config_id: off }]);
  expect([bad.status, bad.acts.at(-1).comment]).toEqual([
    "reverted",
    expect.stringMatching(/^The drill drill_\w+ of the route "Payments night" failed\.$/),
  ]);
  const good = await applied([{ outbound_config_id: here.night }, { outbound_config_id: here.rest }]);
  expect([good.status, good.watched[0]]).toMatchObject(["applied", { state: "well" }]);
});
