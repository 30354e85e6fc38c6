/** Who a signed-in person is, as the database knows them. */
import type { Role } from "../../kernel/access.ts";
import type { Organization } from "../context.ts";

export type OrganizationRecord = Organization;

export interface Membership {
  readonly organization: OrganizationRecord;
  readonly role: Role;
  readonly signIn: SignIn;
}

/** How the member signs in for the organization: by password, at its own provider, or by either. */
export type SignIn = "password" | "sso" | "both";

/** By what a session was proved. */
export interface SessionProof {
  readonly byPassword: boolean;
  /** Ids of the organizations at whose own provider the person signed in. */
  readonly ssoOrganizations: readonly string[];
}

export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** A session that is known, and not over. */
export interface KnownSession extends SessionProof {
  readonly id: string;
  readonly lastUsedAt: Date | null;
  readonly user: UserRecord;
  /** The password is temporary, and until it is changed the session is good for nothing else. */
  readonly mustChangePassword: boolean;
  /** Those that the session reaches. */
  readonly memberships: readonly Membership[];
  /** The others, which need another sign-in first. */
  readonly elsewhere: readonly Membership[];
}
