/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../../database/column-types.ts";
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  listRowsPointing: {
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
      readonly configuration: RowColumns["rows.configuration"];
      readonly total: number;
    };
  };
}

export const sql = readQueries<Queries>("references", new URL("queries/", import.meta.url));
