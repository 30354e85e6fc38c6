/** Calendars by their secret addresses: whoever knows one reads it, with no other credential. */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestLimit } from "../../engine/authenticator.ts";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import type { PublicClients } from "../public-clients.ts";

interface Calendar {
  readonly id: string;
  /** Undefined where it is read from an address that may not. */
  text(address: string | undefined): Promise<string | undefined>;
}

export interface CalendarOptions {
  readonly calendars: {
    readonly hashOfToken: (token: string) => Buffer;
    find(hash: Buffer): Promise<Calendar | undefined>;
  };
  readonly limit: Pick<RequestLimit, "lookUp">;
  readonly clients: Pick<PublicClients, "askerOf" | "addressOf">;
}

const path = "/calendars/:file";
const methods = ["GET", "HEAD"];

export function serveCalendars(server: FastifyInstance, options: CalendarOptions): void {
  server.route({ method: methods, url: path, handler: (request, reply) => answer(request, reply, options) });
  server.route({
    method: server.supportedMethods.filter((method) => !methods.includes(method)),
    url: path,
    onRequest: async (request) => {
      throw methodNotAllowed(request.method, methods);
    },
    handler: () => {},
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { calendars, limit, clients }: CalendarOptions,
): Promise<FastifyReply> {
  const { file } = request.params as { readonly file: string };
  const hash = calendars.hashOfToken(file.replace(/\.ics$/, ""));
  const found = await limit.lookUp("calendar", hash, clients.askerOf(request), () => calendars.find(hash));
  const text = await found?.text(clients.addressOf(request));
  if (text === undefined)
    throw new Refusal(
      "not_found",
      "There is no calendar at this address; make another one where it was made.",
    );
  const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;
  // Looked up each time, so that an address that was replaced is dead at once.
  reply.header("etag", etag).header("cache-control", "private, no-cache").header("x-robots-tag", "noindex");
  const held = String(request.headers["if-none-match"] ?? "").split(",");
  if (held.some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*"))
    return reply.code(304).send();
  return reply.header("content-type", "text/calendar; charset=utf-8").send(text);
}
