/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  cancelDeletion: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  countOrganizationStates: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly active: number;
      readonly suspended: number;
      readonly deleting: number;
      readonly overdue: number;
    };
  };
  deleteTeamPlaces: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  forgetOrganizationUse: {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  getTableSizes: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly rows: number;
      readonly audit: number;
      readonly alerts: number;
    };
  };
  getTime: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly now: Date;
    };
  };
  liftSuspension: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  listDueDeletions: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly id: string;
    };
  };
  listOrganizationSizes: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly rows: number;
      readonly auditRecords: number;
      readonly alerts: number;
      readonly alertsLastHour: number;
      readonly texts: number;
      readonly calls: number;
      readonly members: number;
      readonly subscribers: number;
      readonly lastActivityAt: Date | null;
    };
  };
  listOrganizationUse: {
    readonly parameters: {
      readonly minutes: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly requests: number;
      readonly refused: number;
      readonly databaseMs: number;
    };
  };
  listOrganizationsOfPlan: {
    readonly parameters: {
      readonly plan: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  listPlanQuotas: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly plan: Columns["plan_quotas.plan"];
      readonly quotas: Columns["plan_quotas.quotas"];
    };
  };
  noteExport: {
    readonly parameters: {
      readonly at: Date | string;
      readonly id: string;
    };
    readonly row: never;
  };
  putOrganizationUse: {
    readonly parameters: {
      readonly organizationIds: readonly string[];
      readonly requests: readonly (number | string)[];
      readonly refused: readonly (number | string)[];
      readonly databaseMs: readonly number[];
    };
    readonly row: never;
  };
  putPlanQuotas: {
    readonly parameters: {
      readonly plan: string;
      readonly quotas: JsonText;
    };
    readonly row: never;
  };
  scheduleDeletion: {
    readonly parameters: {
      readonly days: number;
      readonly by: string;
      readonly reason: string;
      readonly id: string;
    };
    readonly row: never;
  };
  showOrganization: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly show_organization: unknown;
    };
  };
  suspendOrganization: {
    readonly parameters: {
      readonly by: string;
      readonly reason: string;
      readonly id: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("organizations", new URL("queries/", import.meta.url));
