/**
 * The MCP door: POST /api/mcp for revision 2026-07-28 and for the 2025 ones. No session is kept, so any node
 * answers any call. Everything about the credential is decided from the request's head and refused as at
 * REST. Then calls of our own tools are read and answered here (tool-call.ts, frame.ts), in every revision; any other
 * message is the package's (protocol.ts).
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Asker, Authenticator } from "../../engine/authenticator.ts";
import { currentTime } from "../../engine/clock.ts";
import type { ConfirmEngine } from "../../engine/confirmation.ts";
import type { Call, Caller, Client } from "../../engine/context.ts";
import type { ConfigurationOperation, ConfigurationOperations } from "../../engine/operation.ts";
import type { Repeats } from "../../engine/ports/repeats.ts";
import type { Store } from "../../engine/ports/rows.ts";
import type { TakenBack } from "../../engine/ports/taken-back.ts";
import { type Traced, traced } from "../../engine/ports/tracing.ts";
import { maxBodyBytes } from "../../kernel/json.ts";
import { bodyTooLarge, methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { repeatBy, repeatOf } from "../idempotency-key.ts";
import { letOriginsIn } from "../named-origins.ts";
import { runOf } from "../run-header.ts";
import { Flags, type Scan } from "./flags.ts";
import { createFrames, type Frame, type Frames } from "./frame.ts";
import { endingClient, eventOf, isLong, LongCalls, Progress } from "./long-calls.ts";
import { type MessageFault, parametersFault, path, readMessage, webRequest } from "./message.ts";
import { authInfoOf, createProtocol } from "./protocol.ts";
import {
  type CallOptions,
  outcomeOf,
  type RefusalResult,
  type Success,
  type ToolRequest,
} from "./results.ts";
import { newSession, sessionHeader, withRun } from "./run.ts";
import { everything, selectionOf } from "./selection.ts";
import { calledMethod, readToolCall, repeatName, type ToolCall } from "./tool-call.ts";
import { type ExtraTool, offeredTools } from "./tools.ts";

export interface McpOptions {
  readonly operations: ConfigurationOperations;
  readonly store: Store;
  readonly repeats: Repeats;
  readonly takenBack: TakenBack;
  readonly engine: ConfirmEngine;
  readonly authenticator: Pick<Authenticator, "bearer">;
  readonly askerOf: (request: FastifyRequest) => Asker;
  readonly clientOf: (response: FastifyReply["raw"]) => Client;
  /** Leaves the connection open while an operation waits. */
  readonly letWait: (operation: ConfigurationOperation, response: FastifyReply["raw"]) => void;
  /** Refuses what a foreign page sends, under its own name or under one that it made lead here. */
  readonly refuseForeign: (request: FastifyRequest) => void;
  readonly mcpOrigins: readonly string[];
  readonly extraTools?: readonly ExtraTool[];
  /** Looks for instructions in texts from outside. */
  readonly scan: Scan;
  /** Where the client reached the service. */
  readonly siteOf: (request: FastifyRequest) => string;
  /** Keeps for the log who called, and which tool. */
  readonly noteCall: (request: FastifyRequest, caller: Caller, action?: string) => void;
}

/** Whatever is answered here is for one credential, and never to be stored on the way. */
const noStore = { "cache-control": "no-store, no-transform" } as const;

/** As spans name them; whatever else a client sends is one kind. */
const answeredMethods: ReadonlySet<string> = new Set([
  calledMethod,
  "tools/list",
  "initialize",
  "notifications/initialized",
  "notifications/cancelled",
  "ping",
  "server/discover",
]);

const head = Symbol("head");
type HeadRequest = FastifyRequest & { [head]?: ToolRequest };

