/** Taking an applied plan back, which is a plan as well. */
import { expect, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { contractFor } from "../support/contract.ts";
import { law } from "../support/property.ts";
import type { Send } from "../support/service.ts";
import { bundleOf, grow, kindOf, rowsOf, settableOf } from "./drawn.ts";
import { drawEdits, smallBundle, wholeBundle } from "./edits.ts";
import { manyDeletes, plannerOf } from "./support.ts";

const contract = contractFor(import.meta.url);

async function start() {
  const tenant = await contract().tenant();
  return { ...tenant, planner: plannerOf(tenant.api) };
}

const connector = { name: "AWS", type: "cloud", connector_type: "aws" };

it("takes back what was made, moved and deleted, and can itself be taken back", async () => {
  const { planner, config } = await start();
  const kept = (await config("POST", "connectors", { body: connector })).body.id;
  await planner.bring({ teams: [{ name: "Old" }] }, { set: "s" });
  const old = (await config("GET", "teams?name=Old")).body.data[0].id;
  const bundle = { connectors: [{ ...connector, enabled: false }], teams: [{ name: "New" }] };
  const done = await planner.bring(bundle, {
    set: "s",
    prune: "delete",
    adopt: [{ resource: "connectors", key: { name: "AWS" } }],
  });
  expect(done.summary).toMatchObject({ create: 1, update: 1, delete: 1, adopt: 1 });

  const undo = await planner.undo(done.id);
  expect([undo.status, undo.problems]).toEqual(["open", []]);
  expect(undo.summary).toMatchObject({ create: 1, update: 1, delete: 1 });
  await planner.apply(undo.id);
  expect((await config("GET", `connectors/${kept}`)).body.enabled).toBe(true);
  expect((await config("GET", `teams/${old}`)).body.name).toBe("Old");
  expect((await config("GET", "teams?name=New")).body.data).toEqual([]);

  const again = await planner.undo(undo.id);
  await planner.apply(again.id);
  expect((await config("GET", `connectors/${kept}`)).body.enabled).toBe(false);
  expect((await config("GET", `teams/${old}`)).status).toBe(404);
  expect((await config("GET", "teams?name=New")).body.data).toHaveLength(1);
});

it("says which secrets do not come back, and that rows do not come back to their set", async () => {
  const { planner, config } = await start();
  const entry = { ...connector, config: { role_arn: "arn" } };
  await planner.bring({ connectors: [entry] }, { set: "s" });
  const gone = await planner.bring({}, { set: "s", prune: "delete" });
  const undo = await planner.undo(gone.id);
  expect(undo.warnings).toMatchObject([
    { resource: "connectors", key: { name: "AWS" }, field: "config", reason: "secret_not_restored" },
    { resource: "plans", key: null, field: "set", reason: "set_not_restored" },
  ]);
  await planner.apply(undo.id);
  expect((await config("GET", "connectors")).body.data).toMatchObject([{ name: "AWS", config_set: false }]);
});

it("brings a mute back that ends when it would have ended, by undo and from its history", async () => {
  const { planner, config, api } = await start();
  const mute = { pattern: "*a*", reason: "Migration", duration_minutes: 480 };
  const { id, starts_at, expires_at } = (await config("POST", "alert_mutes", { body: mute })).body;
  const ended = await api("POST", "plans", {
    body: { edits: [{ op: "delete", resource: "alert_mutes", id }] },
  });
  await planner.apply(ended.body.id);
  await planner.apply((await planner.undo(ended.body.id)).id);
  const back = { starts_at, expires_at, duration_minutes: 480, active: true };
  expect((await config("GET", `alert_mutes/${id}`)).body).toMatchObject(back);
  await config("DELETE", `alert_mutes/${id}`);
  const { data } = (await api("GET", `history/alert_mutes/${id}`)).body;
  const restore = { body: { sequence: data[1].sequence } };
  const plan = (await api("POST", `history/alert_mutes/${id}/restore`, restore)).body;
  await planner.apply(plan.id);
  expect((await config("GET", `alert_mutes/${id}`)).body).toMatchObject(back);
});

it("takes back no plan that was not applied", async () => {
  const { planner, api } = await start();
  const plan = await planner.open({ teams: [{ name: "Core" }] });
  const answer = await api("POST", `plans/${plan.id}/undo`, {});
  expect([409, 422], answer.text).toContain(answer.status);
});

it("does not take back what was changed since, without showing it", async () => {
  const { planner, config } = await start();
  const { id } = (await config("POST", "connectors", { body: connector })).body;
  const plan = await planner.bring({ connectors: [{ ...connector, enabled: false }] });
  await config("PUT", `connectors/${id}`, { body: { type: "chat" } });
  const undo = await planner.undo(plan.id);
  const paths = undo.changes.flatMap(({ fields }) => fields.map(({ path }) => path));
  expect(paths).toEqual(["enabled"]);
  await planner.apply(undo.id);
  expect((await config("GET", `connectors/${id}`)).body).toMatchObject({ type: "chat", enabled: true });
});

law("an undone plan leaves the rows as they were", 5, async (draw) => {
  const tenant = await contract().tenant();
  await grow(tenant, draw, 10);
  const planner = plannerOf(tenant.api);
  const edits = await drawEdits(tenant, draw);
  const whole = draw.either();
  if (whole) await planner.bring(bundleOf(edits.rows), { set: "all", adopt: true });
  const before = await settled(tenant.config);
  const plan = whole
    ? await planner.open(wholeBundle(edits), { set: "all", prune: "delete" })
    : await planner.open(smallBundle(edits));
  await planner.apply(plan.id, { allow_deletes: manyDeletes });
  const undo = await planner.undo(plan.id);
  // A row whose rule asks for a secret cannot come back without it, and the plan says so.
  const wantsSecret = plan.changes.some(
    ({ resource, action, secrets }) =>
      Object.values(secrets).includes("cleared") ||
      (action === "delete" && Object.values(kindOf(resource).fields).some(({ type }) => type === "secret")),
  );
  if (undo.status === "invalid" && wantsSecret) return;
  expect([undo.status, undo.problems]).toEqual(["open", []]);
  await planner.apply(undo.id, { allow_deletes: manyDeletes });
  expect(await settled(tenant.config)).toEqual(before);
});

/** What nobody chose is the service's, but for when a row began that ends by itself. */
function chosenOf(definition: Kind, row: JsonObject): JsonObject {
  const said = Object.entries(settableOf(definition, row));
  if (definition.keyHeld !== undefined) return Object.fromEntries(said);
  return Object.fromEntries(said.filter(([name]) => !Object.hasOwn(definition.hiddenState, name)));
}

/** What rows say; a setting that is saved for the first time is saved from then on. */
async function settled(config: Send) {
  const rows = await rowsOf(config);
  return Object.fromEntries(
    Object.entries(rows).map(([kind, listed]) => [
      kind,
      listed.map((row) => ({ id: row.id, ...chosenOf(kindOf(kind), row) })),
    ]),
  );
}
