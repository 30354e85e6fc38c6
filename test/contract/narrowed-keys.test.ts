/** Narrowed keys: every operation and every kind, by every verb and every limit. */
import { describe, expect, it } from "vitest";
import { isWithin } from "../../src/engine/limits.ts";
import type { ConfigurationOperation } from "../../src/engine/operation.ts";
import { type KeyVerb, keyVerbs, type Limits } from "../../src/kernel/access.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { namingPlaces } from "../../src/kernel/service-names.ts";
import { definitions } from "../../src/resources/index.ts";
import { teams } from "../../src/resources/teams.ts";
import { contractFor, walked } from "../support/contract.ts";
import type { Answer, KeyLimits, Send } from "../support/service.ts";

const contract = contractFor(import.meta.url);
const none: Limits = { kinds: null, verbs: null, services: null, team: null, addresses: null };

/** Operations that are no verb of a kind, and what a key that is narrowed to kinds needs among these; all others it never has. */
const reachedByKinds: Readonly<Record<string, readonly string[] | "any">> = {
  whoami: "any",
  export_configuration: "any",
  describe_kind: "any",
  plan_changes: "any",
  replay: "any",
  list_plans: "any",
  get_plan: "any",
  get_drift: "any",
  apply_plan: "any",
  undo_plan: "any",
  propose_change: "any",
  list_proposals: "any",
  get_proposal: "any",
  decide_proposal: "any",
  comment_on_proposal: "any",
  row_history: "any",
  where_in_git: "any",
  restore_row: "any",
  search_rows: "any",
  get_figures: "any",
  list_figures: "any",
  report_state: "any",
  resolve_deploy_gate: ["deploy_policies"],
  preview_deploy_gate: ["deploy_policies"],
  override_deploy_gate: ["deploy_policies"],
  clear_deploy_override: ["deploy_policies"],
  resolve_service_bindings: ["service_bindings"],
  report_discovery: ["service_bindings"],
  resolve_prompt: ["prompt_templates"],
  rotate_alert_heartbeat: ["alert_heartbeats"],
  sync_git_source: ["git_sources"],
  test_unsaved_git_source: ["git_sources"],
  extend_alert_mute: ["alert_mutes"],
  run_tests: ["behaviour_tests"],
  who_is_on_call: ["on_call_rotas"],
  list_shifts: ["on_call_rotas"],
  check_coverage: ["on_call_rotas"],
  take_shift: ["on_call_rotas"],
  ask_to_be_reached: ["on_call_rotas"],
  make_on_call_feed: ["on_call_rotas"],
  end_on_call_feed: ["on_call_rotas"],
  preview_on_call_rota: ["on_call_rotas"],
  list_shifts_of_person: ["on_call_rotas"],
  test_connector: ["connectors"],
  test_unsaved_connector: ["connectors"],
  test_data_source: ["data_sources"],
  test_unsaved_data_source: ["data_sources"],
  test_query: ["data_sources"],
  measure_slo: ["slos"],
  test_change_notification: ["change_notifications"],
  list_change_notification_deliveries: ["change_notifications"],
  test_outbound_config: ["outbound_configs"],
  test_unsaved_outbound_config: ["outbound_configs"],
};
/** The same of a key that is narrowed to services, and of one that is narrowed to a team. */
const about = ["resolve_deploy_gate", "override_deploy_gate", "clear_deploy_override"];
const anyRow = ["where_in_git", "get_figures", "report_state", "rotate_alert_heartbeat", "extend_alert_mute"];
const held = [
  ...[
    "whoami",
    "describe_kind",
    "export_configuration",
    "plan_changes",
    "replay",
    "list_plans",
    "get_plan",
    "get_drift",
  ],
];
const ofRota = [
  ...["list_shifts", "check_coverage", "take_shift", "ask_to_be_reached"],
  ...["make_on_call_feed", "end_on_call_feed"],
];
const ofProposals = [
  ...["propose_change", "list_proposals", "get_proposal", "decide_proposal", "comment_on_proposal"],
];
const reachedByServices = [
  ...held,
  ...ofProposals,
  "apply_plan",
  "undo_plan",
  ...about,
  ...anyRow,
  ...ofRota,
];
const serviceAlone = ["resolve_service_bindings", "get_service", "get_timeline"];
const reachedByTeam = [...held, ...ofProposals, "apply_plan", "undo_plan", ...anyRow, ...ofRota];
/** Kinds whose rows are of a team. */
const ofTeams = [
  "alert_heartbeats",
  "alert_inhibitions",
  "alert_routes",
  "behaviour_tests",
  "certificate_monitors",
  "on_call_rotas",
  "slos",
  "team_members",
  "teams",
];

