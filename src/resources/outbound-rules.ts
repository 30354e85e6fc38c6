import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, integer, object, reference } from "../kernel/field.ts";
import { firstRole, roleField } from "./on-call-rotas.ts";
import { hoursFields, hoursProblems, hoursZone, matcherList, nameField, severities } from "./parts.ts";

export const outboundRules = defineCollection({
  kind: "outbound_rules",
  decides: true,
  title: "Outbound rules",
  group: "Alerting",
  description:
    "An outbound rule escalates: matching alerts are sent to a target after a delay, and again until somebody acknowledges them. Deleting the rule keeps the target, and stops the paging of alerts that it matched.",
  level: "admin",
  idPrefix: "outr",
  naturalKey: ["name"],
  listColumns: ["name", "enabled", "position", "outbound_config_id", "rota_id", "matchers", "delay_seconds"],
  order: "position",
  fields: {
    name: nameField(),
    position: integer({
      description: "Its place among the rules, lowest first.",
      min: 0,
      default: 0,
    }),
    enabled: boolean({ description: "Whether the rule is followed.", default: true, switch: true }),
    outbound_config_id: reference({
      description: "The target that alerts go to.",
      to: "outbound_configs",
      nullable: true,
    }),
    rota_id: reference({
      description: "A rota instead: each step goes to who is on call then.",
      to: "on_call_rotas",
      nullable: true,
    }),
    role: roleField("The role in the rota."),
    matchers: matcherList(),
    min_severity: choice({
      description: "Alerts below this severity are ignored; null takes all of them.",
      choices: severities,
      nullable: true,
    }),
    delay_seconds: integer({
      description: "How long an alert is open before it is sent.",
      min: 0,
      max: 86_400,
      unit: "seconds",
      suggested: [0, 300, 900, 1_800],
      default: 0,
      section: "When",
    }),
    repeat_count: integer({
      description: "How often it is sent again while nobody acknowledges it.",
      min: 0,
      max: 20,
      default: 0,
      section: "When",
    }),
    repeat_interval_seconds: integer({
      description: "The time between two repeats.",
      min: 60,
      max: 86_400,
      unit: "seconds",
      suggested: [300, 900, 3_600],
      default: 900,
      section: "When",
    }),
    active_hours: object({
      description: "The hours in which the rule applies; null is always.",
      nullable: true,
      section: "When",
      fields: { ...hoursFields("the hours begin"), timezone: hoursZone() },
    }),
  },
  example: {
    name: "Office hours",
    outbound_config_id: exampleOf("outbound_configs"),
    matchers: ['severity="warning"'],
    delay_seconds: 300,
    active_hours: {
      days: ["mon", "tue", "wed", "thu", "fri"],
      start: "09:00",
      end: "17:00",
      timezone: "Europe/Berlin",
    },
  },
  check({ configuration: { active_hours, outbound_config_id, rota_id, role } }) {
    return [
      ...(active_hours === null ? [] : hoursProblems("active_hours", active_hours)),
      ...(outbound_config_id === null && rota_id === null
        ? [
            {
              field: "outbound_config_id",
              message: "is required, or rota_id instead of it: write one of them",
            },
          ]
        : []),
      ...(outbound_config_id !== null && rota_id !== null
        ? [
            {
              field: "rota_id",
              message:
                "cannot be set together with outbound_config_id: leave one of them out, or set it to null",
            },
          ]
        : []),
      ...(rota_id === null && role !== firstRole
        ? [{ field: "role", message: "is the role in a rota: name rota_id, or leave it out" }]
        : []),
    ];
  },
});
