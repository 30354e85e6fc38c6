/** `orgconfig doctor`: what is not in order with an installation, and the way out. Its exit code is 0, 1 or 2. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../database/database.ts";
import { hasDatabase } from "../../database/embedded-home.ts";
import { createVault } from "../../database/vault.ts";
import {
  BadEnvironment,
  dataDirectoryOf,
  embeddedDirectory,
  readEnvironment,
  type Settings,
} from "../../environment.ts";
import {
  areas,
  behindLocks,
  blockerChecks,
  blockersOf,
  type Check,
  checksOf,
  diagnose,
  notLookedAt,
  unanswered,
  worstOf,
} from "../../features/organization/doctor/index.ts";
import { Refusal } from "../../kernel/problem.ts";
import { withSecretFiles } from "../../secret-files.ts";
import { everythingSealed } from "../../stored-secrets.ts";
import { saidOf } from "../away.ts";
import { operatorClient } from "../client.ts";
import { CommandError, RefusedError } from "../errors.ts";
import { openDatabase } from "../open.ts";
import { plain } from "../plain.ts";
import { printJson } from "../print.ts";
import {
  diskChecks,
  fileChecks,
  mailChecks,
  phoneChecks,
  programChecks,
  settingChecks,
  traceChecks,
  unseenDisks,
} from "./local-checks.ts";

export interface DoctorOptions {
  /** Where the service runs; what HOST and PORT say where it is left out. */
  readonly url?: string;
  readonly json?: boolean;
}

const noSettings = "settings cannot be used";

export async function runDoctor(env: NodeJS.ProcessEnv, options: DoctorOptions): Promise<void> {
  const found = await examine(env, options);
  const checks = [...found, ...absentAreas(found, "database", "what it needs is not there")];
  const status = worstOf(checks);
  if (options.json === true) printJson({ status, checks });
  else process.stdout.write(shown(checks));
  process.exitCode = { ok: 0, warning: 1, error: 2 }[status];
}

async function examine(env: NodeJS.ProcessEnv, options: DoctorOptions): Promise<readonly Check[]> {
  const unread = unreadOf(env);
  if (unread.length > 0) {
    const said = [...settingChecks(env), ...unread];
    return [...said, ...absentAreas(said, "settings", noSettings)];
  }
  const directory = embeddedDirectory(env);
  const checks = [...settingChecks(env), ...programChecks(), ...fileChecks(dataDirectoryOf(env))];
  const isNew = directory !== undefined && !hasDatabase(directory);
  const settings = isNew ? valuesAlone(env) : valuesOf(env);
  if (!("port" in settings)) return [...checks, ...settings, ...absentAreas(checks, "settings", noSettings)];
  checks.push(checksOf("settings").ok("values", "every value can be used"), await traceChecks(env));
  const { engineDirectory } = settings;
  checks.push(...diskChecks([dataDirectoryOf(env), engineDirectory ?? []].flat()));
  checks.push(...unseenDisks(directory === undefined, engineDirectory));
  checks.push(...(await mailChecks(settings)), ...(await phoneChecks(settings)));
  if (isNew) {
    const message = `there is no database in ${directory}: the first start makes one, or ORGCONFIG_DATA_DIR names another folder`;
    return [...checks, checksOf("database").warning("connection", message)];
  }
  // First of all: a service whose statements wait for a lock answers late, or never.
  const blocked = await lockedBy(settings);
  if (blocked.length > 0) {
    const service = checksOf("proxy").skipped(
      "service",
      "no service was asked: its statements wait for a lock",
    );
    return [...checks, ...blocked, ...behindLocks(), service];
  }
  const found = await ofRunning(env, settings, options.url);
  return [...checks, ...(await ofDatabase(env, settings, found)), ...found.way];
}

/** Who holds what others wait for in a server database; nothing where nobody does, or that cannot be asked. */
async function lockedBy(settings: Settings): Promise<readonly Check[]> {
  if (settings.databaseUrl === undefined) return [];
  const database = await openDatabase(settings);
  try {
    return blockerChecks(await blockersOf(database)).filter(({ status }) => status === "error");
  } catch {
    return []; // the checks of the database say that it does not answer
  } finally {
    await database.close();
  }
}

/** What is said of files in the place of variables that cannot be read. */
function unreadOf(env: NodeJS.ProcessEnv): readonly Check[] {
  try {
    withSecretFiles(env);
    return [];
  } catch (error) {
    return badValues(error);
  }
}

/** The settings; where values cannot be used, what is said of each. */
function valuesOf(env: NodeJS.ProcessEnv): Settings | readonly Check[] {
  try {
    return readEnvironment(env);
  } catch (error) {
    return badValues(error);
  }
}

function badValues(error: unknown): readonly Check[] {
  if (!(error instanceof BadEnvironment)) throw error;
  return error.message.split("\n").map((line) => checksOf("settings").error("values", line));
}

/** No area is ever left out: of those without a check it is said why. */
function absentAreas(checks: readonly Check[], name: string, why: string): readonly Check[] {
  return areas
    .filter((area) => !checks.some((one) => one.area === area))
    .map((area) => checksOf(area).skipped(name, `not looked at: ${why}, see above`));
}

