/**
 * Requests with what Node has built in, to addresses that the operator names, so that none is judged. The agent has
 * them: it starts a third smaller without undici.
 */

import { bodyText } from "./body.ts";
import { unreachable } from "./failures.ts";
import { type HttpRequests, SendFailure } from "./port.ts";

/** From the first packet to the last. */
const wholeMs = 15_000;
/** The rules or figures of some thousand rows. */
const maxReplyBytes = 32 * 1024 * 1024;

export function createFetchTransport(): Pick<HttpRequests, "request"> {
  return {
    async request({ method, url, headers = {}, body, timeout_ms = wholeMs, max_bytes = maxReplyBytes }) {
      try {
        const answer = await fetch(url, {
          method,
          headers: { ...headers, "user-agent": "orgconfig" },
          body: body ?? null,
          redirect: "manual",
          signal: AbortSignal.timeout(timeout_ms),
        });
        return {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          text: await bodyText(answer.body, max_bytes),
        };
      } catch (error) {
        throw error instanceof SendFailure ? error : unreachable(error);
      }
    },
  };
}
