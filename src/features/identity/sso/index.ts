/** Signing in at an organization's own identity provider, by OpenID Connect. */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import { createRecordBounds, type Identity } from "../accounts/index.ts";
import type { SsoDeps } from "./deps.ts";
import { linkCalls } from "./link-calls.ts";
import { optionCall } from "./option-call.ts";
import { createProviders } from "./provider.ts";
import { settingsCalls } from "./settings-calls.ts";
import { signInCalls } from "./sign-in-calls.ts";
import { signOutCall } from "./sign-out-call.ts";
import { createSsoStore, type SsoStore } from "./store.ts";
import { testCall } from "./test-call.ts";

export { isOfDomains, roleAfter } from "./claims.ts";
export { followMapping } from "./mapped-role.ts";
export { accountMark, addressMark, externalMark, subjectMark } from "./marks.ts";
export type { ConnectionSettings } from "./shapes.ts";
export { createSsoStore, type SsoStore, valuesOfGroup } from "./store.ts";
export { moveTeams } from "./teams.ts";

/** Refusals of an organization on record in a minute, each of another cause: whoever is anonymous must not fill it. */
const mostRefusals = 30;

export interface Sso extends Feature {
  /** For features that keep people by the same mappings. */
  readonly store: SsoStore;
}

export function createSso(ground: Ground, identity: Identity): Sso {
  const { database, signRecord, siteUrl, vault, log, http } = ground;
  const deps: SsoDeps = {
    siteUrl,
    vault,
    log,
    people: identity.deps,
    sso: createSsoStore(database, signRecord),
    providers: createProviders(http),
    isDue: createRecordBounds(mostRefusals),
  };
  return {
    name: "sso",
    store: deps.sso,
    operations: [
      ...settingsCalls(deps),
      testCall(deps),
      optionCall(deps),
      ...signInCalls(deps),
      ...linkCalls(deps),
      signOutCall(deps),
    ],
  };
}
