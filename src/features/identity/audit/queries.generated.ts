/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  appendAuditSeals: {
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
  claimAuditForwarding: {
    readonly parameters: {
      readonly holder: string;
      readonly until: Date | string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly only_row: boolean;
    };
  };
  countAuditRecords: {
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
  countCodesByKey: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly key_id: string;
      readonly count: string;
    };
  };
  countRefusedRecords: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly refused: string;
    };
  };
  getAuditCheckpoint: {
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
  getAuditHead: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly position: string;
      readonly seal: string;
      readonly code: string;
    };
  };
  lacksCreationRecord: {
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
  leaveAuditForwarding: {
    readonly parameters: {
      readonly holder: string;
    };
    readonly row: never;
  };
  listAuditHeads: {
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
  listAuditLinks: {
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
      readonly run: string | null;
    };
  };
  listAuditRecords: {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: number | string;
      readonly resource: string | null;
      readonly rowId: string | null;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly run: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly service: string | null;
      readonly naming: readonly string[];
      readonly matches: readonly JsonText[];
      readonly befores: readonly JsonText[];
      readonly afters: readonly JsonText[];
      readonly components: string;
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
      readonly run: string | null;
    };
  };
  listAuditRecordsNamed: {
    readonly parameters: {
      readonly organizationId: string;
      readonly resource: string | null;
      readonly patterns: readonly string[];
      readonly before: number | string;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly run: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly service: string | null;
      readonly naming: readonly string[];
      readonly matches: readonly JsonText[];
      readonly befores: readonly JsonText[];
      readonly afters: readonly JsonText[];
      readonly components: string;
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
      readonly run: string | null;
    };
  };
  listAuditRecordsOfPlan: {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: number | string;
      readonly planId: string;
      readonly resource: string | null;
      readonly rowId: string | null;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly run: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly service: string | null;
      readonly naming: readonly string[];
      readonly matches: readonly JsonText[];
      readonly befores: readonly JsonText[];
      readonly afters: readonly JsonText[];
      readonly components: string;
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
      readonly run: string | null;
    };
  };
  listAuditRecordsOfRow: {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: number | string;
      readonly resource: string;
      readonly rowId: string;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly run: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly service: string | null;
      readonly naming: readonly string[];
      readonly matches: readonly JsonText[];
      readonly befores: readonly JsonText[];
      readonly afters: readonly JsonText[];
      readonly components: string;
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
      readonly run: string | null;
    };
  };
  listAuditRecordsOfRun: {
    readonly parameters: {
      readonly organizationId: string;
      readonly before: number | string;
      readonly run: string | null;
      readonly resource: string | null;
      readonly rowId: string | null;
      readonly actor: string | null;
      readonly action: string | null;
      readonly door: string | null;
      readonly since: Date | string | null;
      readonly until: Date | string | null;
      readonly service: string | null;
      readonly naming: readonly string[];
      readonly matches: readonly JsonText[];
      readonly befores: readonly JsonText[];
      readonly afters: readonly JsonText[];
      readonly components: string;
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
      readonly run: string | null;
    };
  };
  listBrokenPlans: {
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
  listChainsToForward: {
    readonly parameters: {
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly position: string;
      readonly seal: string;
      readonly code: string;
      readonly sent: string;
    };
  };
  listDeletionsSince: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly actions: readonly string[];
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
      readonly run: string | null;
    };
  };
  listLastRecordsOfRows: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
      readonly lines: JsonText;
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
      readonly run: string | null;
    };
  };
  listLostAuditRecords: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly sequence: string;
    };
  };
  listOrganizationsToSeal: {
    readonly parameters: {
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  listOrphanAuditRecords: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly sequence: string;
    };
  };
  listOverdueChains: {
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
  listRecordsOfPlan: {
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
      readonly run: string | null;
      readonly sealed: boolean;
    };
  };
  listWaitingRecords: {
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
      readonly run: string | null;
      readonly code: string | null;
      readonly refused: boolean;
      readonly copy_of: string | null;
    };
  };
  markForwarded: {
    readonly parameters: {
      readonly organizationIds: readonly string[];
      readonly positions: readonly (number | string)[];
    };
    readonly row: never;
  };
  nextAuditedOrganization: {
    readonly parameters: {
      readonly after: string;
    };
    readonly row: {
      readonly organization_id: string | null;
    };
  };
  reconsiderRecords: {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  refuseRecords: {
    readonly parameters: {
      readonly organizationId: string;
      readonly sequences: readonly (number | string)[];
      readonly now: Date | string;
    };
    readonly row: {
      readonly sequence: string;
    };
  };
  replaceRecordCode: {
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
  signAuditHeads: {
    readonly parameters: {
      readonly organizationIds: readonly string[];
      readonly codes: readonly string[];
    };
    readonly row: never;
  };
  truncateAuditChain: {
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
}

export const sql = readQueries<Queries>("audit", new URL("queries/", import.meta.url));
