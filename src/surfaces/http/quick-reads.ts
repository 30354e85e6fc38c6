/**
 * Reads of one row with a bearer credential, answered before the framework's routing, hooks and reply, which cost as
 * much as all that such a read is. The steps and their order are those of rest.ts, by the same functions. Whatever
 * is not plainly such a read goes on to the framework.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { invoke } from "../../engine/invoke.ts";
import type { OperationAnswer } from "../../engine/operation.ts";
import { newRequestId } from "../../kernel/ids.ts";
import { answerOfError, jsonHeaders, ownershipHeaders } from "./answers.ts";
import { createEndpoints, type Endpoint } from "./endpoints.ts";
import { inputOf } from "./operation-input.ts";
import { headOf, type RestOptions } from "./rest.ts";

export interface QuickReads {
  /** Whether the request was such a read, and is answered. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /** Reads of the paths under `prefix` are taken from now on, while the service serves. */
  serve(prefix: string, options: RestOptions, serves: () => boolean): void;
}

/** @param observe is told of every answer: its method, its status, and the seconds since the request's head */
export function createQuickReads(
  log: FastifyBaseLogger,
  observe: (method: string, status: number, seconds: number) => void,
): QuickReads {
  let take: QuickReads["take"] = () => false;

  function serve(prefix: string, options: RestOptions, serves: () => boolean): void {
    const endpointOf = createEndpoints(prefix, options.operations);
    take = (request, response) => {
      const endpoint = serves() ? plainRead(request, prefix, endpointOf) : undefined;
      if (endpoint === undefined) return false;
      answer(request, response, endpoint, options).catch((error) => {
        log.error({ err: error }, "an answer could not be sent");
        response.destroy();
      });
      return true;
    };
  }

  async function answer(
    raw: IncomingMessage,
    response: ServerResponse,
    endpoint: Endpoint,
    options: RestOptions,
  ): Promise<void> {
    const started = performance.now();
    const request = { id: newRequestId(), raw, method: "GET", headers: raw.headers };
    const fixed = { "x-request-id": request.id, "x-content-type-options": "nosniff" };
    try {
      const { served, authorized, ...named } = await headOf(request, endpoint, noQuery, options);
      const input = inputOf(served, { ...named, headers: raw.headers, body: undefined });
      const found = await invoke(options.store, authorized, input);
      send(
        response,
        found.status,
        { ...fixed, ...headersOf(found) },
        found.text ?? JSON.stringify(found.body),
      );
    } catch (error) {
      const { status, headers, text } = answerOfError(error, request.id, log);
      send(response, status, { ...fixed, ...headers }, text);
    }
    observe("GET", response.statusCode, (performance.now() - started) / 1_000);
  }

  return { take: (request, response) => take(request, response), serve };
}

const noQuery = new URLSearchParams();

/** The path's endpoint where the request is a GET of one row and nothing else; undefined where it is anything more. */
function plainRead(
  { method, url = "", headers, httpVersion }: IncomingMessage,
  prefix: string,
  endpointOf: ReturnType<typeof createEndpoints>,
): Endpoint | undefined {
  if (method !== "GET" || httpVersion !== "1.1" || !url.startsWith(`${prefix}/`) || /[?%#]/.test(url))
    return undefined;
  if (headers.authorization === undefined || headers.host === undefined) return undefined;
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return undefined;
  const endpoint = endpointOf(url.slice(prefix.length + 1).split("/"));
  const input = endpoint?.served.GET?.operation.input;
  return input !== undefined && "resource" in input && input.verb === "get" ? endpoint : undefined;
}

function headersOf(answer: OperationAnswer): Record<string, string> {
  return {
    ...(answer.etag === undefined ? {} : { etag: answer.etag }),
    ...ownershipHeaders(answer),
    ...(answer.status === 304 ? { "cache-control": "no-store" } : jsonHeaders),
  };
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, text = ""): void {
  if (status === 304) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(text)) }).end(text);
}
