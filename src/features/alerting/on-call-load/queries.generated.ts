/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  listAcknowledgements: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly most: number | string;
    };
    readonly row: {
      readonly acknowledgedBy: string;
      readonly seconds: number;
    };
  };
  listPages: {
    readonly parameters: {
      readonly organizationId: string;
      readonly until: Date | string;
      readonly emails: readonly string[];
      readonly since: Date | string;
      readonly most: number | string;
    };
    readonly row: {
      readonly email: string;
      readonly sentAt: Date;
    };
  };
}

export const sql = readQueries<Queries>("on-call-load", new URL("queries/", import.meta.url));
