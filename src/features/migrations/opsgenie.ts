/**
 * Opsgenie by the lists of its API: /v2/teams, /v2/escalations, /v2/schedules, /v2/integrations, /v2/users. The product
 * ends on 5 April 2027.
 */
import { given } from "../../kernel/given.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { outboundConfigs } from "../../resources/outbound-configs.ts";
import { outboundRules } from "../../resources/outbound-rules.ts";
import { teamMembers } from "../../resources/team-members.ts";
import { teams } from "../../resources/teams.ts";
import type { Attributes } from "./attributes.ts";
import { withinBounds } from "./bounds.ts";
import { type AddRow, inviteFirst, type MigrationContext } from "./mapping.ts";
import { type Found, inner, listed, migrateParts, objectsIn, type Part, textOf } from "./objects.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "./source.ts";

const end = "5 April 2027";
const onCall = `who is on call stays in Opsgenie, until it ends on ${end}: there are no schedules here`;

type Sort = "team" | "escalation" | "schedule" | "integration" | "user";

export const opsgenie: MigrationSource = {
  name: "opsgenie",
  title: "Opsgenie's teams, escalations and integrations",
  files: "the lists of its API: /v2/teams, /v2/escalations, /v2/schedules, /v2/integrations, /v2/users",
  form: "yaml",
  mostBytes,
  options: ["members"],
  read(files, options) {
    const found = objectsIn(files).flatMap(({ file, value }) => {
      const data = Array.isArray(value.data) ? listed(value, "data") : [inner(value, "data")];
      return data.map((one) => ({ file, value: one }));
    });
    const sorted = found.flatMap((one) => {
      const sort = sortOf(one.value);
      return sort === undefined ? [] : [{ ...one, sort }];
    });
    if (sorted.length === 0)
      throw new WrongFiles(["the files hold no list of Opsgenie's API: it answers them in data"]);
    const of = (sort: Sort) => sorted.filter((one) => one.sort === sort);
    const known = { members: membersOf(of("team")), targets: new Map<string, string>() };
    return migrateParts(
      [
        ...of("team").map((one) => part(one, "team", mapTeam)),
        ...of("integration").map((one) => part(one, "integration", mapIntegration)),
        ...of("escalation").map((one) =>
          part(one, "escalation", (attributes, add, context) =>
            mapEscalation(one.value, known, attributes, add, context),
          ),
        ),
        ...of("schedule").map((one) => part(one, "schedule", () => onCall)),
        ...of("user").map((one) => part(one, "user", mapUser)),
      ],
      options,
    );
  },
};

function part({ file, value }: Found, sort: Sort, map: Part["map"]): Part {
  const name = textOf(value.name) ?? textOf(value.username) ?? textOf(value.id) ?? "no name";
  return { file, value, address: `${sort} ${name}`, label: name, map };
}

function sortOf(value: JsonObject): Sort | undefined {
  if (Array.isArray(value.rules)) return "escalation";
  if ("timezone" in value && "rotations" in value) return "schedule";
  if ("username" in value) return "user";
  if ("type" in value && "enabled" in value) return "integration";
  if ("timezone" in value) return "schedule";
  return "name" in value ? "team" : undefined;
}

/** The addresses of a team's members, by its id and by its name. */
function membersOf(found: readonly Found[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    found.flatMap(({ value }) => {
      const emails = emailsOf(value);
      return [value.id, value.name].flatMap((key) =>
        textOf(key) === undefined ? [] : [[String(key), emails] as const],
      );
    }),
  );
}

function emailsOf(team: JsonObject): readonly string[] {
  return listed(team, "members").flatMap((member) => textOf(inner(member, "user").username) ?? []);
}

function mapTeam(team: Attributes, add: AddRow, { options }: MigrationContext): undefined {
  team.ignore("id", "links");
  team.lost("description", "teams have no description here", "info");
  const emails = team.blocks("members").flatMap((member) => {
    member.ignore("role");
    const user = member.map("user");
    user.ignore("id");
    return user.text("username") ?? [];
  });
  const { id, accepted } = add(teams, { name: team.text("name") ?? "" });
  if (emails.length === 0 || !accepted) return;
  if (!options.members) team.note("members", inviteFirst(emails));
  else for (const email of emails) add(teamMembers, { team_id: id, email });
}

/** Integrations that send, by Opsgenie's word for their type; all others bring alerts to Opsgenie. */
const senders: Readonly<Record<string, "slack" | "teams">> = {
  Slack: "slack",
  SlackApp: "slack",
  MicrosoftTeams: "teams",
  MicrosoftTeamsV2: "teams",
};

function mapIntegration(integration: Attributes, add: AddRow): string | undefined {
  integration.ignore("id", "teamId", "version", "advanced");
  const type = integration.text("type") ?? "";
  const kind = senders[type];
  const enabled = integration.flag("enabled");
  const name = integration.text("name") ?? type;
  if (kind === undefined)
    return `an integration of the type ${type} brings alerts to Opsgenie, or is no target here: let its tool send to an Alertmanager of this service, or make an outbound target`;
  const holds =
    kind === "slack" ? "the URL of an incoming webhook of Slack" : "the URL of a workflow of Teams";
  add(outboundConfigs, { name, kind, ...given({ enabled }) }, { secrets: [{ field: "secret", holds }] });
  return undefined;
}

