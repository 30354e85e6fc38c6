import type { FastifyInstance, FastifyRequest } from "fastify";
import { JsonFault, maxBodyBytes, parseJson } from "../../kernel/json.ts";
import { parseLongJson } from "../../kernel/long-json.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { Turn } from "../../kernel/time-slices.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** JSON is the only body there is; anything else is 415 before it is read. A route that takes more says so by its `bodyLimit`. */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: maxBodyBytes },
    async (request: FastifyRequest, body: Buffer) => (body.length === 0 ? undefined : jsonOf(body, request)),
  );
}

/** The body as a JSON object; 400 where there is none, or it is something else. */
export function objectBody(body: unknown): JsonObject {
  if (isObject(body as JsonObject)) return body as JsonObject;
  throw new Refusal("bad_request", 'The body must be a JSON object, such as {"name": "Platform"}.');
}

/** Whose turn it is to have a long body read. */
const turns = new WeakMap<FastifyRequest, Turn>();

/** Says at the head of a request that may have a long body whose it is. */
export function readInTurn(request: FastifyRequest, turn: Turn): void {
  turns.set(request, turn);
}

async function jsonOf(body: Buffer, request: FastifyRequest): Promise<unknown> {
  const { bodyLimit } = request.routeOptions;
  try {
    return bodyLimit > maxBodyBytes
      ? await parseLongJson(body, bodyLimit, turns.get(request) ?? { of: "" })
      : parseJson(body);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const what = error.malformed ? "is not valid JSON" : "is not taken";
    throw new Refusal("bad_request", `The body ${what}: ${error.message}.`);
  }
}
