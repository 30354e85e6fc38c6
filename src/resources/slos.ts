import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import {
  boolean,
  choice,
  defaultLimits,
  integer,
  list,
  number,
  object,
  reference,
  text,
} from "../kernel/field.ts";
import { ownLabelProblems } from "../kernel/own-labels.ts";
import {
  alertLabels,
  charted,
  missingAfter,
  owningTeam,
  reported,
  seenTime,
  serviceName,
  severities,
  statusAge,
} from "./parts.ts";

/** The longest window an SLO can have; no burn rate can be taken over more. */
const maxWindowDays = 90;
const maxWindowMinutes = maxWindowDays * 24 * 60;

/** A burn rate beyond this spends a quarter's budget in seconds: no alert needs to distinguish it from a higher one. */
const maxBurnRate = 1_000_000;

export const slos = defineCollection({
  kind: "slos",
  notifies: ["update", "delete"],
  endsAlerts: true,
  decides: true,
  title: "SLOs",
  group: "Reliability",
  description:
    "An SLO is a target for a service: the share of an SLI that has to be good over a sliding window. The rest is its error budget. Burn alerts fire when the budget is spent too fast, and deploy policies can hold deploys when little of it is left.",
  level: "admin",
  idPrefix: "slo",
  naturalKey: ["service", "name"],
  listColumns: ["name", "error_budget_remaining_percent", "status", "target_percent", "team_id", "burn_rate"],
  fields: {
    name: text({ description: "What is promised; unique within the service.", max: defaultLimits.name }),
    service: serviceName("The service that makes the promise."),
    sli_id: reference({ description: "The SLI that the promise is measured by.", to: "slis" }),
    target_percent: number({
      description: "How much of the SLI has to be good, such as 99.9.",
      min: 0,
      max: 100,
      exclusive: true,
      unit: "percent",
      suggested: [99, 99.5, 99.9, 99.95, 99.99],
    }),
    window_days: integer({
      description: "The sliding window that the target applies to.",
      min: 1,
      max: maxWindowDays,
      unit: "days",
      suggested: [7, 28, 30, 90],
      default: 30,
    }),
    at_risk_percent: number({
      description: "The SLO is at risk when less of the error budget than this is left.",
      min: 0,
      max: 100,
      unit: "percent",
      default: 20,
      section: "Advanced",
    }),
    missing_after_minutes: missingAfter(
      "Minutes without figures until the alert MissingData; null: never. A new SLO that leaves it out takes what the organization says then.",
      { keptWhenAbsent: true, filled: "organization_settings" },
    ),
    burn_alerts: list({
      description:
        "Alerts on how fast the error budget is spent. Each fires while the burn rate is at or above its threshold over both windows.",
      max: 10,
      section: "Advanced",
      items: object({
        description: "One alert.",
        fields: {
          long_minutes: integer({
            description: "The long window.",
            min: 1,
            max: maxWindowMinutes,
            unit: "minutes",
          }),
          short_minutes: integer({
            description: "The short window; no longer than the long one.",
            min: 1,
            max: maxWindowMinutes,
            unit: "minutes",
          }),
          threshold: number({
            description: "The burn rate that fires it; at 1 the budget lasts exactly the SLO's window.",
            min: 0,
            max: maxBurnRate,
            exclusive: true,
          }),
          severity: choice({ description: "How severe the alert is.", choices: severities }),
        },
      }),
      default: [
        { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" },
        { long_minutes: 360, short_minutes: 30, threshold: 6, severity: "critical" },
        { long_minutes: 1_440, short_minutes: 120, threshold: 3, severity: "warning" },
        { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" },
      ],
    }),
    min_bad_events: integer({
      description:
        "A burn alert fires only if its long window has at least so many bad events, so that one failure at night pages nobody; null for no such bound.",
      min: 1,
      max: 1_000_000_000,
      nullable: true,
      suggested: [5, 10, 50],
      section: "Advanced",
    }),
    labels: alertLabels(" A label team replaces its team's name."),
    team_id: owningTeam("The team that keeps the promise."),
    enabled: boolean({ description: "Whether it is evaluated and alerts.", default: true, switch: true }),
    sli_percent: figure("How much of the SLI was good over the window, when last evaluated.", {
      min: 0,
      max: 100,
    }),
    error_budget_remaining_percent: figure(
      "How much of the error budget was left, when last evaluated; less than 0 once it is overspent.",
      { max: 100 },
    ),
    burn_rate: figure(
      "How fast budget was spent over the last hour, when last evaluated; 1 is just sustainable.",
      { min: 0 },
    ),
    total_rate: figure(
      "How many events came a second over the last five minutes, when last evaluated; of a threshold, how many series were looked at. With bad_rate it is kept for 90 days, so that plans can be replayed on it.",
      { min: 0 },
    ),
    bad_rate: figure("How many of those in total_rate were bad; corrections leave it as it is.", { min: 0 }),
    status: reported(
      choice({
        description: "Whether the promise is kept.",
        choices: ["no_data", "unknown", "healthy", "at_risk", "breached"],
        tones: {
          no_data: "quiet",
          unknown: "quiet",
          healthy: "good",
          at_risk: "warning",
          breached: "bad",
        },
        unseen: "unknown",
        default: "no_data",
      }),
      "Whether the target is met. no_data: never evaluated, or its engine finds no data. unknown: not reported for more than 10 minutes.",
    ),
    last_evaluated_at: seenTime("When it was last evaluated."),
    ...statusAge(),
  },
  example: {
    name: "availability",
    service: "checkout",
    sli_id: exampleOf("slis"),
    target_percent: 99.9,
    missing_after_minutes: 10,
    burn_alerts: [
      { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" },
      { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" },
    ],
    team_id: exampleOf("teams"),
  },
  exampleState: {
    sli_percent: 99.95,
    error_budget_remaining_percent: 50,
    burn_rate: 0.8,
    total_rate: 120,
    bad_rate: 0.06,
    status: "healthy",
    last_evaluated_at: "2026-03-10T09:25:00.000Z",
  },
  check({ configuration: { burn_alerts, labels } }) {
    const windows = burn_alerts.flatMap(({ long_minutes, short_minutes }, index) =>
      short_minutes <= long_minutes
        ? []
        : [
            {
              field: `burn_alerts[${index}].short_minutes`,
              message: `must be at most long_minutes (${long_minutes})`,
            },
          ],
    );
    return [...windows, ...ownLabelProblems(labels)];
  },
});

/** A number that an evaluation reports; null until the first. */
function figure(description: string, bounds: { readonly min?: number; readonly max?: number }) {
  return charted(number({ description, nullable: true, ...bounds }));
}
