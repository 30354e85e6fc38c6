import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import { makeSlo } from "./slo.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

const ask = async ({ api }: Tenant, service = "checkout", query = "") =>
  (await api("GET", `deploy_gate?service=${service}${query}`)).body;
const makePolicy = async ({ config }: Tenant, body: object = {}) =>
  (await config("POST", "deploy_policies", { body: { service: "checkout", ...body } })).body;
const override = ({ api }: Tenant, body: object = {}) =>
  api("POST", "deploy_gate/override", {
    body: { service: "checkout", allow: true, reason: "Hotfix", ...body },
  });
const ahead = "2999-01-01T00:00:00Z";

async function makeIncident({ config }: Tenant, service: string, body: object = {}) {
  const component = await config("POST", "status_page_components", {
    body: { name: `Of ${service} ${Math.random()}`, service },
  });
  const incident = await config("POST", "status_page_incidents", {
    body: {
      title: "Down",
      impact: "critical",
      component_ids: [component.body.id],
      body: "We look into it.",
      ...body,
    },
  });
  if (incident.status !== 201) throw new Error(incident.text);
  return incident.body.id as string;
}

it("calls a service frozen only where the freeze holds something", async () => {
  const tenant = await test.makeTenant();
  const { id } = await makePolicy(tenant, { freeze_until: ahead });
  const read = async () => {
    const { body, headers } = await tenant.config("GET", `deploy_policies/${id}`);
    return { frozen: body.frozen, overridden: body.override_active, etag: headers.etag };
  };
  const { etag, ...first } = await read();
  expect(first).toEqual({ frozen: true, overridden: false });
  await override(tenant);
  expect(await read()).toEqual({ frozen: true, overridden: true, etag });
  await tenant.config("PUT", `deploy_policies/${id}`, { body: { enabled: false } });
  expect(await read()).toMatchObject({ frozen: false, overridden: true });
  const { data } = (await tenant.config("GET", "deploy_policies")).body;
  expect(data).toMatchObject([{ frozen: false }]);
});

