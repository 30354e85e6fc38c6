/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  dropDiscoveries: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  getDiscovery: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
      readonly environment: string;
    };
    readonly row: {
      readonly reported: Columns["discoveries.reported"];
    };
  };
  putDiscovery: {
    readonly parameters: {
      readonly organizationId: string;
      readonly service: string;
      readonly environment: string;
      readonly reported: JsonText;
      readonly at: Date | string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("service-bindings", new URL("queries/", import.meta.url));
