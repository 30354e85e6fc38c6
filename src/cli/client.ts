/** Calls a running service for the terminal's commands, and turns its refusals into errors for people. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  type Answer,
  type Method,
  type Request,
  RetryingClient,
  type ServiceClient,
  type Shape,
} from "../client/client.ts";
import { isCredential } from "../client/credential.ts";
import { CallFailure } from "../client/failures.ts";
import { given } from "../kernel/given.ts";
import { oneLine } from "../kernel/one-line.ts";
import { hasReason } from "../kernel/reasons.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { patienceFrom, program, runFrom, wayFrom } from "./connection.ts";
import { CommandError, exitCodes, RefusedError, usageError } from "./errors.ts";

export interface Sent {
  readonly body?: object | undefined;
  /** For what takes longer than a single row does. */
  readonly timeout_ms?: number;
}

export interface Client {
  /**
   * @param expects what the answer has at least; one without is not the service's
   * @throws RefusedError for the service's "no"; CommandError where it gave no answer
   */
  call<T = JsonObject>(method: Method, path: string, expects: Shape, sent?: Sent): Promise<T>;
  /** What GET answers, unless it still has this ETag: then undefined. */
  changed<T = JsonObject>(path: string, etag: string | undefined, expects: Shape): Promise<T | undefined>;
  /** A file of this media type, as it comes. */
  download(path: string, mediaType: string): Promise<Readable>;
}

const longestMessage = 4_000;
const answerTimeout_ms = 30_000;
/** For an answer that is as long as the set-up is large. */
const downloadTimeout_ms = 600_000;

/**
 * Calls as the operator.
 * @param address where the URL is set, for what is said where it leads nowhere
 */
export function operatorClient(url: string, env: NodeJS.ProcessEnv, address?: string): Client {
  const token = operatorToken(env);
  return checked(
    url,
    serviceAt(url, env, () => ({ authorization: `Bearer ${token}` }), { address }),
  );
}

/** Calls with an organization's key: of the environment, or another one. */
export function keyClient(url: string, env: NodeJS.ProcessEnv, key = keyInVariable(env)): Client {
  const authorization = authorizationOf(key);
  return clientOf(url, env, () => ({ authorization }));
}

/**
 * Calls with a key that may be exchanged for another meanwhile.
 * @param keyOf called for every request
 * @param stopping the program ends: nothing is waited for any more
 */
export function lastingClient(
  url: string,
  env: NodeJS.ProcessEnv,
  keyOf: () => string | undefined,
  stopping: AbortSignal,
): Client {
  return clientOf(url, env, () => ({ authorization: authorizationOf(keyOf()) }), stopping);
}

function authorizationOf(key: string | undefined): string {
  if (key !== undefined) return `Bearer ${key}`;
  throw usageError(
    "set ORGCONFIG_KEY to an API key: with the scope api:config_read to look, with api:admin to change",
  );
}

/** The key of the environment; undefined where there is none. */
export function keyInVariable({ ORGCONFIG_KEY: key = "" }: NodeJS.ProcessEnv): string | undefined {
  return key.trim() === "" ? undefined : credentialIn("ORGCONFIG_KEY", key);
}

/**
 * A key or token without the white space around it, such as the line break that secrets in files often end with.
 * @param source what names it: a variable, or an option and its file
 */
export function credentialIn(source: string, text: string): string {
  const credential = text.trim();
  if (isCredential(credential)) return credential;
  throw usageError(
    `${source} holds a space, a line break or another character that no key or token has; set it to what was shown when it was made`,
  );
}

/**
 * Signs in, with a code of the second factor where the account has one, runs `work` and signs out again, whatever becomes of it.
 */
export async function withSession<T>(
  url: string,
  env: NodeJS.ProcessEnv,
  { email, password, code }: Person,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  let cookie: string | undefined;
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: url };
  const headers = () => ({ origin, ...given({ cookie }) });
  const service = serviceAt(url, env, headers);
  const client = checked(url, service);
  const post = (path: string, body: JsonObject) =>
    failingAsCommand(service.call("POST", `/api/v1/session${path}`, { body, expects: { user: "object" } }));
  let signedIn = await post("", { email, password });
  if (hasReason(signedIn.body, "second_factor_required"))
    signedIn = await post("/second_factor", { challenge: signedIn.body.challenge ?? "", code: await code() });
  const { cookies = [], ...answer } = signedIn;
  successOf(url, answer);
  cookie = cookies[0]?.split(";")[0];
  try {
    return await work(client);
  } finally {
    await client.call("DELETE", "/api/v1/session", {});
  }
}

