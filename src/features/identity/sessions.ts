/** Signing in, and who am I. Signing out may go on at a provider: it is in the feature sso. */
import {
  type AccountAnswer,
  type AccountOperation,
  type AccountRequest,
  accountOperation,
} from "../../engine/operation.ts";
import type { KnownSession, Membership, SessionProof } from "../../engine/ports/accounts.ts";
import { withTransaction } from "../../engine/transaction.ts";
import { text } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import { Refusal } from "../../kernel/problem.ts";
import { accountTrail, madeOf, personAuthor } from "./author.ts";
import { newSecret } from "./credential.ts";
import { type IdentityDeps, sessionOf } from "./deps.ts";
import { outOfReach, reachOf } from "./reach.ts";
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
      description: "Starts a session, kept in a cookie, and says who signed in and where they are a member.",
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
        return { body: renderWhoAmI(user, memberships, mustChangePassword, elsewhere) };
      },
    },
  ];
}

/**
 * Begins a session for somebody who proved who they are; one that the browser had ends with it.
 * @param user the account as it was when that was proved, or with the password that was just chosen
 * @throws 401 when the account has another password since, or was reset; 403 when a password reaches none of its
 * organizations
 */
export async function beginSession(
  deps: Pick<IdentityDeps, "identity" | "store" | "devices">,
  request: AccountRequest,
  user: Account,
): Promise<AccountAnswer> {
  const own = request.session?.user.id === user.id ? request.session : undefined;
  const before = own !== undefined && own.ssoOrganizations.length > 0 ? own : undefined;
  const proof = { byPassword: true, ssoOrganizations: before?.ssoOrganizations ?? [] };
  const all = await deps.identity.users.memberships(user.id);
  const [first] = all;
  const { memberships, elsewhere } = reachOf(proof, all);
  if (first !== undefined && memberships.length === 0) throw outOfReach(elsewhere[0] ?? first);
  const answer = await startSession(
    deps,
    request,
    user,
    { byPassword: true, ssoOrganizations: [] },
    memberships,
    before,
  );
  const deviceMarks = deps.devices.mark(user, request.deviceMarks, request.now);
  const mustChange = user.passwordState === "temporary";
  return { ...answer, body: renderWhoAmI(user, memberships, mustChange, elsewhere), deviceMarks };
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
  const proof = { byPassword: false, ssoOrganizations: [organizationId] };
  // One that proves no more than this one gives it nothing but its age.
  const adds = before?.byPassword || before?.ssoOrganizations.some((id) => id !== organizationId);
  return startSession(deps, request, user, proof, here, adds ? before : undefined);
}

/** Stores the session and its record; the one that the browser had ends with it. */
async function startSession(
  deps: Pick<IdentityDeps, "identity" | "store">,
  request: AccountRequest,
  user: Account,
  proof: SessionProof,
  memberships: readonly Membership[],
  inherited: Pick<KnownSession, "id"> | undefined,
): Promise<Pick<AccountAnswer, "session">> {
  const { address, userAgent, now, session: before } = request;
  const { value, hash } = newSecret();
  const id = newId("sess");
  const trail = accountTrail(personAuthor(request, user), memberships, {
    action: "sign_in",
    resource: "sessions",
    rowId: id,
    ...(proof.byPassword ? {} : { changes: madeOf({ method: "sso" }) }),
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
