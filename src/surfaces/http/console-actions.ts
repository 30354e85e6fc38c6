/**
 * Any configuration operation as the signed-in person, for the console: POST …/organizations/{org}/actions/{action}.
 * The body is the operation's input, flat; what is asked about first takes `confirm`, like a tool.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Authorized, authorize } from "../../engine/authorize.ts";
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import { invokeFlat } from "../../engine/invoke.ts";
import type { ConfigurationOperations } from "../../engine/operation.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { refuseParameters } from "../../kernel/parameters.ts";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import type { AuthenticateAccount } from "./account-authentication.ts";
import { objectBody } from "./body.ts";
import { sendAnswer } from "./rest.ts";

export interface ConsoleActionsOptions {
  readonly operations: ConfigurationOperations;
  readonly engine: Pick<Engine, "get" | "list">;
  readonly store: Store;
  readonly authenticate: AuthenticateAccount;
  readonly addressOf: (request: FastifyRequest) => string | undefined;
}

export function serveConsoleActions(server: FastifyInstance, options: ConsoleActionsOptions): void {
  const actions = "/api/v1/organizations/:org/actions";
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    await readHead(request, options);
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The body may have taken its time, in which a session ends or a role changes.
    const authorized = await readHead(request, options, "counted");
    const body = objectBody(request.body);
    if (request.headers["if-match"] !== undefined) throw inTheBody();
    refuseParameters([...new URLSearchParams(request.url.split("?")[1] ?? "").keys()], []);
    return sendAnswer(reply, await invokeFlat(options, authorized, body));
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
      handler,
    });
  }
}

/** What is guarded here stands with the fields; a header would guard nothing. */
function inTheBody(): Refusal {
  const message = "If-Match: an action takes the ETag in its body, as if_match; leave the header out.";
  return new Refusal("bad_request", message, { field: "If-Match" });
}

async function readHead(
  request: FastifyRequest,
  { operations, store, authenticate, addressOf }: ConsoleActionsOptions,
  counted?: "counted",
): Promise<Authorized> {
  const { org, action } = request.params as { org: string; action?: string };
  const name = action ?? (request.routeOptions.config as { action?: string }).action ?? "";
  const now = new Date();
  const { caller } = await authenticate(request, "session", org, now, false, counted);
  if (caller === undefined) throw new Error("a session in an organization has a caller");
  const operation = operations.get(name);
  if (operation === undefined)
    throw new Refusal("not_found", "There is no such action; the documentation at /docs lists them.");
  const call: Call = { caller, door: "console", requestId: request.id, address: addressOf(request), now };
  const authorized = await authorize(store, operation, call, undefined);
  if (request.method !== "POST") throw methodNotAllowed(request.method, ["POST"]);
  return authorized;
}
