/** What the operator of the installation does: organizations, and the people in them. */
import { type AccountOperation, accountOperation } from "../../../engine/operation.ts";
import { plans } from "../../../kernel/access.ts";
import { boolean, choice, text } from "../../../kernel/field.ts";
import { operatorAuthor } from "./author.ts";
import { answeredOnce, type IdentityDeps, truncate } from "./deps.ts";
import { operatorMemberCalls } from "./operator-member-calls.ts";
import { organizationDetailShape, renderOrganizationDetail } from "./organization-shapes.ts";
import { addOrganization, changeOrganization, organizationNamed, slugLock } from "./organizations.ts";
import { quotasField } from "./quota-fields.ts";
import { operatorResetCall } from "./resets.ts";
import { listShape, planField } from "./shapes.ts";
import type { IdentityWriter } from "./store.ts";

const organizationName = text({
  description: "The organization's name; its slug is made from the first one.",
  max: 100,
  oneLine: true,
});

const newOrganization = {
  name: organizationName,
  plan: choice({ description: "The plan.", choices: plans, default: "business" }),
} as const;

function organizationChange({ definitions }: Pick<IdentityDeps, "definitions">) {
  return {
    name: organizationName,
    plan: planField,
    clear_ip_allowlist: boolean({
      description: "True empties the allowlist, for those who locked themselves out.",
    }),
    quotas: quotasField(
      definitions,
      "Its own quotas, in the place of those that it had; each stands in the place of its plan's.",
    ),
  } as const;
}

const shared = { tag: "operator", credential: "operator", subject: "organization" } as const;

export function operatorCalls(deps: IdentityDeps): AccountOperation[] {
  return [
    listOrganizations(deps),
    createOrganization(deps),
    getOrganization(deps),
    updateOrganization(deps),
    ...operatorMemberCalls(deps),
    operatorResetCall(deps),
  ];
}

function listOrganizations({ identity, listCap, definitions }: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "list_organizations",
    title: "List organizations",
    description: "Lists the installation's organizations, by slug.",
    method: "GET",
    path: "/api/v1/operator/organizations",
    status: 200,
    output: { value: listShape(organizationDetailShape(definitions)) },
    async run() {
      const { data, truncated } = truncate(await identity.organizations.list(listCap + 1), listCap);
      return { body: { data: data.map(renderOrganizationDetail), truncated } };
    },
  };
}

function createOrganization(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "create_organization",
    title: "Create an organization",
    description: "Makes an empty organization; add its first org_admin next.",
    method: "POST",
    path: "/api/v1/operator/organizations",
    input: { fields: newOrganization },
    status: 201,
    output: { value: organizationDetailShape(deps.definitions) },
    async run(request) {
      const { body } = request;
      const make = async (identity: IdentityWriter) => ({
        body: renderOrganizationDetail(await addOrganization(identity, operatorAuthor(request), body)),
      });
      return answeredOnce(deps, request, make, [slugLock]);
    },
  });
}

function getOrganization(deps: IdentityDeps): AccountOperation {
  const { identity } = deps;
  return {
    ...shared,
    name: "get_organization",
    title: "Get an organization",
    description: "One organization, by id or slug.",
    method: "GET",
    path: "/api/v1/operator/organizations/{id}",
    status: 200,
    output: { value: organizationDetailShape(deps.definitions) },
    run: async ({ path }) => ({
      body: renderOrganizationDetail(await organizationNamed(identity, path.id ?? "")),
    }),
  };
}

function updateOrganization(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "update_organization",
    title: "Change an organization",
    description:
      "Changes its name, plan or quotas, or empties its allowlist. The slug stays. Where there is more than a new quota allows, it stays, and no more is taken.",
    method: "PATCH",
    path: "/api/v1/operator/organizations/{id}",
    input: { fields: organizationChange(deps), mode: "update" },
    status: 200,
    output: { value: organizationDetailShape(deps.definitions) },
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
  });
}
