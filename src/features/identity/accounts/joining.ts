/** How people join an organization. */
import type { Organization } from "../../../engine/context.ts";
import { LostRace } from "../../../engine/ports/rows.ts";
import { untilSettled } from "../../../engine/transaction.ts";
import type { Role } from "../../../kernel/access.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Problem, Refusal, unprocessable } from "../../../kernel/problem.ts";
import { type Author, madeOf, trailOf } from "./author.ts";
import {
  accountChanged,
  accountRounds,
  type IdentityDeps,
  type IdentityTransaction,
  withAccount,
} from "./deps.ts";
import { invite, type Joined, memberNamed, renderMember } from "./members.ts";
import { refuseTrivial } from "./password-rule.ts";
import type { Account, IdentityStore, IdentityWriter, NewPassword } from "./store.ts";

export interface Joining {
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly password: string | null;
  /** Whether the password has to be changed at the first sign-in. */
  readonly temporary: boolean;
}

/** The door's own rules: what it refuses, and whether the password given proves an account there is. */
export interface JoiningRules {
  refuse(joining: Joining, account: Account | undefined): readonly Problem[];
  proves(joining: Joining, account: Account): Promise<boolean>;
  /** Whether a link that this door gives out proves the address of the person who follows it, as a mailed one does. */
  readonly vouches: boolean;
}

/**
 * Adds a person. With a password of their own choosing or making they are a member at once; an account
 * that exists already becomes one when its owner accepts, and so does everybody who is only invited.
 */
export async function addMember(
  deps: IdentityDeps,
  author: Author,
  organization: Organization,
  joining: Joining,
  rules: JoiningRules,
): Promise<Joined> {
  return untilSettled(accountRounds, accountChanged, async () => {
    const decision = await decide(deps, author, organization, joining, rules);
    const joined = await withAccount(deps, joining.email, (transaction) =>
      join(transaction, author, organization, joining, decision, rules.vouches),
    );
    if (joined === undefined) throw new LostRace();
    return joined;
  });
}

/** What was found and made before the transaction: hashing takes a tenth of a second too long for one. */
interface Decision {
  readonly hadAccount: boolean;
  /** Whether the membership begins at once. */
  readonly active: boolean;
  readonly password: NewPassword | null;
}

async function decide(
  deps: IdentityDeps,
  author: Author,
  organization: Organization,
  joining: Joining,
  rules: JoiningRules,
): Promise<Decision> {
  const seen = await deps.identity.users.byEmail(joining.email);
  if (seen !== undefined) await refuseMember(deps.identity, organization, seen);
  const account = hasPassword(seen) ? seen : undefined;
  const problems = rules.refuse(joining, account);
  if (problems.length > 0) throw unprocessable(problems);
  if (account !== undefined) {
    return { hadAccount: true, active: await rules.proves(joining, account), password: null };
  }
  const { email, password, temporary } = joining;
  if (password === null) return { hadAccount: false, active: false, password };
  refuseTrivial("password", password, { email, organizations: [organization.name] });
  const state = temporary ? "temporary" : "own";
  const hash = await deps.passwords.hash(password);
  // Only the operator gives a password, and answers for the address with it.
  return { hadAccount: false, active: true, password: { hash, state, provedAt: author.now } };
}

/** Undefined when the address got an account since the decision: decide again. */
async function join(
  transaction: IdentityTransaction,
  author: Author,
  organization: Organization,
  joining: Joining,
  { hadAccount, active, password }: Decision,
  vouches: boolean,
): Promise<Joined | undefined> {
  const { identity } = transaction;
  const { email, name, role } = joining;
  const present = await identity.users.byEmail(email);
  if (present !== undefined) await refuseMember(identity, organization, present);
  if (hasPassword(present) !== hadAccount) return undefined;
  const userId = await personFor(identity, author, present, joining, password);
  if (userId === undefined) return undefined;
  const changes = [
    ...madeOf({ email, name, role, status: active ? "active" : "invited" }),
    ...(password === null ? [] : [{ field: "password", secret: "set" } as const]),
    ...(password?.state === "temporary" ? madeOf({ temporary: true }) : []),
  ];
  await identity.members.insert(
    {
      organizationId: organization.id,
      userId,
      role,
      invitedName: active ? null : name,
      acceptedAt: active ? author.now : null,
      createdAt: author.now,
    },
    trailOf(author, [organization.id], { action: "add_member", resource: "members", rowId: userId, changes }),
  );
  const inviteUrl = active
    ? undefined
    : await invite(transaction, author, organization, userId, email, vouches);
  const member = await memberNamed(identity, organization, userId);
  return inviteUrl === undefined ? { member } : { member, inviteUrl };
}

function hasPassword(account: Account | undefined): account is Account & { readonly passwordHash: string } {
  return account !== undefined && account.passwordHash !== null;
}

/**
 * The person of that address, made where there is none, and with their first password where one was given;
 * undefined when they got another meanwhile.
 */
async function personFor(
  identity: IdentityWriter,
  author: Author,
  present: Account | undefined,
  { email, name }: Joining,
  password: NewPassword | null,
): Promise<string | undefined> {
  if (present === undefined) {
    const id = newId("user");
    await identity.users.insert({
      id,
      email,
      name: password === null ? "" : (name ?? ""),
      passwordHash: password?.hash ?? null,
      passwordState: password?.state ?? "own",
      provedAt: password?.provedAt ?? null,
      createdAt: author.now,
    });
    return id;
  }
  if (password !== null) {
    if (!(await identity.users.setPassword(present, password, []))) return undefined;
    await identity.users.rename(present.id, name ?? "", []);
  }
  return present.id;
}

async function refuseMember(
  identity: Pick<IdentityStore, "members">,
  organization: Organization,
  account: Account,
): Promise<void> {
  const member = await identity.members.find(organization.id, account.id);
  if (member === undefined) return;
  const open =
    member.acceptedAt === null
      ? "invited already; send the invitation again (POST …/members/{user_id}/invitation), or remove the member"
      : "a member already";
  throw new Refusal(
    "conflict",
    `email: this address is ${open}; it is in current, and nothing was changed.`,
    {
      field: "email",
      current: renderMember(member),
    },
  );
}
