/** What Opsgenie's resources become, by the schemas of its provider (registry.terraform.io/providers/opsgenie/opsgenie). */
import type { JsonObject } from "../../../../kernel/validate.ts";
import { teams } from "../../../../resources/teams.ts";
import { Attributes } from "../attributes.ts";
import type { AddRow, Mapping, MigrationContext } from "../mapping.ts";
import { listed, textOf } from "../objects.ts";
import { mapSchedule, ofTerraform } from "../on-call/opsgenie.ts";
import { People } from "../on-call/people.ts";
import { rotaAmong } from "../on-call/rota.ts";
import { mapEscalation } from "../opsgenie.ts";

/** In the order in which they run: what is pointed at comes first. */
export const opsgenieMappings: readonly Mapping[] = [
  { type: "opsgenie_team", ofData: true, map: mapTeam },
  { type: "opsgenie_schedule", map: mapScheduleResource },
  { type: "opsgenie_schedule_rotation", map: mapRotation },
  { type: "opsgenie_escalation", map: mapEscalationResource },
  { type: "opsgenie_user", map: mapUser },
];

function mapTeam(team: Attributes, add: AddRow): undefined {
  team.ignore("id", "ignore_members", "delete_default_resources");
  team.lost("description", "teams have no description here", "info");
  team.lost("member", "members of a team are people of the organization: invite them first");
  add(teams, { name: team.text("name") ?? "" });
}

function emailOf(id: string | undefined, context: MigrationContext): string | undefined {
  return id === undefined
    ? undefined
    : textOf(context.sources("opsgenie_user", "id", id)[0]?.values.username);
}

function membersOf(id: string | undefined, context: MigrationContext): readonly string[] | undefined {
  const [team] = id === undefined ? [] : context.sources("opsgenie_team", "id", id);
  if (team === undefined) return undefined;
  return listed(team.values, "member").flatMap((member) => emailOf(textOf(member.id), context) ?? []);
}

function mapScheduleResource(schedule: Attributes, add: AddRow, context: MigrationContext): undefined {
  const notes: ConstructorParameters<typeof Attributes>[2] = [];
  const rotations = context
    .sources("opsgenie_schedule_rotation", "schedule_id", schedule.text("id") ?? "")
    .map(({ values, sensitive, address }) => new Attributes(values, sensitive, notes, address));
  const around = {
    form: ofTerraform,
    people: new People(context.options.people, ({ id }) => emailOf(id, context)),
    teamOf: ({ id }: { readonly id: string | undefined }) => membersOf(id, context),
    rotations,
    overrides: [],
    timelines: [],
  };
  schedule.note("overrides", "are not in Terraform, and are not carried over", "info");
  mapSchedule(schedule, around, add, context);
  for (const rotation of rotations) rotation.noteRest();
  for (const { field, message, level } of notes) schedule.note(field, message, level);
}

function mapRotation(rotation: Attributes, _: AddRow, context: MigrationContext): string {
  const schedule = context.sources("opsgenie_schedule", "id", rotation.text("schedule_id") ?? "");
  if (schedule.length > 0) return "its turns stand in the rota of its schedule";
  context.first("nobody is called by it: its schedule is not in the file; export it too");
  return "its schedule is not in the file";
}

/** As the API answers it, so that both become the same rows. */
function mapEscalationResource(
  escalation: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  const recipients: JsonObject[] = [];
  const rules = escalation.blocks("rules").flatMap((rule) => {
    rule.ignore("notify_type");
    const [condition, delay] = [rule.text("condition"), rule.number("delay")];
    return rule.blocks("recipient").map((block) => {
      const recipient = recipientOf(block, context);
      recipients.push(recipient);
      return {
        ...(condition !== undefined && { condition }),
        ...(delay !== undefined && { delay: { timeAmount: delay, timeUnit: "minutes" } }),
        recipient,
      };
    });
  });
  const [repeat] = escalation.blocks("repeat");
  repeat?.ignore("reset_recipient_states", "close_alert_after_all");
  const [count, waitInterval] = ["count", "wait_interval"].map((name) => repeat?.number(name) ?? 0);
  const [team] = context.sources("opsgenie_team", "id", escalation.text("owner_team_id") ?? "");
  const value: JsonObject = {
    name: escalation.text("name") ?? "Escalation",
    rules,
    ...(team !== undefined && { ownerTeam: { name: textOf(team.values.name) ?? null } }),
    repeat: { count: count ?? 0, waitInterval: waitInterval ?? 0 },
  };
  const ids = recipients.flatMap(({ id }) => textOf(id) ?? []);
  const around = {
    members: new Map(ids.flatMap((id) => entry(id, membersOf(id, context)))),
    rotas: new Map(ids.flatMap((id) => entry(id, rotaAmong(context.rows("opsgenie_schedule", "id", id))))),
  };
  return mapEscalation(value, around, escalation, add, context);
}

function entry<T>(id: string, found: T | undefined): readonly (readonly [string, T])[] {
  return found === undefined ? [] : [[id, found]];
}

function recipientOf(block: Attributes, context: MigrationContext): JsonObject {
  const [type, id] = [block.text("type"), block.text("id")];
  const username = type === "user" ? emailOf(id, context) : undefined;
  return { type: type ?? null, id: id ?? null, ...(username !== undefined && { username }) };
}

function mapUser(user: Attributes): string {
  return `people join by invitation: \`orgconfig members invite ORGANIZATION ${user.text("username") ?? "EMAIL"} --role member\`, or the console`;
}
