/** What the calls about alerts take and answer. */

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
} from "../../kernel/field.ts";
import { longestUrl, severityRanks } from "../../renderers/alerting/facts.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import { notificationSettings } from "../../resources/notification-settings.ts";
import { outboundRules } from "../../resources/outbound-rules.ts";
import { mostDeliveries } from "./show.ts";

const anything = Number.MAX_SAFE_INTEGER;

const anyTexts = (description: string) => object({ description, fields: {}, open: true, optional: true });

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
  service: text({
    description: "Only alerts with this label service.",
    max: defaultLimits.query,
    optional: true,
  }),
  cursor: text({
    description: "Where to go on: next_cursor of the page before, with the same filters.",
    optional: true,
    max: 255,
  }),
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
  routes: list({
    description: "The alert routes that took it, or the heartbeat that names its own destinations.",
    max: anything,
    items: object({
      description: "A route.",
      fields: { id: text({ description: "Its id." }), name: text({ description: "Its name." }) },
    }),
  }),
  deliveries: list({
    description: `What was sent about it, in order: the newest ${mostDeliveries}.`,
    max: mostDeliveries,
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
  next_cursor: text({
    description: "Give it as cursor for the next page; null at the end.",
    nullable: true,
  }),
} as const;

/** What is kept of an alert's labels: more than any rule has. */
export const labelLimits = { maxEntries: 200, maxValue: defaultLimits.query } as const;

export const resolveInput = {
  labels: map({ description: "The alert's labels, such as severity and service.", ...labelLimits }),
} as const;

const { pattern, matchers } = alertMutes.fields;

const taking = {
  id: text({ description: "Its id." }),
  name: text({ description: "Its name." }),
  taken: boolean({ description: "Whether it takes the alert." }),
  reason: text({ description: "Why, in a short sentence.", max: anything }),
} as const;

const seconds = "After how many seconds it is sent first";

export const resolveOutput = {
  muted_by: list({
    description: "The mutes that would keep it back.",
    max: anything,
    items: object({
      description: "A mute.",
      fields: {
        id: text({ description: "Its id." }),
        pattern,
        matchers,
        expires_at: timestamp({
          description: "When it ends; null where its schedule has no end.",
          nullable: true,
        }),
        holds_until: timestamp({
          description: "Until when it keeps alerts back: its end, or that of its hours before it.",
        }),
      },
    }),
  }),
  routes: list({
    description: "All alert routes, in order of position.",
    max: anything,
    items: object({
      description: "A route.",
      fields: {
        ...taking,
        unreachable: alertRoutes.fields.unreachable.shape,
        destinations: alertRoutes.fields.destinations,
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
        first_at_seconds: integer({ description: `${seconds}; null where it is not.`, nullable: true }),
      },
    }),
  }),
  recipients: list({
    description: "Who would be notified, unless a mute keeps it back.",
    max: anything,
    items: object({
      description: "One of them.",
      fields: {
        target: text({ description: "An outbound target's name, or an email address." }),
        kind: text({ description: "The outbound target's kind; email for an address." }),
        by: choice({
          description: "The kind of the row that says so.",
          choices: [alertRoutes.kind, outboundRules.kind, notificationSettings.kind],
        }),
        name: text({ description: "That row's name." }),
        first_at_seconds: integer({ description: `${seconds}.`, min: 0 }),
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

/** More than any engine has, and as many as are read without holding up others. */
const mostReported = 50_000;

const connectorId = text({ description: "The id of the engine's connector.", max: 255 });
const long = (description: string) => text({ description, max: anything, default: "" });

const silenceMatchers = list({
  description: "What a label has to be; all of it must hold.",
  max: anything,
  items: object({
    description: "One matcher.",
    fields: {
      name: text({ description: "The label.", max: anything }),
      value: text({ description: "Its value, or a regular expression.", min: 0, max: anything }),
      is_regex: boolean({ description: "Whether the value is a regular expression.", default: false }),
      is_equal: boolean({ description: "False where it must not match.", default: true }),
    },
  }),
});

export const silencesInput = {
  connector_id: connectorId,
  silences: list({
    description: "All silences that the engine has, expired ones too.",
    max: mostReported,
    items: object({
      description: "One silence.",
      fields: {
        id: text({ description: "Its id there.", max: 255 }),
        state: choice({ description: "How it stands.", choices: ["active", "pending", "expired"] }),
        matchers: silenceMatchers,
        created_by: long("Who made it."),
        comment: long("Why."),
        ends_at: timestamp({ description: "When it ends." }),
      },
    }),
  }),
} as const;

export const silencesOutput = {
  at: timestamp({
    description:
      "The service's time: what report_alerts takes as since, for alerts that are read after this.",
  }),
  alerts_wanted: boolean({
    description:
      "Whether report_alerts is wanted now: a notification left alerts out, or a mute ended and nobody knows which of its alerts are still on.",
  }),
  create: list({
    description: "Silences to create at the engine.",
    max: anything,
    items: object({
      description: "One silence.",
      fields: {
        matchers: silenceMatchers,
        starts_at: timestamp({ description: "When it begins." }),
        ends_at: timestamp({ description: "When it ends." }),
        created_by: text({ description: "orgconfig, by which it is known again." }),
        comment: text({ description: "The mute's reason, and its id.", max: anything }),
      },
    }),
  }),
  expire: list({
    description: "The ids of silences to expire at the engine.",
    max: anything,
    items: text({ description: "A silence's id.", max: 255 }),
  }),
  refused: list({
    description: "Silences that cannot be mutes, and why.",
    max: anything,
    items: object({
      description: "One of them.",
      fields: {
        id: text({ description: "The silence's id.", max: 255 }),
        message: text({ description: "Why.", max: anything }),
      },
    }),
  }),
} as const;

export const alertsInput = {
  connector_id: connectorId,
  since: timestamp({
    description: "What exchange_silences answered as at, before the alerts were read from the engine.",
  }),
  settled: boolean({
    description:
      "False where the engine has started so lately that it may lack alerts which fire: then nothing ends that it does not have.",
    default: true,
  }),
  alerts: list({
    description: "All alerts that the engine has, silenced and inhibited ones too.",
    max: mostReported,
    items: object({
      description: "One alert.",
      fields: {
        fingerprint: text({ description: "A hash of its labels.", min: 1, max: 255 }),
        state: choice({
          description: "suppressed where it is silenced or inhibited.",
          choices: ["active", "suppressed", "unprocessed"],
        }),
        started_at: timestamp({ description: "When it began." }),
        receivers: list({
          description: "The names of the receivers that it is for.",
          max: anything,
          items: text({ description: "A receiver's name.", max: anything }),
        }),
        labels: anyTexts("Its labels."),
        annotations: anyTexts("Its annotations."),
        generator_url: long("Where the rule that raised it can be looked at."),
      },
    }),
  }),
} as const;

export const alertsOutput = {
  opened: integer({ description: "How many alerts nobody here knew of.", min: 0 }),
  ended: integer({ description: "How many alerts it ended.", min: 0 }),
} as const;

export const intakeOutput = {
  alerts: integer({ description: "How many alerts were reported.", min: 0 }),
  opened: integer({ description: "Of these, how many nobody knew of.", min: 0 }),
  ended: integer({ description: "How many alerts it ended.", min: 0 }),
} as const;
