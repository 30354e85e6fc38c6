/** What the operator of the installation does: organizations, and the first people in them. */
import { type AccountOperation, type AccountRequest, accountOperation } from "../../engine/operation.ts";
import { plans } from "../../kernel/access.ts";
import { boolean, choice, text } from "../../kernel/field.ts";
import { unprocessable } from "../../kernel/problem.ts";
import { operatorAuthor } from "./author.ts";
import { type IdentityDeps, transact, truncate } from "./deps.ts";
import { accountsName, joinedShape, joiningBody, renderJoined } from "./member-calls.ts";
import { addMember, type JoiningRules } from "./members.ts";
import {
  addOrganization,
  changeOrganization,
  organizationNamed,
  removeOrganization,
  slugLock,
} from "./organizations.ts";
import { passwordBounds } from "./password.ts";
import { operatorResetCall } from "./resets.ts";
import {
  deleted,
  deletedShape,
  listShape,
  organizationDetailShape,
  planField,
  renderOrganizationDetail,
} from "./shapes.ts";

const organizationName = text({
  description: "The organization's name; its slug is made from the first one.",
  max: 100,
  oneLine: true,
});

const newOrganization = {
  name: organizationName,
  plan: choice({ description: "The plan.", choices: plans, default: "business" }),
} as const;

const organizationChange = {
  name: organizationName,
  plan: planField,
  clear_ip_allowlist: boolean({
    description: "True empties the allowlist, for those who locked themselves out.",
  }),
} as const;

const newMember = {
  ...joiningBody,
  password: text({
    description:
      "A first password; for an address that has an account, that account's own. Required for a new address.",
    ...passwordBounds,
    nullable: true,
  }),
  temporary: boolean({
    description: "Whether the first password has to be changed at the first sign-in.",
    default: false,
  }),
} as const;

const shared = { tag: "operator", credential: "operator", resource: "organization" } as const;

export function operatorCalls(deps: IdentityDeps): AccountOperation[] {
  const { identity, listCap } = deps;
  return [
    {
      ...shared,
      name: "list_organizations",
      title: "List organizations",
      description: "Lists the installation's organizations, by slug.",
      method: "GET",
      path: "/api/v1/operator/organizations",
      status: 200,
      output: { value: listShape(organizationDetailShape) },
      async run() {
        const { data, truncated } = truncate(await identity.organizations.list(listCap + 1), listCap);
        return { body: { data: data.map(renderOrganizationDetail), truncated } };
      },
    },
    accountOperation({
      ...shared,
      name: "create_organization",
      title: "Create an organization",
      description: "Makes an empty organization; add its first org_admin next.",
      method: "POST",
      path: "/api/v1/operator/organizations",
      input: { fields: newOrganization },
      status: 201,
      output: { value: organizationDetailShape },
      async run(request) {
        const body = request.body;
        const made = await transact(deps, [slugLock], ({ identity }) =>
          addOrganization(identity, operatorAuthor(request), body),
        );
        return { body: renderOrganizationDetail(made) };
      },
    }),
    {
      ...shared,
      name: "get_organization",
      title: "Get an organization",
      description: "One organization, by id or slug.",
      method: "GET",
      path: "/api/v1/operator/organizations/{id}",
      status: 200,
      output: { value: organizationDetailShape },
      run: async ({ path }) => ({
        body: renderOrganizationDetail(await organizationNamed(identity, path.id ?? "")),
      }),
    },
    accountOperation({
      ...shared,
      name: "update_organization",
      title: "Change an organization",
      description: "Changes its name or plan, or empties its allowlist. The slug stays.",
      method: "PATCH",
      path: "/api/v1/operator/organizations/{id}",
      input: { fields: organizationChange, mode: "update" },
      status: 200,
      output: { value: organizationDetailShape },
      async run(request) {
        const change = request.body;
        const { organization, warnings } = await changeOrganization(
          deps,
          operatorAuthor(request),
          request.path.id ?? "",
          change,
        );
        return { body: renderOrganizationDetail(organization), warnings };
      },
    }),
    {
      ...shared,
      name: "delete_organization",
      title: "Delete an organization",
      description: "Deletes an organization with everything that it holds; only its audit records stay.",
      method: "DELETE",
      path: "/api/v1/operator/organizations/{id}",
      status: 200,
      output: { value: deletedShape },
      async run(request) {
        const { id } = await removeOrganization(deps, operatorAuthor(request), request.path.id ?? "");
        return { body: deleted(id) };
      },
    },
    accountOperation({
      ...shared,
      name: "add_organization_member",
      resource: "members",
      title: "Add a member to an organization",
      description:
        "Adds a person with their first password, with `temporary` one that they change at the first sign-in. For an address that has an account its own password makes them a member at once; without one they are invited.",
      method: "POST",
      path: "/api/v1/operator/organizations/{id}/members",
      input: { fields: newMember },
      status: 201,
      output: { value: joinedShape },
      async run(request) {
        const organization = await organizationNamed(identity, request.path.id ?? "");
        const joining = request.body;
        const joined = await addMember(
          deps,
          operatorAuthor(request),
          organization,
          joining,
          operatorRules(deps, request),
        );
        return { body: renderJoined(joined) };
      },
    }),
    operatorResetCall(deps),
  ];
}

/** Domains do not bind the operator. A password either makes the account or is the account's own. */
function operatorRules({ verifyPassword: prove }: IdentityDeps, request: AccountRequest): JoiningRules {
  return {
    refuse({ name, password, temporary }, account) {
      if (account === undefined) {
        return password === null
          ? [{ field: "password", message: "is required: the address has no account yet" }]
          : [];
      }
      return [
        ...(name === null || name === account.name ? [] : [accountsName]),
        ...(temporary ? [accountsPassword] : []),
      ];
    },
    vouches: true,
    async proves({ email, password }) {
      if (password === null) return false;
      const attempt = { email, password, request, door: "operator" } as const;
      const proved = await prove({ ...attempt, action: "add_organization_member", resource: "members" });
      if (proved !== undefined) return true;
      throw unprocessable([
        {
          field: "password",
          message:
            "is not the password of the account that this address has already; leave it out to invite its owner, or reset the account",
          reason: "existing_account",
        },
      ]);
    },
  };
}

const accountsPassword = {
  field: "temporary",
  message: "is for a first password, and this address has an account; leave it out, or reset the account",
  reason: "existing_account",
} as const;
