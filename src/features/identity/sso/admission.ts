/** Lets in whom an organization's provider says it is, or says why not. */
import type { Organization } from "../../../engine/context.ts";
import type { AccountRequest } from "../../../engine/operation.ts";
import { LostRace } from "../../../engine/ports/rows.ts";
import { untilSettled } from "../../../engine/transaction.ts";
import type { Role } from "../../../kernel/access.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { Reason } from "../../../kernel/reasons.ts";
import {
  type Account,
  accessSettings,
  accountChanged,
  accountRounds,
  adminLock,
  type IdentityTransaction,
  type MemberRecord,
  madeOf,
  signInAuthor,
  trailOf,
  withAccount,
} from "../accounts/index.ts";
import {
  addressOf,
  type Claims,
  groupsOf,
  isOfDomains,
  nameOf,
  roleAfter,
  type Verification,
  verificationOf,
} from "./claims.ts";
import type { SsoDeps } from "./deps.ts";
import { followMapping } from "./mapped-role.ts";
import { accountMark, addressMark, externalMark, subjectMark } from "./marks.ts";
import { onRecord } from "./refusals.ts";
import type { ConnectionSettings } from "./shapes.ts";
import type { SsoStore } from "./store.ts";
import { moveTeams } from "./teams.ts";

/** Somebody, as the provider says. */
export interface Person {
  readonly issuer: string;
  readonly claims: Claims;
}

/** Who is let in; or the account whose owner has to say yes first, as the provider's word is not enough for it. */
export type Admission = { readonly account: Account } | { readonly confirms: Account };

/** What the claims mean, before anybody is looked up. */
interface Standing {
  readonly subject: string;
  readonly address: string;
  readonly verification: Verification;
  readonly groups: readonly string[];
}

/** @throws Refusal 403 with the reason why somebody with these claims is let in nowhere here */
export function standingOf(claims: Claims, settings: ConnectionSettings): Standing {
  const address = addressOf(claims);
  if (address === undefined)
    throw refusal("sso_address", "The provider sent no email address; have it send the claim email.");
  const verification = verificationOf(claims);
  if (verification === "unverified")
    throw refusal("sso_address", `The provider says that the address ${address} is not verified.`);
  refuseDomain(address, settings.allowed_domains);
  const groups = groupsOf(claims, settings.groups_claim);
  if (groups === undefined)
    throw refusal(
      "sso_no_role",
      "The provider left the groups out because the person is in too many; have it send fewer, such as those of this application.",
    );
  return { subject: claims.sub, address, verification, groups };
}

/** @throws Refusal 403 `email_domain` */
function refuseDomain(address: string, domains: readonly string[]): void {
  if (isOfDomains(address, domains)) return;
  throw refusal(
    "email_domain",
    `The address ${address} is not of ${domains.join(", ")}, the domains that are let in.`,
  );
}

/** @throws Refusal 403 where no role follows */
export function roleOf(
  groups: readonly string[],
  settings: ConnectionSettings,
  present: Role | undefined,
): Role {
  const role = roleAfter(groups, settings, present);
  if (role !== undefined) return role;
  throw refusal(
    "sso_no_role",
    "None of the person's groups gives a role here, and there is no default role; ask an org_admin.",
  );
}

/**
 * Decides who that is, and makes the membership, the role and the teams what they follow to.
 * @param confirmed the id of the account whose owner just said yes
 * @throws Refusal 403, which is on record
 */
export async function admit(
  deps: SsoDeps,
  request: AccountRequest,
  organization: Organization,
  settings: ConnectionSettings,
  person: Person,
  confirmed?: string,
): Promise<Admission> {
  const work = () => admitOnce(deps, request, organization, settings, person, confirmed);
  return onRecord(deps, request, organization.id, work, person);
}

