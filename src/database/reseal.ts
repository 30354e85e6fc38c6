/** What is stored sealed, found place by place, so that it can be sealed again or shown not to open. */
import type { Connection } from "./database.ts";
import { jsonText } from "./json-text.ts";
import type { KeyRing } from "./vault.ts";

type Reader = Pick<Connection, "query">;

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

type IdentityOf = (organizationId: string, name: string) => string;

/** What each sort of values is bound to. */
export interface Identities {
  readonly secret: (organizationId: string, kind: string, id: string, field: string) => string;
  readonly delivery: IdentityOf;
  readonly plan: IdentityOf;
  readonly set: IdentityOf;
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

/** All of it, what belongs to the installation first. */
export async function* sealedOfAll(database: Reader, identities: Identities): AsyncGenerator<Sealed> {
  yield* sealedInstallation(database);
  yield* sealedRows(database, identities.secret);
  yield* sealedDeliveries(database, identities.delivery);
  yield* sealedPlans(database, identities);
}

/** What the fingerprints of keys are called in the table `installation`, before the key's id. */
export const fingerprintPrefix = "sealing_key ";

/** What a value of the installation is bound to. */
export function installationIdentity(name: string): string {
  return JSON.stringify(["installation", name]);
}

/** The installation's own values, without the fingerprints of keys. */
export async function* sealedInstallation(database: Reader): AsyncGenerator<Sealed> {
  for (const { name, value } of await database.query("list-installation", {})) {
    if (name.startsWith(fingerprintPrefix)) continue;
    yield {
      where: `installation ${name}`,
      values: [{ name: "value", sealed: value, identity: installationIdentity(name) }],
      replace: async ([after = ""]) =>
        (await database.query("replace-installation", { name, before: value, after })).length > 0,
    };
  }
}

const batchRows = 200;

/** The secrets of every row. */
export async function* sealedRows(
  database: Reader,
  identityOf: Identities["secret"],
): AsyncGenerator<Sealed> {
  let after = { afterOrganizationId: "", afterKind: "", afterId: "" };
  for (;;) {
    const rows = await database.query("list-sealed-rows", { ...after, limit: batchRows });
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
          return (await database.query("replace-sealed", { ...at, before, after })).length > 0;
        },
      };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { afterOrganizationId: last.organization_id, afterKind: last.kind, afterId: last.id };
  }
}

/** The payloads that deliveries keep until they are sent. One that is sent meanwhile has none any more. */
export async function* sealedDeliveries(database: Reader, identityOf: IdentityOf): AsyncGenerator<Sealed> {
  for (const { organization_id, id, sealed } of await database.query("list-sealed-deliveries", {})) {
    yield {
      where: `${organization_id} deliveries ${id}`,
      values: [{ name: "payload", sealed, identity: identityOf(organization_id, id) }],
      async replace([after = ""]) {
        const at = { organizationId: organization_id, id };
        return (await database.query("replace-sealed-delivery", { ...at, before: sealed, after })).length > 0;
      },
    };
  }
}

/** Few: the request of a plan may have some mebibytes. */
const batchRequests = 5;

/**
 * What plans and sets keep of their requests. A plan that goes meanwhile, or a set for which another one is applied,
 * is left.
 */
export async function* sealedPlans(
  database: Reader,
  identities: Pick<Identities, "plan" | "set">,
): AsyncGenerator<Sealed> {
  yield* sealedRequests("plans", identities.plan, {
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
  yield* sealedRequests("plan_sets", identities.set, {
    after: (afterOrganizationId, afterName) =>
      database.query("list-sealed-plan-sets", { afterOrganizationId, afterName, limit: batchRequests }),
    replace: (organizationId, name, before, after) =>
      database.query("replace-sealed-plan-set", { organizationId, name, before, after }),
  });
}

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

async function* sealedRequests(
  what: string,
  identityOf: IdentityOf,
  requests: SealedRequests,
): AsyncGenerator<Sealed> {
  let last: readonly [string, string] = ["", ""];
  for (;;) {
    const page = await requests.after(...last);
    for (const { organization_id, name, sealed_request: sealed } of page) {
      last = [organization_id, name];
      yield {
        where: `${organization_id} ${what} ${name}`,
        values: [{ name: "request", sealed, identity: identityOf(organization_id, name) }],
        replace: async ([after = ""]) =>
          (await requests.replace(organization_id, name, sealed, after)).length > 0,
      };
    }
    if (page.length === 0) return;
  }
}
