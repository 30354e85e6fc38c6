/** What the calls about drills take and answer. */
import { pageInput, pageOutput } from "../../../engine/page.ts";
import { boolean, choice, list, map, object, text, timestamp } from "../../../kernel/field.ts";
import { unknownField } from "../alerts/index.ts";
import { standingField } from "../delivery/index.ts";
import { hopNames } from "./follow.ts";

const anything = Number.MAX_SAFE_INTEGER;

export const idInput = { id: text({ description: "The drill's id.", max: 255 }) } as const;

const about = {
  route_id: text({ description: "The alert route.", max: 512, optional: true }),
  target_id: text({
    description: "The target: the first route that leads there gets it.",
    max: 512,
    optional: true,
  }),
  service: text({ description: "The service.", max: 255, optional: true }),
} as const;

const status = choice({
  description: "Whether it is under way, or how it ended.",
  choices: ["running", "proved", "failed"],
});

const until = choice({
  description:
    "sent: until every target took its message. acknowledged: until somebody acknowledged it, too.",
  choices: ["sent", "acknowledged"],
  default: "sent",
});

export const startInput = { ...about, until } as const;

const texts = (description: string) => map({ description, maxEntries: anything, maxValue: anything });

export const drillFields = {
  id: text({ description: "Its id." }),
  run_id: text({
    description: "The same for drills that were started together.",
  }),
  status,
  message: text({
    description: "Why it failed, or what it waits for; null once it is proved.",
    max: anything,
    nullable: true,
  }),
  route_id: text({ description: about.route_id.description, nullable: true }),
  target_id: text({ description: "The outbound target that it is about.", nullable: true }),
  service: text({ description: about.service.description, nullable: true }),
  until,
  labels: map({ description: "The labels of its alert.", maxEntries: anything, maxValue: anything }),
  connector_id: text({
    description:
      "The connector whose agent brings it to an Alertmanager; null where the service takes it in itself.",
    nullable: true,
  }),
  alert_id: text({ description: "Its alert, once that has come in.", nullable: true }),
  started_by: text({ description: "Who started it; schedule where its route's drill_schedule did." }),
  scheduled: boolean({ description: "Whether its route's drill_schedule started it." }),
  started_at: timestamp({ description: "When." }),
  ends_by: timestamp({ description: "When it fails if it is not proved by then." }),
  ended_at: timestamp({ description: "When it was proved or failed.", nullable: true }),
  hops: list({
    description: "The places that it came past, in order.",
    max: hopNames.length,
    items: object({
      description: "One of them.",
      fields: {
        name: choice({
          description:
            "agent: an agent has it. alertmanager: Alertmanager took it. intake: the service has it as an alert. decided: who gets it. queued, sent, taken: the messages wait, were sent, and their targets took them. acknowledged: by somebody.",
          choices: hopNames,
        }),
        at: timestamp({ description: "When." }),
        detail: text({ description: "What happened there, in a sentence.", max: anything }),
      },
    }),
  }),
  ways: list({
    description: "The ways of its alerts, as decided at the start.",
    max: anything,
    items: object({
      description: "One of them.",
      fields: {
        drill_id: text({ description: "The drill that tries it.", nullable: true }),
        not_tried: text({
          description: "Why none does.",
          nullable: true,
          max: anything,
        }),
        labels: texts("Of an alert that takes it."),
        source: object({
          description: "What has such alerts; null: the drill made one up.",
          nullable: true,
          fields: {
            kind: text({ description: "Its kind; alerts: one came lately." }),
            id: text({ description: "Its id.", nullable: true }),
            name: text({ description: "Its name.", max: anything }),
          },
        }),
        routes: list({
          description: "The routes that take it.",
          max: anything,
          items: object({
            description: "One of them.",
            fields: {
              id: text({ description: "Its id." }),
              name: text({ description: "Its name.", max: anything }),
            },
          }),
        }),
        notified: list({
          description: "Whom they notify.",
          max: anything,
          items: object({
            description: "One of them.",
            fields: {
              target: text({ description: "Its name.", max: anything }),
              kind: text({ description: "Its kind." }),
              delivery: standingField,
            },
          }),
        }),
      },
    }),
  }),
  unknown: unknownField,
} as const;

/** Of a page. */
export const mostListed = 100;

export const listInput = {
  route_id: text({ description: "Of this route.", max: 512, optional: true }),
  target_id: text({ description: "Of this target.", max: 512, optional: true }),
  service: text({ description: "Of this service.", max: 255, optional: true }),
  status: { ...status, description: "That stand so.", optional: true },
  ...pageInput({ of: "drills", standard: mostListed, most: mostListed }),
} as const;

export const listOutput = pageOutput(
  `The drills, newest first: up to ${mostListed}.`,
  mostListed,
  object({ description: "One drill.", fields: drillFields }),
);

export const exchangeInput = {
  connector_id: text({ description: "The id of the engine's connector.", max: 255 }),
  sent: list({
    description: "What became of the alerts that the last answer gave.",
    max: 1_000,
    default: [],
    items: object({
      description: "One of them.",
      fields: {
        id: text({ description: "The drill's id.", max: 255 }),
        error: text({
          description: "Why the engine did not take it; null where it did.",
          max: 2_000,
          nullable: true,
        }),
      },
    }),
  }),
} as const;

export const exchangeOutput = {
  alerts: list({
    description: "What the engine is to be sent now.",
    max: anything,
    items: object({
      description: "An alert of a drill.",
      fields: {
        id: text({ description: "The drill's id." }),
        is_over: boolean({ description: "Whether it is the end of one that the engine has." }),
        labels: texts("Its labels."),
        annotations: texts("Its annotations."),
        starts_at: timestamp({ description: "When it began." }),
        ends_at: timestamp({ description: "When it ends." }),
        generator_url: text({ description: "The page of what it is about.", max: anything }),
      },
    }),
  }),
} as const;
