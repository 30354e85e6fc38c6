/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  listTeamsOf: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
      readonly teamKind: string;
      readonly routeKind: string;
      readonly sloKind: string;
      readonly policyKind: string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly team: string;
    };
  };
}

export const sql = readQueries<Queries>("attention", new URL("queries/", import.meta.url));
