import { describe, expect, test } from "vitest";
import { planRow, secretsToSend } from "../../provider/plan.ts";
import { bodyOf, meansTheSame, stateOf, whatWasPlanned } from "../../provider/row-values.ts";
import { type ObjectValue, UNKNOWN } from "../../provider/wire/values.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";
import { resourceSchema } from "../../src/surfaces/terraform/schema.ts";

function kind(name: string): Kind {
  return definitionsByKind[name] as Kind;
}

/** A configuration as Terraform gives it: every attribute is there. */
function config(definition: Kind, written: ObjectValue): ObjectValue {
  const names = Object.keys(resourceSchema(definition).attributes);
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...written };
}

describe("a plan", () => {
  const repos = kind("repo_settings");
  const written = config(repos, { repository: "a/b", branch: "main" });
  const prior: ObjectValue = {
    ...planRow(repos, written, null).planned,
    id: "repo_1",
    created_at: "then",
    updated_at: "then",
  };

  test("fills defaults in, keeps null apart from empty, and leaves the rest to the service", () => {
    expect(prior).toMatchObject({ runner: "platform", write_fence: null, max_open_pull_requests: 3 });
    expect(planRow(repos, { ...written, write_fence: [] }, prior).planned.write_fence).toEqual([]);
    expect(planRow(repos, written, null).planned).toMatchObject({ id: UNKNOWN, updated_at: UNKNOWN });
  });

  test("stands in what an apply made of it, also where the service has added to a history", () => {
    const incidents = kind("status_page_incidents");
    const first = { at: "2026-01-05T09:00:00.000Z", status: "investigating", body: "We look." };
    const written = config(incidents, { title: "Slow", body: "Over.", status: "resolved", updates: [first] });
    const { planned } = planRow(incidents, written, null);
    const second = { at: "2026-01-05T09:30:00.000Z", status: "resolved", body: "Over." };
    const answer = { ...bodyOf(incidents, planned), id: "spi_1", updates: [first, second] };
    const made = stateOf(incidents, answer, planned, whatWasPlanned);
    expect(made.updates).toEqual([first]);
    // The next read shows what there is.
    expect(stateOf(incidents, answer, made).updates).toEqual([first, second]);
  });

  test("is the prior state where a timestamp is the same instant in another offset", () => {
    const policies = kind("deploy_policies");
    const written = config(policies, { service: "checkout", freeze_until: "2036-03-01T11:30:00+02:00" });
    const stored = { ...planRow(policies, written, null).planned, freeze_until: "2036-03-01T09:30:00.0Z" };
    expect(planRow(policies, written, stored).planned).toEqual(stored);
    const body = { ...bodyOf(policies, stored), id: "dpol_1" };
    expect(stateOf(policies, body, { ...stored, freeze_until: written.freeze_until ?? null })).toMatchObject({
      freeze_until: "2036-03-01T11:30:00+02:00",
    });
    const later = { ...written, freeze_until: "2036-03-01T11:30:01+02:00" };
    expect(planRow(policies, later, stored).planned.freeze_until).toBe(later.freeze_until);
  });

  test("is the prior state where nothing moves, and brings back the default of what is taken out", () => {
    expect(planRow(repos, written, prior).planned).toEqual(prior);
    const { planned } = planRow(repos, written, { ...prior, runner: "own" });
    expect(planned).toMatchObject({
      runner: "platform",
      id: "repo_1",
      created_at: "then",
      updated_at: UNKNOWN,
    });
  });

  test("replaces for what is fixed, and for everything where there is no update", () => {
    expect(planRow(repos, { ...written, branch: "next" }, prior).requiresReplace).toEqual([["branch"]]);
    expect(planRow(repos, { ...written, runner: "own" }, prior).requiresReplace).toEqual([]);
    const mutes = kind("alert_mutes");
    const mute = config(mutes, { pattern: "p", reason: "r", duration_minutes: 5 });
    const made = {
      ...planRow(mutes, mute, null).planned,
      ...{ id: "mute_1", starts_at: "2026-01-01T00:00:00Z" },
    };
    expect(planRow(mutes, { ...mute, reason: "s" }, made).requiresReplace).toEqual([["reason"]]);
  });

  test("leaves open what the service finds, where something else changes and nobody chose it", () => {
    const incidents = kind("status_page_incidents");
    const written = config(incidents, { title: "t", body: "b", status: "investigating" });
    const made = {
      ...planRow(incidents, written, null).planned,
      ...{ id: "spi_1", started_at: "2026-01-01T00:00:00Z", resolved_at: null, updates: [] },
    };
    const same = planRow(incidents, written, made);
    expect([same.changed, same.planned.started_at, same.planned.resolved_at]).toEqual([
      [],
      "2026-01-01T00:00:00Z",
      null,
    ]);
    const { planned, changed } = planRow(incidents, { ...written, status: "resolved" }, made);
    expect(changed).toEqual(["status"]);
    expect(planned).toMatchObject({ started_at: UNKNOWN, resolved_at: UNKNOWN, updates: UNKNOWN });
  });

  test("knows the id that is made from a key, unless the key is unknown", () => {
    const bindings = kind("service_bindings");
    const bound = (service: ObjectValue["x"]) =>
      planRow(bindings, config(bindings, { service: service ?? null, environment: "prod" }), null).planned.id;
    expect(bound("checkout")).toBe("checkout@prod");
    expect(bound(UNKNOWN)).toBe(UNKNOWN);
  });

  test("passes unknown values on", () => {
    const routes = kind("alert_routes");
    const { planned } = planRow(
      routes,
      config(routes, {
        name: "a",
        matchers: UNKNOWN,
        destinations: [{ team_id: UNKNOWN, email: null, outbound_config_id: null }],
      }),
      null,
    );
    expect(planned.matchers).toBe(UNKNOWN);
    const others = { email: null, outbound_config_id: null, rota_id: null, role: null };
    expect(planned.destinations).toEqual([{ team_id: UNKNOWN, ...others }]);
  });
});

