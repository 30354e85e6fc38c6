/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../database/column-types.ts";
import type { JsonText } from "../../database/json-text.ts";
import { readQueries } from "../../database/statement.ts";

interface Queries {
  deleteDeployOverride: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
    };
    readonly row: never;
  };
  isServiceKnown: {
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
  listIncidentsOfServices: {
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
}

export const sql = readQueries<Queries>("deploy-gate", new URL("queries/", import.meta.url));
