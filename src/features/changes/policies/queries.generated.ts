/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Settings } from "./column-types.ts";

interface Queries {
  keepGoneMute: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly id: string;
      readonly configuration: JsonText;
      readonly beganAt: Date | string;
      readonly endedAt: Date | string;
    };
    readonly row: never;
  };
  listMuteSpans: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly configuration: Settings;
      readonly made: string | null;
      readonly beganAt: Date | null;
      readonly endedAt: Date | null;
    };
  };
}

export const sql = readQueries<Queries>("policies", new URL("queries/", import.meta.url));
