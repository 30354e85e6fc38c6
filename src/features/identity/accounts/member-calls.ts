/** An organization's members, as its admins and the operator see and change them. */
import type { Organization } from "../../../engine/context.ts";
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { refuseUntagged } from "../../../engine/reading.ts";
import { boolean, object, text } from "../../../kernel/field.ts";
import { given } from "../../../kernel/given.ts";
import type { Problem } from "../../../kernel/problem.ts";
import { type Author, personAuthor } from "./author.ts";
import { callerOf, type IdentityDeps, sessionOf, truncate } from "./deps.ts";
import { mailLimits } from "./invitation-limit.ts";
import { addMember, type Joining, type JoiningRules } from "./joining.ts";
import { changeRole, inviteAgain, type Joined, memberTag, removeMember, renderMember } from "./members.ts";
import { accessSettings } from "./settings.ts";
import {
  deleted,
  deletedShape,
  emailField,
  listShape,
  memberShape,
  renderOrganization,
  roleField,
} from "./shapes.ts";
import type { MemberRecord } from "./store.ts";

/** What both doors ask about somebody who joins. */
export const joiningBody = {
  email: emailField,
  name: text({
    description: "What to call the person until they accept. An account keeps the name that its owner chose.",
    max: 255,
    oneLine: true,
    nullable: true,
  }),
  role: roleField,
} as const;

export const joinedShape = object({
  description: "The new member.",
  fields: {
    ...memberShape.fields,
    invite_url: text({
      description: "The one-time link to pass on; in this answer only, and only when it was not mailed.",
      optional: true,
    }),
  },
});

const newRole = { role: roleField } as const;

const listed = {
  etags: boolean({ description: "Whether the answer also holds each member's ETag.", default: false }),
} as const;

/** Who reaches an organization's members by which paths: its admins by a session, the operator by theirs. */
export interface MemberDoor {
  readonly declared: Pick<AccountOperation, "tag" | "credential" | "level"> & {
    readonly subject: "members";
  };
  /** Where the list is; a member is below it. */
  readonly path: string;
  readonly names: Readonly<Record<"list" | "update" | "remove" | "invite", string>>;
  /** The organization that the request names, and who acts there. */
  place(request: AccountRequest): Promise<Place>;
  /** The id of the member that the path names. */
  memberId(request: AccountRequest): Promise<string>;
  /** Whether a link that this door gives out proves the address of the person who follows it, as a mailed one does. */
  readonly vouches: boolean;
}

interface Place {
  readonly organization: Organization;
  readonly author: Author;
}

/** The calls that both doors have in common. Who joins is each door's own to decide. */
export function membersAt(deps: IdentityDeps, door: MemberDoor) {
  return {
    list: listCall(deps, door),
    invite: inviteCall(deps, door),
    update: updateCall(deps, door),
    remove: removeCall(deps, door),
  };
}

/** What is common to the calls about one member. */
function ofMember({ declared, path }: MemberDoor) {
  return { ...declared, path: `${path}/{user_id}`, conditional: true } as const;
}

/** The member that the request names, in their organization, and who acts there. */
async function placed(door: MemberDoor, request: AccountRequest): Promise<Place & { readonly id: string }> {
  return { ...(await door.place(request)), id: await door.memberId(request) };
}

/** The organization's members, by address, as far as lists go. */
export async function listedMembers({ identity, listCap }: IdentityDeps, { id }: Organization) {
  return truncate(await identity.members.list(id, listCap + 1), listCap);
}

function listCall(deps: IdentityDeps, { declared, path, names, place }: MemberDoor): AccountOperation {
  return accountOperation({
    ...declared,
    name: names.list,
    title: "List members",
    description: "Lists the organization's members and open invitations, by address.",
    method: "GET",
    path,
    input: { fields: listed },
    query: ["etags"],
    status: 200,
    output: { value: listShape(memberShape, { organization: true, etags: true }) },
    async run(request) {
      const { organization } = await place(request);
      const { data, truncated } = await listedMembers(deps, organization);
      const etags = Object.fromEntries(data.map((member) => [member.id, memberTag(member)]));
      return {
        body: {
          organization: renderOrganization(organization),
          data: data.map(renderMember),
          truncated,
          ...(request.body.etags ? { etags } : {}),
        },
      };
    },
  });
}

function inviteCall(deps: IdentityDeps, door: MemberDoor): AccountOperation {
  return {
    ...ofMember(door),
    name: door.names.invite,
    answersSecret: "invite_url",
    title: "Send an invitation again",
    description:
      "Makes a new link for somebody who has not accepted yet; the one before stops working. It is mailed, or answered once.",
    method: "POST",
    path: `${door.path}/{user_id}/invitation`,
    status: 201,
    output: { value: joinedShape },
    async run(request) {
      const { organization, author, id } = await placed(door, request);
      const { conditions } = request;
      return joined(await inviteAgain(deps, author, organization, id, door.vouches, conditions));
    },
  };
}

