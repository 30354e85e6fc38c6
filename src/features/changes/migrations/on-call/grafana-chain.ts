/** Grafana OnCall's escalation chains, by their steps. */
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import type { People } from "./people.ts";
import { addPolicy, type Level, type Whom } from "./policy.ts";
import type { Rota } from "./rota.ts";

export interface Around {
  /** In their order. */
  readonly steps: readonly Attributes[];
  /** What chose the chain: expressions over whole alerts. */
  readonly routedBy: readonly string[];
  readonly people: People;
  rotaOf(id: string): Rota | undefined;
}

/** `repeat_escalation` begins again this often (grafana.com/docs/oncall, escalation chains). */
const rounds = 5;

/** Steps that notify nobody whom a row here can name. */
const unsaid: Readonly<Record<string, string>> = {
  trigger_webhook: "calls a webhook: make an outbound target of it, and a rule",
  notify_user_group: "notifies a user group of Slack: make an outbound target of its channel, and a rule",
  notify_whole_channel: "notifies a channel of Slack: make an outbound target of it, and a rule",
  notify_team_members: "notifies a team: name the team in the route",
  declare_incident: "declares an incident, which a route does by publish",
  resolve: "resolves the alert, which ends here when its source says so",
  notify_if_time_from_to: "goes on at certain times alone: set active_hours of the rules after it",
  notify_if_num_alerts_in_window: "goes on when many alerts have come, which no rule says",
};

export function mapChain(
  chain: Attributes,
  around: Around,
  add: AddRow,
  context: MigrationContext,
): undefined {
  chain.ignore("id", "team_id");
  const name = chain.text("name") ?? "";
  const levels: { after: number; whom: Whom[]; path: string }[] = [];
  let [after, repeats] = [0, 0];
  for (const step of around.steps) {
    step.ignore("id", "escalation_chain_id", "position");
    const type = step.text("type") ?? "";
    if (type === "wait") {
      after += step.number("duration") ?? 0;
      continue;
    }
    if (type === "repeat_escalation") {
      repeats = rounds;
      continue;
    }
    if (type in unsaid) {
      step.ignore("severity", "num_alerts_in_window", "num_minutes_in_window");
      context.first(`its step ${type} ${unsaid[type]}`);
      continue;
    }
    step.lost("important", "has no counterpart yet: everybody is notified by their own ways", "info");
    const whom = whomOf(type, step, around, context);
    const last = levels.at(-1);
    if (last !== undefined && last.after === after) last.whom.push(...whom);
    else levels.push({ after, whom, path: step.pathOf("type") });
  }
  if (levels.every(({ whom }) => whom.length === 0)) {
    context.first("nobody is notified by it: it has no step that notifies people whom the files have");
    return;
  }
  const matchers = [`escalation_chain=${JSON.stringify(name)}`];
  const by = around.routedBy.length === 0 ? "its routes" : `routes (${around.routedBy.join(", ")})`;
  chain.note(
    "",
    `Grafana OnCall chose it by ${by}, which look into whole alerts; here the route and the rules take alerts with ${matchers[0]}: change matchers to what your alerts say`,
  );
  const [first] = levels;
  const begun: Level[] = levels.map((level) => ({ ...level, after: level.after - (first?.after ?? 0) }));
  if (first !== undefined && first.after > 0)
    chain.note(
      "",
      `waits ${first.after} seconds before anybody is notified: set group_wait_seconds of the route`,
    );
  addPolicy({ name, matchers, levels: begun, repeats, round: after }, chain, add, context);
}

function whomOf(
  type: string,
  step: Attributes,
  { people, rotaOf }: Around,
  context: MigrationContext,
): Whom[] {
  if (type === "notify_on_call_from_schedule") {
    const id = step.text("notify_on_call_from_schedule") ?? "";
    const rota = rotaOf(id);
    if (rota !== undefined) return [{ rota }];
    context.first(`the schedule ${id} became no rota, and whoever is on call in it is not notified`);
    return [];
  }
  if (type === "notify_person_next_each_time")
    step.note("type", "gave each alert to the next one of them; here all of them are notified");
  const ids = [...step.texts("persons_to_notify"), ...step.texts("persons_to_notify_next_each_time")];
  if (ids.length === 0) context.first(`its step ${type} notifies nobody here`);
  const emails = ids.map((id) => people.addressOf({ id }));
  for (const line of people.unknownAmong(emails)) context.first(line);
  return emails.map((email) => ({ email }));
}
