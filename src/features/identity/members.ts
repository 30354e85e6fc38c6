/** How people join, change their role in, and leave an organization. */
import type { Organization } from "../../engine/context.ts";
import { LostRace } from "../../engine/ports/rows.ts";
import { stale } from "../../engine/reading.ts";
import { untilSettled } from "../../engine/transaction.ts";
import type { Role } from "../../kernel/access.ts";
import { type Conditions, etagOf, failedCondition } from "../../kernel/etag.ts";
import { newId } from "../../kernel/ids.ts";
import { foldEmail } from "../../kernel/natural-key.ts";
import { type Problem, Refusal, unprocessable } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Author, callBy, madeOf, trailOf } from "./author.ts";
import {
  accountChanged,
  accountRounds,
  type IdentityDeps,
  type IdentityTransaction,
  transact,
  withAccount,
} from "./deps.ts";
import { refuseFlood } from "./invitation-limit.ts";
import { newLink } from "./link.ts";
import { refuseTrivial } from "./password-rule.ts";
import type { Account, IdentityStore, IdentityWriter, MemberRecord, NewPassword, Trail } from "./port.ts";

/** More teams than anybody is in. */
const maxTeams = 10_000;

export interface Joining {
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly password: string | null;
  /** Whether the password has to be changed at the first sign-in. */
  readonly temporary: boolean;
}

