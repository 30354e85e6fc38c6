/** What `orgconfig agent` does: it finds its connector, and runs rounds until it gets a signal to end. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, mostBetweenFigures_ms } from "../agent/agent.ts";
import { EngineProblem } from "../agent/engine.ts";
import { createEngineHttp, type EngineAddress } from "../agent/engines/http.ts";
import { fileEngineType, openFileEngine } from "../agent/engines/index.ts";
import { remoteService } from "../agent/remote-service.ts";
import { createFetchTransport } from "../transports/fetch.ts";
import { type Client, credentialIn, keyInVariable, lastingClient } from "./client.ts";
import { CommandError, exitCodes, failure, usageError } from "./errors.ts";

export interface AgentCommandOptions {
  readonly connector: string;
  readonly directory: string;
  readonly url: string;
  readonly keyFile?: string;
  readonly reloadUrl?: string;
  readonly queryUrl?: string;
  readonly checker?: string;
  readonly intakeKeyFile?: string;
  readonly instance?: string;
  readonly interval: string;
  readonly once?: true;
}

/** Figures are read back every fourth time, and at least once a minute. */
const looksAFigure = 4;

export async function runAgent(options: AgentCommandOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const interval_ms = intervalOf(options.interval);
  const instance = instanceOf(options);
  const stop = new AbortController();
  const client = lastingClient(options.url, env, () => keyOf(options, env), stop.signal);
  const log = (message: string) => void process.stderr.write(`${new Date().toISOString()} ${message}\n`);
  const connector = await findConnector(client, options, log);
  const type = fileEngineTypeOf(connector.connector_type);
  const { path, ...address } = splitReloadUrl(options.reloadUrl ?? type.reloadUrl);
  const { queryUrl } = options;
  const transport = createFetchTransport();
  const checker = options.checker?.includes("/") ? resolve(options.checker) : options.checker;
  const engine = openFileEngine({
    type,
    http: createEngineHttp(transport, address),
    reloadPath: path,
    directory: resolve(options.directory),
    intakeKey: () => intakeKeyOf(options, env),
    checker,
    queries:
      queryUrl === undefined ? undefined : createEngineHttp(transport, addressOf("--query-url", queryUrl)),
  });
  // Another engine would need another agent.
  const again = async () => {
    const found = named(await rendered(client), options.connector);
    return found?.connector_type === connector.connector_type ? found.connector_id : undefined;
  };
  const agent = new Agent({
    service: remoteService(client, connector.connector_id, instance, log, again),
    engine,
    log,
    readBack_ms: Math.min(looksAFigure * interval_ms, mostBetweenFigures_ms),
  });
  if (options.once) return await runOnce(agent, log);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
  await agent.run(interval_ms, stop.signal);
}

/** @throws CommandError where the engine does not run what is rendered */
async function runOnce(agent: Agent, log: (message: string) => void): Promise<void> {
  const first = await agent.round();
  // The first acknowledgement may give the service the engine's version, for which it renders other files.
  const { ok, message } = first.ok ? await agent.round() : first;
  if (!ok) throw failure(message ?? "the engine does not run what is rendered");
  log(message ?? "the engine runs what is rendered");
}

interface List<T> {
  readonly data: readonly T[];
}

interface FoundConnector {
  readonly connector_id: string;
  readonly name: string;
  readonly connector_type: string;
}

const searchAgain_ms = 5_000;

/** The connectors that something is rendered for. */
async function rendered(client: Client): Promise<readonly FoundConnector[]> {
  const { data } = await client.call<List<FoundConnector>>("GET", "/api/v1/render", { data: "list" });
  return data;
}

/** The one of this id, or else of this name. */
function named(connectors: readonly FoundConnector[], nameOrId: string): FoundConnector | undefined {
  return (
    connectors.find(({ connector_id }) => connector_id === nameOrId) ??
    connectors.find(({ name }) => name === nameOrId)
  );
}

/** The connector by its id or name. With --once the service has to answer; else it is waited for. */
async function findConnector(
  client: Client,
  { connector, once }: AgentCommandOptions,
  log: (message: string) => void,
): Promise<FoundConnector> {
  for (let logged: string | undefined; ; ) {
    try {
      const data = await rendered(client);
      const found = named(data, connector);
      if (found !== undefined) return found;
      throw usageError(await unknownConnector(client, connector, data));
    } catch (error) {
      const away = error instanceof CommandError && error.exitCode === exitCodes.unanswered;
      if (!away || once) throw error;
      if (logged !== error.message) log(error.message);
      logged = error.message;
      await pause(searchAgain_ms);
    }
  }
}

