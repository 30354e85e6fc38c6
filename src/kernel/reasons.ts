/**
 * The one table of reasons: the stable words that say to a program why a call was refused, what is wrong in a plan,
 * or what a row does that nobody may expect. `npm run golden` writes the list in docs/contract.md from it.
 */
import { type Entry, rowWarnings, warnings } from "./warning-reasons.ts";

/** Of a call that is refused. */
const refusals = {
  address: [
    "the organization's allowlist does not have the address of the request",
    "call from an allowed address, or have this one added to `ip_allowlist`",
    "audited",
  ],
  answer_lost: [
    "a call with this `Idempotency-Key` was done by a node that died before it answered",
    "look at what it did, which the audit log has under the request id that the message names",
  ],
  answer_spent: [
    "the first answer to this `Idempotency-Key` has a secret in it, and was given out again already",
    "make a new one, with a new key",
  ],
  break_glass: [
    "the member is the break-glass org_admin of the organization's sign-in",
    "name somebody else in `break_glass_user_id` first",
  ],
  busy: [
    "more long calls run and wait than the organization has places for",
    "send fewer at once; try again after `Retry-After`",
  ],
  confirm: [
    "at MCP, in the console or with a key that has `ask`, something would be lost for good or leave somebody without alerts; `would` counts it, `references` names the rows that point at a row that is to be deleted",
    "look at it, then send it again with `confirm: true`, at REST with `?confirm=true`",
  ],
  credential: ["the call takes another kind of credential", "use the one that the message names"],
  email_domain: [
    "the address is outside `allowed_email_domains`, or `allowed_domains` of the sign-in",
    "use an address of these domains, or add its domain",
  ],
  existing_account: [
    "the operator names, or gives a password to, an address that has an account",
    "leave it out",
  ],
  flagged: [
    "the prompt template was flagged or rejected, and cannot be enabled",
    "change its content, or have a person approve it in the console",
    "audited",
  ],
  fresh_sign_in_required: [
    "second factors are changed, and the password was not proved in the last 10 minutes",
    "sign in again",
  ],
  handed_over: [
    "a new password is set by a link that was passed on and not mailed",
    "send the present password, or ask the operator for a reset",
  ],
  idempotency_key_reused: [
    "the `Idempotency-Key` was sent within 24 hours with another body, or to another address",
    "send a new key for a new call",
  ],
  in_doubt: [
    "the database was lost during a write, which may have been made",
    "read the row before you send it again",
  ],
  in_progress: ["a call with this `Idempotency-Key` is under way", "send it again after `Retry-After`"],
  in_use: [
    "other rows point at the row to delete; they are in `references`",
    "change or delete those first",
    "audited",
  ],
  last_admin: ["the organization would have no administrator", "make somebody else an administrator first"],
  level: [
    "the role or the scope does not reach the level that the call needs",
    "use a credential with that level",
  ],
  limit: [
    "the API key is narrowed, and one of its limits leaves the call or the row out; the message names the limit",
    "use another key, or have an administrator make one with that limit wider",
    "audited",
  ],
  lockout: ["the allowlist would shut out the address that the request came from", "add a range that has it"],
  member_elsewhere: [
    "the person is a member of another organization too, whose account would be weakened",
    "ask the operator: `orgconfig members reset --second-factors`",
    "audited",
  ],
  needs_approval: [
    "change policies hold the change until others have approved it; `needs` names them, with how many approvals each wants and by whom. In a plan: its apply is refused for that",
    "send it with `propose=true`, and have the proposal approved by whom `needs` names; as an administrator send `break_glass`, where it cannot wait",
    "audited",
  ],
  no_mail: [
    "this installation sends no mail, and so no link to a new password",
    "ask an org_admin of the organization for a link, or the operator: `orgconfig members reset`",
  ],
  no_password: [
    "the account has no password that a link could replace",
    "send the invitation again, or have the person sign in at the organization's provider",
  ],
  missing_reference: [
    "a field points at a row that does not exist",
    "send the id of a row that does, in a plan also its key",
  ],
  no_change: [
    "nothing would change: the name is the one that the row has, or what is to be proposed is so already",
    "send another value, or nothing",
  ],
  no_fields: ["the body names no field to change", "name at least one"],
  not_exported: [
    "an organization that is to be deleted at once has changes that no export has",
    "suspend it, export it, and delete it then",
  ],
  not_restorable: [
    "rows of the kind are written by the service only",
    "nothing: they have no former version to go back to",
  ],
  oauth_client: [
    "a program that wants to connect by OAuth is not known, or its request is not valid",
    "connect it again from the program",
  ],
  origin: [
    "the request comes from a page of another site, or to a foreign name",
    "call from the service's own pages; set `ORGCONFIG_PUBLIC_URL`",
  ],
  overlap: ["the period shares a day with another one of its framework", "change the days"],
  own_account: ["an org_admin's call is about their own account", "use the page Account › Security"],
  passkeys_need_host_name: [
    "the service is reached by an address, for which browsers make no passkey",
    "use an app's codes, or set `ORGCONFIG_PUBLIC_URL` to a URL with a host name",
  ],
  password_change_required: ["the password is temporary", "choose one of your own first"],
  plan: ["the organization's plan does not include the endpoint", "ask the operator for the plan `business`"],
  plan_applied: ["the plan was applied before", "make a new one"],
  plan_expired: ["the plan is too old to be applied", "plan again"],
  plan_forgotten: [
    "the records of the plan to undo were removed, because of their age",
    "restore the rows one by one, or plan a bundle",
  ],
  not_yours_to_approve: [
    "the proposal is the caller's own, or no policy that asks for somebody asks for them",
    "have somebody approve whom `needs` of the proposal names",
    "audited",
  ],
  plan_invalid: ["the plan has `problems`", "correct them, and plan again"],
  plan_not_applied: ["the plan to undo was never applied", "nothing: it changed no row"],
  plan_stale: [
    "rows are not as the plan was made on; `moved` names them",
    "plan again, and look at what it says",
  ],
  proposal_closed: [
    "what is asked for does not go with the proposal's status",
    "read the proposal; make a new one where the change is still wanted",
  ],
  propose_only: [
    "the credential may read and propose, and the call does more",
    "propose the change; or use another credential",
    "audited",
  ],
  quota_exceeded: [
    "a quota of the organization leaves no room; `quota` has its name, what it allows, and what there is",
    "delete what is not needed, or slow down; or ask whoever runs the service for a higher quota",
    "audited",
  ],
  same_password: ["the new password is the present one", "choose another"],
  scope: [
    "the credential's scopes do not have the call, or it is about another connector",
    "use a credential with the scope that the message names",
  ],
  second_factor_expired: [
    "the challenge was used, is older than 5 minutes, or had too many wrong codes",
    "sign in again",
  ],
  second_factor_required: [
    "the password is right, and the account has a second factor",
    "send it with the `challenge` of the answer to `/api/v1/session/second_factor`",
  ],
  second_factor_setup_required: [
    "the organization requires a second factor, and the person has none",
    "add one on the page Account › Security",
  ],
  secret_not_opened: [
    "a stored secret cannot be opened with the keys that the service has",
    "set the secret again, or have the operator add the key",
  ],
  sign_in_required: [
    "the session began at one organization's own sign-in, and the call is about another or about their account",
    "sign in with your password",
  ],
  sso_address: [
    "the provider gives no address, or does not say that it is verified",
    "have the provider verify the address and send it, as docs/sign-in.md says",
  ],
  sso_expired: ["the sign-in took too long, was finished before, or began in another browser", "begin again"],
  sso_no_role: [
    "no mapping gives the person a role, and there is no `default_role`",
    "have the provider add the person to a group that is mapped",
  ],
  sso_not_member: [
    "the person is not a member, and `auto_create` is off or the provider has ended them by SCIM",
    "have an org_admin invite the person, or the provider activate them",
  ],
  sso_off: ["the organization has no sign-in of its own, or it is off", "sign in with your password"],
  sso_provider: [
    "the provider cannot be reached, refused, or its answer is not genuine",
    "try again; an org_admin sees more in the test on the page Sign-in",
  ],
  sso_required: [
    "the organization has its members sign in at its own provider",
    "begin at `/api/v1/sso/{org}`",
  ],
  stale: [
    "the proposal does something else now than what the digest stands for; `different` has it",
    "look at the proposal again, and send its `digest`",
  ],
  suspended: [
    "the operator has suspended the organization, or is going to delete it: it takes no changes",
    "read and export as before; ask whoever runs the service to lift it",
    "audited",
  ],
  taken: ["another organization has the value, which no two can share", "choose another"],
  test_failed: [
    "behaviour tests would fail after the change; `tests` names them, and what would happen instead",
    "change the test first, or as an administrator send `override_tests`",
    "audited",
  ],
  token: ["a personal access token is used at REST", "use an API key with an `api:` scope"],
  too_long: ["the answer is longer than one may be at this door", "ask for less, or call REST"],
  too_many_changes: ["a plan or a drift has more changes than it may have", "plan fewer rows at a time"],
  too_many_deletes: [
    "the plan deletes more rows than it may without saying so",
    "send `allow_deletes` with their number, if that is meant",
  ],
  too_many_rows: ["a bundle names more rows than a plan takes", "divide it by kinds"],
  trivial_password: ["the password is easy to guess", "choose another"],
  unknown_path: [
    "there is no such path in this version of the service",
    "correct the path, or update the service",
  ],
  unknown_run: [
    "the audit log knows of no change of a row in the run to undo",
    "send the run's name as `GET /api/v1/audit` has it in `run`",
  ],
  unproved_address: [
    "nobody has proved yet whose the address of the account is",
    "have the operator reset the account",
  ],
  wrong_code: [
    "the code or the passkey's answer is wrong, or was used before",
    "send the one that the app shows now",
  ],
  wrong_password: ["`current_password` is not the present password", "send the right one"],
} as const satisfies Record<string, Entry>;

