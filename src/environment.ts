/**
 * The environment, read once and checked whole: bad values stop the start with a line for each that names the
 * variable (docs/contract.md, "Start and stop").
 */

import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { hasDatabase } from "./database/embedded-home.ts";
import { makePrivateFile, makePrivateFolder } from "./database/private-files.ts";
import { newSecretKey, type SecretKey, secretKey } from "./database/vault.ts";
import {
  formed,
  hostAndPort,
  hostsAndRanges,
  integer,
  isServerAddress,
  list,
  onOff,
  origins,
  ranges,
  readAll,
  text,
  url,
} from "./environment-values.ts";
import { passwordBounds } from "./features/identity/accounts/password.ts";
import { type Bound, type Bounds, bounds } from "./kernel/growth.ts";
import { phoneGateway } from "./phone-settings.ts";
import { BadEnvironment, type Environment, fileIn, outputOf, withSecretFiles } from "./secret-files.ts";
import type { PhoneGateway } from "./transports/phone.ts";

export { BadEnvironment } from "./secret-files.ts";

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly prepared: boolean;
  readonly publicUrl: string | undefined;
  readonly mcpOrigins: readonly string[];
  readonly apiOrigins: readonly string[];
  readonly secretKeys: readonly SecretKey[];
  /** The first of the operator's tokens. */
  readonly operatorToken: string;
  readonly operatorTokens: readonly OperatorToken[];
  /** Where the operator's calls are served; undefined where they are served with all others. */
  readonly operatorListen: { readonly host: string; readonly port: number } | undefined;
  /** Where audit records are sent, with the certificates of the authorities to trust, in PEM. */
  readonly syslog: { readonly url: string; readonly ca: string | undefined } | undefined;
  readonly listCap: number;
  /** How many alerts may be open. */
  readonly openAlerts: { readonly ofOrganization: number; readonly ofConnector: number };
  /** How much is kept of what organizations make grow. */
  readonly bounds: Bounds;
  /** Processes that serve together. */
  readonly workers: number;
  readonly rateLimit: number | "off";
  /** After so many minutes a session that nobody used is over. */
  readonly sessionIdleMinutes: number;
  /** For how many seconds browsers that came by https come by nothing else; 0: they are not asked to. */
  readonly hstsSeconds: number;
  readonly trustedProxies: readonly string[];
  readonly outboundAllow: readonly string[];
  /** The folder below which engines on the same machine have their files. */
  readonly engineDirectory: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly phone: PhoneGateway | undefined;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  /** Whom the trust policies of AWS roles name: the ARN of this service's own account, role or user. */
  readonly awsPrincipal: string | undefined;
  readonly logLevel: string;
  /** Whether each answer has a line in the log, at the level info. */
  readonly requestLog: boolean;
}

/** A token of the operator, by the name that records have of who used it. */
export interface OperatorToken {
  readonly name: string;
  readonly token: string;
}

/** Where the embedded database is; undefined where a server is used. It makes nothing there. */
export function embeddedDirectory(env: Environment): string | undefined {
  return text(withSecretFiles(env), "DATABASE_URL") === undefined ? dataDirectoryOf(env) : undefined;
}

/** Where this program keeps its own files, also next to a server database. */
export function dataDirectoryOf(env: Environment): string {
  return text(env, "ORGCONFIG_DATA_DIR") ?? "./data";
}

export type DatabaseSettings = Pick<Settings, "databaseUrl" | "dataDirectory" | "prepared">;

/** Where the database is, for what needs no more than that. It makes nothing there. @throws BadEnvironment */
export function readDatabaseSettings(given: Environment): DatabaseSettings {
  const env = withSecretFiles(given);
  return readAll<DatabaseSettings>({
    databaseUrl: () => readDatabaseUrl(env),
    dataDirectory: () => dataDirectoryOf(env),
    prepared: () => onOff(env, "ORGCONFIG_PG_PREPARED", true),
  });
}

