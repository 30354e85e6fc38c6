/** What the calls about alerts take and answer. */

import { cursorField, nextCursor } from "../../../engine/page.ts";
import {
  boolean,
  choice,
  defaultLimits,
  integer,
  list,
  map,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { longestUrl, severityRanks } from "../../../renderers/alerting/facts.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { standingField } from "../delivery/index.ts";
import { inhibitedBy } from "../events/index.ts";
import { pagesField } from "../pages/index.ts";
import { onCallField } from "./on-call-shown.ts";
import { reachedField } from "./reached.ts";
import { firstSeconds, recipientsField } from "./recipients-shape.ts";
import { mostDeliveries } from "./show.ts";
import { unknownField, warningsField, withheldFields } from "./withheld.ts";

const anything = Number.MAX_SAFE_INTEGER;

const labels = (description: string) => map({ description, maxEntries: anything, maxValue: anything });

const status = choice({
  description: "Whether it is open, acknowledged by somebody while it is open, or over.",
  choices: ["open", "acknowledged", "resolved"],
});

export const listInput = {
  status: {
    ...status,
    description: "Only those that stand so.",
    optional: true,
  },
  service: text({
    description: "Only those with this label service.",
    max: defaultLimits.query,
    optional: true,
  }),
  severity: text({ description: "Only those of this severity.", max: 255, optional: true }),
  matchers: list({
    description: 'Only those that all of these match, such as team="payments" or region=~"eu-.+".',
    max: 20,
    optional: true,
    items: text({ description: "A matcher in Alertmanager's grammar.", format: "matcher" }),
  }),
  since: timestamp({ description: "Only alerts that began then or later.", optional: true }),
  until: timestamp({ description: "Only alerts that began before.", optional: true }),
  limit: integer({ description: "Most alerts to answer.", min: 1, max: 100, optional: true }),
  cursor: cursorField,
} as const;

export const idInput = { id: text({ description: "The alert's id.", max: 255 }) } as const;

export const alertFields = {
  id: text({ description: "Its id." }),
  connector_id: text({
    description: "The connector whose Alertmanager reported it, or the heartbeat that raised it.",
  }),
  fingerprint: text({
    description:
      "A hash of its labels, as Alertmanager names it; a name of its own for one that the service raised.",
  }),
  status,
  labels: labels("Its labels."),
  annotations: labels("Its annotations."),
  title: text({ description: "Its annotation summary or title, else its label alertname." }),
  service: text({ description: "Its label service.", max: defaultLimits.query, nullable: true }),
  severity: choice({
    description:
      "What its label severity says, by organization_settings.severity_words and the usual words; warning where it is no known word, which a pager gets as critical; null where it has none.",
    choices: Object.keys(severityRanks),
    nullable: true,
  }),
  url: text({
    description: "Its annotation runbook_url, else the page of what raised it.",
    max: longestUrl,
    nullable: true,
  }),
  started_at: timestamp({ description: "When it began." }),
  resolved_at: timestamp({ description: "When it ended.", nullable: true }),
  ended_because: text({
    description: "Why, where nobody measured it: what it came from was deleted or switched off.",
    max: anything,
    nullable: true,
  }),
  acknowledged_at: timestamp({ description: "When somebody acknowledged it.", nullable: true }),
  acknowledged_by: text({ description: "Who acknowledged it.", nullable: true }),
  muted_by: text({
    description: "The id of the alert mute that keeps it back.",
    nullable: true,
  }),
  unconfirmed_since: timestamp({
    description:
      "When its mute ended, until a report says that it is still on; nobody is notified of it before that. Null otherwise.",
    nullable: true,
  }),
  reached: reachedField,
  ...withheldFields,
  routes: list({
    description: "The alert routes that took it, or the heartbeat that names its own destinations.",
    max: anything,
    items: object({
      description: "A route.",
      fields: { id: text({ description: "Its id." }), name: text({ description: "Its name." }) },
    }),
  }),
  on_call: onCallField,
  pages: pagesField,
  deliveries: list({
    description: `What was sent about it, in order: the newest ${mostDeliveries}.`,
    max: mostDeliveries,
    items: object({
      description: "One message to one target.",
      fields: {
        target: text({ description: "An outbound target's name, or an email address." }),
        kind: text({
          description: "The outbound target's kind; email for an address, page for a person on call.",
        }),
        by: object({
          description:
            "Who sent it. A mailbox that two of them name gets a message of each, as from a route and from notification_settings.",
          fields: {
            kind: choice({
              description: "Its kind; alerts: it was sent because the alert reached nobody.",
              choices: [
                alertRoutes.kind,
                alertHeartbeats.kind,
                outboundRules.kind,
                notificationSettings.kind,
                "alerts",
              ],
            }),
            id: text({ description: "Its id." }),
            name: text({ description: "What it is called; its id where it is gone.", max: anything }),
          },
        }),
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

/** What is sent about one alert alone. */
export const alertOutput = {
  ...alertFields,
  next_steps: list({
    description:
      "What outbound rules are yet to send about it, the next step of each rule, the first one first; nothing once it is acknowledged or over. While a mute keeps it back, and while unconfirmed_since is set, no step is taken.",
    max: anything,
    items: object({
      description: "A rule's next step.",
      fields: {
        rule_id: text({ description: "The outbound rule's id." }),
        name: text({ description: "Its name." }),
        target: text({ description: "The name of the outbound target that it notifies.", nullable: true }),
        step: integer({ description: "Which step it is, from 1.", min: 1 }),
        due_at: timestamp({ description: "When it is due; outside of the rule's active hours it waits." }),
        held: boolean({
          description:
            "Whether it was due and waits for its target, which is off: it is sent when that is on again, and at due_at the rule goes on without it.",
        }),
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
  next_cursor: nextCursor,
} as const;

/** What is kept of an alert's labels: more than any rule has. */
export const labelLimits = { maxEntries: 200, maxValue: defaultLimits.query } as const;

export const resolveInput = {
  labels: map({ description: "The alert's labels, such as severity and service.", ...labelLimits }),
  at: timestamp({
    description: "Left out: now. The rows are those of now.",
    optional: true,
  }),
} as const;

const { pattern, matchers } = alertMutes.fields;

const taking = {
  id: text({ description: "Its id." }),
  name: text({ description: "Its name." }),
  taken: boolean({ description: "Whether it takes the alert." }),
  reason: text({ description: "Why, in a short sentence.", max: anything }),
} as const;

const mute = object({
  description: "A mute.",
  fields: {
    id: text({ description: "Its id." }),
    pattern,
    matchers,
    route_ids: list({
      description: "The only routes that it mutes; empty where it mutes everywhere.",
      max: anything,
      items: text({ description: "A route's id." }),
    }),
    reason: text({
      description: "Why the alerts are muted, such as the maintenance that they are muted for.",
    }),
    expires_at: timestamp({
      description: "When it ends; null where its schedule has no end.",
      nullable: true,
    }),
    holds_until: timestamp({
      description: "Until when it keeps alerts back: its end, or that of its hours before it.",
    }),
  },
});

export const resolveOutput = {
  severity: alertFields.severity,
  warnings: warningsField,
  muted_by: list({ description: "The mutes that would keep it back.", max: anything, items: mute }),
  muted_routes: list({
    description: "The mutes that would keep back what some routes send of it.",
    max: anything,
    items: mute,
  }),
  next_change: object({
    description: "When a mute that takes it begins or ends next; null where none ever does.",
    nullable: true,
    fields: {
      at: timestamp({ description: "When." }),
      mute_id: text({ description: "The mute's id." }),
      message: text({ description: "What happens then.", max: anything }),
    },
  }),
  inhibited_by: inhibitedBy(
    "The inhibition that would keep it back, because of an alert that is open; null for none.",
  ),
  routes: list({
    description:
      "All alert routes, in order of position. Before them the heartbeat whose alert this is, where it has destinations of its own: no route takes it then.",
    max: anything,
    items: object({
      description: "A route.",
      fields: {
        ...taking,
        kind: choice({ description: "Its kind.", choices: [alertRoutes.kind, alertHeartbeats.kind] }),
        unreachable: alertRoutes.fields.unreachable.shape,
        destinations: list({
          description: "Its destinations.",
          max: anything,
          items: object({
            description: "A destination.",
            fields: {
              ...alertRoutes.fields.destinations.items.fields,
              delivery: {
                ...standingField,
                description: `${standingField.description} Null for a team, whose members are among the recipients, and where the route does not take the alert.`,
                nullable: true,
              },
            },
          }),
        }),
        receivers: list({
          description:
            "Ids of the teams and targets among them that it is sent to, and addresses; none while it is kept back.",
          max: anything,
          items: text({ description: "An id or an address.", max: 512 }),
        }),
      },
    }),
  }),
  rules: list({
    description: "All outbound rules, in order of position.",
    max: anything,
    items: object({
      description: "A rule.",
      fields: {
        ...taking,
        first_at_seconds: integer({ description: `${firstSeconds}; null where it is not.`, nullable: true }),
      },
    }),
  }),
  recipients: recipientsField,
  unknown: unknownField,
} as const;

export const serviceOutput = {
  ...resolveOutput,
  alerts: list({
    description:
      "The service's alerts that it is about, one for each way that they take; what keeps back only some of them is said here alone.",
    max: anything,
    items: object({
      description: "One of them.",
      fields: {
        labels: map({ description: "Its labels.", maxEntries: anything, maxValue: anything }),
        source: object({
          description: "What has such alerts; null where it is made up.",
          nullable: true,
          fields: {
            kind: text({ description: "Its kind; alerts: one came lately." }),
            id: text({ description: "Its id.", nullable: true }),
            name: text({ description: "Its name.", max: anything }),
          },
        }),
        severity: alertFields.severity,
        kept_back: text({ description: "What keeps it back, after: it is.", nullable: true, max: anything }),
        recipients: list({
          description: "Who would be notified of it.",
          max: anything,
          items: text({ description: "A target's name, or an address.", max: anything }),
        }),
      },
    }),
  }),
} as const;

export const previewInput = { pattern, matchers } as const;

export const previewOutput = {
  count: integer({ description: "How many open alerts it would keep back.", min: 0 }),
  data: list({
    description: "The first 100 of these, newest first.",
    max: anything,
    items: object({ description: "One alert.", fields: alertFields }),
  }),
  last_day_count: integer({
    description: "How many alerts that began within the last day it would have kept back, ended ones too.",
    min: 0,
  }),
  complete: boolean({
    description: "False where there are so many alerts that only the newest 20,000 were looked at.",
  }),
} as const;

export const intakeOutput = {
  alerts: integer({ description: "How many alerts were reported.", min: 0 }),
  opened: integer({ description: "Of these, how many nobody knew of.", min: 0 }),
  ended: integer({ description: "How many alerts it ended.", min: 0 }),
  held: integer({
    description:
      "How many fire within a minute after an end of the same beginning: the agent looks at the engine, and unless an end follows within 30 seconds they open.",
    min: 0,
    optional: true,
  }),
  refused: list({
    description: "Alerts that could not be read, and why; the others were taken in. Of many the first.",
    optional: true,
    items: object({
      description: "One of them.",
      fields: {
        field: text({ description: "Where it stands in the notification." }),
        message: text({ description: "What is wrong with it.", max: Number.MAX_SAFE_INTEGER }),
      },
    }),
  }),
} as const;
