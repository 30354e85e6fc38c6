/** `orgconfig restore`: a backup into a new database, whole or not at all, and the proof that it is there. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pino } from "pino";
import { BadBackup, type Manifest } from "../database/backup/format.ts";
import { type BackupReader, openBackup } from "../database/backup/read.ts";
import { NotEmpty, restoreBackup } from "../database/backup/restore.ts";
import type { Database } from "../database/database.ts";
import { hasDatabase } from "../database/embedded-home.ts";
import { checkSealed } from "../database/reseal.ts";
import { openServer } from "../database/server.ts";
import { createVault, keyIdOf, type SecretKey } from "../database/vault.ts";
import { type DatabaseSettings, readDatabaseSettings, readKeysThatAreThere } from "../environment.ts";
import { createAudit, loggedHeads } from "../features/audit/index.ts";
import { exitCodes, failure, usageError } from "./errors.ts";
import { everythingSealed } from "./keys.ts";
import { whileOpen } from "./open.ts";
import { printJson } from "./print.ts";
import { counted, progressBar } from "./progress.ts";
import { fromEnvironment } from "./settings.ts";

/** Exit code 1 where nothing was restored, and where what was restored does not match its audit chains. */
export async function runRestore(
  env: NodeJS.ProcessEnv,
  file: string,
  { json }: { readonly json?: boolean | undefined },
): Promise<void> {
  const settings = fromEnvironment(() => readDatabaseSettings(env));
  const keys = fromEnvironment(() => readKeysThatAreThere(env));
  const restored = await restore(settings, file);
  const proof = await whileOpen(settings, (database) => prove(database, keys));
  report({ ...restored, ...proof }, settings, json === true);
  process.exitCode = proof.audit.state === "not_verified" ? exitCodes.refused : 0;
}

interface Restored {
  readonly manifest: Manifest;
  /** What brought its schema up to this program's. */
  readonly migrations: readonly string[];
}

async function restore(settings: DatabaseSettings, file: string): Promise<Restored> {
  const { databaseUrl, dataDirectory, prepared } = settings;
  if (databaseUrl === undefined && hasDatabase(dataDirectory))
    throw notEmpty(`there is a database in ${dataDirectory} already`, settings);
  const bar = progressBar("restore");
  try {
    const backup = await openBackup(await contentOf(file));
    const into = (database: Database) => restoreInto(database, backup, bar.show);
    if (databaseUrl === undefined) {
      const { makeEmbedded } = await import("../database/embedded.ts");
      return await makeEmbedded(dataDirectory, into);
    }
    const database = openServer(databaseUrl, { prepared });
    return await into(database).finally(() => database.close());
  } catch (error) {
    if (error instanceof BadBackup)
      throw failure(`${file} was not restored: ${error.message}. Nothing was stored.`);
    if (error instanceof NotEmpty) throw notEmpty(error.message, settings);
    throw error;
  } finally {
    bar.end();
  }
}

async function restoreInto(
  database: Database,
  backup: BackupReader,
  progress: (at: string, done: number, all: number) => void,
): Promise<Restored> {
  const migrations = await restoreBackup(database, backup, { headsOf: loggedHeads, progress });
  // The planner knows nothing of the tables yet.
  await database.execute("ANALYZE");
  return { manifest: backup.manifest, migrations };
}

function notEmpty(why: string, { databaseUrl }: DatabaseSettings): Error {
  const way =
    databaseUrl === undefined
      ? "name another folder with ORGCONFIG_DATA_DIR"
      : "make a database with createdb, and name it with DATABASE_URL";
  return failure(`${why}: ${way}. Nothing was stored.`);
}

async function contentOf(file: string): Promise<Readable> {
  if (file === "-") return process.stdin;
  const found = await stat(file).catch((error: Error) => {
    throw usageError(
      `${file} cannot be read: ${error.message}. Name a file that orgconfig backup wrote, or for a row its kind and its id.`,
    );
  });
  if (found.isDirectory()) throw usageError(`${file} is a folder; name the file that orgconfig backup wrote`);
  return createReadStream(file);
}

interface Proof {
  readonly sealed: { readonly opened: number; readonly unopened: Readonly<Record<string, number>> };
  readonly audit: {
    readonly state: "verified" | "not_verified" | "needs_keys";
    readonly problems: readonly string[];
  };
}

/** Opens what is sealed, and compares the audit log with its chains, as far as the keys are there. */
async function prove(database: Database, keys: readonly SecretKey[]): Promise<Proof> {
  const ring = keys.length === 0 ? undefined : createVault(keys);
  const unopened: Record<string, number> = {};
  let opened = 0;
  const note = (sealed: string) => {
    const id = keyIdOf(sealed);
    unopened[id] = (unopened[id] ?? 0) + 1;
  };
  const stored = everythingSealed(database);
  if (ring === undefined)
    for await (const { values } of stored) for (const { sealed } of values) note(sealed);
  else opened = await checkSealed(stored, ring, ({ sealed }) => note(sealed));
  const sealed = { opened, unopened };
  if (ring === undefined) return { sealed, audit: { state: "needs_keys", problems: [] } };
  try {
    const { verified, organizations } = await createAudit({
      database,
      vault: ring,
      log: pino({ level: "silent" }),
    }).verify();
    const problems = organizations.flatMap(({ organization, problems: found }) =>
      found.map(({ message }) => `${organization}: ${message}`),
    );
    return { sealed, audit: { state: verified ? "verified" : "not_verified", problems } };
  } catch (error) {
    // The keys of the chains are sealed, too.
    return { sealed, audit: { state: "needs_keys", problems: [(error as Error).message] } };
  }
}

const mostProblems = 10;

function report(
  { manifest, migrations, sealed, audit }: Restored & Proof,
  settings: DatabaseSettings,
  json: boolean,
): void {
  const { tables, heads, made_at, schema_version } = manifest;
  if (json) {
    const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
    printJson({ made_at, schema_version, migrations, rows, heads, sealed, audit });
    return;
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lacking = Object.keys(sealed.unopened);
  const words = {
    verified: "The audit log is verified.",
    not_verified: "The audit log does NOT match its chains:",
    needs_keys: "The audit log is not verified yet: that needs the keys. Then run orgconfig audit verify.",
  };
  const lines = [
    `${counted(rows)} rows of ${tables.length} tables are restored, as they were on ${made_at}; counts, and heads of ${heads.length} audit chains, are those of the backup.`,
    ...(migrations.length === 0
      ? []
      : [`The schema was version ${schema_version}, and was brought up to date: ${migrations.join(", ")}.`]),
    ...(sealed.opened === 0
      ? []
      : [`${counted(sealed.opened)} sealed values open with the keys that are here.`]),
    ...lacking.map(
      (id) => `${counted(sealed.unopened[id] ?? 0)} sealed values need the key ${id}: ${keyPlace(settings)}.`,
    ),
    words[audit.state],
    ...(audit.state === "not_verified"
      ? audit.problems.slice(0, mostProblems).map((problem) => `  ${problem}`)
      : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function keyPlace({ databaseUrl, dataDirectory }: DatabaseSettings): string {
  const variable = "set ORGCONFIG_SECRET_KEYS to the keys that the backup's service had";
  return databaseUrl === undefined
    ? `${variable}, or put its file secret-keys into ${dataDirectory}, before you start`
    : `${variable}, before you start`;
}
