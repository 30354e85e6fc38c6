/** What PagerDuty's resources become, by the schemas of its provider (registry.terraform.io/providers/PagerDuty/pagerduty). */
import { outboundConfigs } from "../../../../resources/outbound-configs.ts";
import { teamMembers } from "../../../../resources/team-members.ts";
import { teams } from "../../../../resources/teams.ts";
import type { Attributes } from "../attributes.ts";
import { type AddRow, inviteFirst, type Mapping, type MigrationContext } from "../mapping.ts";
import { mapTerraformSchedule } from "../on-call/pagerduty.ts";
import { mapPolicy } from "../on-call/pagerduty-policy.ts";
import { People } from "../on-call/people.ts";
import { rotaAmong } from "../on-call/rota.ts";

const eventRules =
  "its conditions look into PagerDuty's events, not at labels: write alert routes with matchers on your alerts' labels";

/** In the order in which they run: what is pointed at comes first. */
export const pagerdutyMappings: readonly Mapping[] = [
  { type: "pagerduty_team", ofData: true, map: mapTeam },
  { type: "pagerduty_team_membership", map: mapMembership },
  { type: "pagerduty_service_integration", map: mapIntegration },
  { type: "pagerduty_service", map: mapService },
  { type: "pagerduty_schedule", map: mapSchedule },
  { type: "pagerduty_escalation_policy", map: mapEscalation },
  { type: "pagerduty_user", map: mapUser },
  { type: "pagerduty_maintenance_window", map: mapWindow },
  ...[
    ...["pagerduty_event_orchestration", "pagerduty_event_orchestration_router"],
    ...["pagerduty_event_orchestration_global", "pagerduty_event_orchestration_service"],
    ...["pagerduty_event_orchestration_unrouted", "pagerduty_ruleset", "pagerduty_ruleset_rule"],
    "pagerduty_service_event_rule",
  ].map((type): Mapping => ({ type, map: () => eventRules })),
];

/** What PagerDuty's provider writes where a description is left out. */
const noDescription = { description: "Managed by Terraform" } as const;

function mapTeam(team: Attributes, add: AddRow): undefined {
  team.ignore("id", "html_url", "default_role");
  team.usual(noDescription);
  team.lost("parent", "teams have no parents here");
  add(teams, { name: team.text("name") ?? "" });
}

const notThere = "is not in the file: export it too, as a resource or a data source";

function mapMembership(membership: Attributes, add: AddRow, context: MigrationContext): string | undefined {
  membership.ignore("id");
  const email = emailOf(membership.text("user_id"), context);
  const named = ["pagerduty_team", "id", membership.text("team_id") ?? ""] as const;
  const [team] = context.rows(...named);
  if (team === undefined)
    return context.sources(...named).length > 0
      ? "its team was left out: the report says why"
      : `its team ${notThere}`;
  if (email === undefined) return `its user ${notThere}`;
  if (!context.options.members) return inviteFirst([email]);
  membership.usual({ role: "manager" });
  add(teamMembers, { team_id: team.id, email });
  return undefined;
}

/** The address of a user, which a resource or a data source may give. */
function emailOf(id: string | undefined, { sources }: MigrationContext): string | undefined {
  if (id === undefined) return undefined;
  const email = sources("pagerduty_user", "id", id)[0]?.values.email;
  return typeof email === "string" ? email : undefined;
}

/** The one sort of integration that an outbound target stands for: PagerDuty's Events API, version 2. */
const eventsApi = "events_api_v2_inbound_integration";

function mapIntegration(
  integration: Attributes,
  add: AddRow,
  { sources }: MigrationContext,
): string | undefined {
  integration.ignore("id", "html_url", "vendor");
  integration.ignore(
    "integration_email",
    "email_filter_mode",
    "email_incident_creation",
    "email_parsing_fallback",
  );
  const type = integration.text("type");
  if (type !== eventsApi)
    return `a target is reached by PagerDuty's Events API v2: add an integration of the type ${eventsApi} to the service, and export again`;
  const id = integration.text("service") ?? "";
  const service = sources("pagerduty_service", "id", id)[0]?.values.name;
  const siblings = sources("pagerduty_service_integration", "service", id).filter(
    ({ values }) => values.type === eventsApi,
  );
  const own = integration.text("name") ?? "";
  const name = typeof service !== "string" ? own : siblings.length > 1 ? `${service} ${own}` : service;
  const secrets = integration.hasSecret("integration_key")
    ? [{ field: "secret", holds: "PagerDuty's routing key (integration_key)" }]
    : [];
  add(outboundConfigs, { name, kind: "pagerduty" }, { secrets });
  return undefined;
}

/** A service has nothing that one of our rows would hold: its integrations carry its name on. */
function mapService(service: Attributes, _: AddRow, { rows }: MigrationContext): string {
  const name = service.text("name") ?? "";
  const targets = rows("pagerduty_service_integration", "service", service.text("id") ?? "");
  const [hours] = service.blocks("support_hours");
  const inHours =
    hours === undefined ? "" : ` (its support hours are active_hours of a rule, ${hoursOf(hours)})`;
  return targets.length === 0
    ? "add an integration of the Events API v2 to it and export again: that becomes an outbound target"
    : `its integration became an outbound target; let an alert route or an outbound rule${inHours} send the alerts of "${name}" to it, by the label that names the service in your alerts; what the service itself does, such as its timeouts and escalation, stays in PagerDuty`;
}

function mapSchedule(schedule: Attributes, add: AddRow, context: MigrationContext): undefined {
  mapTerraformSchedule(schedule, peopleOf(context), add, context);
}

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

function hoursOf(hours: Attributes): string {
  const on = hours.numbers("days_of_week").map((day) => days[day - 1]);
  return `${on.join(", ")} from ${hours.text("start_time")} to ${hours.text("end_time")} in ${hours.text("time_zone")}`;
}

function mapEscalation(policy: Attributes, add: AddRow, context: MigrationContext): undefined {
  const own = context.sources("pagerduty_service", "escalation_policy", policy.text("id") ?? "");
  mapPolicy(
    policy,
    {
      rules: "rule",
      targets: "target",
      services: own.flatMap(({ values }) => (typeof values.name === "string" ? [values.name] : [])),
      people: peopleOf(context),
      rotaOf: (id) => rotaAmong(context.rows("pagerduty_schedule", "id", id)),
    },
    add,
    context,
  );
}

function peopleOf(context: MigrationContext): People {
  return new People(context.options.people, ({ id }) => emailOf(id, context));
}

function mapUser(user: Attributes): string {
  const email = user.text("email") ?? "EMAIL";
  return `people join by invitation: \`orgconfig members invite ORGANIZATION ${email} --role member\`, or the console`;
}

function mapWindow(window: Attributes): string {
  const [from, to] = [window.text("start_time") ?? "", window.text("end_time") ?? ""];
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  return `only you know which label names the service in your alerts: make a mute of it, with starts_at ${from} and duration_minutes ${minutes}`;
}
