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