function kindOf({ input }: ConfigurationOperation): Kind | undefined {
  return "definition" in input ? input.definition : undefined;
}

function reaches(operation: ConfigurationOperation, limits: Partial<Limits>): boolean {
  return isWithin(operation, { limits: { ...none, ...limits } });
}

describe("every operation", () => {
  const operations = () => [...contract().service.operations.values()];

  it("is within a key's verbs by what it does", () => {
    for (const operation of operations()) {
      const { name, effect, level } = operation;
      const plain = kindOf(operation) === undefined;
      const needs: readonly KeyVerb[] =
        name === "apply_plan" || name === "decide_proposal"
          ? ["create", "update", "delete"]
          : plain && (effect !== "read" || level === "operate")
            ? ["operate"]
            : [effect];
      for (const verb of keyVerbs)
        expect(reaches(operation, { verbs: [verb] }), `${name} by ${verb}`).toBe(needs.includes(verb));
    }
  });

  it("is within a key's kinds where it is about these alone", () => {
    for (const operation of operations()) {
      for (const { kind } of definitions) {
        const own = kindOf(operation);
        const named = Object.hasOwn(reachedByKinds, operation.name) ? reachedByKinds[operation.name] : [];
        const expected = own === undefined ? named === "any" || named?.includes(kind) : own.kind === kind;
        expect(reaches(operation, { kinds: [kind] }), `${operation.name} by ${kind}`).toBe(expected);
      }
    }
  });

  it("is within a key's services, or its team, where each of its rows is looked at", () => {
    for (const operation of operations()) {
      const own = kindOf(operation);
      const { name } = operation;
      const byServices = own
        ? namingPlaces(own.fields).length > 0
        : [...reachedByServices, ...serviceAlone].includes(name);
      expect(reaches(operation, { services: ["checkout"] }), `${name} by services`).toBe(byServices);
      const byTeam = own ? ofTeams.includes(own.kind) : reachedByTeam.includes(name);
      expect(reaches(operation, { team: { kind: teams.kind, id: "team_x" } }), `${name} by team`).toBe(
        byTeam,
      );
    }
  });

  it("has no name in these tables that no operation has", () => {
    const names = operations().map(({ name }) => name);
    for (const name of [...Object.keys(reachedByKinds), ...reachedByServices, ...serviceAlone])
      expect(names).toContain(name);
  });
});

async function narrowedTo(limits: KeyLimits) {
  const tenant = await contract().tenant();
  const by = (other: KeyLimits) => senderOf(tenant.organization.id, other);
  return { ...tenant, by, key: await by(limits) };
}

async function senderOf(organizationId: string, limits: KeyLimits): Promise<Send> {
  const { value } = await contract().makeKey(organizationId, ["api:admin"], { limits });
  return (method, path, { headers, ...rest } = {}) =>
    contract().send(method, `/api/v1/${path}`, {
      ...rest,
      headers: { authorization: `Bearer ${value}`, ...headers },
    });
}

function expectLimit(answer: Answer, limit: string, what: string) {
  expect([answer.status, answer.body?.error, answer.body?.reason], what).toEqual([403, "forbidden", "limit"]);
  expect(answer.body.message, what).toContain(`narrowed by ${limit}`);
}

const methods = { list: "GET", get: "GET", create: "POST", update: "PUT", delete: "DELETE" } as const;

