/** The credentials that rendered files name and do not hold. */
import { secretIdentity } from "../../../engine/draft.ts";
import type { Store, Vault } from "../../../engine/ports/rows.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { syntheticChecks } from "../../../resources/synthetic-checks.ts";
import type { RenderStore } from "./store.ts";

export interface RenderedCredentials {
  /** Differs whenever credentials may. */
  version(organizationId: string): Promise<string>;
  /** By the id of the check or the outbound target, for those that have any. */
  read(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface RenderedCredentialsDeps {
  readonly store: Pick<Store, "find" | "executor">;
  readonly renders: RenderStore;
  readonly vault: Vault;
}

/** The kinds whose secrets engines use, and what of each stands in a file. */
const kinds = [
  {
    kind: syntheticChecks.kind,
    secret: "auth_header",
    contentOf: (header: string) => splitAuthorization(header)?.credentials,
  },
  { kind: outboundConfigs.kind, secret: "secret", contentOf: (secret: string) => secret },
] as const;

export function createRenderedCredentials(deps: RenderedCredentialsDeps): RenderedCredentials {
  const { store, renders, vault } = deps;

  async function credentialsOf(organizationId: string, id: string): Promise<string | undefined> {
    for (const { kind, secret, contentOf } of kinds) {
      const sealed = (await store.find(organizationId, kind, id))?.read().secrets[secret];
      if (sealed === undefined) continue;
      const opened = vault.openOrNot(sealed, secretIdentity(organizationId, kind, id, secret));
      return opened === undefined ? undefined : contentOf(String(JSON.parse(opened)));
    }
    return undefined;
  }

  return {
    version: (organizationId) =>
      renders.in(store).stamp(
        organizationId,
        kinds.map(({ kind }) => kind),
      ),
    async read(organizationId, ids) {
      const found = new Map<string, string>();
      for (const id of ids) {
        const credentials = await credentialsOf(organizationId, id);
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
