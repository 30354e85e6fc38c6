import type { FastifyInstance } from "fastify";
import { excessOf } from "../../kernel/json-bounds.ts";
import { Refusal } from "../../kernel/problem.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** Most bytes of a request body, 1 MiB. */
export const maxBodyBytes = 1_048_576;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** JSON is the only body there is; anything else is 415 before it is read. */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: maxBodyBytes },
    (_request, body, done) => {
      try {
        done(null, parseJson(body as Buffer));
      } catch (error) {
        done(error as Error, undefined);
      }
    },
  );
}

/** The body as a JSON object; 400 where there is none, or it is something else. */
export function objectBody(body: unknown): JsonObject {
  if (isObject(body as JsonObject)) return body as JsonObject;
  throw new Refusal("bad_request", 'The body must be a JSON object, such as {"name": "Platform"}.');
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const excess = excessOf(body);
  if (excess !== undefined) throw new Refusal("bad_request", `The body ${excess}; send a smaller one.`);
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : "it is not UTF-8";
    throw new Refusal(
      "bad_request",
      `The body is not valid JSON: ${why.replace(/\s+/g, " ").slice(0, 200).toWellFormed()}.`,
    );
  }
}
