/** Who a provider sees: the users that it keeps here, and the organization's other members. */
import type { Organization } from "../../../engine/context.ts";
import type { Json } from "../../../kernel/field.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import type { IdentityStore, MemberRecord } from "../accounts/index.ts";
import { baseOf, type ScimDeps } from "./deps.ts";
import type { ListedUser, ScimStore, StoredUser } from "./store.ts";

/** A user; `isStored` is false of a member whom the provider has not named yet. */
export interface Person extends StoredUser {
  readonly isStored: boolean;
}

/** The stores, on the database or in a transaction. */
export interface Reading {
  readonly scim: Pick<ScimStore, "user" | "userByName" | "userOfMember">;
  readonly identity: {
    readonly users: Pick<IdentityStore["users"], "byEmail">;
    readonly members: Pick<IdentityStore["members"], "find">;
  };
}

export async function personById(
  { scim, identity }: Reading,
  { id: organizationId }: Organization,
  id: string,
): Promise<Person | undefined> {
  const user = await scim.user(organizationId, id);
  if (user !== undefined) return { ...user, isStored: true };
  const member = await identity.members.find(organizationId, id);
  if (member === undefined || (await scim.userOfMember(organizationId, id)) !== undefined) return undefined;
  return ofMember(member);
}

export async function personByName(
  reading: Reading,
  organization: Organization,
  userName: string,
): Promise<Person | undefined> {
  const user = await reading.scim.userByName(organization.id, foldEmail(userName));
  return user === undefined ? memberByAddress(reading, organization, userName) : { ...user, isStored: true };
}

/** The member of that address, where the provider has not named them yet. */
export async function memberByAddress(
  { scim, identity }: Reading,
  { id: organizationId }: Organization,
  address: string,
): Promise<Person | undefined> {
  const account = await identity.users.byEmail(address);
  const member = account && (await identity.members.find(organizationId, account.id));
  if (member === undefined || (await scim.userOfMember(organizationId, member.id)) !== undefined)
    return undefined;
  return ofMember(member);
}

function ofMember({ id, email, name, createdAt }: MemberRecord): Person {
  const content = contentOf(email, name);
  return { id, userId: id, waits: false, content, createdAt, changedAt: createdAt, isStored: false };
}

export function personOf({ memberEmail, memberName, ...user }: ListedUser): Person {
  if (memberEmail === null) return { ...user, isStored: true };
  return { ...user, content: contentOf(memberEmail, memberName ?? ""), isStored: false };
}

function contentOf(email: string, name: string): JsonObject {
  return {
    userName: email,
    ...(name === "" ? {} : { displayName: name }),
    emails: [{ value: email, type: "work", primary: true }],
  };
}

/** What the provider sees as active: a member, or somebody who becomes one with the next group. */
export function isActive({ userId, waits }: Pick<StoredUser, "userId" | "waits">): boolean {
  return userId !== null || waits;
}

const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";

/** @param groups those that the person is in */
export function renderUser(
  deps: Pick<ScimDeps, "siteUrl">,
  person: Person,
  groups: readonly { readonly id: string; readonly displayName: string }[],
): JsonObject {
  const base = baseOf(deps);
  const { id, content, createdAt, changedAt } = person;
  const extensions = Object.keys(content).filter(
    (name) => name.startsWith("urn:") && isObject(content[name] as Json & JsonObject),
  );
  return {
    schemas: [userSchema, ...extensions],
    id,
    ...content,
    active: isActive(person),
    ...(groups.length === 0
      ? {}
      : {
          groups: groups.map(({ id: value, displayName: display }) => ({
            value,
            $ref: `${base}/Groups/${value}`,
            display,
            type: "direct",
          })),
        }),
    meta: {
      resourceType: "User",
      created: createdAt.toISOString(),
      lastModified: changedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}
