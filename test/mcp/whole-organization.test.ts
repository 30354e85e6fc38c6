/** In an organization of realistic size no look costs a model much; what an answer leaves out is said, and can be had. */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, expect, it } from "vitest";
import { definitions } from "../../src/resources/index.ts";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { fill, type Realistic, serviceName } from "./realistic.ts";
import { type Agent, agentOf, type ToolResult } from "./support.ts";

const most = 4_000;

let test: TestService;
let tenant: Tenant;
let admin: Agent;
let made: Realistic;
const ids: Record<string, string> = {};
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  admin = agentOf(test, (await test.makeKey(tenant.organization.id, ["mcp:admin"])).value);
  made = await fill(test, tenant);
  const names = ["ada", "ben"].map((name) => `${name}@example.com`);
  for (const name of names) await makePerson(test.database, tenant.organization.id, name);
  const rotation = {
    starts_on: "2026-01-05",
    handover: { unit: "hours" },
    turns: names.map((name) => ({ people: [name] })),
  };
  const rota = { name: "Hours", timezone: "UTC", rotations: [rotation], must_cover: { always: true } };
  const notification = { name: "Changes", channel: "email", recipients: ["changes@example.com"] };
  for (const [kind, body] of Object.entries({ on_call_rotas: rota, change_notifications: notification })) {
    const { status, text } = await tenant.config("POST", kind, { body });
    expect(status, text).toBe(201);
  }
  for (const { kind, shape } of definitions)
    if (shape === "collection") ids[kind] = (await tenant.config("GET", kind)).body.data[0]?.id ?? "none";
  const proposed = await tenant.api("POST", "proposals", { body: { title: "Other", bundle } });
  expect(proposed.status, proposed.text).toBe(201);
  ids.proposals = proposed.body.id;
  ids.alerts = (await tenant.api("GET", "alerts?limit=1")).body.data[0].id;
}, 500_000);
afterAll(() => test.close());

const cost = ({ content }: ToolResult) => encode(content.map(({ text }) => text).join("")).length;

const bundle = { teams: [{ name: "Other" }] };

/** What tools that read need; those that are left out need nothing, and rows are read by the first of their kind. */
function required(tool: string): object {
  const service = serviceName(1);
  const inputs: Record<string, object> = {
    get_alert: { id: ids.alerts },
    get_service: { service },
    get_service_notified: { service },
    explain_notification: { id: ids.alerts, email: "nobody@example.com" },
    preview_alert_mute: { matchers: ['region="eu-west-1"'] },
    resolve_deploy_gate: { service },
    preview_deploy_gate: { service, freeze_reason: null, freeze_until: null },
    resolve_service_bindings: { service },
    resolve_prompt: { prompt_type: "investigation_user" },
    resolve_alert_route: { labels: { severity: "critical" } },
    row_history: { kind: "alert_routes", id: ids.alert_routes },
    restore_row: { kind: "teams", id: ids.teams, sequence: 1 },
    search_rows: { kind: "alert_routes" },
    where_in_git: { kind: "teams", id: ids.teams },
    list_references: { kind: "teams", id: ids.teams },
    list_figures: { kind: "slos", field: "sli_percent" },
    get_figures: { kind: "slos", id: ids.slos },
    get_render: { connector_id: made.connector },
    get_plan: { id: made.plan },
    get_proposal: { id: ids.proposals },
    get_drift: { set: "main" },
    get_drill: { id: "none" },
    list_change_notification_deliveries: { id: ids.change_notifications },
    list_shifts: { id: ids.on_call_rotas },
    check_coverage: { id: ids.on_call_rotas },
    undo_plan: { id: made.plan },
    plan_changes: { bundle },
    replay: { bundle },
    preview_migration: { source: "alertmanager", files: [{ name: "alertmanager.yml", content: tree }] },
    get_row: { kind: "alert_routes", id: ids.alert_routes },
  };
  const row = definitions.find(
    ({ shape, actionNames }) => shape === "collection" && actionNames.get === tool,
  );
  return inputs[tool] ?? (row === undefined ? {} : { id: ids[row.kind] });
}

/** What an Alertmanager with a hundred routes has. */
const tree = `route:
  receiver: all
  routes:
${Array.from({ length: 100 }, (_, at) => `    - matchers: ['service="${serviceName(at)}"']\n      receiver: all\n`).join("")}
receivers:
  - name: all
`;

/** What may be refused here: there is none of it, or what a row needs is not there. */
const refusable = /^(get_drill|get_drift|get_status_page|restore_row|undo_plan)$/;

