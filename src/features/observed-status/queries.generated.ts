/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../database/column-types.ts";
import { readQueries } from "../../database/statement.ts";

interface Queries {
  listRowStates: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly configuration: RowColumns["rows.configuration"];
      readonly state: RowColumns["rows.state"];
    };
  };
}

export const sql = readQueries<Queries>("observed-status", new URL("queries/", import.meta.url));
