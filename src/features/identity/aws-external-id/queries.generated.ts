/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  getFirstExternalId: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
}

export const sql = readQueries<Queries>("aws-external-id", new URL("queries/", import.meta.url));