describe("figures that are old", () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const bad = { error_budget_remaining_percent: -374.845953, burn_rate: 20 };
  const good = { error_budget_remaining_percent: 80, burn_rate: 0.5 };
  const codes = ({ reasons }: { reasons: { code: string; holds: boolean }[] }) =>
    reasons.map(({ code, holds }) => `${code} ${holds ? "holds" : "says"}`);
  const policies = { last: { on_stale: "last" }, hold: { on_stale: "hold" }, allow: { on_stale: "allow" } };

  async function measured(figures: object, minutes: number) {
    const tenant = await test.makeTenant();
    const slo = await makeSlo(tenant, "checkout", "availability");
    const report = (body: object) => tenant.api("PUT", `state/slos/${slo}`, { body });
    await report({ ...figures, last_evaluated_at: minutesAgo(minutes) });
    return { tenant, slo, report };
  }

  it("go on holding what they held, without a policy too, and the reasons say how old they are", async () => {
    const { tenant, slo } = await measured(bad, 130);
    const held = await ask(tenant);
    expect([held.allowed, held.decided_by, codes(held)]).toEqual([
      false,
      "default",
      ["error_budget holds", "burn_rate holds", "stale_figures says"],
    ]);
    expect(held.reasons[0].message).toBe(
      'SLO "availability" has spent 374.846% more than its error budget; deploys are held below 10%.',
    );
    expect(held.reasons[2]).toMatchObject({ slo_id: slo, slo: "availability" });
    expect(held.reasons[2].message).toContain("was last measured 2 h ago: what was held then stays held");
    expect(held.reasons[2].age_seconds).toBeGreaterThanOrEqual(130 * 60);
  });

  it.each([
    ["last", bad, false, ["error_budget holds", "burn_rate holds", "stale_figures says"]],
    ["last", good, true, ["stale_figures says"]],
    ["hold", bad, false, ["error_budget holds", "burn_rate holds", "stale_figures holds"]],
    ["hold", good, false, ["stale_figures holds"]],
    ["allow", bad, true, ["stale_figures says"]],
    ["allow", good, true, ["stale_figures says"]],
  ] as const)("with on_stale %s and %j: allowed is %s", async (answer, figures, allowed, expected) => {
    const { tenant } = await measured(figures, 11);
    await makePolicy(tenant, policies[answer]);
    const decision = await ask(tenant);
    expect([decision.allowed, codes(decision)]).toEqual([allowed, expected]);
  });

  it("are each as old as they are: a fresh burn rate makes no old budget fresh", async () => {
    const { tenant, report } = await measured(bad, 30);
    await makePolicy(tenant, policies.allow);
    await report({ burn_rate: 1, last_evaluated_at: minutesAgo(1) });
    const decision = await ask(tenant);
    expect([decision.allowed, codes(decision)]).toEqual([true, ["stale_figures says"]]);
    expect(decision.reasons[0].message).toContain("30 min ago");
    await report({ error_budget_remaining_percent: 5 });
    expect(codes(await ask(tenant))).toEqual(["error_budget holds"]);
  });

  it("never replace newer ones, whatever comes late", async () => {
    const { tenant, slo, report } = await measured(bad, 1);
    const late = await report({ ...good, status: "healthy", last_evaluated_at: minutesAgo(5) });
    expect(late.body).toMatchObject({ ...bad, status: "healthy" });
    await report({ ...good, last_evaluated_at: minutesAgo(0) });
    const { body } = await tenant.config("GET", `slos/${slo}`);
    expect(body).toMatchObject(good);
    expect(body.measured_at.burn_rate).toBe(body.last_evaluated_at);
  });

  it("without a time are as old as their report", async () => {
    const { tenant, slo, report } = await measured(good, 5);
    const before = Date.now();
    await report({ burn_rate: 20 });
    const { body } = await tenant.config("GET", `slos/${slo}`);
    expect(Date.parse(body.last_evaluated_at)).toBeGreaterThanOrEqual(before);
    expect(body.measured_at.burn_rate).toBe(body.last_evaluated_at);
    expect(Date.parse(body.measured_at.error_budget_remaining_percent)).toBeLessThan(before);
  });

  it.each([
    [undefined, true, ["stale_figures says"]],
    ["last", true, ["stale_figures says"]],
    ["hold", false, ["stale_figures holds"]],
    ["allow", true, ["stale_figures says"]],
  ] as const)("that nobody ever measured are named: with on_stale %s", async (answer, allowed, expected) => {
    const tenant = await test.makeTenant();
    const slo = await makeSlo(tenant, "checkout", "availability");
    if (answer !== undefined) await makePolicy(tenant, policies[answer]);
    const decision = await ask(tenant);
    expect([decision.allowed, codes(decision)]).toEqual([allowed, expected]);
    expect(decision.reasons[0]).toMatchObject({ slo_id: slo, slo: "availability" });
    expect(decision.reasons[0].message).toContain(
      `SLO "availability" was never measured: ${allowed ? "until it is, it holds no deploy" : "deploys are held until it is"} (on_stale: ${answer ?? "last"}).`,
    );
    await tenant.config("PUT", `slos/${slo}`, { body: { enabled: false } });
    expect((await ask(tenant)).reasons).toEqual([]);
  });

  it.each(["one row", "many rows"])("are not replaced by null, reported of %s", async (door) => {
    const { tenant, slo } = await measured(bad, 30);
    const nothing = { error_budget_remaining_percent: null, burn_rate: null, sli_percent: null };
    const state = { status: "no_data", ...nothing };
    const report = (body: object) =>
      door === "one row"
        ? tenant.api("PUT", `state/slos/${slo}`, { body })
        : tenant.api("PUT", "state", { body: { reports: [{ kind: "slos", id: slo, state: body }] } });
    const before = (await tenant.config("GET", `slos/${slo}`)).body;
    expect((await report(state)).status).toBe(200);
    const { body } = await tenant.config("GET", `slos/${slo}`);
    expect(body).toMatchObject({ ...bad, sli_percent: null, status: "no_data" });
    const { status: _, status_reason: __, ...ages } = body.measured_at;
    expect(ages).toEqual(before.measured_at);
    expect(codes(await ask(tenant))).toEqual(["error_budget holds", "burn_rate holds", "stale_figures says"]);
    await report({ status: "healthy", ...good });
    expect(await ask(tenant)).toMatchObject({ allowed: true, reasons: [] });
  });

  it.each([
    ["last", true, "says"],
    ["hold", false, "holds"],
    ["allow", true, "says"],
  ] as const)("are not waited for: once it gives no data, %s decides", async (answer, allowed, does) => {
    const { tenant, report } = await measured(good, 1);
    await makePolicy(tenant, policies[answer]);
    expect(await ask(tenant)).toMatchObject({ allowed: true, reasons: [] });
    const nothing = { error_budget_remaining_percent: null, burn_rate: null };
    expect((await report({ status: "no_data", ...nothing })).status).toBe(200);
    const decision = await ask(tenant);
    expect([decision.allowed, codes(decision)]).toEqual([allowed, [`stale_figures ${does}`]]);
    expect(decision.reasons[0].message).toContain("gives no data now");
    await report({ status: "healthy", ...good });
    expect(await ask(tenant)).toMatchObject({ allowed: true, reasons: [] });
  });

  it("leave the rest to decide", async () => {
    const { tenant } = await measured(bad, 11);
    await makePolicy(tenant, { freeze_until: ahead, on_stale: "allow" });
    const held = await ask(tenant);
    expect([held.allowed, codes(held)]).toEqual([false, ["frozen holds", "stale_figures says"]]);
    expect(held.reasons[0].message).toBe("Deploys are frozen until 1 Jan 2999, 00:00 UTC.");
  });
});

