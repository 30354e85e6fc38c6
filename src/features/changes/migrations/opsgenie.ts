/**
 * Opsgenie by the lists of its API: /v2/teams, /v2/escalations, /v2/schedules, /v2/integrations, /v2/users. The product
 * ends on 5 April 2027.
 */
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { teams } from "../../../resources/teams.ts";
import { Attributes } from "./attributes.ts";
import { withinBounds } from "./bounds.ts";
import { type AddRow, inviteFirst, type MigrationContext } from "./mapping.ts";
import { type Found, inner, listed, migrateParts, objectsIn, type Part, textOf } from "./objects.ts";
import { mapSchedule, ofApi } from "./on-call/opsgenie.ts";
import { among, People } from "./on-call/people.ts";
import { type Receiver, reached } from "./on-call/policy.ts";
import type { Rota } from "./on-call/rota.ts";
import { quoted } from "./quoted.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "./source.ts";
import { addTarget, mailbox, secretly, type Target, unknownKind, webhookAt, workflow } from "./targets.ts";

const end = "5 April 2027";

type Sort =
  | "team"
  | "escalation"
  | "schedule"
  | "integration"
  | "user"
  | "timeline"
  | "override"
  | "forwarding rule";

export const opsgenie: MigrationSource = {
  name: "opsgenie",
  title: "Opsgenie's teams, schedules, escalations and integrations",
  files:
    "the lists of its API: /v2/teams, /v2/escalations, /v2/schedules?expand=rotation, /v2/schedules/{id}/timeline, /v2/schedules/{id}/overrides, /v2/integrations, /v2/users",
  form: "yaml",
  mostBytes,
  options: ["members", "people"],
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
    const all = together(sorted);
    const of = (sort: Sort) => all.filter((one) => one.sort === sort);
    const users = of("user").map(({ value }) => ({
      id: textOf(value.id),
      name: textOf(value.username),
      email: textOf(value.username),
    }));
    const known: Known = {
      members: membersOf(of("team")),
      rotas: new Map(),
      people: new People(options.people, among(users)),
      of,
    };
    return migrateParts(
      [
        ...of("team").map((one) => part(one, "team", mapTeam)),
        ...of("integration").map((one) => part(one, "integration", mapIntegration)),
        ...of("schedule").map((one) =>
          part(one, "schedule", (schedule, add, context) =>
            scheduleOf(one.value, known, schedule, add, context),
          ),
        ),
        ...of("forwarding rule").map((one) => part(one, "forwarding rule", () => forwarded)),
        ...of("escalation").map((one) =>
          part(one, "escalation", (attributes, add, context) =>
            mapEscalation(one.value, known, attributes, add, context),
          ),
        ),
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

/** What a list has, and an answer about it alone too, is one: the latter says more. */
function together<F extends Found & { readonly sort: Sort }>(found: readonly F[]): readonly F[] {
  const byKey = new Map<string, F>();
  for (const [index, one] of found.entries()) {
    const { id, name, type } = one.value;
    const own = one.sort === "integration" ? [type, name] : [id ?? index];
    const key = JSON.stringify([one.sort, ...own.map((part) => part ?? index)]);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? one : { ...known, value: { ...known.value, ...one.value } });
  }
  return [...byKey.values()];
}

function sortOf(value: JsonObject): Sort | undefined {
  if ("finalTimeline" in value) return "timeline";
  if ("alias" in value && "fromUser" in value) return "forwarding rule";
  if ("alias" in value && "startDate" in value) return "override";
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

/** Integrations that send, by Opsgenie's word for their type: what each becomes. All others bring alerts to Opsgenie. */
const senders: readonly (readonly [type: RegExp, read: (integration: Attributes, name: string) => Target])[] =
  [
    [/^Slack/, () => secretly("slack", "the URL of an incoming webhook of Slack")],
    [/^MicrosoftTeams/, () => secretly("teams", workflow)],
    [/^Mattermost/, () => secretly("slack", "the URL of an incoming webhook of Mattermost")],
    [/^Webhook/, webhook],
    [/^ServiceNow/, serviceNow],
    [
      /Outgoing$|^(?:Jira|Zendesk|Freshdesk|Freshservice|BMC|Cherwell|ConnectWise)/,
      (integration, name) => unknownKind(name, integration.text("type") ?? ""),
    ],
  ];

function webhook(integration: Attributes): Target {
  integration.lost("headers", "a webhook here is signed instead: set secret, and check it there");
  return webhookAt(
    integration,
    "url",
    undefined,
    "is not in the list of integrations (GET /v2/integrations/{id} answers it)",
  );
}

function serviceNow(integration: Attributes): Target {
  integration.ignore("url");
  const url = "https://servicenow.invalid/";
  const lost = `its address is not in the list of integrations: it is switched off at ${url}; write the instance's address there, and switch it on`;
  return secretly("servicenow", "user:password of ServiceNow, or an OAuth access token", { url, lost });
}

function mapIntegration(integration: Attributes, add: AddRow, context: MigrationContext): string | undefined {
  integration.ignore("id", "teamId", "version", "advanced");
  const type = integration.text("type") ?? "";
  const [, read] = senders.find(([known]) => known.test(type)) ?? [];
  const name = integration.text("name") ?? type;
  if (read === undefined)
    return `an integration of the type ${type} brings alerts to Opsgenie: let its tool send to an Alertmanager of this service; if it sent them on as well, make an outbound target`;
  const enabled = integration.flag("enabled") !== false;
  const { secrets = [], ...target } = read(integration, name);
  if (enabled) addTarget(name, { ...target, secrets }, undefined, add, context);
  else {
    // Nobody was notified by it.
    const { lost: _, ...body } = target;
    add(outboundConfigs, { name, ...body, enabled: false }, { secrets });
  }
  return undefined;
}

const forwarded =
  "somebody takes the place of another person in all schedules: make an absence of it, and an override with replaces in each rota";

function scheduleOf(
  value: JsonObject,
  known: Known,
  schedule: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  if (!Array.isArray(value.rotations)) {
    context.first("nobody is called by it: its rotations are not in the list of schedules");
    return "add the answer of GET /v2/schedules?expand=rotation, which has them";
  }
  const notes: ConstructorParameters<typeof Attributes>[2] = [];
  const about = (sort: Sort) =>
    known
      .of(sort)
      .filter(({ value: { _parent: parent } }) => isObject(parent) && parent.id === value.id)
      .map((one) => new Attributes(one.value, {}, notes, sort));
  const [overrides, timelines] = [about("override"), about("timeline")];
  const rota = mapSchedule(
    schedule,
    {
      form: ofApi,
      people: known.people,
      teamOf: ({ id, name }) => known.members.get(id ?? "") ?? known.members.get(name ?? ""),
      rotations: schedule.blocks("rotations"),
      overrides,
      timelines,
    },
    add,
    context,
  );
  for (const one of [...overrides, ...timelines]) one.noteRest();
  for (const { field, message, level } of notes) schedule.note(field, message, level);
  if (rota !== undefined) for (const key of [value.id, value.name]) known.rotas.set(String(key), rota);
  return undefined;
}

function mapUser(user: Attributes): string {
  return `people join by invitation: \`orgconfig members invite ORGANIZATION ${user.text("username") ?? "EMAIL"} --role member\`, or the console`;
}

/** What the files say of whom a step notifies. */
interface Around {
  /** The addresses of a team's members, by its id and by its name. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** The rotas that were made, by the id and by the name of their schedule. */
  readonly rotas: ReadonlyMap<string, Rota>;
}

interface Known extends Around {
  readonly rotas: Map<string, Rota>;
  readonly people: People;
  of(sort: Sort): readonly Found[];
}

/** A step of an escalation becomes an outbound rule for each that it notifies. @param value as the API answers it */
export function mapEscalation(
  value: JsonObject,
  known: Around,
  escalation: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  escalation.ignore("id", "name", "rules", "ownerTeam", "repeat");
  escalation.lost("description", "rules have no description here", "info");
  const name = textOf(value.name) ?? "Escalation";
  const steps = listed(value, "rules");
  if (steps.length === 0) return "it has no rules, so that it notifies nobody";
  const team = textOf(inner(value, "ownerTeam").name);
  const matchers = [`team=${JSON.stringify(team ?? name)}`];
  escalation.note(
    "ownerTeam",
    `Opsgenie escalated what its team's routing rules chose; here the rules take alerts with the label ${matchers[0]}: change matchers to what your alerts say`,
  );
  const shared = { matchers, ...repeatOf(value, escalation) };
  for (const [position, rule] of steps.entries()) {
    const place = `rules[${position}]`;
    const delay = minutesOf(inner(rule, "delay")) * 60;
    const delay_seconds = withinBounds(outboundRules, "delay_seconds", delay, escalation, `${place}.delay`);
    if (rule.condition !== undefined && rule.condition !== "if-not-acked")
      escalation.note(
        `${place}.condition`,
        "here a rule escalates until somebody acknowledges the alert, or it ends",
      );
    const whom = receiversOf(inner(rule, "recipient"), known, `${place}.recipient`, add, context);
    if (whom.some((one) => "rota_id" in one)) escalation.note(`${place}.recipient`, reached);
    for (const [index, receiver] of whom.entries()) {
      const step = `${name} ${position + 1}${whom.length === 1 ? "" : `.${index + 1}`}`;
      const { accepted } = add(
        outboundRules,
        { name: step, position, ...receiver, delay_seconds, ...shared },
        { labelEnd: `${position + 1}_${index + 1}` },
      );
      if (!accepted) context.first(`the rule ${quoted(step)} was refused, and notifies nobody`);
    }
  }
  return undefined;
}

/** To whom a step goes: a schedule's rota, mailboxes of people, else Opsgenie itself, which knows who is on call. */
function receiversOf(
  recipient: JsonObject,
  known: Around,
  field: string,
  add: AddRow,
  context: MigrationContext,
): readonly Receiver[] {
  const { type, id: key, name } = recipient;
  const rota = known.rotas.get(textOf(key) ?? "") ?? known.rotas.get(textOf(name) ?? "");
  if (type === "schedule" && rota !== undefined)
    return rota.roles.map((role) => ({ rota_id: rota.id, role }));
  const emails = emailsIn(recipient, known);
  const made = (name: string, target: Target, labelEnd: string) => ({
    outbound_config_id:
      context.made(outboundConfigs, { name })?.id ??
      addTarget(name, target, labelEnd, add, context).rowId ??
      name,
  });
  if (emails.length > 0) {
    context.first(
      `${emails.join(", ")} is mailed, and neither called nor sent a message any more, as Opsgenie did by each person's own rules`,
      { field },
    );
    return emails.map((email) => made(email, mailbox(email), email));
  }
  context.first(
    `${textOf(recipient.name) ?? "it"} is reached through Opsgenie until it ends on ${end}, and called by nobody after that: no file has its turns. Put a target of yours in its place before that`,
    { field },
  );
  return [made("Opsgenie", secretly("opsgenie", "the key of an API integration of Opsgenie"), "opsgenie")];
}

function emailsIn({ type, id, name, username }: JsonObject, { members }: Around): readonly string[] {
  if (type === "team") return members.get(textOf(id) ?? "") ?? members.get(textOf(name) ?? "") ?? [];
  const email = type === "user" ? textOf(username) : undefined;
  return email === undefined ? [] : [email];
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
