/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { Columns, Depth, Labels, MembershipJson, ServiceRows } from "./column-types.ts";
import type { JsonText } from "./json-text.ts";

export interface Queries {
  "accept-membership": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly acceptedAt: Date | string;
    };
    readonly row: {
      readonly user_id: string;
    };
  };
  "acknowledge-alert": {
    readonly parameters: {
      readonly acknowledgedBy: string;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  "append-audit-seals": {
    readonly parameters: {
      readonly organizationId: string;
      readonly position: number | string;
      readonly seal: string;
      readonly code: string;
      readonly startPosition: number | string;
      readonly startSeal: string;
      readonly positions: readonly (number | string)[];
      readonly sequences: readonly (number | string)[];
      readonly seals: readonly string[];
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  "authenticate-key": {
    readonly parameters: {
      readonly hash: Buffer;
    };
    readonly row: {
      readonly credential: string | null;
    };
  };
  "authenticate-keys": {
    readonly parameters: {
      readonly hash: readonly Buffer[];
    };
    readonly row: {
      readonly place: number;
      readonly first: number;
      readonly credential: string | null;
    };
  };
  "authenticate-session": {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly last_used_at: Date;
      readonly user_id: string;
      readonly email: string;
      readonly user_name: string;
      readonly must_change_password: boolean;
      readonly memberships: MembershipJson[];
    };
  };
  "authenticate-sessions": {
    readonly parameters: {
      readonly hash: readonly Buffer[];
      readonly now: readonly (Date | string)[];
    };
    readonly row: {
      readonly place: number;
      readonly id: string;
      readonly last_used_at: Date;
      readonly user_id: string;
      readonly email: string;
      readonly user_name: string;
      readonly must_change_password: boolean;
      readonly memberships: MembershipJson[];
    };
  };
  "authenticate-token": {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly max_role: Columns["tokens.max_role"] | null;
      readonly last_used_at: Date | null;
      readonly user_id: string;
      readonly email: string;
      readonly user_name: string;
      readonly memberships: MembershipJson[];
    };
  };
  "authenticate-tokens": {
    readonly parameters: {
      readonly hash: readonly Buffer[];
      readonly now: readonly (Date | string)[];
    };
    readonly row: {
      readonly place: MembershipJson[];
      readonly id: string;
      readonly name: string;
      readonly max_role: Columns["tokens.max_role"] | null;
      readonly last_used_at: Date | null;
      readonly user_id: string;
      readonly email: string;
      readonly user_name: string;
      readonly memberships: MembershipJson[];
    };
  };
  "claim-alert-timers": {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly alertId: string;
      readonly ruleId: string;
      readonly step: number;
      readonly labels: Columns["alerts.labels"];
      readonly now: Date;
    };
  };
  "claim-deliveries": {
    readonly parameters: {
      readonly channels: readonly string[];
      readonly passOver: readonly string[];
      readonly limit: number | string;
      readonly lease: string;
      readonly leaseMs: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly source: string;
      readonly subject: string;
      readonly payload: Columns["deliveries.payload"];
      readonly attempts: number;
      readonly tryingSince: Date;
    };
  };
  "claim-hosted-connectors": {
    readonly parameters: {
      readonly holder: string;
      readonly limit: number | string;
      readonly leaseMs: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  "confirm-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly since: Date | string | null;
      readonly reports: JsonText;
    };
    readonly row: {
      readonly id: string;
      readonly title: string;
      readonly labels: Columns["alerts.labels"];
      readonly announced: boolean;
    };
  };
  "count-alerts": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly open: number;
      readonly kept: number;
      readonly merged: number;
    };
  };
  "count-alerts-by-day": {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  "count-audit-records": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly records: string;
      readonly sealed: string;
      readonly unsealed: string;
      readonly refused: string;
    };
  };
  "count-changes-by-day": {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  "count-codes-by-key": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly key_id: string;
      readonly count: string;
    };
  };
  "count-deliveries": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly channel: Depth["channel"];
      readonly status: Depth["status"];
      readonly count: number;
      readonly oldestSeconds: number;
    };
  };
  "count-deliveries-by-day": {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  "count-listed-rows": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
      readonly now: Date | string;
    };
    readonly row: {
      readonly kind: string;
      readonly count: number;
      readonly last_position: string | null;
    };
  };
  "count-open-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly overflowFingerprint: string;
      readonly mostOfConnector: number | string;
      readonly mostOfOrganization: number | string;
    };
    readonly row: {
      readonly ofConnector: number;
      readonly ofOrganization: number;
      readonly merged: boolean;
    };
  };
  "count-refused-records": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly refused: string;
    };
  };
  "count-rows": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
      readonly now: Date | string;
    };
    readonly row: {
      readonly kind: string;
      readonly count: number;
    };
  };
  "count-rows-of-kind": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  "count-views": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly kind: string;
      readonly name: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  "delete-agent-instances": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly instances: readonly string[];
    };
    readonly row: never;
  };
  "delete-alert-timers": {
    readonly parameters: {
      readonly timers: JsonText;
    };
    readonly row: never;
  };
  "delete-deploy-override": {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
    };
    readonly row: never;
  };
  "delete-hosted-connector": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  "delete-installation-value": {
    readonly parameters: {
      readonly name: string;
    };
    readonly row: never;
  };
  "delete-member": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: never;
  };
  "delete-mute-summary": {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
    };
    readonly row: {
      readonly muteId: string;
    };
  };
  "delete-node": {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: never;
  };
  "delete-organization": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  "delete-organization-references": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  "delete-other-sessions": {
    readonly parameters: {
      readonly userId: string;
      readonly keptId: string;
    };
    readonly row: never;
  };
  "delete-plan-set": {
    readonly parameters: {
      readonly organizationId: string;
      readonly name: string;
    };
    readonly row: never;
  };
  "delete-render-acknowledgement": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  "delete-row": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly expectedRevision: number | string;
      readonly at: Date | string;
      readonly actorKind: string;
      readonly actorId: string;
      readonly actorName: string;
      readonly door: string;
      readonly action: string;
      readonly changes: JsonText;
      readonly requestId: string;
      readonly address: string | null;
      readonly recordId: string;
      readonly planId: string | null;
      readonly planRecords: number | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  "delete-session": {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "delete-sessions-of-user": {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: never;
  };
  "delete-silences": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly silenceIds: readonly string[];
    };
    readonly row: never;
  };
  "delete-timers-of-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: never;
  };
  "delete-unclaimed-users": {
    readonly parameters: {
      readonly userIds: readonly string[];
    };
    readonly row: never;
  };
  "delete-view": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly kind: string;
      readonly name: string;
    };
    readonly row: {
      readonly name: string;
    };
  };
  "drop-deliveries": {
    readonly parameters: {
      readonly statuses: readonly string[];
      readonly before: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "drop-discoveries": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  "drop-service-name": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly field: string;
      readonly value: string | null;
    };
    readonly row: never;
  };
  "end-alerts": {
    readonly parameters: {
      readonly ends: JsonText;
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "end-mute-summary": {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
    };
    readonly row: never;
  };
  "end-password": {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "end-routings": {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly alertId: string;
      readonly routeId: string;
      readonly groupKey: string;
      readonly groupLabels: Columns["alert_routings.group_labels"];
    };
  };
  "end-tokens-of-member": {
    readonly parameters: {
      readonly organizationId: string;
      readonly at: Date | string;
      readonly userId: string;
    };
    readonly row: never;
  };
  "end-unproved-accounts": {
    readonly parameters: {
      readonly userIds: readonly string[];
    };
    readonly row: never;
  };
  "find-due-delivery": {
    readonly parameters: {
      readonly channels: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  "find-due-timer": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly alertId: string;
    };
  };
  "find-other-admin": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly user_id: string;
    };
  };
  "find-row": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
    };
  };
  "find-rows": {
    readonly parameters: {
      readonly organizationId: readonly string[];
      readonly kind: readonly string[];
      readonly id: readonly string[];
    };
    readonly row: {
      readonly place: number;
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
    };
  };
  "find-rows-by-ids": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
    };
  };
  "find-sent-end": {
    readonly parameters: {
      readonly organizationId: string;
      readonly dedupKey: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "find-truncated-group": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly groupKey: string;
    };
  };
  "find-unconfirmed-alert": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "finish-delivery": {
    readonly parameters: {
      readonly forget: boolean;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "forget-alerts": {
    readonly parameters: {
      readonly before: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "forget-deliveries": {
    readonly parameters: {
      readonly sentBefore: Date | string;
      readonly parkedBefore: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "forget-events": {
    readonly parameters: {
      readonly before: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "forget-figures": {
    readonly parameters: {
      readonly span: number;
      readonly before: Date | string;
    };
    readonly row: never;
  };
  "forget-held-deliveries": {
    readonly parameters: {
      readonly before: Date | string;
      readonly most: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "forget-keys": {
    readonly parameters: {
      readonly revokedBefore: Date | string;
    };
    readonly row: never;
  };
  "forget-merged-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly before: Date | string;
      readonly fingerprints: readonly string[];
    };
    readonly row: {
      readonly fingerprint: string;
    };
  };
  "forget-plans": {
    readonly parameters: {
      readonly appliedBefore: Date | string;
      readonly expiredBefore: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "forget-rate-use": {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  "forget-sessions": {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  "forget-silences": {
    readonly parameters: {
      readonly kind: string;
    };
    readonly row: never;
  };
  "forget-tokens": {
    readonly parameters: {
      readonly revokedBefore: Date | string;
    };
    readonly row: never;
  };
  "forget-truncated-groups": {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  "free-dedupe-key": {
    readonly parameters: {
      readonly organizationId: string;
      readonly dedupeKey: string;
      readonly until: Date | string;
    };
    readonly row: never;
  };
  "free-expired-key": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly naturalKey: string | null;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  "get-accepted-member": {
    readonly parameters: {
      readonly organizationId: string;
      readonly emailFolded: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "get-alert-locked": {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly unconfirmedSince: Date | null;
    };
  };
  "get-any-account": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly found: boolean;
    };
  };
  "get-audit-checkpoint": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly position: string;
      readonly seal: string;
      readonly code: string;
      readonly kept_since: Date | null;
    };
  };
  "get-audit-head": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly position: string;
      readonly seal: string;
      readonly code: string;
    };
  };
  "get-database-time": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly now: Date;
    };
  };
  "get-discovery": {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
      readonly environment: string;
    };
    readonly row: {
      readonly reported: Columns["discoveries.reported"];
    };
  };
  "get-event-by-dedupe-key": {
    readonly parameters: {
      readonly organizationId: string;
      readonly dedupeKey: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly event: string;
      readonly title: string;
      readonly body: string | null;
      readonly service: string | null;
      readonly labels: Columns["events.labels"];
      readonly url: string | null;
      readonly dedupeKey: string | null;
      readonly decision: Columns["events.decision"];
      readonly at: Date;
    };
  };
  "get-existing-rows": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
    };
  };
  "get-figures": {
    readonly parameters: {
      readonly step: number;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly since: Date | string;
      readonly until: Date | string;
    };
    readonly row: {
      readonly at: Date;
      readonly field: string;
      readonly mean: number;
      readonly least: number;
      readonly most: number;
    };
  };
  "get-first-external-id": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "get-installation-value": {
    readonly parameters: {
      readonly name: string;
    };
    readonly row: {
      readonly value: string;
    };
  };
  "get-invitation": {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
    };
    readonly row: {
      readonly expiresAt: Date;
      readonly provesAddress: boolean;
      readonly role: Columns["members.role"];
      readonly invitedName: string | null;
      readonly organizationId: string;
      readonly slug: string;
      readonly organizationName: string;
      readonly userId: string;
      readonly email: string;
      readonly memberElsewhere: boolean;
    };
  };
  "get-key": {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly scopes: Columns["api_keys.scopes"];
      readonly connectorId: string | null;
      readonly prefix: string;
      readonly createdBy: string;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
    };
  };
  "get-member": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly role: Columns["members.role"];
      readonly acceptedAt: Date | null;
      readonly createdAt: Date;
      readonly revision: string;
    };
  };
  "get-organization": {
    readonly parameters: {
      readonly idOrSlug: string;
    };
    readonly row: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly plan: Columns["organizations.plan"];
      readonly ipAllowlist: readonly string[];
      readonly createdAt: Date;
    };
  };
  "get-plan": {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly status: Columns["plans.status"];
      readonly actor_id: string;
      readonly sealed_request: string;
      readonly head: string;
      readonly difference: string;
      readonly created_at: Date;
      readonly expires_at: Date;
      readonly applied_at: Date | null;
    };
  };
  "get-plan-locked": {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly status: Columns["plans.status"];
      readonly actor_id: string;
      readonly sealed_request: string;
      readonly head: string;
      readonly difference: string;
      readonly created_at: Date;
      readonly expires_at: Date;
      readonly applied_at: Date | null;
    };
  };
  "get-plan-set": {
    readonly parameters: {
      readonly organizationId: string;
      readonly name: string;
    };
    readonly row: {
      readonly name: string;
      readonly sealed_request: string;
      readonly plan_id: string;
      readonly applied_at: Date;
    };
  };
  "get-reset": {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
    };
    readonly row: {
      readonly expiresAt: Date;
      readonly userId: string;
      readonly email: string;
    };
  };
  "get-row-by-key": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly naturalKey: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  "get-row-locked": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  "get-rows-by-ids": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  "get-rows-by-keys": {
    readonly parameters: {
      readonly now: Date | string;
      readonly kinds: readonly string[];
      readonly keys: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
      readonly ended: boolean;
    };
  };
  "get-rows-matching": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly match: JsonText;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  "get-service-name": {
    readonly parameters: {
      readonly kind: string;
      readonly field: string;
      readonly value: string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  "get-token": {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly organizations: readonly string[];
      readonly maxRole: Columns["tokens.max_role"] | null;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
    };
  };
  "get-user": {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string | null;
      readonly passwordState: Columns["users.password_state"];
      readonly provedAt: Date | null;
      readonly createdAt: Date;
    };
  };
  "get-user-by-email": {
    readonly parameters: {
      readonly emailFolded: string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string | null;
      readonly passwordState: Columns["users.password_state"];
      readonly provedAt: Date | null;
      readonly createdAt: Date;
    };
  };
  "hold-row": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "holders-of-hosted-connectors": {
    readonly parameters: {
      readonly organizationIds: readonly string[];
      readonly connectorIds: readonly string[];
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly holder: string | null | null;
    };
  };
  "insert-alert-routings": {
    readonly parameters: {
      readonly organizationId: string;
      readonly routings: JsonText;
    };
    readonly row: never;
  };
  "insert-alert-timers": {
    readonly parameters: {
      readonly organizationId: string;
      readonly timers: JsonText;
    };
    readonly row: never;
  };
  "insert-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly alerts: JsonText;
    };
    readonly row: never;
  };
  "insert-audit-record": {
    readonly parameters: {
      readonly organizationId: string;
      readonly at: Date | string;
      readonly actorKind: string;
      readonly actorId: string;
      readonly actorName: string;
      readonly door: string;
      readonly action: string;
      readonly resource: string;
      readonly rowId: string;
      readonly outcome: string;
      readonly changes: JsonText;
      readonly requestId: string;
      readonly address: string | null;
      readonly recordId: string;
      readonly planId: string | null;
      readonly planRecords: number | null;
      readonly code: string;
    };
    readonly row: never;
  };
  "insert-deliveries": {
    readonly parameters: {
      readonly deliveries: JsonText;
    };
    readonly row: never;
  };
  "insert-delivery-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly told: JsonText;
    };
    readonly row: never;
  };
  "insert-event": {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly event: string;
      readonly title: string;
      readonly body: string | null;
      readonly service: string | null;
      readonly labels: JsonText;
      readonly url: string | null;
      readonly dedupeKey: string | null;
      readonly decision: JsonText;
      readonly at: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "insert-installation-value": {
    readonly parameters: {
      readonly name: string;
      readonly value: string;
    };
    readonly row: never;
  };
  "insert-invitation": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly hash: Buffer;
      readonly expiresAt: Date | string;
      readonly provesAddress: boolean;
    };
    readonly row: never;
  };
  "insert-key": {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly hash: Buffer;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly connectorId: string | null;
      readonly prefix: string;
      readonly createdBy: string;
      readonly createdAt: Date | string;
      readonly expiresAt: Date | string | null;
    };
    readonly row: never;
  };
  "insert-member": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly role: string;
      readonly invitedName: string | null;
      readonly acceptedAt: Date | string | null;
      readonly createdAt: Date | string;
    };
    readonly row: never;
  };
  "insert-mute-summary": {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
      readonly endsAt: Date | string;
    };
    readonly row: never;
  };
  "insert-organization": {
    readonly parameters: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly plan: string;
      readonly createdAt: Date | string;
    };
    readonly row: never;
  };
  "insert-plan": {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly status: string;
      readonly actorId: string;
      readonly sealedRequest: string;
      readonly head: string;
      readonly difference: string;
      readonly createdAt: Date | string;
      readonly expiresAt: Date | string;
    };
    readonly row: never;
  };
  "insert-refusal": {
    readonly parameters: {
      readonly organizationId: string;
      readonly at: Date | string;
      readonly actorKind: string;
      readonly actorId: string;
      readonly actorName: string;
      readonly door: string;
      readonly action: string;
      readonly resource: string;
      readonly rowId: string;
      readonly outcome: string;
      readonly changes: JsonText;
      readonly requestId: string;
      readonly address: string | null;
      readonly recordId: string;
      readonly planId: string | null;
      readonly planRecords: number | null;
      readonly code: string;
    };
    readonly row: never;
  };
  "insert-row": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly naturalKey: string | null;
      readonly sortKey: string;
      readonly configuration: JsonText;
      readonly secrets: JsonText;
      readonly state: JsonText;
      readonly keyHeldUntil: Date | string | null;
      readonly searchText: string;
      readonly at: Date | string;
      readonly referenceFields: readonly string[];
      readonly referenceKinds: readonly string[];
      readonly referenceIds: readonly string[];
      readonly referenceCascades: readonly boolean[];
      readonly actorKind: string;
      readonly actorId: string;
      readonly actorName: string;
      readonly door: string;
      readonly action: string;
      readonly changes: JsonText;
      readonly requestId: string;
      readonly address: string | null;
      readonly recordId: string;
      readonly planId: string | null;
      readonly planRecords: number | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  "insert-session": {
    readonly parameters: {
      readonly userId: string;
      readonly createdAt: Date | string;
      readonly hash: Buffer;
      readonly id: string;
      readonly address: string | null;
      readonly userAgent: string | null;
      readonly passwordHash: string | null;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "insert-silences": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly silences: JsonText;
    };
    readonly row: never;
  };
  "insert-token": {
    readonly parameters: {
      readonly id: string;
      readonly userId: string;
      readonly hash: Buffer;
      readonly name: string;
      readonly prefix: string;
      readonly organizations: readonly string[];
      readonly maxRole: string | null;
      readonly createdAt: Date | string;
      readonly expiresAt: Date | string | null;
    };
    readonly row: never;
  };
  "insert-truncated-groups": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly groups: JsonText;
    };
    readonly row: never;
  };
  "insert-user": {
    readonly parameters: {
      readonly id: string;
      readonly email: string;
      readonly emailFolded: string;
      readonly name: string;
      readonly passwordHash: string | null;
      readonly passwordState: string;
      readonly provedAt: Date | string | null;
      readonly createdAt: Date | string;
    };
    readonly row: never;
  };
  "is-service-known": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly matches: readonly JsonText[];
      readonly organizationId: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly known: boolean;
    };
  };
  "lacks-creation-record": {
    readonly parameters: {
      readonly organizationId: string;
      readonly resource: string;
      readonly deleted: string;
      readonly made: string;
    };
    readonly row: {
      readonly lacking: boolean;
    };
  };
  "list-acknowledged-targets": {
    readonly parameters: {
      readonly silentMinutes: number;
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly instance: string;
      readonly targets: Columns["render_acknowledgements.targets"];
      readonly silent: boolean;
    };
  };
  "list-active-rows": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly configuration: Columns["rows.configuration"];
      readonly heldUntil: Date;
    };
  };
  "list-alert-groups": {
    readonly parameters: {
      readonly organizationId: string;
      readonly groupKeys: readonly string[];
    };
    readonly row: {
      readonly groupKey: string;
      readonly secondsSince: number;
    };
  };
  "list-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string | null;
      readonly resolved: boolean | null;
      readonly before: Date | string;
      readonly beforeId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly unconfirmedSince: Date | null;
    };
  };
  "list-alerts-by-ids": {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly unconfirmedSince: Date | null;
    };
  };
  "list-audit-heads": {
    readonly parameters: {
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly position: string;
      readonly seal: string;
      readonly code: string;
    };
  };
  "list-audit-links": {
    readonly parameters: {
      readonly organizationId: string;
      readonly after: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly position: string;
      readonly seal: string;
      readonly link_sequence: string;
      readonly organization_id: string | null;
      readonly sequence: string | null;
      readonly at: Date | null;
      readonly actor_kind: Columns["audit_records.actor_kind"] | null;
      readonly actor_id: string | null;
      readonly actor_name: string | null;
      readonly door: Columns["audit_records.door"] | null;
      readonly action: string | null;
      readonly resource: string | null;
      readonly row_id: string | null;
      readonly outcome: Columns["audit_records.outcome"] | null;
      readonly changes: Columns["audit_records.changes"] | null;
      readonly request_id: string | null;
      readonly address: string | null;
      readonly id: string | null;
      readonly plan_id: string | null;
      readonly plan_records: number | null;
    };
  };
  "list-audit-records": {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: number | string;
      readonly resource: string | null;
      readonly rowId: string | null;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly sequence: string;
      readonly at: Date;
      readonly actor_kind: Columns["audit_records.actor_kind"];
      readonly actor_id: string;
      readonly actor_name: string;
      readonly door: Columns["audit_records.door"];
      readonly action: string;
      readonly resource: string;
      readonly row_id: string;
      readonly outcome: Columns["audit_records.outcome"];
      readonly changes: Columns["audit_records.changes"];
      readonly request_id: string;
      readonly address: string | null;
      readonly id: string | null;
      readonly plan_id: string | null;
      readonly plan_records: number | null;
    };
  };
  "list-audit-records-named": {
    readonly parameters: {
      readonly organizationId: string;
      readonly resource: string | null;
      readonly patterns: readonly string[];
      readonly before: number | string;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly sequence: string;
      readonly at: Date;
      readonly actor_kind: Columns["audit_records.actor_kind"];
      readonly actor_id: string;
      readonly actor_name: string;
      readonly door: Columns["audit_records.door"];
      readonly action: string;
      readonly resource: string;
      readonly row_id: string;
      readonly outcome: Columns["audit_records.outcome"];
      readonly changes: Columns["audit_records.changes"];
      readonly request_id: string;
      readonly address: string | null;
      readonly id: string | null;
      readonly plan_id: string | null;
      readonly plan_records: number | null;
    };
  };
  "list-audit-records-of-plan": {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: number | string;
      readonly planId: string;
      readonly resource: string | null;
      readonly rowId: string | null;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly sequence: string;
      readonly at: Date;
      readonly actor_kind: Columns["audit_records.actor_kind"];
      readonly actor_id: string;
      readonly actor_name: string;
      readonly door: Columns["audit_records.door"];
      readonly action: string;
      readonly resource: string;
      readonly row_id: string;
      readonly outcome: Columns["audit_records.outcome"];
      readonly changes: Columns["audit_records.changes"];
      readonly request_id: string;
      readonly address: string | null;
      readonly id: string | null;
      readonly plan_id: string | null;
      readonly plan_records: number | null;
    };
  };
  "list-audit-records-of-row": {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: number | string;
      readonly resource: string;
      readonly rowId: string;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly sequence: string;
      readonly at: Date;
      readonly actor_kind: Columns["audit_records.actor_kind"];
      readonly actor_id: string;
      readonly actor_name: string;
      readonly door: Columns["audit_records.door"];
      readonly action: string;
      readonly resource: string;
      readonly row_id: string;
      readonly outcome: Columns["audit_records.outcome"];
      readonly changes: Columns["audit_records.changes"];
      readonly request_id: string;
      readonly address: string | null;
      readonly id: string | null;
      readonly plan_id: string | null;
      readonly plan_records: number | null;
    };
  };
  "list-broken-plans": {
    readonly parameters: {
      readonly organizationId: string;
      readonly keptSince: Date | string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly plan_id: string;
      readonly found: string;
      readonly fewest: number;
      readonly most: number;
    };
  };
  "list-deliveries": {
    readonly parameters: {
      readonly statuses: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly organizationId: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly subject: string;
      readonly status: Columns["deliveries.status"];
      readonly attempts: number;
      readonly createdAt: Date;
      readonly nextAttemptAt: Date | null;
      readonly lastError: string | null;
    };
  };
  "list-deliveries-of-alerts": {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
      readonly most: number | string;
    };
    readonly row: {
      readonly alertId: string;
      readonly senderId: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly status: Columns["deliveries.status"];
      readonly attempts: number;
      readonly createdAt: Date;
      readonly endedAt: Date | null;
      readonly lastError: string | null;
    };
  };
  "list-deploy-overrides": {
    readonly parameters: {
      readonly organizationId: string;
      readonly services: readonly string[];
      readonly now: Date | string;
    };
    readonly row: {
      readonly service: string;
      readonly allow: boolean;
      readonly reason: string;
      readonly by: string;
      readonly createdAt: Date;
      readonly until: Date;
    };
  };
  "list-due-mute-summaries": {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly muteId: string;
    };
  };
  "list-ended-under-mute": {
    readonly parameters: {
      readonly organizationId: string;
      readonly muteId: string;
    };
    readonly row: {
      readonly alertId: string;
      readonly connectorId: string;
      readonly routeId: string;
    };
  };
  "list-expiring-keys": {
    readonly parameters: {
      readonly from: Date | string;
      readonly until: Date | string;
      readonly days: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly organizationName: string;
      readonly kind: "key";
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly expiresAt: Date;
      readonly email: string | null;
    };
  };
  "list-expiring-tokens": {
    readonly parameters: {
      readonly from: Date | string;
      readonly until: Date | string;
      readonly days: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly organizationName: string;
      readonly kind: "token";
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly expiresAt: Date;
      readonly email: string;
    };
  };
  "list-export-keys": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly afterSortKey: string;
      readonly afterId: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly natural_key: string | null;
      readonly sort_key: string;
    };
  };
  "list-export-page": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly afterSortKey: string;
      readonly afterId: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly sort_key: string;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  "list-incidents-of-services": {
    readonly parameters: {
      readonly organizationId: string;
      readonly notIn: readonly string[];
      readonly services: readonly string[];
      readonly impacts: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly service: string;
      readonly id: string;
      readonly title: string;
      readonly status: string;
      readonly impact: string;
    };
  };
  "list-installation": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly name: string;
      readonly value: string;
    };
  };
  "list-keys": {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly scopes: Columns["api_keys.scopes"];
      readonly connectorId: string | null;
      readonly prefix: string;
      readonly createdBy: string;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
    };
  };
  "list-keys-of-connector": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
    };
  };
  "list-known-alerts": {
    readonly parameters: {
      readonly muteKind: string;
      readonly reports: JsonText;
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly resolvedAt: Date | null;
      readonly title: string;
      readonly annotations: Columns["alerts.annotations"];
      readonly unconfirmed: boolean;
      readonly lapsed: boolean;
    };
  };
  "list-lapsed-mutings": {
    readonly parameters: {
      readonly kind: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  "list-links-to-rows": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly to_kind: string;
      readonly to_id: string;
      readonly resource: string;
      readonly id: string;
      readonly field: string;
      readonly cascade: boolean;
    };
  };
  "list-lost-audit-records": {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly sequence: string;
    };
  };
  "list-mailed-invitations": {
    readonly parameters: {
      readonly lane: string;
      readonly since: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly at: Date;
    };
  };
  "list-members": {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly role: Columns["members.role"];
      readonly acceptedAt: Date | null;
      readonly createdAt: Date;
      readonly revision: string;
    };
  };
  "list-members-of-teams": {
    readonly parameters: {
      readonly organizationId: string;
      readonly teamIds: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly teamId: string;
      readonly id: string;
      readonly email: string;
      readonly name: string;
    };
  };
  "list-memberships": {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly role: Columns["members.role"];
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly plan: Columns["organizations.plan"];
      readonly ipAllowlist: readonly string[];
    };
  };
  "list-merged-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly named: number | string;
    };
    readonly row: {
      readonly title: string;
      readonly total: number;
    };
  };
  "list-migrations": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly version: number;
      readonly name: string;
      readonly checksum: string | null;
    };
  };
  "list-mutable-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly labels: Columns["alerts.labels"];
      readonly title: string;
    };
  };
  "list-muted-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
      readonly labels: Columns["alerts.labels"];
      readonly title: string;
      readonly mutedBy: string | null;
    };
  };
  "list-natural-keys": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
    };
  };
  "list-open-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string | null;
      readonly acknowledged: boolean | null;
      readonly before: Date | string;
      readonly beforeId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly connectorId: string;
      readonly fingerprint: string;
      readonly startedAt: Date;
      readonly labels: Columns["alerts.labels"];
      readonly annotations: Columns["alerts.annotations"];
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly url: string | null;
      readonly resolvedAt: Date | null;
      readonly acknowledgedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly mutedBy: string | null;
      readonly unconfirmedSince: Date | null;
    };
  };
  "list-open-routings": {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
      readonly routeIds: readonly string[] | null;
    };
    readonly row: {
      readonly alertId: string;
      readonly routeId: string;
      readonly groupKey: string;
      readonly groupLabels: Columns["alert_routings.group_labels"];
      readonly told: boolean;
      readonly acknowledged: boolean;
    };
  };
  "list-organizations": {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly plan: Columns["organizations.plan"];
      readonly ipAllowlist: readonly string[];
      readonly createdAt: Date;
    };
  };
  "list-organizations-to-seal": {
    readonly parameters: {
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  "list-orphan-audit-records": {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly sequence: string;
    };
  };
  "list-orphaned-alerts": {
    readonly parameters: {
      readonly kind: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly id: string;
    };
  };
  "list-overdue-chains": {
    readonly parameters: {
      readonly kind: string;
      readonly now: Date | string;
      readonly field: string;
      readonly defaultDays: number;
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly kept_since: Date;
    };
  };
  "list-plan-sets": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly name: string;
      readonly plan_id: string;
      readonly applied_at: Date;
      readonly rows: number;
    };
  };
  "list-plans": {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly status: Columns["plans.status"];
      readonly actor_id: string;
      readonly head: string;
      readonly created_at: Date;
      readonly expires_at: Date;
      readonly applied_at: Date | null;
    };
  };
  "list-present-tables": {
    readonly parameters: {
      readonly names: readonly string[];
    };
    readonly row: {
      readonly name: string;
    };
  };
  "list-recent-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: Date | string;
      readonly beforeId: string;
      readonly limit: number | string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly labels: Labels;
      readonly title: string;
      readonly startedAt: Date;
      readonly open: boolean;
    };
  };
  "list-records-of-plan": {
    readonly parameters: {
      readonly organizationId: string;
      readonly planId: string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly sequence: string;
      readonly at: Date;
      readonly actor_kind: Columns["audit_records.actor_kind"];
      readonly actor_id: string;
      readonly actor_name: string;
      readonly door: Columns["audit_records.door"];
      readonly action: string;
      readonly resource: string;
      readonly row_id: string;
      readonly outcome: Columns["audit_records.outcome"];
      readonly changes: Columns["audit_records.changes"];
      readonly request_id: string;
      readonly address: string | null;
      readonly id: string | null;
      readonly plan_id: string | null;
      readonly plan_records: number | null;
      readonly sealed: boolean;
    };
  };
  "list-referrers": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly resource: string;
      readonly id: string;
      readonly field: string;
      readonly cascade: boolean;
    };
  };
  "list-render-acknowledgements": {
    readonly parameters: {
      readonly silentMinutes: number;
      readonly expiredMinutes: number;
      readonly organizationId: string;
    };
    readonly row: {
      readonly connector_id: string;
      readonly instance: string;
      readonly digest: string;
      readonly ok: boolean;
      readonly degraded: boolean;
      readonly message: string | null;
      readonly version: string | null;
      readonly running_digest: string | null;
      readonly running_since: Date | null;
      readonly at: Date;
      readonly departed: boolean;
      readonly silence_told: boolean;
      readonly silent: boolean;
      readonly expired: boolean;
    };
  };
  "list-routings-of-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: {
      readonly alertId: string;
      readonly routeId: string;
    };
  };
  "list-row-states": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly configuration: Columns["rows.configuration"];
      readonly state: Columns["rows.state"];
    };
  };
  "list-rows-in-order": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly afterSortKey: string;
      readonly afterId: string;
      readonly filterFields: readonly string[];
      readonly filterValues: readonly string[];
      readonly filterFolds: readonly boolean[];
      readonly managedBy: string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly sort_key: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
    };
  };
  "list-rows-naming": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
      readonly matches: readonly JsonText[];
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
      readonly total: number;
    };
  };
  "list-rows-near": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
      readonly total: number;
    };
  };
  "list-rows-newest-first": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly beforeId: string;
      readonly filterFields: readonly string[];
      readonly filterValues: readonly string[];
      readonly filterFolds: readonly boolean[];
      readonly managedBy: string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
    };
  };
  "list-rows-of-set": {
    readonly parameters: {
      readonly organizationId: string;
      readonly set: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  "list-rows-pointing": {
    readonly parameters: {
      readonly organizationId: string;
      readonly toKind: string;
      readonly toId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly fields: readonly string[];
      readonly configuration: Columns["rows.configuration"];
      readonly total: number;
    };
  };
  "list-running-nodes": {
    readonly parameters: {
      readonly withinSeconds: number;
    };
    readonly row: {
      readonly place: string;
      readonly key_ids: readonly string[];
      readonly seconds: number;
    };
  };
  "list-sealed-deliveries": {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly organization_id: string;
      readonly id: string;
      readonly sealed: string;
    };
  };
  "list-sealed-plan-sets": {
    readonly parameters: {
      readonly afterOrganizationId: string;
      readonly afterName: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly name: string;
      readonly sealed_request: string;
    };
  };
  "list-sealed-plans": {
    readonly parameters: {
      readonly afterOrganizationId: string;
      readonly afterId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly id: string;
      readonly sealed_request: string;
    };
  };
  "list-sealed-rows": {
    readonly parameters: {
      readonly afterOrganizationId: string;
      readonly afterKind: string;
      readonly afterId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly kind: string;
      readonly id: string;
      readonly secrets: Columns["rows.secrets"];
    };
  };
  "list-services": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly members: readonly string[];
      readonly paths: readonly string[];
      readonly isOff: readonly string[];
      readonly badSettings: readonly string[];
      readonly badState: readonly string[];
      readonly warningSettings: readonly string[];
      readonly warningState: readonly string[];
      readonly goodState: readonly string[];
      readonly stateField: readonly string[];
      readonly sights: readonly string[];
      readonly organizationId: string;
      readonly now: Date | string;
      readonly q: string;
      readonly severities: readonly string[];
      readonly inTrouble: boolean;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly service: string;
      readonly rows: ServiceRows;
      readonly bad: number;
      readonly warning: number;
      readonly good: number;
      readonly unknown: number;
      readonly openAlerts: number;
      readonly severity: number | null;
      readonly total: number;
    };
  };
  "list-sessions": {
    readonly parameters: {
      readonly userId: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly createdAt: Date;
      readonly lastUsedAt: Date;
      readonly expiresAt: Date;
      readonly address: string | null;
      readonly userAgent: string | null;
    };
  };
  "list-silences": {
    readonly parameters: {
      readonly now: Date | string;
      readonly kind: string;
      readonly organizationId: string;
    };
    readonly row: {
      readonly connectorId: string;
      readonly silenceId: string;
      readonly muteId: string;
      readonly madeThere: boolean;
      readonly muteState: string;
      readonly isSeenLately: boolean;
    };
  };
  "list-silent-agents": {
    readonly parameters: {
      readonly silentMinutes: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  "list-slos-of-services": {
    readonly parameters: {
      readonly organizationId: string;
      readonly services: readonly string[];
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  "list-slugs": {
    readonly parameters: {
      readonly base: string;
    };
    readonly row: {
      readonly slug: string;
    };
  };
  "list-timers-of-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly alertIds: readonly string[];
    };
    readonly row: {
      readonly alertId: string;
      readonly ruleId: string;
      readonly step: number;
      readonly dueAt: Date;
    };
  };
  "list-tokens": {
    readonly parameters: {
      readonly userId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly organizations: readonly string[];
      readonly maxRole: Columns["tokens.max_role"] | null;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
    };
  };
  "list-told-by-routes": {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly groupKey: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly goesOn: boolean;
    };
  };
  "list-told-by-rules": {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly alertId: string;
      readonly senderId: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
    };
  };
  "list-troubled-rows": {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly fields: readonly string[];
      readonly inState: readonly boolean[];
      readonly defaults: readonly string[];
      readonly values: readonly string[];
      readonly switches: readonly string[];
      readonly switchDefaults: readonly string[];
      readonly sights: readonly string[];
      readonly unseen: readonly boolean[];
      readonly organizationId: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly question: number;
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
      readonly total: number;
    };
  };
  "list-unreported-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly before: Date | string;
      readonly fingerprints: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  "list-views": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly kind: string;
      readonly name: string;
      readonly query: string;
      readonly saved_at: Date;
    };
  };
  "list-waiting-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly firstFingerprint: string;
      readonly lesser: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly title: string;
      readonly severity: Columns["alerts.severity"] | null;
      readonly service: string | null;
      readonly startedAt: Date;
      readonly mutedBy: string | null;
      readonly unconfirmedSince: Date | null;
      readonly total: number;
    };
  };
  "list-waiting-records": {
    readonly parameters: {
      readonly organizationId: string;
      readonly after: number | string;
      readonly limit: number | string;
      readonly withRefused: boolean;
    };
    readonly row: {
      readonly organization_id: string;
      readonly sequence: string;
      readonly at: Date;
      readonly actor_kind: Columns["audit_records.actor_kind"];
      readonly actor_id: string;
      readonly actor_name: string;
      readonly door: Columns["audit_records.door"];
      readonly action: string;
      readonly resource: string;
      readonly row_id: string;
      readonly outcome: Columns["audit_records.outcome"];
      readonly changes: Columns["audit_records.changes"];
      readonly request_id: string;
      readonly address: string | null;
      readonly id: string | null;
      readonly plan_id: string | null;
      readonly plan_records: number | null;
      readonly code: string | null;
      readonly refused: boolean;
      readonly copy_of: string | null;
    };
  };
  lock: {
    readonly parameters: {
      readonly purpose: string;
    };
    readonly row: {
      readonly pg_advisory_xact_lock: unknown;
    };
  };
  "lock-organization": {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "lock-rows": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly revision: string;
      readonly managed_by: string | null;
    };
  };
  "lock-unproved-members": {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "lock-user": {
    readonly parameters: {
      readonly emailFolded: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "mark-plan-applied": {
    readonly parameters: {
      readonly at: Date | string;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  "mark-routings-told": {
    readonly parameters: {
      readonly routings: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  "merge-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly alerts: JsonText;
      readonly most: number | string;
    };
    readonly row: never;
  };
  "merge-row-state": {
    readonly parameters: {
      readonly measuredAt: string | null;
      readonly state: JsonText;
      readonly measuredField: string | null;
      readonly countSeen: string | null;
      readonly countBy: string | null;
      readonly countField: string | null;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly figures: JsonText | null;
      readonly at: Date | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: Columns["rows.configuration"];
      readonly secrets: Columns["rows.secrets"];
      readonly state: Columns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  "move-alert-timers": {
    readonly parameters: {
      readonly timers: JsonText;
    };
    readonly row: never;
  };
  "mute-alerts": {
    readonly parameters: {
      readonly mutings: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  "next-audited-organization": {
    readonly parameters: {
      readonly after: string;
    };
    readonly row: {
      readonly organization_id: string | null;
    };
  };
  "own-rows": {
    readonly parameters: {
      readonly set: string | null;
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: never;
  };
  "page-rows-backwards": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "page-rows-forwards": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "park-delivery": {
    readonly parameters: {
      readonly error: string;
      readonly organizationId: string;
      readonly id: string;
      readonly lease: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "park-target": {
    readonly parameters: {
      readonly error: string;
      readonly organizationId: string;
      readonly channel: string;
      readonly lane: string;
      readonly sourceEnd: string;
    };
    readonly row: never;
  };
  "postpone-delivery": {
    readonly parameters: {
      readonly pauseMs: number;
      readonly error: string;
      readonly yields: boolean;
      readonly organizationId: string;
      readonly id: string;
      readonly lease: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "put-deploy-override": {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
      readonly allow: boolean;
      readonly reason: string;
      readonly by: string;
      readonly createdAt: Date | string;
      readonly until: Date | string;
    };
    readonly row: never;
  };
  "put-discovery": {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
      readonly environment: string;
      readonly reported: JsonText;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  "put-hosted-connector": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  "put-node": {
    readonly parameters: {
      readonly id: string;
      readonly place: string;
      readonly keyIds: readonly string[];
    };
    readonly row: never;
  };
  "put-plan-set": {
    readonly parameters: {
      readonly organizationId: string;
      readonly name: string;
      readonly sealedRequest: string;
      readonly planId: string;
      readonly appliedAt: Date | string;
    };
    readonly row: never;
  };
  "put-render-acknowledgement": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly instance: string;
      readonly digest: string;
      readonly ok: boolean;
      readonly degraded: boolean;
      readonly message: string | null;
      readonly version: string | null;
      readonly runningDigest: string | null;
      readonly runningSince: Date | string | null;
      readonly targets: JsonText;
      readonly departed: boolean;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  "reconsider-records": {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  "record-migration": {
    readonly parameters: {
      readonly version: number;
      readonly name: string;
      readonly checksum: string;
    };
    readonly row: never;
  };
  "refuse-records": {
    readonly parameters: {
      readonly organizationId: string;
      readonly sequences: readonly (number | string)[];
      readonly now: Date | string;
    };
    readonly row: {
      readonly sequence: string;
    };
  };
  "release-deliveries": {
    readonly parameters: {
      readonly lease: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  "release-held-deliveries": {
    readonly parameters: {
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "release-hosted-connectors": {
    readonly parameters: {
      readonly holder: string;
    };
    readonly row: never;
  };
  "renew-hosted-connectors": {
    readonly parameters: {
      readonly holder: string;
      readonly leaseMs: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  "renew-leases": {
    readonly parameters: {
      readonly leaseMs: number;
      readonly lease: string;
    };
    readonly row: never;
  };
  "replace-installation": {
    readonly parameters: {
      readonly after: string;
      readonly name: string;
      readonly before: string;
    };
    readonly row: {
      readonly name: string;
    };
  };
  "replace-record-code": {
    readonly parameters: {
      readonly code: string;
      readonly organizationId: string;
      readonly sequence: number | string;
      readonly before: string | null;
    };
    readonly row: {
      readonly sequence: string;
    };
  };
  "replace-reset": {
    readonly parameters: {
      readonly hash: Buffer;
      readonly userId: string;
      readonly expiresAt: Date | string;
    };
    readonly row: never;
  };
  "replace-sealed": {
    readonly parameters: {
      readonly after: JsonText;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly before: JsonText;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "replace-sealed-delivery": {
    readonly parameters: {
      readonly after: string;
      readonly organizationId: string;
      readonly id: string;
      readonly before: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "replace-sealed-plan": {
    readonly parameters: {
      readonly after: string;
      readonly organizationId: string;
      readonly id: string;
      readonly before: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "replace-sealed-plan-set": {
    readonly parameters: {
      readonly after: string;
      readonly organizationId: string;
      readonly name: string;
      readonly before: string;
    };
    readonly row: {
      readonly name: string;
    };
  };
  "retry-deliveries": {
    readonly parameters: {
      readonly ids: readonly string[] | null;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "revoke-key": {
    readonly parameters: {
      readonly now: Date | string;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "revoke-token": {
    readonly parameters: {
      readonly now: Date | string;
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "revoke-tokens-of-user": {
    readonly parameters: {
      readonly now: Date | string;
      readonly userId: string;
    };
    readonly row: never;
  };
  "save-view": {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly kind: string;
      readonly name: string;
      readonly query: string;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  "search-rows-backwards": {
    readonly parameters: {
      readonly sortAs: string;
      readonly ranks: readonly string[];
      readonly sortInState: boolean;
      readonly sortField: string | null;
      readonly sortDefault: string | null;
      readonly sortSight: string | null;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly patterns: readonly string[];
      readonly targetId: string | null;
      readonly targetKinds: readonly string[];
      readonly managedBy: string | null;
      readonly fields: readonly string[];
      readonly inState: readonly boolean[];
      readonly defaults: readonly string[];
      readonly sights: readonly string[];
      readonly values: readonly string[];
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly total: number;
    };
  };
  "search-rows-forwards": {
    readonly parameters: {
      readonly sortAs: string;
      readonly ranks: readonly string[];
      readonly sortInState: boolean;
      readonly sortField: string | null;
      readonly sortDefault: string | null;
      readonly sortSight: string | null;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly patterns: readonly string[];
      readonly targetId: string | null;
      readonly targetKinds: readonly string[];
      readonly managedBy: string | null;
      readonly fields: readonly string[];
      readonly inState: readonly boolean[];
      readonly defaults: readonly string[];
      readonly sights: readonly string[];
      readonly values: readonly string[];
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly total: number;
    };
  };
  "see-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly fingerprints: readonly string[];
    };
    readonly row: never;
  };
  "see-silences": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly silenceIds: readonly string[];
    };
    readonly row: never;
  };
  "set-agent-departed": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly instance: string;
    };
    readonly row: never;
  };
  "set-silence-told": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly instances: readonly string[];
    };
    readonly row: never;
  };
  "set-user-password": {
    readonly parameters: {
      readonly hash: string;
      readonly state: string;
      readonly provedAt: Date | string | null;
      readonly id: string;
      readonly seenHash: string | null;
      readonly seenState: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "settle-rate-use": {
    readonly parameters: {
      readonly credentials: readonly Buffer[];
      readonly passed: readonly number[];
      readonly perSecond: number;
    };
    readonly row: {
      readonly credential: string;
      readonly used: number;
    };
  };
  "sign-audit-heads": {
    readonly parameters: {
      readonly organizationIds: readonly string[];
      readonly codes: readonly string[];
    };
    readonly row: never;
  };
  "sign-migration": {
    readonly parameters: {
      readonly checksum: string;
      readonly version: number;
    };
    readonly row: never;
  };
  "sort-rows-backwards": {
    readonly parameters: {
      readonly sortAs: string;
      readonly ranks: readonly string[];
      readonly sortInState: boolean;
      readonly sortField: string | null;
      readonly sortDefault: string | null;
      readonly sortSight: string | null;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "sort-rows-forwards": {
    readonly parameters: {
      readonly sortAs: string;
      readonly ranks: readonly string[];
      readonly sortInState: boolean;
      readonly sortField: string | null;
      readonly sortDefault: string | null;
      readonly sortSight: string | null;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "stamp-rows": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
    };
    readonly row: {
      readonly stamp: string;
    };
  };
  "sweep-plans": {
    readonly parameters: {
      readonly organizationId: string;
      readonly appliedBefore: Date | string;
      readonly expiredBefore: Date | string;
      readonly actorId: string;
      readonly keptPlans: number | string;
      readonly keptBytes: number | string;
    };
    readonly row: never;
  };
  "take-service-name": {
    readonly parameters: {
      readonly kind: string;
      readonly field: string;
      readonly value: string;
      readonly organizationId: string;
    };
    readonly row: {
      readonly value: string;
    };
  };
  "take-truncated-groups": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly before: Date | string;
    };
    readonly row: {
      readonly groupKey: string;
      readonly receiver: string;
      readonly groupLabels: Columns["alert_truncated_groups.group_labels"];
    };
  };
  "thin-figures": {
    readonly parameters: {
      readonly span: number;
      readonly before: Date | string;
      readonly limit: number | string;
      readonly longer: number;
    };
    readonly row: {
      readonly rows: number;
    };
  };
  "touch-keys": {
    readonly parameters: {
      readonly now: Date | string;
      readonly hashes: readonly Buffer[];
    };
    readonly row: never;
  };
  "touch-render-acknowledgement": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  "touch-sessions": {
    readonly parameters: {
      readonly now: Date | string;
      readonly hashes: readonly Buffer[];
    };
    readonly row: never;
  };
  "touch-tokens": {
    readonly parameters: {
      readonly now: Date | string;
      readonly hashes: readonly Buffer[];
    };
    readonly row: never;
  };
  "trim-alerts-of-connector": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly kept: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "trim-alerts-of-organization": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kept: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  "truncate-audit-chain": {
    readonly parameters: {
      readonly organizationId: string;
      readonly position: number | string;
      readonly seal: string;
      readonly code: string;
      readonly at: Date | string;
      readonly keptSince: Date | string | null;
    };
    readonly row: never;
  };
  "try-lock": {
    readonly parameters: {
      readonly purpose: string;
    };
    readonly row: {
      readonly locked: boolean;
    };
  };
  "unmerge-alerts": {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly fingerprints: readonly string[];
    };
    readonly row: never;
  };
  "update-alert-texts": {
    readonly parameters: {
      readonly alerts: JsonText;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  "update-member-role": {
    readonly parameters: {
      readonly role: string;
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: never;
  };
  "update-organization-columns": {
    readonly parameters: {
      readonly name: string;
      readonly ipAllowlist: readonly string[];
      readonly sessionTtlHours: number;
      readonly id: string;
    };
    readonly row: never;
  };
  "update-organization-plan": {
    readonly parameters: {
      readonly plan: string;
      readonly id: string;
    };
    readonly row: never;
  };
  "update-row": {
    readonly parameters: {
      readonly naturalKey: string | null;
      readonly sortKey: string;
      readonly configuration: JsonText;
      readonly secrets: JsonText;
      readonly state: JsonText;
      readonly keyHeldUntil: Date | string | null;
      readonly searchText: string;
      readonly at: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly expectedRevision: number | string;
      readonly referenceFields: readonly string[];
      readonly referenceKinds: readonly string[];
      readonly referenceIds: readonly string[];
      readonly referenceCascades: readonly boolean[];
      readonly actorKind: string;
      readonly actorId: string;
      readonly actorName: string;
      readonly door: string;
      readonly action: string;
      readonly changes: JsonText;
      readonly requestId: string;
      readonly address: string | null;
      readonly recordId: string;
      readonly planId: string | null;
      readonly planRecords: number | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  "update-row-alone": {
    readonly parameters: {
      readonly naturalKey: string | null;
      readonly sortKey: string;
      readonly configuration: JsonText;
      readonly secrets: JsonText;
      readonly state: JsonText;
      readonly keyHeldUntil: Date | string | null;
      readonly searchText: string;
      readonly at: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly expectedRevision: number | string;
      readonly actorKind: string;
      readonly actorId: string;
      readonly actorName: string;
      readonly door: string;
      readonly action: string;
      readonly changes: JsonText;
      readonly requestId: string;
      readonly address: string | null;
      readonly recordId: string;
      readonly planId: string | null;
      readonly planRecords: number | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  "update-row-state": {
    readonly parameters: {
      readonly state: JsonText;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly expectedRevision: number | string;
      readonly at: Date | string;
      readonly actorKind: string;
      readonly actorId: string;
      readonly actorName: string;
      readonly door: string;
      readonly action: string;
      readonly changes: JsonText;
      readonly requestId: string;
      readonly address: string | null;
      readonly recordId: string;
      readonly planId: string | null;
      readonly planRecords: number | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  "update-rows-alone": {
    readonly parameters: {
      readonly organizationId: readonly string[];
      readonly kind: readonly string[];
      readonly id: readonly string[];
      readonly expectedRevision: readonly (number | string)[];
      readonly naturalKey: readonly string[] | null;
      readonly sortKey: readonly string[];
      readonly configuration: readonly JsonText[];
      readonly secrets: readonly JsonText[];
      readonly state: readonly JsonText[];
      readonly keyHeldUntil: readonly (Date | string)[] | null;
      readonly searchText: readonly string[];
      readonly at: readonly (Date | string)[];
      readonly actorKind: readonly string[];
      readonly actorId: readonly string[];
      readonly actorName: readonly string[];
      readonly door: readonly string[];
      readonly action: readonly string[];
      readonly changes: readonly JsonText[];
      readonly requestId: readonly string[];
      readonly address: readonly string[] | null;
      readonly recordId: readonly string[];
      readonly planId: readonly string[] | null;
      readonly planRecords: readonly number[] | null;
      readonly code: readonly string[];
    };
    readonly row: {
      readonly place: number;
      readonly revision: string;
    };
  };
  "update-user-name": {
    readonly parameters: {
      readonly name: string;
      readonly id: string;
    };
    readonly row: never;
  };
  "version-of-rows-in-order": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly version: string;
    };
  };
  "version-of-rows-newest-first": {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly version: string;
    };
  };
}
