/** What a database keeps, by its own catalog: no list of tables is written anywhere, so that none can be forgotten. */
import type { Connection } from "../database.ts";
import { sql } from "../queries.generated.ts";

export interface Column {
  readonly name: string;
  /** As PostgreSQL writes it, such as `timestamp(3) with time zone`. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** The tables in an order in which each comes after those that it refers to. */
export async function tablesOf(connection: Connection): Promise<readonly Table[]> {
  const columns = new Map<string, Column[]>();
  for (const { table_name, column_name, type } of await connection.query(sql.listColumns, {})) {
    const known = columns.get(table_name);
    if (known === undefined) columns.set(table_name, [{ name: column_name, type }]);
    else known.push({ name: column_name, type });
  }
  const names = inOrder([...columns.keys()], await referencesOf(connection));
  return names.map((name) => ({ name, columns: columns.get(name) ?? [] }));
}

type Reference = readonly [from: string, to: string];

/** Which table refers to which other. */
export async function referencesOf(connection: Connection): Promise<readonly Reference[]> {
  const found = await connection.query(sql.listTableReferences, {});
  return found.map(({ from_table, to_table }) => [from_table, to_table]);
}

/**
 * The names, each after those that it refers to.
 * @throws where references go round in a circle
 */
export function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered = new Set<string>();
  const left = new Set(names);
  while (left.size > 0) {
    const free = [...left].filter((name) =>
      references.every(([from, to]) => from !== name || ordered.has(to) || !left.has(to)),
    );
    if (free.length === 0)
      throw new Error(`the tables ${[...left].join(", ")} refer to each other in a circle`);
    for (const name of free) {
      ordered.add(name);
      left.delete(name);
    }
  }
  return [...ordered];
}

/** The last number that each sequence gave out, as text; null for none yet. */
export async function sequencesOf(connection: Connection): Promise<Readonly<Record<string, string | null>>> {
  const found = await connection.query(sql.listSequences, {});
  return Object.fromEntries(
    found.map(({ name, last_value }) => [name, last_value === null ? null : String(last_value)]),
  );
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
