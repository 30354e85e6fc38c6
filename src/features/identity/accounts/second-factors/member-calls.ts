/** What an org_admin can do about a member who lost their phone, or whose browser was stolen. */
import type { AccountOperation, AccountRequest } from "../../../../engine/operation.ts";
import { Refusal } from "../../../../kernel/problem.ts";
import { mailOwner } from "../account-mails.ts";
import { personAuthor, trailOf } from "../author.ts";
import { callerOf, type IdentityDeps, sessionOf, transact, withAccount } from "../deps.ts";
import { memberNamed } from "../members.ts";
import { deleted, deletedShape } from "../shapes.ts";

const path = "/api/v1/organizations/{org}/members/{user_id}";
const shared = {
  tag: "organization",
  credential: "session",
  level: "admin",
  subject: "members",
  method: "DELETE",
  status: 200,
  output: { value: deletedShape },
} as const;

export function memberSafetyCalls(deps: IdentityDeps): AccountOperation[] {
  return [endSessions(deps), resetFactors(deps)];
}

function endSessions(deps: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "end_member_sessions",
    title: "End a member's sessions",
    description:
      "Signs the member out of this organization, in every browser. Sessions that reach other organizations of theirs go on there; here they need a new sign-in. Tokens and the password stay.",
    path: `${path}/sessions`,
    whileSuspended: true,
    async run(request) {
      const { organization } = callerOf(request);
      const member = await memberNamed(deps.identity, organization, request.path.user_id ?? "");
      const trail = trailHere(request, "end_member_sessions", member.id);
      await transact(deps, [], ({ identity }) =>
        identity.sessions.endInOrganization(organization.id, member.id, trail),
      );
      return { body: deleted(member.id) };
    },
  };
}

function resetFactors(deps: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "reset_member_second_factors",
    title: "Remove a member's second factors",
    description:
      "For a member who lost their phone and their recovery codes: removes all of their second factors, and every session of theirs. Only of somebody who is a member of no other organization, and not of oneself; else it is the operator's (orgconfig members reset --second-factors).",
    path: `${path}/second_factors`,
    whileSuspended: true,
    async run(request) {
      const { organization } = callerOf(request);
      const { user } = sessionOf(request);
      const member = await memberNamed(deps.identity, organization, request.path.user_id ?? "");
      if (member.id === user.id)
        throw new Refusal("forbidden", "These are your own: remove them on the page Account › Security.", {
          reason: "own_account",
        });
      const trail = trailHere(request, "reset_member_second_factors", member.id);
      await withAccount(deps, member.email, async (transaction) => {
        const { identity } = transaction;
        if (await identity.factors.isMemberElsewhere(organization.id, member.id))
          throw new Refusal(
            "forbidden",
            `${member.email} is a member of another organization too, whose account this would weaken; ask the operator of this installation (orgconfig members reset ${member.email} --second-factors).`,
            { reason: "member_elsewhere" },
          );
        if (!(await identity.factors.removeAll(member.id, trail)))
          throw new Refusal("conflict", `${member.email} has no second factor.`);
        await identity.sessions.removeAll(member.id);
        const author = personAuthor(request, user);
        await mailOwner(transaction, author, member, [{ organization }], "second_factors_removed");
      });
      return { body: deleted(member.id) };
    },
  };
}

function trailHere(request: AccountRequest, action: string, rowId: string) {
  const { id } = callerOf(request).organization;
  const author = personAuthor(request, sessionOf(request).user);
  return trailOf(author, [id], { action, resource: "members", rowId });
}
