/** Organizations, people, and the credentials that stand for them: who calls, and how often. */
import type { Authenticator, GuessLimit } from "../../../engine/authenticator.ts";
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import { AnsweredFirst } from "./answered-first.ts";
import { createAttemptTraces } from "./attempt-traces.ts";
import { CredentialAuthenticator } from "./authenticator.ts";
import { identityCalls } from "./calls.ts";
import { createCredentialStore } from "./credentials-store.ts";
import type { IdentityDeps, LinkMails } from "./deps.ts";
import { createDevices } from "./devices.ts";
import { type FirstStart, firstStart } from "./first-start.ts";
import { createGuessGuard, type GuessGuard } from "./guess-guard.ts";
import { LastUsed } from "./last-used.ts";
import { type Bounds, Limiter, operatorGuessBounds } from "./limiter.ts";
import { createFailureCounters, createRateUseStore, type FailureCounters, prefixed } from "./limits-store.ts";
import { createPasswords } from "./password.ts";
import { createPasswordProof } from "./password-proof.ts";
import { createRequestLimit, type NodesRequestLimit } from "./request-limit.ts";
import { createPasskeys } from "./second-factors/passkeys.ts";
import { createCodeGuard } from "./second-factors/throttle.ts";
import { createIdentityStore, type IdentityStore } from "./store.ts";
import { createThrottle } from "./throttle.ts";

export { mailOwner } from "./account-mails.ts";
export { createRecordBounds } from "./attempt-traces.ts";
export { addressRefusal, onRecord, sentCredential } from "./authenticator.ts";
export {
  type Author,
  callBy,
  madeOf,
  operatorAuthor,
  personAuthor,
  signInAuthor,
  trailOf,
} from "./author.ts";
export { hashOf, newCredential, newSecret } from "./credential.ts";
export {
  type AccountChange,
  type AccountMail,
  accountChanged,
  accountRounds,
  callerOf,
  type IdentityDeps,
  type IdentityTransaction,
  type LinkMails,
  ownTrail,
  type ResetMail,
  sessionOf,
  transact,
  truncate,
  withAccount,
  withAccounts,
} from "./deps.ts";
export { expiryOf } from "./expiry.ts";
export type { FirstStart } from "./first-start.ts";
export type { GuessGuard } from "./guess-guard.ts";
export { revokeKeysOf } from "./keys.ts";
export { type Bounds, Limiter } from "./limiter.ts";
export { createFailureCounters, type FailureCounters, prefixed } from "./limits-store.ts";
export { adminLock, invite, removeIn } from "./members.ts";
export {
  organizationDetailShape,
  renderOrganizationDetail,
} from "./organization-shapes.ts";
export type { Requests, Traffic } from "./organization-shares.ts";
export { organizationNamed, removeOrganization } from "./organizations.ts";
export { quotasField } from "./quota-fields.ts";
export { refuseBeyondReach, refuseUnreached, signInPath } from "./reach.ts";
export { secondFactorOf } from "./second-factors/challenge.ts";
export { beginSsoSession, endSession, wrongPassword } from "./sessions.ts";
export { accessSettings } from "./settings.ts";
export {
  deleted,
  deletedShape,
  endInput,
  idField,
  listShape,
  organizationShape,
  prefixField,
  renderOrganization,
  roleField,
  when,
  whenever,
} from "./shapes.ts";
export {
  type Account,
  createIdentityStore,
  type IdentityStore,
  type IdentityWriter,
  type MemberRecord,
  type OrganizationDetail,
  type StoredToken,
} from "./store.ts";
export type { Trail } from "./tables.ts";
export { boundsOf, newToken } from "./tokens.ts";

export interface Identity extends Feature {
  readonly store: IdentityStore;
  /** What its calls are made of, for features that let people in by other ways. */
  readonly deps: IdentityDeps;
  readonly authenticator: Authenticator;
  readonly limit: NodesRequestLimit;
  /** Counts wrong operator tokens by address. */
  readonly operatorGuesses: GuessLimit;
  /** A limit of a feature's own; nodes keep it together. Its background is the feature's. */
  limiter(bounds: Bounds): Limiter;
  /**
   * Stands before the passwords of status pages, as before those of accounts; a page's id is the email. Counted apart from
   * sign-ins, and while the database is away by each node for itself.
   */
  readonly pageGuard: GuessGuard;
  /**
   * Makes the first person, organization and key on an empty database, and answers what to show once. `keep` is given
   * that before it is stored; where it throws, nothing is.
   */
  firstStart(keep?: (first: FirstStart) => void): Promise<FirstStart | undefined>;
}

export function createIdentity(ground: Ground, mails: LinkMails): Identity {
  const { database, store: rows, settings, log } = ground;
  const store = createIdentityStore(database, ground.signRecord, settings.sessionIdleMinutes);
  const credentials = createCredentialStore(database, settings.sessionIdleMinutes);
  // An embedded database has one node: there is no other to share the limits with.
  const use = settings.databaseUrl === undefined ? undefined : createRateUseStore(database);
  const limit = createRequestLimit(settings.rateLimit, log, use);
  const limiter = (bounds: Bounds) => new Limiter(bounds, log, use);
  const operatorGuesses = limiter(operatorGuessBounds);
  const lastUsed = new LastUsed(credentials, log);
  const passwords = createPasswords();
  const devices = createDevices(settings.secretKeys.map(({ bytes }) => bytes));
  const traces = createAttemptTraces({ users: store.users, store: rows, log });
  const guardOf = (counters: FailureCounters) => createGuessGuard(createThrottle(counters));
  const counters = createFailureCounters(database);
  const guard = guardOf(counters);
  const answeredFirst = new AnsweredFirst();
  const deps: IdentityDeps = {
    ...ground,
    ...mails,
    identity: store,
    passwords,
    devices,
    answeredFirst,
    traces,
    passkeys: createPasskeys(ground.siteUrl),
    guardCode: createCodeGuard(counters),
    verifyPassword: createPasswordProof({ users: store.users, passwords, guard, devices, traces }),
  };
  return {
    name: "identity",
    operations: identityCalls(deps),
    deps,
    background: [...limit.background, operatorGuesses.background, lastUsed.background],
    metrics: traces.registerAt,
    async close() {
      await lastUsed.flush().catch((err) => log.warn({ err }, "last use was not noted"));
      await Promise.all([traces.flush(), answeredFirst.flush()]);
    },
    store,
    authenticator: new CredentialAuthenticator(
      credentials,
      (kind, hash, last, address) => lastUsed.note(kind, hash, last, address),
      limit,
      rows,
    ),
    limit,
    operatorGuesses,
    limiter,
    pageGuard: guardOf(prefixed("page", createFailureCounters(database, true))),
    firstStart: (keep) =>
      firstStart(
        { identity: store, store: rows, passwords },
        { email: settings.adminEmail, password: settings.adminPassword },
        keep,
      ),
  };
}
