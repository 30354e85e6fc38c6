/**
 * The one table of reasons: the stable words that say to a program why a call was refused, what is wrong in a plan,
 * or what a row does that nobody may expect. `npm run golden` writes the list in docs/contract.md from it.
 */
interface Entry {
  readonly when: string;
  /** What whoever meets it can do. */
  readonly remedy: string;
  /** Such a refusal is kept in the audit log: a guarding rule held somebody back (docs/contract.md, "Audit"). */
  readonly audited?: true;
}

/** Of a call that is refused. */
const refusals = {
  address: {
    when: "the organization's allowlist does not have the address of the request",
    remedy: "call from an allowed address, or have this one added to `ip_allowlist`",
  },
  busy: {
    when: "more long calls run and wait than the organization has places for",
    remedy: "send fewer at once; try again after `Retry-After`",
  },
  confirm: {
    when: "a delete from the console or at MCP needs to be confirmed; `references` names the rows that point at it",
    remedy: "look at them, then send it again with `confirm`",
  },
  credential: {
    when: "the call takes another kind of credential",
    remedy: "use the one that the message names",
  },
  email_domain: {
    when: "the address is outside `allowed_email_domains`",
    remedy: "use an address of these domains, or add its domain",
  },
  existing_account: {
    when: "a name is given for an address that has an account",
    remedy: "leave `name` out",
  },
  flagged: {
    when: "the prompt template was flagged or rejected, and cannot be enabled",
    remedy: "change its content, or have a person approve it in the console",
    audited: true,
  },
  handed_over: {
    when: "a new password is set by a link that was passed on and not mailed",
    remedy: "send the present password, or ask the operator for a reset",
  },
  in_doubt: {
    when: "the database was lost during a write, which may have been made",
    remedy: "read the row before you send it again",
  },
  in_use: {
    when: "other rows point at the row to delete; they are in `references`",
    remedy: "change or delete those first",
    audited: true,
  },
  last_admin: {
    when: "the organization would have no administrator",
    remedy: "make somebody else an administrator first",
  },
  level: {
    when: "the role or the scope does not reach the level that the call needs",
    remedy: "use a credential with that level",
  },
  lockout: {
    when: "the allowlist would shut out the address that the request came from",
    remedy: "add a range that has it",
  },
  missing_reference: {
    when: "a field points at a row that does not exist",
    remedy: "send the id of a row that does, in a plan also its key",
  },
  no_change: {
    when: "the name is the one that the row has",
    remedy: "send another name, or nothing",
  },
  no_fields: {
    when: "the body names no field to change",
    remedy: "name at least one",
  },
  not_restorable: {
    when: "rows of the kind are written by the service only",
    remedy: "nothing: they have no former version to go back to",
  },
  origin: {
    when: "the request comes from a page of another site, or to a foreign name",
    remedy: "call from the service's own pages; set `ORGCONFIG_PUBLIC_URL`",
  },
  overlap: {
    when: "the period shares a day with another one of its framework",
    remedy: "change the days",
  },
  password_change_required: {
    when: "the password is temporary",
    remedy: "choose one of your own first",
  },
  plan: {
    when: "the organization's plan does not include the endpoint",
    remedy: "ask the operator for the plan `business`",
  },
  plan_applied: {
    when: "the plan was applied before",
    remedy: "make a new one",
  },
  plan_expired: {
    when: "the plan is too old to be applied",
    remedy: "plan again",
  },
  plan_forgotten: {
    when: "the records of the plan to undo were removed, because of their age",
    remedy: "restore the rows one by one, or plan a bundle",
  },
  plan_invalid: {
    when: "the plan has `problems`",
    remedy: "correct them, and plan again",
  },
  plan_not_applied: {
    when: "the plan to undo was never applied",
    remedy: "nothing: it changed no row",
  },
  plan_stale: {
    when: "rows are not as the plan was made on; `moved` names them",
    remedy: "plan again, and look at what it says",
  },
  same_password: {
    when: "the new password is the present one",
    remedy: "choose another",
  },
  scope: {
    when: "the credential's scopes do not have the call, or it is about another connector",
    remedy: "use a credential with the scope that the message names",
  },
  secret_not_opened: {
    when: "a stored secret cannot be opened with the keys that the service has",
    remedy: "set the secret again, or have the operator add the key",
  },
  taken: {
    when: "another organization has the value, which no two can share",
    remedy: "choose another",
  },
  token: {
    when: "a personal access token is used at REST",
    remedy: "use an API key with an `api:` scope",
  },
  too_long: {
    when: "the answer is longer than one may be at this door",
    remedy: "ask for less, or call REST",
  },
  too_many_changes: {
    when: "a plan or a drift has more changes than it may have",
    remedy: "plan fewer rows at a time",
  },
  too_many_deletes: {
    when: "the plan deletes more rows than it may without saying so",
    remedy: "send `allow_deletes` with their number, if that is meant",
  },
  too_many_rows: {
    when: "a bundle names more rows than a plan takes",
    remedy: "divide it by kinds",
  },
  trivial_password: {
    when: "the password is easy to guess",
    remedy: "choose another",
  },
  unknown_path: {
    when: "there is no such path in this version of the service",
    remedy: "correct the path, or update the service",
  },
  unproved_address: {
    when: "nobody has proved yet whose the address of the account is",
    remedy: "have the operator reset the account",
  },
  wrong_password: {
    when: "`current_password` is not the present password",
    remedy: "send the right one",
  },
} as const satisfies Record<string, Entry>;

