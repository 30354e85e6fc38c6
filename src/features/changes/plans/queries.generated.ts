/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../../database/column-types.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  deletePlanSet: {
    readonly parameters: {
      readonly organizationId: string;
      readonly name: string;
    };
    readonly row: never;
  };
  getPlan: {
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
  getPlanLocked: {
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
  getPlanSet: {
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
  getRowsByIds: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
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
  getRowsByKeys: {
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
      readonly configuration: RowColumns["rows.configuration"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly state: RowColumns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
      readonly ended: boolean;
    };
  };
  getServiceName: {
    readonly parameters: {
      readonly kind: string;
      readonly field: string;
      readonly value: string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  getUndoOfPlan: {
    readonly parameters: {
      readonly organizationId: string;
      readonly planId: string;
      readonly run: string | null;
    };
    readonly row: {
      readonly id: string;
      readonly applied_at: Date;
    };
  };
  insertPlan: {
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
  listLinksToRows: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly to_kind: string;
      readonly to_id: string;
      readonly kind: string;
      readonly id: string;
      readonly field: string;
      readonly cascade: boolean;
    };
  };
  listPlanSets: {
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
  listPlans: {
    readonly parameters: {
      readonly organizationId: string;
      readonly beforeAt: Date | string | null;
      readonly beforeId: string | null;
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
  listRowsOfSet: {
    readonly parameters: {
      readonly organizationId: string;
      readonly set: string;
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
  listSealedPlanSets: {
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
  listSealedPlans: {
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
  lockRows: {
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
  markPlanApplied: {
    readonly parameters: {
      readonly at: Date | string;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  ownRows: {
    readonly parameters: {
      readonly set: string | null;
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: never;
  };
  putPlanSet: {
    readonly parameters: {
      readonly organizationId: string;
      readonly name: string;
      readonly sealedRequest: string;
      readonly planId: string;
      readonly appliedAt: Date | string;
    };
    readonly row: never;
  };
  replaceSealedPlan: {
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
  replaceSealedPlanSet: {
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
  sweepPlans: {
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
}

export const sql = readQueries<Queries>("plans", new URL("queries/", import.meta.url));
