/**
 * The page to which the button of a page's mail leads: it asks first, and a second press does what it says; and where a
 * phone gateway posts what people answer.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type PhoneForm, phonePaths } from "../../kernel/phone-replies.ts";
import { methodNotAllowed } from "../../kernel/problem.ts";
import type { PublicClients } from "../public-clients.ts";
import { acceptForms, fieldsOf } from "../status-page/forms.ts";
import { type PageFile, sendDoor, sendFault } from "../status-page/sending.ts";

export interface PagesOptions {
  readonly pages: {
    /** The page that asks, or says what became of it already. @throws Refusal 404 */
    ask(token: string, action: string): Promise<PageFile>;
    /** @throws Refusal */
    answer(token: string, what: "acknowledge" | "pass_on"): Promise<PageFile>;
    note(text: string): PageFile;
    /** TwiML, for an answer by text message and by a key in a call. @throws Refusal */
    text(post: PhonePost): Promise<string>;
    call(post: PhonePost): Promise<string>;
  };
  readonly clients: Pick<PublicClients, "count">;
}

interface PhonePost {
  readonly url: string;
  readonly form: PhoneForm;
  readonly signature: string;
  readonly alertId: string | null;
}

const path = "/acknowledge/:token";
const methods = ["GET", "HEAD", "POST"];

export function servePages(server: FastifyInstance, { pages, clients }: PagesOptions): void {
  const tokenOf = (request: FastifyRequest) => (request.params as { readonly token: string }).token;
  const fault = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendFault(request, reply, error, pages.note);
  server.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler(fault);
    scope.route({
      method: ["GET", "HEAD"],
      url: path,
      async handler(request, reply) {
        clients.count(request);
        return sendDoor(reply, await pages.ask(tokenOf(request), request.originalUrl), 200);
      },
    });
    scope.post(path, async (request, reply) => {
      clients.count(request);
      const what = fieldsOf(request).get("answer") === "pass_on" ? "pass_on" : "acknowledge";
      return sendDoor(reply, await pages.answer(tokenOf(request), what), 200);
    });
    for (const kind of ["text", "call"] as const)
      scope.post(phonePaths[kind], async (request, reply) => {
        clients.count(request);
        const fields = fieldsOf(request);
        const twiml = await pages[kind]({
          url: request.originalUrl,
          form: Object.fromEntries([...new Set(fields.keys())].map((name) => [name, fields.getAll(name)])),
          signature: String(request.headers["x-twilio-signature"] ?? ""),
          alertId: (request.query as { readonly alert_id?: string }).alert_id ?? null,
        });
        return reply.type("text/xml; charset=utf-8").header("cache-control", "no-store").send(twiml);
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
