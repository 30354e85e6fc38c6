/** The one-time links by which people join: what they are for, and accepting them. */
import {
  type AccountAnswer,
  type AccountOperation,
  type AccountRequest,
  accountOperation,
} from "../../../engine/operation.ts";
import { LostRace } from "../../../engine/ports/rows.ts";
import { untilSettled } from "../../../engine/transaction.ts";
import { boolean, object, text } from "../../../kernel/field.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { Configuration } from "../../../kernel/row-types.ts";
import { accountTrail, personAuthor, tokensEnded, trailOf } from "./author.ts";
import { hashOf } from "./credential.ts";
import { accountChanged, accountRounds, type IdentityDeps, sessionOf, withAccount } from "./deps.ts";
import { passwordBounds } from "./password.ts";
import { refuseTrivial, samePassword } from "./password-rule.ts";
import { reachOf } from "./reach.ts";
import { secondFactorOf } from "./second-factors/challenge.ts";
import { beginSession, withPassword, wrongPassword } from "./sessions.ts";
import { organizationShape, renderWhoAmI, roleField, when, whoAmIShape } from "./shapes.ts";
import type { Account, IdentityStore, IdentityWriter, Invitation, NewPassword } from "./store.ts";

const acceptance = {
  password: text({
    description:
      "Without an account (has_account false) the password to have; else the account's password, unless its owner is signed in.",
    ...passwordBounds,
    nullable: true,
  }),
  new_password: text({
    description:
      "Instead of the account's password one to have from now on, where can_reset is true; every session of the account ends.",
    ...passwordBounds,
    nullable: true,
  }),
  name: text({
    description: "What to call the person; without an account only.",
    max: 255,
    nullable: true,
    oneLine: true,
  }),
} as const;

type Acceptance = Configuration<typeof acceptance>;

const invitationShape = object({
  description: "What a link is for.",
  fields: {
    organization: organizationShape,
    email: text({ description: "Who is invited." }),
    role: roleField,
    has_account: boolean({
      description: "Whether the address has an account, whose owner signs in to accept.",
    }),
    can_reset: boolean({
      description: "Whether the link may give that account a new password: it was mailed to the address.",
    }),
    expires_at: when("When the link stops working."),
  },
});

export function invitationCalls(deps: IdentityDeps): AccountOperation[] {
  return [
    {
      name: "get_invitation",
      tag: "session",
      title: "What an invitation is for",
      description: "Says who sent the invitation and to which address; the link itself is the credential.",
      method: "GET",
      path: "/api/v1/invitations/{token}",
      credential: "none",
      status: 200,
      output: { value: invitationShape },
      async run(request) {
        const { invitation, standing } = await openInvitation(deps.identity, request);
        const { organizationId, slug, organizationName, email, role, expiresAt } = invitation;
        return {
          body: {
            organization: { id: organizationId, slug, name: organizationName },
            email,
            role,
            has_account: standing === "owner",
            can_reset: standing === "owner" && invitation.provesAddress,
            expires_at: expiresAt.toISOString(),
          },
        };
      },
    },
    accountOperation({
      name: "accept_invitation",
      tag: "session",
      title: "Accept an invitation",
      description:
        "Starts the membership and signs the person in. A new person chooses a password; an account that exists accepts signed in, by its password or, by a mailed link, with a new one. 403 unproved_address: the account was made by another organization's link, and nobody has proved its address yet.",
      method: "POST",
      path: "/api/v1/invitations/{token}",
      credential: "none",
      input: { fields: acceptance },
      status: 200,
      output: { value: whoAmIShape },
      run: (request) => accept(deps, request, request.body),
    }),
  ];
}

/**
 * As whom somebody follows a link. `new`: nobody is a member elsewhere by this account, or nobody has proved
 * its address while this link does, so that a password is chosen. `owner`: the account is its owner's, who
 * proves to be that.
 */
type Standing = "new" | "owner";

interface Opened {
  readonly invitation: Invitation;
  readonly account: Account;
  readonly standing: Standing;
}

/** What accepting changes next to the membership. */
interface Change {
  /** A password to have from now on; every session by the one before ends. */
  readonly password?: NewPassword;
  /** The account's previous owner can be another person. */
  readonly endsTokens?: true;
  readonly name?: string;
}

