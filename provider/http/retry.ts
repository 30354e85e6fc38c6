/** Whether a request goes out again, and when. A write never does where the service may have made it already. */
import { type Reply, Unanswered } from "./transport.ts";
import { CONNECT_TIMEOUT, ProxyRefusal } from "./tunnel.ts";

/** About a minute of absence: the waits before ten more attempts. */
export const usualRetries = 10;

const firstWait_ms = 500;
const longestWait_ms = 8_000;
/** Who is asked to stay away for longer ends, rather than to keep a run waiting. */
const longestAsked_ms = 60_000;

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
 * How long to wait before the request goes out again; undefined where it must not, or would not help.
 * @param repeatable whether a second arrival does no harm: a read, and a write with an If-Match
 * @param attempt the number of the one that ended so, from 1
 */
export function pauseAfter(
  outcome: Reply | Unanswered,
  repeatable: boolean,
  attempt: number,
): number | undefined {
  const again = outcome instanceof Unanswered ? mayFind(outcome, repeatable) : mayPass(outcome, repeatable);
  const asked = outcome instanceof Unanswered ? 0 : askedToWait_ms(outcome);
  if (!again || asked > longestAsked_ms) return undefined;
  const backOff = Math.min(firstWait_ms * 2 ** (attempt - 1), longestWait_ms);
  // Apart from one another, so that ten writers that met the same end do not come back at the same time.
  return Math.max(asked, backOff) * (1 + Math.random() / 4);
}

function mayFind({ cause, code, sent }: Unanswered, repeatable: boolean): boolean {
  // The tunnel was not opened, so nothing was sent.
  if (cause instanceof ProxyRefusal) return gateway.has(cause.status);
  return passing.has(code) && (!sent || repeatable);
}

function mayPass(reply: Reply, repeatable: boolean): boolean {
  if (reply.status === 429) return true;
  return gateway.has(reply.status) && (repeatable || isNotTaken(reply));
}

/** The service itself says that it did nothing: its own 503, with the time to come back, and not in doubt. */
export function isNotTaken({ status, headers, text }: Reply): boolean {
  if (status !== 503 || headers["retry-after"] === undefined) return false;
  return /"error"\s*:\s*"unavailable"/.test(text) && !/"reason"\s*:\s*"in_doubt"/.test(text);
}

/** Retry-After in milliseconds, as seconds or as a date (RFC 9110 §10.2.3); 0 where there is none that can be read. */
export function askedToWait_ms({ headers }: Pick<Reply, "headers">, now = Date.now()): number {
  const text = headers["retry-after"]?.trim() ?? "";
  const asked = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(asked) ? Math.max(asked, 0) : 0;
}
