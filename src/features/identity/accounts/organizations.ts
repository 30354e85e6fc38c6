/** Organizations as the operator makes and changes them. */

import type { FieldChange } from "../../../engine/ports/rows.ts";
import type { Plan } from "../../../kernel/access.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { given } from "../../../kernel/given.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { Quotas } from "../../../kernel/quotas.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Warning } from "../../../kernel/warning.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { type Author, callBy, madeOf, trailOf } from "./author.ts";
import { type IdentityDeps, transact } from "./deps.ts";
import type { IdentityStore, IdentityWriter, OrganizationDetail } from "./store.ts";

/** Held while a slug is chosen, so that two organizations of one name get two slugs. */
export const slugLock = "organizations/slug";

/** Makes an organization, in a transaction that holds the slug lock. */
export async function addOrganization(
  identity: Pick<IdentityWriter, "organizations">,
  author: Author,
  { name, plan }: { readonly name: string; readonly plan: Plan },
): Promise<OrganizationDetail> {
  const base = slugOf(name);
  const slug = freeSlug(base, await identity.organizations.slugs(base));
  const organization = { id: newId("org"), slug, name, plan, createdAt: author.now };
  const auditContext = {
    action: "create_organization",
    resource: "organization",
    rowId: organization.id,
    changes: madeOf({ name, slug, plan }),
  };
  await identity.organizations.insert(organization, trailOf(author, [organization.id], auditContext));
  return organizationNamed(identity, organization.id);
}

export interface OrganizationChange {
  readonly name?: string;
  readonly plan?: Plan;
  readonly clear_ip_allowlist?: boolean;
  readonly quotas?: Quotas;
}

/**
 * Changes what is named. The name and the allowlist are the organization's own settings too, so they go
 * through the engine like any other write of them.
 * @returns the organization, and what is said of a set that owns the settings
 */
export async function changeOrganization(
  deps: IdentityDeps,
  author: Author,
  named: string,
  { name, plan, clear_ip_allowlist, quotas }: OrganizationChange,
): Promise<{ readonly organization: OrganizationDetail; readonly warnings: readonly Warning[] }> {
  return transact(deps, [], async ({ identity, engine }) => {
    const organization = await organizationNamed(identity, named);
    const settings: JsonObject = {
      ...given({ name }),
      ...(clear_ip_allowlist === true ? { ip_allowlist: [] } : {}),
    };
    const call = callBy(author, organization);
    const warnings =
      Object.keys(settings).length > 0
        ? await engine.update(call, organizationSettings, organizationSettings.kind, settings)
        : [];
    const { id, plan: planBefore, ownQuotas } = organization;
    const record = (change: FieldChange) =>
      trailOf(author, [id], {
        action: "update_organization",
        resource: "organization",
        rowId: id,
        changes: [change],
      });
    if (plan !== undefined && plan !== planBefore)
      await identity.organizations.setPlan(
        id,
        plan,
        record({ field: "plan", before: planBefore, after: plan }),
      );
    if (quotas !== undefined && !sameJson(quotas as JsonObject, ownQuotas as JsonObject)) {
      const change = { field: "quotas", before: ownQuotas as JsonObject, after: quotas as JsonObject };
      await identity.organizations.setQuotas(id, quotas, record(change));
    }
    return { organization: await organizationNamed(identity, organization.id), warnings };
  });
}

/**
 * Removes it with everything that belongs to it; its audit records stay.
 * @param may asked once nobody else changes it any more
 * @returns whether it was removed
 */
export function removeOrganization(
  deps: IdentityDeps,
  author: Author,
  { id, name, slug, plan }: OrganizationDetail,
  may: (standing: { readonly due: boolean; readonly exported: boolean }) => boolean,
): Promise<boolean> {
  const changes = Object.entries({ name, slug, plan }).map(([field, before]) => ({
    field,
    before,
    after: null,
  }));
  const auditContext = { action: "delete_organization", resource: "organization", rowId: id, changes };
  const trail = trailOf(author, [id], auditContext);
  return transact(deps, [], ({ identity }) => identity.organizations.remove(id, trail, may));
}

/** The organization with this id or slug; 404 when there is none. */
export async function organizationNamed(
  identity: Pick<IdentityStore, "organizations">,
  named: string,
): Promise<OrganizationDetail> {
  const organization = await identity.organizations.find(named);
  if (organization === undefined)
    throw new Refusal(
      "not_found",
      "There is no such organization; list the organizations for the ids there are.",
    );
  return organization;
}

const maxSlugLength = 48;
/** For names in scripts that leave nothing to make a slug of. */
const fallbackSlug = "organization";

/** A slug is how an organization is named in paths: lower-case letters, digits and hyphens. */
function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return plain.slice(0, maxSlugLength).replace(/^-+|-+$/g, "") || fallbackSlug;
}

/** The slug itself, or with the first number that makes it free. */
function freeSlug(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base;
  let number = 2;
  while (taken.includes(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
