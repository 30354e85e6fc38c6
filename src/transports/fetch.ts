/**
 * Requests with what Node has built in, to addresses that the operator names, so that none is judged. The agent has
 * them: it starts a third smaller without undici.
 */
import { type HttpTransport, SendFailure } from "../engine/ports/outbound.ts";
import { unreachable } from "./failures.ts";

/** From the first packet to the last. */
const wholeMs = 15_000;
/** The rules or figures of some thousand rows. */
const maxReplyBytes = 32 * 1024 * 1024;

export function createFetchTransport(): Pick<HttpTransport, "ask"> {
  return {
    async ask({ method, url, headers = {}, body, timeout_ms = wholeMs, max_bytes = maxReplyBytes }) {
      try {
        const answer = await fetch(url, {
          method,
          headers: { ...headers, "user-agent": "orgconfig" },
          ...(body === undefined ? {} : { body }),
          redirect: "manual",
          signal: AbortSignal.timeout(timeout_ms),
        });
        return {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          text: await textOf(answer.body, max_bytes),
        };
      } catch (error) {
        throw error instanceof SendFailure ? error : unreachable(error);
      }
    },
  };
}

/** A body of at most so many bytes; the connection of a longer one is closed. */
async function textOf(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new SendFailure("refused", "its answer was too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
