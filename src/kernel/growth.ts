/**
 * How much is kept of what an organization can make grow. The operator sets each bound by its variable; the environment,
 * the features and the table in docs/operating.md all take them from here.
 */
export interface Bound {
  /** Without its prefix ORGCONFIG_. */
  readonly variable: string;
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** What is counted. */
  readonly what: string;
  /** What happens beyond it. */
  readonly beyond: string;
}

export const bounds = {
  alertHistory: {
    variable: "KEPT_ALERT_HISTORY",
    ...{ usual: 500_000, least: 1, most: 10_000_000 },
    what: "ended alerts in an organization's history, which plans replay",
    beyond: "the oldest leave, and replays say `cut`",
  },
  sloDays: {
    variable: "KEPT_SLO_DAYS",
    ...{ usual: 100_000, least: 1, most: 10_000_000 },
    what: "days of events of an organization's SLOs, added up over the SLOs",
    beyond: "the oldest leave, and replays say since when they know",
  },
  gateVerdicts: {
    variable: "KEPT_GATE_VERDICTS",
    ...{ usual: 250_000, least: 1, most: 10_000_000 },
    what: "answers of an organization's deploy gate, which plans replay",
    beyond: "the oldest leave, and replays say `cut`",
  },
  events: {
    variable: "KEPT_EVENTS",
    ...{ usual: 200_000, least: 1, most: 10_000_000 },
    what: "events of an organization, for 30 days",
    beyond: "the oldest leave; an event with the `dedupe_key` of one that left is a new one",
  },
  deliveries: {
    variable: "KEPT_DELIVERIES",
    ...{ usual: 200_000, least: 1, most: 10_000_000 },
    what: "messages of an organization that were sent (30 days) or given up (90 days)",
    beyond: "the oldest leave, but for those about alerts that are open",
  },
  drills: {
    variable: "KEPT_DRILLS",
    ...{ usual: 20_000, least: 1, most: 1_000_000 },
    what: "ended drills of an organization, for 400 days",
    beyond: "the oldest leave; when a route was last proved stays known",
  },
  sessions: {
    variable: "KEPT_SESSIONS",
    ...{ usual: 200, least: 1, most: 10_000 },
    what: "sessions of a person",
    beyond: "those that were used longest ago end",
  },
} as const satisfies Readonly<Record<string, Bound>>;

export type Bounds = Readonly<Record<keyof typeof bounds, number>>;
