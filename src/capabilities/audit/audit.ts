/** The audit log: reading it, sealing it, holding it against its seals, and letting old records go. */
import type { Action } from "../../engine/action.ts";
import type { AuditStore } from "../../engine/ports/audit.ts";
import type { Vault } from "../../engine/ports/rows.ts";
import type { Route } from "../../engine/route.ts";
import type { SiteCall } from "../../engine/site-call.ts";
import { createChainKey } from "./chain-key.ts";
import { createListAuditLog } from "./list-audit-log.ts";
import { createRetention } from "./retention.ts";
import { createSealer, type Log } from "./sealer.ts";
import { type AuditReport, type KnownHead, verifyChains } from "./verify.ts";
import { verifyCall } from "./verify-call.ts";

export type Audit = ReturnType<typeof createAudit>;

export function createAudit(options: {
  readonly store: AuditStore;
  readonly vault: Vault;
  readonly log: Log;
}) {
  const { store, vault, log } = options;
  const chainKey = createChainKey(store, vault);
  const { action, route } = createListAuditLog(store);
  const actions: readonly Action[] = [action];
  const routes: readonly Route[] = [route];
  const siteCalls: readonly SiteCall[] = [verifyCall(store, chainKey)];
  return {
    actions,
    routes,
    siteCalls,
    sealer: createSealer({ store, chainKey, log }),
    retention: createRetention({ store, chainKey, log }),
    /** Holds every chain against its records; heads that the log told of may be given to hold it against too. */
    verify: (knownHeads?: readonly KnownHead[]): Promise<AuditReport> =>
      verifyChains(store, chainKey, knownHeads),
  };
}
