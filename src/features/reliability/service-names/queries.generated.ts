/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  isServiceKnown: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly matches: readonly JsonText[];
      readonly organizationId: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly known: boolean;
    };
  };
  listSpellings: {
    readonly parameters: {
      readonly memberKinds: readonly string[];
      readonly members: readonly string[];
      readonly organizationId: string;
      readonly now: Date | string;
      readonly kinds: readonly string[];
      readonly paths: readonly string[];
      readonly service: string;
    };
    readonly row: {
      readonly service: string;
    };
  };
}

export const sql = readQueries<Queries>("service-names", new URL("queries/", import.meta.url));
