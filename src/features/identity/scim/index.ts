/** Provisioning: an organization's provider keeps its people and groups here (SCIM 2.0, RFC 7643 and 7644). */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import type { Identity } from "../accounts/index.ts";
import type { Sso } from "../sso/index.ts";
import type { ScimDeps } from "./deps.ts";
import { createProvisioning, type Provisioning } from "./provisioning.ts";
import { createScimStore } from "./store.ts";
import { tokenCalls } from "./token-calls.ts";

export { createScimStore } from "./store.ts";

export interface Scim extends Feature {
  readonly provisioning: Provisioning;
}

export function createScim(
  { database, signRecord, siteUrl, log }: Ground,
  { identity, sso }: { readonly identity: Identity; readonly sso: Sso },
): Scim {
  const deps: ScimDeps = {
    siteUrl,
    log,
    people: identity.deps,
    sso: sso.store,
    scim: createScimStore(database, signRecord),
  };
  return {
    name: "scim",
    operations: tokenCalls(deps),
    provisioning: createProvisioning(deps, identity.limit),
  };
}
