import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodNotAllowed } from "../../kernel/problem.ts";

/** Serves what is only read, by GET and HEAD; every other method is 405. */
export function serveRead(
  server: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
): void {
  const reads = ["GET", "HEAD"];
  server.route({ method: reads, url, handler });
  server.route({
    method: server.supportedMethods.filter((method) => !reads.includes(method)),
    url,
    onRequest: async (request) => {
      throw methodNotAllowed(request.method, ["GET"]);
    },
    handler: () => {},
  });
}
