/** Which statements the service sends, as its PostgreSQL logs them by their names. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type pg from "pg";

export type Counts = ReadonlyMap<string, number>;

/** Counts what the whole server is asked while `work` runs. Its log is the one of scripts/with-postgres.mjs. */
export async function statementsOf(database: pg.Client, work: () => Promise<void>): Promise<Counts> {
  const { rows } = await database.query<{ data_directory: string }>("SHOW data_directory");
  const file = join(dirname(rows[0]?.data_directory as string), "log");
  await logging(database, "all");
  const from = statSync(file).size;
  try {
    await work();
  } finally {
    await logging(database, "none");
  }
  const counts = new Map<string, number>();
  for (const [, named, plain = ""] of textFrom(file, from).matchAll(
    /LOG: {2}(?:execute ([^:]+):|statement: (.*))/g,
  )) {
    if (plain.includes("log_statement") || plain.includes("pg_reload_conf")) continue;
    const name = named ?? plain.split(" ")[0] ?? "";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

async function logging(database: pg.Client, what: "all" | "none"): Promise<void> {
  await database.query(`ALTER SYSTEM SET log_statement = '${what}'`);
  await database.query("SELECT pg_reload_conf()");
  // The signal reaches all connections before what they are asked next, but not before it is sent.
  await new Promise((resolve) => setTimeout(resolve, 200));
}

function textFrom(file: string, from: number): string {
  const text = Buffer.alloc(statSync(file).size - from);
  const opened = openSync(file, "r");
  readSync(opened, text, 0, text.length, from);
  closeSync(opened);
  return text.toString("utf8");
}

/** So many calls' statements, each with how often one call sends it; what comes by the minute is left out. */
export function perCall(counts: Counts, calls: number): string {
  const each = [...counts].flatMap(([name, count]) => {
    const share = count / calls;
    if (share < 0.25) return [];
    const times = Math.round(share * 10) / 10;
    return [times === 1 ? name : `${name} × ${times}`];
  });
  return each.join(", ");
}

export function sumOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
