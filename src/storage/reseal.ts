import type { Database } from "./database.ts";
import { jsonText } from "./json-text.ts";
import type { KeyRing } from "./vault.ts";

const batchRows = 200;

/**
 * Seals every stored secret again with the ring's current key. Safe beside running nodes: a secret that
 * changes meanwhile is left as it was written, by the new key.
 * @param identityOf what a secret is bound to, by organization, kind, id and field
 * @returns how many rows were sealed again
 */
export async function resealRows(
  database: Database,
  ring: KeyRing,
  identityOf: (organizationId: string, kind: string, id: string, field: string) => string,
): Promise<number> {
  let count = 0;
  let after = { afterOrganizationId: "", afterKind: "", afterId: "" };
  for (;;) {
    const rows = await database.query("list-sealed-rows", { ...after, limit: batchRows });
    for (const { organization_id, kind, id, secrets } of rows) {
      const fresh = Object.fromEntries(
        Object.entries(secrets).map(([field, sealed]) => {
          const identity = identityOf(organization_id, kind, id, field);
          return [field, ring.isCurrent(sealed) ? sealed : ring.seal(ring.open(sealed, identity), identity)];
        }),
      );
      if (Object.keys(secrets).every((field) => fresh[field] === secrets[field])) continue;
      const done = await database.query("replace-sealed", {
        organizationId: organization_id,
        kind,
        id,
        before: jsonText(secrets),
        after: jsonText(fresh),
      });
      count += done.length;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = { afterOrganizationId: last.organization_id, afterKind: last.kind, afterId: last.id };
  }
}

/** Seals the installation's own values again. @returns how many */
export async function resealInstallation(database: Database, ring: KeyRing): Promise<number> {
  const values = await database.query("list-installation", {});
  const stale = values.filter(({ value }) => !ring.isCurrent(value));
  for (const { name, value } of stale) {
    const identity = JSON.stringify(["installation", name]);
    const after = ring.seal(ring.open(value, identity), identity);
    await database.query("replace-installation", { name, before: value, after });
  }
  return stale.length;
}

/**
 * Seals the payloads again that deliveries keep sealed until they are sent. One that is sent meanwhile has
 * none any more, and is left as it is.
 * @param identityOf what a payload is bound to, by organization and delivery
 * @returns how many
 */
export async function resealDeliveries(
  database: Database,
  ring: KeyRing,
  identityOf: (organizationId: string, id: string) => string,
): Promise<number> {
  let count = 0;
  const found = await database.query("list-sealed-deliveries", {});
  for (const { organization_id, id, sealed } of found) {
    if (ring.isCurrent(sealed)) continue;
    const identity = identityOf(organization_id, id);
    const fresh = ring.seal(ring.open(sealed, identity), identity);
    const done = await database.query("replace-sealed-delivery", {
      organizationId: organization_id,
      id,
      before: sealed,
      after: fresh,
    });
    count += done.length;
  }
  return count;
}

/** Few: the request of a plan may have some mebibytes. */
const batchRequests = 5;

/**
 * Seals again what plans and sets keep of their requests. A plan that goes meanwhile, or a set for which another one
 * is applied, is left.
 * @param identities what each is bound to, by organization and its id or name
 * @returns how many
 */
export async function resealPlans(
  database: Database,
  ring: KeyRing,
  identities: { readonly plan: IdentityOf; readonly set: IdentityOf },
): Promise<number> {
  const plans = await resealRequests(ring, identities.plan, {
    async after(afterOrganizationId, afterId) {
      const page = { afterOrganizationId, afterId, limit: batchRequests };
      return (await database.query("list-sealed-plans", page)).map(({ id, ...plan }) => ({
        ...plan,
        name: id,
      }));
    },
    replace: (organizationId, id, before, after) =>
      database.query("replace-sealed-plan", { organizationId, id, before, after }),
  });
  const sets = await resealRequests(ring, identities.set, {
    after: (afterOrganizationId, afterName) =>
      database.query("list-sealed-plan-sets", { afterOrganizationId, afterName, limit: batchRequests }),
    replace: (organizationId, name, before, after) =>
      database.query("replace-sealed-plan-set", { organizationId, name, before, after }),
  });
  return plans + sets;
}

type IdentityOf = (organizationId: string, name: string) => string;

interface SealedRequests {
  after(
    organizationId: string,
    name: string,
  ): Promise<
    readonly { readonly organization_id: string; readonly name: string; readonly sealed_request: string }[]
  >;
  /** @returns what was replaced: nothing where it is not what it was */
  replace(organizationId: string, name: string, before: string, after: string): Promise<readonly unknown[]>;
}

async function resealRequests(
  ring: KeyRing,
  identityOf: IdentityOf,
  requests: SealedRequests,
): Promise<number> {
  let count = 0;
  let last: readonly [string, string] = ["", ""];
  for (;;) {
    const page = await requests.after(...last);
    for (const { organization_id, name, sealed_request: before } of page) {
      last = [organization_id, name];
      if (ring.isCurrent(before)) continue;
      const identity = identityOf(organization_id, name);
      const after = ring.seal(ring.open(before, identity), identity);
      count += (await requests.replace(organization_id, name, before, after)).length;
    }
    if (page.length === 0) return count;
  }
}
