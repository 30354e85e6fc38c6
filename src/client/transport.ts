/**
 * One request on its way: over a connection that is kept, through a proxy where there is one, and given up in
 * time. Whether it may be sent again is for `retry.ts` to say.
 */
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
  type RequestOptions,
} from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { addressOfProxy, CONNECT_TIMEOUT, proxyAuthorization, TunnelAgent } from "./tunnel.ts";

export interface Route {
  /** Without a slash at the end: `https://config.example.com`. */
  readonly endpoint: string;
  /** Its scheme is http or https; it may hold a user and a password. */
  readonly proxy?: URL | undefined;
  /** The authorities that a certificate may be from, each in PEM; those of Node unless given. */
  readonly trusted?: readonly string[] | undefined;
  /** How long a request may take, from its start to the last byte of its answer. */
  readonly timeout_ms: number;
}

export interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** In the place of the route's. */
  readonly timeout_ms?: number | undefined;
  /** Reads the answer's body, and gives what becomes the reply's text; the whole text where there is none. */
  readonly read?: ((response: IncomingMessage) => Promise<string>) | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends to a path of the endpoint.
 * @throws Unanswered where no whole answer came; the signal's reason where that ended it
 */
export type Send = (path: string, outgoing: Outgoing) => Promise<Reply>;

/** There was a connection, and no whole answer in time. */
export const ANSWER_TIMEOUT = "ANSWER_TIMEOUT";

/** No whole answer came. */
export class Unanswered extends Error {
  /** The system's or the TLS library's code, such as `ECONNREFUSED`, or one of ours. */
  readonly code: string;
  /** Whether the service may have got the request. */
  readonly sent: boolean;

  constructor(cause: unknown, sent: boolean) {
    super("no whole answer", { cause });
    this.sent = sent;
    const { code } = cause as { readonly code?: unknown };
    this.code = typeof code === "string" ? code : "ERROR";
  }
}

/** A host that is away drops what is sent to it. A connection that comes at all is there sooner than this. */
const connectTimeout_ms = 10_000;
/** Shorter than any server's own patience, so that a write is not sent into a connection that just closed. */
const idleConnection_ms = 4_000;

/**
 * Not by fetch: the first call of that loads more code than all else that a plan of a few rows runs. And with
 * timers of its own: Node collects an `AbortSignal.timeout` that only an `AbortSignal.any` holds, and it then
 * never fires (nodejs/node#57736).
 */
export function createSend(route: Route): Send {
  const open = openerOf(route);
  return (path, { method, headers, content, signal, read = text, timeout_ms = route.timeout_ms }) =>
    new Promise<Reply>((resolve, reject) => {
      let sent = false;
      const settle = () => {
        clearTimeout(connecting);
        clearTimeout(answering);
        signal?.removeEventListener("abort", stop);
      };
      const fail = (error: unknown) => {
        settle();
        reject(new Unanswered(error, sent));
      };
      // Said first, because a connection that is cut off has an error of its own, or none before it is there.
      const giveUp = (code: string) => {
        fail({ code });
        request.destroy();
      };
      const stop = () => {
        settle();
        reject(signal?.reason);
        request.destroy();
      };
      const request = open(path, { method, headers }, (response) => {
        const { statusCode: status = 0, headers } = response;
        read(response).then((text) => {
          settle();
          resolve({ status, headers, text });
        }, fail);
      });
      const connecting = setTimeout(giveUp, connectPatience(timeout_ms), CONNECT_TIMEOUT);
      const answering = setTimeout(giveUp, timeout_ms, ANSWER_TIMEOUT);
      request
        .on("socket", (socket) =>
          whenConnected(request, socket, () => {
            sent = true;
            clearTimeout(connecting);
          }),
        )
        .on("error", fail)
        .end(content);
      if (signal?.aborted) stop();
      else signal?.addEventListener("abort", stop);
    });
}

function connectPatience(timeout_ms: number): number {
  return Math.min(timeout_ms, connectTimeout_ms);
}

/** Until then Node keeps the request to itself. */
function whenConnected(request: ClientRequest, socket: Socket, then: () => void): void {
  if (request.reusedSocket) then();
  else socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", then);
}

type Open = (
  path: string,
  options: RequestOptions & { readonly headers: Readonly<Record<string, string>> },
  onResponse: (response: IncomingMessage) => void,
) => ClientRequest;

function openerOf({ endpoint, proxy, trusted, timeout_ms }: Route): Open {
  const secure = endpoint.startsWith("https:");
  const kept = { keepAlive: true, timeout: idleConnection_ms };
  const tls = secure || proxy?.protocol === "https:" ? trustOf(trusted) : {};
  if (proxy === undefined) {
    const request = secure ? secureRequest : plainRequest;
    const agent = secure ? new SecureAgent({ ...kept, ...tls }) : new PlainAgent(kept);
    return (path, options, onResponse) => request(endpoint + path, { ...options, agent }, onResponse);
  }
  if (secure) {
    const agent = new TunnelAgent(
      { proxy, tls, timeout_ms: connectPatience(timeout_ms) },
      { ...kept, ...tls },
    );
    return (path, options, onResponse) => secureRequest(endpoint + path, { ...options, agent }, onResponse);
  }
  const request = proxy.protocol === "https:" ? secureRequest : plainRequest;
  const agent = proxy.protocol === "https:" ? new SecureAgent({ ...kept, ...tls }) : new PlainAgent(kept);
  const address = { ...addressOfProxy(proxy), agent };
  const added = { host: new URL(endpoint).host, ...proxyAuthorization(proxy) };
  return (path, options, onResponse) => {
    // The whole address says to a proxy where to (RFC 9112 §3.2.2).
    const headers = { ...options.headers, ...added };
    return request({ ...options, ...address, path: endpoint + path, headers }, onResponse);
  };
}

/** Made once: a connection that is given the certificates themselves reads all of them anew. */
function trustOf(trusted: readonly string[] | undefined): { readonly secureContext?: SecureContext } {
  return trusted === undefined ? {} : { secureContext: createSecureContext({ ca: [...trusted] }) };
}