export interface Joined {
  readonly member: MemberRecord;
  /** The link to hand over, where no mail took it along. */
  readonly inviteUrl?: string;
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

export async function changeRole(
  deps: IdentityDeps,
  author: Author,
  organization: Organization,
  userId: string,
  role: Role,
  conditions: Conditions,
): Promise<MemberRecord> {
  return transact(deps, [adminLock(organization)], async ({ identity }) => {
    const member = await memberNamed(identity, organization, userId);
    checkVersion(member, conditions);
    if (member.role === role) return member;
    if (member.role === "org_admin") await refuseLastAdmin(identity, organization, member, "role");
    const changes = [{ field: "role", before: member.role, after: role }];
    const auditContext = { action: "update_member", resource: "members", rowId: userId, changes };
    await identity.members.setRole(
      organization.id,
      userId,
      role,
      trailOf(author, [organization.id], auditContext),
    );
    return memberNamed(identity, organization, userId);
  });
}

/**
 * Sends an invitation again: a new link, in the place of the one before.
 * @param vouches whether a link that is handed over proves the address
 * @throws 409 when the person is a member already
 */
export async function inviteAgain(
  deps: IdentityDeps,
  author: Author,
  organization: Organization,
  userId: string,
  vouches: boolean,
  conditions: Conditions,
): Promise<Joined> {
  const { email } = await memberNamed(deps.identity, organization, userId);
  return withAccount(deps, email, async (transaction) => {
    const member = await memberNamed(transaction.identity, organization, userId);
    checkVersion(member, conditions);
    if (member.acceptedAt !== null)
      throw new Refusal(
        "conflict",
        "This person is a member already and needs no invitation. Somebody who cannot sign in can be removed and invited again, or have their account reset by the operator of this installation.",
        { current: renderMember(member) },
      );
    const auditContext = { action: "renew_invitation", resource: "members", rowId: userId };
    const trail = trailOf(author, [organization.id], auditContext);
    const inviteUrl = await invite(transaction, author, organization, userId, email, vouches, trail);
    return inviteUrl === undefined ? { member } : { member, inviteUrl };
  });
}

/**
 * Takes a person out of the organization and of its teams. Their tokens' part in it ends for good.
 * @returns what is said of sets that own the places in teams
 */
export async function removeMember(
  deps: IdentityDeps,
  author: Author,
  organization: Organization,
  userId: string,
  conditions: Conditions,
): Promise<readonly string[]> {
  const { email } = await memberNamed(deps.identity, organization, userId);
  const remove = async (transaction: IdentityTransaction) => {
    const { identity } = transaction;
    const member = await memberNamed(identity, organization, userId);
    checkVersion(member, conditions);
    if (member.role === "org_admin") await refuseLastAdmin(identity, organization, member, "user_id");
    const warnings = await leaveTeams(transaction, author, organization, member.email);
    const changes = Object.entries({ email: member.email, role: member.role }).map(([field, before]) => ({
      field,
      before,
      after: null,
    }));
    const auditContext = { action: "remove_member", resource: "members", rowId: userId, changes };
    const trail = trailOf(author, [organization.id], auditContext);
    await identity.members.remove(organization.id, userId, author.now, trail);
    return warnings;
  };
  return withAccount(deps, email, remove, [adminLock(organization)]);
}

/** @throws 404 where the organization has no member of that id */
export async function memberNamed(
  identity: Pick<IdentityStore, "members">,
  organization: Organization,
  userId: string,
): Promise<MemberRecord> {
  const member = await identity.members.find(organization.id, userId);
  if (member === undefined)
    throw new Refusal("not_found", "There is no such member; list the members for the ids there are.");
  return member;
}

/** The ETag of a member: it moves with the role, which is all that can be changed of them here. */
export function memberTag({ revision }: MemberRecord): string {
  return etagOf(revision);
}

/**
 * Runs under the lock that every change of a role takes.
 * @throws 412 with the member as they are, where the request names another version of them
 */
function checkVersion(member: MemberRecord, conditions: Conditions): void {
  const etag = memberTag(member);
  const failed = failedCondition(conditions, etag);
  if (failed !== undefined) throw stale(failed, conditions, renderMember(member), etag);
}

function hasPassword(account: Account | undefined): account is Account & { readonly passwordHash: string } {
  return account !== undefined && account.passwordHash !== null;
}

export function renderMember({ id, email, name, role, acceptedAt, createdAt }: MemberRecord): JsonObject {
  return {
    id,
    email,
    name,
    role,
    status: acceptedAt === null ? "invited" : "active",
    created_at: createdAt.toISOString(),
  };
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

/** Makes the one-time link and mails it; without mail the caller hands it over. */
async function invite(
  { writer, identity, siteUrl, mailInvitation }: IdentityTransaction,
  author: Author,
  organization: Organization,
  userId: string,
  email: string,
  vouches: boolean,
  trail: Trail = [],
): Promise<string | undefined> {
  const { url, hash, expiresAt } = newLink(siteUrl, "invitations", author.now);
  const provesAddress = vouches || mailInvitation !== undefined;
  await identity.members.invite(
    { hash, organizationId: organization.id, userId, expiresAt, provesAddress },
    trail,
  );
  if (mailInvitation === undefined) return url;
  await refuseFlood(identity.members, organization.id, email, author.now);
  const { id: organizationId, name: organizationName } = organization;
  await mailInvitation(writer, {
    to: email,
    organizationId,
    organizationName,
    invitedBy: author.actor.name,
    url,
    expiresAt,
  });
  return undefined;
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

/** Runs under the lock, so that of two admins who step down at once one stays. */
async function refuseLastAdmin(
  identity: IdentityWriter,
  organization: Organization,
  member: MemberRecord,
  field: string,
): Promise<void> {
  if (member.acceptedAt === null || (await identity.members.hasOtherAdmin(organization.id, member.id)))
    return;
  throw unprocessable([
    {
      field,
      message: "is the organization's last org_admin; make somebody else org_admin first",
      reason: "last_admin",
    },
  ]);
}

async function leaveTeams(
  { writer, engine, teamMembers }: IdentityTransaction,
  author: Author,
  organization: Organization,
  email: string,
): Promise<readonly string[]> {
  const filter = { field: "email", value: foldEmail(email), fold: true };
  const places = await writer.list(
    organization.id,
    teamMembers.kind,
    "sort_key",
    [filter],
    maxTeams,
    author.now,
  );
  const warnings = new Set<string>();
  for (const place of places) {
    const call = callBy(author, organization);
    const found = await engine.remove(call, teamMembers, place.id).catch((error) => {
      // Somebody else took the person out of this team meanwhile.
      if (!(error instanceof Refusal && error.code === "not_found")) throw error;
      return [];
    });
    for (const warning of found) warnings.add(warning);
  }
  return [...warnings];
}

function adminLock(organization: Organization): string {
  return `${organization.id}/members/admin`;
}
