/** Whether a request goes out again, and when. A write does where the service cannot have made it, or would not make it twice. */
import { ANSWER_TIMEOUT, type Reply, Unanswered } from "./transport.ts";
import { CONNECT_TIMEOUT, ProxyRefusal } from "./tunnel.ts";

/** About a minute of absence: the waits before ten more attempts. */
export const usualRetries = 10;

const firstWait_ms = 500;
const longestWait_ms = 8_000;
/** A service that asks for a longer wait than this is not called again: the run ends and says so. */
const longestRequested_ms = 60_000;
/** What all waits of one request may come to: two minutes, or more where more retries are allowed than usual. */
const longestInAll_ms = 120_000;

/** What passes by itself: the service restarts, or the network to it does. */
const passing: ReadonlySet<string> = new Set([
  CONNECT_TIMEOUT,
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Answers of something in front of a service that is away. */
const gateway: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * For one request, called after each attempt: how many milliseconds to wait before it goes out again; undefined where
 * it must not, or would not help.
 */
export type Retries = (outcome: Reply | Unanswered) => number | undefined;

/**
 * @param repeatable whether a second arrival does no harm: a read, and a write with an If-Match or an Idempotency-Key
 * @param most how often the request may go out again
 * @param mostUnanswered how often where nothing answered at all
 */
export function retriesOf(
  repeatable: boolean,
  most: number = usualRetries,
  mostUnanswered: number = most,
): Retries {
  const bound_ms = Math.max(longestInAll_ms, (longestInAll_ms / usualRetries) * most);
  let done = 0;
  let waited_ms = 0;
  let wasLate = false;

  function mayHelp(outcome: Reply | Unanswered): boolean {
    if (!(outcome instanceof Unanswered)) return mayPass(outcome, repeatable);
    if (outcome.code !== ANSWER_TIMEOUT) return mayFind(outcome, repeatable);
    // One bad node can swallow a request. Twice means that the service is slow, and each attempt takes long.
    const again = repeatable && !wasLate;
    wasLate = true;
    return again;
  }

  return (outcome) => {
    const requested_ms = outcome instanceof Unanswered ? 0 : requestedWait_ms(outcome);
    const wait_ms = Math.max(requested_ms, Math.min(firstWait_ms * 2 ** done, longestWait_ms));
    const bound = outcome instanceof Unanswered ? Math.min(most, mostUnanswered) : most;
    if (done >= bound || !mayHelp(outcome) || requested_ms > longestRequested_ms) return undefined;
    if (waited_ms + wait_ms > bound_ms) return undefined;
    done += 1;
    waited_ms += wait_ms;
    // Apart from one another, so that ten writers that met the same end do not come back at the same time.
    return wait_ms * (1 + Math.random() / 4);
  };
}

function mayFind({ cause, code, sent }: Unanswered, repeatable: boolean): boolean {
  // The tunnel was not opened, so nothing was sent.
  if (cause instanceof ProxyRefusal) return gateway.has(cause.status);
  return passing.has(code) && (!sent || repeatable);
}

function mayPass(reply: Reply, repeatable: boolean): boolean {
  if (reply.status === 429 || isUnderWay(reply)) return true;
  return gateway.has(reply.status) && (repeatable || isNotTaken(reply));
}

/** Whether the request cannot have been made: it was not sent, or the service says so. */
export function isNotMade(outcome: Reply | Unanswered): boolean {
  if (outcome instanceof Unanswered) return !outcome.sent || outcome.cause instanceof ProxyRefusal;
  return outcome.status === 429 || isNotTaken(outcome);
}

/** The first arrival of the request, which was sent again, is still being answered. */
function isUnderWay({ status, text }: Reply): boolean {
  return status === 409 && /"reason"\s*:\s*"in_progress"/.test(text);
}

/** The service itself says that it did nothing: its own 503, with the time to come back, and not in doubt. */
export function isNotTaken({ status, headers, text }: Reply): boolean {
  if (status !== 503 || headers["retry-after"] === undefined) return false;
  return /"error"\s*:\s*"unavailable"/.test(text) && !/"reason"\s*:\s*"in_doubt"/.test(text);
}

/** Retry-After in milliseconds, as seconds or as a date (RFC 9110 §10.2.3); 0 where there is none that can be read. */
export function requestedWait_ms({ headers }: Pick<Reply, "headers">, now = Date.now()): number {
  const text = headers["retry-after"]?.trim() ?? "";
  const wanted = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(wanted) ? Math.max(wanted, 0) : 0;
}