/** Of `problems` of a plan; a refusal of the row's own write has its reason there too, or else its `error`. */
const problems = {
  conflict: ["another row has the natural key", "give one of them another"],
  duplicate: ["two entries mean the same row, or want what only one can have", "leave one of them out"],
  fixed: [
    "rows of the kind are made and deleted, and never changed",
    "write what the row has, or delete it first",
  ],
  invalid: ["the entry or one of its fields is not what it has to be", "correct it as the message says"],
  more_problems: ["there are more problems than are shown", "correct these, and plan again"],
  no_natural_key: ["the entry leaves out a part of its natural key", "add it"],
  not_deletable: ["rows of the kind cannot be deleted", "leave the row as it is"],
  not_found: ["there is no such row", "correct the id"],
  not_named: [
    "`adopt` names a row that the bundle does not name",
    "add the row to the bundle, or take it out of `adopt`",
  ],
  not_owned: ["the row is of another set, or of none", "name it in `adopt` to take it over, or leave it out"],
  not_writable: ["the kind cannot be written", "leave it out"],
  unknown_resource: ["there is no kind of this name", "correct the name"],
} as const satisfies Record<string, Entry>;

/** The table by where its reasons are met. */
export const reasonsBy = { refusals, problems, warnings, rowWarnings } as const;

/** Why: of a refusal, a problem or a warning. */
export type Reason = keyof (typeof refusals & typeof problems & typeof warnings & typeof rowWarnings);

/** Whether a refusal with this reason is kept in the audit log. */
export function isAudited(reason: string | undefined): boolean {
  const entries: Readonly<Record<string, Entry>> = refusals;
  return reason !== undefined && entries[reason]?.[2] === "audited";
}

/** Whether the body of a refusal, as it came from the service, gives this reason. */
export function hasReason(body: { readonly reason?: unknown }, reason: Reason): boolean {
  return body.reason === reason;
}
