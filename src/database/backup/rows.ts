/** Rows of a table as lines of a backup, and lines as rows again: every value as the text that PostgreSQL has for it. */
import type { Connection } from "../database.ts";
import { quoted, type Table } from "./schema.ts";

/** Rows of one size are fetched together, so that no batch is longer than some 4 MiB, or one row. */
const sizes = [
  { longest: 4 * 1024, atOnce: 1_000 },
  { longest: 64 * 1024, atOnce: 64 },
  { longest: undefined, atOnce: 1 },
] as const;

/** Texts of values are the same on every server, and nothing ends work that takes long. */
export async function settle(connection: Connection): Promise<void> {
  for (const setting of [
    "TimeZone = 'UTC'",
    "DateStyle = 'ISO, MDY'",
    "IntervalStyle = 'postgres'",
    "bytea_output = 'hex'",
    "extra_float_digits = 1",
    "statement_timeout = 0",
    "idle_in_transaction_session_timeout = 0",
    // Triggers refuse what the service itself may not write, such as records of releases before.
    "application_name = 'orgconfig backup'",
  ])
    await connection.execute(`SET LOCAL ${setting}`);
}

/** How many rows a table has, and whether some of each size. */
export interface Extent {
  readonly rows: number;
  readonly sized: readonly boolean[];
}

/** @param where a condition on the table's columns, with its values as $1 and on */
export interface Selection {
  readonly where: string;
  readonly values: readonly string[];
}

const all: Selection = { where: "true", values: [] };

export async function extentOf(
  connection: Connection,
  table: Table,
  { where, values }: Selection = all,
): Promise<Extent> {
  const counts = sizes.map((_, at) => `count(*) FILTER (WHERE ${isOfSize(at)}) AS size${at}`);
  const text = `SELECT count(*) AS rows, ${counts.join(", ")} FROM (${linesOf(table, where)}) AS lines`;
  const [found = {}] = await run<Record<string, string>>(connection, text, values);
  return {
    rows: Number(found.rows),
    sized: sizes.map((_, at) => Number(found[`size${at}`]) > 0),
  };
}

/** The lines of the rows, in batches. */
export async function* batchesOf(
  connection: Connection,
  table: Table,
  { sized }: Extent,
  { where, values }: Selection = all,
): AsyncGenerator<readonly string[]> {
  for (const [at, { atOnce }] of sizes.entries()) {
    if (!sized[at]) continue;
    const lines = `SELECT line FROM (${linesOf(table, where)}) AS lines WHERE ${isOfSize(at)}`;
    await run(connection, `DECLARE backup_rows NO SCROLL CURSOR FOR ${lines}`, values);
    for (;;) {
      const found = await run<{ line: string }>(connection, `FETCH ${atOnce} FROM backup_rows`);
      if (found.length > 0) yield found.map(({ line }) => line);
      if (found.length < atOnce) break;
    }
    await connection.execute("CLOSE backup_rows");
  }
}

/** The statement that stores rows whose lines stand in a list, which is $1. */
export function storing({ name, columns }: Table): string {
  const values = columns.map(({ type }, at) => `(line ->> ${at})::${type}`);
  return `INSERT INTO ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(", ")})
    SELECT ${values.join(", ")} FROM jsonb_array_elements($1::jsonb) AS line`;
}

/** @returns what the statement answers. None of these is worth keeping prepared. */
export function run<R>(connection: Connection, text: string, values: readonly unknown[] = []): Promise<R[]> {
  return connection.queryText<R>({ name: "backup", text, plannedEachTime: true }, values);
}

/** OFFSET keeps the planner from writing each line out again where it is compared. */
function linesOf({ name, columns }: Table, where: string): string {
  const texts = columns.map((column) => `${quoted(column.name)}::text`);
  return `SELECT array_to_json(ARRAY[${texts.join(", ")}]::text[])::text AS line FROM ${quoted(name)} WHERE ${where} OFFSET 0`;
}

function isOfSize(at: number): string {
  const [more, most] = [sizes[at - 1]?.longest, sizes[at]?.longest];
  const bounds = [
    ...(more === undefined ? [] : [`octet_length(line) > ${more}`]),
    ...(most === undefined ? [] : [`octet_length(line) <= ${most}`]),
  ];
  return bounds.join(" AND ");
}