describe.each(walked(definitions).map((definition) => [definition.kind, definition] as const))(
  "%s",
  (kind, definition) => {
    it("is reached by each verb, and by no other", async () => {
      const { samples, config, by } = await narrowedTo({});
      const makes = definition.verbs.includes("create");
      const made = makes && definition.shape === "collection" ? await samples.row(definition) : undefined;
      const path = made?.path ?? kind;
      const before = await config("GET", path);
      const elsewhere = kind === "teams" ? "slos" : "teams";
      for (const verb of [...keyVerbs]) {
        const key = await by({ verbs: [verb], kinds: [kind] });
        for (const own of definition.verbs) {
          const needs = own === "list" || own === "get" ? "read" : own;
          if (needs === verb && verb === "delete") continue;
          const ofRow = own === "get" || own === "update" || own === "delete";
          if (ofRow && definition.shape === "collection" && made === undefined) continue;
          const options = own === "create" || own === "update" ? { body: {} } : {};
          const answer = await key(methods[own], `config/${ofRow ? path : kind}`, options);
          const what = `${own} ${kind} by ${verb}`;
          if (needs === verb) expect(answer.body?.reason, what).not.toBe("limit");
          else expectLimit(answer, "verbs", what);
        }
        const other = await key("GET", `config/${elsewhere}`);
        expectLimit(other, verb === "read" ? "kinds" : "verbs", elsewhere);
      }
      expect(await config("GET", path)).toMatchObject({ status: before.status, body: before.body });
    });
  },
);

const withService = definitions.filter(({ fields, verbs, shape }) => {
  const field = fields.service;
  return (
    shape === "collection" && verbs.includes("create") && field?.type === "text" && field.names === "service"
  );
});

describe.each(walked(withService).map((definition) => [definition.kind, definition] as const))(
  "%s by service",
  (kind, definition) => {
    it("shows and takes rows of these services alone, at every call", async () => {
      const { samples, config, key } = await narrowedTo({ services: ["mine", "also-mine"] });
      const body = (service: string) => samples.body(definition, { service });
      const [mine, theirs] = [
        await config("POST", kind, { body: await body("mine") }),
        await config("POST", kind, { body: await body("theirs") }),
      ];
      expect([mine.status, theirs.status], JSON.stringify([mine.body, theirs.body])).toEqual([201, 201]);
      const path = (answer: Answer) => `config/${kind}/${encodeURIComponent(answer.body.id)}`;
      const listed = await key("GET", `config/${kind}`);
      expect(listed.body.data.map((row: { id: string }) => row.id)).toEqual([mine.body.id]);
      expect((await key("GET", path(mine))).status).toBe(200);
      for (const [method, options] of [
        ["GET", {}],
        ["PUT", { body: { service: "theirs" } }],
        ["PUT", { body: {}, headers: { "if-match": '"0"' } }],
        ["DELETE", {}],
      ] as const)
        expectLimit(await key(method, path(theirs), options), "services", `${method} of another service`);
      expectLimit(
        await key("POST", `config/${kind}`, { body: await body("another") }),
        "services",
        "a row of another service",
      );
      const field = definition.fields.service;
      if (field?.type === "text" && field.fixed !== true)
        expectLimit(
          await key("PUT", path(mine), { body: { service: "theirs" } }),
          "services",
          "a row that would go to another service",
        );
      const own = await key("POST", `config/${kind}`, { body: await body("also-mine") });
      expect(own.status, JSON.stringify(own.body)).toBe(201);

      for (const format of ["hcl", "json", "openslo"]) {
        const exported = await key("GET", `config/export?format=${format}`);
        expect(exported.status).toBe(200);
        if (format !== "openslo") expect(exported.text).toContain("mine");
        expect(exported.text).not.toContain("theirs");
      }
      const planned = await key("POST", "plans", {
        body: { edits: [{ op: "delete", resource: kind, id: theirs.body.id }] },
      });
      expect(planned.status === 201 && planned.body.status, JSON.stringify(planned.body)).toBe("invalid");
      expect(planned.body.problems[0].reason).toBe("limit");
      expect((await config("GET", `${kind}/${encodeURIComponent(theirs.body.id)}`)).body).toEqual(
        theirs.body,
      );
      expect((await key("DELETE", path(mine))).status).toBe(200);
    });
  },
);

