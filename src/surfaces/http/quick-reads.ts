/**
 * The quick way for what most requests are: a key that was seen before reads one row, and nothing is refused. It asks
 * the same authenticator, gate and engine as the door does, but in one go, without the framework and with hardly a
 * promise. Whatever is otherwise goes the usual way, as if this were not there (docs/decisions/0033-quick-reads.md).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Authenticator, Recognised } from "../../engine/authenticator.ts";
import { authorizeOrNot } from "../../engine/authorize.ts";
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import { invoke } from "../../engine/invoke.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { failedCondition, parseCondition } from "../../kernel/etag.ts";
import { newRequestId } from "../../kernel/ids.ts";
import { noStore } from "./answers.ts";
import { faultOfHead } from "./heads.ts";
import { type LogAnswer, rounded, whoOf } from "./request-log.ts";

export interface QuickReadOptions {
  readonly operations: Iterable<ConfigurationOperation>;
  readonly store: Store;
  readonly engine: Pick<Engine, "isLasting">;
  readonly authenticator: Pick<Authenticator, "recognise">;
  readonly addressOf: (request: Pick<FastifyRequest, "raw">) => string | undefined;
  readonly phase: () => string;
  readonly answered: (method: string, status: number, elapsedMs: number) => void;
  /** Undefined where answers are not logged. */
  readonly log: LogAnswer | undefined;
}

/** What was answered of a row, with the version that it was then, and for how long it holds. */
interface Held {
  /** Milliseconds since 1970; Infinity for as long as the version. */
  readonly until: number;
  readonly organizationId: string;
  readonly version: string;
  readonly etag: string;
  readonly text: string;
  readonly bytes: number;
}

/** A request for a row on its way. */
interface Reading {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operation: ConfigurationOperation;
  readonly kind: string;
  readonly id: string;
  readonly held: Held | undefined;
  readonly address: string | undefined;
  readonly now: Date;
  readonly startedAt: number;
}

/** Characters of answers that are kept; the engine keeps most of them anyway. */
const maxCharacters = 16 * 1_024 * 1_024;

