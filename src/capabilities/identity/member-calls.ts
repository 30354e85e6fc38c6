/** An organization's members, as its admins see and change them. */
import { type AccountOperation, accountOperation } from "../../engine/operation.ts";
import { choice, object, text } from "../../kernel/field.ts";
import type { Problem } from "../../kernel/problem.ts";
import { personAuthor } from "./author.ts";
import { callerOf, type IdentityDeps, sessionOf, truncate } from "./deps.ts";
import { mailLimits } from "./invitation-limit.ts";
import {
  addMember,
  changeRole,
  inviteAgain,
  type Joined,
  type JoiningRules,
  removeMember,
  renderMember,
} from "./members.ts";
import { accessSettings } from "./settings.ts";
import {
  deleted,
  deletedShape,
  emailField,
  listShape,
  renderOrganization,
  roleField,
  userShape,
  when,
} from "./shapes.ts";

/** What both doors ask about somebody who joins. */
export const joiningBody = {
  email: emailField,
  name: text({
    description: "What to call the person; not for an address that has an account.",
    max: 255,
    oneLine: true,
    nullable: true,
  }),
  role: roleField,
} as const;

const memberShape = object({
  description: "A member, or somebody invited.",
  fields: {
    ...userShape.fields,
    role: roleField,
    status: choice({ description: "Invited until the person accepts.", choices: ["active", "invited"] }),
    created_at: when("When the person was added."),
  },
});

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

const shared = { tag: "organization", credential: "session", level: "admin", resource: "members" } as const;

export function memberCalls(deps: IdentityDeps): AccountOperation[] {
  const { identity, listCap } = deps;
  return [
    {
      ...shared,
      name: "list_members",
      title: "List members",
      description: "Lists the organization's members and open invitations, by address.",
      method: "GET",
      path: "/api/v1/organizations/{org}/members",
      status: 200,
      output: { value: listShape(memberShape, { organization: true }) },
      async run(request) {
        const { organization } = callerOf(request);
        const { data, truncated } = truncate(
          await identity.members.list(organization.id, listCap + 1),
          listCap,
        );
        return {
          body: { organization: renderOrganization(organization), data: data.map(renderMember), truncated },
        };
      },
    },
    accountOperation({
      ...shared,
      name: "add_member",
      title: "Add a member",
      description: `Invites a person by a one-time link (24 hours), by which they choose their password. An address that has an account joins when its owner accepts. An address is mailed ${mailLimits.organization} invitations an hour by one organization, and ${mailLimits.address} by all; more are 429.`,
      method: "POST",
      path: "/api/v1/organizations/{org}/members",
      input: { fields: joiningBody },
      refused: {
        password:
          "is the person's own to choose, by the invitation's link; leave it out, and the link is mailed or answered as invite_url",
      },
      status: 201,
      output: { value: joinedShape },
      async run(request) {
        const { organization } = callerOf(request);
        const author = personAuthor(request, sessionOf(request).user);
        const { allowedEmailDomains } = await accessSettings(deps, organization.id);
        const asked = request.body;
        const joined = await addMember(
          deps,
          author,
          organization,
          { ...asked, password: null, temporary: false },
          adminRules(allowedEmailDomains),
        );
        return { body: renderJoined(joined) };
      },
    }),
    {
      ...shared,
      name: "renew_invitation",
      title: "Send an invitation again",
      description:
        "Makes a new link for somebody who has not accepted yet; the one before stops working. It is mailed, or answered once.",
      method: "POST",
      path: "/api/v1/organizations/{org}/members/{user_id}/invitation",
      status: 201,
      output: { value: joinedShape },
      async run(request) {
        const { user_id = "" } = request.path;
        const author = personAuthor(request, sessionOf(request).user);
        return {
          body: renderJoined(await inviteAgain(deps, author, callerOf(request).organization, user_id)),
        };
      },
    },
    accountOperation({
      ...shared,
      name: "update_member",
      title: "Change a member's role",
      description:
        "Changes what a member may do, from their next request on. The last org_admin cannot step down.",
      method: "PATCH",
      path: "/api/v1/organizations/{org}/members/{user_id}",
      input: { fields: newRole },
      status: 200,
      output: { value: memberShape },
      async run(request) {
        const { user_id = "" } = request.path;
        const { role } = request.body;
        const author = personAuthor(request, sessionOf(request).user);
        return {
          body: renderMember(await changeRole(deps, author, callerOf(request).organization, user_id, role)),
        };
      },
    }),
    {
      ...shared,
      name: "remove_member",
      title: "Remove a member",
      description:
        "Removes a person from the organization and from its teams; their tokens stop working for it, also if they join again. The last org_admin cannot be removed. An account whose address was never proved ends with its last organization: when invited again, the person chooses a password.",
      method: "DELETE",
      path: "/api/v1/organizations/{org}/members/{user_id}",
      status: 200,
      output: { value: deletedShape },
      async run(request) {
        const { user_id = "" } = request.path;
        const author = personAuthor(request, sessionOf(request).user);
        const warnings = await removeMember(deps, author, callerOf(request).organization, user_id);
        return { body: deleted(user_id), warnings };
      },
    },
  ];
}

export function renderJoined({ member, inviteUrl }: Joined) {
  return { ...renderMember(member), ...(inviteUrl === undefined ? {} : { invite_url: inviteUrl }) };
}

/** An account belongs to its owner: no admin of an organization names it. */
function adminRules(domains: readonly string[]): JoiningRules {
  return {
    refuse: (joining, account) => [
      ...outsideDomains(joining.email, domains),
      ...(account === undefined || joining.name === null ? [] : [accountsName]),
    ],
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
