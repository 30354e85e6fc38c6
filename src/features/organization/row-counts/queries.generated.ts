/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  countListedRows: {
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
}

export const sql = readQueries<Queries>("row-counts", new URL("queries/", import.meta.url));