async function accept(deps: IdentityDeps, request: AccountRequest, body: Acceptance): Promise<AccountAnswer> {
  return untilSettled(accountRounds, accountChanged, async () => {
    const opened = await openInvitation(deps.identity, request);
    const change = await (opened.standing === "owner"
      ? changeOfOwner(deps, request, opened, body)
      : changeOfNew(deps, request, opened, body));
    const { email, userId } = opened.invitation;
    const account = await withAccount(deps, email, ({ identity }) => join(identity, request, opened, change));
    if (account === undefined) throw new LostRace();
    if (change.password !== undefined || !isSignedIn(request, userId))
      return beginSession(deps, request, account);
    const memberships = await deps.identity.users.memberships(userId);
    const reach = reachOf(sessionOf(request), memberships);
    return { body: await renderWhoAmI(deps, account, reach.memberships, false, reach.elsewhere) };
  });
}

/** The link alone is not enough for an account: the person who sent the invitation may know the link too. */
async function changeOfOwner(
  deps: IdentityDeps,
  request: AccountRequest,
  { invitation, account }: Opened,
  { password, new_password, name }: Acceptance,
): Promise<Change> {
  const { email, userId, provesAddress } = invitation;
  if (name !== null)
    throw unprocessable([
      { field: "name", message: "belongs to the account that this address has already; leave it out" },
    ]);
  if (new_password !== null) {
    if (!provesAddress) throw unprocessable([noReset]);
    return { password: await chosen(deps, request, invitation, account, "new_password", new_password) };
  }
  if (isSignedIn(request, userId)) return {};
  if (password === null) {
    throw unprocessable([
      {
        field: "password",
        message: `is required: sign in as ${email} first, or send the password of its account`,
      },
    ]);
  }
  const proved = await deps.verifyPassword({
    email,
    password: password ?? "",
    request,
    action: "accept_invitation",
    resource: "members",
    door: "console",
  });
  if (proved === undefined) throw wrongPassword();
  await refuseWithoutFactor(deps, request, account);
  return {};
}

/**
 * A password is chosen. An account that is a member nowhere may still be its owner's, who then goes on with
 * it; one whose address nobody proved may have been prepared by somebody else, so it gets another password.
 */
async function changeOfNew(
  deps: IdentityDeps,
  request: AccountRequest,
  { invitation, account }: Opened,
  { password, new_password, name }: Acceptance,
): Promise<Change> {
  if (new_password !== null)
    throw unprocessable([
      { field: "new_password", message: "is for an account that exists; the password to have is password" },
    ]);
  const { passwordHash, provedAt } = account;
  const owned = passwordHash !== null && provedAt !== null;
  const named = name === null ? {} : { name };
  if (password === null) {
    if (owned && isSignedIn(request, account.id)) return named;
    throw unprocessable([{ field: "password", message: "is required: choose the password of your account" }]);
  }
  if (owned && account.passwordState !== "ended" && (await deps.passwords.verify(password, passwordHash))) {
    await refuseWithoutFactor(deps, request, account);
    return named;
  }
  return {
    password: await chosen(deps, request, invitation, account, "password", password),
    endsTokens: true,
    // A name that somebody else may have given is not kept either.
    ...(provedAt === null ? { name: name ?? invitation.invitedName ?? "" } : named),
  };
}

/** A password alone joins nothing where the account has a second factor: it is sent first, and then the link is followed signed in. */
async function refuseWithoutFactor(
  deps: IdentityDeps,
  request: AccountRequest,
  account: Account,
): Promise<void> {
  const due = await secondFactorOf(deps, request, account);
  if (due !== undefined) throw due;
}

async function chosen(
  { passwords }: IdentityDeps,
  { now }: AccountRequest,
  { email, organizationName, provesAddress }: Invitation,
  { passwordHash }: Account,
  field: "password" | "new_password",
  password: string,
): Promise<NewPassword> {
  refuseTrivial(field, password, { email, organizations: [organizationName] });
  if (passwordHash !== null && (await passwords.verify(password, passwordHash)))
    throw unprocessable([samePassword(field)]);
  return { hash: await passwords.hash(password), state: "own", provedAt: provesAddress ? now : null };
}