/** Of `problems` of a plan; a refusal of the row's own write has its reason there too, or else its `error`. */
const problems = {
  conflict: {
    when: "another row has the natural key",
    remedy: "give one of them another",
  },
  duplicate: {
    when: "two entries mean the same row, or want what only one can have",
    remedy: "leave one of them out",
  },
  fixed: {
    when: "rows of the kind are made and deleted, and never changed",
    remedy: "write what the row has, or delete it first",
  },
  invalid: {
    when: "the entry or one of its fields is not what it has to be",
    remedy: "correct it as the message says",
  },
  more_problems: {
    when: "there are more problems than are shown",
    remedy: "correct these, and plan again",
  },
  no_natural_key: {
    when: "the entry leaves out a part of its natural key",
    remedy: "add it",
  },
  not_deletable: {
    when: "rows of the kind cannot be deleted",
    remedy: "leave the row as it is",
  },
  not_found: {
    when: "there is no such row",
    remedy: "correct the id",
  },
  not_named: {
    when: "`adopt` names a row that the bundle does not name",
    remedy: "add the row to the bundle, or take it out of `adopt`",
  },
  not_owned: {
    when: "the row is of another set, or of none",
    remedy: "name it in `adopt` to take it over, or leave it out",
  },
  not_writable: {
    when: "the kind cannot be written",
    remedy: "leave it out",
  },
  unknown_resource: {
    when: "there is no kind of this name",
    remedy: "correct the name",
  },
} as const satisfies Record<string, Entry>;

/** Of `warnings` of a plan: it can be applied, and somebody may not expect what it does. */
const warnings = {
  awaits_review: {
    when: "`enabled` stays false until a person approves the content",
    remedy: "approve it in the console",
  },
  changed_since: {
    when: "the undo or restore writes over a later change",
    remedy: "look at the change before you apply",
  },
  ended: {
    when: "what the entry says has run out by itself, so that it changes nothing",
    remedy: "change the entry, or take it out",
  },
  hides_routes: {
    when: "the route takes all that other routes were for",
    remedy: "let it continue, or put it behind them",
  },
  last_route: {
    when: "no other route takes every alert",
    remedy: "keep one that does",
  },
  last_target: {
    when: "a rule or a route has no other target that is on",
    remedy: "give it another target first",
  },
  looks_renamed: {
    when: "a new row is like one that the plan deletes",
    remedy: "write `renamed_from`, if it is the same row",
  },
  managed: {
    when: "the row belongs to another set",
    remedy: "change it in that set's bundle, which takes it back otherwise",
  },
  not_renamed: {
    when: "`renamed_from` renames nothing",
    remedy: "leave it out, or write the key that the row has",
  },
  secret_not_restored: {
    when: "a secret was another one then; no record has its value",
    remedy: "set it again",
  },
  secrets_not_compared: {
    when: "the credential may not write the row, so that its secrets count as unchanged",
    remedy: "plan with a credential that may write",
  },
  served: {
    when: "the prompt that models are given changes",
    remedy: "look at the new text",
  },
  set_not_restored: {
    when: "the undone plan was one of a set; rows stay in the sets in which they are",
    remedy: "plan the set's former bundle with `adopt`",
  },
  unreachable: {
    when: "no alert comes to the route, because another one takes them all",
    remedy: "move the route before that one",
  },
} as const satisfies Record<string, Entry>;

/** Of a row that is valid and does something else than it seems to: docs/prometheus.md and docs/alertmanager.md. */
const rowWarnings = {
  good_and_bad_exchanged: {
    when: "the good query counts what fails, or the bad one what does not",
    remedy: "write the query in the other field",
  },
  long_range: {
    when: "the query looks far back at each evaluation",
    remedy: "write `[5m]` or `[{{.window}}]`",
  },
  longer_than_window: {
    when: "the burn alert looks at more than the SLO's window",
    remedy: "write the SLO's window at most",
  },
  merged_series: {
    when: "the query gives several series, of which the SLO makes one figure",
    remedy: "leave `by` out, or make an SLI of each",
  },
  more_than_total: {
    when: "good or bad events are more than all",
    remedy: "exchange the two queries",
  },
  never_fires: {
    when: "the burn alert needs a burn rate that cannot be",
    remedy: "write the highest threshold that can fire, or less",
  },
  no_rate: {
    when: "the query reads a counter as it stands",
    remedy: "write `rate(…[5m])`",
  },
  repeat_below_group_interval: {
    when: "the route repeats more often than Alertmanager looks at its groups",
    remedy: "write `group_interval_seconds` or more",
  },
  repeat_beyond_retention: {
    when: "Alertmanager forgets what it sent before the route repeats",
    remedy: "write a shorter time, or let Alertmanager keep more",
  },
  same_as_total: {
    when: "good or bad events are all events",
    remedy: "add a condition to the query",
  },
  stored_number: {
    when: "`le` or `quantile` is written otherwise than Prometheus 3 stores it",
    remedy: 'write `le="1.0"`',
  },
  unknown_variable: {
    when: "the query has a variable that nothing fills in",
    remedy: "write the value, or `{{.window}}`",
  },
  unparsable: {
    when: "the query is no PromQL",
    remedy: "correct it where the message says",
  },
} as const satisfies Record<string, Entry>;

/** The table by where its reasons are met. */
export const reasonsBy = { refusals, problems, warnings, rowWarnings } as const;

/** Why: of a refusal, a problem or a warning. */
export type Reason = keyof (typeof refusals & typeof problems & typeof warnings & typeof rowWarnings);

/** Whether a refusal with this reason is kept in the audit log. */
export function isAudited(reason: string | undefined): boolean {
  const entries: Readonly<Record<string, Entry>> = refusals;
  return reason !== undefined && entries[reason]?.audited === true;
}

/** Whether the body of a refusal, as it came from the service, gives this reason. */
export function hasReason(body: { readonly reason?: unknown }, reason: Reason): boolean {
  return body.reason === reason;
}
