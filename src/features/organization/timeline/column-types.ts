/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import type { MessageAlert } from "../../../kernel/alert-message.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

export type Changes = AuditRecord["changes"];

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "alerts.severity": MessageAlert["severity"];
  "audit_records.actor_kind": AuditRecord["actor"]["kind"];
  "audit_records.door": AuditRecord["door"];
  "rows.configuration": JsonObject;
}
