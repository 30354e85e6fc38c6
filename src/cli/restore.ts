/** `orgconfig restore`: a backup into a new database, whole or not at all, and the proof that it is there. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { BadBackup, type Manifest } from "../database/backup/format.ts";
import { type BackupReader, openBackup } from "../database/backup/read.ts";
import { NotEmpty, restoreBackup } from "../database/backup/restore.ts";
import type { Database } from "../database/database.ts";
import { hasDatabase } from "../database/embedded-home.ts";
import { LacksKeys, refuseLacking } from "../database/sealing-keys.ts";
import { openServer } from "../database/server.ts";
import type { SecretKey } from "../database/vault.ts";
import { type DatabaseSettings, readDatabaseSettings, readKeysThatAreThere } from "../environment.ts";
import { loggedHeads } from "../features/identity/audit/index.ts";
import { leaveWord } from "../features/organization/organizations/index.ts";
import { given } from "../kernel/given.ts";
import { counted, readable } from "../kernel/readable.ts";
import { sayingWhatIsLeft } from "./ended.ts";
import { CommandError, exitCodes, failure, usageError } from "./errors.ts";
import { whileOpen } from "./open.ts";
import { printJson } from "./print.ts";
import { progressBar } from "./progress.ts";
import {
  type MovedOrganization,
  NotMoved,
  restoreOrganization,
  type Wanted,
} from "./restore-organization.ts";
import { type Proof, prove } from "./restored-proof.ts";
import { afterBackupLines, sinceLines } from "./restored-words.ts";
import { fromEnvironment } from "./settings.ts";

interface Options {
  readonly json?: boolean | undefined;
  /** The id or the slug of one organization, which goes into the installation that is there. */
  readonly organization?: string | undefined;
  /** The slug that it gets there. */
  readonly as?: string | undefined;
  /** Whether it is restored where keys are missing that it is sealed with. */
  readonly withoutKeys?: boolean | undefined;
}

/** Exit code 1 where nothing was restored, and where what was restored does not match its audit chains. */
export async function runRestore(env: NodeJS.ProcessEnv, file: string, options: Options): Promise<void> {
  const { json = false, organization, as, withoutKeys = false } = options;
  if (
    as !== undefined &&
    (organization === undefined || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(as) || as.length > 100)
  )
    throw usageError(
      "--as goes with --organization, and is the slug that it gets here: lower-case letters and digits with single hyphens between, at most 100",
    );
  const settings = fromEnvironment(() => readDatabaseSettings(env));
  const restored = await sayingWhatIsLeft(
    () => leftOf(organization),
    async () => {
      const backup = await openFile(file);
      const sealers = withoutKeys ? [] : backup.manifest.key_ids;
      if (organization !== undefined)
        return await restoreOne(env, file, backup, { name: organization, as, sealers });
      const here = keysHere(env).map(({ id }) => id);
      return await restore(settings, file, backup, () => refuseLacking(sealers, here, []));
    },
  );
  const keys = keysHere(env);
  const proof = await whileOpen(settings, (database) => prove(database, keys));
  report({ ...restored, ...proof }, settings, json);
  process.exitCode = proof.audit.state === "not_verified" ? exitCodes.refused : 0;
}

/** What an ended restore leaves: it stores all at its end, in one transaction. */
function leftOf(organization: string | undefined): string {
  const nothing = "Nothing was stored, unless that happened at this very moment";
  return organization === undefined
    ? `${nothing}: run the same command again, which says so where it finds a database that is not empty.`
    : `${nothing}: then the organization's log has a record restore_organization. What was unpacked below TMPDIR may be left: delete it, and run the same command again.`;
}

interface Restored {
  readonly manifest: Manifest;
  /** What brought its schema up to this program's. */
  readonly migrations: readonly string[];
  /** Where it is one alone. */
  readonly organization?: MovedOrganization;
}

function keysHere(env: NodeJS.ProcessEnv): readonly SecretKey[] {
  return fromEnvironment(() => readKeysThatAreThere(env));
}

async function restore(
  settings: DatabaseSettings,
  file: string,
  backup: BackupReader,
  refuse: () => void,
): Promise<Restored> {
  const { databaseUrl, dataDirectory, prepared } = settings;
  if (databaseUrl === undefined && hasDatabase(dataDirectory))
    throw notEmpty(`there is a database in ${dataDirectory} already`, settings);
  try {
    refuse();
    const into = async (database: Database) => {
      const restored = await restoreInto(database, backup);
      await leaveWord(database, backup.manifest.made_at);
      return restored;
    };
    if (databaseUrl === undefined) {
      const { makeEmbedded } = await import("../database/embedded.ts");
      return await makeEmbedded(dataDirectory, into);
    }
    const database = openServer(databaseUrl, { prepared });
    return await into(database).finally(() => database.close());
  } catch (error) {
    if (error instanceof BadBackup || error instanceof LacksKeys) throw notRestored(file, error);
    if (error instanceof NotEmpty) throw notEmpty(error.message, settings);
    throw error;
  }
}

async function restoreInto(database: Database, backup: BackupReader): Promise<Restored> {
  const bar = progressBar("restore");
  const ways = { headsOf: loggedHeads, progress: bar.show };
  const migrations = await restoreBackup(database, backup, ways).finally(() => bar.end());
  // The planner knows nothing of the tables yet.
  await database.execute("ANALYZE");
  return { manifest: backup.manifest, migrations };
}