/** Who signs in. */
interface Person {
  readonly email: string;
  readonly password: string;
  /** A code of the second factor, where one is needed. */
  readonly code: () => Promise<string>;
}

function clientOf(
  url: string,
  env: NodeJS.ProcessEnv,
  headers: () => Readonly<Record<string, string>>,
  stopping?: AbortSignal,
): Client {
  return checked(url, serviceAt(url, env, headers, { stopping }));
}

function serviceAt(
  url: string,
  env: NodeJS.ProcessEnv,
  headers: () => Readonly<Record<string, string>>,
  {
    stopping,
    address = program.settings.address,
  }: { readonly stopping?: AbortSignal | undefined; readonly address?: string | undefined } = {},
): ServiceClient {
  const { least_ms, ...patience } = patienceFrom(env);
  const run = runFrom(env);
  const service = new RetryingClient({
    ...wayFrom(url, env),
    ...patience,
    program: { ...program, settings: { ...program.settings, address } },
    headers: () => ({ ...run, ...headers() }),
    stopping,
    timeout_ms: Math.max(answerTimeout_ms, least_ms),
  });
  const bounded = ({ timeout_ms = answerTimeout_ms, ...request }: Request) => ({
    ...request,
    timeout_ms: Math.max(timeout_ms, least_ms),
  });
  return {
    call: (method, path, request = {}) => service.call(method, path, bounded(request)),
    download: (path, type, request = {}) => service.download(path, type, bounded(request)),
  };
}

/** The same calls; what is no success is an error. */
function checked(url: string, service: ServiceClient): Client {
  return {
    async call<T>(method: Method, path: string, expects: Shape, { body, timeout_ms }: Sent = {}) {
      const request = { body: body as JsonObject | undefined, timeout_ms, expects };
      return successOf(url, await failingAsCommand(service.call(method, path, request))) as T;
    },
    async changed<T>(path: string, etag: string | undefined, expects: Shape) {
      const condition = etag === undefined ? {} : { ifNoneMatch: etag };
      const answer = await failingAsCommand(service.call("GET", path, { ...condition, expects }));
      return answer.status === 304 ? undefined : (successOf(url, answer) as T);
    },
    async download(path, mediaType) {
      const timeout = { timeout_ms: downloadTimeout_ms };
      const file = await failingAsCommand(service.download(path, mediaType, timeout));
      if (file instanceof Readable) return file;
      throw refusal(url, file);
    },
  };
}

async function failingAsCommand<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    // It may quote what others wrote.
    throw new CommandError(oneLine(error.message, longestMessage), exitCodes.unanswered);
  }
}

function successOf(url: string, answer: Answer): JsonObject {
  if (answer.status < 300) return answer.body;
  throw refusal(url, answer);
}

function refusal(url: string, { status, body }: Answer): RefusedError {
  // It may quote what others wrote.
  const said = oneLine(String(body.message), longestMessage);
  return new RefusedError(`${said} (request ${body.request_id} of ${url})`, status, body);
}

/** The operator's token: from the environment, or the file next to the embedded database. */
function operatorToken(env: NodeJS.ProcessEnv): string {
  const { ORGCONFIG_OPERATOR_TOKEN: given = "" } = env;
  if (given.trim() !== "") return credentialIn("ORGCONFIG_OPERATOR_TOKEN", given);
  // A service with these has no other, and records have the name of whose token it was: none is picked.
  if (env.ORGCONFIG_OPERATOR_TOKENS?.trim())
    throw usageError("set ORGCONFIG_OPERATOR_TOKEN to one of the tokens of ORGCONFIG_OPERATOR_TOKENS");
  const path = join(env.ORGCONFIG_DATA_DIR || "./data", "operator-token");
  let kept: string;
  try {
    kept = readFileSync(path, "utf8");
  } catch {
    throw usageError(`set ORGCONFIG_OPERATOR_TOKEN; there is no ${path} to read it from either`);
  }
  return credentialIn(path, kept);
}
