/** The credentials that rendered files name and do not hold. */
import { secretIdentity } from "../../engine/draft.ts";
import type { RenderStore } from "../../engine/ports/renders.ts";
import type { Store, Vault } from "../../engine/ports/rows.ts";
import { syntheticChecks } from "../../resources/synthetic-checks.ts";

export interface CheckCredentials {
  /** Differs whenever credentials may. */
  version(organizationId: string): Promise<string>;
  /** By the check's id, for those that have any. */
  read(organizationId: string, checkIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface CheckCredentialsDeps {
  readonly store: Pick<Store, "find" | "executor">;
  readonly renders: RenderStore;
  readonly vault: Vault;
}

export function createCheckCredentials({ store, renders, vault }: CheckCredentialsDeps): CheckCredentials {
  const { kind } = syntheticChecks;
  return {
    version: (organizationId) => renders.in(store).stamp(organizationId, [kind]),
    async read(organizationId, checkIds) {
      const found = new Map<string, string>();
      for (const id of checkIds) {
        const sealed = (await store.find(organizationId, kind, id))?.read().secrets.auth_header;
        if (sealed === undefined) continue;
        const header: unknown = JSON.parse(
          vault.open(sealed, secretIdentity(organizationId, kind, id, "auth_header")),
        );
        const { credentials } = splitAuthorization(String(header)) ?? {};
        if (credentials !== undefined) found.set(id, credentials);
      }
      return found;
    },
  };
}

/** An Authorization header (RFC 9110 §11.4): a token for the scheme, then a space and the credentials themselves. */
export function splitAuthorization(
  header: string,
): { readonly scheme: string; readonly credentials: string } | undefined {
  const [, scheme, credentials] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) +(\S.*)$/.exec(header) ?? [];
  return scheme === undefined || credentials === undefined ? undefined : { scheme, credentials };
}