async function restoreOne(
  env: NodeJS.ProcessEnv,
  file: string,
  backup: BackupReader,
  wanted: Wanted & { readonly sealers: readonly string[] },
): Promise<Restored> {
  try {
    const into = (database: Database) => restoreInto(database, backup);
    const madeAt = new Date(backup.manifest.made_at);
    const { whole, organization } = await restoreOrganization(env, { ...wanted, madeAt }, into);
    return { ...whole, organization };
  } catch (error) {
    if (error instanceof BadBackup || error instanceof NotMoved || error instanceof LacksKeys)
      throw notRestored(file, error);
    throw error;
  }
}

function notRestored(file: string, error: Error): Error {
  const document = error instanceof LacksKeys ? error.document : {};
  return new CommandError(
    `${file} was not restored: ${error.message}. Nothing was stored.`,
    exitCodes.refused,
    document,
  );
}

function notEmpty(why: string, { databaseUrl }: DatabaseSettings): Error {
  const way =
    databaseUrl === undefined
      ? "name another folder with ORGCONFIG_DATA_DIR"
      : "make a database with createdb, and name it with DATABASE_URL";
  return failure(`${why}: ${way}. Nothing was stored.`);
}

/** @throws CommandError where it is no backup */
async function openFile(file: string): Promise<BackupReader> {
  const content = file === "-" ? process.stdin : await contentOf(file);
  return openBackup(content).catch((error: unknown) => {
    throw error instanceof BadBackup ? notRestored(file, error) : error;
  });
}

async function contentOf(file: string): Promise<Readable> {
  const found = await stat(file).catch((error: Error) => {
    throw usageError(
      `${file} cannot be read: ${error.message}. Name a file that orgconfig backup wrote, or for a row its kind and its id.`,
    );
  });
  if (found.isDirectory()) throw usageError(`${file} is a folder; name the file that orgconfig backup wrote`);
  return createReadStream(file);
}

const mostProblems = 10;

function report(
  { manifest, migrations, organization, sealed, audit }: Restored & Proof,
  settings: DatabaseSettings,
  json: boolean,
): void {
  const { tables, heads, made_at, schema_version } = manifest;
  if (json) {
    const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
    const backup = { made_at, schema_version, rows, heads };
    printJson({ backup, migrations, ...given({ organization }), sealed, audit });
    return;
  }
  const lines = [
    ...(organization === undefined
      ? [wholeLine(manifest), ...afterBackupLines(made_at)]
      : [organizationLine(organization, made_at), ...sinceLines(organization)]),
    ...(migrations.length === 0
      ? []
      : [`Its schema was version ${schema_version}, and was brought up to date: ${migrations.join(", ")}.`]),
    ...(sealed.opened === 0
      ? []
      : [
          `${counted(sealed.opened, "sealed value opens", "sealed values open")} with the keys that are here.`,
        ]),
    ...otherKeysLines(sealed.by_other_keys),
    ...Object.entries(sealed.unopened).map(
      ([id, count]) =>
        `${counted(count, "sealed value needs", "sealed values need")} the key ${id}: ${keyPlace(settings)}.`,
    ),
    auditWords[audit.state],
    ...(audit.state === "not_verified"
      ? audit.problems.slice(0, mostProblems).map((problem) => `  ${problem}`)
      : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

const auditWords: Readonly<Record<Proof["audit"]["state"], string>> = {
  verified: "The audit log is verified.",
  not_verified: "The audit log does NOT match its chains:",
  needs_keys: "The audit log is not verified yet: that needs the keys. Then run orgconfig audit verify.",
};

function wholeLine({ tables, heads, made_at }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${counted(rows, "row")} of ${tables.length} tables restored, as of ${readable(made_at)}; the counts, and the heads of ${counted(heads.length, "audit chain")}, are those of the backup.`;
}

function organizationLine({ id, slug, rows, added, joined }: MovedOrganization, madeAt: string): string {
  const keep =
    joined.length === 0 ? "" : `; ${joined.join(", ")} had an account here, and keep it with its password`;
  return `${slug} (${id}) is restored, as of ${readable(madeAt)}: ${counted(rows, "row")}, ${counted(added, "new account")}${keep}. Its audit chain is sealed with the keys of this installation from now on.`;
}

/** What only a key opens that may not be on every node; exported for tests. */
export function otherKeysLines(counts: Proof["sealed"]["by_other_keys"]): readonly string[] {
  const named = Object.entries(counts).map(([id, count]) => `key ${id} (${counted(count, "value")})`);
  return named.length === 0
    ? []
    : [
        `Some of them are sealed with other keys than the first of ORGCONFIG_SECRET_KEYS: ${named.join(", ")}. Give every node these keys, or run orgconfig secrets rotate now.`,
      ];
}

function keyPlace({ databaseUrl, dataDirectory }: DatabaseSettings): string {
  const variable = "have it in ORGCONFIG_SECRET_KEYS, as the backup's service had";
  return databaseUrl === undefined
    ? `${variable}, or put its file secret-keys into ${dataDirectory}, before you start`
    : `${variable}, before you start`;
}