async function admitOnce(
  deps: SsoDeps,
  request: AccountRequest,
  organization: Organization,
  settings: ConnectionSettings,
  person: Person,
  confirmed: string | undefined,
): Promise<Admission> {
  const standing = standingOf(person.claims, settings);
  const { allowedEmailDomains: domains } = await accessSettings(deps.people, organization.id);
  return untilSettled(accountRounds, accountChanged, async () => {
    const found = await findAccount(deps, organization, person.issuer, standing);
    const account = found?.account;
    if (found !== undefined && !found.known && found.account.id !== confirmed) {
      await refuseUninvited(deps, organization, settings, found.account);
      if (await isClaimed(deps, found.account)) return { confirms: found.account };
    }
    const entered = await withAccount(
      deps.people,
      account?.email ?? standing.address,
      (transaction) =>
        enter(deps, transaction, request, { organization, settings, domains, person, standing, account }),
      [adminLock(organization)],
    );
    if (entered === undefined) throw new LostRace();
    return { account: entered };
  });
}

/** The account by the provider's own name for the person; only somebody who has none is looked for by address. */
async function findAccount(
  { people, sso }: SsoDeps,
  { id }: Organization,
  issuer: string,
  { subject, address, verification }: Standing,
): Promise<{ readonly account: Account; readonly known: boolean } | undefined> {
  const { users } = people.identity;
  const userId = (await sso.member(id, issuer, subject)) ?? (await sso.person(issuer, subject));
  const known = userId === undefined ? undefined : await users.find(userId);
  if (known !== undefined) return { account: known, known: true };
  const account = await users.byEmail(address);
  if (account === undefined) return undefined;
  if (verification !== "verified") throw notVerified(address);
  return { account, known: false };
}

function notVerified(address: string): Refusal {
  return refusal(
    "sso_address",
    `There is a place or an account for ${address}, and the provider does not say that the address is verified; have it send email_verified.`,
  );
}

/** Whether somebody may sign in by the account already; who was only ever invited has it first. */
async function isClaimed(
  { people }: Pick<SsoDeps, "people">,
  { id, passwordHash }: Account,
): Promise<boolean> {
  return passwordHash !== null || (await people.identity.users.memberships(id)).length > 0;
}

async function refuseUninvited(
  { people }: SsoDeps,
  { id, name }: Organization,
  { auto_create }: ConnectionSettings,
  account: Account,
): Promise<void> {
  if (auto_create || (await people.identity.members.find(id, account.id)) !== undefined) return;
  throw notMember(name);
}

interface Entering {
  readonly organization: Organization;
  readonly settings: ConnectionSettings;
  /** Those of the organization's own settings; none: any. */
  readonly domains: readonly string[];
  readonly person: Person;
  readonly standing: Standing;
  /** Undefined: one is made. */
  readonly account: Account | undefined;
}

/** All of one sign-in's changes. Undefined where the account changed since it was found: find it again. */
async function enter(
  deps: SsoDeps,
  transaction: IdentityTransaction,
  request: AccountRequest,
  entering: Entering,
): Promise<Account | undefined> {
  const { organization, settings, person, standing, account } = entering;
  const { identity, writer } = transaction;
  const sso = deps.sso.in(writer);
  const { issuer } = person;
  const { subject, address } = standing;
  const linked = await sso.member(organization.id, issuer, subject);
  const present =
    account === undefined ? await identity.users.byEmail(address) : await identity.users.find(account.id);
  if (present?.id !== account?.id || (linked !== undefined && linked !== account?.id)) return undefined;
  const member = present && (await identity.members.find(organization.id, present.id));
  const kept = present === undefined ? [] : await sso.provisionedGroups(organization.id, present.id);
  const groups = [...standing.groups, ...kept];
  if (member === undefined) await refuseOutsider(sso, entering, present);
  const role = roleOf(groups, settings, member?.role);
  const owner = present ?? (await makePerson(transaction, request, entering));
  if (member === undefined) await join(transaction, request, organization, owner, role);
  else if (member.acceptedAt === null) await accept(transaction, request, entering, member, role);
  else await followMapping(deps.sso, transaction, signInAuthor(request), organization, member, role);
  if (linked === undefined) {
    const changes = madeOf({ issuer, subject });
    const context = { action: "link_sso", resource: "members", rowId: owner.id, changes };
    const identityOf = { issuer, subject, userId: owner.id, linkedAt: request.now };
    await sso.link(organization.id, identityOf, trailOf(signInAuthor(request), [organization.id], context));
    const marks = [subjectMark(issuer, subject), accountMark(owner.id)];
    await sso.forget(organization.id, marks);
    await sso.markMember(organization.id, owner.id, marks);
  }
  await moveTeams(deps, transaction, signInAuthor(request), organization, owner.email, groups, settings);
  return owner;
}

