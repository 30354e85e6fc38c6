/** What the services that lead to a person's devices answer, in words that hold no address, number or token of theirs. */
import { retryAfter } from "../kernel/retry-after.ts";
import { type HttpRequests, type OutgoingRequest, type Reply, SendFailure } from "./port.ts";

/** A page that is not taken by then takes the next way. */
const timeout_ms = 10_000;
/** Nothing is read of an answer but its status and a code. */
const max_bytes = 64 * 1024;

export function posted(
  http: Pick<HttpRequests, "request">,
  request: Pick<OutgoingRequest, "url" | "headers" | "body">,
): Promise<Reply> {
  return http.request({ ...request, method: "POST", timeout_ms, max_bytes, cut: true });
}

/**
 * Why an answer that is no 2xx took nothing: of 4xx only what HTTP calls a matter of time may pass by itself
 * (RFC 9110 §15.5, RFC 6585 §4).
 * @param who such as "the push service"
 * @param why what a status means there, where that is more than its number says
 */
export function failureOfAnswer(
  { status, headers }: Pick<Reply, "status" | "headers">,
  who: string,
  why: Readonly<Record<number, string>> = {},
): SendFailure {
  const passing = status >= 500 || [408, 425, 429].includes(status);
  const redirect =
    status >= 300 && status < 400 ? "it answered with a redirect, which is not followed" : undefined;
  const said = why[status] ?? redirect ?? (passing ? "it does not take it now" : "it refused it");
  const afterMs = passing ? retryAfter(headers["retry-after"], new Date()) : undefined;
  return new SendFailure(passing ? "temporary" : "refused", `${who}: ${said} (HTTP ${status})`, {
    status,
    afterMs,
  });
}
