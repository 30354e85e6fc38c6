/** PagerDuty's escalation policies, as its API (version 2) answers them and as its Terraform provider shows them. */
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { noDescription } from "./pagerduty.ts";
import type { People } from "./people.ts";
import { addPolicy, type Level, ofServices, type Whom } from "./policy.ts";
import type { Rota } from "./rota.ts";

export interface Around {
  /** What the form calls rules, and their targets. */
  readonly rules: "escalation_rules" | "rule";
  readonly targets: "targets" | "target";
  /** The names of the services that escalate by it. */
  readonly services: readonly string[];
  readonly people: People;
  rotaOf(id: string): Rota | undefined;
}

export function mapPolicy(
  policy: Attributes,
  around: Around,
  add: AddRow,
  context: MigrationContext,
): undefined {
  policy.ignore("id", "type", "summary", "self", "html_url", "on_call_handoff_notifications", "services");
  policy.lost("teams", "choose the team that owns the route (owning_team_id)", "info");
  if (policy.text("description") !== noDescription)
    policy.lost("description", "routes have no description here", "info");
  const name = policy.text("name") ?? "";
  const repeats = policy.number("num_loops") ?? 0;
  let after = 0;
  const levels = policy.blocks(around.rules).map((rule): Level => {
    rule.ignore("id", "type");
    const begins = after;
    after += (rule.number("escalation_delay_in_minutes") ?? 0) * 60;
    const whom = rule.blocks(around.targets).flatMap((target) => whomOf(target, around, context));
    for (const strategy of strategiesOf(rule))
      if (strategy.text("type") === "round_robin")
        strategy.note("type", "gave each alert to the next one of them; here all of them are notified");
    return { after: begins, whom, path: rule.pathOf("escalation_delay_in_minutes") };
  });
  if (levels.every(({ whom }) => whom.length === 0)) {
    context.first("nobody is notified by it: it names nobody whom the files have");
    return;
  }
  const matchers = [ofServices(around.services.length === 0 ? [name] : around.services)];
  policy.note(
    "services",
    `PagerDuty escalated the incidents of its services; here the route and the rules take alerts with ${matchers[0]}: change matchers to what your alerts say`,
  );
  addPolicy({ name, matchers, levels, repeats, round: after }, policy, add, context);
}

/** The API has an object there, and Terraform a list of one. */
function strategiesOf(rule: Attributes): readonly Attributes[] {
  const name = "escalation_rule_assignment_strategy";
  if (!rule.names().includes(name)) return [];
  return rule.blockNames().includes(name) ? rule.blocks(name) : [rule.map(name)];
}

function whomOf(target: Attributes, { people, rotaOf }: Around, context: MigrationContext): Whom[] {
  target.ignore("self", "html_url");
  const [type = "", id = "", name] = ["type", "id", "summary"].map((field) => target.text(field));
  if (type.startsWith("user")) {
    const email = people.addressOf({ id, name });
    for (const line of people.unknownAmong([email])) context.first(line);
    return [{ email }];
  }
  const rota = rotaOf(id);
  if (rota !== undefined) return [{ rota }];
  context.first(
    `the schedule ${JSON.stringify(name ?? id)} is in no file, and whoever is on call in it is not notified: add it, and run this again`,
  );
  return [];
}