/**
 * Somebody who is no member becomes one by signing in where that is on, and nobody whom the provider has ended: they are
 * known by the subject, the account and the address, whichever of these is another one now.
 * @throws Refusal 403
 */
async function refuseOutsider(
  sso: Pick<SsoStore, "outsiders">,
  { organization, settings, domains, person, standing }: Entering,
  account: Account | undefined,
): Promise<void> {
  const { subject, address, verification } = standing;
  const ofAccount = account === undefined ? [] : [accountMark(account.id), addressMark(account.email)];
  const marks = [
    subjectMark(person.issuer, subject),
    externalMark(subject),
    addressMark(address),
    ...ofAccount,
  ];
  const outsiders = await sso.outsiders(organization.id, address, subject, marks);
  if (!settings.auto_create || outsiders.some(({ waits }) => !waits)) throw notMember(organization.name);
  if (outsiders.length > 0 && verification !== "verified") throw notVerified(address);
  refuseDomain(address, domains);
}

/** Nobody proved the address to this service: it is the organization's word, which is good in that organization only. */
async function makePerson(
  { identity }: IdentityTransaction,
  { now }: AccountRequest,
  { person, standing }: Entering,
): Promise<Account> {
  const account: Account = {
    id: newId("user"),
    email: standing.address,
    name: nameOf(person.claims),
    passwordHash: null,
    passwordState: "own",
    provedAt: null,
    createdAt: now,
  };
  await identity.users.insert(account);
  return account;
}

async function join(
  { identity }: IdentityTransaction,
  request: AccountRequest,
  { id: organizationId }: Organization,
  { id: userId, email, name }: Account,
  role: Role,
): Promise<void> {
  const changes = madeOf({ email, name, role, status: "active" });
  const context = { action: "add_member", resource: "members", rowId: userId, changes };
  const trail = trailOf(signInAuthor(request), [organizationId], context);
  const { now } = request;
  await identity.members.insert(
    { organizationId, userId, role, invitedName: null, acceptedAt: now, createdAt: now },
    trail,
  );
}

/** Whoever was invited needs no link any more. */
async function accept(
  { identity }: IdentityTransaction,
  request: AccountRequest,
  { organization: { id: organizationId }, person }: Entering,
  { id: userId, role: invited, name }: MemberRecord,
  role: Role,
): Promise<void> {
  const account = await identity.users.find(userId);
  // Whoever is a member elsewhere too is named by themselves alone.
  const isNew = (await identity.users.memberships(userId)).length === 0;
  if (account?.name === "" && isNew) await identity.users.rename(userId, nameOf(person.claims) || name, []);
  const changes = [
    { field: "status", before: "invited", after: "active" },
    ...(role === invited ? [] : [{ field: "role", before: invited, after: role }]),
  ];
  const context = { action: "accept_invitation", resource: "members", rowId: userId, changes };
  const trail = trailOf(signInAuthor(request), [organizationId], context);
  if (role !== invited) await identity.members.setRole(organizationId, userId, role, []);
  await identity.members.accept(organizationId, userId, request.now, trail);
}

function notMember(name: string): Refusal {
  return refusal("sso_not_member", `You are not a member of ${name}; ask an org_admin to invite you.`);
}

function refusal(reason: Reason, message: string): Refusal {
  return new Refusal("forbidden", message, { reason });
}
