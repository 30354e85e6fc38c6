/** How people change their role in an organization, are invited to it again, and leave it; how they join is in joining.ts. */

import type { Organization } from "../../../engine/context.ts";
import { stale } from "../../../engine/reading.ts";
import type { Role } from "../../../kernel/access.ts";
import { type Conditions, etagOf, failedCondition } from "../../../kernel/etag.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Warning } from "../../../kernel/warning.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { type Author, callBy, trailOf } from "./author.ts";
import { type IdentityDeps, type IdentityTransaction, transact, withAccount } from "./deps.ts";
import { refuseFlood } from "./invitation-limit.ts";
import { newLink } from "./link.ts";
import type { IdentityStore, IdentityWriter, MemberRecord } from "./store.ts";
import type { Trail } from "./tables.ts";

/** More teams than anybody is in. */
const maxTeams = 10_000;

export interface Joined {
  readonly member: MemberRecord;
  /** The link to hand over, where no mail took it along. */
  readonly inviteUrl?: string;
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
    await refuseBreakGlass(identity, organization, member, "role");
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
): Promise<readonly Warning[]> {
  const { email } = await memberNamed(deps.identity, organization, userId);
  const remove = async (transaction: IdentityTransaction) => {
    const member = await memberNamed(transaction.identity, organization, userId);
    checkVersion(member, conditions);
    return removeIn(transaction, author, organization, member);
  };
  return withAccount(deps, email, remove, [adminLock(organization)]);
}

/** The same within a transaction that holds the admin lock and the person's account. */
export async function removeIn(
  transaction: IdentityTransaction,
  author: Author,
  organization: Organization,
  member: MemberRecord,
): Promise<readonly Warning[]> {
  const { identity } = transaction;
  const { id: userId, email, role } = member;
  if (role === "org_admin") await refuseLastAdmin(identity, organization, member, "user_id");
  await refuseBreakGlass(identity, organization, member, "user_id");
  const warnings = await leaveTeams(transaction, author, organization, email);
  const changes = Object.entries({ email, role }).map(([field, before]) => ({ field, before, after: null }));
  const auditContext = { action: "remove_member", resource: "members", rowId: userId, changes };
  const trail = trailOf(author, [organization.id], auditContext);
  await identity.members.remove(organization.id, userId, author.now, trail);
  return warnings;
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

export function renderMember({
  id,
  email,
  name,
  role,
  acceptedAt,
  createdAt,
  secondFactor,
}: MemberRecord): JsonObject {
  return {
    id,
    email,
    name,
    role,
    status: acceptedAt === null ? "invited" : "active",
    // Of somebody who has not accepted nothing is said that their account has elsewhere.
    second_factor: acceptedAt !== null && secondFactor,
    created_at: createdAt.toISOString(),
  };
}

/** Makes the one-time link and mails it; without mail the caller hands it over. */
export async function invite(
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

/** While only one person can sign in without the provider, that one stays. */
async function refuseBreakGlass(
  identity: IdentityWriter,
  organization: Organization,
  member: MemberRecord,
  field: string,
): Promise<void> {
  if ((await identity.members.breakGlass(organization.id)) !== member.id) return;
  throw unprocessable([
    {
      field,
      message: "is the break-glass org_admin of the organization's sign-in; name somebody else there first",
      reason: "break_glass",
    },
  ]);
}

async function leaveTeams(
  { writer, engine }: IdentityTransaction,
  author: Author,
  organization: Organization,
  email: string,
): Promise<readonly Warning[]> {
  const filter = { field: "email", value: foldEmail(email), fold: true };
  const places = await writer.list(
    organization.id,
    teamMembers.kind,
    "sort_key",
    [filter],
    maxTeams,
    author.now,
  );
  const warnings: Warning[] = [];
  for (const place of places) {
    const call = { ...callBy(author, organization), unheld: true } as const;
    const found = await engine.remove(call, teamMembers, place.id).catch((error) => {
      // Somebody else took the person out of this team meanwhile.
      if (!(error instanceof Refusal && error.code === "not_found")) throw error;
      return [];
    });
    warnings.push(...found);
  }
  return warnings;
}

/** The lock for what may take an organization its last org_admin. */
export function adminLock(organization: Organization): string {
  return `${organization.id}/members/admin`;
}
