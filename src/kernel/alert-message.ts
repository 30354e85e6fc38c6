/** What is sent about alerts, before it is put into the format of its receiver. */
import { choice, integer, list, map, object, text, timestamp } from "./field.ts";
import type { ObjectValueOf } from "./row-types.ts";

const anything = Number.MAX_SAFE_INTEGER;
const texts = (description: string) => map({ description, maxEntries: anything, maxValue: anything });
const phases = ["firing", "reminder", "escalation", "resolved", "summary", "handover"] as const;

/** An alert as a message names it. */
export const messageAlertFields = {
  id: text({ description: "The alert's id." }),
  title: text({
    description: "Its annotation summary or title, else its label alertname.",
    min: 0,
    max: anything,
  }),
  service: text({ description: "Its label service; null without one.", max: anything, nullable: true }),
  severity: choice({
    description: "Its severity, after the route's override; null without one.",
    choices: ["none", "info", "warning", "error", "critical"],
    nullable: true,
  }),
  labels: texts("Its labels."),
  annotations: texts("Its annotations."),
  url: text({
    description: "A runbook, or the page of what raised it; null where it names neither.",
    max: anything,
    nullable: true,
  }),
  started_at: timestamp({ description: "When it began." }),
  resolved_at: timestamp({ description: "When it ended; null while it is open.", nullable: true }),
  ended_because: text({
    description: 'Why it ended, where nobody measured that, such as "its check shop was deleted".',
    max: anything,
    optional: true,
  }),
} as const;

export const alertMessageFields = {
  phase: choice({
    description:
      "firing: alerts are new. reminder: they are still open, and were notified of before. escalation: a rule's step. resolved: none of what shares dedup_key is open any more. summary: they began and ended while a mute kept them back. handover: who is on call in a rota has changed; its one alert is the hand-over.",
    choices: phases,
  }),
  dedup_key: text({
    description:
      'The same for all messages about one incident, by which a pager knows it: at most 64 letters, digits and "_".',
    max: 64,
  }),
  organization: object({
    description: "Whose alerts they are.",
    fields: {
      name: text({ description: "Its name." }),
      slug: text({ description: "Its slug." }),
    },
  }),
  by: object({
    description:
      "The row that sends it: a route or a rule, a rota of a hand-over, or the target itself in a test.",
    fields: {
      kind: text({ description: "Its kind." }),
      id: text({ description: "Its id." }),
      name: text({ description: "Its name.", min: 0, max: anything }),
    },
  }),
  step: integer({
    description: "A rule's step, from 1; null for what a route sends.",
    nullable: true,
    min: 1,
  }),
  title: text({
    description: "In one line: the first alert's title; with more than one, how many there are.",
    min: 0,
    max: anything,
  }),
  severity: choice({
    description: "The highest of its alerts; null where none has one.",
    choices: messageAlertFields.severity.choices,
    nullable: true,
  }),
  group_labels: texts("What the alerts have in common: the labels that they are grouped by."),
  alerts: list({
    description: "The alerts that it reports, the first hundred at most.",
    min: 1,
    items: object({ description: "One alert.", fields: messageAlertFields }),
  }),
  count: integer({ description: "How many it reports.", min: 1 }),
  link: text({ description: "The page of the first alert in the console.", max: anything }),
} as const;

export type AlertMessage = ObjectValueOf<typeof alertMessageFields>;
export type MessageAlert = ObjectValueOf<typeof messageAlertFields>;
export type AlertPhase = AlertMessage["phase"];

/** Whether nobody has to do anything by a message. */
export function isCalm(phase: AlertPhase): phase is "resolved" | "summary" | "handover" {
  return phase === "resolved" || phase === "summary" || phase === "handover";
}

/** What the title of a drill begins with, wherever people read it. */
export const drillMark = "DRILL: ";
