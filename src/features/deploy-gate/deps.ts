/** What the parts of the deploy gate have in common. */

import type { Engine } from "../../engine/engine.ts";
import type { Registry } from "../../engine/feature.ts";
import type { Reader, Store, StoredRow } from "../../engine/ports/rows.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { DeployGateStore } from "./port.ts";

export interface DeployGateDeps {
  readonly gate: DeployGateStore;
  readonly store: Store;
  readonly engine: Pick<Engine, "drafted" | "in">;
  readonly definitions: Registry;
  /** Called after every commit. */
  readonly onCommit?: () => void;
}

interface Supposed {
  /** It is decided as if there were no override. */
  readonly dryRun?: boolean | undefined;
  /** It is decided as if this were the service's policy. */
  readonly policy?: StoredRow;
}

/** Says of one service what the gate decides. */
export type Judge = (
  reader: Reader,
  organizationId: string,
  service: string,
  now: Date,
  supposed?: Supposed,
) => Promise<JsonObject>;
