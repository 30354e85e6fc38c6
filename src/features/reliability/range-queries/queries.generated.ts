/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  answerRangeQuery: {
    readonly parameters: {
      readonly answer: JsonText;
      readonly organizationId: string;
      readonly connectorId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  countUnansweredRangeQueries: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly waiting: number;
    };
  };
  forgetRangeQueries: {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  insertRangeQueries: {
    readonly parameters: {
      readonly organizationId: string;
      readonly until: Date | string;
      readonly seconds: number;
      readonly ids: readonly string[];
      readonly connectorIds: readonly string[];
      readonly texts: readonly string[];
      readonly steps: readonly number[];
    };
    readonly row: never;
  };
  listWaitingRangeQueries: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
      readonly query: string;
      readonly startsAt: Date;
      readonly steps: number;
      readonly seconds: number;
    };
  };
  takeRangeQueries: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly answer: Columns["range_queries.answer"] | null;
    };
  };
}

export const sql = readQueries<Queries>("range-queries", new URL("queries/", import.meta.url));
