/** Signing in at an organization's own identity provider, by OpenID Connect. */
import type { Feature } from "../../engine/feature.ts";
import type { Ground } from "../ground.ts";
import type { Identity } from "../identity/index.ts";
import type { SsoDeps } from "./deps.ts";
import { linkCalls } from "./link-calls.ts";
import { optionCall } from "./option-call.ts";
import { createProviders } from "./provider.ts";
import { settingsCalls } from "./settings-calls.ts";
import { signInCalls } from "./sign-in-calls.ts";
import { createSsoStore } from "./store.ts";
import { testCall } from "./test-call.ts";

export function createSso(ground: Ground, identity: Identity): Feature {
  const { database, signRecord, siteUrl, vault, log, http } = ground;
  const deps: SsoDeps = {
    siteUrl,
    vault,
    log,
    people: identity.deps,
    sso: createSsoStore(database, signRecord),
    providers: createProviders(http),
  };
  return {
    name: "sso",
    operations: [
      ...settingsCalls(deps),
      testCall(deps),
      optionCall(deps),
      ...signInCalls(deps),
      ...linkCalls(deps),
    ],
  };
}
