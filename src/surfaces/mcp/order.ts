/** In which order tools are listed: what a conversation begins with, what most of them need, and then task by task. */
import type { Group } from "../../kernel/kind.ts";

/** A look, a question, a plan, an act. */
export const first: readonly string[] = [
  "whoami",
  "get_attention",
  "list_alerts",
  "get_alert",
  "acknowledge_alert",
  "create_alert_mute",
  "resolve_alert_route",
  "get_service",
  "resolve_deploy_gate",
  "describe_kind",
  "get_row",
  "plan_changes",
  "apply_plan",
];

type Task = "Finding" | Group | "Changes";

const tasks: readonly Task[] = [
  "Finding",
  "Alerting",
  "On call",
  "Reliability",
  "Deploys",
  "Status page",
  "Changes",
  "Organization",
  "Integrations",
  "Developers",
  "AI",
];

/** The tasks of tags that are no kinds; others come last. */
const taskOfTag: Readonly<Record<string, Task>> = {
  alerts: "Alerting",
  attention: "Finding",
  audit: "Changes",
  deploy_gate: "Deploys",
  drills: "Alerting",
  events: "Alerting",
  export: "Changes",
  figures: "Reliability",
  history: "Changes",
  kinds: "Finding",
  members: "Organization",
  migrations: "Integrations",
  plans: "Changes",
  references: "Finding",
  render: "Developers",
  rows: "Changes",
  search: "Finding",
  services: "Finding",
  state: "Developers",
  status_page: "Status page",
  whoami: "Finding",
};

/** Where a tool stands: compare by the first number, then by the second. */
export function placeOf(name: string, tag: string, group: Group | undefined): readonly [number, number] {
  const early = first.indexOf(name);
  if (early >= 0) return [0, early];
  const task = group ?? taskOfTag[tag];
  return [1 + (task === undefined ? tasks.length : tasks.indexOf(task)), 0];
}
