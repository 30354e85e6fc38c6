/**
 * Thirty tasks as people put them: the brief list leads to the tool that begins each, by the words of its name and
 * description alone, and the calls that do it work.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeScene, type Scene } from "../alerts/support.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Agent, agentOf, type ListedTool } from "./support.ts";

let app: TestService;
let scene: Scene;
let agent: Agent;
let tools: ListedTool[];
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startService();
  scene = await makeScene(app);
  const { organization } = scene.tenant;
  agent = agentOf(app, (await app.makeKey(organization.id, ["mcp:admin"])).value);
  tools = await agent.tools();
  await makePerson(app.database, organization.id, "ada@example.com");
  const labels = { service: "checkout", severity: "critical" };
  const startsAt = new Date().toISOString();
  await scene.notify({}, [{ name: "Slow", startsAt, labels }]);
  await scene.notify({ group: "2" }, [{ name: "Down", startsAt, labels }]);
  await app.service.alerts.flush();
  const make = async (name: string, kind: string, fields: object) => {
    const made = await agent.call("create_row", { kind, fields, confirm: true });
    expect(made.isError, JSON.stringify(made)).toBeFalsy();
    ids[name] = made.structuredContent.id;
  };
  await make("team", "teams", { name: "Payments" });
  await make("source", "data_sources", { name: "P", type: "prometheus", url: "https://p.example.com" });
  await make("sli", "slis", {
    ...{ name: "ok", service: "checkout", data_source_id: ids.source, kind: "ratio" },
    ...{ good_query: "sum(rate(ok_total[5m]))", total_query: "sum(rate(all_total[5m]))" },
  });
  await make("slo", "slos", { name: "SLO", service: "checkout", sli_id: ids.sli, target_percent: 99 });
  await make("component", "status_page_components", { name: "Checkout", service: "checkout" });
  await make("policy", "deploy_policies", { service: "checkout" });
  const { data } = (await agent.call("list_alerts", {})).structuredContent;
  for (const { id, title } of data) ids[title.startsWith("Slow") ? "slow" : "down"] = id;
  ids.alert = data[0].id;
});
afterAll(() => app.close());

type Input = Readonly<Record<string, unknown>>;
type Step = readonly [tool: string, input: () => Input, keep?: string];

const none = () => ({});
const when = new Date(Date.now() + 3 * 3_600_000).toISOString();

const tasks: readonly (readonly [task: string, ...Step[]])[] = [
  ["Who am I here, and what may this credential do?", ["whoami", none]],
  ["What needs attention now?", ["get_attention", none]],
  ["Which alerts are open?", ["list_alerts", () => ({ status: "open" })]],
  [
    "Show me the critical alerts of checkout, newest first",
    ["list_alerts", () => ({ severity: "critical" })],
  ],
  ["Show me all about one alert", ["get_alert", () => ({ id: ids.alert })]],
  ["I work on it: no rule shall escalate it any more", ["acknowledge_alert", () => ({ id: ids.alert })]],
  [
    "Why was this person not notified of the alert?",
    ["explain_notification", () => ({ id: ids.alert, email: "ada@example.com" })],
  ],
  [
    "Who would be notified of this service's alerts, and why?",
    ["get_service_notified", () => ({ service: "checkout" })],
  ],
  [
    "Which routes and rules take an alert with these labels?",
    ["resolve_alert_route", () => ({ labels: { alertname: "Slow", service: "checkout" } })],
  ],
  [
    "Create an alert mute until this afternoon",
    ["create_alert_mute", () => ({ matchers: ['service="checkout"'], reason: "work", until: when }), "mute"],
  ],
  [
    "Which open alerts would such a mute keep back?",
    ["preview_alert_mute", () => ({ matchers: ['service="checkout"'] })],
  ],
  [
    "Make the mute last longer",
    [
      "extend_alert_mute",
      () => ({ id: ids.mute, until: new Date(Date.now() + 5 * 3_600_000).toISOString() }),
      "mute",
    ],
  ],
  [
    "Delete the alert mute",
    ["list_alert_mutes", none],
    ["delete_row", () => ({ kind: "alert_mutes", id: ids.mute })],
  ],
  ["End this alert, it is over", ["resolve_alert", () => ({ id: ids.slow })]],
  [
    "Everything about one service: its rows, states and figures",
    ["get_service", () => ({ service: "checkout" })],
  ],
  ["Which services are in trouble?", ["list_services", () => ({ in_trouble: true })]],
  [
    "May this service be deployed now, and why not?",
    ["resolve_deploy_gate", () => ({ service: "checkout" })],
  ],
  [
    "Let the service's deploys through whatever its policy says",
    ["override_deploy_gate", () => ({ service: "checkout", allow: true, reason: "a fix", confirm: true })],
  ],
  [
    "What happened in this span of time?",
    [
      "get_timeline",
      () => ({ since: new Date(Date.now() - 3_600_000).toISOString(), until: new Date().toISOString() }),
    ],
  ],
  ["Which SLOs are there, and what target has each service?", ["list_slos", none]],
  [
    "Make an SLO's target 99.5 percent: which fields do rows of the kind have?",
    ["describe_kind", () => ({ kind: "slos" })],
    ["get_row", () => ({ kind: "slos", id: ids.slo })],
    ["update_row", () => ({ kind: "slos", id: ids.slo, fields: { target_percent: 99.5 } })],
  ],
  ["Who changed this row, and every version of it", ["row_history", () => ({ kind: "slos", id: ids.slo })]],
  [
    "Show what an edit of rows would change, then do it",
    [
      "plan_changes",
      () => ({ edits: [{ op: "save", resource: "teams", id: ids.team, fields: { name: "Pay" } }] }),
      "plan",
    ],
    ["apply_plan", () => ({ id: ids.plan, confirm: ids.plan })],
  ],
  [
    "Take an applied plan back",
    ["undo_plan", () => ({ id: ids.plan }), "undo"],
    ["apply_plan", () => ({ id: ids.undo, confirm: ids.undo })],
  ],
  [
    "What would this change have meant for the alerts of the last days?",
    [
      "replay",
      () => ({
        edits: [{ op: "save", resource: "alert_routes", id: scene.route, fields: { enabled: false } }],
      }),
    ],
  ],
  [
    "Add a team member",
    ["list_teams", none],
    ["add_team_member", () => ({ team_id: ids.team, email: "ada@example.com" })],
  ],
  ["Which rows point at this team?", ["list_references", () => ({ kind: "teams", id: ids.team })]],
  [
    "Create a status page incident for the outage",
    ["list_status_page_components", none],
    [
      "create_status_page_incident",
      () => ({
        title: "Checkout is slow",
        status: "investigating",
        impact: "minor",
        component_ids: [ids.component],
        body: "We look at it.",
      }),
    ],
  ],
  [
    "Read the audit log: every change since yesterday",
    ["list_audit_log", () => ({ since: new Date(Date.now() - 86_400_000).toISOString() })],
  ],
  [
    "Start a drill for a route",
    ["start_drill", () => ({ route_id: scene.route, confirm: true }), "drill"],
    ["get_drill", () => ({ id: ids.drill })],
  ],
];

it("are thirty", () => {
  expect(tasks).toHaveLength(30);
});

const stemsOf = (text: string) =>
  new Set((text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => word.slice(0, 5)));

/** How many of the tools share more with the task, counting a word the more the fewer tools have it. */
function placeOf(task: string, tool: string): number {
  const words = stemsOf(task);
  const texts = tools.map(({ name, description }) => ({
    name,
    stems: stemsOf(`${name.replaceAll("_", " ")} ${description}`),
  }));
  const weight = (stem: string) =>
    Math.log(texts.length / (1 + texts.filter(({ stems }) => stems.has(stem)).length));
  const scores = texts.map(({ name, stems }) => ({
    name,
    score: [...words].filter((stem) => stems.has(stem)).reduce((sum, stem) => sum + weight(stem), 0),
  }));
  const own = scores.find(({ name }) => name === tool)?.score ?? Number.NEGATIVE_INFINITY;
  return scores.filter(({ score }) => score > own).length + 1;
}

it.each(tasks.map(([task, ...steps]) => ({ task, steps })))("$task", async ({ task, steps }) => {
  const names = steps.map(([name]) => name);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const best = Math.min(...names.map((name) => placeOf(task, name)));
  expect(best, `${names.join(", ")} among the tools for "${task}"`).toBeLessThanOrEqual(5);
  for (const [name, input, keep] of steps) {
    const answer = await agent.call(name, input());
    expect(answer.isError, `${name}: ${answer.content[0]?.text}`).toBeFalsy();
    if (keep !== undefined) ids[keep] = answer.structuredContent.id;
  }
});
