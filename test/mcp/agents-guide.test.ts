/**
 * The sessions in docs/agents.md are run here and compared, so that the guide shows what really happens.
 * `UPDATE_GOLDEN=1` writes it anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { type Agent, agentOf } from "./support.ts";

const guide = new URL("../../docs/agents.md", import.meta.url);
const markers = ["<!-- session: test/mcp/agents-guide.test.ts -->", "<!-- /session -->"] as const;

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it("shows sessions as they go", async () => {
  const [before = "", ...sessions] = readFileSync(guide, "utf8").split(markers[0]);
  const { correcting, planning, acting } = await story();
  const runs = [correcting, planning, acting].map((shown) => `\n\n${shown.join("\n\n")}\n\n`);
  const parts = sessions.map((session) => session.split(markers[1]));
  if (process.env.UPDATE_GOLDEN === "1") {
    const written = parts.map(([, after], at) => `${markers[0]}${runs[at]}${markers[1]}${after}`);
    writeFileSync(guide, `${before}${written.join("")}`);
    return;
  }
  expect(parts.map(([shown = ""]) => withoutChance(shown))).toEqual(runs.map(withoutChance));
});

/** Ids, times and tags differ from run to run. */
function withoutChance(text: string): string {
  return text
    .replace(/\b(team|route|req|key|plan|alert|mute|conn|connector|dlv)_[0-9a-z]{20,}/g, "$1_…")
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/20\d\d-\d\d-\d\d(?=")/g, "<day>")
    .replace(/\d+ \w{3} 20\d\d, [\d:]+ UTC/g, "<moment>")
    .replace(/\\"\d+\\"/g, '\\"n\\"')
    .replace(/"sequence":\d+/g, '"sequence":n');
}

/** What the agent did, session by session. */
async function story(): Promise<Readonly<Record<"correcting" | "planning" | "acting", string[]>>> {
  tenant = await test.makeTenant({ name: "Acme" });
  const { organization, config } = tenant;
  await test.database.queryText(
    { name: "test-rename-key", text: "UPDATE api_keys SET name = 'import-script'" },
    [],
  );
  const made = async (path: string, body: JsonObject) => {
    const answer = await config("POST", path, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const [payments, platform] = [
    await made("teams", { name: "Payments" }),
    await made("teams", { name: "Platform" }),
  ];
  const rest = await made("alert_routes", {
    name: "Everything else",
    position: 100,
    matchers: ['severity=~".+"'],
    destinations: [{ team_id: platform.id }],
  });
  await made("alert_routes", {
    name: "Payments, critical",
    position: 10,
    matchers: ['service="payments"', 'severity="critical"'],
    destinations: [{ team_id: payments.id }],
  });
  await config("PUT", `alert_routes/${rest.id}`, { body: { position: 0 } });

  await lastNight(rest.id);
  const { value } = await test.makeKey(organization.id, ["mcp:admin"]);
  const agent = agentOf(test, value);
  const correcting: string[] = [];
  const call = teller(agent, correcting);

  const night = { since: ago(14).toISOString(), until: ago(6).toISOString() };
  const { data: alerts } = await call("list_alerts", { service: "payments", ...night });
  expect(alerts).toHaveLength(1);
  await call("explain_notification", { id: alerts[0].id, team_id: payments.id });
  const { data, etags } = await call("list_alert_routes", { etags: true });
  const [first] = data;
  await call("list_audit_log", { kind: "alert_routes", id: first.id, action: "update_alert_route" });
  correcting.push("Meanwhile a colleague gives the same route another name.");
  await config("PUT", `alert_routes/${rest.id}`, { body: { name: "Everything else (Platform)" } });
  await call("update_alert_route", { id: first.id, if_match: etags[first.id], position: 100 });
  const { etag } = await call("get_alert_route", { id: first.id });
  await call("update_alert_route", { id: first.id, if_match: etag, position: 100 });
  await call("list_alert_routes");
  return { correcting, planning: await plans(), acting: await acts(payments.id) };
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** An alert that began ten hours ago and ended eight hours ago; the route of this id took it. */
async function lastNight(receiver: string): Promise<void> {
  const { body: connector } = await tenant.config("POST", "connectors", {
    body: { name: "Alertmanager", type: "observability", connector_type: "alertmanager" },
  });
  intake = `intake/alertmanager/${connector.id}`;
  const began = ago(10).toISOString();
  await notify(receiver, { status: "firing", startsAt: began, endsAt: "0001-01-01T00:00:00Z" });
  await notify(receiver, { status: "resolved", startsAt: began, endsAt: ago(8).toISOString() });
}

/** Where Alertmanager's notifications go. */
let intake: string;

async function notify(receiver: string, alert: JsonObject): Promise<void> {
  const labels = { alertname: "Payments fail", service: "payments", severity: "critical" };
  const sent = { labels, annotations: {}, fingerprint: "0123456789abcdef", ...alert };
  const body = { version: "4", receiver, groupKey: "{}:{}", alerts: [sent] };
  const taken = await tenant.api("POST", intake, { body });
  expect(taken.status, taken.text).toBe(200);
}

/** An alert, why its team was not notified, and what is done about it. */
async function acts(team_id: string): Promise<string[]> {
  const agent = agentOf(test, (await test.makeKey(tenant.organization.id, ["mcp:admin"])).value);
  const startsAt = new Date().toISOString();
  await notify("orgconfig", { status: "firing", startsAt, endsAt: "0001-01-01T00:00:00Z" });
  const shown: string[] = [];
  const call = teller(agent, shown);
  const { data } = await call("list_alerts", { status: "open", service: "payments" });
  const [{ id }] = data;
  await call("explain_notification", { id, team_id });
  await call("acknowledge_alert", { id });
  const mute = { matchers: ['service="payments"', 'alertname="Payments fail"'], reason: "Under repair" };
  await call("create_alert_mute", { ...mute, until: "2030-01-01T09:00:00Z" });
  const { data: records } = await call("list_audit_log", { action: "create_alert_mute" });
  const { id: plan } = await call("plan_changes", { undo_run: records[0].run });
  await call("apply_plan", { id: plan, confirm: plan });
  return shown;
}

/** A plan by an agent that may only propose, applied by somebody else. */
async function plans(): Promise<string[]> {
  const agent = agentOf(test, (await test.makeKey(tenant.organization.id, ["mcp:read"])).value);
  const shown: string[] = [];
  const call = teller(agent, shown);
  const bundle = {
    teams: [{ name: "Refunds" }],
    alert_routes: [
      {
        name: "Refunds, critical",
        position: 20,
        matchers: ['service="refunds"', 'severity="critical"'],
        destinations: [{ team_id: { name: "Refunds" } }],
      },
    ],
  };
  const { id } = await call("plan_changes", { bundle });
  const refused = await call("apply_plan", { id, confirm: id });
  expect(refused).toMatchObject({ error: "forbidden", reason: "level" });
  shown.push(
    "An administrator opens the plan in the console under **Plans**, reads it and applies it; or over REST, with a key of their own: `POST /api/v1/plans/{id}/apply`. The agent sees that it was done.",
  );
  const ada = await siteOf(test).makeMember(tenant.organization.id, "org_admin", "ada@example.com");
  const organization = `organizations/${tenant.organization.id}`;
  const applied = await ada.send("POST", `${organization}/actions/apply_plan`, { body: { id, confirm: id } });
  expect([applied.status, applied.body.status]).toEqual([200, "applied"]);
  expect((await call("get_plan", { id })).status).toBe("applied");
  const { data } = (await tenant.api("GET", `audit?plan_id=${id}`)).body;
  expect(data.map(({ actor }: { actor: { id: string } }) => actor.id)).toEqual([ada.id, ada.id]);
  return shown;
}

/** Calls a tool and notes call and answer, as far as they matter. */
function teller(agent: Agent, shown: string[]) {
  return async (name: string, input: JsonObject = {}) => {
    const result = await agent.call(name, input);
    const answer = result.structuredContent ?? JSON.parse(result.content[0]?.text ?? "");
    const said = result.isError ? "refused, isError: true" : "answered";
    const lines = [`→ ${name} ${JSON.stringify(input)}`, `← ${said}`, ...shortened(answer)];
    shown.push(`\`\`\`json\n${lines.join("\n")}\n\`\`\``);
    return answer;
  };
}

const shownFields = [
  ...["id", "name", "position", "matchers", "continue", "destinations", "etag"],
  ...["status", "summary", "changes", "problems", "warnings", "rows"],
  ...["title", "notified", "reason", "steps", "acknowledged_by", "until"],
];

function shortened(answer: Record<string, unknown>): string[] {
  const { data, current, ...others } = answer as { data?: JsonObject[]; current?: JsonObject };
  if (data !== undefined)
    return [
      ...data.map((row) => JSON.stringify(brief(row))),
      JSON.stringify(without(others, "organization")),
    ];
  if (current !== undefined) return [JSON.stringify({ ...others, current: brief(current) })];
  return [JSON.stringify("error" in answer ? answer : brief(answer as JsonObject))];
}

/** Of a row the members that the story is about; of an audit record all but its ids. */
function brief(row: JsonObject): object {
  if ("sequence" in row) return without(without(row, "request_id"), "row_id");
  return {
    ...Object.fromEntries(shownFields.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
    "…": "…",
  };
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
