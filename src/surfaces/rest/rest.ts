/**
 * The REST door for scripts and Terraform runs. Everything up to the body is decided from the request's
 * head, in the contract's order of refusal, before a byte of the body is read (docs/contract.md, "Order of refusal").
 */

import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import type { Authenticator } from "../../engine/authenticator.ts";
import { type Authorized, authorize, refuseReadOnlyKey } from "../../engine/authorize.ts";
import { currentTime } from "../../engine/clock.ts";
import { type Call, type Caller, turnOf } from "../../engine/context.ts";
import { namedRow } from "../../engine/flat-input.ts";
import { type Confirming, invoke, invokeConfirmed } from "../../engine/invoke.ts";
import type { ConfigurationOperation, Method, OperationAnswer } from "../../engine/operation.ts";
import type { Repeats } from "../../engine/ports/repeats.ts";
import { askedAtHead } from "../../engine/proposing.ts";
import { enterScan } from "../../engine/scans.ts";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { showDeprecation } from "../deprecated.ts";
import { repeatOf } from "../idempotency-key.ts";
import { letOriginsIn } from "../named-origins.ts";
import { runOf } from "../run-header.ts";
import { noStore, replayed, sendJsonText, setOwnership, warningHeader, withWarnings } from "./answers.ts";
import { countedBody } from "./arriving.ts";
import { readInTurn } from "./body.ts";
import { clientOfScan, letWait, waitsForItsBody } from "./client.ts";
import type { ClientConnection } from "./client-address.ts";
import { sendStream, sendText } from "./compressed.ts";
import { createEndpoints, type Endpoint } from "./endpoints.ts";
import { inputOf, type OperationRequest, type Served } from "./operation-input.ts";
import { noteCall, noteForLog } from "./request-log.ts";
import { sessionCookie } from "./session-cookie.ts";

export interface RestOptions extends Omit<ClientConnection, "wayOf">, Confirming {
  readonly operations: Iterable<ConfigurationOperation>;
  /** Paths below the prefix that are answered elsewhere, to anyone, with their methods. */
  readonly elsewhere: Readonly<Record<string, readonly Method[]>>;
  readonly repeats: Repeats;
  /** Whose pages may call with a key. */
  readonly apiOrigins: readonly string[];
  readonly authenticator: Pick<Authenticator, "bearer" | "session" | "sessionCaller">;
  /** Refuses a browser's write from a foreign page. */
  readonly refuseForeignOrigin: (request: FastifyRequest) => void;
}

/** What is known of a request before its body is read. */
interface Head extends Pick<OperationRequest, "id" | "members" | "query"> {
  readonly served: Served;
  readonly authorized: Authorized;
  /** Some of the body had not arrived: it may take its time, in which a key is revoked or a role changes. */
  readonly arriving: boolean;
}

const head = Symbol("head");
type HeadRequest = FastifyRequest & { [head]?: Head };

/** Serves every path under `prefix` with the operations that have one there. */
export function serveRest(server: FastifyInstance, prefix: string, options: RestOptions): void {
  server.register(async (scope) => {
    letOriginsIn(scope, options.apiOrigins);
    serveOperations(scope, prefix, options);
  });
}

