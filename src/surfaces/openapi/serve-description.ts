import type { FastifyInstance } from "fastify";
import { once } from "../../kernel/once.ts";
import { fileOf, sendFile } from "../served-files.ts";

/**
 * Serves the OpenAPI description, without a credential: it holds nothing of any organization. It is made
 * when first asked for: its examples run the kinds' own rules, which would hold up the start.
 */
export function serveDescription(server: FastifyInstance, description: () => string): void {
  const file = once(() => fileOf("openapi.json", description()));
  server.route({
    method: ["GET", "HEAD"],
    url: "/api/v1/config/openapi.json",
    handler: (request, reply) => sendFile(request, reply, file(), "no-cache"),
  });
}
