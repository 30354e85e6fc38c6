/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../../database/column-types.ts";
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  deleteDeployOverride: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
    };
    readonly row: never;
  };
  forgetGateVerdicts: {
    readonly parameters: {
      readonly before: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly service: string;
    };
  };
  getGateVerdictCut: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly cutAt: Date;
    };
  };
  listDeployOverrides: {
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
  listGateNames: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
    };
    readonly row: {
      readonly service: string;
    };
  };
  listGateVerdicts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly beforeMinute: Date | string;
      readonly beforeService: string;
      readonly beforeHash: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly content: string;
      readonly count: number;
      readonly lastMinute: Date | null;
      readonly lastService: string | null;
      readonly lastHash: string | null;
    };
  };
  listIncidentsOfServices: {
    readonly parameters: {
      readonly organizationId: string;
      readonly notIn: readonly string[];
      readonly services: readonly string[];
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
  listPoliciesOfServices: {
    readonly parameters: {
      readonly organizationId: string;
      readonly services: readonly string[];
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
  listSlosOfServices: {
    readonly parameters: {
      readonly organizationId: string;
      readonly services: readonly string[];
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
  putDeployOverride: {
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
  putGateVerdicts: {
    readonly parameters: {
      readonly organizationIds: readonly string[];
      readonly services: readonly string[];
      readonly askedAt: readonly (Date | string)[];
      readonly counts: readonly number[];
      readonly allowed: readonly boolean[];
      readonly heldBy: readonly string[];
      readonly facts: readonly string[];
    };
    readonly row: never;
  };
  trimGateVerdicts: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kept: number | string;
      readonly keptBytes: number | string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("deploy-gate", new URL("queries/", import.meta.url));
