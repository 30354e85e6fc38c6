/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  listOrganizationsWithRotas: {
    readonly parameters: {
      readonly kind: string;
      readonly most: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
}

export const sql = readQueries<Queries>("rotas", new URL("queries/", import.meta.url));