export function serveMcp(server: FastifyInstance, options: McpOptions): void {
  const door = new McpDoor(server, options);
  const wayForLonger = longerAtRest(options.operations);
  server.addHook("onReady", () => door.open());
  server.addHook("onClose", () => door.close());

  // A scope of its own: here the body stays bytes, whatever it says it is, for the protocol to judge.
  server.register(async (scope) => {
    letOriginsIn(scope, options.mcpOrigins);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    // A message is read before it is known which tool it calls, so that all of them have the usual bound.
    scope.setErrorHandler((error: Error & { readonly code?: string }) => {
      throw error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? bodyTooLarge(maxBodyBytes, wayForLonger) : error;
    });
    const challenged = <T>(request: HeadRequest, reply: FastifyReply, read: Promise<T>) =>
      read.catch((error) => {
        if (error instanceof Refusal && error.code === "unauthorized")
          reply.header("www-authenticate", challengeOf(request, options.siteOf(request)));
        throw error;
      });
    const onRequest = async (request: HeadRequest, reply: FastifyReply) => {
      request[head] = await challenged(request, reply, door.readHead(request, reply));
    };
    scope.all(path, { onRequest }, async (request: HeadRequest, reply) =>
      door.answer(
        request,
        reply,
        await challenged(request, reply, door.present(request[head] as ToolRequest)),
      ),
    );
  });
}

class McpDoor {
  readonly #options: McpOptions;
  readonly #calling: CallOptions;
  readonly #offered: ReturnType<typeof offeredTools>;
  readonly #tools: ReadonlyMap<string, ReturnType<typeof offeredTools>[number]>;
  readonly #protocol: ReturnType<typeof createProtocol>;
  readonly #long: LongCalls;
  #frames!: Frames;