it("each look with no more than it needs costs at most 4,000 tokens", async () => {
  const tools = (await admin.tools("?detail=full")).filter(({ annotations }) => annotations.readOnlyHint);
  expect(tools.length).toBeGreaterThan(80);
  const cut: string[] = [];
  for (const { name } of tools) {
    const result = await admin.call(name, required(name));
    expect(cost(result), name).toBeLessThanOrEqual(most);
    const { content, structuredContent, _meta } = result;
    if (result.isError && !refusable.test(name))
      expect([name, _meta?.["orgconfig/status"]], content[0]?.text).toEqual([name, 404]);
    if (structuredContent?.left_out !== undefined || typeof structuredContent?.next_cursor === "string")
      cut.push(name);
  }
  expect(cut).toEqual(
    expect.arrayContaining([
      ...["list_alerts", "list_alert_routes", "list_plans", "list_audit_log", "list_slos"],
      ...["search_rows", "get_alert_flow", "get_timeline", "get_plan", "get_service_notified"],
      ...["preview_alert_mute", "resolve_alert_route", "export_configuration", "get_render"],
    ]),
  );
}, 180_000);

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any;

/** Each page of an answer. */
async function pages(name: string, input: object): Promise<Answer[]> {
  const found: Answer[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { structuredContent, content } = await admin.call(name, { ...input, ...(cursor && { cursor }) });
    if (structuredContent === undefined) throw new Error(content[0]?.text);
    found.push(structuredContent);
    cursor = structuredContent.next_cursor ?? null;
  }
  return found;
}

it.each([
  ["get_alert_flow", {}, "GET", "alert_routes/flow", ["routes", "receivers", "paths", "labels"]],
  ["get_timeline", {}, "GET", "timeline", ["alerts", "changes", "coming", "incidents", "deploys"]],
  ["list_plans", {}, "GET", "plans?limit=200", ["data"]],
  [
    "search_rows",
    { kind: "alert_routes", q: "service-07" },
    "POST",
    "search/alert_routes",
    ["data"],
    { q: "service-07", limit: 200 },
  ],
  ["search_rows", { kind: "slos", only_ids: true }, "POST", "search/slos", ["ids"], { only_ids: true }],
  [
    "get_service_notified",
    { service: serviceName(1) },
    "GET",
    `services/${serviceName(1)}/notified`,
    ["routes"],
  ],
] as const)(
  "the pages of %s %j join to what REST answers",
  async (name, input, method, path, lists, body?) => {
    const shown = await pages(name, input);
    expect(shown.length).toBeGreaterThan(1);
    const whole = await tenant.api(method, path, body === undefined ? {} : { body });
    expect(whole.status, whole.text).toBe(200);
    for (const list of lists)
      expect(
        shown.flatMap((page) => page[list]),
        list,
      ).toEqual(whole.body[list]);
    const [first] = shown;
    expect(first.next_cursor).toEqual(expect.any(String));
    for (const [pointer, count] of Object.entries(first.left_out ?? {}))
      expect(first[pointer.slice(1)].length + Number(count), pointer).toBe(
        whole.body[pointer.slice(1)].length,
      );
  },
);

it("an export is read on line by line, and a long plan change by change", async () => {
  const input = { resource: "teams,data_sources" };
  const shown = await pages("export_configuration", input);
  const { text } = await tenant.api("GET", `config/export?resource=${input.resource}`);
  expect(shown.length).toBeGreaterThan(1);
  // Its first line says when it was made.
  const lines = (whole: string) => whole.split("\n").slice(1);
  expect(lines(shown.map(({ hcl }) => hcl).join(""))).toEqual(lines(text));
  const changes = (await pages("get_plan", { id: made.plan, limit: 100 })).flatMap((page) => page.changes);
  expect(new Set(changes.map(({ id }) => id)).size).toBe(2_000);
});

it("what is not to be sent again says which tool reads on", async () => {
  const teams = Array.from({ length: 150 }, (_, at) => ({ name: `A team of the plan ${at}` }));
  const { structuredContent: plan } = await admin.call("plan_changes", { bundle: { teams } });
  expect(plan.changes.length).toBeLessThan(150);
  expect(plan.left_out).toEqual({ "/changes": 150 - plan.changes.length });
  expect(plan.next_tool).toBe("get_plan");
  const { id } = plan;
  const rest = (await admin.call("get_plan", { id, cursor: plan.next_cursor })).structuredContent;
  expect(rest.changes[0].key).not.toEqual(plan.changes[0].key);
  const applied = (await admin.call("apply_plan", { id, confirm: id })).structuredContent;
  expect(applied.summary.create).toBe(150);
  expect(applied.left_out["/changes"]).toBe(150 - applied.changes.length);
  expect(applied).not.toHaveProperty("next_cursor");
});

it("refuses a cursor or a limit that cannot be, and takes both by name", async () => {
  for (const [input, field] of [
    [{ cursor: "x" }, "cursor"],
    [{ cursor: 5 }, "cursor"],
    [{ cursor: Buffer.from('[["data",1]]').toString("base64url") }, "cursor"],
    [{ limit: 0 }, "limit"],
    [{ limit: 101 }, "limit"],
  ] as const) {
    const { _meta } = await admin.call("get_alert_flow", input);
    expect([_meta?.["orgconfig/status"], _meta?.["orgconfig/problem"].field]).toEqual([422, field]);
  }
  const { structuredContent } = await admin.call("get_alert_flow", { limit: 2 });
  expect(structuredContent.routes.length).toBe(2);
  const refused = await admin.call("whoami", { limit: 2 });
  expect(refused._meta?.["orgconfig/status"]).toBe(422);
});
