/** A new password for somebody who cannot sign in: the operator begins it, a one-time link ends it. */
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import type { Membership } from "../../../engine/ports/accounts.ts";
import { boolean, object, text, timestamp } from "../../../kernel/field.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { Configuration } from "../../../kernel/row-types.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { mailOwner } from "./account-mails.ts";
import { accountTrail, madeOf, operatorAuthor, personAuthor, tokensEnded } from "./author.ts";
import { hashOf } from "./credential.ts";
import { type IdentityDeps, withAccount } from "./deps.ts";
import { newLink } from "./link.ts";
import { passwordBounds } from "./password.ts";
import { refuseTrivial, samePassword } from "./password-rule.ts";
import { beginSession, withPassword } from "./sessions.ts";
import { emailField, userShape, when, whoAmIShape } from "./shapes.ts";
import type { Account, IdentityStore, IdentityWriter, NewPassword, PasswordReset } from "./store.ts";

const order = {
  email: emailField,
  password: text({
    description: "A password to have, instead of a link by which the person chooses one.",
    ...passwordBounds,
    nullable: true,
  }),
  temporary: boolean({
    description: "Whether that password has to be changed at the first sign-in.",
    default: false,
  }),
  end_tokens: boolean({
    description: "Whether the person's access tokens end too; sessions always do.",
    default: false,
  }),
  end_second_factors: boolean({
    description:
      "Whether the person's second factors and recovery codes end too, for somebody who lost their phone. Those of an account whose address nobody proved always do.",
    default: false,
  }),
} as const;

type Order = Configuration<typeof order>;
/** What ends with the password, next to the sessions. */
type Ended = Partial<Pick<Order, "end_tokens" | "end_second_factors">>;

const orderedShape = object({
  description: "What was reset.",
  fields: {
    ...userShape.fields,
    mailed: boolean({ description: "Whether the link went to the address by mail." }),
    expires_at: timestamp({
      description: "When the link stops working; null: a password was set.",
      nullable: true,
    }),
    reset_url: text({
      description: "The one-time link to pass on; in this answer only, and only when it was not mailed.",
      optional: true,
    }),
  },
});

const completion = {
  new_password: text({ description: "The password to have from now on.", ...passwordBounds }),
  end_tokens: boolean({
    description: "Whether the access tokens of the account end too; its sessions always do.",
    default: false,
  }),
} as const;

const resetShape = object({
  description: "What a link is for.",
  fields: {
    email: text({ description: "Whose password it sets." }),
    expires_at: when("When the link stops working."),
  },
});

/** What people with a link see and do. */
export function resetCalls(deps: IdentityDeps): AccountOperation[] {
  const shared = { tag: "session", path: "/api/v1/resets/{token}", credential: "none", status: 200 } as const;
  return [
    {
      ...shared,
      name: "get_reset",
      title: "What a reset is for",
      description: "Says whose password the link sets; the link itself is the credential.",
      method: "GET",
      output: { value: resetShape },
      async run(request) {
        const { email, expiresAt } = await openReset(deps.identity, request);
        return { body: { email, expires_at: expiresAt.toISOString() } };
      },
    },
    accountOperation({
      ...shared,
      name: "complete_reset",
      title: "Choose a new password",
      description:
        "Sets the account's password and signs the person in; of an account with a second factor it sets the password and answers 401 second_factor_required. The link works once.",
      method: "POST",
      input: { fields: completion },
      output: { value: whoAmIShape },
      async run(request) {
        return beginSession(deps, request, await completeReset(deps, request, request.body));
      },
    }),
  ];
}

/** What the operator does about it. */
export function operatorResetCall(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    tag: "operator",
    credential: "operator",
    subject: "account",
    name: "reset_account",
    answersSecret: "reset_url",
    title: "Reset an account's password",
    description:
      "For a person who cannot sign in, or whose account somebody else got into. The present password and every session end at once. Without `password` a one-time link (24 hours) is mailed, or answered once as reset_url where there is no mail; with it, that is the password. Either way the address counts as proved.",
    method: "POST",
    path: "/api/v1/operator/accounts/reset",
    input: { fields: order },
    status: 200,
    output: { value: orderedShape },
    async run(request) {
      const asked = request.body;
      const { account, memberships } = await accountOf(deps, asked);
      return {
        body:
          asked.password === null
            ? await sendLink(deps, request, account, memberships, asked)
            : await setNow(deps, request, account, memberships, asked, asked.password),
      };
    },
  });
}

async function accountOf(
  { identity }: IdentityDeps,
  { email, password, temporary }: Order,
): Promise<{ account: Account; memberships: readonly Membership[] }> {
  if (temporary && password === null) throw unprocessable([temporaryNeedsPassword]);
  const account = await identity.users.byEmail(email);
  if (account === undefined)
    throw new Refusal("not_found", "There is no account with this address.", { field: "email" });
  if (account.passwordHash === null)
    throw unprocessable([
      { field: "email", message: "was only invited and has no password yet; send the invitation again" },
    ]);
  return { account, memberships: await identity.users.memberships(account.id) };
}

/** The problem of a temporary password that is not there. */
export const temporaryNeedsPassword = {
  field: "temporary",
  message: "is about the password that you send; send one, or leave it out",
} as const;

