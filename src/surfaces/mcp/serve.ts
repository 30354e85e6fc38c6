/**
 * The MCP door: POST /api/mcp for revision 2026-07-28 and for the 2025 ones. No session is kept, so any node
 * answers any call. Everything about the credential is decided from the request's head and refused as at
 * REST; what is said inside of the protocol is protocol.ts's.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticator } from "../../engine/authenticator.ts";
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ConfigurationOperations } from "../../engine/operation.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { maxBodyBytes } from "../../kernel/json.ts";
import { bodyTooLarge, methodNotAllowed } from "../../kernel/problem.ts";
import { type MessageFault, parametersFault, readMessage } from "./message.ts";
import { authInfoOf, createProtocol, type ToolRequest } from "./protocol.ts";
import { selectionOf } from "./selection.ts";
import { type ExtraTool, offeredTools } from "./tools.ts";

export interface McpOptions {
  readonly operations: ConfigurationOperations;
  readonly store: Store;
  readonly engine: Pick<Engine, "get" | "list">;
  readonly authenticator: Pick<Authenticator, "bearer">;
  readonly addressOf: (request: FastifyRequest) => string | undefined;
  /** Refuses what a foreign page sends, under its own name or under one that it made lead here. */
  readonly refuseForeign: (request: FastifyRequest) => void;
  readonly extraTools?: readonly ExtraTool[];
}

const path = "/api/mcp";

const bothForms = "application/json, text/event-stream";

const head = Symbol("head");
type HeadRequest = FastifyRequest & { [head]?: ToolRequest };

export function serveMcp(server: FastifyInstance, options: McpOptions): void {
  const tools = offeredTools(options.operations, options.extraTools);
  const instead = wayForLonger(options.operations);
  const protocol = createProtocol({
    tools,
    store: options.store,
    engine: options.engine,
    onBug: (error, requestId) =>
      server.log.error({ err: error, request_id: requestId, door: "mcp" }, "unexpected error"),
    onRejected: (error) => server.log.debug({ err: error, door: "mcp" }, "the protocol refused a request"),
  });
  server.addHook("onClose", () => protocol.close());

  // A scope of its own: here the body stays bytes, whatever it says it is, for the protocol to judge.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    // A message is read before it is known which tool it calls, so that all of them have the usual bound.
    scope.setErrorHandler((error: Error & { readonly code?: string }) => {
      throw error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? bodyTooLarge(maxBodyBytes, instead) : error;
    });
    scope.all(
      path,
      {
        onRequest: async (request) => {
          (request as HeadRequest)[head] = await readHead(request);
        },
      },
      async (request, reply) => {
        const toolRequest = (request as HeadRequest)[head] as ToolRequest;
        const read = readMessage((request.body as Buffer | undefined) ?? Buffer.alloc(0));
        if ("fault" in read) return sendFault(reply, 400, read.fault, null);
        const { id } = read.message;
        const fault = parametersFault(read.message);
        if (fault !== undefined && (typeof id === "string" || typeof id === "number"))
          return sendFault(reply, 200, fault, id);
        const response = await protocol.fetch(webRequest(request, reply), {
          authInfo: authInfoOf(toolRequest),
          parsedBody: read.message,
        });
        return sendResponse(reply, response);
      },
    );
  });

  async function readHead(request: FastifyRequest): Promise<ToolRequest> {
    options.refuseForeign(request);
    const { authorization, "x-organization": organization } = request.headers;
    const address = options.addressOf(request);
    const now = new Date();
    const { caller } = await options.authenticator.bearer({
      endpoint: "mcp",
      authorization,
      organization: typeof organization === "string" ? organization : undefined,
      address,
      now,
    });
    // Streams and sessions are what the other methods were for; there are none.
    if (request.method !== "POST") throw methodNotAllowed(request.method, ["POST"]);
    const call: Call = { caller, door: "mcp", requestId: request.id, address, now };
    return { call, selection: selectionOf(queryOf(request), tools) };
  }
}

/** What takes more at REST, as the end of a sentence. */
function wayForLonger(operations: ConfigurationOperations): string {
  const calls = [...operations.values()]
    .filter(({ maxBytes }) => maxBytes !== undefined)
    .map(({ name, method, path }) => `${method} ${path} for ${name}`);
  return `send less, or use REST, where these take more: ${calls.join(", ")}`;
}

function queryOf(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? "";
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
}

/** The request's head as the protocol's handler takes it; it ends when the client goes away. */
function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  // A client that takes anything takes both forms that the protocol wants named (RFC 9110 §12.5.1).
  const accepted = headers.get("accept");
  if (accepted === null || /(^|,)\s*\*\/\*/.test(accepted)) headers.set("accept", bothForms);
  const gone = new AbortController();
  reply.raw.on("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return new Request(`http://localhost${path}`, { method: "POST", headers, signal: gone.signal });
}

function sendFault(
  reply: FastifyReply,
  status: 200 | 400,
  error: MessageFault,
  id: string | number | null,
): Promise<FastifyReply> {
  return sendResponse(reply, Response.json({ jsonrpc: "2.0", error, id }, { status }));
}

/** Whatever is answered here is for one credential, and never to be stored on the way. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  response.headers.set("cache-control", "no-store, no-transform");
  if (response.headers.get("content-type") !== "application/json") return reply.send(response);
  // Whole already: as a text it has a length, and needs no stream.
  const text = await response.text();
  return reply.code(response.status).headers(Object.fromEntries(response.headers)).send(text);
}