/**
 * Begins the membership, and answers the account as it is then; undefined when the account has changed since
 * the decision: decide again.
 */
async function join(
  identity: IdentityWriter,
  request: AccountRequest,
  { invitation, account, standing }: Opened,
  { password, endsTokens, name }: Change,
): Promise<Account | undefined> {
  const { users, members, sessions, tokens, factors } = identity;
  const present = await openInvitation(identity, request);
  if (
    present.standing !== standing ||
    present.account.passwordHash !== account.passwordHash ||
    present.account.passwordState !== account.passwordState
  )
    return undefined;
  const { organizationId, userId, email } = invitation;
  const author = personAuthor(request, { id: userId, email, name: "" });
  const secrets = secretChanges(account, password, endsTokens);
  if (password !== undefined) {
    const auditContext = { action: "reset_password", resource: "account", rowId: userId, changes: secrets };
    const trail = accountTrail(author, await users.memberships(userId), auditContext);
    if (!(await users.setPassword(account, password, trail))) return undefined;
    await sessions.removeAll(userId);
    if (endsTokens) {
      await tokens.revokeAll(userId, request.now);
      await factors.removeAll(userId, []);
    }
  }
  if (name !== undefined) await users.rename(userId, name, []);
  const changes = [{ field: "status", before: "invited", after: "active" }, ...secrets];
  const auditContext = { action: "accept_invitation", resource: "members", rowId: userId, changes };
  const trail = trailOf(author, [organizationId], auditContext);
  if (!(await members.accept(organizationId, userId, request.now, trail))) throw noInvitation();
  const named = name === undefined ? present.account : { ...present.account, name };
  return password === undefined ? named : withPassword(named, password);
}

function secretChanges(account: Account, password: NewPassword | undefined, endsTokens = false) {
  if (password === undefined) return [];
  if (account.passwordHash === null) return [{ field: "password", secret: "set" } as const];
  const changed = { field: "password", secret: "changed" } as const;
  return endsTokens ? [changed, tokensEnded] : [changed];
}

async function openInvitation(
  identity: Pick<IdentityStore, "members" | "users">,
  request: AccountRequest,
): Promise<Opened> {
  const invitation = await identity.members.invitation(hashOf(request.path.token ?? ""), request.now);
  if (invitation === undefined) throw noInvitation();
  const account = await identity.users.find(invitation.userId);
  if (account === undefined) throw noInvitation();
  return { invitation, account, standing: standingOf(invitation, account) };
}

/** @throws 403 where the account is another organization's making and neither it nor the link proves the address */
function standingOf({ memberElsewhere, provesAddress, email }: Invitation, account: Account): Standing {
  if (!memberElsewhere) return "new";
  // Who has no password and is a member elsewhere signs in there at a provider: only the mailbox's owner sets one.
  if (account.passwordHash !== null && account.provedAt !== null) return "owner";
  if (provesAddress) return "new";
  if (account.passwordHash === null)
    throw new Refusal(
      "forbidden",
      `The account of ${email} has no password: its owner signs in at the provider of another organization. A link that was passed on cannot set one; ask the operator of this installation to send invitations by mail, or to add the member with a password.`,
      { reason: "unproved_address" },
    );
  throw new Refusal(
    "forbidden",
    `It is not proved yet who ${email} belongs to: its account was made by a link that was passed on, and this link was passed on too. Ask the operator of this installation to reset the account (orgconfig members reset ${email}), then open this link again.`,
    { reason: "unproved_address" },
  );
}

/** Somebody who has to change their password first is not taken for signed in. */
function isSignedIn({ session }: AccountRequest, userId: string): boolean {
  return session !== undefined && session.user.id === userId && !session.mustChangePassword;
}

const noReset = {
  field: "new_password",
  message:
    "is for links that were mailed to the address; this one was passed on. Send the account's present password, or ask the operator of this installation for a reset (orgconfig members reset)",
  reason: "handed_over",
} as const;

function noInvitation(): Refusal {
  return new Refusal(
    "not_found",
    "There is no such invitation: it was used, withdrawn, replaced, or has expired; ask for a new one.",
  );
}
