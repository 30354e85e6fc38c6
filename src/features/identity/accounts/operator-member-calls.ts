/** The members of any organization, as the operator of the installation sees and changes them. */
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { refuseUntagged } from "../../../engine/reading.ts";
import { boolean, text } from "../../../kernel/field.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { operatorAuthor } from "./author.ts";
import type { IdentityDeps } from "./deps.ts";
import { addMember, type JoiningRules } from "./joining.ts";
import { accountsName, joined, joinedShape, joiningBody, membersAt, shown } from "./member-calls.ts";
import { memberNamed } from "./members.ts";
import { organizationNamed } from "./organizations.ts";
import { passwordBounds } from "./password.ts";
import { memberShape } from "./shapes.ts";

const newMember = {
  ...joiningBody,
  password: text({
    description:
      "A first password; for an address that has an account, that account's own. Left out, the person is invited.",
    ...passwordBounds,
    nullable: true,
  }),
  temporary: boolean({
    description: "Whether the first password has to be changed at the first sign-in.",
    default: false,
  }),
} as const;

const declared = { tag: "operator", credential: "operator", subject: "members" } as const;
const path = "/api/v1/operator/organizations/{id}/members";
/** A link that the operator hands over is as good as a mailed one. */
const vouches = true;

export function operatorMemberCalls(deps: IdentityDeps): AccountOperation[] {
  const { identity } = deps;
  const place = async (request: AccountRequest) => ({
    organization: await organizationNamed(identity, request.path.id ?? ""),
    author: operatorAuthor(request),
  });
  /** By id, or by address: whoever has no list knows only that. */
  async function memberId({ path: { user_id = "" } }: AccountRequest): Promise<string> {
    if (!user_id.includes("@")) return user_id;
    return (await identity.users.byEmail(user_id))?.id ?? user_id;
  }
  const { list, invite, update, remove } = membersAt(deps, {
    declared,
    path,
    names: {
      list: "list_organization_members",
      update: "update_organization_member",
      remove: "remove_organization_member",
      invite: "renew_organization_invitation",
    },
    place,
    memberId,
    vouches,
  });
  const add = accountOperation({
    ...declared,
    name: "add_organization_member",
    answersSecret: "invite_url",
    title: "Add a member to an organization",
    description:
      "Adds a person with their first password, with `temporary` one that they change at the first sign-in. For an address that has an account its own password makes them a member at once. Without a password the person is invited by a one-time link (24 hours), which is mailed, or answered once.",
    method: "POST",
    path,
    conditional: "new",
    input: { fields: newMember },
    status: 201,
    output: { value: joinedShape },
    async run(request) {
      refuseUntagged(request.conditions);
      const { organization, author } = await place(request);
      const rules = operatorRules(deps, request);
      return joined(await addMember(deps, author, organization, request.body, rules));
    },
  });
  const get: AccountOperation = {
    ...declared,
    name: "get_organization_member",
    title: "Get a member of an organization",
    description: "One member or open invitation. Each call about one member takes the id or the address.",
    method: "GET",
    path: `${path}/{user_id}`,
    conditional: true,
    status: 200,
    output: { value: memberShape },
    async run(request) {
      const { organization } = await place(request);
      const id = await memberId(request);
      return shown(await memberNamed(identity, organization, id));
    },
  };
  return [list, add, get, update, remove, invite];
}

/** Domains do not bind the operator. A password either makes the account or is the account's own. */
function operatorRules(
  { verifyPassword: prove, identity }: IdentityDeps,
  request: AccountRequest,
): JoiningRules {
  return {
    refuse({ name, password, temporary }, account) {
      if (account === undefined) return temporary && password === null ? [firstPassword] : [];
      return [
        ...(name === null || name === account.name ? [] : [accountsName]),
        ...(temporary ? [accountsPassword] : []),
      ];
    },
    vouches,
    async proves({ email, password }) {
      if (password === null) return false;
      const attempt = { email, password, request, door: "operator" } as const;
      const proved = await prove({ ...attempt, action: "add_organization_member", resource: "members" });
      if (proved !== undefined && !(await identity.factors.any(proved.id))) return true;
      throw unprocessable([
        {
          field: "password",
          message:
            proved === undefined
              ? "is not the password of the account that this address has already; leave it out to invite its owner, or reset the account"
              : "is not enough: the account that this address has already has a second factor; leave it out to invite its owner",
          reason: "existing_account",
        },
      ]);
    },
  };
}

const firstPassword = {
  field: "password",
  message: "is required with temporary; leave both out to invite the person",
} as const;

const accountsPassword = {
  field: "temporary",
  message: "is for a first password, and this address has an account; leave it out, or reset the account",
  reason: "existing_account",
} as const;
