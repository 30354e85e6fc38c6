import type { FastifyInstance } from "fastify";
import { once } from "../../kernel/once.ts";
import { fileOf, sendFile } from "../served-files.ts";
import { bundleSchemaPath, descriptionPath } from "./calls.ts";

/**
 * Serves the OpenAPI description and the editors' schema, without a credential: they hold nothing of any organization. They are
 * made when first asked for: the description's examples run the kinds' own rules, which would hold up the start.
 */
export function serveDescription(
  server: FastifyInstance,
  description: () => string,
  bundleSchema: () => string,
): void {
  const files = {
    [descriptionPath]: once(() => fileOf("openapi.json", description())),
    [bundleSchemaPath]: once(() => fileOf("bundle.schema.json", bundleSchema())),
  };
  for (const [url, file] of Object.entries(files))
    server.route({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => sendFile(request, reply, file(), "no-cache"),
    });
}
