/** Why something is said of what is done all the same; the table of reasons is in reasons.ts. */
export type Entry = readonly [
  when: string,
  /** What whoever meets it can do. */
  remedy: string,
  /** Such a refusal is kept in the audit log: a guarding rule held somebody back (docs/contract.md, "Audit"). */
  audited?: "audited",
];

/** Of `warnings` of a plan or a write: it is done, and somebody may not expect what it does. */
export const warnings = {
  alerts_elsewhere: [
    "alerts that are made of the row take other routes than before",
    "look whether those routes are meant",
  ],
  alike: [
    "a name differs from that of another row by case or by blanks at an end only",
    "rename one of them, unless both are meant",
  ],
  body_not_shown: [
    "the incident's body is not its last update, so that the page does not show it",
    "give it as the last update",
  ],
  awaits_review: ["`enabled` stays false until a person approves the content", "approve it in the console"],
  budget_given_back: [
    "bad events leave the error budget of SLOs, or come back to it",
    "look whether the times and the SLOs are those that are meant",
  ],
  changed_since: ["the undo or restore writes over a later change", "look at the change before you apply"],
  ended: [
    "what the entry says has run out by itself, so that it changes nothing",
    "change the entry, or take it out",
  ],
  hides_routes: ["the route takes all that other routes were for", "let it continue, or put it behind them"],
  impatient: [
    "a heartbeat is missed sooner than its signal can come",
    "write a longer time, or more grace_minutes",
  ],
  last_route: ["no other route takes every alert", "keep one that does"],
  last_target: ["a rule or a route has no other target that is on", "give it another target first"],
  looks_renamed: [
    "a new row is like one that the plan deletes",
    "write `renamed_from`, if it is the same row",
  ],
  managed: [
    "the row belongs to another set",
    "change it in that set's bundle, which takes it back otherwise",
  ],
  long_mute: ["the mute holds for more than a day and names no service", "name one, or mute for a day"],
  notifications_off: [
    "the organization is not mailed any more about what it was mailed about",
    "leave it on, or see that somebody else is notified",
  ],
  mutes_nothing: [
    "a maintenance that is to mute alerts mutes none",
    "publish it, or name components that name a service",
  ],
  nobody_approves: [
    "a change policy wants more approvals than there are people who may give them",
    "add people to its team, or let it name others",
  ],
  not_a_member: ["the row names somebody who is no member", "invite them, or name somebody else"],
  not_observed: ["the component is observed, and nothing observes it", "name a service, a check or an SLO"],
  observed: ["what is observed replaces the status", "set `status_source` to manual to set it yourself"],
  near_name: ["the service that is named is nobody's, and nearly another's", "correct the name"],
  no_secret: [
    "a target has no secret, or a secret was saved for another address",
    "save it, or save it again",
  ],
  not_renamed: ["`renamed_from` renames nothing", "leave it out, or write the key that the row has"],
  on_call_gap: [
    "a time that must be covered is left to nobody",
    "put somebody on call then, or change the rota's `must_cover`",
  ],
  open_alerts: ["what goes has open alerts, which end with it", "see that they have ended first, or go on"],
  secret_not_restored: ["a secret was another one then; no record has its value", "set it again"],
  secrets_not_compared: [
    "the credential may not write the row, so that its secrets count as unchanged",
    "plan with a credential that may write",
  ],
  steps_wait: [
    "outbound rules have steps about open alerts for a target that is off",
    "switch it on again, or give the rules another target",
  ],
  takes_all: ["the mute takes every alert, or nearly", "name what is meant"],
  target_off: ["routes or rules name a target that is off", "give them another, or switch it on again"],
  served: ["the prompt that models are given changes", "look at the new text"],
  set_not_restored: [
    "the undone plan was one of a set; rows stay in the sets in which they are",
    "plan the set's former bundle with `adopt`",
  ],
  not_taken_back: [
    "the run to undo did more than change rows",
    "look at the records of that action, and do what is to be done by hand",
  ],
  reaches_nobody: [
    "alerts that reached somebody reach nobody: those of the past, or those that a route takes",
    "name somebody for them; a plan's replay names the alerts of the past",
  ],
  replaces_nobody: [
    "an override takes the place of somebody who is not on call in that role at any time of it",
    "name who is on call then, or leave replaces out to take everybody's place",
  ],
  role_not_in_rota: [
    "a row names a role that its rota does not have, or has no more",
    "name one of its roles, or give it a rotation with that role",
  ],
  still_shown: ["a node may still show the page as it was before", "look at the page there"],
  unreachable: [
    "no alert comes to the route, because another one takes them all",
    "move the route before that one",
  ],
} as const satisfies Record<string, Entry>;

/** Of a row that is valid and does something else than it seems to: docs/prometheus.md and docs/alertmanager.md. */
export const rowWarnings = {
  share_for_percent: [
    "`target_percent` is below 1, as a share would be that was meant as percent",
    "write `99.5` for 99.5 %, not `0.995`",
  ],
  good_and_bad_exchanged: [
    "the good query counts what fails, or the bad one what does not",
    "write the query in the other field",
  ],
  long_range: ["the query looks far back at each evaluation", "write `[5m]` or `[{{.window}}]`"],
  longer_than_window: [
    "the burn alert looks at more than the SLO's window",
    "write the SLO's window at most",
  ],
  merged_series: [
    "the query gives several series, of which the SLO makes one figure",
    "leave `by` out, or make an SLI of each",
  ],
  more_than_total: ["good or bad events are more than all", "exchange the two queries"],
  never_fires: [
    "the burn alert needs a burn rate that cannot be",
    "write the highest threshold that can fire, or less",
  ],
  events_not_counted: [
    "`min_bad_events` is counted from queries that are neither rates nor increases",
    "write the SLI's queries with `rate(…[5m])` or `increase(…[5m])`",
  ],
  no_number: [
    "the query always gives a number that counts no events: less than 0, infinite, or none",
    "correct the query",
  ],
  no_rate: ["the query reads a counter as it stands", "write `rate(…[5m])`"],
  other_unit: [
    "good or bad events are counted in another unit than all events",
    "write both as `rate(…[5m])`, or both as `increase(…[5m])`",
  ],
  repeat_below_group_interval: [
    "the route repeats more often than Alertmanager looks at its groups",
    "write `group_interval_seconds` or more",
  ],
  repeat_beyond_retention: [
    "Alertmanager forgets what it sent before the route repeats",
    "write a shorter time, or let Alertmanager keep more",
  ],
  mute_not_rendered: [
    "more mutes in a rhythm overlap at a route than Alertmanager is given; this service alone keeps their alerts back",
    "put the mutes together, or name their routes",
  ],
  same_as_total: ["good or bad events are all events", "add a condition to the query"],
  stored_number: ["`le` or `quantile` is written otherwise than Prometheus 3 stores it", 'write `le="1.0"`'],
  unknown_severity: [
    "nobody knows a word that the route takes as a severity; a pager gets it as critical",
    "say what it means in `severity_words` of organization_settings",
  ],
  unknown_variable: ["the query has a variable that nothing fills in", "write the value, or `{{.window}}`"],
  unparsable: ["the query is no PromQL", "correct it where the message says"],
} as const satisfies Record<string, Entry>;
