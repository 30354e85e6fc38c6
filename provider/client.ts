/**
 * Requests to the service: JSON in and out, bounded in time, patient where the service is away or asks for
 * patience. What it answers is handed back as it is; what it means for a row is for the resources to say.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../src/kernel/validate.ts";
import { type Answer, answerOf, requestIdOf } from "./http/answer.ts";
import { unansweredFailure } from "./http/failures.ts";
import { type Log, loggedPath } from "./http/log.ts";
import { retriesOf } from "./http/retry.ts";
import { createSend, type Outgoing, type Reply, Unanswered } from "./http/transport.ts";
import { version } from "./version.ts";

export type { Answer } from "./http/answer.ts";

export interface ClientOptions {
  /** Where the service is, without a slash at the end: `https://config.example.com`. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly terraformVersion: string;
  /** How long a request may take, from its start to the answer's last byte; a minute unless given. */
  readonly timeout_ms?: number | undefined;
  /** How often a request is sent again at most; about a minute's worth unless given. */
  readonly maxRetries?: number | undefined;
  /** The way to the service; none for directly. */
  readonly proxy?: URL | undefined;
  /** The authorities that a certificate may be from, each in PEM; those of Node unless given. */
  readonly trusted?: readonly string[] | undefined;
  readonly log?: Log | undefined;
  /** Terraform was asked to stop: a write that waits to be sent again is then given up. */
  readonly stopping?: AbortSignal | undefined;
  /** Waits between two attempts; rejects once the signal is aborted. For tests. */
  readonly wait?: (time_ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
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

const usualTimeout_ms = 60_000;

/** What each line of the log says of its request. */
interface Fields {
  readonly method: string;
  /** As `loggedPath` shows it. */
  readonly path: string;
  readonly attempt: number;
}

export function createClient(options: ClientOptions): Client {
  const { endpoint, apiKey, terraformVersion, proxy, stopping, log } = options;
  const { timeout_ms = usualTimeout_ms, maxRetries, wait = pause } = options;
  const usualHeaders = {
    authorization: `Bearer ${apiKey}`,
    accept: "application/json",
    "user-agent": `terraform-provider-orgconfig/${version} terraform/${terraformVersion}`,
  };
  const send = createSend({ ...options, timeout_ms });
  const way = { endpoint, timeout_ms, proxy };

  /** One attempt: its answer, or why there is none. */
  async function attempted(path: string, outgoing: Outgoing, fields: Fields): Promise<Reply | Unanswered> {
    const started = performance.now();
    const took = () => ({ ...fields, ms: Math.round(performance.now() - started) });
    try {
      const reply = await send(path, outgoing);
      const id = requestIdOf(reply);
      log?.("debug", "answered", {
        ...took(),
        status: reply.status,
        ...(id === undefined ? {} : { request_id: id }),
      });
      return reply;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      log?.("warn", "no answer", { ...took(), error: error.code });
      return error;
    }
  }

  /** Whether it is to go on after the wait. A read that is to end throws. */
  async function waited(time_ms: number, fields: Fields, signal?: AbortSignal): Promise<boolean> {
    log?.("warn", "waiting before the next attempt", { ...fields, wait_ms: Math.round(time_ms) });
    try {
      await wait(time_ms, signal ?? stopping);
      return true;
    } catch (error) {
      signal?.throwIfAborted();
      if (stopping?.aborted) return false;
      throw error;
    }
  }

  return async (method, path, { body, ifMatch, signal } = {}) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const target = path.startsWith("/") ? path : `/api/v1/config/${path}`;
    const outgoing = {
      method,
      headers: {
        ...usualHeaders,
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
      },
      ...(content === undefined ? {} : { content }),
      ...(signal === undefined ? {} : { signal }),
    };
    // One that did arrive has moved the tag: the second is answered 412, and changes nothing.
    const pauseAfter = retriesOf(method === "GET" || ifMatch !== undefined, maxRetries);
    for (let attempt = 1; ; attempt += 1) {
      const fields = { method, path: loggedPath(target), attempt };
      const outcome = await attempted(target, outgoing, fields);
      const pause_ms = pauseAfter(outcome);
      if (pause_ms !== undefined && (await waited(pause_ms, fields, signal))) continue;
      const asked = { ...way, method, path: target, attempts: attempt };
      if (outcome instanceof Unanswered) throw unansweredFailure(asked, outcome);
      return answerOf(asked, outcome);
    }
  };
}

function pause(time_ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  return sleep(time_ms, undefined, signal === undefined ? {} : { signal });
}
