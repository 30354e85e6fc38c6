/** When a failed delivery is tried again, and when no more: a pure function of what happened. */
import type { SendFailure } from "../../../transports/port.ts";

/** Pauses after the first failures; the last one is kept from then on. */
const pausesMs = [5_000, 15_000, 45_000, 120_000, 300_000, 900_000, 1_800_000, 3_600_000];
/** How long a delivery is tried before people have to look at it. */
const tryingMs = 24 * 3_600_000;
/** Tries after a refusal that calls itself final: servers err, but not for long. */
const refusedTries = 4;
/** From here on those behind it no longer wait, unless nobody answers at all: then none of them would pass. */
const yieldsAfter = 3;

/** Why a delivery to what is gone or off, or that came too late, is given up: no message was lost by it. */
export const nothingMore = "nothing more is sent to it";

export type NextTry =
  | { readonly next: "again"; readonly pauseMs: number; readonly yields: boolean }
  | { readonly next: "never"; readonly why: string };

export function afterFailure(
  /** Failed tries, this one included. */
  attempts: number,
  { kind, afterMs }: Pick<SendFailure, "kind" | "afterMs">,
  tryingSince: Date,
  now: Date,
  /** Whether order is worth less than what waits behind it. */
  anyOrder = false,
): NextTry {
  if (kind === "gone") return { next: "never", why: nothingMore };
  if (kind === "refused" && attempts >= refusedTries) return { next: "never", why: "it was refused" };
  const pauseMs = Math.max(afterMs, pausesMs[Math.min(attempts, pausesMs.length) - 1] as number);
  if (now.getTime() + pauseMs > tryingSince.getTime() + tryingMs)
    return { next: "never", why: "it was tried for 24 hours" };
  const yields = anyOrder || (kind !== "unreachable" && attempts >= yieldsAfter);
  return { next: "again", pauseMs, yields };
}