describe("deciding", () => {
  it("lets a service without a policy through by default", async () => {
    const tenant = await test.makeTenant();
    expect(await ask(tenant)).toEqual({
      service: "checkout",
      known: false,
      allowed: true,
      reasons: [],
      decided_by: "default",
    });
  });

  it("knows a service that any row names, in this organization", async () => {
    const tenant = await test.makeTenant();
    const other = await test.makeTenant();
    const known = async (tenant: Tenant, service: string) => (await ask(tenant, service)).known;
    await makeIncident(tenant, "of-a-component");
    await tenant.config("POST", "status_page_components", { body: { name: "Cart", service: "cart" } });
    await makeSlo(tenant, "search", "availability");
    for (const service of ["of-a-component", "cart", "search"]) {
      expect(await known(tenant, service)).toBe(true);
      expect(await known(other, service)).toBe(false);
    }
    await makePolicy(tenant);
    expect(await known(tenant, "checkout")).toBe(true);
    expect(await known(tenant, "chekcout")).toBe(false);
    // An override decides for its service, whatever its name; what the policy says by itself leaves it out.
    expect((await override(other)).body.known).toBe(true);
    expect(await known(other, "checkout")).toBe(true);
    const { body } = await other.api("GET", "deploy_gate?service=checkout&dry_run=true");
    expect(body.known).toBe(false);
  });

  it("finds a service that is written in another case, at every door to it, and asks where it may be several", async () => {
    const tenant = await test.makeTenant();
    const body = { service: "s-good", freeze_reason: "a release", freeze_until: "2100-01-01T00:00:00Z" };
    expect((await tenant.config("POST", "deploy_policies", { body })).status).toBe(201);
    const gate = async (service: string) =>
      (await tenant.api("GET", `deploy_gate?service=${encodeURIComponent(service)}`)).body;
    for (const written of ["S-Good", "S-GOOD", "s-good"])
      expect(await gate(written)).toMatchObject({ service: "s-good", known: true, allowed: false });
    expect((await tenant.api("GET", "service?service=S-Good")).body).toMatchObject({
      service: "s-good",
      known: true,
      gate: { allowed: false },
    });
    const override = { service: "S-Good", allow: true, reason: "it is urgent" };
    const set = await tenant.api("POST", "deploy_gate/override", { body: override });
    expect(set.body).toMatchObject({ service: "s-good", allowed: true });
    expect(await gate("s-good")).toMatchObject({ allowed: true });
    expect((await tenant.api("DELETE", "deploy_gate/override?service=S-GOOD")).body).toMatchObject({
      service: "s-good",
      allowed: false,
    });
    const elsewhere = [
      "services/S-Good/notified",
      "timeline?service=S-Good",
      "service_bindings/resolve?service=S-Good",
    ];
    const beat = { service: "s-good", name: "lives", every_minutes: 60 };
    expect((await tenant.config("POST", "alert_heartbeats", { body: beat })).status).toBe(201);
    await tenant.config("POST", "alert_routes", {
      body: { name: "Good", matchers: ['service="s-good"'], destinations: [{ email: "good@example.com" }] },
    });
    const [notified, timeline, bound] = await Promise.all(elsewhere.map((path) => tenant.api("GET", path)));
    expect(notified?.body.recipients).toMatchObject([{ target: "good@example.com", name: "Good" }]);
    expect(timeline?.body.changes).toContainEqual(
      expect.objectContaining({ action: "create_alert_heartbeat" }),
    );
    expect(bound?.body).toMatchObject({ service: "s-good" });
    const drill = await tenant.api("POST", "drills", { body: { service: "S-Good" } });
    expect(drill, drill.text).toMatchObject({ status: 201, body: { service: "s-good" } });
    for (const list of ["drills", "alerts"])
      expect((await tenant.api("GET", `${list}?service=S-GOOD`)).body.data).toHaveLength(1);

    // A row with another spelling opens no gate, unless it is a deploy policy, which says that it is another service.
    await tenant.config("POST", "alert_heartbeats", { body: { ...beat, name: "other", service: "S-GOOD" } });
    expect(await gate("S-GOOD")).toMatchObject({
      ...{ service: "S-GOOD", known: true, allowed: false, did_you_mean: "s-good" },
      reasons: [{ code: "unknown_service", holds: true }],
    });
    await tenant.config("POST", "deploy_policies", { body: { service: "S-GOOD" } });
    for (const path of elsewhere)
      expect(await tenant.api("GET", path)).toMatchObject({ status: 422, body: { field: "service" } });
    const several = await tenant.api("POST", "drills", { body: { service: "S-Good" } });
    expect(several).toMatchObject({ status: 422, body: { field: "service" } });
    expect(several.body.message).toContain('"S-GOOD", "s-good"');
    expect(await gate("S-GOOD")).toMatchObject({ service: "S-GOOD", allowed: true });
    const asked = await tenant.api("GET", "deploy_gate?service=S-Good");
    expect(asked).toMatchObject({ status: 422, body: { field: "service" } });
    expect(asked.body.message).toContain('"S-GOOD", "s-good"');
  });

  it("gates a service without a policy by the defaults", async () => {
    const tenant = await test.makeTenant();
    const slo = await makeSlo(tenant, "checkout", "availability");
    await tenant.api("PUT", `state/slos/${slo}`, {
      body: { error_budget_remaining_percent: 9.9, burn_rate: 14.4 },
    });
    expect(await ask(tenant)).toMatchObject({
      allowed: false,
      decided_by: "default",
      reasons: [
        {
          code: "error_budget",
          slo_id: slo,
          slo: "availability",
          error_budget_remaining_percent: 9.9,
          threshold: 10,
        },
        { code: "burn_rate", slo_id: slo, burn_rate: 14.4, threshold: 14.4 },
      ],
    });
    expect((await ask(tenant, "other")).allowed).toBe(true);
  });

  it("holds by the policy's own threshold, strictly below it", async () => {
    const tenant = await test.makeTenant();
    await makePolicy(tenant, { error_budget_threshold: 50, burn_rate_block_enabled: false });
    const slo = await makeSlo(tenant, "checkout", "availability");
    const allowed = async (report: object) => {
      await tenant.api("PUT", `state/slos/${slo}`, { body: report });
      const { allowed, decided_by } = await ask(tenant);
      expect(decided_by).toBe("policy");
      return allowed;
    };
    expect(await allowed({})).toBe(true);
    expect(await allowed({ error_budget_remaining_percent: 50 })).toBe(true);
    expect(await allowed({ error_budget_remaining_percent: 49.999 })).toBe(false);
    expect(await allowed({ error_budget_remaining_percent: -20 })).toBe(false);
    // What was measured before counts where nothing is known now.
    expect(await allowed({ error_budget_remaining_percent: null })).toBe(false);
    expect(await allowed({ error_budget_remaining_percent: 50, burn_rate: 100 })).toBe(true);
  });

  it("looks at enabled SLOs of this service only, and just below the burn rate lets through", async () => {
    const tenant = await test.makeTenant();
    const off = await makeSlo(tenant, "checkout", "off", { enabled: false });
    const foreign = await makeSlo(tenant, "search", "availability");
    const close = await makeSlo(tenant, "checkout", "close");
    for (const id of [off, foreign]) {
      await tenant.api("PUT", `state/slos/${id}`, { body: { error_budget_remaining_percent: 0 } });
    }
    await tenant.api("PUT", `state/slos/${close}`, { body: { burn_rate: 14.399 } });
    expect((await ask(tenant)).reasons).toEqual([]);
    expect((await ask(tenant, "search")).allowed).toBe(false);
  });

  it("is held by a freeze that lies ahead, and by none that has passed", async () => {
    const tenant = await test.makeTenant();
    const policy = await makePolicy(tenant, { freeze_until: ahead, freeze_reason: "Audit" });
    expect(await ask(tenant)).toMatchObject({
      allowed: false,
      reasons: [
        {
          code: "frozen",
          freeze_until: ahead,
          freeze_reason: "Audit",
          message: expect.stringContaining("Audit"),
        },
      ],
    });
    await test.database.queryText(
      {
        name: "test-thaw",
        text: `UPDATE rows SET configuration = configuration || '{"freeze_until": "2020-01-01T00:00:00Z"}' WHERE id = $1`,
      },
      [policy.id],
    );
    expect((await ask(tenant)).allowed).toBe(true);
  });

  it("is held by open incidents on the service's components, of every impact but none", async () => {
    const tenant = await test.makeTenant();
    const other = await test.makeTenant();
    await makeIncident(tenant, "checkout", { impact: "none" });
    await makeIncident(tenant, "checkout", { status: "resolved" });
    await makeIncident(tenant, "checkout", { status: "completed" });
    await makeIncident(tenant, "checkout", { status: "scheduled", scheduled_for: ahead });
    await makeIncident(tenant, "search");
    await makeIncident(other, "checkout");
    expect((await ask(tenant)).reasons).toEqual([]);
    const id = await makeIncident(tenant, "checkout", { impact: "major", status: "monitoring" });
    expect((await ask(tenant)).reasons).toMatchObject([
      { code: "incident", incident_id: id, title: "Down", status: "monitoring", impact: "major" },
    ]);
    const minor = await makeIncident(tenant, "checkout", { impact: "minor" });
    const maintenance = await makeIncident(tenant, "checkout", {
      impact: "maintenance",
      status: "in_progress",
    });
    const held = (await ask(tenant)).reasons.map((reason: { incident_id: string }) => reason.incident_id);
    expect(held.sort()).toEqual([id, minor, maintenance].sort());
    const policy = await makePolicy(tenant, { incident_impacts: ["none", "major"] });
    expect((await ask(tenant)).reasons).toMatchObject([{ impact: "major" }, { impact: "none" }]);
    await tenant.config("PUT", `deploy_policies/${policy.id}`, { body: { incident_block_enabled: false } });
    expect(await ask(tenant)).toMatchObject({ allowed: true, decided_by: "policy" });
    await tenant.config("PUT", `status_page_incidents/${id}`, { body: { status: "resolved" } });
  });

  it("is not held by a disabled policy, whatever it says", async () => {
    const tenant = await test.makeTenant();
    await makePolicy(tenant, { enabled: false, freeze_until: ahead });
    await makeIncident(tenant, "checkout");
    expect(await ask(tenant)).toEqual({
      service: "checkout",
      known: true,
      allowed: true,
      reasons: [],
      decided_by: "policy",
    });
  });

  it("names the parameter that is wrong", async () => {
    const { api } = await test.makeTenant();
    const refused = async (query: string) => {
      const answer = await api("GET", `deploy_gate${query}`);
      return [answer.status, answer.body.field];
    };
    expect(await refused("")).toEqual([422, "service"]);
    expect(await refused("?service=")).toEqual([422, "service"]);
    expect(await refused("?service=a&dry_run=yes")).toEqual([422, "dry_run"]);
    expect(await refused("?service=a&dryrun=true")).toEqual([422, "dryrun"]);
  });
});

