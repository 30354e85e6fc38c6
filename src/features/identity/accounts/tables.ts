/** How a change is made together with its audit records: as a transaction of its own, or as a part of one. */
import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import type { AnyQuery, ExactParameters, ParametersOf } from "../../../database/statement.ts";
import type { AuditEntry, SignRecord } from "../../../engine/ports/rows.ts";

/**
 * The audit records of one change, written in its transaction: one for each organization that it
 * concerns. A change that finds nothing to change writes none of them.
 */
export type Trail = readonly { readonly organizationId: string; readonly entry: AuditEntry }[];

/** Runs one query that makes a change, with the change's trail. */
type Write<Result> = <Q extends AnyQuery, P extends ParametersOf<Q>>(
  statement: Q,
  parameters: ExactParameters<Q, P>,
  trail: Trail,
) => Promise<Result>;

export interface Tables {
  readonly query: Query;
  /** Makes a change with its trail, in one transaction; `work` is given its queries, and answers whether anything changed. */
  change(trail: Trail, work: (query: Query) => Promise<boolean>): Promise<boolean>;
  /** A change by one statement that always finds its row. */
  readonly write: Write<void>;
  /** A change by one statement that answers the row where it found one. */
  readonly writeIfThere: Write<boolean>;
}

type Query = Connection["query"];

/** Each change is a transaction of its own. */
export function outside(database: Database, signRecord: SignRecord): Tables {
  const query: Query = (statement, parameters) => database.query(statement, parameters);
  return openTables(query, (trail, work) =>
    database.transaction((connection) => inside(connection, signRecord).change(trail, work)),
  );
}

/** Changes are part of the transaction that this is the connection of. */
export function inside({ query }: Connection, signRecord: SignRecord): Tables {
  return openTables(query, async (trail, work) => {
    if (!(await work(query))) return false;
    await recordTrail({ query }, signRecord, trail);
    return true;
  });
}

function openTables(query: Query, change: Tables["change"]): Tables {
  return {
    query,
    change,
    async write(statement, parameters, trail) {
      await change(trail, (query) => query(statement, parameters).then(() => true));
    },
    writeIfThere: (statement, parameters, trail) =>
      change(trail, async (query) => (await query(statement, parameters)).length > 0),
  };
}