  constructor({ log }: Pick<FastifyInstance, "log">, options: McpOptions) {
    this.#options = options;
    this.#offered = offeredTools(options.operations, options.extraTools);
    this.#tools = new Map(this.#offered.map((tool) => [tool.name, tool]));
    this.#calling = {
      store: options.store,
      engine: options.engine,
      flags: new Flags(options.scan),
      onBug: (error, requestId) =>
        log.error({ err: error, request_id: requestId, door: "mcp" }, "unexpected error"),
    };
    this.#long = new LongCalls(options.takenBack, (error) =>
      log.error({ err: error, door: "mcp" }, "calls that were taken back elsewhere are not known"),
    );
    this.#protocol = createProtocol({
      ...this.#calling,
      tools: this.#tools,
      onRejected: (error) => log.debug({ err: error, door: "mcp" }, "the protocol refused a request"),
    });
  }

  async open(): Promise<void> {
    this.#frames = await createFrames(noStore);
  }

  close() {
    return this.#protocol.close();
  }

  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    toolRequest: ToolRequest,
  ): Promise<FastifyReply> {
    const read = readMessage((request.body as Buffer | undefined) ?? Buffer.alloc(0));
    if ("fault" in read) return sendFault(reply, 400, read.fault, null);
    const named = {
      ...toolRequest,
      call: withRun(toolRequest.call, request.headers, read.message),
      repeat: repeatIn(request, read.message, this.#options.repeats),
    };
    await this.#cancel(request, toolRequest, read.message);
    const call = readToolCall(request.headers, read.message, this.#tools, named.selection);
    if (call === undefined)
      return traced(this.#spanOf(read.message), () =>
        this.#answerByPackage(request, reply, named, read.message),
      );
    const span = { of: "message", method: calledMethod, tool: call.tool.name } as const;
    return traced(span, () => this.#answerCall(request, reply, named, call));
  }

  /** The package takes the notification for one and knows no calls: it has a server for each request. */
  async #cancel(
    { headers }: FastifyRequest,
    { call }: ToolRequest,
    { method, params }: JsonObject,
  ): Promise<void> {
    if (method !== "notifications/cancelled" || !isObject(params)) return;
    const { requestId: id } = params;
    if (typeof id !== "string" && typeof id !== "number") return;
    await this.#long.cancel({ caller: call.caller, session: sessionOf(headers), id });
  }

  /** Of what a client may have made up, only what there is. */
  #spanOf({ method, params }: JsonObject): Traced {
    const known = typeof method === "string" && answeredMethods.has(method) ? method : "other";
    const { name } = isObject(params) ? params : {};
    return {
      of: "message",
      method: known,
      tool: typeof name === "string" && this.#tools.has(name) ? name : undefined,
    };
  }

  async #answerCall(
    request: FastifyRequest,
    reply: FastifyReply,
    toolRequest: ToolRequest,
    toolCall: ToolCall,
  ): Promise<FastifyReply> {
    const { tool, input, generation } = toolCall;
    const frame = this.#frames[generation];
    const outcome = (asked: ToolRequest) =>
      outcomeOf(this.#calling, tool, asked, input, (operation) => {
        this.#options.noteCall(request, toolRequest.call.caller, operation.name);
        this.#options.letWait(operation, reply.raw);
      });
    if (!("operation" in tool.calls && isLong(tool.calls.operation)))
      return reply.headers(frame.headers).send(framed(frame, toolCall.id, await outcome(toolRequest)));
    return this.#answerLong(request, reply, toolRequest, toolCall, outcome);
  }

  /** An answer that says how far it is until it is there, where the client asks for that. */
  async #answerLong(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    toolRequest: ToolRequest,
    { id, generation, progressToken }: ToolCall,
    outcome: (asked: ToolRequest) => Promise<Success | RefusalResult>,
  ): Promise<FastifyReply> {
    const { call } = toolRequest;
    const frame = this.#frames[generation];
    const { signal, end } = this.#long.begin({ caller: call.caller, session: sessionOf(headers), id });
    const progress = progressToken === undefined ? undefined : new Progress(progressToken);
    // Clients of the present revision take a call back by closing its answer.
    const gone = generation === "modern" ? call.client?.gone : undefined;
    const cancelled = gone === undefined ? signal : AbortSignal.any([signal, gone]);
    const ending = { ...call, cancelled, client: endingClient(call.client, signal, progress) };
    const events = outcome({ ...toolRequest, call: ending }).then((found) => {
      end();
      // Who took a call back is not answered.
      if (signal.aborted && generation === "legacy") return "";
      return framed(frame, id, found);
    });
    if (progress === undefined) return reply.headers(frame.headers).send(await events);
    reply.headers({ ...frame.headers, "content-type": "text/event-stream" }).send(progress.stream);
    progress.end(await events.then((text) => (generation === "legacy" ? text : eventOf(text))));
    return reply;
  }

  async #answerByPackage(
    request: FastifyRequest,
    reply: FastifyReply,
    toolRequest: ToolRequest,
    message: JsonObject,
  ): Promise<FastifyReply> {
    const { id } = message;
    const fault = parametersFault(message);
    if (fault !== undefined && (typeof id === "string" || typeof id === "number"))
      return sendFault(reply, 200, fault, id);
    const { name } = (message.params ?? {}) as JsonObject;
    if (typeof name === "string" && this.#tools.has(name))
      this.#options.noteCall(request, toolRequest.call.caller, name);
    const response = await this.#protocol.fetch(webRequest(request.headers, toolRequest.call.client?.gone), {
      authInfo: authInfoOf(toolRequest),
      parsedBody: message,
    });
    if (message.method === "initialize" && response.ok) reply.header(sessionHeader, newSession(message));
    return sendResponse(reply, response);
  }

  /** Who calls, and which tools they may see. */
  async readHead(request: FastifyRequest, reply: FastifyReply): Promise<ToolRequest> {
    const call = await this.#callOf(request, reply);
    // Streams and sessions are what the other methods were for; there are none.
    if (request.method !== "POST") throw methodNotAllowed(request.method, ["POST"]);
    const query = queryOf(request);
    query?.delete(organizationParameter);
    const selection = query === undefined ? everything : selectionOf(query, this.#offered);
    return { call, selection, arriving: request.raw.complete === false };
  }

  /** The request, whose caller is looked at once more where some of the body came later than its head. */
  async present(toolRequest: ToolRequest): Promise<ToolRequest> {
    const { call, arriving } = toolRequest;
    const caller = arriving ? await call.again?.() : undefined;
    return caller === undefined ? toolRequest : { ...toolRequest, call: { ...call, caller } };
  }

  async #callOf(request: FastifyRequest, reply: FastifyReply): Promise<Call> {
    this.#options.refuseForeign(request);
    const { authorization, "x-organization": organization = queryOf(request)?.get(organizationParameter) } =
      request.headers;
    const asker = this.#options.askerOf(request);
    const now = currentTime();
    const authenticate = (now: Date, repeated = false) =>
      this.#options.authenticator.bearer({
        ...asker,
        endpoint: "mcp",
        authorization,
        organization: typeof organization === "string" ? organization : undefined,
        requestId: request.id,
        now,
        repeated,
      });
    const caller = await authenticate(now);
    this.#options.noteCall(request, caller);
    const client = this.#options.clientOf(reply.raw);
    const again = () => authenticate(currentTime(), true);
    const run = runOf(request.headers);
    const { address } = asker;
    return { caller, door: "mcp", requestId: request.id, address, now, run, client, again };
  }
}