describe("a preview", () => {
  const preview = async (tenant: Tenant, body: object) => tenant.api("POST", "deploy_gate/preview", { body });

  it("decides by settings that are not saved, of a new policy and over one that is there", async () => {
    const tenant = await test.makeTenant();
    const fresh = { service: "checkout", freeze_until: ahead };
    const held = { allowed: false, decided_by: "policy", reasons: [{ code: "frozen" }] };
    expect((await preview(tenant, fresh)).body).toMatchObject(held);
    expect(await ask(tenant)).toMatchObject({ allowed: true, decided_by: "default" });
    const { id } = await makePolicy(tenant);
    await override(tenant);
    const before = await recordsOf(test, tenant.organization.id);
    const over = await preview(tenant, { id, freeze_until: ahead });
    expect(over.body).toMatchObject({ ...held, service: "checkout", dry_run: true });
    expect(over.body.override).toBeUndefined();
    expect((await preview(tenant, { id, freeze_until: ahead, enabled: false })).body.allowed).toBe(true);
    expect((await tenant.config("GET", `deploy_policies/${id}`)).body.freeze_until).toBeNull();
    expect(await recordsOf(test, tenant.organization.id)).toEqual(before);
  });

  it("takes what a save takes, of this organization", async () => {
    const tenant = await test.makeTenant();
    const other = await test.makeTenant();
    const { id } = await makePolicy(tenant);
    expect((await preview(other, { id })).status).toBe(404);
    const wrong = await preview(tenant, { id, error_budget_threshold: 101 });
    expect([wrong.status, wrong.body.field]).toEqual([422, "error_budget_threshold"]);
    expect((await preview(tenant, {})).status).toBe(422);
  });
});

