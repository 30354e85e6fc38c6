/** What the calls of agents about silences and alerts take and answer. */

import { boolean, choice, integer, list, object, text, timestamp } from "../../../kernel/field.ts";

const anything = Number.MAX_SAFE_INTEGER;

const anyTexts = (description: string) => object({ description, fields: {}, open: true, optional: true });

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
        starts_at: timestamp({
          description: "When it begins; one that has not begun is known only with it.",
          nullable: true,
          optional: true,
        }),
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
      "Whether report_alerts is wanted now: a notification left alerts out, a mute ended and nobody knows which of its alerts are still on, or one fires again that had just ended.",
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
