import { unprocessable } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * When a new key or token ends: as asked, within the longest life that the organization's settings allow;
 * where nothing was asked, at the end of that. Null: never.
 */
export function expiryOf(asked: string | null, maxDays: number | null, now: Date): Date | null {
  const latest = maxDays === null ? null : new Date(now.getTime() + maxDays * dayMs);
  if (asked === null) return latest;
  const expiresAt = parseTimestamp(asked);
  if (expiresAt === undefined || expiresAt <= now) throw refusal("must lie in the future");
  if (latest !== null && expiresAt > latest) {
    throw refusal(
      `must be at most ${maxDays} days ahead, which is what key_max_lifetime_days of organization_settings allows: ${readable(latest)} or earlier`,
    );
  }
  return expiresAt;
}

function refusal(message: string) {
  return unprocessable([{ field: "expires_at", message }]);
}
