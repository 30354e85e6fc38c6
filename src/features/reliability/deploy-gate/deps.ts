/** What the parts of the deploy gate have in common. */

import type { Reader, StoredRow } from "../../../engine/ports/rows.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Ground } from "../../ground.ts";
import type { Decision, GateFacts } from "./decide.ts";
import type { DeployGateStore } from "./store.ts";

export interface DeployGateDeps extends Ground {
  readonly gate: DeployGateStore;
}

interface Supposed {
  /** It is decided as if there were no override. */
  readonly dryRun?: boolean | undefined;
  /** It is decided as if this were the service's policy. */
  readonly policy?: StoredRow;
}

export interface Judged {
  /** What a caller gets to know of it. */
  readonly answer: JsonObject & { readonly service: string };
  readonly decision: Decision;
  readonly facts: GateFacts;
}

/** Says of one service what the gate decides. */
export type Judge = (
  reader: Reader,
  organizationId: string,
  service: string,
  now: Date,
  supposed?: Supposed,
) => Promise<Judged>;