describe("an override", () => {
  it("decides over everything for 72 hours, and makes no policy", async () => {
    const tenant = await test.makeTenant();
    await makeIncident(tenant, "checkout");
    const before = Date.now();
    const set = await override(tenant);
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject({
      service: "checkout",
      allowed: true,
      decided_by: "override",
      reasons: [{ code: "incident" }],
      override: { allow: true, reason: "Hotfix", by: "test" },
    });
    const hours = (Date.parse(set.body.override.until) - before) / 3_600_000;
    expect(hours).toBeGreaterThan(71.99);
    expect(hours).toBeLessThan(72.01);
    expect(await ask(tenant)).toEqual(set.body);
    expect((await tenant.config("GET", "deploy_policies")).body.data).toEqual([]);
    expect((await ask(tenant, "search")).decided_by).toBe("default");
    expect((await override(tenant, { allow: false })).body).toMatchObject({
      allowed: false,
      decided_by: "override",
    });
  });

  it("is left aside by a dry run, which shows what the policy says", async () => {
    const tenant = await test.makeTenant();
    await makePolicy(tenant, { freeze_until: ahead });
    await override(tenant);
    expect((await ask(tenant)).allowed).toBe(true);
    const dry = await ask(tenant, "checkout", "&dry_run=true");
    expect(dry).toMatchObject({
      allowed: false,
      decided_by: "policy",
      dry_run: true,
      reasons: [{ code: "frozen" }],
    });
    expect(dry.override).toBeUndefined();
    expect(await ask(tenant, "checkout", "&dry_run=false")).toEqual(await ask(tenant));
  });

  it("ends by itself", async () => {
    const tenant = await test.makeTenant();
    const policy = await makePolicy(tenant);
    await override(tenant, { allow: false });
    await test.database.queryText(
      { name: "test-expire", text: "UPDATE deploy_overrides SET until = now() - interval '1 second'" },
      [],
    );
    expect(await ask(tenant)).toMatchObject({ allowed: true, decided_by: "policy" });
    const row = (await tenant.config("GET", `deploy_policies/${policy.id}`)).body;
    expect([row.override_active, row.override_until]).toEqual([false, null]);
    expect((await tenant.api("DELETE", "deploy_gate/override?service=checkout")).status).toBe(404);
  });

  it("shows on the policy without moving its ETag, and cannot be set there", async () => {
    const tenant = await test.makeTenant();
    const policy = await makePolicy(tenant);
    const path = `deploy_policies/${policy.id}`;
    const { etag } = (await tenant.config("GET", path)).headers;
    const set = await override(tenant, { allow: false });
    const read = await tenant.config("GET", path);
    expect(read.headers.etag).toBe(etag);
    expect(read.body).toEqual({
      ...policy,
      override_active: true,
      override_allow: false,
      override_by: "test",
      override_until: set.body.override.until,
    });
    expect((await tenant.config("GET", "deploy_policies")).body.data).toEqual([read.body]);
    const echoed = await tenant.config("PUT", path, { body: { ...read.body, override_active: false } });
    expect([echoed.status, echoed.body.override_active]).toEqual([200, true]);
    await tenant.api("DELETE", "deploy_gate/override?service=checkout");
    expect((await tenant.config("GET", path)).body).toEqual(policy);
  });

  it("is on record when it is set, replaced and cleared", async () => {
    const tenant = await test.makeTenant();
    const policy = await makePolicy(tenant);
    const before = (await recordsOf(test, tenant.organization.id)).length;
    await override(tenant);
    await override(tenant, { reason: "Still" });
    await override(tenant, { service: "search" });
    expect((await tenant.api("DELETE", "deploy_gate/override?service=checkout")).status).toBe(200);
    const records = (await recordsOf(test, tenant.organization.id)).slice(before);
    expect(records.map(({ action, resource, row_id }) => [action, resource, row_id])).toEqual([
      ["override_deploy_gate", "deploy_policies", policy.id],
      ["override_deploy_gate", "deploy_policies", policy.id],
      ["override_deploy_gate", "deploy_policies", "search"],
      ["clear_deploy_override", "deploy_policies", policy.id],
    ]);
    expect(records[0]?.changes).toContainEqual({ field: "override_allow", before: null, after: true });
    expect(records[1]?.changes).toContainEqual({
      field: "override_reason",
      before: "Hotfix",
      after: "Still",
    });
    expect(records[3]?.changes).toContainEqual({ field: "override_reason", before: "Still", after: null });
  });

  it("is each organization's own, and needs admin and a reason", async () => {
    const tenant = await test.makeTenant();
    const other = await test.makeTenant();
    await override(tenant, { allow: false });
    expect((await ask(other)).allowed).toBe(true);
    expect((await other.api("DELETE", "deploy_gate/override?service=checkout")).status).toBe(404);
    expect((await override(tenant, { reason: "" })).body.field).toBe("reason");
    expect((await override(tenant, { allow: "yes" })).body.field).toBe("allow");
    expect((await override(tenant, { until: ahead })).body.field).toBe("until");
    const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
    const headers = { authorization: `Bearer ${reader.value}` };
    expect((await tenant.api("GET", "deploy_gate?service=checkout", { headers })).status).toBe(200);
    const refused = await tenant.api("DELETE", "deploy_gate/override?service=checkout", { headers });
    expect(refused.body.error).toBe("read_only_key");
  });

  it("is for signed-in administrators too", async () => {
    const organization = await site.makeOrganization();
    const admin = await site.makeMember(organization.id, "org_admin");
    const viewer = await site.makeMember(organization.id, "viewer");
    const body = { service: "checkout", allow: false, reason: "Incident" };
    expect((await viewer.send("GET", "deploy_gate?service=checkout")).body.allowed).toBe(true);
    expect((await viewer.send("POST", "deploy_gate/override", { body })).status).toBe(403);
    const set = await admin.send("POST", "deploy_gate/override", { body });
    expect(set.body.override.by).toBe(admin.email);
    const records = await recordsOf(test, organization.id);
    expect(records.at(-1)).toMatchObject({
      action: "override_deploy_gate",
      door: "console",
      row_id: "checkout",
    });
    expect((await viewer.send("GET", "deploy_gate?service=checkout")).body.allowed).toBe(false);
  });

  it("asks a person of several organizations which one is meant", async () => {
    const [first, second] = [await site.makeOrganization(), await site.makeOrganization()];
    const person = await site.makeMember(first.id, "org_admin");
    await site.makeMember(second.id, "viewer", person.email);
    const unsaid = await person.send("GET", "deploy_gate?service=checkout");
    expect([unsaid.status, unsaid.body.field]).toEqual([400, "X-Organization"]);
    expect(unsaid.body.message).toContain(second.slug);
    const naming = (name: string) => ({ headers: { "x-organization": name } });
    const body = { service: "checkout", allow: false, reason: "Incident" };
    const held = await person.send("POST", "deploy_gate/override", { body, ...naming(first.slug) });
    expect(held.status).toBe(200);
    const gate = (name: string) => person.send("GET", "deploy_gate?service=checkout", naming(name));
    expect((await gate(first.id)).body.allowed).toBe(false);
    expect((await gate(second.slug)).body.allowed).toBe(true);
    expect((await gate("org-nobody-is-in")).status).toBe(404);
  });

  it("keeps one record for each of several writers at once", async () => {
    const tenant = await test.makeTenant();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => override(tenant, { reason: `#${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const records = await recordsOf(test, tenant.organization.id);
    expect(records).toHaveLength(6);
    expect(
      records.filter(({ changes }) => (changes as { field: string }[])[0]?.field === "service"),
    ).toHaveLength(1);
  });
});

describe("incidents", () => {
  it.each(["minor", "major", "critical", "maintenance"])("hold while they are open: %s", async (impact) => {
    const tenant = await test.makeTenant();
    await makeIncident(tenant, "checkout", { impact });
    expect(await ask(tenant)).toMatchObject({ allowed: false, reasons: [{ code: "incident", impact }] });
    await makePolicy(tenant, { incident_impacts: ["none"] });
    expect(await ask(tenant)).toMatchObject({ allowed: true, reasons: [] });
  });

  it("of no impact hold where the policy names it", async () => {
    const tenant = await test.makeTenant();
    await makeIncident(tenant, "checkout", { impact: "none" });
    expect((await ask(tenant)).allowed).toBe(true);
    await makePolicy(tenant, { incident_impacts: ["none"] });
    expect((await ask(tenant)).allowed).toBe(false);
  });
});

it("says whether any row names the service", async () => {
  const tenant = await test.makeTenant();
  expect(await ask(tenant, "chekcout")).toMatchObject({ known: false, allowed: true, decided_by: "default" });
  await tenant.config("POST", "status_page_components", { body: { name: "Checkout", service: "checkout" } });
  expect(await ask(tenant, "checkout")).toMatchObject({ known: true });
  const { body } = await override(tenant);
  expect(body).toMatchObject({ known: true, decided_by: "override" });
});

describe("a name that is nearly a service's", () => {
  it.each(["chekcout", "Chekout", "checkoutt", "check-out"])(
    "is asked about, and not allowed: %s",
    async (slip) => {
      const tenant = await test.makeTenant();
      await tenant.config("POST", "status_page_components", {
        body: { name: "Checkout", service: "checkout" },
      });
      const said = await ask(tenant, slip);
      expect(said).toMatchObject({ service: slip, known: false, allowed: false, did_you_mean: "checkout" });
      const message = `No row names the service "${slip}"; did you mean "checkout"? If it is another service, add a deploy policy for it.`;
      expect(said.reasons).toEqual([{ code: "unknown_service", holds: true, message, meant: "checkout" }]);
      const refused = await override(tenant, { service: slip });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        field: "service",
        message: expect.stringContaining('did you mean "checkout"?'),
      });
      // Nobody deploys a service of that name: what is said of it is no answer of the gate.
      expect((await ask(tenant, "checkout")).allowed).toBe(true);
    },
  );

  it.each(["payments", "checkout2", "cart"])(
    "is not one that is far, numbered or short: %s",
    async (other) => {
      const tenant = await test.makeTenant();
      for (const service of ["checkout", "car", "checkout1"])
        await tenant.config("POST", "status_page_components", { body: { name: service, service } });
      const said = await ask(tenant, other);
      expect(said).toMatchObject({ known: false, allowed: true, reasons: [] });
      expect(said).not.toHaveProperty("did_you_mean");
    },
  );

  it("is another service once a row names it", async () => {
    const tenant = await test.makeTenant();
    await tenant.config("POST", "status_page_components", { body: { name: "Cards", service: "cards" } });
    expect(await ask(tenant, "carts")).toMatchObject({ allowed: false });
    await tenant.config("POST", "deploy_policies", { body: { service: "carts" } });
    expect(await ask(tenant, "carts")).toMatchObject({ known: true, allowed: true });
    expect((await override(tenant, { service: "carts" })).status).toBe(200);
  });
});
