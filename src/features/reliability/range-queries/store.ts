/** Range queries that wait for an agent, and their answers. Any node asks, and any node takes the answer. */
import type { Database } from "../../../database/database.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { RangeAnswer } from "./answer.ts";
import { sql } from "./queries.generated.ts";

/** A query that the renderer made, which ends at a time that all of a replay have in common. */
export interface NewRangeQuery {
  readonly id: string;
  readonly connectorId: string;
  readonly query: string;
  readonly steps: number;
}

export type WaitingRangeQuery = RowOf<typeof sql.listWaitingRangeQueries>;
export type RangeQueryStore = ReturnType<typeof createRangeQueryStore>;

export function createRangeQueryStore(database: Database) {
  return {
    insert: (organizationId: string, queries: readonly NewRangeQuery[], until: Date, seconds: number) =>
      database.query(sql.insertRangeQueries, {
        ...{ organizationId, until, seconds },
        ids: queries.map(({ id }) => id),
        connectorIds: queries.map(({ connectorId }) => connectorId),
        texts: queries.map(({ query }) => query),
        steps: queries.map(({ steps }) => steps),
      }),
    /** Those that an agent of the connector is to run. */
    waiting: (organizationId: string, connectorId: string) =>
      database.query(sql.listWaitingRangeQueries, { organizationId, connectorId }),
    /** @returns whether it was waited for */
    answer: async (key: { organizationId: string; connectorId: string; id: string }, answer: RangeAnswer) =>
      (await database.query(sql.answerRangeQuery, { ...key, answer: jsonText(answer) })).length > 0,
    /** How many of these have no answer yet. */
    unanswered: async (organizationId: string, ids: readonly string[]): Promise<number> =>
      (await database.query(sql.countUnansweredRangeQueries, { organizationId, ids }))[0]?.waiting ?? 0,
    /** Removes them. @returns the answers there are, by their ids */
    take: async (
      organizationId: string,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, RangeAnswer>> => {
      const taken = await database.query(sql.takeRangeQueries, { organizationId, ids });
      return new Map(taken.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer]])));
    },
    forget: () => database.query(sql.forgetRangeQueries, {}),
  };
}
