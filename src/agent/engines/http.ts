/** Sends requests to an engine, and turns its failures into sentences. */

import { given } from "../../kernel/given.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { credentialHeaders, quoting } from "../../renderers/connection-tests/probe.ts";
import { type ErrorKind, kindOfStatus } from "../../renderers/health.ts";
import type { HttpRequests, OutgoingRequest, Reply } from "../../transports/port.ts";
import { SendFailure } from "../../transports/port.ts";
import { EngineAway, EngineProblem } from "../engine.ts";

/** How an engine is reached: the members of its connector's `config`. */
export interface EngineAddress {
  /** Where its paths begin, without a slash at the end. */
  readonly url: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  /** The tenant of a Mimir, for X-Scope-OrgID. */
  readonly tenant?: string;
}

const longestSaid = 200;

/** How long an answer may take where the question says nothing else: an engine that hangs takes connections, and is silent. */
const answer_ms = 10_000;
/** One that was just waited for in vain is not waited for again at once: what else is asked in this round fails with it. */
const silence_ms = 5_000;

/** What a proxy answers for an engine that is away, and an engine that still starts. */
const notReady: readonly number[] = [502, 503, 504];

/** What Prometheus' API and those like it mean by more statuses. */
const kinds: Readonly<Record<number, ErrorKind>> = {
  ...kindOfStatus,
  400: "malformed_query",
  422: "malformed_query",
};

export interface EngineHttp {
  /**
   * @param timeout_ms for what takes longer than a question
   * @throws EngineProblem where nothing answers, or the answer is no success
   */
  request(
    method: OutgoingRequest["method"],
    path: string,
    body?: { readonly type: string; readonly text: string },
    timeout_ms?: number,
  ): Promise<Reply>;
  /** What GET answers as JSON. */
  json(path: string): Promise<JsonObject>;
  /** Something out of an answer, to be shown: without the credentials of the address, in one line of at most so many characters. */
  quote(text: string, longest: number): string;
}

export function createEngineHttp(
  transport: Pick<HttpRequests, "request">,
  address: EngineAddress,
): EngineHttp {
  const headers = credentialHeaders({ ...address });
  const quote = quoting({ ...address });
  let silent: { readonly failure: SendFailure; readonly until: number } | undefined;

  /** Only what asks for no time of its own says that the engine is silent: a long question may be too long for one that works. */
  async function ask(outgoing: OutgoingRequest): Promise<Reply> {
    if (silent !== undefined && performance.now() < silent.until) throw silent.failure;
    const { timeout_ms = answer_ms } = outgoing;
    const asked = performance.now();
    try {
      return await transport.request({ ...outgoing, timeout_ms });
    } catch (error) {
      const waited = performance.now() - asked >= answer_ms;
      if (error instanceof SendFailure && waited && outgoing.timeout_ms === undefined)
        silent = { failure: error, until: performance.now() + silence_ms };
      throw error;
    }
  }

  async function request(
    method: OutgoingRequest["method"],
    path: string,
    body?: { readonly type: string; readonly text: string },
    timeout_ms?: number,
  ): Promise<Reply> {
    const reply = await ask({
      method,
      url: `${address.url}${path}`,
      headers: { ...headers, ...given({ "content-type": body?.type }) },
      body: body?.text,
      timeout_ms,
    }).catch((error: unknown) => {
      if (!(error instanceof SendFailure)) throw error;
      throw new EngineAway(`the engine cannot be reached: ${error.message}`);
    });
    if (reply.status >= 200 && reply.status < 300) return reply;
    const said = quote(reply.text, longestSaid);
    const message = `the engine answered HTTP ${reply.status} to ${method} ${path.split("?")[0]}: ${said}`;
    if (notReady.includes(reply.status)) throw new EngineAway(message);
    throw new EngineProblem(message, kinds[reply.status]);
  }

  return {
    request,
    quote,
    async json(path) {
      const { text } = await request("GET", path);
      try {
        return JSON.parse(text) as JsonObject;
      } catch {
        throw new EngineProblem(
          `the engine answered no JSON to GET ${path.split("?")[0]}; does its address lead to it?`,
        );
      }
    },
  };
}