function updateCall(deps: IdentityDeps, door: MemberDoor): AccountOperation {
  return accountOperation({
    ...ofMember(door),
    name: door.names.update,
    title: "Change a member's role",
    description:
      "Changes what a member may do, from their next request on. The last org_admin cannot step down.",
    method: "PATCH",
    input: { fields: newRole },
    status: 200,
    output: { value: memberShape },
    async run(request) {
      const { organization, author, id } = await placed(door, request);
      const { conditions } = request;
      const { role } = request.body;
      return shown(await changeRole(deps, author, organization, id, role, conditions));
    },
  });
}

function removeCall(deps: IdentityDeps, door: MemberDoor): AccountOperation {
  return {
    ...ofMember(door),
    name: door.names.remove,
    title: "Remove a member",
    description:
      "Removes a person from the organization and from its teams; their tokens stop working for it, also if they join again. The last org_admin cannot be removed. An account whose address was never proved ends with its last organization: when invited again, the person chooses a password.",
    method: "DELETE",
    whileSuspended: true,
    status: 200,
    output: { value: deletedShape },
    async run(request) {
      const { organization, author, id } = await placed(door, request);
      const warnings = await removeMember(deps, author, organization, id, request.conditions);
      return { body: deleted(id), warnings };
    },
  };
}

/** An organization's members, for the sessions of its admins. */
export function memberCalls(deps: IdentityDeps): AccountOperation[] {
  const declared = {
    tag: "organization",
    credential: "session",
    level: "admin",
    subject: "members",
  } as const;
  const path = "/api/v1/organizations/{org}/members";
  const place = (request: AccountRequest) => ({
    organization: callerOf(request).organization,
    author: personAuthor(request, sessionOf(request).user),
  });
  const { list, invite, update, remove } = membersAt(deps, {
    declared,
    path,
    names: {
      list: "list_members",
      update: "update_member",
      remove: "remove_member",
      invite: "renew_invitation",
    },
    place: async (request) => place(request),
    memberId: async (request) => request.path.user_id ?? "",
    vouches: false,
  });
  const add = accountOperation({
    ...declared,
    name: "add_member",
    answersSecret: "invite_url",
    title: "Add a member",
    description: `Invites a person by a one-time link (24 hours), by which they choose their password. An address that has an account joins when its owner accepts. An address is mailed ${mailLimits.organization} invitations an hour by one organization, and ${mailLimits.address} by all; more are 429.`,
    method: "POST",
    path,
    conditional: "new",
    input: { fields: joiningBody },
    refused: {
      password:
        "is the person's own to choose, by the invitation's link; leave it out, and the link is mailed or answered as invite_url",
    },
    status: 201,
    output: { value: joinedShape },
    async run(request) {
      refuseUntagged(request.conditions);
      const { organization, author } = place(request);
      return joined(await inviteMember(deps, author, organization, request.body));
    },
  });
  return [list, add, invite, update, remove];
}

/** Invites a person, as an organization's admins may. */
export async function inviteMember(
  deps: IdentityDeps,
  author: Author,
  organization: Organization,
  person: Pick<Joining, "email" | "name" | "role">,
): Promise<Joined> {
  const { allowedEmailDomains } = await accessSettings(deps, organization.id);
  const joining = { ...person, password: null, temporary: false };
  return addMember(deps, author, organization, joining, adminRules(allowedEmailDomains));
}

/** The answer about one member. */
export function shown(member: MemberRecord) {
  return { body: renderMember(member), etag: memberTag(member) };
}

export function joined({ member, inviteUrl }: Joined) {
  const { body, etag } = shown(member);
  return { body: { ...body, ...given({ invite_url: inviteUrl }) }, etag };
}

/** The answer is the same for an address that has an account: whose it is, is no admin's to learn. The name is the invitation's. */
function adminRules(domains: readonly string[]): JoiningRules {
  return {
    refuse: (joining) => outsideDomains(joining.email, domains),
    proves: async () => false,
    vouches: false,
  };
}

/** The problem of a name for an address that has one. */
export const accountsName = {
  field: "name",
  message: "belongs to the account that this address has already; leave it out",
  reason: "existing_account",
} as const;

function outsideDomains(email: string, domains: readonly string[]): Problem[] {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length === 0 || domains.some((allowed) => allowed.toLowerCase() === domain)) return [];
  return [
    {
      field: "email",
      message: `must be an address at ${domains.join(", ")}, which allowed_email_domains of organization_settings names`,
      reason: "email_domain",
    },
  ];
}
