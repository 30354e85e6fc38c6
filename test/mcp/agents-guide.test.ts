/**
 * The sessions in docs/agents.md are run here and compared, so that the guide shows what really happens.
 * `UPDATE_GOLDEN=1` writes it anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Agent, agentOf } from "./support.ts";

const guide = new URL("../../docs/agents.md", import.meta.url);
const markers = ["<!-- session: test/mcp/agents-guide.test.ts -->", "<!-- /session -->"] as const;

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it("shows sessions as they go", async () => {
  const [before = "", ...sessions] = readFileSync(guide, "utf8").split(markers[0]);
  const { correcting, planning } = await story();
  const runs = [correcting, planning].map((shown) => `\n\n${shown.join("\n\n")}\n\n`);
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
    .replace(/\b(team|route|req|key|plan)_[0-9a-z]{20,}/g, "$1_…")
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/\\"\d+\\"/g, '\\"n\\"')
    .replace(/"sequence":\d+/g, '"sequence":n');
}

/** What the agent did, session by session. */
async function story(): Promise<{ readonly correcting: string[]; readonly planning: string[] }> {
  const { organization, config } = await test.makeTenant({ name: "Acme" });
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

  const { value } = await test.makeKey(organization.id, ["mcp:admin"]);
  const agent = agentOf(test, value);
  const correcting: string[] = [];
  const call = teller(agent, correcting);

  const { data, etags } = await call("list_alert_routes", { etags: true });
  const [first] = data;
  await call("list_audit_log", { resource: "alert_routes", row_id: first.id, action: "update_alert_route" });
  correcting.push("Meanwhile a colleague gives the same route another name.");
  await config("PUT", `alert_routes/${rest.id}`, { body: { name: "Everything else (Platform)" } });
  await call("update_alert_route", { id: first.id, if_match: etags[first.id], position: 100 });
  const { etag } = await call("get_alert_route", { id: first.id });
  await call("update_alert_route", { id: first.id, if_match: etag, position: 100 });
  await call("list_alert_routes");
  return { correcting, planning: await plans(agent) };
}

async function plans(agent: Agent): Promise<string[]> {
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
  await call("apply_plan", { id });
  await call("apply_plan", { id, confirm: id });
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
];

function shortened(answer: Record<string, unknown>): string[] {
  const { data, current, ...others } = answer as { data?: JsonObject[]; current?: JsonObject };
  if (data !== undefined)
    return [
      ...data.map((row) => JSON.stringify(brief(row))),
      JSON.stringify(without(others, "organization")),
    ];
  if (current !== undefined) return [JSON.stringify({ ...others, current: brief(current) })];
  return [JSON.stringify(brief(answer as JsonObject))];
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