async function sendLink(
  deps: IdentityDeps,
  request: AccountRequest,
  account: Account,
  memberships: readonly Membership[],
  ended: Order,
): Promise<JsonObject> {
  const { url, hash, expiresAt } = newLink(deps.siteUrl, "resets", request.now);
  // Mail goes out on behalf of an organization; who is in none is handed the link.
  const sender = memberships[0]?.organization;
  const mailed = deps.mailReset !== undefined && sender !== undefined;
  const author = operatorAuthor(request);
  await withAccount(deps, account.email, async (transaction) => {
    const { identity, writer, mailReset } = transaction;
    const deed = deedOn(account, "cleared", { ...ended, temporary: false });
    const trail = accountTrail(author, memberships, deed);
    if (!(await identity.users.beginReset(account.id, hash, expiresAt, trail))) throw changedMeanwhile();
    await endCredentials(identity, request, account, ended);
    if (mailed)
      await mailReset?.(writer, {
        to: account.email,
        organizationId: sender.id,
        url,
        expiresAt,
        by: "the operator",
      });
    if (ended.end_second_factors)
      await mailOwner(transaction, author, account, memberships, "second_factors_removed");
  });
  return {
    ...rendered(account),
    mailed,
    expires_at: expiresAt.toISOString(),
    ...(mailed ? {} : { reset_url: url }),
  };
}

async function setNow(
  deps: IdentityDeps,
  request: AccountRequest,
  account: Account,
  memberships: readonly Membership[],
  ended: Order,
  password: string,
): Promise<JsonObject> {
  const state = ended.temporary ? "temporary" : "own";
  const chosen = await chosenPassword(deps, request, account, memberships, "password", password, state);
  const author = operatorAuthor(request);
  await withAccount(deps, account.email, async (transaction) => {
    const { identity } = transaction;
    const trail = accountTrail(author, memberships, deedOn(account, "changed", ended));
    if (!(await identity.users.setPassword(account, chosen, trail))) throw changedMeanwhile();
    await endCredentials(identity, request, account, ended);
    await mailOwner(transaction, author, account, memberships, "password_changed");
    if (ended.end_second_factors)
      await mailOwner(transaction, author, account, memberships, "second_factors_removed");
  });
  return { ...rendered(account), mailed: false, expires_at: null };
}

async function completeReset(
  deps: IdentityDeps,
  request: AccountRequest,
  { new_password: password, end_tokens }: Configuration<typeof completion>,
): Promise<Account> {
  const { userId, provesAddress } = await openReset(deps.identity, request);
  const account = await deps.identity.users.find(userId);
  if (account === undefined) throw noReset();
  const memberships = await deps.identity.users.memberships(userId);
  const found = await chosenPassword(deps, request, account, memberships, "new_password", password, "own");
  // A link that was passed on may have been followed by somebody else.
  const chosen = provesAddress ? found : { ...found, provedAt: null };
  // The account of an address that nobody had proved may have been prepared by somebody else.
  const ended = { end_tokens: end_tokens || account.provedAt === null };
  const author = personAuthor(request, account);
  return withAccount(deps, account.email, async (transaction) => {
    const { identity } = transaction;
    // Of two that follow one link at once, the second finds it used.
    await openReset(identity, request);
    const trail = accountTrail(author, memberships, deedOn(account, "changed", ended));
    if (!(await identity.users.setPassword(account, chosen, trail))) throw noReset();
    await endCredentials(identity, request, account, ended);
    await mailOwner(transaction, author, account, memberships, "password_changed");
    return withPassword(account, chosen);
  });
}

async function chosenPassword(
  { passwords }: IdentityDeps,
  { now }: AccountRequest,
  { email, passwordHash }: Account,
  memberships: readonly Membership[],
  field: "password" | "new_password",
  password: string,
  state: NewPassword["state"],
): Promise<NewPassword> {
  const organizations = memberships.map(({ organization }) => organization.name);
  refuseTrivial(field, password, { email, organizations });
  if (await passwords.verify(password, passwordHash ?? undefined)) throw unprocessable([samePassword(field)]);
  return { hash: await passwords.hash(password), state, provedAt: now };
}

async function endCredentials(
  identity: Pick<IdentityWriter, "sessions" | "tokens" | "factors">,
  { now }: AccountRequest,
  { id, provedAt }: Account,
  { end_tokens, end_second_factors }: Ended,
): Promise<void> {
  await identity.sessions.removeAll(id);
  if (end_tokens) await identity.tokens.revokeAll(id, now);
  // Whoever prepared the account for another person's address would keep that one out.
  if (end_second_factors || provedAt === null) await identity.factors.removeAll(id, []);
}

async function openReset(
  identity: Pick<IdentityStore, "users">,
  request: AccountRequest,
): Promise<PasswordReset> {
  const reset = await identity.users.reset(hashOf(request.path.token ?? ""), request.now);
  if (reset === undefined) throw noReset();
  return reset;
}

function deedOn(
  { id }: Account,
  secret: "cleared" | "changed",
  {
    temporary = false,
    end_tokens = false,
    end_second_factors = false,
  }: Ended & Partial<Pick<Order, "temporary">> = {},
) {
  const changes = [
    { field: "password", secret } as const,
    ...(temporary ? madeOf({ temporary }) : []),
    ...(end_tokens ? [tokensEnded] : []),
    ...(end_second_factors ? [{ field: "second_factors", secret: "cleared" } as const] : []),
  ];
  return { action: "reset_password", resource: "account", rowId: id, changes };
}

function rendered({ id, email, name }: Account): JsonObject {
  return { id, email, name };
}

function changedMeanwhile(): Refusal {
  return new Refusal("unavailable", "The account changed at this very moment; try again.", {
    retryAfterSeconds: 1,
  });
}

function noReset(): Refusal {
  return new Refusal(
    "not_found",
    "There is no such reset: its link was used or replaced, or has expired; ask for a new one.",
  );
}
