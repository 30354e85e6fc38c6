/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../../database/column-types.ts";
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  countRows: {
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
  listExportKeys: {
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
  listExportPage: {
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
      readonly configuration: RowColumns["rows.configuration"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly state: RowColumns["rows.state"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  listNaturalKeys: {
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
}

export const sql = readQueries<Queries>("export", new URL("queries/", import.meta.url));
