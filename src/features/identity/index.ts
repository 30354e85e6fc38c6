/** Who calls, what they may do, and the record of what they did. What other wings may import of it. */
export {
  type AccountChange,
  type AccountMail,
  type Author,
  type Bounds,
  createIdentity,
  createIdentityStore,
  type GuessGuard,
  hashOf,
  type Identity,
  type IdentityDeps,
  type IdentityStore,
  type IdentityWriter,
  Limiter,
  type LinkMails,
  newSecret,
  type OrganizationDetail,
  operatorAuthor,
  organizationDetailShape,
  organizationNamed,
  ownTrail,
  quotasField,
  type Requests,
  type ResetMail,
  refuseUnreached,
  removeOrganization,
  renderOrganizationDetail,
  revokeKeysOf,
  sessionOf,
  type Traffic,
  type Trail,
  trailOf,
  whenever,
} from "./accounts/index.ts";
export { type Audit, createAudit, createAuditStore, loggedHeads, recordsNaming } from "./audit/index.ts";
export { createAwsExternalId } from "./aws-external-id/index.ts";
export { createOauth, type Oauth } from "./oauth/index.ts";
export { createScim, createScimStore, type Scim } from "./scim/index.ts";
export { createSso, createSsoStore } from "./sso/index.ts";
export { createTeams, type TeamRoster, type Teams } from "./teams/index.ts";
export {
  createWays,
  type KnownWay,
  ownMailId,
  type PersonWay,
  type ReachedBy,
  standingOfPerson,
  type Urgency,
  type WayOutcome,
  type WayStep,
  type Ways,
  wakingFailures,
  wayKinds,
  withMail,
} from "./ways/index.ts";
export { createWhoami } from "./whoami/index.ts";
