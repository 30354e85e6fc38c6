/** Who was paged, and who acknowledged. */
import type { Database } from "../../../database/database.ts";
import { sql } from "./queries.generated.ts";

/** Of each, so many at most: of a month in which somebody is paged once a minute. */
export const mostRead = 50_000;

export interface Span {
  readonly organizationId: string;
  readonly since: Date;
  readonly until: Date;
}

export function createLoadStore(database: Database) {
  return {
    /** The times at which each of these people was paged of an alert, in order. */
    pages: (span: Span, emails: readonly string[]) =>
      database.query(sql.listPages, { ...span, emails: [...emails], most: mostRead }),
    acknowledgements: (span: Span) => database.query(sql.listAcknowledgements, { ...span, most: mostRead }),
  };
}
