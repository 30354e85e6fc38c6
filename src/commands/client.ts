/** Calls a running service for the terminal's commands, and turns its refusals into errors for people. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { oneLine } from "../kernel/one-line.ts";

/** An answer of the service that is not a success, or no answer; `exitCode` is the program's. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The service's "no", with all that it said. */
export class RefusedError extends CommandError {
  /** The answer's HTTP status. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  constructor(message: string, status: number, body: Readonly<Record<string, unknown>>) {
    super(message, exitCodes.refused);
    this.status = status;
    this.body = body;
  }
}

/** Exit codes: what went wrong, for scripts. */
export const exitCodes = { refused: 1, usage: 2, unreachable: 3 } as const;

export interface Client {
  /** `timeout_ms` is for what takes longer than a single row does. */
  call(method: string, path: string, body?: unknown, timeout_ms?: number): Promise<Record<string, unknown>>;
  /** What GET answers, unless it still has this ETag: then undefined. */
  changed(path: string, etag: string | undefined): Promise<Record<string, unknown> | undefined>;
  /** The body of an answer that is no JSON, as it comes. */
  download(path: string): Promise<Readable>;
}

const longestMessage = 4_000;
const answerTimeout_ms = 30_000;
/** For an answer that is as long as the set-up is large. */
const downloadTimeout_ms = 600_000;

/** Calls as the operator. */
export function operatorClient(url: string, env: NodeJS.ProcessEnv): Client {
  return client(url, { authorization: `Bearer ${operatorToken(env)}` });
}

/** Calls with an organization's key: of the environment, or another one. */
export function keyClient(url: string, env: NodeJS.ProcessEnv, key = env.ORGCONFIG_KEY): Client {
  if (key === undefined || key === "")
    throw new CommandError(
      "set ORGCONFIG_KEY to an API key: with the scope api:config_read to look, with api:admin to change",
      exitCodes.usage,
    );
  return client(url, { authorization: `Bearer ${key}` });
}

/** Signs in, runs `work` and signs out again, whatever becomes of it. */
export async function withSession<T>(
  url: string,
  person: { readonly email: string; readonly password: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const origin = new URL(url).origin;
  const response = await send(url, "POST", "/api/v1/session", { origin }, person);
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  await answerOf(response);
  const signedIn = client(url, { origin, cookie });
  try {
    return await work(signedIn);
  } finally {
    await signedIn.call("DELETE", "/api/v1/session");
  }
}

function client(url: string, headers: Readonly<Record<string, string>>): Client {
  return {
    async call(method, path, body, timeout_ms) {
      return answerOf(await send(url, method, path, headers, body, timeout_ms));
    },
    async changed(path, etag) {
      const condition = etag === undefined ? {} : { "if-none-match": etag };
      const response = await send(url, "GET", path, { ...headers, ...condition });
      return response.status === 304 ? undefined : answerOf(response);
    },
    async download(path) {
      const response = await send(url, "GET", path, headers, undefined, downloadTimeout_ms);
      if (!response.ok || response.body === null) throw refusal(response, await bodyOf(response));
      return Readable.fromWeb(response.body);
    },
  };
}

async function send(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
  timeout_ms = answerTimeout_ms,
): Promise<Response> {
  try {
    return await fetch(new URL(path, url), {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout_ms),
    });
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandError(
      `no answer from ${url} (${cause}); is the service running? Name another with --url or ORGCONFIG_URL`,
      exitCodes.unreachable,
    );
  }
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const body = await bodyOf(response);
  if (response.ok) return body;
  throw refusal(response, body);
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json().catch(() => ({}))) as Record<string, unknown>;
}

function refusal({ status }: Response, body: Record<string, unknown>): CommandError {
  const { message, request_id } = body;
  const id = typeof request_id === "string" ? ` (request ${request_id})` : "";
  // It may quote what others wrote.
  const said = oneLine(String(message ?? `HTTP ${status}`), longestMessage);
  return new RefusedError(`${said}${id}`, status, body);
}

/** The operator's token: from the environment, or the file beside the embedded database. */
function operatorToken(env: NodeJS.ProcessEnv): string {
  const given = env.ORGCONFIG_OPERATOR_TOKEN;
  if (given !== undefined && given !== "") return given;
  const path = join(env.ORGCONFIG_DATA_DIR || "./data", "operator-token");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new CommandError(
      `set ORGCONFIG_OPERATOR_TOKEN; there is no ${path} to read it from either`,
      exitCodes.usage,
    );
  }
}
