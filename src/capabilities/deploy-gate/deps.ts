/** What the parts of the deploy gate have in common. */
import type { DeployGateStore } from "../../engine/ports/deploy-gate.ts";
import type { Reader, Store } from "../../engine/ports/rows.ts";
import type { JsonObject } from "../../kernel/validate.ts";

export interface DeployGateDeps {
  readonly gate: DeployGateStore;
  readonly store: Store;
  /** Called after every commit. */
  readonly onCommit?: () => void;
}

/** Says of one service what the gate decides; a dry run ignores overrides. */
export type Judge = (
  reader: Reader,
  organizationId: string,
  service: string,
  now: Date,
  dryRun?: boolean,
) => Promise<JsonObject>;
