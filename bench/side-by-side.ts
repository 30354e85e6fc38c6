/** What a comparison with the bare servers stands on: the database's server, the tables that they use, and who took what. */
import { cpus } from "node:os";
import pg from "pg";
import type { Usages } from "./interleaved.ts";
import { familyTime, parentOf, processorTime, type Started } from "./processes.ts";

export interface Compared {
  readonly database: pg.Client;
  /** The machine and its programs, for people. */
  readonly where: string;
  /** By the port that each listens at. */
  usagesOf(started: readonly (readonly [number, Pick<Started, "pid">])[]): Usages;
}

/** @param url whose database the bare servers read and write */
export async function openCompared(url: string): Promise<Compared> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const { rows: about } = await database.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  const postmaster = await postmasterOf(database);
  await database.query("CREATE TABLE bench_rows (id text PRIMARY KEY, list text, data json)");
  await database.query("CREATE INDEX ON bench_rows (list, id)");
  await database.query(
    "CREATE TABLE bench_audit (sequence bigserial PRIMARY KEY, row_id text, changes jsonb, at timestamptz)",
  );
  return {
    database,
    where: `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, PostgreSQL ${about[0]?.version}`,
    usagesOf: (started) =>
      new Map(
        started.map(([port, { pid }]) => [
          port,
          () => ({ server: processorTime(pid), database: familyTime(postmaster) }),
        ]),
      ),
  };
}

/** The process that all of the server's are children of. */
export async function postmasterOf(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return parentOf(rows[0]?.pid as number);
}

/** Makes another database on the same server. @returns its address */
export async function newDatabase(url: string, name: string): Promise<string> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query(`CREATE DATABASE ${name}`);
  await database.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
