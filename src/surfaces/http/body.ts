import type { FastifyInstance } from "fastify";
import { JsonFault, maxBodyBytes, parseJson } from "../../kernel/json.ts";
import { Refusal } from "../../kernel/problem.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** JSON is the only body there is; anything else is 415 before it is read. */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: maxBodyBytes },
    (_request, body, done) => {
      try {
        done(null, jsonOf(body as Buffer));
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

function jsonOf(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return parseJson(body);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const what = error.malformed ? "is not valid JSON" : "is not taken";
    throw new Refusal("bad_request", `The body ${what}: ${error.message}.`);
  }
}