describe("a secret", () => {
  const providers = kind("ai_providers");
  const written = config(providers, { name: "a", provider_name: "openai", model: "m" });
  const set = { ...written, api_key_wo: "k", api_key_wo_version: 1 };
  const prior = { ...planRow(providers, set, null).planned, id: "aip_1" };
  const sent = (wanted: ObjectValue, before: ObjectValue | null) =>
    secretsToSend(providers, wanted, planRow(providers, wanted, before).planned, before);

  test("is sent with a new row, when its version moves, and when the service lost it", () => {
    expect(sent(set, null)).toEqual(["api_key"]);
    expect(sent(set, prior)).toEqual([]);
    expect(sent({ ...set, api_key_wo_version: 2 }, prior)).toEqual(["api_key"]);
    expect(sent(set, { ...prior, api_key_set: false })).toEqual(["api_key"]);
    expect(sent(written, prior)).toEqual(["api_key"]);
    expect(sent(written, { ...prior, api_key_wo_version: null })).toEqual([]);
  });

  test("is never part of what is planned", () => {
    expect(prior).toMatchObject({ api_key_wo: null, api_key_wo_version: 1, api_key_set: true });
  });
});

describe("values", () => {
  test("go to the service as it takes them, and come back as they were written", () => {
    const routes = kind("alert_routes");
    const planned = planRow(
      routes,
      config(routes, {
        name: "a",
        matchers: ["a=b"],
        destinations: [{ team_id: null, email: "a@b.de", outbound_config_id: null }],
      }),
      null,
    ).planned;
    const body = bodyOf(routes, planned);
    expect(body).toMatchObject({
      destinations: [{ email: "a@b.de" }],
      group_by: ["alertname", "service"],
      severity_override: null,
    });
    expect(stateOf(routes, { ...body, id: "route_1" }, planned).destinations).toEqual(planned.destinations);
  });

  test("that a new row is given and the configuration leaves out are kept as the row has them", () => {
    const routes = kind("alert_routes");
    const written = config(routes, { name: "a", matchers: ["a=b"], destinations: [{ email: "a@b.de" }] });
    const fresh = planRow(routes, written, null).planned;
    expect([fresh.position, fresh.group_by]).toEqual([UNKNOWN, ["alertname", "service"]]);
    expect(Object.hasOwn(bodyOf(routes, fresh), "position")).toBe(false);
    const prior = { ...fresh, position: -3, group_by: [] };
    const { planned, changed } = planRow(routes, written, prior);
    expect([planned.position, planned.group_by, changed]).toEqual([-3, [], []]);
  });

  test("of an address in a key are the same in any case, and texts in any form of Unicode", () => {
    expect(meansTheSame(kind("team_members"), "email", "A@b.de", "a@b.de")).toBe(true);
    expect(meansTheSame(kind("notification_settings"), "recipients", ["A@b.de"], ["a@b.de"])).toBe(false);
    expect(meansTheSame(kind("teams"), "name", "e\u0301", "\u00e9")).toBe(true);
  });

  test("of a name are the same without the blanks at its ends, which the service drops", () => {
    const teams = kind("teams");
    expect(meansTheSame(teams, "name", " Core ", "Core")).toBe(true);
    expect(meansTheSame(teams, "name", "Core", " Core ")).toBe(true);
    expect(meansTheSame(teams, "description", " Core ", "Core")).toBe(false);
    const { planned } = planRow(teams, config(teams, { name: " Core " }), null);
    expect(planned.name).toBe(" Core ");
    expect(stateOf(teams, { id: "team_1", name: "Core" }, planned).name).toBe(" Core ");
    const prior = { ...planned, id: "team_1", created_at: "", updated_at: "", members: [] };
    expect(planRow(teams, config(teams, { name: "Core" }), prior).changed).toEqual([]);
  });
});
