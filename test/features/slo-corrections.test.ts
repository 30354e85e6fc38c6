/** A correction is seen where its budget is: in figures, in the gate's reasons, and in the plan that makes it. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { correctionTexts } from "../../src/features/reliability/figures/correction-texts.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { makeSlo } from "./slo.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function scene() {
  const tenant = await test.makeTenant();
  const slo = await makeSlo(tenant, "checkout", "availability");
  const report = async (left: number, minutes: number) => {
    const body = {
      error_budget_remaining_percent: left,
      burn_rate: 0.5,
      last_evaluated_at: minutesAgo(minutes),
    };
    expect((await tenant.api("PUT", `state/slos/${slo}`, { body })).status).toBe(200);
  };
  return { tenant, slo, report };
}

const correction = (tenant: Tenant, body: object) =>
  tenant.config("POST", "slo_corrections", {
    body: {
      service: "checkout",
      starts_at: minutesAgo(120),
      ends_at: minutesAgo(60),
      reason: "Move",
      ...body,
    },
  });

it("is in the figures of its SLOs and in the gate's reasons, and holds nothing", async () => {
  const { tenant, slo, report } = await scene();
  await report(80, 1);
  const other = await makeSlo(tenant, "search", "availability");
  expect((await correction(tenant, {})).status).toBe(201);
  expect(
    (await correction(tenant, { starts_at: minutesAgo(-60), ends_at: minutesAgo(-90), reason: "Later" }))
      .status,
  ).toBe(201);
  const figures = async (id: string) => (await tenant.api("GET", `figures/slos/${id}`)).body.corrections;
  expect(await figures(slo)).toMatchObject([{ reason: "Move" }]);
  expect(await figures(other)).toEqual([]);
  const { body } = await tenant.api("GET", "deploy_gate?service=checkout");
  expect(body).toMatchObject({ allowed: true, reasons: [{ code: "corrected", holds: false, slo_id: slo }] });
  expect(body.reasons[0].message).toContain("Move");
  expect(
    (await tenant.api("GET", "deploy_gate?service=search")).body.reasons.map(
      ({ code }: { code: string }) => code,
    ),
  ).toEqual(["stale_figures"]);
});

it("is in the gate's text as far as the figure next to it has it", async () => {
  const { tenant, report } = await scene();
  const said = async () => {
    const { body } = await tenant.api("GET", "deploy_gate?service=checkout");
    return body.reasons.find(({ code }: { code: string }) => code === "corrected").message;
  };
  const { body: made } = await correction(tenant, {});
  expect(await said()).toMatch(/is not known yet, and will leave out what was bad from .*: Move$/);
  await report(-14_308, 5);
  expect(await said()).toMatch(
    /was last measured before the correction was made, at .*, and does not leave out yet what/,
  );
  await report(-14_308, -0.5);
  expect(await said()).toMatch(
    /was measured right after the correction was made, and may not leave out yet what/,
  );
  await test.database.queryText(
    { name: "test-age", text: "UPDATE rows SET updated_at = now() - interval '20 minutes' WHERE id = $1" },
    [made.id],
  );
  expect(await said()).toContain(`The budget of SLO "availability" leaves out what was bad from`);
});

it("is in the texts of a figure from before it was deleted or changed, until one of after that", async () => {
  const { tenant, slo, report } = await scene();
  const said = async () => {
    const { body } = await tenant.api("GET", "deploy_gate?service=checkout");
    const messages = body.reasons
      .filter(({ code }: { code: string }) => code === "corrected")
      .map(({ message }: { message: string }) => message);
    // The row's page says the same.
    expect((await tenant.api("GET", `figures/slos/${slo}`)).body.budget_notes).toEqual(messages);
    return messages;
  };
  const { body: moved } = await correction(tenant, { reason: "Moved" });
  const { body: deleted } = await correction(tenant, {
    ...{ starts_at: minutesAgo(50), ends_at: minutesAgo(40), reason: "Deleted" },
  });
  // A longer time leaves out what was left out; a shorter one does not.
  const longer = { ...moved, ends_at: minutesAgo(55) };
  const shorter = { ...moved, ends_at: minutesAgo(80) };
  await report(80, 1);
  for (const { service, starts_at, ends_at, reason } of [longer, shorter]) {
    const body = { service, starts_at, ends_at, reason };
    const answer = await tenant.config("PUT", `slo_corrections/${moved.id}`, { body });
    expect(answer.status, answer.text).toBe(200);
  }
  expect((await tenant.config("DELETE", `slo_corrections/${deleted.id}`)).status).toBe(200);
  const before =
    /was last measured before a correction was deleted or changed, at .*, and still leaves out, although it counts again,/;
  const [made, ...withdrawn] = await said();
  expect(made).toMatch(
    /before the correction was made, at .*, and does not leave out yet what was bad from .*: Moved$/,
  );
  expect(withdrawn.filter((text: string) => before.test(text))).toEqual(withdrawn);
  expect(withdrawn.map((text: string) => text.split(": ").at(-1))).toEqual(["Deleted", "Moved"]);
  await report(70, -0.5);
  expect((await said()).at(-1)).toMatch(
    /right after a correction was deleted or changed, and may still leave out/,
  );
  const changed = new Date();
  const withdrawnTime = { from: changed, until: changed, reason: "Deleted", changed };
  const later = new Date(changed.getTime() + 8 * 60_000);
  expect(correctionTexts("a", later, { corrections: [], withdrawn: [withdrawnTime] })).toEqual([]);
});

it("is warned of in the plan that makes or deletes it, with what it gives back, and not for a new text", async () => {
  const { tenant, slo, report } = await scene();
  await report(60, 1);
  for (const [left, minutes] of [
    [90, 115],
    [75, 90],
    [60, 70],
  ])
    await test.database.execute(
      `INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
       VALUES ('${tenant.organization.id}', 'slos', '${slo}', 300, now() - interval '${minutes} minutes', 1, '{"error_budget_remaining_percent": [${left}]}')`,
    );
  const plan = async (bundle: object, more: object = {}) => {
    const { status, body, text } = await tenant.api("POST", "plans", { body: { bundle, ...more } });
    expect(status, text).toBe(201);
    return body;
  };
  const row = { service: "checkout", starts_at: minutesAgo(120), ends_at: minutesAgo(60), reason: "Move" };
  const made = await plan({ slo_corrections: [row] }, { set: "ours" });
  expect(made.warnings).toMatchObject([{ resource: "slo_corrections", reason: "budget_given_back" }]);
  expect(made.warnings[0].message).toMatch(
    /takes the bad events out of the error budget of checkout\/availability \(about 30%\)/,
  );
  expect((await tenant.api("POST", `plans/${made.id}/apply`, { body: {} })).status).toBe(200);
  const incident = { title: "Move", body: "We move.", component_ids: [], external_id: "CHG-1" };
  expect((await tenant.config("POST", "status_page_incidents", { body: incident })).status).toBe(201);
  const linked = await plan(
    { slo_corrections: [{ ...row, status_page_incident_id: { external_id: "CHG-1" } }] },
    { set: "ours" },
  );
  expect(linked.warnings).toEqual([]);
  const gone = await plan({ slo_corrections: [] }, { set: "ours", prune: "delete" });
  expect(gone.warnings[0]?.message ?? "").toContain("brings the bad events back");
});

it("is replayed from the budget that the row shows, not from what was kept of its events", async () => {
  const { tenant, slo, report } = await scene();
  await report(-14_409, 1);
  // Three quarters of an hour, of which the last half was bad.
  for (let ago = 9; ago > 0; ago -= 1)
    await test.database.execute(
      `INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
       VALUES ('${tenant.organization.id}', 'slos', '${slo}', 300,
         to_timestamp(floor(extract(epoch FROM now()) / 300) * 300) - interval '${ago * 5} minutes', 1,
         '{"total_rate": [10], "bad_rate": [${ago > 5 ? 0 : 10}]}')
       ON CONFLICT DO NOTHING`,
    );
  const row = { service: "checkout", starts_at: minutesAgo(120), ends_at: minutesAgo(-60), reason: "Move" };
  const { body, text } = await tenant.api("POST", "plans", {
    body: { edits: [{ op: "create", resource: "slo_corrections", fields: row }] },
  });
  const [replayed] = body.effects?.replay?.slos ?? expect.fail(text);
  expect(replayed).toMatchObject({ budget_before: -14_409, budget_after: 100, budget_off_by: 0 });
  expect((await tenant.config("GET", `slos/${slo}`)).body.error_budget_remaining_percent).toBe(-14_409);
});

it("renders into the rules of its SLOs alone", async () => {
  const { tenant } = await scene();
  const engine = { name: "Prometheus", type: "observability", connector_type: "prometheus" };
  const { body: connector } = await tenant.config("POST", "connectors", { body: engine });
  const rules = async () =>
    (await tenant.api("GET", `render/${connector.id}`)).body.files.find(
      ({ name }: { name: string }) => name === "slos.rules.yml",
    ).content;
  expect(await rules()).not.toContain("slo_corrected");
  await correction(tenant, {});
  expect(await rules()).toContain("record: orgconfig:slo_corrected:bool");
});

it("is for its service however that is written", async () => {
  const { tenant, slo, report } = await scene();
  await report(80, 1);
  expect((await correction(tenant, { service: "Checkout" })).status).toBe(201);
  expect((await tenant.api("GET", `figures/slos/${slo}`)).body.corrections).toMatchObject([
    { reason: "Move" },
  ]);
  const { body } = await tenant.api("GET", "deploy_gate?service=checkout");
  expect(body.reasons).toMatchObject([{ code: "corrected", slo_id: slo }]);
});

it("is another one for another service, and for other SLOs, at every door", async () => {
  const { tenant, slo } = await scene();
  const other = await makeSlo(tenant, "search", "availability");
  const at = { starts_at: minutesAgo(120), ends_at: minutesAgo(60), reason: "Move" };
  const fors = [
    { service: "checkout" },
    { service: "search" },
    { service: null, slo_ids: [slo] },
    { service: null, slo_ids: [other, slo] },
  ];
  const [first, ...others] = fors.map((one) => ({ ...at, ...one }));
  const made = [await correction(tenant, first as object)];
  const bundle = { slo_corrections: others };
  const { body: plan, text } = await tenant.api("POST", "plans", { body: { bundle } });
  expect(
    plan.changes?.map(({ action }: { action: string }) => action),
    text,
  ).toEqual(["create", "create", "create"]);
  expect((await tenant.api("POST", `plans/${plan.id}/apply`, { body: {} })).status).toBe(200);
  for (const body of [first, ...others] as object[]) made.push(await correction(tenant, body));
  expect(made.map(({ status }) => status)).toEqual([201, 409, 409, 409, 409]);
  // Each is found by its key: a file that says them again changes nothing.
  const { slo_corrections } = (await tenant.api("GET", "config/export?format=json")).body;
  const again = { bundle: { slo_corrections } };
  const same = (await tenant.api("POST", "plans", { body: again })).body;
  expect([same.problems, same.summary]).toMatchObject([[], { create: 0, unchanged: 4 }]);
  // Rows from before have a key without it.
  const keys = async () =>
    test.database.queryText(
      {
        name: "test-keys",
        text: "SELECT id, natural_key, sort_key FROM rows WHERE organization_id = $1 AND kind = 'slo_corrections' ORDER BY id",
      },
      [tenant.organization.id],
    );
  const now = await keys();
  await test.database.execute(
    `UPDATE rows SET natural_key = id, sort_key = id WHERE kind = 'slo_corrections' AND organization_id = '${tenant.organization.id}'`,
  );
  await test.database.execute(readFileSync("src/database/migrations/0057-keys-of-corrections.sql", "utf8"));
  expect(await keys()).toEqual(now);
});