/** Answers such requests before the framework sees them. */
export function serveQuickReads({ server }: FastifyInstance, options: QuickReadOptions): void {
  const { store, authenticator, addressOf, phase, answered, log } = options;
  const places = placesOf(options);
  const answers = new LRUCache<string, Held>({
    maxSize: maxCharacters,
    sizeCalculation: ({ text, version }) => text.length + version.length,
  });
  const usual = server.listeners("request") as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  const otherwise = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of usual) listener(request, response);
  };

  function begin(request: IncomingMessage, response: ServerResponse): void {
    const asked = phase() === "serving" ? askedBy(request) : undefined;
    if (asked === undefined) {
      otherwise(request, response);
      return;
    }
    const { operation, kind, id, authorization } = asked;
    const now = new Date();
    const known = answers.get(`${kind}/${id}`);
    const reading: Reading = {
      request,
      response,
      operation,
      kind,
      id,
      held: known !== undefined && now.getTime() <= known.until ? known : undefined,
      address: addressOf({ raw: request }),
      now,
      startedAt: performance.now(),
    };
    const { address, held } = reading;
    authenticator.recognise(
      { endpoint: "api", authorization, address, now },
      { kind, id, version: held?.version ?? null },
      (recognised) => {
        // Others are told after this one: whatever goes wrong here is this one's alone.
        if (recognised === undefined || !tryToEnd(reading, recognised)) otherwise(request, response);
      },
    );
  }

  /** What a request asks for, where it is one for a row and has nothing unusual. */
  function askedBy(request: IncomingMessage) {
    const { url = "", headers } = request;
    const cut = url.lastIndexOf("/");
    const place = places.get(url.slice(0, cut));
    if (place === undefined || !isPlain(request)) return undefined;
    const id = url.slice(cut + 1);
    const { authorization } = headers;
    if (!authorization?.startsWith("Bearer ") || !plainId.test(id)) return undefined;
    return { operation: place.operation, kind: place.kind, id, authorization };
  }

  /** Answers now or a little later, or not at all: then nothing was counted. */
  function tryToEnd(reading: Reading, recognised: Recognised): boolean {
    try {
      if (end(reading, recognised)) return true;
    } catch {
      // The usual way will meet it again, and say it.
    }
    recognised.place.release();
    return false;
  }

  function end(reading: Reading, { caller, row, place }: Recognised): boolean {
    const { operation, kind, id, held, address, now, request, response } = reading;
    if (row === undefined) return false;
    const read = "read" in row ? row : undefined;
    const requestId = newRequestId();
    const preloaded = read === undefined ? {} : { preloaded: { kind, id, row: read } };
    const call: Call = { caller, door: "rest", requestId, address, now, ...preloaded };
    const authorized = authorizeOrNot(operation, call);
    if (authorized === undefined) return false;
    if (read === undefined) {
      if (held?.organizationId !== caller.organization.id) return false;
      send(reading, call, held, row.managedBy);
      place.count();
      return true;
    }
    invoke(store, authorized, { id, body: {} })
      .then(({ text = "", etag = "", until = Number.POSITIVE_INFINITY }) => {
        const answer = {
          ...{ organizationId: caller.organization.id, version: read.version, until },
          ...{ etag, text, bytes: Buffer.byteLength(text) },
        };
        answers.set(`${kind}/${id}`, answer);
        send(reading, call, answer, row.managedBy);
        place.count();
      })
      .catch(() => {
        place.release();
        otherwise(request, response);
      });
    return true;
  }

  function send(
    { request, response, startedAt, operation }: Reading,
    { requestId, caller: { actor, organization } }: Call,
    { etag, text, bytes }: Held,
    managedBy: string | null,
  ): void {
    const head = ["x-request-id", requestId, "x-content-type-options", "nosniff", "etag", etag];
    if (managedBy !== null) head.push("x-managed-by", managedBy);
    const status = isHeld(request, etag) ? 304 : 200;
    if (status === 200) {
      head.push("content-type", "application/json; charset=utf-8", "cache-control", noStore);
      head.push("content-length", String(bytes));
      response.writeHead(200, head).end(text);
    } else response.writeHead(304, [...head, "cache-control", noStore]).end();
    const elapsedMs = performance.now() - startedAt;
    answered("GET", status, elapsedMs);
    if (log === undefined) return;
    const { path: route, name: action } = operation;
    const who = { who: whoOf(actor), organization: organization.id };
    const line = {
      method: "GET",
      route,
      status,
      ms: rounded(elapsedMs),
      request_id: requestId,
      ...who,
      action,
    };
    log(line, request.headers);
  }

  server.removeAllListeners("request");
  server.on("request", begin);
}

/** The kinds whose rows are read so, by the path before the id. */
function placesOf({ operations, engine }: QuickReadOptions) {
  const places = new Map<string, { readonly operation: ConfigurationOperation; readonly kind: string }>();
  for (const operation of operations) {
    const { input, method, path } = operation;
    if (!("resource" in input) || input.verb !== "get" || method !== "GET") continue;
    const { resource } = input;
    if (resource.shape === "collection" && engine.isLasting(resource) && path.endsWith("/{id}"))
      places.set(path.slice(0, -"/{id}".length), { operation, kind: resource.kind });
  }
  return places;
}

/** An id that needs no decoding and no query behind it. */
const plainId = /^\w+$/;

/** A GET without a body, and without what few send and the usual way knows all about. */
function isPlain(request: IncomingMessage): boolean {
  const { method, httpVersion, headers } = request;
  return (
    method === "GET" &&
    httpVersion === "1.1" &&
    faultOfHead(request) === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined &&
    headers["if-match"] === undefined
  );
}

function isHeld({ headers: { "if-none-match": header } }: IncomingMessage, etag: string): boolean {
  const ifNoneMatch = header === undefined ? undefined : parseCondition(header);
  return ifNoneMatch !== undefined && failedCondition({ ifNoneMatch }, etag) !== undefined;
}
