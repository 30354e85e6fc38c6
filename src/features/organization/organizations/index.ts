/** What the operator does about organizations: suspensions, deletions with their exports, quotas of plans, and what each uses. */
import type { Feature } from "../../../engine/feature.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Ground } from "../../ground.ts";
import type { Identity } from "../../identity/index.ts";
import { createDeletions } from "./deletions.ts";
import { exportCall } from "./export-call.ts";
import { registerOrganizationMetrics } from "./metrics.ts";
import { planCalls } from "./plan-calls.ts";
import { standingCalls } from "./standing-calls.ts";
import { createOrganizationsStore } from "./store.ts";
import { createUse, usageCall } from "./use.ts";

export { endAccess } from "./end-access.ts";
export { type Kept, leaveWord, noteWholeRestore, settleRestored } from "./restored.ts";
export type { RowsByKind } from "./since-backup.ts";

export interface Organizations extends Feature {
  /** Deletes organizations whose time has come, and answers their ids. */
  deleteDue(): Promise<readonly string[]>;
  /** Notes what this node counted of organizations' use. */
  noteUse(): Promise<void>;
}

export function createOrganizations(ground: Ground, identity: Identity): Organizations {
  const { database, signRecord, listCap, log } = ground;
  const organizations = createOrganizationsStore(database, signRecord);
  const deps = { people: identity.deps, organizations };
  const deleteDue = createDeletions(deps, log);
  const noteUse = createUse(organizations, identity.limit.traffic, database.spent);
  return {
    name: "organizations",
    operations: [
      ...standingCalls(deps),
      exportCall(deps, database),
      ...planCalls(deps),
      usageCall(organizations, listCap),
    ],
    background: [
      new Periodic({ name: "deletion of organizations", everyMs: 60_000, run: deleteDue, log }),
      new Periodic({ name: "use of organizations", everyMs: 10_000, run: noteUse, log }),
    ],
    metrics: (registry) => registerOrganizationMetrics(organizations, registry),
    close: () => noteUse().catch((err) => log.warn({ err }, "use of organizations was not noted")),
    deleteDue,
    noteUse,
  };
}
