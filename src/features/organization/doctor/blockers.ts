/** Who holds what others wait for in the database: one list for the doctor, the log and the metrics. */
import type { Database } from "../../../database/database.ts";
import type { RowOf } from "../../../database/statement.ts";
import { counted, readable } from "../../../kernel/readable.ts";
import { type Check, checksOf } from "./check.ts";
import { sql } from "./queries.generated.ts";

export type Blocker = RowOf<typeof sql.listBlockers>;

/** The service's own locks are held for less. */
export const waitSeconds = 3;

/**
 * Those that somebody has waited for at least that long; undefined of an embedded database, which nobody else uses.
 * @throws where that cannot be asked
 */
export async function blockersOf({
  aside,
}: Pick<Database, "aside">): Promise<readonly Blocker[] | undefined> {
  return aside?.query(sql.listBlockers, { seconds: waitSeconds });
}

/** `pid 123 (user ada, psql, 10.0.0.9), idle in transaction since 9:30 UTC, after: LOCK TABLE …; 4 statements wait …`. */
export function wordsOf({
  pid,
  user,
  program,
  address,
  since,
  state,
  statement,
  waiting,
  seconds,
  locked,
}: Blocker): string {
  const waits = `${counted(waiting, "statement waits", "statements wait")} for it, up to ${Math.round(seconds)} s`;
  if (pid === 0)
    return `a prepared transaction (pg_prepared_xacts names it): ${waits}; end it with ROLLBACK PREPARED`;
  const who = [`user ${user || "not shown"}`, program, address].filter((part) => part !== "").join(", ");
  const doing = state === "active" || state === "" ? "working" : state;
  const from = since === null ? "" : ` since ${readable(since)}`;
  const what =
    statement === "" || statement === "<insufficient privilege>" ? hidden : withoutValues(statement);
  const tables = locked.length === 0 ? "" : ` It locks ${locked.join(", ")}.`;
  return `pid ${pid} (${who}), ${doing}${from}: ${what}.${tables} ${waits}; let it end, or SELECT pg_terminate_backend(${pid})`;
}

const hidden = "its statement is shown to members of pg_read_all_stats";

/** What stands between quotes or dollars may be anybody's. */
function withoutValues(statement: string): string {
  return statement
    .replace(/'(?:[^']|'')*'?/g, "'…'")
    .replace(/(\$\w*\$)[\s\S]*?(?:\1|$)/g, "'…'")
    .replace(/\s+/g, " ")
    .trim();
}

/** These come before all else: what waits for a lock would hold up the rest. @param blockers undefined where nobody looked */
export function blockerChecks(blockers: readonly Blocker[] | undefined): readonly Check[] {
  const { ok, skipped, error } = checksOf("database");
  if (blockers === undefined) return [skipped("locks", "nobody else uses the embedded database")];
  if (blockers.length === 0) return [ok("locks", `nothing waits for a lock for ${waitSeconds} s`)];
  return blockers.map((blocker) => error("locks", wordsOf(blocker)));
}
