/** The audit record of a change, written in the change's own transaction or statement. */
import type { AuditEntry, SignRecord } from "../engine/ports/rows.ts";
import type { Connection } from "./database.ts";
import { jsonText } from "./json-text.ts";
import { sql } from "./queries.generated.ts";
import type { ParametersOf } from "./statement.ts";

/** Writes one audit record, with its place in the outbox. */
export async function recordAudit(
  connection: Pick<Connection, "query">,
  signRecord: SignRecord,
  organizationId: string,
  entry: AuditEntry,
): Promise<void> {
  await connection.query(sql.insertAuditRecord, auditParameters(organizationId, entry, signRecord));
}

/** The records of one change, one for each organization that it concerns. */
export async function recordTrail(
  connection: Pick<Connection, "query">,
  signRecord: SignRecord,
  trail: readonly { readonly organizationId: string; readonly entry: AuditEntry }[],
): Promise<void> {
  for (const { organizationId, entry } of trail)
    await recordAudit(connection, signRecord, organizationId, entry);
}

/** What insert-audit-record.sql writes: one audit record and its place in the outbox. */
export function auditParameters(
  organizationId: string,
  entry: AuditEntry,
  signRecord: SignRecord,
): ParametersOf<typeof sql.insertAuditRecord> {
  const { kind: resource, rowId, outcome } = entry;
  return { organizationId, resource, rowId, outcome, ...trailParameters(organizationId, entry, signRecord) };
}

/** What is written of an audit record together with a change of a row, which says the rest itself. */
export function trailParameters(organizationId: string, entry: AuditEntry, signRecord: SignRecord) {
  const { at, actor, door, action, changes, requestId, address, plan, run } = entry;
  const { id: recordId, code } = signRecord(organizationId, entry);
  return {
    at,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    door,
    action,
    changes: jsonText(changes),
    requestId,
    address: address ?? null,
    recordId,
    planId: plan?.id ?? null,
    planRecords: plan?.records ?? null,
    run: run ?? null,
    code,
  };
}