function mapUser(user: Attributes): string {
  return `people join by invitation: \`orgconfig members invite ORGANIZATION ${user.text("username") ?? "EMAIL"} --role member\`, or the console`;
}

interface Known {
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** The targets that were made, by what they are for. */
  readonly targets: Map<string, string>;
}

/** A step of an escalation becomes an outbound rule for each that it notifies. */
function mapEscalation(
  value: JsonObject,
  known: Known,
  escalation: Attributes,
  add: AddRow,
  _context: MigrationContext,
): undefined {
  escalation.ignore("id", "name", "rules", "ownerTeam", "repeat");
  escalation.lost("description", "rules have no description here", "info");
  const name = textOf(value.name) ?? "Escalation";
  const team = textOf(inner(value, "ownerTeam").name);
  const matchers = [`team=${JSON.stringify(team ?? name)}`];
  escalation.note(
    "ownerTeam",
    `Opsgenie escalated what its team's routing rules chose; here the rules take alerts with the label ${matchers[0]}: change matchers to what your alerts say`,
  );
  const { repeat_count, repeat_interval_seconds } = repeatOf(value, escalation);
  for (const [step, rule] of listed(value, "rules").entries()) {
    const delay = minutesOf(inner(rule, "delay")) * 60;
    const delay_seconds = withinBounds(
      outboundRules,
      "delay_seconds",
      delay,
      escalation,
      `rules[${step}].delay`,
    );
    if (rule.condition !== undefined && rule.condition !== "if-not-acked")
      escalation.note(
        `rules[${step}].condition`,
        "here a rule escalates until somebody acknowledges the alert, or it ends",
      );
    const whom = targetsOf(inner(rule, "recipient"), known, escalation, `rules[${step}]`, add);
    for (const [index, outbound_config_id] of whom.entries())
      add(
        outboundRules,
        {
          name: whom.length === 1 ? `${name} ${step + 1}` : `${name} ${step + 1}.${index + 1}`,
          position: step,
          outbound_config_id,
          matchers,
          delay_seconds,
          repeat_count,
          repeat_interval_seconds,
        },
        { labelEnd: `${step + 1}_${index + 1}` },
      );
  }
}

/** The ids of the targets of a recipient: mailboxes of people, else Opsgenie itself, which knows who is on call. */
function targetsOf(
  recipient: JsonObject,
  { members, targets }: Known,
  escalation: Attributes,
  place: string,
  add: AddRow,
): readonly string[] {
  const type = textOf(recipient.type) ?? "";
  const emails =
    type === "user"
      ? [textOf(recipient.username) ?? ""].filter((email) => email !== "")
      : type === "team"
        ? (members.get(textOf(recipient.id) ?? "") ?? members.get(textOf(recipient.name) ?? "") ?? [])
        : [];
  const made = (key: string, make: () => string) => {
    const id = targets.get(key) ?? make();
    targets.set(key, id);
    return id;
  };
  if (emails.length > 0) {
    escalation.note(
      `${place}.recipient`,
      "is mailed here; Opsgenie called or messaged by each person's own rules",
      "info",
    );
    return emails.map((email) =>
      made(
        email,
        () => add(outboundConfigs, { name: email, kind: "email", address: email }, { labelEnd: email }).id,
      ),
    );
  }
  escalation.note(
    `${place}.recipient`,
    `${textOf(recipient.name) ?? "it"} is reached through Opsgenie until it ends on ${end}: ${onCall}. Put a target of yours in its place before that`,
  );
  const secrets = [{ field: "secret", holds: "the key of an API integration of Opsgenie" }];
  return [
    made(
      "opsgenie",
      () =>
        add(outboundConfigs, { name: "Opsgenie", kind: "opsgenie" }, { secrets, labelEnd: "opsgenie" }).id,
    ),
  ];
}

function repeatOf(value: JsonObject, escalation: Attributes) {
  const repeat = inner(value, "repeat");
  const [count, wait] = [repeat.count, repeat.waitInterval].map((one) => (typeof one === "number" ? one : 0));
  if (!count || !wait) return { repeat_count: 0, repeat_interval_seconds: 900 };
  const bounded = (field: string, number: number) =>
    withinBounds(
      outboundRules,
      field,
      number,
      escalation,
      `repeat.${field === "repeat_count" ? "count" : "waitInterval"}`,
    );
  return {
    repeat_count: bounded("repeat_count", count),
    repeat_interval_seconds: bounded("repeat_interval_seconds", wait * 60),
  };
}

const unitMinutes: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1_440 };

function minutesOf({ timeAmount, timeUnit }: JsonObject): number {
  return typeof timeAmount === "number" ? timeAmount * (unitMinutes[textOf(timeUnit) ?? "minutes"] ?? 1) : 0;
}
