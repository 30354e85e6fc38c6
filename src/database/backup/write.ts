/** Makes a backup: one unchanging view of the whole database, or of one organization in it, as lines, in constant memory. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Connection, Database } from "../database.ts";
import { sql } from "../queries.generated.ts";
import { knownKeys } from "../sealing-keys.ts";
import { endLine, formVersion, type Head, type Manifest } from "./format.ts";
import { asExported, organizationSelections } from "./organization-tables.ts";
import { batchesOf, type Extent, extentOf, type Selection, settle } from "./rows.ts";
import { sequencesOf, type Table, tablesOf } from "./schema.ts";

/** Called with how many rows are done of how many, and the table at hand. */
export type Progress = (table: string, done: number, all: number) => void;

export interface BackupWays {
  /** Reads where every audit chain stands. */
  readonly headsOf: (connection: Connection) => AsyncIterable<readonly Head[]>;
  readonly progress: Progress;
}

/** Of one organization alone, without passwords: what `restore --organization` takes in another installation. */
export interface OnlyOrganization {
  readonly organizationId: string;
}

/**
 * Hands the compressed backup to `store`, which ends when all of it is kept.
 * @returns its manifest
 */
export function writeBackup(
  database: Database,
  ways: BackupWays,
  store: (content: Readable) => Promise<void>,
  only?: OnlyOrganization,
): Promise<Manifest> {
  return database.transaction(async (connection) => {
    await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await settle(connection);
    const selectionOf = only && (await selectionsOf(connection, only));
    const tables: Chosen[] = [];
    for (const table of await tablesOf(connection)) {
      const selection = selectionOf?.(table);
      tables.push({ ...table, selection, ...(await extentOf(connection, table, selection)) });
    }
    const heads = await gathered(ways.headsOf(connection));
    const manifest: Manifest = {
      orgconfig_backup: formVersion,
      made_at: new Date().toISOString(),
      schema_version: (await connection.query(sql.getSchemaVersion, {}))[0]?.version ?? 0,
      tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
      sequences: await sequencesOf(connection),
      heads: heads.filter((head) => only === undefined || head.organization_id === only.organizationId),
      key_ids: await knownKeys(connection),
    };
    const compressed = createGzip({ level: 4 });
    const content = Readable.from(textsOf(connection, manifest, tables, ways.progress));
    content.on("error", (error) => compressed.destroy(error));
    await store(content.pipe(compressed)).finally(() => content.destroy());
    return manifest;
  });
}

interface Chosen extends Table, Extent {
  /** The rows of it; undefined for all. */
  readonly selection: Selection | undefined;
}

async function selectionsOf(connection: Connection, { organizationId }: OnlyOrganization) {
  const members = await connection.query(sql.listPeopleOf, { organizationId });
  return organizationSelections(
    connection,
    organizationId,
    members.map(({ id }) => id),
  );
}

/** The text of the backup, in pieces. */
async function* textsOf(
  connection: Connection,
  manifest: Manifest,
  tables: readonly Chosen[],
  progress: Progress,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const piece = (lines: readonly string[]) => {
    const text = Buffer.from(`${lines.join("\n")}\n`);
    hash.update(text);
    return text;
  };
  yield piece([JSON.stringify(manifest)]);
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of tables) {
    const { selection } = table;
    for await (const lines of batchesOf(connection, table, table, selection)) {
      yield piece(selection === undefined ? lines : lines.map((line) => asExported(line, table)));
      done += lines.length;
      progress(table.name, done, all);
    }
  }
  yield Buffer.from(`${endLine(hash.digest("hex"))}\n`);
}

/** All items of all pages. */
export async function gathered<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}
