/**
 * TypeScript types of what the database cannot describe itself: what is in its JSON, and which texts a column
 * holds. queries.generated.ts takes them from here; see scripts/generate-queries.ts.
 */
import type { AuditRecord } from "../engine/ports/audit.ts";
import type { StoredPlan } from "../engine/ports/plans.ts";
import type { Channel, DeliveryStatus, LeasedDelivery } from "../features/delivery/port.ts";
import type { OrganizationRecord, PasswordState } from "../features/identity/port.ts";
import type { AcknowledgedTarget } from "../features/rendering/port.ts";
import type { FoundService } from "../features/services/port.ts";
import type { Plan, Role, Scope } from "../kernel/access.ts";
import type { ToldAlert } from "../kernel/alert-message.ts";
import type { JsonObject } from "../kernel/validate.ts";

export type Labels = Readonly<Record<string, string>>;

export type ServiceRows = FoundService["rows"];

export type { Depth } from "../features/delivery/port.ts";

/** By table and column, as the generator finds them: one a line. Every query that answers the column has the type. */
export interface Columns {
  "alert_routings.group_labels": Labels;
  "alert_truncated_groups.group_labels": Labels;
  "alerts.annotations": Labels;
  "alerts.labels": Labels;
  "alerts.severity": ToldAlert["severity"];
  "api_keys.scopes": readonly Scope[];
  "audit_records.actor_kind": AuditRecord["actor"]["kind"];
  "audit_records.changes": AuditRecord["changes"];
  "audit_records.door": AuditRecord["door"];
  "audit_records.outcome": AuditRecord["outcome"];
  "deliveries.channel": Channel;
  "deliveries.payload": LeasedDelivery["payload"];
  "deliveries.status": DeliveryStatus;
  "discoveries.reported": JsonObject;
  "events.decision": JsonObject;
  "events.labels": Readonly<Record<string, string>>;
  "members.role": Role;
  "organizations.plan": Plan;
  "plans.status": StoredPlan["status"];
  "render_acknowledgements.targets": readonly AcknowledgedTarget[];
  "rows.configuration": JsonObject;
  "rows.secrets": Readonly<Record<string, string>>;
  "rows.state": JsonObject;
  "tokens.max_role": Role;
  "users.password_state": PasswordState;
}

/** The key, its organization and its times in ISO 8601, as authenticate-key.sql puts them into JSON. */
export interface KeyCredential {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly connector_id: string | null;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly organization: OrganizationRecord;
}

/** A membership, as authenticate-session.sql and authenticate-token.sql put it into JSON. */
export interface MembershipJson {
  readonly role: Role;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: Plan;
  readonly ip_allowlist: readonly string[];
}
