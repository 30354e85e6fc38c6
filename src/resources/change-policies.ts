import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, integer, list, object, reference } from "../kernel/field.ts";
import { hoursFields, hoursProblems, hoursZone, matcherList, nameField, repeatedProblems } from "./parts.ts";

/** The name of the kind, for who has no definition: that is made by the index, which knows all other kinds. */
export const changePoliciesKind = "change_policies";

/** What a change may do to a row. */
export const changeVerbs = ["create", "update", "delete"] as const;

/** What a change may bring about beyond the rows. */
export const changeEffects = [
  "reaches_nobody",
  "opens_gap",
  "gate_moves",
  "long_mute",
  "foreign_team",
  "by_agent",
] as const;

export type ChangePolicies = ReturnType<typeof defineChangePolicies>;

const matchers = matcherList();

/** Takes the names of all other kinds, which only the index knows. */
export function defineChangePolicies(others: readonly string[]) {
  return defineCollection({
    kind: changePoliciesKind,
    title: "Change policies",
    group: "Organization",
    description:
      "A change policy says which changes somebody else has to approve. A change that it holds is refused at every door, and nothing is changed. A policy that takes in change policies holds changes of itself, too. An administrator may break the glass with a reason.",
    level: "admin",
    idPrefix: "chpol",
    naturalKey: ["name"],
    listColumns: ["name", "enabled", "kinds", "verbs", "effects", "approvals", "by"],
    fields: fieldsFor([...others, changePoliciesKind].sort()),
    example: {
      name: "Two pairs of eyes on routes",
      kinds: ["alert_routes", "change_policies"],
      approvals: 1,
      by: { team_id: exampleOf("teams") },
    },
    check({ configuration: { kinds, verbs, effects, matchers, change_notification_ids: channels, hours } }) {
      return [
        ...repeatedProblems("kinds", kinds),
        ...repeatedProblems("verbs", verbs),
        ...repeatedProblems("matchers", matchers),
        ...repeatedProblems("effects", effects),
        ...repeatedProblems("change_notification_ids", channels),
        ...hours.flatMap((one, index) => [
          ...repeatedProblems(`hours[${index}].days`, one.days),
          ...hoursProblems(`hours[${index}]`, one),
        ]),
      ];
    },
  });
}

function fieldsFor(kinds: readonly string[]) {
  return {
    name: nameField(),
    enabled: boolean({ description: "Whether it holds changes.", default: true, switch: true }),
    kinds: list({
      description: "Changes of rows of these kinds; empty: of every kind.",
      max: kinds.length,
      items: choice({ description: "A kind.", choices: kinds }),
    }),
    verbs: list({
      description: "What is done to the row; empty: anything.",
      max: changeVerbs.length,
      items: choice({ description: "What is done.", choices: changeVerbs }),
    }),
    matchers: {
      ...matchers,
      description:
        "Of which labels the row is, before or after the change: its own labels, and service, which is each service that it names. A row that chooses alerts by matchers, such as a mute, is taken where it may choose one with such labels. Empty: any row.",
      min: 0,
      default: [],
    },
    team_id: reference({
      description: "Rows that this team owns, before or after the change; null: of any team or none.",
      to: "teams",
      nullable: true,
    }),
    effects: list({
      description:
        "What the change brings about; one of these is enough, and empty asks for none. reaches_nobody: alerts of the last 30 days, or of a test of the rows, would reach nobody any more. opens_gap: a rota has a time that must be covered, and nobody for it. gate_moves: deploys that were allowed would be held, or the reverse. long_mute: a mute holds for more than 24 hours, or names no service. foreign_team: a row of a team that whoever changes it is not in. by_agent: it is made at MCP, or with a key or a token that only proposes.",
      max: changeEffects.length,
      items: choice({ description: "An effect.", choices: changeEffects }),
    }),
    approvals: integer({
      description: "How many people have to approve; 0: nobody, and it has to be proposed all the same.",
      min: 0,
      max: 5,
      default: 1,
    }),
    by: object({
      description:
        "Who approves: people of a team, org_admin for any administrator, or owning_team for the team that owns the row, which is any administrator where none does. A change of rows of several teams needs each of them.",
      exactlyOne: true,
      word: "role",
      default: "org_admin",
      fields: {
        team_id: reference({ description: "A team.", to: "teams", optional: true }),
        role: choice({ description: "Who.", choices: ["owning_team", "org_admin"], optional: true }),
      },
    }),
    author_counts: boolean({
      description: "Whether whoever proposes the change counts among those who approve it.",
      default: false,
    }),
    change_notification_ids: list({
      description:
        "Change notifications, such as the Slack channel of those who approve, that have a message for each status of a proposal that it holds, and of a change that was made past it, whatever they are about besides.",
      max: 20,
      items: reference({ description: "A change notification.", to: "change_notifications" }),
    }),
    hours: list({
      description: "When it holds changes, by the clock of a time zone; empty: always.",
      max: 14,
      items: object({
        description: "Hours of some days.",
        fields: { ...hoursFields("the hours begin"), time_zone: hoursZone() },
      }),
      section: "When",
    }),
  } as const;
}
