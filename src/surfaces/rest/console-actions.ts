/**
 * Any configuration operation as the signed-in person, for the console: POST …/organizations/{org}/actions/{action}.
 * The body is the operation's input, flat; what is asked about first takes `confirm`, like a tool.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { type Authorized, authorize } from "../../engine/authorize.ts";
import { currentTime } from "../../engine/clock.ts";
import { type Call, turnOf } from "../../engine/context.ts";
import { proposeName } from "../../engine/flat-input.ts";
import { type Confirming, invokeFlat } from "../../engine/invoke.ts";
import type { ConfigurationOperations } from "../../engine/operation.ts";
import type { Repeats } from "../../engine/ports/repeats.ts";
import { askedAtHead, refuseWrongPropose } from "../../engine/proposing.ts";
import { enterScan } from "../../engine/scans.ts";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { refuseParameters } from "../../kernel/validate.ts";
import { showDeprecation } from "../deprecated.ts";
import { repeatOf } from "../idempotency-key.ts";
import { runOf } from "../run-header.ts";
import type { AuthenticateAccount } from "./account-authentication.ts";
import { countedBody } from "./arriving.ts";
import { objectBody, readInTurn } from "./body.ts";
import { clientOfScan, letWait, waitsForItsBody } from "./client.ts";
import type { ClientConnection } from "./client-address.ts";
import { noteForLog } from "./request-log.ts";
import { sendAnswer, splitUrl } from "./rest.ts";

export interface ConsoleActionsOptions extends Pick<ClientConnection, "addressOf">, Confirming {
  readonly operations: ConfigurationOperations;
  readonly repeats: Repeats;
  readonly authenticate: AuthenticateAccount;
}

const head = Symbol("head");
type HeadRequest = FastifyRequest & { [head]?: Authorized };

export function serveConsoleActions(server: FastifyInstance, options: ConsoleActionsOptions): void {
  const actions = "/api/v1/organizations/:org/actions";
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const read = await readHead(request, reply, options);
    (request as HeadRequest)[head] = read;
    const { operation, call } = read;
    if (operation.maxBytes !== undefined) readInTurn(request, turnOf(call));
    if (waitsForItsBody(operation)) await enterScan(call, operation.scans);
  };
  const preParsing = async (request: FastifyRequest, reply: FastifyReply, body: RequestPayload) => {
    const { operation, call } = (request as HeadRequest)[head] as Authorized;
    return operation.admit === undefined ? body : countedBody(reply, body, operation.admit(call));
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The body may have taken its time, in which a session ends or a role changes.
    const authorized = await readHead(request, reply, options, "counted");
    const body = objectBody(request.body);
    if (request.headers["if-match"] !== undefined) throw inTheBody();
    const { query } = splitUrl(request.url);
    const { name } = authorized.operation;
    refuseWrongPropose(options.operations.get(name) ?? authorized.operation, query);
    refuseParameters([...query.keys()], [proposeName]);
    showDeprecation(reply, authorized.operation, () => body);
    const repeat = repeatOf(request, options.repeats);
    return sendAnswer(reply, await invokeFlat(options, authorized, body, repeat));
  };
  server.all(`${actions}/:action`, { onRequest }, handler);
  for (const { name, maxBytes } of options.operations.values()) {
    if (maxBytes === undefined) continue;
    const config = { action: name };
    server.route({
      method: "POST",
      url: `${actions}/${name}`,
      bodyLimit: maxBytes,
      config,
      onRequest,
      preParsing,
      handler,
    });
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    readonly action?: string;
  }
}

/** What is guarded here stands with the fields; a header would guard nothing. */
function inTheBody(): Refusal {
  const message = "If-Match: an action takes the ETag in its body, as if_match; leave the header out.";
  return new Refusal("bad_request", message, { field: "If-Match" });
}

async function readHead(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ConsoleActionsOptions,
  counted?: "counted",
): Promise<Authorized> {
  const { operations, store, authenticate, addressOf } = options;
  const { org, action } = request.params as { org: string; action?: string };
  const name = action ?? request.routeOptions.config.action ?? "";
  const now = currentTime();
  const { caller } = await authenticate(request, "session", org, now, false, counted);
  if (caller === undefined) throw new Error("a session in an organization has a caller");
  const operation = operations.get(name);
  if (operation === undefined)
    throw new Refusal("not_found", "There is no such action; the documentation at /docs lists them.");
  noteForLog(request, { action: name });
  const call: Call = {
    caller,
    door: "console",
    requestId: request.id,
    address: addressOf(request),
    now,
    run: runOf(request.headers),
    client: clientOfScan(operation, reply.raw),
    again: async () => (await readHead(request, reply, options, "counted")).call.caller,
  };
  const asked = askedAtHead(operation, splitUrl(request.url).query);
  const authorized = await authorize(store, asked, call, undefined);
  letWait(operation, reply.raw);
  if (request.method !== "POST") throw methodNotAllowed(request.method, ["POST"]);
  return authorized;
}
