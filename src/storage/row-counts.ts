/** The RowCounter on PostgreSQL. */
import type { RowCounter } from "../engine/ports/rows.ts";
import type { Database } from "./database.ts";
import { sql } from "./statement.ts";

interface Counted {
  readonly kind: string;
  readonly count: number;
  /** A whole number of up to 53 bits, in text: the two drivers read a bigint differently. */
  readonly last_position: string | null;
}

export function createRowCounter(database: Database): RowCounter {
  return {
    async count(organizationId, kinds, now) {
      const found = await database.query<Counted>(sql("count-listed-rows"), [organizationId, kinds, now]);
      return new Map(
        found.map(({ kind, count, last_position: last }) => [
          kind,
          { count, lastPosition: last === null ? null : Number(last) },
        ]),
      );
    },
  };
}
