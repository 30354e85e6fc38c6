/**
 * Requests to the service: JSON in and out, bounded in time, patient where it asks for patience. What it
 * answers is handed back as it is; what it means for a row is for the resources to say.
 */
import {
  type IncomingHttpHeaders,
  Agent as PlainAgent,
  request as plainRequest,
  type RequestOptions,
} from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../src/kernel/validate.ts";
import { version } from "./version.ts";
import { DiagnosticsError } from "./wire/diagnostics.ts";

export interface ClientOptions {
  /** Where the service is, without a slash at the end: `https://config.example.com`. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly terraformVersion: string;
  /** How long a request may take, from its first byte to the answer's last; a minute unless given. */
  readonly timeout_ms?: number;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: JsonObject;
  /** What the service says of a write that it made all the same. */
  readonly warnings?: readonly string[];
}

export interface Request {
  readonly body?: JsonObject;
  readonly ifMatch?: string;
  /** Ends a read; a write has none. */
  readonly signal?: AbortSignal;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Sends to `/api/v1/config/<path>`, or to the path itself where it begins with a slash. */
export type Client = (method: Method, path: string, request?: Request) => Promise<Answer>;

const answerTimeout_ms = 60_000;
/** A run of a thousand writes meets the rate limit often; a client that waits as long as it is asked to gets through. */
const maxAttempts = 12;
const longestWait_ms = 30_000;
const usualWait_ms = 1_000;
const reconnectWait_ms = 300;
const maxConnectAttempts = 3;
/** Shorter than any server's own patience, so that a write is not sent into a connection that just closed. */
const idleConnection_ms = 4_000;

export function createClient({
  endpoint,
  apiKey,
  terraformVersion,
  timeout_ms = answerTimeout_ms,
}: ClientOptions): Client {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: "application/json",
    "user-agent": `terraform-provider-orgconfig/${version} terraform/${terraformVersion}`,
  };
  const send = sender(endpoint, timeout_ms);

  return async (method, path, { body, ifMatch, signal } = {}) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const target = path.startsWith("/") ? path : `/api/v1/config/${path}`;
    for (let attempt = 1; ; attempt += 1) {
      const reply = await reach(endpoint, method, signal, () =>
        send(target, content, {
          method,
          ...(signal === undefined ? {} : { signal }),
          headers: {
            ...headers,
            ...(content === undefined ? {} : { "content-type": "application/json" }),
            ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
          },
        }),
      );
      const busy = reply.status === 429 || reply.status === 503;
      if (!busy || attempt === maxAttempts) return answerOf(endpoint, reply);
      await sleep(waitOf(reply), undefined, signal === undefined ? {} : { signal });
    }
  };
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Send = (path: string, content: string | undefined, options: RequestOptions) => Promise<Reply>;

/** The request was given up, because its answer was not there in time. */
class TimedOut extends Error {
  readonly timeout_ms: number;
  constructor(timeout_ms: number) {
    super(`no answer within ${timeout_ms / 1_000} seconds`);
    this.timeout_ms = timeout_ms;
  }
}

/**
 * Not by fetch: the first call of that loads more code than all else that a plan of a few rows runs. And with
 * a timer of its own: Node collects an `AbortSignal.timeout` that only an `AbortSignal.any` holds, and it then
 * never fires (nodejs/node#57736).
 */
function sender(endpoint: string, timeout_ms: number): Send {
  const secure = new URL(endpoint).protocol === "https:";
  const request = secure ? secureRequest : plainRequest;
  const agent = new (secure ? SecureAgent : PlainAgent)({ keepAlive: true, timeout: idleConnection_ms });
  return (path, content, options) =>
    new Promise<Reply>((resolve, reject) => {
      const sent = request(endpoint + path, { ...options, agent }, (response) => {
        const { statusCode = 0, headers } = response;
        text(response)
          .then((text) => resolve({ status: statusCode, headers, text }), reject)
          .finally(() => clearTimeout(timer));
      });
      const timer = setTimeout(() => {
        // First, because a connection that is cut off has an error of its own.
        reject(new TimedOut(timeout_ms));
        sent.destroy();
      }, timeout_ms);
      sent
        .on("error", (error) => {
          clearTimeout(timer);
          reject(error);
        })
        .end(content);
    });
}

/** Tries again what cannot have been done: a read, and whatever never found anybody listening. */
async function reach(
  endpoint: string,
  method: Method,
  signal: AbortSignal | undefined,
  send: () => Promise<Reply>,
): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      // Terraform's own wish to stop, whatever the cut connection says of itself.
      signal?.throwIfAborted();
      if (error instanceof TimedOut) throw silent(endpoint, method, error);
      const again = method === "GET" || codeOf(error) === "ECONNREFUSED";
      if (!again || attempt === maxConnectAttempts) throw unreachable(endpoint, method, error);
      await sleep(reconnectWait_ms * attempt);
    }
  }
}

function answerOf(endpoint: string, { status, headers, text }: Reply): Answer {
  if (status >= 300 && status < 400) {
    const to = headers.location ?? "another address";
    throw failure(
      "The endpoint answers with a redirect",
      `${endpoint} sends on to ${to}: write that address.`,
    );
  }
  const body = parse(text);
  if (body === undefined) {
    const detail = `${endpoint} answered ${status} with something that is not JSON. Is the endpoint the address of an orgconfig service, without a path?`;
    throw failure("The endpoint does not answer as this service does", detail);
  }
  const warnings = warningsIn(headers.warning ?? "");
  return { status, etag: headers.etag, body, ...(warnings.length === 0 ? {} : { warnings }) };
}

/** The texts of a Warning header: `299 - "text"`, and a comma between two. */
function warningsIn(header: string): string[] {
  return [...header.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) =>
    text.replace(/\\(.)/g, "$1"),
  );
}

function parse(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body)
      ? (body as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A little apart from one another, so that ten writers that were asked to wait a second do not come back at the same time. */
function waitOf({ headers }: Reply): number {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  const asked = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : usualWait_ms;
  return Math.min(asked, longestWait_ms) + Math.random() * 250;
}

/** It took the connection and did not answer: nobody waits that long twice. */
function silent(endpoint: string, method: Method, { timeout_ms }: TimedOut): DiagnosticsError {
  return failure(
    "The service did not answer in time",
    `${endpoint} took the request and gave no whole answer within ${timeout_ms / 1_000} seconds. Look whether the service, its database and what stands in front of it are well (${endpoint}/readyz tells), then run Terraform again.${doubtOf(method)}`,
  );
}

/** What is not known of a write that got no answer. */
function doubtOf(method: Method): string {
  return method === "GET" ? "" : " Whether the write arrived is not known: plan again to see.";
}

function unreachable(endpoint: string, method: Method, error: unknown): DiagnosticsError {
  const cause = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
  const doubt = codeOf(error) === "ECONNREFUSED" ? "" : doubtOf(method);
  return failure("The service could not be reached", `${endpoint} gave no answer (${cause}).${doubt}`);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

function failure(summary: string, detail: string): DiagnosticsError {
  return new DiagnosticsError([{ severity: "error", summary, detail }]);
}
