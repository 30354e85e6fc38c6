/** Change policies hold changes until somebody else has looked: what each takes in, and that none goes around. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyOf } from "../proposals/support.ts";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

/** An organization in which rows are made and policies held to it. */
async function scene() {
  const tenant = await test.makeTenant();
  const make = async (kind: string, body: object) => {
    const made = await tenant.config("POST", kind, { body });
    if (made.status !== 201) throw new Error(made.text);
    return made.body.id as string;
  };
  const policy = (body: object) => make("change_policies", { name: "Somebody looks", ...body });
  return { tenant, make, policy };
}

const held = (name = "Somebody looks") => ({
  error: "conflict",
  reason: "needs_approval",
  needs: [
    { policy: name, policy_id: expect.stringMatching(/^chpol_/), approvals: 1, by: "org_admin", have: 0 },
  ],
});

/** The call is refused, and the kind's rows are what they were. */
async function refused({ tenant }: { readonly tenant: Tenant }, method: string, path: string, body?: object) {
  const [kind = ""] = path.split(/[/?]/);
  const before = (await tenant.config("GET", kind)).body;
  const answer = await tenant.config(method, path, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBe(409);
  expect(answer.body).toMatchObject({ error: "conflict", reason: "needs_approval" });
  expect((await tenant.config("GET", kind)).body).toEqual(before);
  return answer.body;
}

describe("what a policy takes in", () => {
  it("holds every verb of its kinds, names itself and changes nothing", async () => {
    const made = await scene();
    const { make, policy } = made;
    const team = await make("teams", { name: "Payments" });
    await policy({ kinds: ["teams"] });
    expect(await refused(made, "POST", "teams", { name: "Search" })).toMatchObject({
      ...held(),
      message: expect.stringContaining(
        '"Somebody looks" holds this change: it needs 1 approval by an administrator',
      ),
    });
    await refused(made, "PUT", `teams/${team}`, { name: "Pay" });
    await refused(made, "DELETE", `teams/${team}`);
    // Another kind is free.
    await make("deploy_policies", { service: "checkout" });
  });

  it("holds what is done only, in its hours only, and not where it is off", async () => {
    const made = await scene();
    const { tenant, make, policy } = made;
    const id = await policy({ kinds: ["teams"], verbs: ["delete"] });
    const team = await make("teams", { name: "Payments" });
    await refused(made, "DELETE", `teams/${team}`);
    const put = (body: object) => tenant.config("PUT", `change_policies/${id}`, { body });
    const day = 24 * 3_600_000;
    const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    const at = (ms: number) => days[new Date(Date.now() + ms).getUTCDay()] as string;
    const whole = { start: "00:00", end: "24:00", time_zone: "UTC" };
    expect((await put({ hours: [{ days: [at(0), at(day)], ...whole }] })).status).toBe(200);
    await refused(made, "DELETE", `teams/${team}`);
    expect((await put({ hours: [], enabled: false })).status).toBe(200);
    expect((await tenant.config("DELETE", `teams/${team}`)).status).toBe(200);
    // What changes nothing needs nobody.
    expect((await put({ enabled: false })).status).toBe(200);
    expect((await put({ enabled: true, hours: [{ days: [at(3 * day)], ...whole }] })).status).toBe(200);
    const other = await make("teams", { name: "Search" });
    expect((await tenant.config("DELETE", `teams/${other}`)).status).toBe(200);
  });

  it("goes by labels and services, before and after, and by what a mute may choose", async () => {
    const made = await scene();
    const { tenant, make, policy } = made;
    const other = await make("deploy_policies", { service: "cart" });
    await policy({ matchers: ['service="checkout"'] });
    await refused(made, "POST", "deploy_policies", { service: "checkout" });
    expect(
      (
        await tenant.config("PUT", `deploy_policies/${other}`, {
          body: { frozen: undefined, enabled: false },
        })
      ).status,
    ).toBe(200);
    const mute = (matchers: string[]) => ({ matchers, reason: "Work", duration_minutes: 5 });
    await refused(made, "POST", "alert_mutes", mute(['service="checkout"']));
    await refused(made, "POST", "alert_mutes", mute(['service=~"check.*"', 'severity="warning"']));
    await refused(made, "POST", "alert_mutes", mute(['severity="critical"']));
    await refused(made, "POST", "alert_mutes", { pattern: "*disk*", reason: "Work", duration_minutes: 5 });
    await make("alert_mutes", mute(['service="cart"']));
    await make("alert_mutes", mute(['service!="checkout"']));
    await make("teams", { name: "Payments" });
  });

  it("takes a correction that names SLOs as one of their services", async () => {
    const made = await scene();
    const { tenant, make, policy } = made;
    const data_source_id = await make("data_sources", {
      name: "Prom",
      type: "prometheus",
      url: "https://prometheus.example",
    });
    const sli_id = await make("slis", {
      ...{ name: "availability", service: "cart", kind: "ratio", data_source_id },
      ...{ good_query: "good_total", total_query: "all_total" },
    });
    const slo = (service: string) =>
      make("slos", { ...{ name: `Fast ${service}`, service, sli_id }, target_percent: 99 });
    const [one, other] = [await slo("checkout"), await slo("cart")];
    await policy({ matchers: ['service="checkout"'] });
    const of = (...slo_ids: string[]) => ({
      ...{ reason: "Work", slo_ids },
      ...{ starts_at: "2099-03-01T02:00:00Z", ends_at: "2099-03-01T03:00:00Z" },
    });
    await refused(made, "POST", "slo_corrections", of(other, one));
    const id = await make("slo_corrections", of(other));
    await refused(made, "PUT", `slo_corrections/${id}`, { slo_ids: [one] });
    // With the SLO that it is for in the same plan.
    const bundle = {
      slos: [
        {
          name: "Right",
          service: "checkout",
          target_percent: 99,
          sli_id: { name: "availability", service: "cart" },
        },
      ],
      slo_corrections: [{ ...of(), slo_ids: [{ name: "Right", service: "checkout" }] }],
    };
    const plan = await tenant.api("POST", "plans", { body: { bundle } });
    expect(plan.status, plan.text).toBe(201);
    expect(JSON.stringify(plan.body.warnings)).toContain("needs_approval");
    expect((await tenant.config("DELETE", `slo_corrections/${id}`)).status).toBe(200);
  });

  it("goes by the team that owns the row, before or after, and asks that team", async () => {
    const made = await scene();
    const { make, policy } = made;
    const [one, other] = [await make("teams", { name: "Payments" }), await make("teams", { name: "Search" })];
    const route = (owning_team_id: string | null, name: string) => ({
      ...{ name, matchers: [], owning_team_id },
      destinations: [{ email: "ops@example.com" }],
    });
    const theirs = await make("alert_routes", route(one, "A"));
    await policy({ kinds: ["alert_routes"], team_id: one, by: "owning_team" });
    const answer = await refused(made, "PUT", `alert_routes/${theirs}`, { owning_team_id: other });
    // Of rows of two teams, both are asked.
    expect(answer.needs.map(({ by }: { by: unknown }) => by)).toEqual([{ team_id: one }, { team_id: other }]);
    expect(answer.message).toContain('the team "Payments"');
    await make("alert_routes", route(other, "B"));
    await make("alert_routes", route(null, "C"));
  });

  it("takes by as a word or a team, and shows it so", async () => {
    const { tenant, make } = await scene();
    const team = await make("teams", { name: "Payments" });
    const made = async (name: string, by: unknown) =>
      (await tenant.config("POST", "change_policies", { body: { name, kinds: ["slos"], by } })).body;
    expect((await made("a", "owning_team")).by).toBe("owning_team");
    expect((await made("b", { role: "org_admin" })).by).toBe("org_admin");
    expect((await made("c", { team_id: team })).by).toEqual({ team_id: team });
    expect(await made("d", "nobody")).toMatchObject({ error: "unprocessable_entity", field: "by" });
    expect(await made("e", { team_id: "team_none" })).toMatchObject({
      reason: "missing_reference",
      field: "by.team_id",
    });
    expect((await tenant.config("POST", "change_policies", { body: { name: "f" } })).body).toMatchObject({
      ...{ enabled: true, kinds: [], verbs: [], matchers: [], team_id: null, effects: [] },
      ...{ approvals: 1, by: "org_admin", author_counts: false, hours: [] },
    });
  });
});

describe("effects", () => {
  async function routed() {
    const made = await scene();
    const target = await made.make("outbound_configs", {
      name: "Pager",
      kind: "webhook",
      url: "https://a.example.com/",
    });
    const route = await made.make("alert_routes", {
      name: "All",
      matchers: [],
      destinations: [{ outbound_config_id: target }],
    });
    return { ...made, route, target };
  }

  it("holds a change after which alerts reach nobody, in a transaction of its own as well, and no other", async () => {
    const made = await routed();
    const { tenant, route, policy } = made;
    await policy({ effects: ["reaches_nobody"] });
    expect(
      (await tenant.config("PUT", `alert_routes/${route}`, { body: { name: "Everything" } })).status,
    ).toBe(200);
    await refused(made, "PUT", `alert_routes/${route}`, { enabled: false });
    await refused(made, "DELETE", `alert_routes/${route}`);
    // A call that is answered the same again is a transaction.
    const again = await tenant.config("DELETE", `alert_routes/${route}`, {
      headers: { "idempotency-key": "once" },
    });
    expect([again.status, again.body.reason]).toEqual([409, "needs_approval"]);
    const plan = await tenant.api("POST", "plans", {
      body: { edits: [{ op: "delete", resource: "alert_routes", id: route }], replay_days: 0 },
    });
    expect(plan.body.warnings.map(({ reason }: { reason: string }) => reason)).toContain("needs_approval");
    const applied = await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
    expect([applied.status, applied.body.reason]).toEqual([409, "needs_approval"]);
  });

  it("counts what a narrowed key does not see", async () => {
    const { tenant, route, policy } = await routed();
    await policy({ effects: ["reaches_nobody"] });
    const key = await test.makeKey(tenant.organization.id, ["api:admin"], {
      limits: { kinds: ["alert_routes"] },
    });
    const answer = await test.send("DELETE", `/api/v1/config/alert_routes/${route}`, {
      headers: { authorization: `Bearer ${key.value}` },
    });
    expect([answer.status, answer.body.reason]).toEqual([409, "needs_approval"]);
  });

  it("holds a mute beyond 24 hours, one without a service, and one without an end", async () => {
    const made = await scene();
    const { make, policy } = made;
    await policy({ effects: ["long_mute"] });
    const of = (more: object) => ({ matchers: ['service="checkout"'], reason: "Work", ...more });
    await refused(made, "POST", "alert_mutes", of({ duration_minutes: 24 * 60 + 1 }));
    for (const matcher of [
      'team="x"',
      'service=~".*"',
      'service=~".+"',
      'service=~"[a-z].*"',
      'service!="zzz"',
    ])
      await refused(made, "POST", "alert_mutes", of({ matchers: [matcher], duration_minutes: 5 }));
    await make("alert_mutes", of({ matchers: ['service=~"cart|check\\\\-out"'], duration_minutes: 5 }));
    await refused(made, "POST", "alert_mutes", {
      ...of({ schedule: [{ days: [], start: "01:00", end: "02:00", time_zone: "UTC" }] }),
    });
    const id = await make("alert_mutes", of({ duration_minutes: 23 * 60 }));
    // The sum of two short ones is a long one.
    const until = new Date(Date.now() + 40 * 3_600_000).toISOString();
    const longer = await made.tenant.api("POST", `alert_mutes/${id}/extend`, { body: { until } });
    expect([longer.status, longer.body.reason]).toEqual([409, "needs_approval"]);
    // Its end is nobody's matter.
    expect((await made.tenant.config("DELETE", `alert_mutes/${id}`)).status).toBe(200);
  });

  it("holds a silence of which only a person says that an engine has it, and none of an engine", async () => {
    const made = await scene();
    const { tenant, make, policy } = made;
    await policy({ kinds: ["alert_mutes"] });
    const connector = await make("connectors", {
      ...{ name: "AM", type: "observability", connector_type: "alertmanager" },
    });
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
    const silence = {
      ...{ id: "6d1a", state: "active", created_by: "dan@example.com", comment: "work" },
      matchers: [{ name: "service", value: "pay", is_regex: false, is_equal: true }],
      ...{ starts_at: day(0), ends_at: day(1) },
    };
    const exchange = (authorization: string) =>
      test.send("PUT", `/api/v1/render/${connector}/silences`, {
        body: { silences: [silence] },
        headers: { authorization },
      });
    const plain = await test.makeKey(tenant.organization.id, ["api:admin"]);
    const engine = await test.makeKey(tenant.organization.id, ["engine:agent"], { connectorId: connector });
    const refusal = await exchange(`Bearer ${plain.value}`);
    expect([refusal.status, refusal.body.reason]).toEqual([409, "needs_approval"]);
    expect((await tenant.config("GET", "alert_mutes")).body.data).toEqual([]);
    expect((await exchange(`Bearer ${engine.value}`)).status).toBe(200);
    expect((await tenant.config("GET", "alert_mutes")).body.data).toMatchObject([
      { created_by: "dan@example.com" },
    ]);
  });

  it("holds a row of a team that its author is not in", async () => {
    const made = await scene();
    const { tenant, make, policy } = made;
    const ada = await makePerson(test.database, tenant.organization.id, "ada@example.com", "org_admin");
    const [own, other] = [await make("teams", { name: "Own" }), await make("teams", { name: "Other" })];
    await make("team_members", { team_id: own, email: "ada@example.com" });
    await policy({ effects: ["foreign_team"], kinds: ["alert_routes"] });
    const key = await test.makeKey(tenant.organization.id, ["api:admin"], { madeBy: ada });
    const send = (owning_team_id: string | null, name: string) =>
      test.send("POST", "/api/v1/config/alert_routes", {
        headers: { authorization: `Bearer ${key.value}` },
        body: { name, matchers: [], owning_team_id, destinations: [{ email: "ops@example.com" }] },
      });
    expect((await send(own, "a")).status).toBe(201);
    expect((await send(null, "b")).status).toBe(201);
    expect((await send(other, "c")).body.reason).toBe("needs_approval");
    // Of a key that nobody answers for, every team is another one.
    const body = {
      name: "d",
      matchers: [],
      owning_team_id: own,
      destinations: [{ email: "ops@example.com" }],
    };
    await refused(made, "POST", "alert_routes", body);
  });

  it("holds a freeze and its end, as a gate that moves", async () => {
    const made = await scene();
    const { tenant, make, policy } = made;
    const id = await make("deploy_policies", { service: "checkout" });
    await policy({ effects: ["gate_moves"] });
    expect(
      (await tenant.config("PUT", `deploy_policies/${id}`, { body: { error_budget_threshold: 5 } })).status,
    ).toBe(200);
    await refused(made, "PUT", `deploy_policies/${id}`, {
      freeze_until: "2099-01-01T00:00:00Z",
      freeze_reason: "Holidays",
    });
  });

  it("holds what would be measured otherwise, and corrections, as a gate that may move", async () => {
    const made = await scene();
    const { tenant, make, policy } = made;
    const data_source_id = await make("data_sources", {
      ...{ name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" },
    });
    const queries = { good_query: "sum(rate(good[5m]))", total_query: "sum(rate(all[5m]))" };
    const sli_id = await make("slis", {
      ...{ name: "Good", service: "checkout", kind: "ratio", data_source_id, ...queries },
    });
    const slo = await make("slos", { name: "Good", service: "checkout", sli_id, target_percent: 99.9 });
    await policy({ effects: ["gate_moves"] });
    expect((await tenant.config("PUT", `slis/${sli_id}`, { body: { description: "Requests" } })).status).toBe(
      200,
    );
    await refused(made, "PUT", `slis/${sli_id}`, { good_query: queries.total_query });
    await refused(made, "PUT", `slos/${slo}`, { target_percent: 50 });
    await refused(made, "POST", "slo_corrections", {
      ...{ slo_ids: [slo], reason: "Maintenance" },
      ...{ starts_at: new Date(Date.now() - 86_400_000).toISOString(), ends_at: new Date().toISOString() },
    });
  });
});

describe("policies themselves", () => {
  it("are held by one that takes them in, by what they were before the change", async () => {
    const made = await scene();
    const { tenant, policy } = made;
    const id = await policy({ kinds: ["change_policies", "teams"] });
    await refused(made, "PUT", `change_policies/${id}`, { enabled: false });
    await refused(made, "PUT", `change_policies/${id}`, { kinds: ["slos"] });
    await refused(made, "DELETE", `change_policies/${id}`);
    await refused(made, "POST", "change_policies", { name: "Another", kinds: ["slos"] });
    const edits = [
      { op: "delete", resource: "change_policies", id },
      { op: "create", resource: "teams", fields: { name: "Payments" } },
    ];
    const plan = await tenant.api("POST", "plans", { body: { edits } });
    expect(plan.status, plan.text).toBe(201);
    const applied = await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
    expect([applied.status, applied.body.reason]).toEqual([409, "needs_approval"]);
    expect((await tenant.config("GET", "teams")).body.data).toEqual([]);
  });

  it("of no approvals want a proposal all the same", async () => {
    const made = await scene();
    await made.policy({ kinds: ["teams"], approvals: 0 });
    expect(await refused(made, "POST", "teams", { name: "Search" })).toMatchObject({
      message: expect.stringContaining("it has to be proposed"),
      needs: [{ approvals: 0 }],
    });
  });
});

it("says of a policy that nobody may approve what it wants, as it is written and when people leave", async () => {
  const { tenant, make } = await scene();
  const { organization, api, config } = tenant;
  const email = `leo@${organization.slug}.example.com`;
  await makePerson(test.database, organization.id, email, "member");
  const team_id = await make("teams", { name: "SRE" });
  const place = await make("team_members", { team_id, email });
  const body = { name: "Somebody looks", kinds: ["teams"], by: { team_id } };
  const made = await config("POST", "change_policies", { body });
  expect(made.body.warnings, made.text).toBe(undefined);
  const put = (approvals: number) =>
    config("PUT", `change_policies/${made.body.id}`, { body: { approvals } });
  expect((await put(2)).body.warnings).toMatchObject([{ reason: "nobody_approves", field: "by" }]);
  expect((await put(1)).body.warnings).toBe(undefined);
  const section = async () => {
    const { sections } = (await api("GET", "attention")).body;
    return sections.find(({ resource }: { resource: string }) => resource === "change_policies")?.data;
  };
  expect(await section()).toBe(undefined);
  const refusal = async () =>
    (await config("POST", "teams", { body: { name: "Search" } })).body.message as string;
  expect(await refusal()).toContain('needs 1 approval by the team "SRE". ');
  expect((await config("DELETE", `team_members/${place}`)).status).toBe(200);
  expect(await section()).toMatchObject([
    { id: made.body.id, state: "nobody_approves", why: expect.stringContaining("nobody of the team") },
  ]);
  expect(await refusal()).toContain('needs 1 approval by the team "SRE", which nobody may give. ');
});

describe("break_glass", () => {
  it("lets an administrator past with a reason, on record, in a plan as well, and nobody else", async () => {
    const made = await scene();
    const { tenant, policy } = made;
    const id = await policy({ kinds: ["teams"] });
    const broken = await tenant.config("POST", "teams?break_glass=Nobody%20is%20awake", {
      body: { name: "Search" },
    });
    expect(broken.status, broken.text).toBe(201);
    const plan = await tenant.api("POST", "plans", {
      body: { edits: [{ op: "create", resource: "teams", fields: { name: "Payments" } }] },
    });
    const applied = await tenant.api("POST", `plans/${plan.body.id}/apply?break_glass=Again`, { body: {} });
    expect(applied.status, applied.text).toBe(200);
    const { body } = await tenant.api("GET", "audit?action=break_glass");
    expect(body.data).toMatchObject([
      { action: "break_glass", resource: "change_policies", row_id: id, plan_id: plan.body.id },
      {
        changes: [
          { field: "name" },
          { field: "break_glass", before: null, after: "Nobody is awake" },
          { field: "asked", after: "org_admin" },
          { field: "rows", after: [`teams/${broken.body.id}`] },
        ],
      },
    ]);
    const taken = await tenant.config("POST", "teams?break_glass=Again", { body: { name: "Search" } });
    expect(taken.status).toBe(409);
    // Both wait for somebody to look; what was not made does not.
    expect((await tenant.api("GET", "proposals?status=applied")).body.data).toHaveLength(2);
    const empty = await tenant.config("POST", "teams?break_glass=%20", { body: { name: "x" } });
    expect([empty.status, empty.body.field]).toEqual([422, "break_glass"]);
  });

  it("marks what it touched until somebody whom the policy names has looked", async () => {
    const { tenant, make, policy } = await scene();
    const { organization, api, config } = tenant;
    const [sre, outsider] = ["sre", "outsider"].map((name) => `${name}@${organization.slug}.example.com`);
    const by = { team_id: await make("teams", { name: "SRE" }) };
    const team = await make("teams", { name: "Payments" });
    await policy({ kinds: ["teams"], by });
    await makePerson(test.database, organization.id, sre ?? "", "member");
    await makePerson(test.database, organization.id, outsider ?? "", "org_admin");
    await make("team_members", { ...by, email: sre });
    const [named, other] = [
      await keyOf(test, organization.id, sre ?? ""),
      await keyOf(test, organization.id, outsider ?? ""),
    ];
    const changed = await config("PUT", `teams/${team}?break_glass=Nobody%20is%20awake`, {
      body: { name: "Pay" },
    });
    expect(changed.status, changed.text).toBe(200);
    const [mark] = (await api("GET", "proposals?status=applied")).body.data;
    expect(mark).toMatchObject({ title: "Past Somebody looks: Change team Pay", reason: "Nobody is awake" });
    const shown = (await api("GET", `proposals/${mark.id}`)).body;
    expect(shown.changes).toMatchObject([
      { action: "update", id: team, fields: [{ path: "name", before: "Payments", after: "Pay" }] },
    ]);
    const attention = async () => {
      const { sections } = (await api("GET", "attention")).body;
      return sections.find(({ resource }: { resource: string }) => resource === "proposals")?.data;
    };
    expect(await attention()).toMatchObject([{ id: mark.id, tone: "bad", state: "past_policies" }]);
    expect(mark.past_policies).toEqual(["Somebody looks"]);
    const ofRow = async (row: string) =>
      (await api("GET", `proposals?status=applied&row=${row}`)).body.data.map(({ id }: { id: string }) => id);
    expect([await ofRow(`teams/${team}`), await ofRow("teams/team_none")]).toEqual([[mark.id], []]);
    const lines = async () =>
      (await api("GET", `history/teams/${team}`)).body.data.flatMap(
        ({ fields }: { fields: { path: string; after: string }[] }) =>
          fields.flatMap(({ path, after }) => (path === "proposal_status" ? [after] : [])),
      );
    expect(await lines()).toEqual(["applied"]);
    const confirm = (send: typeof api) => send("POST", `proposals/${mark.id}/confirm`, { body: {} });
    for (const send of [api, other]) {
      const refusal = await confirm(send);
      expect([refusal.status, refusal.body.reason], refusal.text).toEqual([403, "not_yours_to_approve"]);
    }
    const back = await api("POST", `proposals/${mark.id}/revert`, { body: {} });
    expect([back.status, back.body.reason]).toEqual([409, "proposal_closed"]);
    const looked = await confirm(named);
    expect([looked.status, looked.body.status], looked.text).toEqual([200, "confirmed"]);
    // They may say so again, and nobody else may: it is on record once.
    expect((await confirm(named)).body.acts).toEqual(looked.body.acts);
    for (const send of [api, other]) expect((await confirm(send)).body.reason).toBe("proposal_closed");
    expect(await attention()).toBe(undefined);
    expect(await lines()).toEqual(["confirmed", "applied"]);
  });
});