function framed(frame: Frame, id: string | number, outcome: Success | RefusalResult): string {
  return "json" in outcome
    ? frame.success(id, outcome as Success)
    : frame.refusal(id, outcome as RefusalResult);
}

function sessionOf(headers: FastifyRequest["headers"]): string | undefined {
  const session = headers[sessionHeader];
  return typeof session === "string" ? session : undefined;
}

/** What a repetition of a call is known by: a key next to its arguments, or in the header as at REST. */
function repeatIn(request: FastifyRequest, { method, params }: JsonObject, repeats: Repeats) {
  if (method !== calledMethod || !isObject(params)) return undefined;
  const { name, arguments: input, _meta } = params;
  const act = [calledMethod, name, input];
  const sent = isObject(_meta) ? _meta[repeatName] : undefined;
  const byHeader = repeatOf(request, repeats, act);
  if (sent === undefined) return byHeader;
  const field = `_meta.${repeatName}`;
  const byMeta = repeatBy(field, sent, repeats, act);
  if (byHeader === undefined || byHeader.key === byMeta.key) return byMeta;
  const message = `The header Idempotency-Key is ${JSON.stringify(byHeader.key)} and ${field} is ${JSON.stringify(byMeta.key)}: a call has one key. Send one of them, or the same in both.`;
  throw new Refusal("bad_request", message, { field });
}

/** Names the organization in the URL, for clients that send no header of one's own. */
const organizationParameter = "organization";

/** Where a program learns how to be let in by OAuth (RFC 9728, section 5.1). */
function challengeOf({ headers: { authorization } }: FastifyRequest, site: string): string {
  const error = authorization === undefined ? "" : 'error="invalid_token", ';
  return `Bearer ${error}resource_metadata="${site}/.well-known/oauth-protected-resource${path}"`;
}

/** What takes more at REST, as the end of a sentence. */
function longerAtRest(operations: ConfigurationOperations): string {
  const calls = [...operations.values()]
    .filter(({ maxBytes }) => maxBytes !== undefined)
    .map(({ name, method, path }) => `${method} ${path} for ${name}`);
  return `send less, or use REST, where these take more: ${calls.join(", ")}`;
}

function queryOf({ raw: { url = "" } }: FastifyRequest): URLSearchParams | undefined {
  const mark = url.indexOf("?");
  return mark < 0 ? undefined : new URLSearchParams(url.slice(mark + 1));
}

function sendFault(
  reply: FastifyReply,
  status: 200 | 400,
  error: MessageFault,
  id: string | number | null,
): Promise<FastifyReply> {
  return sendResponse(reply, Response.json({ jsonrpc: "2.0", error, id }, { status }));
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  response.headers.set("cache-control", noStore["cache-control"]);
  if (response.headers.get("content-type") !== "application/json") return reply.send(response);
  // Whole already: as a text it has a length, and needs no stream.
  const text = await response.text();
  return reply.code(response.status).headers(Object.fromEntries(response.headers)).send(text);
}
