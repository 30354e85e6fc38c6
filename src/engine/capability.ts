/** What a capability adds to the service: whatever of these it has. */
import type { Resource } from "../kernel/resource.ts";
import type { Action } from "./action.ts";
import type { KindCapability } from "./engine.ts";
import type { Route } from "./route.ts";
import type { SiteCall } from "./site-call.ts";

export interface Capability {
  /** What kinds need beyond their rows. */
  readonly kinds?: Readonly<Record<string, KindCapability>>;
  readonly actions?: readonly Action[];
  readonly routes?: readonly Route[];
  readonly siteCalls?: readonly SiteCall[];
}

export type Registry = Readonly<Record<string, Resource>>;

/** The definition of a kind that a capability stands on; without it the program is put together wrongly. */
export function definitionOf(registry: Registry, kind: string): Resource {
  const resource = registry[kind];
  if (resource === undefined) throw new Error(`there is no kind named ${kind}`);
  return resource;
}
