/**
 * What programs call to be let in at the MCP endpoint by OAuth: the documents that say how, registration, and the token
 * endpoint. In the protocol's own forms, and for programs: another site's page is refused. The person is asked in the console.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { currentTime } from "../../engine/clock.ts";
import { JsonFault, parseJson } from "../../kernel/json.ts";
import { methodNotAllowed } from "../../kernel/problem.ts";
import { letOriginsIn } from "../named-origins.ts";
import type { PublicClients } from "../public-clients.ts";

/** Most bytes of a request; what programs send is some hundred. */
const maxBytes = 16_384;
/** The documents change with the service's address. */
const documentCaching = "public, max-age=300";

interface Visitor {
  readonly site: string;
  readonly address: string | undefined;
  readonly requestId: string;
  readonly now: Date;
}

interface ProtocolAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

type Form = Readonly<Record<string, string>>;

export interface AuthorizationServer {
  /** The documents about the MCP endpoint and about the server. @param site where the client reached the service */
  resource(site: string): Readonly<Record<string, unknown>>;
  metadata(site: string): Readonly<Record<string, unknown>>;
  register(sent: unknown, visitor: Visitor): Promise<ProtocolAnswer>;
  token(form: Form, headers: Readonly<Record<string, string>>, visitor: Visitor): Promise<ProtocolAnswer>;
  revoke(form: Form, visitor: Visitor): Promise<ProtocolAnswer>;
}

export interface OauthOptions {
  readonly authorizationServer: AuthorizationServer;
  readonly clients: PublicClients;
  readonly refuseForeign: (request: FastifyRequest) => void;
  readonly mcpOrigins: readonly string[];
}

export function serveOauth(
  server: FastifyInstance,
  { authorizationServer, clients, refuseForeign, mcpOrigins }: OauthOptions,
): void {
  const { resource, metadata, register, token, revoke } = authorizationServer;
  const visitorOf = (request: FastifyRequest): Visitor => ({
    site: clients.siteOf(request),
    address: clients.addressOf(request),
    requestId: request.id,
    now: currentTime(),
  });
  const admit = async (request: FastifyRequest) => {
    clients.count(request);
    refuseForeign(request);
  };
  // A scope of its own: here the body stays bytes, for the protocol's own errors.
  server.register(async (scope) => {
    letOriginsIn(scope, mcpOrigins);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    const documents = { "oauth-protected-resource": resource, "oauth-authorization-server": metadata };
    for (const [name, document] of Object.entries(documents))
      for (const url of [
        `/.well-known/${name}`,
        ...(document === resource ? [`/.well-known/${name}/api/mcp`] : []),
      ]) {
        const handler = (request: FastifyRequest, reply: FastifyReply) =>
          reply
            .headers({ "cache-control": documentCaching, vary: "Host" })
            .send(document(clients.siteOf(request)));
        scope.route({
          method: ["GET", "HEAD"],
          url,
          onRequest: async (request) => clients.count(request),
          handler,
        });
        others(scope, url, ["GET"]);
      }
    function post(url: string, answer: (request: FastifyRequest) => Promise<ProtocolAnswer>) {
      scope.post(url, { onRequest: admit }, async (request, reply) => {
        const { status, body } = await answer(request);
        return reply.code(status).headers({ "cache-control": "no-store", pragma: "no-cache" }).send(body);
      });
      others(scope, url, ["POST"]);
    }
    post("/oauth/register", async (request) => {
      const sent = jsonOf(request);
      if (sent === undefined) return fault("invalid_client_metadata", "Send the program's metadata as JSON.");
      return register(sent, visitorOf(request));
    });
    post("/oauth/token", async (request) => {
      const form = formOf(request);
      return typeof form === "string"
        ? fault("invalid_request", form)
        : token(form, headersOf(request), visitorOf(request));
    });
    post("/oauth/revoke", async (request) => {
      const form = formOf(request);
      return typeof form === "string" ? fault("invalid_request", form) : revoke(form, visitorOf(request));
    });
  });
}

function others(scope: FastifyInstance, url: string, methods: readonly string[]) {
  scope.route({
    method: scope.supportedMethods.filter((method) => !scope.hasRoute({ method, url })),
    url,
    onRequest: async (request) => {
      throw methodNotAllowed(request.method, methods);
    },
    handler: () => {},
  });
}

function fault(error: string, description: string): ProtocolAnswer {
  return { status: 400, body: { error, error_description: description } };
}

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function jsonOf(request: FastifyRequest): unknown {
  try {
    return parseJson(bytesOf(request));
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

/** The form's fields, or what is wrong with it: a field that comes twice could be read in two ways (RFC 6749, section 3.2). */
function formOf(request: FastifyRequest): Form | string {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? ""))
    return "Send a form: Content-Type: application/x-www-form-urlencoded.";
  const fields = [...new URLSearchParams(bytesOf(request).toString("utf8"))];
  const names = fields.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return "A field comes twice; send each once.";
  // What is empty counts as left out (RFC 6749, section 3.2).
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