function serveOperations(server: FastifyInstance, prefix: string, options: RestOptions): void {
  const operations = [...options.operations];
  const endpointOf = createEndpoints(prefix, operations);
  // Callbacks in place of promises, where what comes next is known at once: every request comes by here.
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    readHead(request, reply, prefix, endpointOf, options).then((read) => {
      (request as HeadRequest)[head] = read;
      const { operation, call } = read.authorized;
      if (operation.maxBytes !== undefined) readInTurn(request, turnOf(call));
      if (waitsForItsBody(operation)) enterScan(call, operation.scans).then(() => done(), done);
      else done();
    }, done);
  };
  const preParsing = async (request: FastifyRequest, reply: FastifyReply, body: RequestPayload) => {
    const { operation, call } = ((request as HeadRequest)[head] as Head).authorized;
    return operation.admit === undefined ? body : countedBody(reply, body, operation.admit(call));
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const atHead = (request as HeadRequest)[head] as Head;
    const { authorized, served, id, members, query } = atHead.arriving
      ? await readHead(request, reply, prefix, endpointOf, options, "again")
      : atHead;
    const { headers, body } = request;
    const input = inputOf(served, { id, members, query, headers, body });
    showDeprecation(reply, served.operation, () => input.body);
    const repeat = repeatOf(request, options.repeats);
    const answer = await (authorized.call.caller.asks
      ? invokeConfirmed(options, authorized, input, repeat)
      : invoke(options.store, authorized, input, repeat));
    return sendAnswer(reply, answer, locationOf(request, served.operation, answer));
  };
  const patternOf = (url: string) => {
    const segments = segmentsOf(splitUrl(url).path, prefix);
    const [served] = Object.values((segments && endpointOf(segments))?.served ?? {});
    const elsewhere = segments?.join("/") ?? "";
    return (
      served?.operation.path ??
      (Object.hasOwn(options.elsewhere, elsewhere) ? `${prefix}/${elsewhere}` : undefined)
    );
  };
  server.all(`${prefix}/*`, { onRequest, config: { patternOf } }, handler);
  for (const { method, path, maxBytes } of operations) {
    if (maxBytes !== undefined)
      server.route({ method, url: routeOf(path), bodyLimit: maxBytes, onRequest, preParsing, handler });
  }
}

async function readHead(
  request: FastifyRequest,
  reply: FastifyReply,
  prefix: string,
  endpointOf: (segments: readonly string[]) => Endpoint | undefined,
  options: RestOptions,
  again?: "again",
): Promise<Head> {
  const { path, query } = splitUrl(request.raw.url ?? "");
  const segments = segmentsOf(path, prefix);
  const endpoint = segments && endpointOf(segments);
  const method = (request.method === "HEAD" ? "GET" : request.method) as Method;
  const now = currentTime();
  const { address } = options.askerOf(request);
  const caller = await identify(request, endpoint, now, options, again);
  noteCall(request, caller);
  const served = endpoint?.served[method];
  const call: Call = {
    caller,
    door: caller.actor.kind === "user" ? "console" : "rest",
    requestId: request.id,
    address,
    now,
    run: runOf(request.headers),
    client: served && clientOfScan(served.operation, reply.raw),
    again: () => identify(request, endpoint, currentTime(), options, "again"),
  };
  if (endpoint === undefined || served === undefined) {
    if (method !== "GET") refuseReadOnlyKey(caller);
    const methods = endpoint ? Object.keys(endpoint.served) : options.elsewhere[segments?.join("/") ?? ""];
    throw methods === undefined ? unknownPath(path) : methodNotAllowed(method, methods);
  }
  noteForLog(request, { route: served.operation.path, action: served.operation.name });
  const { id } = endpoint;
  const named = namedRow(served.operation, endpoint.members);
  const asked = askedAtHead(served.operation, query);
  const authorized = await authorize(options.store, asked, call, named);
  letWait(served.operation, reply.raw);
  const { complete } = request.raw;
  return { served, authorized, id, members: endpoint.members, query, arriving: complete === false };
}

/** A key in the Authorization header; where a page may call too, a session in the cookie. */
async function identify(
  request: FastifyRequest,
  endpoint: Endpoint | undefined,
  now: Date,
  options: RestOptions,
  again?: "again",
): Promise<Caller> {
  const { authorization, origin: page, "x-organization": organization } = request.headers;
  const { address, shares } = options.askerOf(request);
  const origin = { requestId: request.id, address, shares, now };
  const named = typeof organization === "string" ? organization : undefined;
  // A page of another site has a key or nothing, whatever cookies its browser sends along.
  const foreign = page !== undefined && options.apiOrigins.includes(page);
  if (endpoint?.sessions && authorization === undefined && !foreign) {
    const cookie = sessionCookie(request, options.isSecure(request));
    if (cookie !== undefined) {
      const known = await options.authenticator.session(cookie, origin, now, undefined, again && "counted");
      if (request.method !== "GET" && request.method !== "HEAD") options.refuseForeignOrigin(request);
      return options.authenticator.sessionCaller(known, named, origin, again && "counted");
    }
  }
  const uncounted = endpoint?.served[request.method as Method]?.operation.uncounted === true;
  return options.authenticator
    .bearer({
      ...origin,
      endpoint: "api",
      authorization,
      uncounted,
      repeated: again !== undefined,
      organization: named,
    })
    .catch((error) => {
      throw uncounted ? neverTooMany(error) : error;
    });
}

