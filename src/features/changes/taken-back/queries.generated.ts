/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  listTakenBackCalls: {
    readonly parameters: {
      readonly calls: readonly string[];
    };
    readonly row: {
      readonly call: string;
    };
  };
  takeBackCall: {
    readonly parameters: {
      readonly call: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("taken-back", new URL("queries/", import.meta.url));
