/**
 * One line in the log for each answer, so that the id in an answer leads to what was asked, by whom, and what came of
 * it. Paths are logged as their pattern: what stands in them may be a link's one-time secret.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "../../engine/context.ts";
import type { Actor } from "../../kernel/resource.ts";

/** Paths of probes and scrapers: they answer whatever the phase, and have no line in the log. */
export const probes = new Set(["/healthz", "/readyz", "/metrics"]);

interface Noted {
  /** The kind and the id of the credential, or of the person. */
  readonly who?: string;
  readonly organization?: string;
  readonly route?: string;
  /** The operation, where the path does not say it. */
  readonly action?: string;
}

interface Answered extends Noted {
  readonly method: string;
  readonly status: number;
  /** From the request's head to the answer's end. */
  readonly ms: number;
  readonly request_id: string;
}

export type LogAnswer = (answered: Answered, headers: IncomingHttpHeaders) => void;

const noted = Symbol("noted");
type NotedRequest = FastifyRequest & { [noted]?: Noted };

/** Keeps for the line what a door has found out about a request. */
export function noteForLog(request: FastifyRequest, more: Noted): void {
  (request as NotedRequest)[noted] = { ...(request as NotedRequest)[noted], ...more };
}

/** Who called, as the line names them. */
export function whoOf({ kind, id }: Pick<Actor, "kind" | "id">): string {
  return kind === "operator" ? kind : `${kind} ${id}`;
}

/** Keeps who called, and what. */
export function noteCall(request: FastifyRequest, { actor, organization }: Caller, action?: string): void {
  const known = { who: whoOf(actor), organization: organization.id };
  noteForLog(request, action === undefined ? known : { ...known, action });
}

/** What callers name their requests with: ids, not texts. */
const saneId = /^[\w.:/+=@-]{1,128}$/;

/** @returns what logs an answer that the framework does not see */
export function serveRequestLog(server: FastifyInstance, logger: FastifyBaseLogger): LogAnswer {
  const log: LogAnswer = (answered, { "x-request-id": theirs }) =>
    logger.info(
      typeof theirs === "string" && saneId.test(theirs)
        ? { ...answered, caller_request_id: theirs }
        : answered,
      "answered",
    );
  server.addHook("onResponse", (request, reply, done) => {
    const { url } = request.routeOptions;
    if (url === undefined || !probes.has(url)) {
      log(
        {
          method: request.method,
          route: url ?? "none",
          status: reply.statusCode,
          ms: rounded(reply.elapsedTime),
          request_id: request.id,
          ...(request as NotedRequest)[noted],
          ...(reply.raw.writableFinished ? {} : { client_gone: true }),
        },
        request.headers,
      );
    }
    done();
  });
  return log;
}

/** Milliseconds to the microsecond. */
export function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
