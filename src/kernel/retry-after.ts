/** Longer waits are not believed. */
const longestWaitMs = 3_600_000;

/**
 * Retry-After in seconds, or as a moment (RFC 9110 §10.2.3).
 * @returns milliseconds from now on, an hour at most; undefined where it is neither
 */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestWaitMs);
}
