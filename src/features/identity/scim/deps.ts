/** What provisioning is made of. */
import type { Caller, Organization } from "../../../engine/context.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Ground } from "../../ground.ts";
import type { Author, IdentityDeps } from "../accounts/index.ts";
import type { SsoStore } from "../sso/index.ts";
import type { ScimStore } from "./store.ts";

export interface ScimDeps extends Pick<Ground, "siteUrl" | "log"> {
  readonly people: IdentityDeps;
  readonly sso: SsoStore;
  readonly scim: ScimStore;
}

/** The provider that a token stands for. */
export interface Provider {
  readonly tokenId: string;
  readonly actor: Caller["actor"];
  readonly organization: Organization;
}

/** One request of a provider. */
export interface ScimCall extends Pick<Provider, "organization"> {
  readonly author: Author;
}

export interface Answer {
  readonly status: number;
  readonly body?: JsonObject;
  /** Of what was made. */
  readonly location?: string;
}

export function baseOf({ siteUrl }: Pick<ScimDeps, "siteUrl">): string {
  return `${siteUrl}/api/scim/v2`;
}

/** Of two writes of an organization's provider at once, the second sees the first. */
export function scimLock({ id }: Organization): string {
  return `${id}/scim`;
}
