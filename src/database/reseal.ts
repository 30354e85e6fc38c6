/** What is stored sealed, found place by place, so that it can be sealed again or shown not to open. */

import type { Connection } from "./database.ts";
import { restoredFrom } from "./installation.ts";
import { jsonText } from "./json-text.ts";
import { sql } from "./queries.generated.ts";
import type { KeyRing } from "./vault.ts";

/** A row, a delivery or the like, with what of it is sealed. */
export interface Sealed {
  /** What it is, for people: its organization, its kind and its id. */
  readonly where: string;
  readonly values: readonly SealedValue[];
  /** Stores other seals, in the values' order. @returns false where it has changed meanwhile, and is left so */
  replace(after: readonly string[]): Promise<boolean>;
}

export interface SealedValue {
  readonly name: string;
  readonly sealed: string;
  /** What the value is bound to. */
  readonly identity: string;
}

/** A value that none of the keys opens. */
export interface Unopened {
  readonly where: string;
  readonly name: string;
  readonly sealed: string;
}

/**
 * Seals all of it again with the ring's current key, and goes on where something does not open. Safe while nodes
 * run: what changes meanwhile is left as it was written, by the new key.
 * @returns how many were sealed again
 */
export async function reseal(
  stored: AsyncIterable<Sealed>,
  ring: KeyRing,
  unopened: (value: Unopened) => void,
): Promise<number> {
  let count = 0;
  for await (const { where, values, replace } of stored) {
    const after = values.map(({ name, sealed, identity }) => {
      if (ring.isCurrent(sealed)) return sealed;
      const plain = ring.openOrNot(sealed, identity);
      if (plain === undefined) unopened({ where, name, sealed });
      return plain === undefined ? sealed : ring.seal(plain, identity);
    });
    if (values.some(({ sealed }, at) => sealed !== after[at]) && (await replace(after))) count += 1;
  }
  return count;
}

/** Names everything that does not open. @returns how many values do */
export async function checkSealed(
  stored: AsyncIterable<Sealed>,
  ring: KeyRing,
  unopened: (value: Unopened) => void,
): Promise<number> {
  let count = 0;
  for await (const { where, values } of stored) {
    for (const { name, sealed, identity } of values) {
      if (ring.openOrNot(sealed, identity) === undefined) unopened({ where, name, sealed });
      else count += 1;
    }
  }
  return count;
}

/** What the fingerprints of keys are called in the table `installation`, before the key's id. */
export const fingerprintPrefix = "sealing_key ";

/** What a value of the installation is bound to. */
export function installationIdentity(name: string): string {
  return JSON.stringify(["installation", name]);
}

/** The installation's own values that are sealed, without the fingerprints of keys. */
export async function* sealedInstallation(database: Connection): AsyncGenerator<Sealed> {
  for (const { name, value } of await database.query(sql.listInstallation, {})) {
    if (name.startsWith(fingerprintPrefix) || name === restoredFrom) continue;
    yield {
      where: `installation ${name}`,
      values: [{ name: "value", sealed: value, identity: installationIdentity(name) }],
      replace: async ([after = ""]) =>
        (await database.query(sql.replaceInstallation, { name, before: value, after })).length > 0,
    };
  }
}

const batchRows = 200;

/** The secrets of every row. @param identityOf what each is bound to */
export async function* sealedRows(
  database: Connection,
  identityOf: (organizationId: string, kind: string, id: string, field: string) => string,
): AsyncGenerator<Sealed> {
  let after = { afterOrganizationId: "", afterKind: "", afterId: "" };
  for (;;) {
    const rows = await database.query(sql.listSealedRows, { ...after, limit: batchRows });
    for (const { organization_id, kind, id, secrets } of rows) {
      const names = Object.keys(secrets);
      yield {
        where: `${organization_id} ${kind} ${id}`,
        values: names.map((name) => ({
          name,
          sealed: secrets[name] ?? "",
          identity: identityOf(organization_id, kind, id, name),
        })),
        async replace(sealed) {
          const after = jsonText(Object.fromEntries(names.map((name, at) => [name, sealed[at] ?? ""])));
          const before = jsonText(secrets);
          const at = { organizationId: organization_id, kind, id };
          return (await database.query(sql.replaceSealed, { ...at, before, after })).length > 0;
        },
      };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { afterOrganizationId: last.organization_id, afterKind: last.kind, afterId: last.id };
  }
}
