/** Who a signed-in person is, as the database knows them. */
import type { Role } from "../../kernel/access.ts";
import type { Organization } from "../context.ts";

export type OrganizationRecord = Organization;

export interface Membership {
  readonly organization: OrganizationRecord;
  readonly role: Role;
}

export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** A session that is known, and not over. */
export interface KnownSession {
  readonly id: string;
  readonly lastUsedAt: Date | null;
  readonly user: UserRecord;
  /** The password is temporary, and until it is changed the session is good for nothing else. */
  readonly mustChangePassword: boolean;
  readonly memberships: readonly Membership[];
}
