/** The audit log: reading it, sealing it, holding it against its seals, and letting old records go. */

import type { Connection, Database } from "../../../database/database.ts";
import type { Feature, NeedsAttention } from "../../../engine/feature.ts";
import type { Operation } from "../../../engine/operation.ts";
import type { AuditStore, Head, WaitingRecord } from "../../../engine/ports/audit.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { Vault } from "../../../engine/ports/rows.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { SyslogTransport } from "../../../transports/port.ts";
import { createChainKey, pagesOf } from "./chain-key.ts";
import { Forwarding } from "./forward.ts";
import { createForwardStore } from "./forward-store.ts";
import { type LoggedHead, loggedHead } from "./head-log.ts";
import type { KnownHead } from "./known-heads.ts";
import { listAuditLog } from "./list-audit-log.ts";
import { createAuditMetrics } from "./metrics.ts";
import { createRecordCodes } from "./record-codes.ts";
import { Retention } from "./retention.ts";
import { Sealer } from "./sealer.ts";
import { auditOn, createAuditStore } from "./store.ts";
import { Waits } from "./stream.ts";
import { type AuditReport, verifyChains } from "./verify.ts";
import { verifyCall } from "./verify-call.ts";

const pageSize = 500;

/** What is said to the organization while its records can't be sealed. */
function unsealed(sealer: Pick<Sealer, "troubledSince">): NeedsAttention {
  return async ({ caller: { organization } }) => {
    const since = sealer.troubledSince(organization.id);
    const about = { resource: "audit_log", id: organization.id, name: "Audit log" };
    const why =
      "changes are recorded, but their records can't be sealed, and change notifications wait for that: the log of the service says why";
    const item = {
      ...about,
      tone: "bad",
      state: "unsealed",
      why,
      since: since?.toISOString() ?? null,
    } as const;
    const data = since === undefined ? [] : [item];
    return { section: "audit", resource: "audit_log", total: data.length, data };
  };
}

export { BrokenChain, createAdoption } from "./adopt.ts";
export { recordsNaming } from "./naming.ts";
export { createAuditStore } from "./store.ts";

/** Where every chain stands, page by page, on one connection. */
export function loggedHeads(connection: Connection): AsyncGenerator<readonly LoggedHead[]> {
  return headsOf(auditOn(connection));
}

async function* headsOf(store: Pick<AuditStore, "heads">): AsyncGenerator<readonly LoggedHead[]> {
  for await (const heads of pagesOf((last?: Head) => store.heads(last?.organizationId ?? "", pageSize)))
    yield heads.map(loggedHead);
}

export interface AuditDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly log: Pick<Log, "info" | "error">;
  /** Undefined where records are sent nowhere. */
  readonly syslog?: SyslogTransport | undefined;
  /** Whose rows may name services; needed where the log is read by callers. */
  readonly definitions?: readonly Kind[];
}

export type Audit = ReturnType<typeof createAudit>;

/** @param store of the database; another one in tests */
export function createAudit(
  { database, vault, log, syslog, definitions = [] }: AuditDeps,
  store: AuditStore = createAuditStore(database),
) {
  const codes = createRecordCodes(vault);
  const chainKey = createChainKey(store, vault, codes);
  const verification = { store, chainKey, codes };
  const waits = new Waits();
  const operations: readonly Operation[] = [
    listAuditLog(store, waits, definitions),
    verifyCall(verification),
  ];

  async function renewCodesOf(organizationId: string): Promise<number> {
    let count = 0;
    const next = (last?: WaitingRecord) =>
      store.unsealed(organizationId, last?.sequence ?? 0, pageSize, "to_seal");
    for await (const records of pagesOf(next)) {
      for (const record of records) {
        const { sequence, code } = record;
        const fresh = codes.codeOf(record);
        if (code === fresh || codes.refusalOf(record, undefined) !== undefined) continue;
        if (await store.replaceCode(organizationId, sequence, code, fresh)) count += 1;
      }
    }
    return count;
  }

  const sealer = new Sealer({ store, chainKey, codes, log });

  const retention = new Retention({ store, chainKey, log });
  const forwarding =
    syslog && new Forwarding({ store, forwarded: createForwardStore(database), syslog, log });
  const metrics = createAuditMetrics(store);
  const feature = {
    name: "audit",
    operations,
    attention: unsealed(sealer),
    background: [
      sealer.background,
      retention.background,
      ...(forwarding === undefined ? [] : [forwarding.background]),
    ],
    metrics: metrics.registerAt,
    drain: () => waits.close(),
    async close() {
      await retention.stop();
      await sealer.stop();
      await forwarding?.flush().catch(() => undefined);
      await forwarding?.stop();
    },
  } satisfies Feature;
  return {
    ...feature,
    store,
    /** Makes the code of an audit record, which its table has with it. */
    signRecord: codes.signRecord,
    sealer,
    forwarding,
    retention,
    /** Verifies every chain against its records, and against heads from the log where some are given. */
    verify: (knownHeads?: readonly KnownHead[]): Promise<AuditReport> =>
      verifyChains(verification, knownHeads),
    /** Where every chain stands, page by page. */
    heads: () => headsOf(store),
    /**
     * Makes the codes of records that wait for a seal again, with the vault's current key.
     * @returns how many
     */
    async renewCodes(): Promise<number> {
      let count = 0;
      await store.reconsider();
      for await (const organizations of pagesOf((last?: string) => store.waiting(last ?? "", pageSize))) {
        for (const organizationId of organizations) count += await renewCodesOf(organizationId);
      }
      return count;
    },
  };
}
