/** What programs may do about an organization's members, with an admin's key or token: look, and invite. */
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { choice } from "../../../kernel/field.ts";
import type { IdentityDeps } from "./deps.ts";
import { mailLimits } from "./invitation-limit.ts";
import { inviteMember, joined, joinedShape, joiningBody, listedMembers } from "./member-calls.ts";
import { renderMember } from "./members.ts";
import { listShape, memberShape } from "./shapes.ts";

const shared = { tag: "members", level: "admin", path: "/api/v1/members" } as const;

const invitation = {
  ...joiningBody,
  role: choice({
    description: "What the person may do. An org_admin is added in the console, by another one.",
    choices: ["viewer", "member"],
  }),
} as const;

export function memberOperations(deps: IdentityDeps): readonly ConfigurationOperation[] {
  return [
    configurationOperation({
      ...shared,
      name: "get_members",
      scans: "short",
      title: "Get members",
      description:
        "The people of the organization and its open invitations, by address, with the role of each. Who is in a team is in its members instead.",
      method: "GET",
      input: {},
      output: listShape(memberShape).fields,
      async answer({ caller }) {
        const { data, truncated } = await listedMembers(deps, caller.organization);
        return { data: data.map(renderMember), truncated };
      },
    }),
    configurationOperation({
      ...shared,
      name: "invite_member",
      answersSecret: "invite_url",
      effect: "create",
      unheld: "it says who may be in the organization, and changes no row",
      asksOthers: true,
      confirms: true,
      title: "Invite a member",
      description: `Invites a person into the organization by a one-time link (24 hours), as viewer or member. It is mailed, or answered once as invite_url where there is no mail. An address is mailed ${mailLimits.organization} invitations an hour by one organization.`,
      method: "POST",
      status: 201,
      input: invitation,
      output: joinedShape.fields,
      async answer(call, person) {
        const { actor, organization } = call.caller;
        return joined(await inviteMember(deps, { ...call, actor }, organization, person)).body;
      },
    }),
  ];
}
