/** What the resolution of service bindings needs of the world beyond rows: what was discovered last. */

import type { InTransaction } from "../../engine/ports/executor.ts";
import type { JsonObject } from "../../kernel/validate.ts";

export interface ServiceKey {
  readonly service: string;
  readonly environment: string;
}

export interface DiscoveryStore {
  get(organizationId: string, key: ServiceKey): Promise<JsonObject | undefined>;
  /** Takes the place of what was reported before. */
  put(organizationId: string, key: ServiceKey, reported: JsonObject, at: Date): Promise<void>;
  in(transaction: InTransaction): DiscoveryWriter;
}

interface DiscoveryWriter {
  /** Forgets all that was reported in the organization. */
  drop(organizationId: string): Promise<void>;
}
