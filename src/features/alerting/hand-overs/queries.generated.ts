/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  getAnnounced: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly lookedUntil: Date;
      readonly announced: Columns["announced_shifts.announced"];
    };
  };
  listOnCallOrganizations: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly organizationId: string;
    };
  };
  putAnnounced: {
    readonly parameters: {
      readonly organizationId: string;
      readonly lookedUntil: Date | string;
      readonly announced: JsonText;
      readonly expected: Date | string;
    };
    readonly row: {
      readonly organizationId: string;
    };
  };
}

export const sql = readQueries<Queries>("hand-overs", new URL("queries/", import.meta.url));
