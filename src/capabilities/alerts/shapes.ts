/** What the calls about alerts take and answer. */
import { severityRanks } from "../../backends/alerting/facts.ts";
import { boolean, choice, integer, list, map, object, text, timestamp } from "../../kernel/field.ts";

const anything = Number.MAX_SAFE_INTEGER;

const labels = (description: string) => map({ description, maxEntries: anything, maxValue: anything });

const status = choice({
  description: "Whether it is open, acknowledged by somebody while it is open, or over.",
  choices: ["open", "acknowledged", "resolved"],
});

export const listInput = {
  status: {
    ...status,
    description: "Only alerts that stand so; all of them where it is left out.",
    optional: true,
  },
  service: text({ description: "Only alerts with this label service.", max: 10_000, optional: true }),
} as const;

export const idInput = { id: text({ description: "The alert's id.", max: 255 }) } as const;

export const alertFields = {
  id: text({ description: "Its id." }),
  connector_id: text({ description: "The connector whose Alertmanager told of it." }),
  fingerprint: text({ description: "A hash of its labels, as Alertmanager names it." }),
  status,
  labels: labels("Its labels."),
  annotations: labels("Its annotations."),
  title: text({ description: "Its annotation summary or title, else its label alertname." }),
  service: text({ description: "Its label service.", nullable: true }),
  severity: choice({
    description: "Its label severity; null where that is none of these.",
    choices: Object.keys(severityRanks),
    nullable: true,
  }),
  url: text({ description: "Its annotation runbook_url, else the page of what raised it.", nullable: true }),
  started_at: timestamp({ description: "When it began." }),
  resolved_at: timestamp({ description: "When it ended.", nullable: true }),
  acknowledged_at: timestamp({ description: "When somebody acknowledged it.", nullable: true }),
  acknowledged_by: text({ description: "Who acknowledged it.", nullable: true }),
  muted_by: text({
    description: "The id of the alert mute that keeps it back.",
    nullable: true,
  }),
  routes: list({
    description: "The alert routes that took it.",
    max: anything,
    items: object({
      description: "A route.",
      fields: { id: text({ description: "Its id." }), name: text({ description: "Its name." }) },
    }),
  }),
  deliveries: list({
    description: "What was sent about it, in order.",
    max: anything,
    items: object({
      description: "One message to one target.",
      fields: {
        target: text({ description: "An outbound target's name, or an email address." }),
        kind: text({ description: "The outbound target's kind; email for an address." }),
        status: choice({
          description:
            "queued: it waits, or is tried again. held: there is no mail server. sent: the target took it. parked: it was given up.",
          choices: ["queued", "held", "sent", "parked"],
        }),
        at: timestamp({ description: "When it was sent or given up; until then, when it was queued." }),
        attempt: integer({ description: "How many tries failed.", min: 0 }),
        error: text({ description: "Why the last try failed.", max: anything, nullable: true }),
      },
    }),
  }),
} as const;

export const listOutput = {
  data: list({
    description: "The alerts, newest first.",
    max: anything,
    items: object({ description: "One alert.", fields: alertFields }),
  }),
  truncated: boolean({ description: "Whether there are more." }),
} as const;

export const intakeOutput = {
  alerts: integer({ description: "How many alerts were told of.", min: 0 }),
  opened: integer({ description: "Of these, how many nobody knew of.", min: 0 }),
  ended: integer({ description: "How many alerts it ended.", min: 0 }),
} as const;
