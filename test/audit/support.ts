/** What the audit tests share: records without a service, the report of one chain, and a vandal's hand. */
import { randomBytes } from "node:crypto";
import { recordAudit } from "../../src/database/audit-trail.ts";
import type { Connection, Database } from "../../src/database/database.ts";
import { createVault, type KeyRing } from "../../src/database/vault.ts";
import type { AuditEntry } from "../../src/engine/ports/rows.ts";
import { type Audit, createAudit } from "../../src/features/identity/audit/index.ts";
import type { KnownHead } from "../../src/features/identity/audit/known-heads.ts";
import { createRecordCodes } from "../../src/features/identity/audit/record-codes.ts";
import type { ChainReport } from "../../src/features/identity/audit/verify.ts";
import type { TestService } from "../support/service.ts";

export interface Logged {
  readonly level: "info" | "error";
  readonly details: Record<string, unknown>;
  readonly message: string;
}

export function newVault(): KeyRing {
  return createVault([{ id: "test", bytes: randomBytes(32) }]);
}

/** The vault of a service, as another node of it has one. */
export function vaultOf({ settings }: TestService): KeyRing {
  return createVault(settings.secretKeys);
}

/** An audit log of its own over a database, as a node of the service has one. */
export function newNode(database: Database, vault: KeyRing): { audit: Audit; logged: Logged[] } {
  const logged: Logged[] = [];
  const log = (level: Logged["level"]) => (details: object, message: string) =>
    void logged.push({ level, details: details as Logged["details"], message });
  const audit = createAudit({
    database,
    vault,
    log: { info: log("info"), error: log("error") },
  });
  return { audit, logged };
}

export function newEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: new Date(),
    actor: { kind: "key", id: "key_1", name: "deploys" },
    door: "rest",
    action: "update_team",
    kind: "teams",
    rowId: "team_1",
    outcome: "success",
    changes: [{ field: "name", before: "Core", after: "Platform" }],
    requestId: "req_1",
    address: "192.0.2.1",
    ...change,
  };
}

/** What every organization's log begins with, and must, for organizations that tests make past the service. */
export function creationOf(organizationId: string, at = new Date()): AuditEntry {
  return newEntry({ at, action: "create_organization", kind: "organization", rowId: organizationId });
}

/** Records entries as a commit of the service does: with their codes, and their place in the outbox. */
export async function record(
  database: Pick<Connection, "query">,
  vault: KeyRing,
  organizationId: string,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  const { signRecord } = createRecordCodes(vault);
  for (const entry of entries) await recordAudit(database, signRecord, organizationId, entry);
}

export async function reportOf(
  audit: Audit,
  organizationId: string,
  heads?: readonly KnownHead[],
): Promise<ChainReport> {
  const { organizations } = await audit.verify(heads);
  const report = organizations.find(({ organization }) => organization === organizationId);
  if (report === undefined) throw new Error(`${organizationId} has no audit log`);
  return report;
}

export async function ask<R>(
  database: Pick<Connection, "queryText">,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  return database.queryText<R>({ name: "", text }, values);
}

/** Writes to the audit tables past their triggers, as who administers the database can. */
export async function tamper(
  database: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.execute("SET LOCAL session_replication_role = replica");
    await ask(connection, text, values);
  });
}
