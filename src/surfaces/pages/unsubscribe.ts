/** The page to which a mail's List-Unsubscribe leads: a GET asks and changes nothing, a POST is enough (RFC 8058). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { methodNotAllowed } from "../../kernel/problem.ts";
import type { PublicClients } from "../public-clients.ts";
import { acceptForms } from "../status-page/forms.ts";
import { type PageFile, sendDoor, sendFault } from "../status-page/sending.ts";

export interface UnsubscribingOptions {
  readonly unsubscribing: {
    /** Where mails lead to. */
    readonly path: string;
    /** @throws Refusal 404 */
    ask(token: string, action: string): Promise<PageFile>;
    /** @throws Refusal 404 */
    leave(token: string): Promise<PageFile>;
    note(text: string): PageFile;
  };
  readonly clients: Pick<PublicClients, "count">;
}

const methods = ["GET", "HEAD", "POST"];

export function serveUnsubscribing(
  server: FastifyInstance,
  { unsubscribing, clients }: UnsubscribingOptions,
): void {
  const { path } = unsubscribing;
  // In the query, as a path has no room for it.
  const tokenOf = ({ query }: FastifyRequest) => String((query as { readonly token?: unknown }).token ?? "");
  server.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error, request, reply) => sendFault(request, reply, error, unsubscribing.note));
    scope.route({
      method: ["GET", "HEAD"],
      url: path,
      async handler(request, reply) {
        clients.count(request);
        return sendDoor(reply, await unsubscribing.ask(tokenOf(request), request.originalUrl), 200);
      },
    });
    scope.post(path, async (request, reply) => {
      clients.count(request);
      return sendDoor(reply, await unsubscribing.leave(tokenOf(request)), 200);
    });
    scope.route({
      method: scope.supportedMethods.filter((method) => !methods.includes(method)),
      url: path,
      handler: (request) => {
        throw methodNotAllowed(request.method, methods);
      },
    });
  });
}
