/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { AuditRecord } from "../../../engine/ports/audit.ts";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "audit_records.actor_kind": AuditRecord["actor"]["kind"];
  "audit_records.changes": AuditRecord["changes"];
  "audit_records.door": AuditRecord["door"];
  "audit_records.outcome": AuditRecord["outcome"];
}
