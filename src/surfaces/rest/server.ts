/** The HTTP server: limits, request ids, errors and headers that hold for every path. */
import { type IncomingMessage, METHODS } from "node:http";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import { newRequestId } from "../../kernel/ids.ts";
import { maxBodyBytes } from "../../kernel/json.ts";
import { Refusal } from "../../kernel/problem.ts";
import { sendError, sendJson, serveRead } from "./answers.ts";
import { acceptJsonBodies } from "./body.ts";
import { closeSoon } from "./closing.ts";
import { probes, withoutHooks } from "./request-log.ts";
import { unknownPath } from "./rest.ts";
import { traceRequests } from "./traces.ts";

/** A request that takes longer to arrive than this is cut off. */
const requestTimeoutMs = 30_000;
/**
 * So is a connection on which nothing moves for so long. An answer takes longest that waits for a connection to the
 * database and for a statement that is ended for its time: it still comes, and says so.
 */
const standstillMs = 60_000;
const headersTimeoutMs = 15_000;
const keepAliveTimeoutMs = 72_000;

/** @param pathAt what a path means at a host; the path itself, but for hosts of their own */
export function createServer(
  logger: FastifyBaseLogger,
  pathAt: (host: string | undefined, url: string) => string,
): FastifyInstance {
  const server: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestIdHeader: false,
    // One logger for all: what is logged about a request names its id itself.
    childLoggerFactory: (parent) => parent,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionTimeout: standstillMs,
    // Without a Host the server itself would answer, and not in our form.
    http: { headersTimeout: headersTimeoutMs, requireHostHeader: false },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    exposeHeadRoutes: false,
    rewriteUrl(request) {
      const url = originForm(request);
      return pathAt(request.headers.host, url);
    },
    // Segments are as long as a percent-encoded service binding id can be.
    routerOptions: { maxParamLength: 8_192 },
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
      withoutHooks(server, request, reply);
      sendError(request, reply, error);
    },
    clientErrorHandler(error, socket) {
      // Not HTTP, or too slow: there is no request to answer by the usual way.
      const status =
        (error as NodeJS.ErrnoException).code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? "408 Request Timeout"
          : "400 Bad Request";
      if (socket.writable) {
        const requestId = newRequestId();
        logger.info(
          { status: Number(status.slice(0, 3)), request_id: requestId },
          "answered what is not HTTP",
        );
        const body = JSON.stringify(
          new Refusal("bad_request", "The request is not valid HTTP, or took too long to arrive.").body(
            requestId,
          ),
        );
        socket.end(
          `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      }
    },
  });
  // Every method that Node reads is for the doors to refuse, in their order.
  for (const method of METHODS) {
    if (method !== "CONNECT" && !server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
  // Expecting more than 100-continue may be let pass (RFC 9110 §10.1.1); Node itself would answer 417, bare.
  server.server.on("checkExpectation", (request, response) =>
    server.server.emit("request", request, response),
  );
  closeSoon(server);
  traceRequests(server);
  acceptJsonBodies(server);
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    done(faultOfHead(request.raw));
  });
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  server.setNotFoundHandler((request, reply) =>
    sendError(request, reply, unknownPath(request.url.split("?")[0] ?? "")),
  );
  return server;
}

/** A target in absolute form counts as its path, and its authority as the Host (RFC 9112 §3.2.2). */
function originForm({ url = "/", headers }: IncomingMessage): string {
  if (url.startsWith("/")) return url;
  const absolute = /^https?:\/\/([^/?#]+)(.*)$/is.exec(url);
  if (absolute === null) return url;
  const [, authority, rest = ""] = absolute;
  headers.host = authority;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Until the service serves, everything but probes and what needs nothing of it is 503; when it is about to end, connections are not kept. */
export function servePhase(
  server: FastifyInstance,
  phase: () => "starting" | "serving" | "retiring" | "draining",
): void {
  server.addHook("onRequest", (request, reply, done) => {
    if (phase() === "draining" || phase() === "retiring") reply.header("connection", "close");
    const { whileStarting } = request.routeOptions.config;
    if (phase() !== "starting" || whileStarting || probes.has(request.url)) return done();
    const message = "The service is starting; try again shortly.";
    done(new Refusal("unavailable", message, { retryAfterSeconds: 1 }));
  });
}

/**
 * Has browsers that come by https come by nothing else for so long (RFC 6797): nobody on the way can then lead them
 * to http. It is for the host, not for those below it.
 */
export function serveStrictTransport(
  server: FastifyInstance,
  isSecure: (request: FastifyRequest) => boolean,
  seconds: number,
): void {
  if (seconds === 0) return;
  server.addHook("onRequest", (request, reply, done) => {
    if (isSecure(request)) reply.header("strict-transport-security", `max-age=${seconds}`);
    done();
  });
}

/** Whether a node is to be sent requests. */
export interface Readiness {
  /** Why not; undefined where it is. */
  readonly why: string | undefined;
  /** What is not as it should be all the same. */
  readonly notes: readonly string[];
}

/** Liveness and readiness, for whatever keeps the process running. */
export function serveHealth(server: FastifyInstance, readiness: () => Promise<Readiness>): void {
  serveRead(server, "/healthz", async (_request, reply) => sendJson(reply, 200, { status: "ok" }));
  serveRead(server, "/readyz", async (request, reply) => {
    const { why, notes } = await readiness();
    if (why === undefined)
      return sendJson(reply, 200, { status: "ready", ...(notes.length > 0 && { notes }) });
    // Probes come twice a second: the log has one line at each change.
    const refusal = new Refusal("unavailable", `Not ready: ${why}.`);
    reply.header("retry-after", "1");
    return sendJson(reply, refusal.status, refusal.body(request.id));
  });
}

/** Headers that decide what a request is. Node keeps the first of several; a proxy may have gone by another one. */
const single = { host: "Host", authorization: "Authorization", "content-type": "Content-Type" } as const;
const lengths = new Set(Object.keys(single).map(({ length }) => length));

/** A name or an address, and a port (RFC 3986 §3.2.2). */
const validHost = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

type Head = Pick<IncomingMessage, "rawHeaders" | "headers" | "httpVersion">;

/** Why a request is refused before anything else is looked at; undefined where its head is in order. */
export function faultOfHead({ rawHeaders, headers, httpVersion }: Head): Refusal | undefined {
  let seen = "";
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] as string;
    if (!lengths.has(raw.length)) continue;
    const name = raw.toLowerCase();
    if (!(name in single)) continue;
    if (seen.includes(`${name} `)) return repeated(single[name as keyof typeof single]);
    seen += `${name} `;
    if (name === "host" && !validHost.test(rawHeaders[index + 1] as string)) return invalidHost();
  }
  // The authority of a target in absolute form stands in its place.
  if (headers.host !== undefined) return validHost.test(headers.host) ? undefined : invalidHost();
  return httpVersion === "1.1"
    ? fault("Host", "name the host that the request is for (RFC 9112 §3.2).")
    : undefined;
}

function repeated(name: string): Refusal {
  return fault(name, `send one; this request has several ${name} headers (RFC 9110 §5.3).`);
}

function invalidHost(): Refusal {
  return fault(
    "Host",
    "is no name or address with an optional port, such as example.com:8080 (RFC 9112 §3.2).",
  );
}

function fault(field: string, message: string): Refusal {
  return new Refusal("bad_request", `${field}: ${message}`, { field });
}
