/** Makes somebody what their organization's provider says: a member with a role and teams, or none. */
import { isDeepStrictEqual } from "node:util";
import type { Organization } from "../../../engine/context.ts";
import type { FieldChange } from "../../../engine/ports/rows.ts";
import { LostRace } from "../../../engine/ports/rows.ts";
import { untilSettled } from "../../../engine/transaction.ts";
import type { Role } from "../../../kernel/access.ts";
import type { Json } from "../../../kernel/field.ts";
import { newId } from "../../../kernel/ids.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";
import {
  accessSettings,
  accountChanged,
  accountRounds,
  adminLock,
  type IdentityTransaction,
  invite,
  type MemberRecord,
  madeOf,
  removeIn,
  trailOf,
  withAccounts,
} from "../accounts/index.ts";
import {
  accountMark,
  addressMark,
  type ConnectionSettings,
  externalMark,
  followMapping,
  isOfDomains,
  moveTeams,
  roleAfter,
  subjectMark,
  valuesOfGroup,
} from "../sso/index.ts";
import { type ScimCall, type ScimDeps, scimLock } from "./deps.ts";
import { invalidValue, notThere, taken } from "./fault.ts";
import { isActive, memberByAddress, type Person, personById, type Reading } from "./persons.ts";
import type { ScimStore } from "./store.ts";
import { addressOf, displayNameOf, type Wanted } from "./user-resource.ts";

/** What is known of the organization before anything is locked. */
interface Rules {
  readonly settings: ConnectionSettings | undefined;
  /** Whether people can sign in at the provider; else they need a link to choose a password by. */
  readonly signsIn: boolean;
  readonly domains: readonly (readonly string[])[];
}

interface Saving {
  readonly deps: ScimDeps;
  readonly call: ScimCall;
  readonly rules: Rules;
  readonly transaction: IdentityTransaction;
  readonly scim: ScimStore | ReturnType<ScimStore["in"]>;
  readonly before: Person | undefined;
  readonly wanted: Wanted;
}

/**
 * Stores a user, and makes the membership what follows. With what the user is already, the membership alone is looked at.
 * @param before undefined for somebody new
 * @throws Refusal, such as where the organization would lose its last org_admin
 */
export async function saveUser(
  deps: ScimDeps,
  call: ScimCall,
  id: string | undefined,
  next: (before: Person | undefined) => Promise<Wanted>,
): Promise<Person> {
  const { organization } = call;
  const rules = await rulesOf(deps, organization);
  return untilSettled(accountRounds, accountChanged, async () => {
    const reading = { scim: deps.scim, identity: deps.people.identity };
    const before = id === undefined ? undefined : await personById(reading, organization, id);
    if (id !== undefined && before === undefined) throw notThere("user");
    const wanted = await next(before);
    const member = await memberOf(deps.people.identity, organization, before);
    const addresses = [addressOf(wanted.content), ...(member === undefined ? [] : [member.email])];
    const locks = [scimLock(organization), adminLock(organization)];
    const work = withAccounts(
      deps.people,
      addresses,
      async (transaction) => {
        const scim = deps.scim.in(transaction.writer);
        const now =
          id === undefined
            ? undefined
            : await personById({ scim, identity: transaction.identity }, organization, id);
        if (isOther(before, now)) return undefined;
        return save({ deps, call, rules, transaction, scim, before, wanted });
      },
      locks,
    );
    const saved = await work.catch((error) => refusedOnRecord(deps, call, member, error));
    if (saved === undefined) throw new LostRace();
    return saved;
  });
}

/** That somebody tried to end the last org_admin is on record: what was tried itself is rolled back. */
async function refusedOnRecord(
  { scim }: ScimDeps,
  { organization, author }: ScimCall,
  member: MemberRecord | undefined,
  error: unknown,
): Promise<never> {
  const { reason } = error instanceof Refusal ? error.detail : {};
  if (member !== undefined && (reason === "last_admin" || reason === "break_glass")) {
    const context = { action: "remove_member", resource: "members", rowId: member.id } as const;
    await scim.record(
      trailOf(author, [organization.id], { ...context, changes: madeOf({ reason }), outcome: "refused" }),
    );
  }
  throw error;
}

/** Looks whether the membership is still what the person's groups say. */
export async function settleUser(deps: ScimDeps, call: ScimCall, id: string): Promise<void> {
  await saveUser(deps, call, id, async (before) => ({
    content: before?.content ?? {},
    active: before !== undefined && isActive(before),
  }));
}

export async function removeUser(deps: ScimDeps, call: ScimCall, id: string): Promise<void> {
  const { organization, author } = call;
  await saveUser(deps, call, id, async (before) => ({ content: before?.content ?? {}, active: false }));
  await withAccounts(
    deps.people,
    [],
    async ({ writer }) => {
      const scim = deps.scim.in(writer);
      const person = await scim.user(organization.id, id);
      // Somebody made them a member again meanwhile: the next try ends that, too.
      if (person === undefined || isActive(person)) throw new LostRace();
      await scim.removeUser(organization.id, id);
      const context = { action: "delete_scim_user", resource: "scim_users", rowId: id };
      const { userName } = person.content;
      const changes = [{ field: "userName", before: userName ?? null, after: null }];
      await scim.record(trailOf(author, [organization.id], { ...context, changes }));
    },
    [scimLock(organization)],
  );
}

