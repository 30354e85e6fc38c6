/** Signing in, and who am I. Signing out may go on at a provider: it is in the feature sso. */
import {
  type AccountAnswer,
  type AccountOperation,
  type AccountRequest,
  accountOperation,
} from "../../../engine/operation.ts";
import type { KnownSession, Membership, SessionProof } from "../../../engine/ports/accounts.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { text } from "../../../kernel/field.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { type AuditContext, accountTrail, madeOf, personAuthor } from "./author.ts";
import { newSecret } from "./credential.ts";
import { type IdentityDeps, sessionOf } from "./deps.ts";
import { outOfReach, reachOf } from "./reach.ts";
import { type FactorUsed, secondFactorOf } from "./second-factors/challenge.ts";
import { renderWhoAmI, whoAmIShape } from "./shapes.ts";
import type { Account, IdentityStore, NewPassword } from "./store.ts";

const maxUserAgent = 255;

const signInBody = {
  // Neither has to have its form here: what nobody could have chosen is as wrong as any other.
  email: text({ description: "The account's address.", max: 254 }),
  password: text({ description: "Its password.", max: 1_000 }),
} as const;

export function sessionCalls(deps: IdentityDeps): AccountOperation[] {
  return [
    accountOperation({
      name: "sign_in",
      tag: "session",
      title: "Sign in",
      description:
        "Starts a session, kept in a cookie, and says who signed in and where they are a member. Of an account with a second factor it answers 401 with the reason second_factor_required, and a challenge to send that with (send_second_factor).",
      method: "POST",
      path: "/api/v1/session",
      credential: "none",
      input: { fields: signInBody },
      status: 200,
      output: { value: whoAmIShape },
      async run(request) {
        const { email, password } = request.body;
        const account = await deps.verifyPassword({
          email,
          password,
          request,
          action: "sign_in",
          resource: "sessions",
          door: "console",
        });
        if (account === undefined) throw wrongPassword();
        return beginSession(deps, request, account);
      },
    }),
    {
      name: "get_session",
      tag: "session",
      title: "Who am I",
      description: "Says who is signed in, with their organizations and roles.",
      method: "GET",
      path: "/api/v1/session",
      credential: "session",
      changingPassword: true,
      status: 200,
      output: { value: whoAmIShape },
      async run(request) {
        const { user, memberships, mustChangePassword, elsewhere } = sessionOf(request);
        return { body: await renderWhoAmI(deps, user, memberships, mustChangePassword, elsewhere) };
      },
    },
  ];
}

/**
 * Begins a session for somebody who proved who they are; one that the browser had ends with it.
 * @param user the account as it was when that was proved, or with the password that was just chosen
 * @param used the second factor that was proved too
 * @throws 401 `second_factor_required` where the account has one and none was proved; 401 when the account has another
 * password since, or was reset; 403 when a password reaches none of its
 * organizations
 */
export async function beginSession(
  deps: Pick<IdentityDeps, "identity" | "store" | "devices" | "passkeys">,
  request: AccountRequest,
  user: Account,
  used?: FactorUsed,
): Promise<AccountAnswer> {
  const due = used === undefined ? await secondFactorOf(deps, request, user) : undefined;
  if (due !== undefined) throw due;
  const own = request.session?.user.id === user.id ? request.session : undefined;
  const before = own !== undefined && own.ssoOrganizations.length > 0 ? own : undefined;
  const secondFactor = used !== undefined;
  const byPassword = { byPassword: true, ssoOrganizations: [], secondFactor };
  const proof = { ...byPassword, ssoOrganizations: before?.ssoOrganizations ?? [], endedOrganizations: [] };
  const all = await deps.identity.users.memberships(user.id);
  const { memberships, elsewhere } = reachOf(proof, all);
  // Who lacks a second factor signs in to add one.
  const [beyond] = elsewhere;
  if (memberships.length === 0 && beyond !== undefined && elsewhere.every(({ needs }) => needs === "sign_in"))
    throw outOfReach(beyond);
  const concerned = [...memberships, ...elsewhere.filter(({ needs }) => needs === "second_factor")];
  const how = used === undefined ? {} : { changes: madeOf({ second_factor: used }) };
  const answer = await startSession(deps, request, user, byPassword, concerned, before, how);
  const deviceMarks = deps.devices.mark(user, request.deviceMarks, request.now);
  const mustChange = user.passwordState === "temporary";
  const body = await renderWhoAmI(deps, user, memberships, mustChange, elsewhere);
  return { ...answer, body, deviceMarks };
}

/**
 * Begins a session for somebody who was proved to be an organization's member by its own provider.
 * @param before what the browser's session was when it left for the provider, if that is still good
 */
export async function beginSsoSession(
  deps: Pick<IdentityDeps, "identity" | "store">,
  request: AccountRequest,
  user: Account,
  organizationId: string,
  before: (SessionProof & Pick<KnownSession, "id">) | undefined,
): Promise<Pick<AccountAnswer, "session">> {
  const memberships = await deps.identity.users.memberships(user.id);
  const here = memberships.filter(({ organization }) => organization.id === organizationId);
  const proof = { byPassword: false, ssoOrganizations: [organizationId], secondFactor: false };
  // One that proves no more than this one gives it nothing but its age.
  const adds = before?.byPassword || before?.ssoOrganizations.some((id) => id !== organizationId);
  const how = { changes: madeOf({ method: "sso" }) };
  return startSession(deps, request, user, proof, here, adds ? before : undefined, how);
}

/** Stores the session and its record; the one that the browser had ends with it. */
async function startSession(
  deps: Pick<IdentityDeps, "identity" | "store">,
  request: AccountRequest,
  user: Account,
  proof: Omit<SessionProof, "endedOrganizations">,
  memberships: readonly Membership[],
  inherited: Pick<KnownSession, "id"> | undefined,
  how: Pick<AuditContext, "changes">,
): Promise<Pick<AccountAnswer, "session">> {
  const { address, userAgent, now, session: before } = request;
  const { value, hash } = newSecret();
  const id = newId("sess");
  const trail = accountTrail(personAuthor(request, user), memberships, {
    action: "sign_in",
    resource: "sessions",
    rowId: id,
    ...how,
  });
  const session = {
    ...proof,
    beforeId: inherited?.id ?? null,
    id,
    userId: user.id,
    passwordHash: user.passwordHash,
    createdAt: now,
    address,
    userAgent: userAgent?.slice(0, maxUserAgent),
  };
  await withTransaction(deps.store, [], async (writer) => {
    const { sessions } = deps.identity.in(writer);
    // The account may have got another password, or a reset, since this one was proved.
    if (!(await sessions.insert(session, hash, trail))) throw wrongPassword();
    if (before !== undefined) await endSession(sessions, request, before);
    else if (inherited !== undefined) await sessions.remove(user.id, inherited.id, []);
  });
  return { session: value };
}

/** The account as it is with its new password. */
export function withPassword(account: Account, { hash, state, provedAt }: NewPassword): Account {
  return { ...account, passwordHash: hash, passwordState: state, provedAt };
}

/** Ends a session, with its record. */
export async function endSession(
  sessions: IdentityStore["sessions"],
  request: AccountRequest,
  { id, user, memberships }: KnownSession,
): Promise<void> {
  const auditContext = { action: "sign_out", resource: "sessions", rowId: id };
  await sessions.remove(user.id, id, accountTrail(personAuthor(request, user), memberships, auditContext));
}

/** The same for a wrong password and for an account that is not there. */
export function wrongPassword(): Refusal {
  return new Refusal("unauthorized", "The email address or the password is wrong.");
}