/** For senders that drop what is answered 429, as guesses at keys from their address may be: they come again after 503. */
function neverTooMany(error: unknown): unknown {
  if (!(error instanceof Refusal && error.code === "rate_limited")) return error;
  return new Refusal("unavailable", error.message, error.detail);
}

/** `{name}` in a path as the router writes it. */
export function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Sends an answer; what a GET reads is compressed where the client takes that, unless it is a single row. */
export function sendAnswer(
  reply: FastifyReply,
  answer: OperationAnswer,
  made?: string,
): FastifyReply | Promise<FastifyReply> {
  const { etag, bodyTag, stream, status } = answer;
  const location = status === 202 ? `/api/v1/proposals/${answer.body.id}` : made;
  if (etag !== undefined) reply.header("etag", etag);
  if (etag !== undefined && bodyTag !== undefined) reply.header("x-content-tag", bodyTag);
  setOwnership(reply, answer);
  if (answer.replayed) reply.header(...replayed);
  if (location !== undefined) reply.header("location", location);
  const compressible = etag === undefined && isRead(reply.request);
  if (compressible && bodyTag !== undefined) reply.header("etag", bodyTag);
  if (stream !== undefined) {
    const { mediaType, filename, chunks } = stream;
    const { warnings = [] } = answer;
    if (warnings.length > 0) reply.header("warning", warningHeader(warnings));
    reply
      .header("content-type", `${mediaType}; charset=utf-8`)
      .header("cache-control", noStore)
      .header("content-disposition", `attachment; filename="${filename}"`);
    const source = Readable.from(chunks, { objectMode: false });
    return compressible ? sendStream(reply, source) : reply.send(source);
  }
  if (status === 304) {
    if (compressible) reply.header("vary", "accept-encoding");
    return reply.code(304).header("cache-control", noStore).send();
  }
  const text = answer.text ?? JSON.stringify(withWarnings(answer));
  return compressible ? sendText(reply, status, text) : sendJsonText(reply, status, text);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** Where the new row is read: only what makes a row of a kind makes something to read. */
function locationOf(
  request: FastifyRequest,
  { output }: ConfigurationOperation,
  answer: OperationAnswer,
): string | undefined {
  if (request.method !== "POST" || answer.status !== 201 || !("definition" in output)) return undefined;
  return `${splitUrl(request.raw.url ?? "").path}/${encodeURIComponent(String(answer.body.id))}`;
}

const noQuery = new URLSearchParams();

export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf("?");
  return mark < 0
    ? { path: url, query: noQuery }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
}

/** Undefined where an escape is malformed, or stands for a NUL, which nothing that is stored can hold. */
function segmentsOf(path: string, prefix: string): string[] | undefined {
  const written = path.slice(prefix.length + 1).split("/");
  if (!path.includes("%")) return written;
  try {
    const segments = written.map(decodeURIComponent);
    return segments.some((segment) => segment.includes("\0")) ? undefined : segments;
  } catch {
    return undefined;
  }
}

/** The reason shows a program that the service lacks the call, and not the row. */
export function unknownPath(path: string): Refusal {
  return new Refusal(
    "not_found",
    `There is nothing at ${path.slice(0, 200)}; GET /api/v1/config/openapi.json describes every call.`,
    { reason: "unknown_path" },
  );
}