function readDatabaseUrl(env: Environment): string | undefined {
  const what =
    "an address such as postgres://user:password@host:5432/name, with special characters of its password percent-encoded";
  const value = formed(env, "DATABASE_URL", /^postgres(ql)?:\/\//, what);
  if (value !== undefined && !isServerAddress(value))
    throw new BadEnvironment(`DATABASE_URL must be ${what}`);
  return value;
}

/** The secret keys that there are; none is made. @throws BadEnvironment */
export function readKeysThatAreThere(given: Environment): readonly SecretKey[] {
  const env = withSecretFiles(given);
  const { databaseUrl, dataDirectory } = readDatabaseSettings(env);
  const named = ["ORGCONFIG_SECRET_KEYS", "ORGCONFIG_SECRET_KEYS_COMMAND"].some(
    (name) => text(env, name) !== undefined,
  );
  if (!named && (databaseUrl !== undefined || !existsSync(join(dataDirectory, keysFile)))) return [];
  return secretKeys(env, databaseUrl, dataDirectory);
}

/** @throws BadEnvironment with a line for each variable that cannot be used */
export function readEnvironment(given: Environment): Settings {
  const env = withSecretFiles(given);
  const databaseUrl = text(env, "DATABASE_URL");
  const dataDirectory = dataDirectoryOf(env);
  if (databaseUrl === undefined) prepareDirectory(dataDirectory);
  const { operatorTokens, ...rest } = readAll<
    Omit<Settings, "operatorToken"> & { readonly operatorTokens: Tokens }
  >({
    host: () => text(env, "HOST") ?? "127.0.0.1",
    port: () => integer(env, "PORT", 8080, 0, 65_535),
    databaseUrl: () => readDatabaseUrl(env),
    dataDirectory: () => dataDirectory,
    prepared: () => onOff(env, "ORGCONFIG_PG_PREPARED", true),
    publicUrl: () =>
      url(
        env,
        "ORGCONFIG_PUBLIC_URL",
        /^https?:\/\/[^/?#@]+\/?$/i,
        "an http or https URL without a path or a user's name",
      ),
    mcpOrigins: () => origins(env, "ORGCONFIG_MCP_ORIGINS"),
    apiOrigins: () => origins(env, "ORGCONFIG_API_ORIGINS"),
    secretKeys: () => secretKeys(env, databaseUrl, dataDirectory),
    operatorTokens: () => readOperatorTokens(env, databaseUrl, dataDirectory),
    operatorListen: () => hostAndPort(env, "ORGCONFIG_OPERATOR_LISTEN"),
    syslog: () => syslog(env),
    listCap: () => integer(env, "ORGCONFIG_LIST_CAP", 1_000, 1, 100_000),
    openAlerts: () =>
      readAll({
        ofOrganization: () => integer(env, "ORGCONFIG_OPEN_ALERTS", 20_000, 1, 1_000_000),
        ofConnector: () => integer(env, "ORGCONFIG_OPEN_ALERTS_OF_CONNECTOR", 5_000, 1, 1_000_000),
      }),
    bounds: () => readBounds(env),
    workers: () => workers(env, databaseUrl),
    rateLimit: () =>
      env.ORGCONFIG_RATE_LIMIT === "off" ? "off" : integer(env, "ORGCONFIG_RATE_LIMIT", 100, 1, 10_000_000),
    sessionIdleMinutes: () => integer(env, "ORGCONFIG_SESSION_IDLE_MINUTES", 720, 5, 43_200),
    hstsSeconds: () => integer(env, "ORGCONFIG_HSTS_SECONDS", 31_536_000, 0, 63_072_000),
    trustedProxies: () => ranges(env, "ORGCONFIG_TRUST_PROXY"),
    outboundAllow: () => hostsAndRanges(env, "ORGCONFIG_OUTBOUND_ALLOW"),
    engineDirectory: () => engineDirectory(env),
    smtpUrl: () =>
      url(
        env,
        "SMTP_URL",
        /^smtps?:\/\/[^/?#]/i,
        "an smtp or smtps URL, such as smtp://mail.example.com:587",
      ),
    mailFrom: () => formed(env, "MAIL_FROM", senderForm, senderIs) ?? "orgconfig@localhost",
    phone: () => phoneGateway(env),
    // Laxer than an invitation's address: admin@localhost is a fine first account.
    adminEmail: () =>
      formed(
        env,
        "ORGCONFIG_ADMIN_EMAIL",
        /^[^\s@]{1,64}@[^\s@]{1,189}$/,
        "an email address, such as admin@example.com",
      ),
    adminPassword: () => adminPassword(env),
    awsPrincipal: () => awsPrincipal(env),
    logLevel: () => logLevel(env),
    requestLog: () => onOff(env, "ORGCONFIG_REQUEST_LOG", true),
  });
  return { ...rest, operatorTokens, operatorToken: operatorTokens[0].token };
}

function readBounds(env: Environment): Bounds {
  const readers = Object.entries<Bound>(bounds).map(([name, { variable, usual, least, most }]) => [
    name,
    () => integer(env, `ORGCONFIG_${variable}`, usual, least, most),
  ]);
  return readAll<Bounds>(Object.fromEntries(readers));
}

/** Each worker opens the database, which an embedded one lets only one process do. */
function workers(env: Environment, databaseUrl: string | undefined): number {
  if (text(env, "ORGCONFIG_WORKERS") === "auto")
    return databaseUrl === undefined ? 1 : availableParallelism();
  const value = integer(env, "ORGCONFIG_WORKERS", 1, 1, 64);
  if (value > 1 && databaseUrl === undefined)
    throw new BadEnvironment(
      "ORGCONFIG_WORKERS must be 1 or auto with the embedded database, which one process has to itself; set DATABASE_URL to a PostgreSQL server for more",
    );
  return value;
}

/** The engine is given the same path, wherever it was started. */
function engineDirectory(env: Environment): string | undefined {
  const value = text(env, "ORGCONFIG_ENGINE_DIRECTORY");
  if (value !== undefined && !isAbsolute(value))
    throw new BadEnvironment("ORGCONFIG_ENGINE_DIRECTORY must be a folder's absolute path");
  return value;
}

/** An address, or `Name <address>`: whatever else there is would end up in every mail's head. */
const senderForm = /^([^<>@,\p{Cc}]*<[^\s<>@,\p{Cc}]+@[^\s<>@,\p{Cc}]+>|[^\s<>@,\p{Cc}]+@[^\s<>@,\p{Cc}]+)$/u;
const senderIs = "an email address, or a name with one: Acme <orgconfig@example.com>";

function adminPassword(env: Environment): string | undefined {
  const value = text(env, "ORGCONFIG_ADMIN_PASSWORD");
  const { min, max } = passwordBounds;
  if (value !== undefined && (value.length < min || value.length > max)) {
    throw new BadEnvironment(`ORGCONFIG_ADMIN_PASSWORD must have ${min} to ${max} characters`);
  }
  return value;
}

/** An account may be named by its number alone, which AWS takes for the ARN of the account. */
function awsPrincipal(env: Environment): string | undefined {
  const value = text(env, "ORGCONFIG_AWS_PRINCIPAL");
  if (value === undefined) return undefined;
  if (/^\d{12}$/.test(value)) return `arn:aws:iam::${value}:root`;
  if (!/^arn:aws[a-z-]*:(iam|sts)::\d{12}:(root|(user|role|assumed-role)\/[\w+=,.@/-]+)$/.test(value)) {
    throw new BadEnvironment(
      "ORGCONFIG_AWS_PRINCIPAL must be an AWS account's number or the ARN of an account, role or user, such as arn:aws:iam::123456789012:role/orgconfig",
    );
  }
  return value;
}

function logLevel(env: Environment): string {
  const value = text(env, "LOG_LEVEL") ?? "info";
  const known = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
  if (!known.includes(value))
    throw new BadEnvironment(`LOG_LEVEL must be one of ${known.join(", ")}, not "${value}"`);
  return value;
}

function syslog(env: Environment): Settings["syslog"] {
  const found = url(
    env,
    "ORGCONFIG_SYSLOG_URL",
    /^(tcp|tls):\/\/[^/?#@]+\/?$/i,
    "tcp:// or tls:// with a host and maybe a port, such as tls://siem.example.com:6514",
  );
  const path = text(env, "ORGCONFIG_SYSLOG_CA");
  if (path === undefined) return found === undefined ? undefined : { url: found, ca: undefined };
  if (found === undefined || !/^tls:/i.test(found))
    throw new BadEnvironment("ORGCONFIG_SYSLOG_CA goes with an ORGCONFIG_SYSLOG_URL that begins with tls://");
  const ca = fileIn("ORGCONFIG_SYSLOG_CA", path);
  if (!ca.includes("-----BEGIN CERTIFICATE-----"))
    throw new BadEnvironment(`ORGCONFIG_SYSLOG_CA: ${path} must be a file of certificates in PEM`);
  return { url: found, ca };
}

function secretKeys(env: Environment, databaseUrl: string | undefined, directory: string): SecretKey[] {
  const command = text(env, "ORGCONFIG_SECRET_KEYS_COMMAND");
  if (command !== undefined && text(env, "ORGCONFIG_SECRET_KEYS") !== undefined)
    throw new BadEnvironment(
      "ORGCONFIG_SECRET_KEYS and ORGCONFIG_SECRET_KEYS_COMMAND are both set: take one of them out",
    );
  if (command !== undefined)
    return keysOf(
      outputOf("ORGCONFIG_SECRET_KEYS_COMMAND", command),
      "ORGCONFIG_SECRET_KEYS_COMMAND must print",
    );
  const given = list(env, "ORGCONFIG_SECRET_KEYS");
  if (given.length === 0 && databaseUrl !== undefined) {
    throw new BadEnvironment(
      "ORGCONFIG_SECRET_KEYS must be set together with DATABASE_URL: a base64 32-byte key, such as from `openssl rand -base64 32`",
    );
  }
  if (given.length === 0 && text(env, "ORGCONFIG_SECRET_KEYS") !== undefined)
    throw new BadEnvironment("ORGCONFIG_SECRET_KEYS holds no key");
  if (given.length > 0) return keysOf(given.join(","), "ORGCONFIG_SECRET_KEYS must be");
  const path = join(directory, keysFile);
  return keysOf(keysInFile(directory), `ORGCONFIG_DATA_DIR: the file ${path} must hold`, `: ${restoreKeys}`);
}

/** @param must what is said of texts that are no keys, before and after what they have to be */
function keysOf(texts: string, must: string, wayOut = ""): SecretKey[] {
  const items = texts.split(/[\s,]+/).filter((item) => item !== "");
  const keys = items.flatMap((item) => secretKey(item) ?? []);
  if (keys.length > 0 && keys.length === items.length) return keys;
  throw new BadEnvironment(`${must} base64 keys of 32 bytes each, separated by commas${wayOut}`);
}

const keysFile = "secret-keys";
const restoreKeys =
  "restore the file from a backup, or set ORGCONFIG_SECRET_KEYS to its content; only if it is lost for good, set ORGCONFIG_SECRET_KEYS to a new key and run orgconfig secrets accept";

/** New keys are made for a new database only: with others nothing that is stored opens. */
function keysInFile(directory: string): string {
  const path = join(directory, keysFile);
  if (!existsSync(path) && hasDatabase(directory)) {
    throw new BadEnvironment(
      `ORGCONFIG_DATA_DIR: ${directory} has a database and no file secret-keys, which opens what is stored in it: ${restoreKeys}`,
    );
  }
  return keptInFile(directory, keysFile, newSecretKey);
}

type Tokens = readonly [OperatorToken, ...OperatorToken[]];

/** The one token has the name operator; next to others it may be left out. */
function readOperatorTokens(env: Environment, databaseUrl: string | undefined, directory: string): Tokens {
  const name = "ORGCONFIG_OPERATOR_TOKENS";
  const named = list(env, name).map((item): OperatorToken => {
    const [, who, token] = /^([A-Za-z0-9._-]{1,64})=(.+)$/.exec(item) ?? [];
    if (who !== undefined && token !== undefined && isToken(token)) return { name: who, token };
    throw new BadEnvironment(
      `${name} must be pairs of a name and a token, such as ada=…,ci=…: a name of letters, digits, ".", "_" and "-", and a token of ${tokenRule}`,
    );
  });
  const alone =
    named.length > 0 && text(env, "ORGCONFIG_OPERATOR_TOKEN") === undefined
      ? []
      : [{ name: "operator", token: operatorToken(env, databaseUrl, directory) }];
  const all = [...alone, ...named];
  for (const part of ["name", "token"] as const)
    if (new Set(all.map((one) => one[part])).size < all.length)
      throw new BadEnvironment(`${name} has a ${part} twice, or that of ORGCONFIG_OPERATOR_TOKEN`);
  return all as readonly OperatorToken[] as Tokens;
}

function operatorToken(env: Environment, databaseUrl: string | undefined, directory: string): string {
  const given = text(env, "ORGCONFIG_OPERATOR_TOKEN");
  if (given !== undefined) {
    if (!isToken(given)) throw new BadEnvironment(`ORGCONFIG_OPERATOR_TOKEN must be ${tokenRule}`);
    return given;
  }
  if (databaseUrl !== undefined)
    throw new BadEnvironment(
      "ORGCONFIG_OPERATOR_TOKEN, or ORGCONFIG_OPERATOR_TOKENS, must be set together with DATABASE_URL",
    );
  const kept = keptInFile(directory, "operator-token", () => randomBytes(32).toString("base64url"));
  if (isToken(kept)) return kept;
  throw new BadEnvironment(
    `ORGCONFIG_DATA_DIR: the file ${join(directory, "operator-token")} must hold ${tokenRule}: remove it, and the next start makes a new one`,
  );
}

const tokenRule = "at least 16 printable characters without spaces";

function isToken(given: string): boolean {
  return given.length >= 16 && /^[\x21-\x7e]+$/.test(given);
}

function prepareDirectory(directory: string): void {
  try {
    makePrivateFolder(resolve(directory));
    if (!statSync(directory).isDirectory()) throw new Error("it is a file");
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadEnvironment(
      `ORGCONFIG_DATA_DIR must be a folder to write in; ${directory} cannot be used: ${why}`,
    );
  }
}

/** A value made once and kept next to the embedded database, readable by its owner alone. */
function keptInFile(directory: string, name: string, make: () => string): string {
  const path = join(directory, name);
  try {
    if (!existsSync(path)) makePrivateFile(path, `${make()}\n`);
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadEnvironment(`ORGCONFIG_DATA_DIR: ${path} must be a file that can be read: ${why}`);
  }
}

/** Where links lead that are mailed or handed over; without a public URL, to this very machine. */
export function siteUrlOf({ publicUrl, host, port }: Settings): string {
  return (publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`).replace(/\/+$/, "");
}
