/**
 * One line in the log for each answer, so that the id in an answer leads to what was asked, by whom, and what came of
 * it. Paths are logged as their pattern: what stands in them may be a link's one-time secret.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../engine/context.ts";
import type { Actor } from "../../kernel/kind.ts";

/** Paths of probes and scrapers: they answer whatever the phase, and have no line in the log. */
export const probes = new Set(["/healthz", "/readyz", "/metrics"]);

interface Noted {
  /** The kind and the id of the credential, or of the person. */
  readonly who?: string;
  readonly organization?: string;
  readonly route?: string;
  /** The operation, where the path does not say it. */
  readonly action?: string;
  /** The trace that it is in, where traces are sent. */
  readonly trace_id?: string;
}

interface Answered extends Noted {
  readonly method: string;
  readonly status: number;
  /** From the request's head to the answer's end. */
  readonly ms: number;
  readonly request_id: string;
}

type LogAnswer = (answered: Answered, headers: IncomingHttpHeaders) => void;

/** What the line says of a path that there is not: the path itself may hold anything. */
const noRoute = "none";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Where one route stands for many paths: the pattern of this one, undefined where it is no path. */
    readonly patternOf?: (url: string) => string | undefined;
    /** Whether it needs nothing that a start still has to bring up: it is answered before the service serves, too. */
    readonly whileStarting?: true;
  }
}

const noted = Symbol("noted");
type NotedRequest = FastifyRequest & { [noted]?: { -readonly [Name in keyof Noted]: Noted[Name] } };

/** Keeps for the line what a door has found out about a request. */
export function noteForLog(request: FastifyRequest, more: Noted): void {
  const known = (request as NotedRequest)[noted];
  if (known === undefined) (request as NotedRequest)[noted] = more;
  else Object.assign(known, more);
}

/** What is known of a request that was answered. */
export function notedOf(request: FastifyRequest): Pick<Noted, "organization" | "route"> {
  const known = (request as NotedRequest)[noted];
  return { ...known, route: known?.route ?? patternOf(request) };
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

export function serveRequestLog(server: FastifyInstance, logger: FastifyBaseLogger): void {
  const log: LogAnswer = (answered, { "x-request-id": theirs }) =>
    logger.info(
      typeof theirs === "string" && saneId.test(theirs)
        ? { ...answered, caller_request_id: theirs }
        : answered,
      "answered",
    );
  onAnswered(server, (request, reply) => {
    const { url } = request.routeOptions;
    if (url !== undefined && probes.has(url)) return;
    const known = (request as NotedRequest)[noted];
    log(
      {
        method: request.method,
        route: known?.route ?? patternOf(request),
        status: reply.statusCode,
        ms: rounded(reply.elapsedTime),
        request_id: request.id,
        ...known,
        ...(reply.raw.writableFinished ? {} : { client_gone: true }),
      },
      request.headers,
    );
  });
}

/** The pattern of a path that no door got to read: also what is refused for its head or its credential has one. */
function patternOf({ routeOptions: { url, config }, raw }: FastifyRequest): string {
  return (config?.patternOf === undefined ? url : config.patternOf(raw.url ?? "")) ?? noRoute;
}

/** Milliseconds to the microsecond. */
export function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

export type AfterAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

const works = new WeakMap<FastifyInstance, AfterAnswer[]>();

export function onAnswered(server: FastifyInstance, work: AfterAnswer): void {
  works.set(server, [...(works.get(server) ?? []), work]);
  server.addHook("onResponse", (request, reply, done) => {
    work(request, reply);
    done();
  });
}

/** Of an answer that has no hooks, such as that to a path that can't be decoded. */
export function withoutHooks(server: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once("close", () => {
    for (const work of works.get(server) ?? []) work(request, reply);
  });
}