it("a team's key reaches the team, its members and what it owns", async () => {
  const { samples, config, by } = await narrowedTo({});
  const [mine, theirs] = [await samples.row(teams), await samples.row(teams)];
  const key = await by({ team_id: mine.id });
  expect((await key("GET", "config/teams")).body.data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
  expectLimit(
    await key("PUT", `config/${theirs.path}`, { body: { name: "Taken" } }),
    "team_id",
    "another team",
  );
  const slos = definitions.find(({ kind }) => kind === "slos") as Kind;
  const body = async (team_id: string | null) => samples.body(slos, { team_id });
  const own = await key("POST", "config/slos", { body: await body(mine.id) });
  expect(own.status, JSON.stringify(own.body)).toBe(201);
  for (const team of [theirs.id, null])
    expectLimit(await key("POST", "config/slos", { body: await body(team) }), "team_id", "an SLO of another");
  expectLimit(
    await key("PUT", `config/slos/${own.body.id}`, { body: { team_id: null } }),
    "team_id",
    "an SLO given away",
  );
  expect((await config("POST", "slos", { body: await body(theirs.id) })).status).toBe(201);
  const shown = (await key("GET", "config/slos")).body.data;
  expect(shown.map(({ id }: { id: string }) => id)).toEqual([own.body.id]);
  expectLimit(await key("GET", "config/organization_settings"), "team_id", "a kind that no team owns");
});

describe("plans", () => {
  const bundle = { teams: [{ name: "Planned" }] };

  it("are of the key's kinds, and shown to who made them", async () => {
    const { key, by, api } = await narrowedTo({ kinds: ["teams"] });
    expectLimit(
      await key("POST", "plans", { body: { bundle: { ...bundle, organization_settings: {} } } }),
      "kinds",
      "a bundle of another kind",
    );
    const planned = await key("POST", "plans", { body: { bundle } });
    expect([planned.status, planned.body.status]).toEqual([201, "open"]);
    const others = await api("POST", "plans", { body: { bundle: { teams: [{ name: "Other" }] } } });
    expect((await key("GET", `plans/${others.body.id}`)).status).toBe(404);
    expect((await key("POST", `plans/${others.body.id}/apply`, { body: {} })).status).toBe(404);
    const listed = await key("GET", "plans");
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([planned.body.id]);
    const stranger = await by({ kinds: ["teams"] });
    expect((await stranger("GET", `plans/${planned.body.id}`)).status).toBe(404);
    expect((await key("POST", `plans/${planned.body.id}/apply`, { body: {} })).body.status).toBe("applied");
  });

  it("are applied by the verbs of their changes", async () => {
    const { key, api } = await narrowedTo({ verbs: ["read", "update"] });
    const planned = await key("POST", "plans", { body: { bundle } });
    expect(planned.body.status).toBe("open");
    expectLimit(await key("POST", `plans/${planned.body.id}/apply`, { body: {} }), "verbs", "a create");
    expect((await api("GET", "config/teams")).body.data).toEqual([]);
    const made = await api("POST", "config/teams", { body: { name: "There" } });
    const edits = [{ op: "save", resource: "teams", id: made.body.id, fields: { name: "Renamed" } }];
    const change = await key("POST", "plans", { body: { edits } });
    expect((await key("POST", `plans/${change.body.id}/apply`, { body: {} })).body.status).toBe("applied");
  });
});

it("whoami says what is left", async () => {
  const { key, by } = await narrowedTo({ kinds: ["teams", "slos"], verbs: ["read", "update"] });
  expect((await key("GET", "whoami")).body.reach).toEqual({
    kinds: ["slos", "teams"].sort((a, b) => order(a) - order(b)),
    verbs: ["read", "update"],
    services: null,
    team_id: null,
    addresses: null,
  });
  const services = await by({ services: ["checkout"], kinds: ["teams", "slos"] });
  expect((await services("GET", "whoami")).body.reach).toMatchObject({
    kinds: ["slos"],
    services: ["checkout"],
  });
  const whole = await by({});
  expect((await whole("GET", "whoami")).body.reach).toEqual({
    kinds: null,
    verbs: [...keyVerbs],
    services: null,
    team_id: null,
    addresses: null,
  });
});

function order(kind: string): number {
  return definitions.findIndex((definition) => definition.kind === kind);
}

it("works from its addresses alone", async () => {
  const { key } = await narrowedTo({ addresses: ["192.0.2.0/24", "2001:db8::/32"] });
  expect((await key("GET", "whoami", { address: "192.0.2.7" })).status).toBe(200);
  expect((await key("GET", "whoami", { address: "2001:db8::7" })).status).toBe(200);
  expectLimit(await key("GET", "whoami", { address: "198.51.100.7" }), "addresses", "another address");
});

it("an MCP client is shown the tools that its key reaches, and refused the others", async () => {
  const { organization } = await contract().tenant();
  const { value } = await contract().makeKey(organization.id, ["mcp:admin"], {
    limits: { kinds: ["teams"], verbs: ["read", "create"] },
  });
  const message = (method: string, params: object) =>
    contract().send("POST", "/api/mcp", {
      headers: { authorization: `Bearer ${value}`, accept: "application/json, text/event-stream" },
      body: { jsonrpc: "2.0", id: 1, method, params },
    });
  const listed = await message("tools/list", {});
  const names = listed.text.match(/"name":"[a-z_]+"/g)?.map((text) => text.slice(8, -1)) ?? [];
  expect(names).toEqual(expect.arrayContaining(["whoami", "list_teams", "create_row", "plan_changes"]));
  for (const name of ["update_row", "delete_row", "list_slos", "list_alerts", "acknowledge_alert"])
    expect(names).not.toContain(name);
  const refused = await message("tools/call", { name: "list_slos", arguments: {} });
  expect(refused.text).toContain("narrowed by kinds");
  const made = await message("tools/call", { name: "create_team", arguments: { name: "By a model" } });
  expect(made.text).toContain("By a model");
});

it("is held to its limits when it asks for the same in other ways", async () => {
  const { key, by, config, samples } = await narrowedTo({ kinds: ["teams"] });
  const team = await samples.row(teams);
  const slo = await samples.row(definitions.find(({ kind }) => kind === "slos") as Kind);
  const sloPath = `slos/${slo.id}`;
  for (const path of [
    `history/${sloPath}`,
    `figures/${sloPath}?range=day`,
    "audit",
    "alerts",
    "attention",
    "services",
    "render",
    `references/teams/${team.id}`,
  ])
    expectLimit(await key("GET", path), "kinds", path);
  expectLimit(await key("POST", "search/slos", { body: {} }), "kinds", "search");
  expect((await key("POST", "search/teams", { body: {} })).status).toBe(200);
  expectLimit(await key("GET", "config/export?resource=slos"), "kinds", "export");
  expect((await key("GET", "config/export?format=json")).text).not.toContain('"slos"');
  const services = await by({ services: ["checkout"] });
  expectLimit(await services("GET", "deploy_gate?service=search"), "services", "the gate of another service");
  expect((await services("GET", "deploy_gate?service=checkout")).status).toBe(200);
  expectLimit(await services("POST", "search/slos", { body: {} }), "services", "search");
  expect((await config("GET", "teams")).status).toBe(200);
});

it("a row that goes with another one holds it back, where the key does not reach it", async () => {
  const { key, config, samples } = await narrowedTo({ kinds: ["teams"] });
  const member = await samples.row(definitions.find(({ kind }) => kind === "team_members") as Kind);
  const { team_id } = (await config("GET", member.path.replace("/api/v1/config/", ""))).body;
  expectLimit(await key("DELETE", `config/teams/${team_id}`), "kinds", "a team with members");
  expect((await config("GET", `teams/${team_id}`)).status).toBe(200);
});
