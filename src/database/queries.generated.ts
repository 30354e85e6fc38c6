/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "./column-types.ts";
import type { JsonText } from "./json-text.ts";
import { readQueries } from "./statement.ts";

interface Queries {
  countKindRows: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  deleteInstallationValue: {
    readonly parameters: {
      readonly name: string;
    };
    readonly row: {
      readonly value: string;
    };
  };
  deleteNode: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: never;
  };
  deleteRow: {
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
      readonly run: string | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  dropServiceName: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly field: string;
      readonly value: string | null;
    };
    readonly row: never;
  };
  findRow: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly managed_by: string | null;
      readonly moved: boolean;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
    };
  };
  findRows: {
    readonly parameters: {
      readonly organizationId: readonly string[];
      readonly kind: readonly string[];
      readonly id: readonly string[];
    };
    readonly row: {
      readonly place: number;
      readonly id: string;
      readonly managed_by: string | null;
      readonly moved: boolean;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
    };
  };
  freeExpiredKey: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly naturalKey: string | null;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  getExistingRows: {
    readonly parameters: {
      readonly targets: JsonText;
      readonly organizationId: string;
    };
    readonly row: {
      readonly existing: string[];
    };
  };
  getExistingRowsOfSeveral: {
    readonly parameters: {
      readonly organizationId: readonly string[];
      readonly targets: readonly JsonText[];
    };
    readonly row: {
      readonly place: number;
      readonly existing: string[];
    };
  };
  getInstallationValue: {
    readonly parameters: {
      readonly name: string;
    };
    readonly row: {
      readonly value: string;
    };
  };
  getRowByKey: {
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
      readonly configuration: RowColumns["rows.configuration"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly state: RowColumns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  getRowLocked: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: RowColumns["rows.configuration"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly state: RowColumns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  getRowsByKey: {
    readonly parameters: {
      readonly organizationId: readonly string[];
      readonly kind: readonly string[];
      readonly naturalKey: readonly string[];
      readonly now: readonly (Date | string)[];
    };
    readonly row: {
      readonly place: number;
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: RowColumns["rows.configuration"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly state: RowColumns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  getRowsMatching: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly match: JsonText;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly natural_key: string | null;
      readonly configuration: RowColumns["rows.configuration"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly state: RowColumns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  getSchemaVersion: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly version: number;
    };
  };
  insertAuditRecord: {
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
      readonly run: string | null;
      readonly code: string;
    };
    readonly row: never;
  };
  insertInstallationValue: {
    readonly parameters: {
      readonly name: string;
      readonly value: string;
    };
    readonly row: never;
  };
  insertRefusal: {
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
      readonly run: string | null;
      readonly code: string;
    };
    readonly row: never;
  };
  insertRow: {
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
      readonly links: JsonText;
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
      readonly run: string | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  insertRows: {
    readonly parameters: {
      readonly organizationId: readonly string[];
      readonly kind: readonly string[];
      readonly id: readonly string[];
      readonly naturalKey: readonly string[] | null;
      readonly sortKey: readonly string[];
      readonly configuration: readonly JsonText[];
      readonly secrets: readonly JsonText[];
      readonly state: readonly JsonText[];
      readonly keyHeldUntil: readonly (Date | string)[] | null;
      readonly searchText: readonly string[];
      readonly links: readonly JsonText[];
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
      readonly run: readonly string[] | null;
      readonly code: readonly string[];
    };
    readonly row: {
      readonly place: number;
      readonly revision: string;
    };
  };
  listAccountsLike: {
    readonly parameters: {
      readonly ids: readonly string[];
      readonly emails: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly email_folded: string;
      readonly proved: boolean;
    };
  };
  listColumns: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly table_name: string;
      readonly column_name: string;
      readonly type: string;
    };
  };
  listInstallation: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly name: string;
      readonly value: string;
    };
  };
  listKeysLike: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly keys: JsonText;
    };
    readonly row: {
      readonly found: { readonly id: string; readonly naturalKey: string }[];
    };
  };
  listKeysLikeSeveral: {
    readonly parameters: {
      readonly organizationId: readonly string[];
      readonly kind: readonly string[];
      readonly keys: readonly JsonText[];
    };
    readonly row: {
      readonly place: number;
      readonly found: { readonly id: string; readonly naturalKey: string }[];
    };
  };
  listMigrations: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly version: number;
      readonly name: string;
      readonly checksum: string | null;
      readonly backTo: number | null;
      readonly backLoses: string | null;
    };
  };
  listOrganizationsNamed: {
    readonly parameters: {
      readonly name: string;
    };
    readonly row: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
    };
  };
  listPeopleOf: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
      readonly email: string;
      readonly email_folded: string;
    };
  };
  listPresentTables: {
    readonly parameters: {
      readonly names: readonly string[];
    };
    readonly row: {
      readonly name: string;
    };
  };
  listReferrers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly field: string;
      readonly cascade: boolean;
    };
  };
  listRowsInOrder: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly afterSortKey: string;
      readonly afterId: string;
      readonly filterFields: readonly string[];
      readonly filterValues: readonly string[];
      readonly filterFolds: readonly boolean[];
      readonly filterFallbacks: readonly string[];
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
  listRowsNewestFirst: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly beforeId: string;
      readonly filterFields: readonly string[];
      readonly filterValues: readonly string[];
      readonly filterFolds: readonly boolean[];
      readonly filterFallbacks: readonly string[];
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
  listRunningNodes: {
    readonly parameters: {
      readonly withinSeconds: number;
    };
    readonly row: {
      readonly place: string;
      readonly key_ids: readonly string[];
      readonly seconds: number;
      readonly ahead_seconds: number | null;
    };
  };
  listSealedRows: {
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
      readonly secrets: RowColumns["rows.secrets"];
    };
  };
  listSequences: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly name: string;
      readonly last_value: string | null;
    };
  };
  listTableReferences: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly from_table: string;
      readonly to_table: string;
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
  mergeRowState: {
    readonly parameters: {
      readonly measuredAt: string | null;
      readonly state: JsonText;
      readonly measuredField: string | null;
      readonly lostState: string | null;
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
      readonly configuration: RowColumns["rows.configuration"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly state: RowColumns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  putNode: {
    readonly parameters: {
      readonly id: string;
      readonly place: string;
      readonly keyIds: readonly string[];
      readonly aheadSeconds: number | null;
    };
    readonly row: never;
  };
  recordMigration: {
    readonly parameters: {
      readonly version: number;
      readonly name: string;
      readonly checksum: string;
      readonly backTo: number | null;
      readonly backLoses: string | null;
    };
    readonly row: never;
  };
  replaceInstallation: {
    readonly parameters: {
      readonly after: string;
      readonly name: string;
      readonly before: string;
    };
    readonly row: {
      readonly name: string;
    };
  };
  replaceSealed: {
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
  signMigration: {
    readonly parameters: {
      readonly checksum: string;
      readonly version: number;
    };
    readonly row: never;
  };
  takeServiceName: {
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
  tryLock: {
    readonly parameters: {
      readonly purpose: string;
    };
    readonly row: {
      readonly locked: boolean;
    };
  };
  updateOrganizationColumns: {
    readonly parameters: {
      readonly name: string;
      readonly ipAllowlist: readonly string[];
      readonly sessionTtlHours: number;
      readonly secondFactorRequired: boolean;
      readonly id: string;
    };
    readonly row: never;
  };
  updateRow: {
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
      readonly links: JsonText;
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
      readonly run: string | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  updateRowAlone: {
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
      readonly run: string | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  updateRowState: {
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
      readonly run: string | null;
      readonly code: string;
    };
    readonly row: {
      readonly revision: string;
    };
  };
  updateRowsAlone: {
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
      readonly run: readonly string[] | null;
      readonly code: readonly string[];
    };
    readonly row: {
      readonly place: number;
      readonly revision: string;
    };
  };
  versionOfRowsInOrder: {
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
  versionOfRowsNewestFirst: {
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

export const sql = readQueries<Queries>("database", new URL("queries/", import.meta.url));
