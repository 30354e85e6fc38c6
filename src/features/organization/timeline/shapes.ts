/** What the timeline takes and answers. */
import { recordHeadFields } from "../../../engine/audit-record.ts";
import { oldAnswer, oldWord } from "../../../kernel/deprecation.ts";
import {
  boolean,
  choice,
  defaultLimits,
  type Fields,
  integer,
  list,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { severityRanks } from "../../../renderers/alerting/facts.ts";
import { statusPageIncidents } from "../../../resources/status-page-incidents.ts";
import { happenings } from "./coming.ts";

const { status, impact } = statusPageIncidents.fields;

/** Of each part that an answer has. */
export const most = { alerts: 300, incidents: 50, deploys: 200, changes: 100, coming: 30 } as const;
export const defaultHours = 24;
export const mostDays = 31;
/** How far ahead what comes is looked for. */
export const daysAhead = 7;

export const input = {
  since: timestamp({
    description: `Left out: ${defaultHours} hours before its end.`,
    optional: true,
  }),
  until: timestamp({
    description: `At most ${mostDays} days later; left out: now.`,
    optional: true,
  }),
  from: timestamp({ description: "As since.", optional: true, deprecated: oldWord("since") }),
  to: timestamp({ description: "As until.", optional: true, deprecated: oldWord("until") }),
  service: text({
    description: "Only what is about this service.",
    max: defaultLimits.query,
    optional: true,
  }),
} satisfies Fields;

const ended = timestamp({ description: "When it ended; null while it goes on.", nullable: true });
const began = timestamp({ description: "When it began." });

const change = object({
  description: "What one call did to one row.",
  fields: {
    ...recordHeadFields,
    resource: text({ description: "The kind of the row." }),
    row_id: text({ description: "The row's id; empty where the action was of no single row.", min: 0 }),
    name: text({ description: "What people call the row, or called it last.", min: 0 }),
    present: boolean({ description: "Whether the row is there now. A setting always is." }),
    plan_id: text({
      description: "The plan that it was done by; null for a change by itself.",
      nullable: true,
    }),
    changes: list({
      description:
        "What changed, field by field, as in the audit log. Empty where the values are long: row_history has them.",
      max: 1_000,
      items: object({
        description: "One field: its values before and after, or for a secret only what became of it.",
        open: true,
        fields: { field: text({ description: "The field's name." }) },
      }),
    }),
  },
});

export const output = {
  since: timestamp({ description: "Where the span begins." }),
  until: timestamp({ description: "Where the span ends." }),
  from: timestamp({ description: "As since.", deprecated: oldAnswer("since") }),
  to: timestamp({ description: "As until.", deprecated: oldAnswer("until") }),
  alerts: list({
    description: `Alerts that were open at any time of the span: the ${most.alerts} that began last.`,
    max: most.alerts,
    items: object({
      description: "One alert.",
      fields: {
        id: text({ description: "Its id." }),
        title: text({ description: "Its title." }),
        service: text({ description: "Its service.", max: defaultLimits.query, nullable: true }),
        severity: choice({
          description: "Its severity; null where it has none.",
          choices: Object.keys(severityRanks),
          nullable: true,
        }),
        began,
        ended,
        acknowledged_by: text({ description: "Who acknowledged it; null for nobody.", nullable: true }),
      },
    }),
  }),
  alerts_total: integer({ description: "How many alerts there were.", min: 0 }),
  incidents: list({
    description: `Published incidents and begun maintenances of the span, the newest first, at most ${most.incidents}.`,
    max: most.incidents,
    items: object({
      description: "One incident.",
      fields: {
        id: text({ description: "Its id." }),
        title: text({ description: "Its title." }),
        status: choice({ description: "Its state.", choices: status.choices }),
        impact: choice({ description: "How badly users are affected.", choices: impact.choices }),
        began,
        ended,
      },
    }),
  }),
  deploys: list({
    description: `What the deploy gate answered, the newest first, at most ${most.deploys}. The same answer again within a minute is counted.`,
    max: most.deploys,
    items: object({
      description: "One answer.",
      fields: {
        service: text({ description: "The service that was to be deployed." }),
        at: timestamp({ description: "When it was asked." }),
        allowed: boolean({ description: "Whether the deploy was let through." }),
        count: integer({ description: "How often it was asked in the minute.", min: 1 }),
      },
    }),
  }),
  deploys_total: integer({ description: "How many answers there were.", min: 0 }),
  changes: list({
    description: `What was done to rows in the span, the newest first, at most ${most.changes}.`,
    max: most.changes,
    items: change,
  }),
  changes_total: integer({ description: "How many changes there were.", min: 0 }),
  coming: list({
    description: `What comes in the next ${daysAhead} days, whatever the span: the first ${most.coming} moments.`,
    max: most.coming,
    items: object({
      description: "A moment that a row names.",
      fields: {
        what: choice({ description: "What happens then.", choices: happenings }),
        resource: text({ description: "The kind of the row." }),
        id: text({ description: "The row's id." }),
        name: text({ description: "What people call the row.", min: 0 }),
        at: timestamp({ description: "When." }),
      },
    }),
  }),
} satisfies Fields;
