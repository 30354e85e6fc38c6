import type { FastifyInstance, FastifyRequest } from "fastify";
import { JsonFault, maxBodyBytes, parseJson } from "../../kernel/json.ts";
import { parseLongJson } from "../../kernel/long-json.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { Turn } from "../../kernel/time-slices.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** JSON is the only body there is; anything else is 415 before it is read. A route that takes more says so by its `bodyLimit`. */
export function acceptJsonBodies(
  server: FastifyInstance,
  mediaTypes: readonly string[] = ["application/json"],
): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    [...mediaTypes],
    { parseAs: "buffer", bodyLimit: maxBodyBytes },
    (request: FastifyRequest, body: Buffer, done) => {
      const { bodyLimit } = request.routeOptions;
      const turn = turns.get(request) ?? { of: "" };
      if (body.length === 0) done(null);
      else if (bodyLimit > maxBodyBytes)
        parseLongJson(body, bodyLimit, turn).then(
          (json) => done(null, json),
          (error) => done(refusalOf(error)),
        );
      else parseNow(body, done);
    },
  );
}

/** The body as a JSON object; 400 where there is none, or it is something else. */
export function objectBody(body: unknown): JsonObject {
  if (isObject(body as JsonObject)) return body as JsonObject;
  throw new Refusal("bad_request", 'The body must be a JSON object, such as {"name": "Platform"}.');
}

/** Long bodies are read in turns. */
const turns = new WeakMap<FastifyRequest, Turn>();

/** Says at the head of a request that may have a long body whose it is. */
export function readInTurn(request: FastifyRequest, turn: Turn): void {
  turns.set(request, turn);
}

function parseNow(body: Buffer, done: (error: Error | null, json?: unknown) => void): void {
  let json: unknown;
  try {
    json = parseJson(body);
  } catch (error) {
    done(refusalOf(error as Error));
    return;
  }
  done(null, json);
}

function refusalOf(error: Error): Error {
  if (!(error instanceof JsonFault)) return error;
  const what = error.malformed ? "is not valid JSON" : "is not taken";
  return new Refusal("bad_request", `The body ${what}: ${error.message}.`);
}