/** Why nothing is rendered for a connector: there is no connector of that name or id, or its type takes nothing. */
async function unknownConnector(
  client: Client,
  connector: string,
  others: readonly FoundConnector[],
): Promise<string> {
  const path = `/api/v1/config/connectors?name=${encodeURIComponent(connector)}`;
  type Row = Omit<FoundConnector, "connector_id">;
  // An engine's own key reads no configuration: it sees what is rendered for its connector, and nothing else.
  const read = await client.call<List<Row>>("GET", path, { data: "list" }).catch(ifRefused);
  const type = read?.data[0]?.connector_type;
  const shown = JSON.stringify(connector);
  const why =
    type === undefined
      ? `${read === undefined ? "this key sees" : "there is"} no connector ${shown}`
      : `${shown} is of type ${type}, and nothing is rendered for that`;
  const names = others.map(({ name }) => JSON.stringify(name)).join(", ");
  return `--connector: ${why}; ${names === "" ? "nothing is rendered for any connector yet" : `take one of ${names}`}`;
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof CommandError && error.exitCode === exitCodes.refused)) throw error;
}

function fileEngineTypeOf(connectorType: string) {
  try {
    return fileEngineType(connectorType);
  } catch (error) {
    if (error instanceof EngineProblem) throw usageError(`--connector: ${error.message}`);
    throw error;
  }
}

function keyOf({ keyFile }: AgentCommandOptions, env: NodeJS.ProcessEnv): string | undefined {
  return keyFile === undefined ? keyInVariable(env) : keyIn("--key-file", keyFile);
}

/** What Alertmanager sends alerts with. @throws EngineProblem, so that a missing key is reported like any other problem */
function intakeKeyOf(options: AgentCommandOptions, env: NodeJS.ProcessEnv): string {
  const { intakeKeyFile } = options;
  try {
    const key = intakeKeyFile === undefined ? keyOf(options, env) : keyIn("--intake-key-file", intakeKeyFile);
    if (key !== undefined) return key;
  } catch (error) {
    throw new EngineProblem((error as Error).message);
  }
  throw new EngineProblem("there is no key for Alertmanager: set --intake-key-file");
}

const longestInstance = 100;

/** The machine and the directory distinguish the agents of one connector. */
function instanceOf({ instance, directory }: AgentCommandOptions): string {
  const name = instance?.trim();
  if (name !== undefined) {
    if (name.length > 0 && name.length <= longestInstance) return name;
    throw usageError(`--instance must be a name of at most ${longestInstance} characters`);
  }
  const place = createHash("sha256").update(resolve(directory)).digest("hex").slice(0, 8);
  return `${hostname().slice(0, 80)}:${place}`;
}

function keyIn(option: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw usageError(`${option}: ${(error as Error).message}`);
  }
  if (text.trim() === "") throw usageError(`${option}: ${path} is empty`);
  return credentialIn(`${option}: ${path}`, text);
}

function intervalOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})(s|m)$/.exec(text) ?? [];
  const seconds = Number(count) * (unit === "m" ? 60 : 1);
  if (count === undefined || seconds < 1 || seconds > 86_400)
    throw usageError("--interval must be a time between 1s and 1440m, such as 15s or 2m");
  return seconds * 1_000;
}

/** The address before the engine's own path, and that path: a prefix may stand before `/-/reload`. */
function splitReloadUrl(text: string): EngineAddress & { readonly path: string } {
  const [, before, path] = /^(.*?)(\/-\/reload(?:\?.*)?)$/.exec(text) ?? [];
  if (before === undefined || path === undefined)
    throw usageError("--reload-url must be a URL that ends with /-/reload");
  return { ...addressOf("--reload-url", before), path };
}

/** A URL with the user name and the password that it may have. */
function addressOf(option: string, text: string): EngineAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(`${option} must be an http or https URL`);
  const { username, password, origin, pathname } = url;
  return {
    url: `${origin}${pathname.replace(/\/$/, "")}`,
    ...(username === ""
      ? {}
      : { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}
