/**
 * Requests to the service, for every program that sends some: the command line, the agent and the Terraform provider.
 * JSON in and out, bounded in time, patient where the service is away or wants patience. What it answers is handed
 * back as it is; what it means is for the caller to say.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { formats } from "../kernel/format.ts";
import { given } from "../kernel/given.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { type Answer, answerOf, foreignAnswer, requestIdOf, type Shape } from "./answer.ts";
import { type Program, unansweredFailure } from "./failures.ts";
import { isNotMade, retriesOf } from "./retry.ts";
import { createSend, type Outgoing, type Reply, type Route, Unanswered } from "./transport.ts";

export type { Answer, Shape } from "./answer.ts";

export interface ClientOptions extends Route {
  /** How the sentences about failures name things. */
  readonly program: Program;
  /** What every request carries; read at each. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** How often a request is sent again at most; about a minute's worth unless given. */
  readonly maxRetries?: number | undefined;
  /** How often at most where nothing answered; as often unless given. */
  readonly maxUnansweredRetries?: number | undefined;
  readonly log?: Log | undefined;
  /** The program is to stop: a write that waits to be sent again is then given up. */
  readonly stopping?: AbortSignal | undefined;
  /** Waits between two attempts; rejects once the signal is aborted. For tests. */
  readonly wait?: ((time_ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
}

/** What the service says of itself, to anyone. */
const descriptionPath = "/api/v1/config/openapi.json";

/** What is said of a request: its fields hold no header, body or query, and no address of a person. */
export type Log = (level: "debug" | "warn", message: string, fields: object) => void;

export interface Request {
  readonly body?: JsonObject | undefined;
  /** What a success has at least; without it any object is one. */
  readonly expects?: Shape | undefined;
  readonly ifMatch?: string | undefined;
  /** A read is answered 304, without a body, while the ETag is this one. */
  readonly ifNoneMatch?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In the place of the client's. */
  readonly timeout_ms?: number | undefined;
  /** Ends a read; a write has none. */
  readonly signal?: AbortSignal | undefined;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface ServiceClient {
  /** @throws CallFailure where the service itself gave no answer; its refusals are answers */
  call(method: Method, path: string, request?: Request): Promise<Answer>;
  /**
   * A file, as it comes: the stream fails where it breaks off. A refusal is an answer.
   * @param mediaType of the file, without parameters
   * @throws CallFailure where the service itself gave no answer, or none of this type
   */
  download(path: string, mediaType: string, request?: Request): Promise<Readable | Answer>;
}

/** What each line of the log says of its request. */
interface Fields {
  readonly method: string;
  /** As `loggedPath` shows it. */
  readonly path: string;
  readonly attempt: number;
}

/** A client that sends again where that is safe, and waits as the service wants. */
export class RetryingClient implements ServiceClient {
  readonly #options: ClientOptions;
  readonly #send: ReturnType<typeof createSend>;
  /** Whether the service knows the keys of requests; undefined as long as it was not asked. */
  #knowsKeys: boolean | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#send = createSend(options);
  }

  async call(method: Method, path: string, request: Request = {}): Promise<Answer> {
    const { call, reply } = await this.#exchanged(method, path, request);
    if (reply.status === 304 && request.ifNoneMatch !== undefined)
      return { status: 304, etag: reply.headers.etag, body: {} };
    return answerOf(call, reply, request.expects);
  }

  download(path: string, mediaType: string, request: Request = {}): Promise<Readable | Answer> {
    return new Promise((resolve, reject) => {
      let handedOver = false;
      /** The file goes to the caller at once, and the request is under way until the caller has all of it. */
      const read = async (response: IncomingMessage) => {
        if (!isFile(response, mediaType)) return await text(response);
        handedOver = true;
        resolve(response);
        // Where it breaks off, the stream fails for whoever reads it.
        await finished(response).catch(() => {});
        return "";
      };
      this.#exchanged("GET", path, request, read, () => handedOver)
        .then(({ call, reply }) => {
          if (handedOver) return;
          if (reply.status === 200) reject(foreignAnswer(call, reply));
          else resolve(answerOf(call, reply));
        })
        .catch(reject);
    });
  }

  /** One attempt: its answer, or why there is none. */
  async #attempted(path: string, outgoing: Outgoing, fields: Fields): Promise<Reply | Unanswered> {
    const started = performance.now();
    const took = () => ({ ...fields, ms: Math.round(performance.now() - started) });
    try {
      const reply = await this.#send(path, outgoing);
      const id = requestIdOf(reply);
      this.#options.log?.("debug", "answered", {
        ...took(),
        status: reply.status,
        request_id: id,
      });
      return reply;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      this.#options.log?.("warn", "no answer", { ...took(), error: error.code });
      return error;
    }
  }

  /** Whether it is to go on after the wait. A read that is to end throws. */
  async #waited(time_ms: number, fields: Fields, signal?: AbortSignal): Promise<boolean> {
    this.#options.log?.("warn", "waiting before the next attempt", {
      ...fields,
      wait_ms: Math.round(time_ms),
    });
    const { stopping, wait = pause } = this.#options;
    try {
      await wait(time_ms, signal ?? stopping);
      return true;
    } catch (error) {
      signal?.throwIfAborted();
      if (stopping?.aborted) return false;
      throw error;
    }
  }

  /** Whether the service would know the key of a request that comes again, by its description; or why it does not say. */
  async #keysKnown(fields: Fields): Promise<boolean | Reply | Unanswered> {
    if (this.#knowsKeys !== undefined) return this.#knowsKeys;
    const outgoing = {
      method: "GET",
      timeout_ms: this.#options.timeout_ms,
      headers: this.#options.headers(),
    } as const;
    const found = await this.#attempted(descriptionPath, outgoing, {
      ...fields,
      method: "GET",
      path: descriptionPath,
    });
    if (found instanceof Unanswered || found.status >= 500) return found;
    this.#knowsKeys = found.status === 200 && found.text.includes('"Idempotency-Key"');
    return this.#knowsKeys;
  }

  /** @param hasBegun whether part of the answer was handed over, so that the request must not go out again */
  async #exchanged(
    method: Method,
    path: string,
    request: Request,
    read?: Outgoing["read"],
    hasBegun = () => false,
  ) {
    const { program, endpoint, proxy, maxRetries, maxUnansweredRetries, headers } = this.#options;
    const { ifMatch, signal, timeout_ms = this.#options.timeout_ms } = request;
    const key = isKeyed(method, request) ? { "idempotency-key": randomUUID() } : {};
    const outgoing = { method, read, timeout_ms, ...outgoingOf(request, { ...headers(), ...key }) };
    // One that did arrive has moved the tag: without a key the second is answered 412, and changes nothing.
    const isHarmless = method === "GET" || ifMatch !== undefined;
    const pauseAfter = retriesOf(isHarmless || method === "POST", maxRetries, maxUnansweredRetries);
    for (let attempt = 1; ; attempt += 1) {
      const fields = { method, path: loggedPath(path), attempt };
      const outcome = await this.#attempted(path, outgoing, fields);
      const isSafe = isHarmless || isNotMade(outcome);
      const again = async (met: Reply | Unanswered): Promise<boolean> => {
        const pause_ms = pauseAfter(met);
        if (pause_ms === undefined || hasBegun() || !(await this.#waited(pause_ms, fields, signal)))
          return false;
        const known = isSafe || (await this.#keysKnown(fields));
        return typeof known === "boolean" ? known : again(known);
      };
      if (await again(outcome)) continue;
      const call = { program, endpoint, timeout_ms, proxy, method, path, attempts: attempt };
      if (outcome instanceof Unanswered) throw unansweredFailure(call, outcome);
      return { call, reply: outcome };
    }
  }
}

/** A write that says no version, other than one that makes something, says the same a second time. */
function isKeyed(method: Method, { ifMatch }: Request): boolean {
  return method === "POST" || (method !== "GET" && ifMatch !== undefined);
}

/** The service sends each of its files as an attachment; a page or an error of something else is no attachment. */
function isFile({ statusCode, headers }: IncomingMessage, mediaType: string): boolean {
  const [type] = headers["content-type"]?.split(";") ?? [];
  const attached = headers["content-disposition"]?.startsWith("attachment") ?? false;
  return statusCode === 200 && type?.trim() === mediaType && attached;
}

function outgoingOf(
  { body, ifMatch, ifNoneMatch, headers, signal }: Request,
  usual: Readonly<Record<string, string>>,
): Pick<Outgoing, "headers" | "content" | "signal"> {
  return {
    headers: {
      accept: "application/json",
      ...usual,
      ...headers,
      ...given({
        "content-type": body && "application/json",
        "if-match": ifMatch,
        "if-none-match": ifNoneMatch,
      }),
    },
    content: body && JSON.stringify(body),
    signal,
  };
}

function pause(time_ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  return sleep(time_ms, undefined, signal === undefined ? {} : { signal });
}

/** A path as a line has it: without its query, and with `…` for the address of a person. */
export function loggedPath(path: string): string {
  const [shown = ""] = path.split("?");
  return shown
    .split("/")
    .map((part) => (formats.email.check(decodeURIComponent(part)) === undefined ? "…" : part))
    .join("/");
}