/** The same where there is no database yet: reading the settings makes keys in the data directory, so it is another one. */
function valuesAlone(env: NodeJS.ProcessEnv): Settings | readonly Check[] {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-doctor-"));
  try {
    return valuesOf({ ...env, ORGCONFIG_DATA_DIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the service said, where one answered. */
interface Running {
  /** Or why there is nothing of it. */
  readonly inside: readonly Check[] | Error;
  /** What it said of the way there, and by the public URL. */
  readonly way: readonly Check[];
}

async function ofRunning(env: NodeJS.ProcessEnv, settings: Settings, url?: string): Promise<Running> {
  const { ok, skipped, warning } = checksOf("proxy");
  const { operatorListen, publicUrl } = settings;
  const { host, port } = operatorListen ?? settings;
  const any = new Map([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
  ]);
  const address = any.get(host) ?? host;
  const here = url ?? `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
  const set =
    url !== undefined ? {} : { address: operatorListen ? "ORGCONFIG_OPERATOR_LISTEN" : "HOST and PORT" };
  const near = await asked(env, settings, { url: here, ...set });
  if (near instanceof RefusedError && near.status === 401)
    return {
      inside: near,
      way: [
        warning(
          "service",
          `a service answered at ${here}, and refused ORGCONFIG_OPERATOR_TOKEN: give the running service's own token`,
        ),
      ],
    };
  if (near instanceof Error)
    return {
      inside: near,
      way: [
        warning(
          "service",
          `no service answers for this installation: ${near.message}. Start it, or name its address with --url`,
        ),
      ],
    };
  const inside = near.filter(({ area }) => area !== "proxy");
  const direct = [ok("service", `it answers at ${here}`), ...near.filter(({ area }) => area === "proxy")];
  if (publicUrl === undefined) return { inside, way: direct };
  if (operatorListen !== undefined)
    return {
      inside,
      way: [
        ...direct,
        skipped("public URL", "operator calls are not served there (ORGCONFIG_OPERATOR_LISTEN)"),
      ],
    };
  const far = await asked(env, settings, { url: publicUrl, address: "ORGCONFIG_PUBLIC_URL" });
  if (far instanceof Error)
    return {
      inside,
      way: [
        ...direct,
        warning("public URL", `${publicUrl} does not lead to the service from here: ${far.message}`),
      ],
    };
  return {
    inside,
    way: [
      ...direct,
      ok("public URL", `${publicUrl} leads to the service`),
      ...far.filter(({ area }) => area === "proxy"),
    ],
  };
}

/** Asks a service with this environment's own token. */
async function asked(
  env: NodeJS.ProcessEnv,
  settings: Settings,
  { url, address }: { readonly url: string; readonly address?: string },
): Promise<readonly Check[] | Error> {
  try {
    const own = { ORGCONFIG_MAX_RETRIES: "0", ORGCONFIG_OPERATOR_TOKEN: settings.operatorToken };
    const client = operatorClient(url, { ...env, ...own }, address);
    const { data } = await client.call<{ readonly data: readonly Check[] }>(
      "GET",
      "/api/v1/operator/diagnosis",
      { data: "list" },
    );
    return data;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404)
      return new Error(`the service at ${url} is of another version`);
    if (error instanceof CommandError) return error;
    throw error;
  }
}

/** By the database itself; an embedded one that a running program has is looked at by that. */
async function ofDatabase(
  env: NodeJS.ProcessEnv,
  settings: Settings,
  { inside }: Running,
): Promise<readonly Check[]> {
  const isEmbedded = settings.databaseUrl === undefined;
  if (isEmbedded && !(inside instanceof Error)) return [...inside, ...ownKeys(env)];
  let database: Database;
  try {
    // A look that takes longer is given up, and said.
    database = await openDatabase(settings, { answerTimeoutMs: 10_000 });
  } catch (error) {
    const isTaken = inside instanceof Error && isEmbedded && error instanceof Refusal;
    if (!isTaken) return [unanswered(saidOf(error, settings.databaseUrl))];
    return [
      notLookedAt(
        `a running program has the embedded database, and it did not answer for it: ${inside.message}; name its address with --url, and give its own operator token`,
      ),
      checksOf("database").warning("lock", error.message),
    ];
  }
  try {
    const { bounds, workers, secretKeys } = settings;
    const vault = createVault(secretKeys);
    const storedSecrets = everythingSealed;
    const seen = await diagnose({ database, vault, isEmbedded, workers, bounds, storedSecrets });
    return [...seen, ...clockOfNode(inside)];
  } catch (error) {
    // What the database's own library says may hold its address, and never its password.
    return [unanswered(saidOf(error, settings.databaseUrl))];
  } finally {
    await database.close();
  }
}

/** The clock that counts is that of the machine where the node runs, which need not be this one. */
function clockOfNode(inside: Running["inside"]): readonly Check[] {
  const ofNode = inside instanceof Error ? [] : inside.filter(({ name }) => name === "clock");
  const unseen = checksOf("database").skipped(
    "clock of the node",
    "no node answered; its log and metrics say it",
  );
  return ofNode.length === 0
    ? [unseen]
    : ofNode.map((check) => ({
        ...check,
        name: "clock of the node",
        message: `at the node: ${check.message}`,
      }));
}

/** The running program looked at the keys that it has itself, which those of this environment need not be. */
function ownKeys(env: NodeJS.ProcessEnv): readonly Check[] {
  return env.ORGCONFIG_SECRET_KEYS || env.ORGCONFIG_SECRET_KEYS_COMMAND
    ? [checksOf("keys").skipped("own keys", "the running program's keys were tried, not this environment's")]
    : [];
}

function shown(checks: readonly Check[]): string {
  const lines = checks.map(({ area, name, status, message }) =>
    plain(`${status.padEnd(8)} ${area.padEnd(9)} ${name}: ${message}`),
  );
  const count = (status: Check["status"]) => checks.filter((one) => one.status === status).length;
  return `${lines.join("\n")}\n\n${count("error")} errors, ${count("warning")} warnings, ${count("ok")} in order, ${count("skipped")} not looked at\n`;
}