async function rulesOf(deps: ScimDeps, { id }: Organization): Promise<Rules> {
  const connection = await deps.sso.connection(id);
  const { allowedEmailDomains } = await accessSettings(deps.people, id);
  return {
    settings: connection?.settings,
    signsIn: connection?.enabled === true,
    domains: [allowedEmailDomains, connection?.settings.allowed_domains ?? []],
  };
}

function isOther(before: Person | undefined, now: Person | undefined): boolean {
  const shown = (person: Person | undefined) =>
    person && JSON.stringify([person.userId, person.waits, person.content, person.changedAt]);
  return shown(before) !== shown(now);
}

async function memberOf(
  identity: Reading["identity"],
  organization: Organization,
  person: Person | undefined,
): Promise<MemberRecord | undefined> {
  const userId = person?.userId ?? null;
  return userId === null ? undefined : identity.members.find(organization.id, userId);
}

async function save(saving: Saving): Promise<Person> {
  const { call, scim, before, wanted } = saving;
  const { id: organizationId } = call.organization;
  await refuseTaken(saving);
  const groups = before?.isStored ? await scim.groupsOf(organizationId, [before.id]) : [];
  const values = groups.flatMap(valuesOfGroup);
  const userId = await membershipOf(saving, values);
  const waits = wanted.active && userId === null;
  const changes = changesOf(before, wanted);
  const { now } = call.author;
  const isNew = before === undefined || !before.isStored;
  const person: Person = {
    id: before?.id ?? newId("scim"),
    userId,
    waits,
    content: wanted.content,
    createdAt: before?.createdAt ?? now,
    changedAt: changes.length > 0 ? now : (before?.changedAt ?? now),
    isStored: true,
  };
  if (changes.length > 0 || isNew) await put(saving, person, changes);
  else if (before.userId !== userId || before.waits !== waits)
    await scim.setMembership(organizationId, person.id, userId, waits);
  await keepMarks(saving, person);
  await followTeams(saving, userId, values);
  return person;
}

/** Who is no member is known again at a sign-in; who becomes active is somebody whom the provider wants again. */
async function keepMarks(
  { deps, call, transaction, before, wanted }: Saving,
  { id, userId, content }: Person,
): Promise<void> {
  const sso = deps.sso.in(transaction.writer);
  const { userName, externalId } = content;
  const marks = [addressMark(addressOf(content)), addressMark(String(userName))];
  if (typeof externalId === "string") marks.push(externalMark(externalId));
  const isBack = wanted.active && (before === undefined || !isActive(before));
  if (isBack) await sso.forget(call.organization.id, marks);
  if (userId === null) await sso.mark(call.organization.id, id, marks);
}

/** A team takes whom the provider keeps here, which is stored by now. */
async function followTeams(
  { deps, call, rules, transaction }: Saving,
  userId: string | null,
  values: readonly string[],
) {
  const { organization, author } = call;
  const account = userId === null ? undefined : await transaction.identity.users.find(userId);
  if (rules.settings === undefined || account === undefined) return;
  await moveTeams(deps, transaction, author, organization, account.email, values, rules.settings);
}

async function put({ call, scim, before }: Saving, person: Person, changes: readonly FieldChange[]) {
  const { organization, author } = call;
  const { id, userId, waits, content, changedAt } = person;
  const userNameFolded = foldEmail(String(content.userName));
  const externalId = typeof content.externalId === "string" ? content.externalId : null;
  await scim.putUser(organization.id, { id, userId, waits, content, changedAt, userNameFolded, externalId });
  const action = before === undefined ? "create_scim_user" : "update_scim_user";
  const context = { action, resource: "scim_users", rowId: id, changes };
  await scim.record(trailOf(author, [organization.id], context));
}

async function refuseTaken({ call, scim, transaction, before, wanted }: Saving): Promise<void> {
  const { userName } = wanted.content;
  const folded = foldEmail(String(userName));
  const other = await scim.userByName(call.organization.id, folded);
  const reading = { scim, identity: transaction.identity };
  // A name that stays is no new claim: whose user was ended may have been invited by hand meanwhile, and comes back.
  const now = before && namesOf(before.content);
  const claimed = namesOf(wanted.content).filter((name) => !now?.includes(name));
  let known: Pick<Person, "id"> | undefined = other?.id === before?.id ? undefined : other;
  for (const name of claimed) known ??= await memberByAddress(reading, call.organization, name);
  if (known !== undefined && known.id !== before?.id)
    throw taken(`There is a user with this userName or address: ${known.id}.`);
}

