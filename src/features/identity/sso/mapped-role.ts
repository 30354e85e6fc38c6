/** The role that follows from what an organization's provider says of a member. */
import type { Organization } from "../../../engine/context.ts";
import type { Role } from "../../../kernel/access.ts";
import { type Author, type IdentityTransaction, type MemberRecord, trailOf } from "../accounts/index.ts";
import type { SsoStore } from "./store.ts";

/**
 * A mapping takes the organization neither its last org_admin nor the one who can sign in without the provider; that
 * it would is on record. It runs under the lock of the organization's admins.
 * @param role undefined where the provider gives none: whoever is not needed has to leave then
 * @returns whether the member may stay
 */
export async function followMapping(
  sso: Pick<SsoStore, "in">,
  { identity, writer }: IdentityTransaction,
  author: Author,
  { id: organizationId }: Organization,
  member: MemberRecord,
  role: Role | undefined,
): Promise<boolean> {
  if (member.role === role) return true;
  const { id: userId } = member;
  const needed =
    member.role === "org_admin" &&
    member.acceptedAt !== null &&
    (!(await identity.members.hasOtherAdmin(organizationId, userId)) ||
      (await identity.members.breakGlass(organizationId)) === userId);
  const context = { action: "update_member", resource: "members", rowId: userId } as const;
  if (needed) {
    await sso
      .in(writer)
      .record(trailOf(author, [organizationId], { ...context, changes: [], outcome: "refused" }));
    return true;
  }
  if (role === undefined) return false;
  const changes = [{ field: "role", before: member.role, after: role }];
  await identity.members.setRole(
    organizationId,
    userId,
    role,
    trailOf(author, [organizationId], { ...context, changes }),
  );
  return true;
}
