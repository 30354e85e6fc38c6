/**
 * The REST door for scripts and Terraform runs. Everything up to the body is decided from the request's
 * head, in the contract's order of refusal, before a byte of the body is read (decisions §2).
 */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Action, type ActionAnswer, invoke, levelRefusal, recordRefusal } from "../../engine/action.ts";
import type { Call } from "../../engine/context.ts";
import type { Admission, Gate } from "../../engine/gate.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { allows } from "../../kernel/access.ts";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { sendJsonText } from "./answers.ts";
import type { Endpoint, Method, Operation } from "./endpoint.ts";
import { sessionCookie } from "./session-cookie.ts";

export interface RestOptions {
  readonly store: Store;
  readonly gate: Gate;
  readonly addressOf: (request: FastifyRequest) => string | undefined;
  /** Refuses a browser's write from a foreign page. */
  readonly refuseForeignOrigin: (request: FastifyRequest) => void;
  /** What a path stands for; its segments come decoded. */
  readonly resolve: (segments: readonly string[]) => Endpoint | undefined;
}

interface Admitted {
  readonly call: Call;
  readonly operation: Operation;
  readonly id: string;
  readonly query: URLSearchParams;
}

const admitted = Symbol("admitted");

/** Serves every path under `prefix` with the endpoints that `resolve` finds. */
export function serveRest(server: FastifyInstance, prefix: string, options: RestOptions): void {
  server.all(
    `${prefix}/*`,
    {
      onRequest: async (request) => {
        (request as FastifyRequest & { [admitted]?: Admitted })[admitted] = await admit(
          request,
          prefix,
          options,
        );
      },
    },
    async (request, reply) => {
      const { call, operation, id, query } = (request as FastifyRequest & { [admitted]: Admitted })[admitted];
      const input = operation.input({ id, query, headers: request.headers, body: request.body });
      const answer = await invoke(options.store, operation.action, call, input);
      return sendAnswer(reply, answer, locationOf(request, operation.action, answer));
    },
  );
}

async function admit(request: FastifyRequest, prefix: string, options: RestOptions): Promise<Admitted> {
  const { path, query } = splitUrl(request.raw.url ?? "");
  const segments = decodeSegments(path.slice(prefix.length + 1));
  const endpoint = segments === undefined ? undefined : options.resolve(segments);
  const method = (request.method === "HEAD" ? "GET" : request.method) as Method;
  const now = new Date();
  const address = options.addressOf(request);
  const { caller, preloaded } = await identify(request, endpoint, address, now, options);
  const call: Call = {
    caller,
    door: caller.actor.kind === "user" ? "console" : "rest",
    requestId: request.id,
    address,
    now,
    ...(preloaded === undefined ? {} : { preloaded }),
  };
  const operation = endpoint?.operations[method];
  if (caller.readOnlyKey && method !== "GET") {
    const refusal = new Refusal(
      "read_only_key",
      "This key has the scope api:config_read and may only read; use an api:admin key to write.",
    );
    if (operation !== undefined)
      await recordRefusal(options.store, operation.action, call, endpoint?.target?.id);
    throw refusal;
  }
  if (endpoint === undefined) throw unknownPath(path);
  if (operation !== undefined && !allows(caller.level, operation.action.level)) {
    await recordRefusal(options.store, operation.action, call, endpoint.target?.id);
    throw levelRefusal(operation.action);
  }
  if (operation === undefined)
    throw methodNotAllowed(method, endpoint.methods ?? Object.keys(endpoint.operations));
  return { call, operation, id: endpoint.target?.id ?? "", query };
}

/** A key in the Authorization header; where a page may call too, a session in the cookie. */
async function identify(
  request: FastifyRequest,
  endpoint: Endpoint | undefined,
  address: string | undefined,
  now: Date,
  options: RestOptions,
): Promise<Admission> {
  const { authorization } = request.headers;
  if (endpoint?.sessions && authorization === undefined) {
    const cookie = sessionCookie(request);
    if (cookie !== undefined) {
      const known = await options.gate.session(cookie, address, now);
      if (request.method !== "GET" && request.method !== "HEAD") options.refuseForeignOrigin(request);
      const named = request.headers["x-organization"];
      const organization = typeof named === "string" ? named : undefined;
      return { caller: options.gate.sessionCaller(known, organization, address) };
    }
  }
  return options.gate.bearer({ endpoint: "api", authorization, address, now, target: endpoint?.target });
}

export function sendAnswer(reply: FastifyReply, answer: ActionAnswer, location?: string): FastifyReply {
  if (answer.etag !== undefined) reply.header("etag", answer.etag);
  if (location !== undefined) reply.header("location", location);
  if (answer.stream !== undefined) {
    const { type, filename, chunks } = answer.stream;
    return reply
      .header("content-type", type)
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${filename}"`)
      .send(Readable.from(chunks, { objectMode: false }));
  }
  if (answer.status === 304) return reply.code(304).header("cache-control", "no-store").send();
  return sendJsonText(reply, answer.status, answer.text ?? JSON.stringify(answer.body));
}

/** Where the new row is read: only what makes a row of a kind makes something to read. */
function locationOf(request: FastifyRequest, { output }: Action, answer: ActionAnswer): string | undefined {
  if (request.method !== "POST" || answer.status !== 201 || !("resource" in output)) return undefined;
  return `${splitUrl(request.raw.url ?? "").path}/${encodeURIComponent(String(answer.body.id))}`;
}

const noQuery = new URLSearchParams();

function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf("?");
  return mark < 0
    ? { path: url, query: noQuery }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
}

/** Undefined where an escape is none, or stands for a NUL, which nothing that is stored can hold. */
function decodeSegments(path: string): string[] | undefined {
  try {
    const segments = path.split("/").map(decodeURIComponent);
    return segments.some((segment) => segment.includes("\0")) ? undefined : segments;
  } catch {
    return undefined;
  }
}

export function unknownPath(path: string): Refusal {
  return new Refusal(
    "not_found",
    `There is nothing at ${path.slice(0, 200)}; GET /api/v1/config/openapi.json describes every call.`,
  );
}