/** By what a person is known, folded: each belongs to one person of the organization. */
function namesOf(content: Wanted["content"]): string[] {
  return [String(content.userName), addressOf(content)].map(foldEmail);
}

/** The member whom the person is from now on; null: none. */
async function membershipOf(saving: Saving, values: readonly string[]): Promise<string | null> {
  const { deps, call, rules, transaction, before, wanted } = saving;
  const { organization, author } = call;
  let member = await memberOf(transaction.identity, organization, before);
  const leave = (one: MemberRecord) => leaveMarked(saving, one);
  if (!wanted.active) {
    if (member !== undefined) await leave(member);
    return null;
  }
  const address = addressOf(wanted.content);
  const isSame = before !== undefined && foldEmail(addressOf(before.content)) === foldEmail(address);
  if (!isSame) refuseDomain(rules, address);
  // Nobody has used the account yet: with another address it is another one's.
  if (member !== undefined && member.acceptedAt === null && foldEmail(member.email) !== foldEmail(address)) {
    await leave(member);
    member = undefined;
  }
  const role = roleFor(rules, values, member?.role);
  if (member === undefined) {
    if (role === undefined) return null;
    member = await join(saving, address, role);
  } else if (!(await followMapping(deps.sso, transaction, author, organization, member, role))) {
    await leave(member);
    return null;
  }
  return member.id;
}

/** @throws ScimFault 400 */
function refuseDomain({ domains: all }: Rules, address: string): void {
  for (const domains of all)
    if (!isOfDomains(address, domains))
      throw invalidValue(
        `The address ${address} is not of ${domains.join(", ")}, the domains that are let in.`,
      );
}

/** With the membership goes by what the provider knew the person at the sign-in: it is kept for the next one. */
async function leaveMarked(
  { deps, call: { organization, author }, transaction, before }: Saving,
  member: MemberRecord,
): Promise<void> {
  const sso = deps.sso.in(transaction.writer);
  const identities = await sso.identitiesOf(organization.id, member.id);
  const subjects = identities.map(({ issuer, subject }) => subjectMark(issuer, subject));
  const marks = [accountMark(member.id), addressMark(member.email), ...subjects];
  await removeIn(transaction, author, organization, member);
  // Nobody has used another place: it goes with its address.
  if (before !== undefined && member.acceptedAt !== null) await sso.mark(organization.id, before.id, marks);
}

/** Without a sign-in of the organization's own there is nothing that maps: then people are viewers, and an org_admin says more. */
function roleFor(
  { settings }: Rules,
  values: readonly string[],
  present: Role | undefined,
): Role | undefined {
  return settings === undefined ? (present ?? "viewer") : roleAfter(values, settings, present);
}

/**
 * Invites the person. The provider's word makes nobody's account a member's: that is up to the account's owner, who signs
 * in at the provider, or follows the link that is mailed where nobody can sign in there.
 */
async function join(
  { call, rules, transaction, scim, before, wanted }: Saving,
  address: string,
  role: Role,
): Promise<MemberRecord> {
  const { organization, author } = call;
  const { identity } = transaction;
  refuseDomain(rules, address);
  const account = await identity.users.byEmail(address);
  const present = account && (await identity.members.find(organization.id, account.id));
  if (present !== undefined) {
    const other = await scim.userOfMember(organization.id, present.id);
    if (other !== undefined && other !== before?.id)
      throw taken(`The address ${address} is that of the user ${other}.`);
    return present;
  }
  const userId = account?.id ?? (await makeAccount(transaction, address, author.now));
  const name = displayNameOf(wanted.content);
  const context = { action: "add_member", resource: "members", rowId: userId };
  const changes = madeOf({ email: address, name, role, status: "invited" });
  const made = { role, invitedName: name, acceptedAt: null, createdAt: author.now };
  await identity.members.insert(
    { organizationId: organization.id, userId, ...made },
    trailOf(author, [organization.id], { ...context, changes }),
  );
  if (!rules.signsIn && transaction.mailInvitation !== undefined)
    await invite(transaction, author, organization, userId, address, false);
  const member = await identity.members.find(organization.id, userId);
  if (member === undefined) throw new Error("the member was just made");
  return member;
}

async function makeAccount(
  { identity }: IdentityTransaction,
  email: string,
  createdAt: Date,
): Promise<string> {
  const id = newId("user");
  const nobody = { name: "", passwordHash: null, passwordState: "own", provedAt: null } as const;
  await identity.users.insert({ id, email, ...nobody, createdAt });
  return id;
}

function changesOf(before: Person | undefined, { content, active }: Wanted): FieldChange[] {
  const old: Readonly<Record<string, Json>> =
    before === undefined ? {} : { ...before.content, active: isActive(before) };
  const next: Readonly<Record<string, Json>> = { ...content, active };
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((field): FieldChange[] => {
    const [one = null, other = null] = [old[field], next[field]];
    return isDeepStrictEqual(one, other) ? [] : [{ field, before: one, after: other }];
  });
}
