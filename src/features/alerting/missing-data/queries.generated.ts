/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  listOrganizationsWithoutReports: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly before: Date | string;
    };
    readonly row: {
      readonly organizationId: string;
    };
  };
  listReportedRows: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
      readonly before: Date | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly measuredAt: Date;
    };
  };
}

export const sql = readQueries<Queries>("missing-data", new URL("queries/", import.meta.url));
