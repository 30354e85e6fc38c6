/** What the operator decides about an organization: that it takes no changes, and that it is going to be deleted. */
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { boolean, integer, object, text } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import {
  type IdentityDeps,
  type OrganizationDetail,
  operatorAuthor,
  organizationDetailShape,
  organizationNamed,
  removeOrganization,
  renderOrganizationDetail,
  type Trail,
  trailOf,
  whenever,
} from "../../identity/index.ts";
import type { OrganizationsStore } from "./store.ts";

export interface OrganizationsDeps {
  readonly people: IdentityDeps;
  readonly organizations: OrganizationsStore;
}

/** How long an organization is there after its deletion was asked for, unless the operator says otherwise. */
const usualDays = 30;
const mostDays = 365;

export const shared = { tag: "operator", credential: "operator", subject: "organization" } as const;
export const path = "/api/v1/operator/organizations/{id}";

const longestReason = 500;
const reasonOf = (description: string) => ({ description, max: longestReason, oneLine: true }) as const;

export function standingCalls(deps: OrganizationsDeps): AccountOperation[] {
  return [suspendCall(deps), liftCall(deps), deleteCall(deps), keepCall(deps)];
}

function suspendCall(deps: OrganizationsDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "suspend_organization",
    title: "Suspend an organization",
    description:
      "From now on it takes no changes: they are refused with 403 `suspended` and the reason, which its people see in the console. Reading and exporting go on, and so does everything that brings alerts to people. Of one that is suspended already the reason is changed.",
    method: "POST",
    path: `${path}/suspension`,
    input: { fields: { reason: text(reasonOf("Why, for the organization's people to read.")) } },
    output: { value: organizationDetailShape(deps.people.definitions) },
    async run(request) {
      const { reason } = request.body;
      return decided(deps, request, "suspend_organization", { reason }, (organization, by, trail) =>
        deps.organizations.suspend(organization.id, { by, reason }, trail),
      );
    },
  });
}

function liftCall(deps: OrganizationsDeps): AccountOperation {
  return {
    ...shared,
    name: "lift_suspension",
    title: "Lift an organization's suspension",
    description:
      "It takes changes again, unless it is going to be deleted. Of one that is not suspended nothing is changed.",
    method: "DELETE",
    path: `${path}/suspension`,
    output: { value: organizationDetailShape(deps.people.definitions) },
    run: (request) =>
      decided(deps, request, "lift_suspension", {}, ({ id }, _by, trail) =>
        deps.organizations.lift(id, trail),
      ),
  };
}

function keepCall(deps: OrganizationsDeps): AccountOperation {
  return {
    ...shared,
    name: "keep_organization",
    title: "Take an organization's deletion back",
    description: "It is not deleted, and takes changes again, unless it is suspended as well.",
    method: "DELETE",
    path: `${path}/deletion`,
    output: { value: organizationDetailShape(deps.people.definitions) },
    run: (request) =>
      decided(deps, request, "keep_organization", {}, ({ id }, _by, trail) =>
        deps.organizations.cancelDeletion(id, trail),
      ),
  };
}

const deletion = {
  after_days: integer({
    description:
      "How many days from now on. 0: at once, which takes an organization that was suspended and exported before.",
    min: 0,
    max: mostDays,
    default: usualDays,
  }),
  reason: text({ ...reasonOf("Why, for the organization's people to read."), default: "" }),
} as const;

function deleteCall(deps: OrganizationsDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "delete_organization",
    title: "Delete an organization",
    description:
      "It is deleted in 30 days, with everything that it holds; only its audit records stay. Until then it takes no changes, alerts still reach people, and `…/deletion` takes it back. It is deleted only when a whole export of it is there that was made since it took its last change (`…/export`); else it waits for one.",
    method: "DELETE",
    path,
    input: { fields: deletion },
    query: Object.keys(deletion),
    output: {
      value: object({
        description: "What becomes of it.",
        fields: {
          id: text({ description: "The id." }),
          deleted: boolean({ description: "Whether it is gone already." }),
          delete_at: whenever("When it is going to be deleted; null where it is gone."),
        },
      }),
    },
    async run(request) {
      const { after_days: days, reason } = request.body;
      if (days === 0) return removeNow(deps, request);
      const { body } = await decided(
        deps,
        request,
        "schedule_deletion",
        { after_days: days, reason },
        ({ id }, by, trail) => deps.organizations.scheduleDeletion(id, days, { by, reason }, trail),
      );
      const { id, deletion: asked } = body as { id: string; deletion: { delete_at: string } };
      return { body: { id, deleted: false, delete_at: asked.delete_at } };
    },
  });
}

async function removeNow(deps: OrganizationsDeps, request: AccountRequest) {
  const organization = await organizationNamed(deps.people.identity, request.path.id ?? "");
  const author = operatorAuthor(request);
  const removed = await removeOrganization(deps.people, author, organization, ({ exported }) => exported);
  if (removed) return { body: { id: organization.id, deleted: true, delete_at: null } };
  throw new Refusal(
    "conflict",
    `${organization.name} has changes that no export has. Suspend it (POST …/suspension), export it (GET …/export), and delete it then; or leave after_days out, and it is deleted in ${usualDays} days.`,
    { reason: "not_exported" },
  );
}

/** Makes a decision, on record in the organization's own log, and answers the organization as it is then. */
async function decided(
  { people }: OrganizationsDeps,
  request: AccountRequest,
  action: string,
  said: Readonly<Record<string, string | number>>,
  change: (organization: OrganizationDetail, by: string, trail: Trail) => Promise<unknown>,
) {
  const organization = await organizationNamed(people.identity, request.path.id ?? "");
  const author = operatorAuthor(request);
  const changes = Object.entries(said).map(([field, after]) => ({ field, before: null, after }));
  const context = { action, resource: shared.subject, rowId: organization.id, changes };
  await change(organization, author.actor.name, trailOf(author, [organization.id], context));
  const after = await organizationNamed(people.identity, organization.id);
  return { body: renderOrganizationDetail(after) };
}
