import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import {
  boolean,
  choice,
  computed,
  type ItemField,
  integer,
  list,
  object,
  text,
  timestamp,
} from "../kernel/field.ts";
import { ownLabelProblems } from "../kernel/own-labels.ts";
import type { Problem } from "../kernel/problem.ts";
import { momentOf } from "../kernel/timestamps.ts";
import { alertRoutes } from "./alert-routes.ts";
import {
  alertLabels,
  matcherList,
  nameField,
  owningTeam,
  repeatedProblems,
  serviceName,
  severities,
} from "./parts.ts";

/** A year: what sends less often than that is no heartbeat. */
const longestMinutes = 525_600;

const matchers = matcherList();
const { items: destination } = alertRoutes.fields.destinations;

export const alertHeartbeats = defineCollection({
  kind: "alert_heartbeats",
  notifies: ["update", "delete"],
  endsAlerts: true,
  decides: true,
  title: "Alert heartbeats",
  group: "Alerting",
  description:
    "An alert heartbeat is something that has to send a signal again and again: a job that calls a URL, or an alert that always fires, such as Watchdog. When no signal comes in time, the service raises an alert of its own, which ends with the next signal. This is how a dead Prometheus is noticed.",
  level: "admin",
  idPrefix: "beat",
  naturalKey: ["name"],
  listColumns: [
    "name",
    "status",
    "enabled",
    "service",
    "every_minutes",
    "last_signal_at",
    "next_expected_at",
  ],
  fields: {
    name: nameField(),
    enabled: boolean({
      description: "Whether it is waited for. While it is off, its signals are taken and nothing is raised.",
      default: true,
      switch: true,
    }),
    service: serviceName("The service that it is about, as the label of its alert; null for none.", {
      nullable: true,
    }),
    severity: choice({
      description: "How severe its alert is.",
      choices: severities,
      default: "critical",
    }),
    every_minutes: integer({
      description: "How often a signal is due; null where there is a schedule.",
      nullable: true,
      min: 1,
      max: longestMinutes,
      unit: "minutes",
      suggested: [1, 5, 15, 60, 1_440, 10_080],
    }),
    schedule: object({
      description:
        "When the job runs, by cron: after each signal the next run is waited for. Null where every_minutes says how often. By the clock of its zone, a job of every night leaves 25 hours between two runs where that is set back.",
      nullable: true,
      fields: {
        cron: text({ description: "The schedule.", format: "cron", max: 100 }),
        time_zone: text({
          description: "The time zone by whose clock the job runs.",
          format: "timezone",
          max: 64,
        }),
      },
    }),
    grace_minutes: integer({
      description:
        "How long after that it is still waited for. It is also how long a job may take from its /start to its end.",
      min: 1,
      max: longestMinutes,
      unit: "minutes",
      suggested: [1, 5, 15, 60],
      default: 5,
    }),
    matchers: {
      ...matchers,
      description: `${matchers.description} An open alert that they match is a signal. Empty: it has a URL instead, which a job calls.`,
      min: 0,
      default: [],
    },
    labels: alertLabels(),
    destinations: list({
      description:
        "Everyone and everything that is notified of its alert. Empty: the alert takes the way of every other, through the routes.",
      items: destination,
      max: 20,
      default: [],
    }),
    expect_from: timestamp({
      description:
        "When the first signal is due. Null waits for the first signal, however long it takes, and raises nothing before it.",
      nullable: true,
      section: "Advanced",
    }),
    owning_team_id: owningTeam("The team that answers for it; null for none."),
    url: computed({
      shape: text({
        description:
          "The URL that a job calls when it has run, by GET, POST or HEAD; with /start when it begins, /fail when it failed, /log for neither. Whoever knows it can send signals, so that only administrators see it; null for others, and where there are matchers.",
        max: 2_048,
        nullable: true,
      }),
      from: "revealed",
      movedBy: ["matchers"],
      confidential: true,
    }),
    status: derived(
      choice({
        description:
          "waiting: it has sent no signal yet. healthy: its signal came in time. late: a signal is due, and still waited for. missing: none came in time. failed: it said so. off: it is disabled.",
        choices: ["waiting", "healthy", "late", "missing", "failed", "off"],
        tones: {
          waiting: "quiet",
          healthy: "good",
          late: "warning",
          missing: "bad",
          failed: "bad",
          off: "quiet",
        },
        default: "waiting",
      }),
    ),
    last_signal_at: computed({
      shape: timestamp({ description: "When its last signal came.", nullable: true }),
      from: "state",
    }),
    next_expected_at: derived(
      timestamp({ description: "When the next signal is due; null where none is.", nullable: true }),
    ),
    missing_since: computed({
      shape: timestamp({
        description: "Since when it is missing or failed; null while it is not.",
        nullable: true,
      }),
      from: "state",
    }),
  },
  hiddenState: {
    sealed_token: text({ description: "The secret of its URL, sealed.", nullable: true }),
    failed: boolean({ description: "Whether it said that it failed." }),
    expected_at: timestamp({ description: "When the next signal is due.", nullable: true }),
    is_awaited: boolean({ description: "Whether a signal is waited for." }),
  },
  derive({ configuration: { enabled }, state }, now) {
    const { is_awaited, expected_at = null } = state;
    return {
      status: statusAt(enabled, state, now),
      next_expected_at: enabled && is_awaited === true ? expected_at : null,
    };
  },
  derivedUntil({ state: { expected_at } }, now) {
    const due = momentOf(expected_at);
    // It is late once that moment has passed.
    return due !== undefined && due >= now ? new Date(due.getTime() + 1) : undefined;
  },
  example: {
    name: "Nightly backup",
    service: "checkout",
    severity: "error",
    every_minutes: 1_440,
    grace_minutes: 60,
    destinations: [{ team_id: exampleOf("teams") }],
    owning_team_id: exampleOf("teams"),
  },
  check({ configuration: { matchers, labels, every_minutes, schedule } }) {
    return [
      ...repeatedProblems("matchers", matchers),
      ...ownLabelProblems(labels),
      ...rhythmProblems(every_minutes, schedule),
    ];
  },
});

function rhythmProblems(every: number | null, schedule: object | null): Problem[] {
  if (every === null && schedule === null)
    return [{ field: "every_minutes", message: "is required, or schedule instead of it: write one of them" }];
  if (every !== null && schedule !== null)
    return [
      { field: "schedule", message: "cannot be set together with every_minutes: write null for one of them" },
    ];
  return [];
}

function derived<const S extends ItemField>(shape: S) {
  return computed({ shape, from: "derived", movedBy: "any change" });
}

interface Signals {
  readonly failed?: boolean;
  readonly missing_since?: string | null;
  readonly expected_at?: string | null;
  readonly last_signal_at?: string | null;
}

function statusAt(
  enabled: boolean,
  { failed, missing_since, expected_at, last_signal_at }: Signals,
  now: Date,
) {
  if (!enabled) return "off";
  if (failed) return "failed";
  if (momentOf(missing_since) !== undefined) return "missing";
  const due = momentOf(expected_at);
  if (due !== undefined && due < now) return "late";
  return momentOf(last_signal_at) === undefined ? "waiting" : "healthy";
}
