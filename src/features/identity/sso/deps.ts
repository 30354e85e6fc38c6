/** What the calls about organizations' own sign-ins are made of. */
import type { Organization } from "../../../engine/context.ts";
import type { Ground } from "../../ground.ts";
import type { IdentityDeps } from "../accounts/index.ts";
import type { Client, Providers } from "./provider.ts";
import { type SsoStore, type StoredConnection, secretIdentityOf } from "./store.ts";

export interface SsoDeps extends Pick<Ground, "siteUrl" | "vault" | "log"> {
  readonly people: IdentityDeps;
  readonly sso: SsoStore;
  readonly providers: Providers;
  /** Whether a refusal of this cause is still due on the organization's record. */
  readonly isDue: (organizationId: string, cause: string) => boolean;
}

/** The connection as the provider sees it, with the secret open. */
export function clientOf(
  { vault }: Pick<SsoDeps, "vault">,
  { id: organizationId }: Pick<Organization, "id">,
  { settings, sealedSecret }: StoredConnection,
): Client {
  const { issuer, client_id: clientId, scopes } = settings;
  const clientSecret =
    sealedSecret === null ? null : vault.open(sealedSecret, secretIdentityOf(organizationId));
  return { organizationId, issuer, clientId, clientSecret, scopes };
}

/** What is entered at the provider: the address that all organizations share, and the organization's own. */
export function redirectUris(
  { siteUrl }: Pick<SsoDeps, "siteUrl">,
  { slug }: Pick<Organization, "slug">,
): readonly [string, string] {
  const shared = `${siteUrl}/api/v1/sso/callback`;
  return [shared, `${shared}/${slug}`];
}
