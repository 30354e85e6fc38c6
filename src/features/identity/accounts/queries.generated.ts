/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type {
  Columns,
  MembershipJson,
  Quotas,
  SecondFactorRule,
  SignIn,
  Suspension,
} from "./column-types.ts";

interface Queries {
  acceptMembership: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly acceptedAt: Date | string;
    };
    readonly row: {
      readonly user_id: string;
    };
  };
  authenticateKey: {
    readonly parameters: {
      readonly hash: Buffer;
    };
    readonly row: {
      readonly credential: string | null;
    };
  };
  authenticateKeys: {
    readonly parameters: {
      readonly hash: readonly Buffer[];
    };
    readonly row: {
      readonly place: number;
      readonly first: number;
      readonly credential: string | null;
    };
  };
  authenticateSession: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
      readonly usedAfter: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly last_used_at: Date;
      readonly user_id: string;
      readonly email: string;
      readonly user_name: string;
      readonly must_change_password: boolean;
      readonly by_password: boolean;
      readonly sso_organizations: readonly string[];
      readonly password_at: Date | null;
      readonly second_factor: boolean;
      readonly ended_organizations: readonly string[];
      readonly memberships: MembershipJson[];
    };
  };
  authenticateSessions: {
    readonly parameters: {
      readonly hash: readonly Buffer[];
      readonly now: readonly (Date | string)[];
      readonly usedAfter: readonly (Date | string)[];
    };
    readonly row: {
      readonly place: number;
      readonly id: string;
      readonly last_used_at: Date;
      readonly user_id: string;
      readonly email: string;
      readonly user_name: string;
      readonly must_change_password: boolean;
      readonly by_password: boolean;
      readonly sso_organizations: readonly string[];
      readonly password_at: Date | null;
      readonly second_factor: boolean;
      readonly ended_organizations: readonly string[];
      readonly memberships: MembershipJson[];
    };
  };
  authenticateToken: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly max_role: Columns["tokens.max_role"] | null;
      readonly propose_only: boolean;
      readonly last_used_at: Date | null;
      readonly user_id: string;
      readonly email: string;
      readonly user_name: string;
      readonly has_second_factor: boolean;
      readonly memberships: MembershipJson[];
    };
  };
  authenticateTokens: {
    readonly parameters: {
      readonly hash: readonly Buffer[];
      readonly now: readonly (Date | string)[];
    };
    readonly row: {
      readonly place: number;
      readonly id: string;
      readonly name: string;
      readonly max_role: Columns["tokens.max_role"] | null;
      readonly propose_only: boolean;
      readonly last_used_at: Date | null;
      readonly user_id: string;
      readonly email: string;
      readonly user_name: string;
      readonly has_second_factor: boolean;
      readonly memberships: MembershipJson[];
    };
  };
  beginChallenge: {
    readonly parameters: {
      readonly now: Date | string;
      readonly hash: Buffer;
      readonly userId: string;
      readonly kept: number | string;
      readonly purpose: string;
      readonly passkeyChallenge: string;
      readonly passwordDigest: Buffer | null;
      readonly expiresAt: Date | string;
    };
    readonly row: never;
  };
  beginTotp: {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
      readonly createdAt: Date | string;
      readonly sealedSecret: string;
    };
    readonly row: never;
  };
  confirmTotp: {
    readonly parameters: {
      readonly name: string;
      readonly confirmedAt: Date | string;
      readonly step: number | string;
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  countRecoveryCodes: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  deleteFactor: {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  deleteFactors: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  deleteMember: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: never;
  };
  deleteOrganization: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  deleteOrganizationReferences: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  deleteOtherPasswordSessions: {
    readonly parameters: {
      readonly userId: string;
      readonly keptId: string;
    };
    readonly row: never;
  };
  deleteOtherSessions: {
    readonly parameters: {
      readonly userId: string;
      readonly keptId: string;
    };
    readonly row: never;
  };
  deleteSession: {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  deleteSessionsOfUser: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: never;
  };
  deleteUnclaimedUsers: {
    readonly parameters: {
      readonly userIds: readonly string[];
    };
    readonly row: never;
  };
  endChallenge: {
    readonly parameters: {
      readonly hash: Buffer;
    };
    readonly row: {
      readonly hash: Buffer;
    };
  };
  endEverySession: {
    readonly parameters: {
      readonly now: Date | string;
    };
    readonly row: {
      readonly sessions: string;
      readonly tokens: string;
    };
  };
  endInvitations: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: never;
  };
  endKey: {
    readonly parameters: {
      readonly expiresAt: Date | string;
      readonly organizationId: string;
      readonly id: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  endMemberSessions: {
    readonly parameters: {
      readonly userId: string;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  endPassword: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  endSsoSessions: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string | null;
    };
    readonly row: never;
  };
  endTokensOfMember: {
    readonly parameters: {
      readonly organizationId: string;
      readonly at: Date | string;
      readonly userId: string;
    };
    readonly row: never;
  };
  endUnprovedAccounts: {
    readonly parameters: {
      readonly userIds: readonly string[];
    };
    readonly row: never;
  };
  findOtherAdmin: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly user_id: string;
    };
  };
  findOtherMembership: {
    readonly parameters: {
      readonly userId: string;
      readonly organizationId: string;
    };
    readonly row: {
      readonly organizationId: string;
    };
  };
  forgetRateUse: {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  forgetSecondFactor: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: never;
  };
  getAnyAccount: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly found: boolean;
    };
  };
  getBegunTotp: {
    readonly parameters: {
      readonly userId: string;
      readonly begunAfter: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly sealedSecret: string;
    };
  };
  getBreakGlass: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly userId: string | null;
    };
  };
  getInvitation: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
    };
    readonly row: {
      readonly expiresAt: Date;
      readonly provesAddress: boolean;
      readonly role: Columns["members.role"];
      readonly invitedName: string | null;
      readonly organizationId: string;
      readonly slug: string;
      readonly organizationName: string;
      readonly userId: string;
      readonly email: string;
      readonly memberElsewhere: boolean;
    };
  };
  getKey: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly scopes: Columns["api_keys.scopes"];
      readonly connectorId: string | null;
      readonly prefix: string;
      readonly createdBy: string;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
      readonly lastUsedAddress: string | null;
      readonly kinds: readonly string[] | null;
      readonly verbs: Columns["api_keys.verbs"] | null;
      readonly services: readonly string[] | null;
      readonly teamId: string | null;
      readonly addresses: readonly string[] | null;
      readonly ask: boolean;
      readonly proposeOnly: boolean;
      readonly madeBy: string | null;
    };
  };
  getMember: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly role: Columns["members.role"];
      readonly acceptedAt: Date | null;
      readonly createdAt: Date;
      readonly revision: string;
      readonly secondFactor: boolean;
    };
  };
  getOrganization: {
    readonly parameters: {
      readonly idOrSlug: string;
    };
    readonly row: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly plan: Columns["organizations.plan"];
      readonly ipAllowlist: readonly string[];
      readonly createdAt: Date;
      readonly suspension: Suspension;
      readonly quotas: Quotas;
      readonly ownQuotas: Columns["organizations.quotas"];
      readonly suspendedAt: Date | null;
      readonly suspendedBy: string | null;
      readonly suspensionReason: string | null;
      readonly deleteAt: Date | null;
      readonly deletionAskedAt: Date | null;
      readonly deletionAskedBy: string | null;
      readonly deletionReason: string | null;
      readonly exportedAt: Date | null;
    };
  };
  getReset: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
    };
    readonly row: {
      readonly expiresAt: Date;
      readonly provesAddress: boolean;
      readonly userId: string;
      readonly email: string;
    };
  };
  getTimezoneOfUser: {
    readonly parameters: {
      readonly emailFolded: string;
    };
    readonly row: {
      readonly timezone: string | null;
    };
  };
  getToken: {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly organizations: readonly string[];
      readonly maxRole: Columns["tokens.max_role"] | null;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
      readonly client: string | null;
      readonly clientHost: string | null;
      readonly proposeOnly: boolean;
    };
  };
  getUser: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string | null;
      readonly passwordState: Columns["users.password_state"];
      readonly provedAt: Date | null;
      readonly createdAt: Date;
    };
  };
  getUserByEmail: {
    readonly parameters: {
      readonly emailFolded: string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string | null;
      readonly passwordState: Columns["users.password_state"];
      readonly provedAt: Date | null;
      readonly createdAt: Date;
    };
  };
  hasFactor: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  insertInvitation: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly hash: Buffer;
      readonly expiresAt: Date | string;
      readonly provesAddress: boolean;
    };
    readonly row: never;
  };
  insertKey: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly hash: Buffer;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly connectorId: string | null;
      readonly prefix: string;
      readonly createdBy: string;
      readonly createdAt: Date | string;
      readonly expiresAt: Date | string | null;
      readonly kinds: readonly string[] | null;
      readonly verbs: readonly string[] | null;
      readonly services: readonly string[] | null;
      readonly teamId: string | null;
      readonly addresses: readonly string[] | null;
      readonly ask: boolean;
      readonly proposeOnly: boolean;
      readonly madeBy: string | null;
    };
    readonly row: never;
  };
  insertMember: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly role: string;
      readonly invitedName: string | null;
      readonly acceptedAt: Date | string | null;
      readonly createdAt: Date | string;
    };
    readonly row: never;
  };
  insertOrganization: {
    readonly parameters: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly plan: string;
      readonly createdAt: Date | string;
    };
    readonly row: never;
  };
  insertPasskey: {
    readonly parameters: {
      readonly id: string;
      readonly userId: string;
      readonly name: string;
      readonly createdAt: Date | string;
      readonly credentialId: string;
      readonly publicKey: Buffer;
      readonly signCount: number | string;
      readonly transports: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  insertSession: {
    readonly parameters: {
      readonly userId: string;
      readonly createdAt: Date | string;
      readonly beforeId: string | null;
      readonly hash: Buffer;
      readonly id: string;
      readonly address: string | null;
      readonly userAgent: string | null;
      readonly byPassword: boolean;
      readonly ssoOrganizations: readonly string[];
      readonly secondFactor: boolean;
      readonly passwordHash: string | null;
    };
    readonly row: {
      readonly id: string;
    };
  };
  insertToken: {
    readonly parameters: {
      readonly id: string;
      readonly userId: string;
      readonly hash: Buffer;
      readonly name: string;
      readonly prefix: string;
      readonly organizations: readonly string[];
      readonly maxRole: string | null;
      readonly createdAt: Date | string;
      readonly expiresAt: Date | string | null;
      readonly client: string | null;
      readonly clientHost: string | null;
      readonly accessUntil: Date | string | null;
      readonly proposeOnly: boolean;
    };
    readonly row: never;
  };
  insertUser: {
    readonly parameters: {
      readonly id: string;
      readonly email: string;
      readonly emailFolded: string;
      readonly name: string;
      readonly passwordHash: string | null;
      readonly passwordState: string;
      readonly provedAt: Date | string | null;
      readonly createdAt: Date | string;
    };
    readonly row: never;
  };
  listFactors: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
      readonly kind: Columns["second_factors.kind"];
      readonly name: string;
      readonly createdAt: Date;
      readonly lastUsedAt: Date | null;
      readonly sealedSecret: string | null;
      readonly credentialId: string | null;
      readonly publicKey: Buffer | null;
      readonly signCount: string;
      readonly transports: readonly string[];
    };
  };
  listKeys: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly scopes: Columns["api_keys.scopes"];
      readonly connectorId: string | null;
      readonly prefix: string;
      readonly createdBy: string;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
      readonly lastUsedAddress: string | null;
      readonly kinds: readonly string[] | null;
      readonly verbs: Columns["api_keys.verbs"] | null;
      readonly services: readonly string[] | null;
      readonly teamId: string | null;
      readonly addresses: readonly string[] | null;
      readonly ask: boolean;
      readonly proposeOnly: boolean;
      readonly madeBy: string | null;
    };
  };
  listKeysOfConnector: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
    };
  };
  listMailedInvitations: {
    readonly parameters: {
      readonly partition: string;
      readonly since: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly at: Date;
    };
  };
  listMembers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly role: Columns["members.role"];
      readonly acceptedAt: Date | null;
      readonly createdAt: Date;
      readonly revision: string;
      readonly secondFactor: boolean;
    };
  };
  listMemberships: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly role: Columns["members.role"];
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly plan: Columns["organizations.plan"];
      readonly ipAllowlist: readonly string[];
      readonly suspension: Suspension;
      readonly quotas: Quotas;
      readonly signIn: SignIn;
      readonly secondFactor: SecondFactorRule;
    };
  };
  listOrganizations: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly plan: Columns["organizations.plan"];
      readonly ipAllowlist: readonly string[];
      readonly createdAt: Date;
      readonly suspension: Suspension;
      readonly quotas: Quotas;
      readonly ownQuotas: Columns["organizations.quotas"];
      readonly suspendedAt: Date | null;
      readonly suspendedBy: string | null;
      readonly suspensionReason: string | null;
      readonly deleteAt: Date | null;
      readonly deletionAskedAt: Date | null;
      readonly deletionAskedBy: string | null;
      readonly deletionReason: string | null;
      readonly exportedAt: Date | null;
    };
  };
  listSealedFactors: {
    readonly parameters: {
      readonly afterId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly userId: string;
      readonly sealedSecret: string;
    };
  };
  listSessions: {
    readonly parameters: {
      readonly userId: string;
      readonly idleMinutes: number;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly createdAt: Date;
      readonly lastUsedAt: Date;
      readonly expiresAt: Date;
      readonly address: string | null;
      readonly userAgent: string | null;
      readonly byPassword: boolean;
      readonly ssoOrganizations: readonly string[];
      readonly secondFactor: boolean;
      readonly endedOrganizations: readonly string[];
    };
  };
  listSlugs: {
    readonly parameters: {
      readonly base: string;
    };
    readonly row: {
      readonly slug: string;
    };
  };
  listTokens: {
    readonly parameters: {
      readonly userId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly organizations: readonly string[];
      readonly maxRole: Columns["tokens.max_role"] | null;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
      readonly client: string | null;
      readonly clientHost: string | null;
      readonly proposeOnly: boolean;
    };
  };
  lockOrganization: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly due: boolean;
      readonly exported: boolean;
    };
  };
  lockRow: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  lockUnprovedMembers: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  lockUser: {
    readonly parameters: {
      readonly emailFolded: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  narrowToken: {
    readonly parameters: {
      readonly name: string;
      readonly maxRole: string | null;
      readonly expiresAt: Date | string | null;
      readonly proposeOnly: boolean;
      readonly organizations: readonly string[];
      readonly userId: string;
      readonly id: string;
      readonly seenRole: string | null;
      readonly seenExpiry: Date | string | null;
    };
    readonly row: {
      readonly id: string;
    };
  };
  noteSecondFactor: {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  replaceRecoveryCodes: {
    readonly parameters: {
      readonly userId: string;
      readonly hashes: readonly Buffer[];
    };
    readonly row: never;
  };
  replaceReset: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly userId: string;
      readonly expiresAt: Date | string;
      readonly provesAddress: boolean;
      readonly unlessSince: Date | string | null;
    };
    readonly row: {
      readonly user_id: string;
    };
  };
  replaceSealedFactor: {
    readonly parameters: {
      readonly after: string;
      readonly id: string;
      readonly before: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  revokeEveryKey: {
    readonly parameters: {
      readonly now: Date | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly id: string;
      readonly name: string;
    };
  };
  revokeKey: {
    readonly parameters: {
      readonly now: Date | string;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  revokeToken: {
    readonly parameters: {
      readonly now: Date | string;
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  revokeTokensOfUser: {
    readonly parameters: {
      readonly now: Date | string;
      readonly userId: string;
    };
    readonly row: never;
  };
  setUserPassword: {
    readonly parameters: {
      readonly hash: string;
      readonly state: string;
      readonly provedAt: Date | string | null;
      readonly id: string;
      readonly seenHash: string | null;
      readonly seenState: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  settleRateUse: {
    readonly parameters: {
      readonly credentials: readonly Buffer[];
      readonly passed: readonly number[];
      readonly perSecond: readonly number[];
    };
    readonly row: {
      readonly credential: string;
      readonly used: number;
    };
  };
  touchKeys: {
    readonly parameters: {
      readonly now: Date | string;
      readonly hashes: readonly Buffer[];
      readonly addresses: readonly string[];
    };
    readonly row: never;
  };
  touchSessions: {
    readonly parameters: {
      readonly now: Date | string;
      readonly hashes: readonly Buffer[];
    };
    readonly row: never;
  };
  touchTokens: {
    readonly parameters: {
      readonly now: Date | string;
      readonly hashes: readonly Buffer[];
    };
    readonly row: never;
  };
  tryChallenge: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly purpose: string;
      readonly now: Date | string;
      readonly most: number;
    };
    readonly row: {
      readonly userId: string;
      readonly passkeyChallenge: string;
      readonly passwordDigest: Buffer | null;
    };
  };
  updateMemberRole: {
    readonly parameters: {
      readonly role: string;
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: never;
  };
  updateOrganizationPlan: {
    readonly parameters: {
      readonly plan: string;
      readonly id: string;
    };
    readonly row: never;
  };
  updateOrganizationQuotas: {
    readonly parameters: {
      readonly quotas: JsonText;
      readonly id: string;
    };
    readonly row: never;
  };
  updateUserName: {
    readonly parameters: {
      readonly name: string;
      readonly id: string;
    };
    readonly row: never;
  };
  updateUserProfile: {
    readonly parameters: {
      readonly name: string;
      readonly timezone: string | null;
      readonly id: string;
    };
    readonly row: never;
  };
  usePasskey: {
    readonly parameters: {
      readonly signCount: number | string;
      readonly now: Date | string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  useRecoveryCode: {
    readonly parameters: {
      readonly userId: string;
      readonly hash: Buffer;
    };
    readonly row: {
      readonly user_id: string;
    };
  };
  useTotp: {
    readonly parameters: {
      readonly step: number | string;
      readonly now: Date | string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
}

export const sql = readQueries<Queries>("accounts", new URL("queries/", import.meta.url));
