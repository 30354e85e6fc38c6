/** Who a signed-in person is, as the database knows them. */
import type { Role } from "../../kernel/access.ts";
import type { Organization } from "../context.ts";

export type OrganizationRecord = Organization;

export interface Membership {
  readonly organization: OrganizationRecord;
  readonly role: Role;
  readonly signIn: SignIn;
  /** `linked`: required of a password, and the person has an identity at the organization's provider too. */
  readonly secondFactor: "optional" | "required" | "linked";
}

/** A membership that a session does not reach, and what it needs: another sign-in, or a second factor. */
export interface Unreached extends Membership {
  readonly needs: "sign_in" | "second_factor";
}

/** How the member signs in for the organization: by password, at its own provider, or by either. */
export type SignIn = "password" | "sso" | "both";

/** By what a session was proved. */
export interface SessionProof {
  readonly byPassword: boolean;
  /** Ids of the organizations at whose own provider the person signed in. */
  readonly ssoOrganizations: readonly string[];
  /** Whether a second factor was proved with the password. */
  readonly secondFactor: boolean;
  /** Ids of organizations in which an admin ended what the password reached. */
  readonly endedOrganizations: readonly string[];
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
  /** The others. */
  readonly elsewhere: readonly Unreached[];
  /** When the password was proved last; null where the session is of a provider's sign-in alone. */
  readonly passwordAt: Date | null;
}
