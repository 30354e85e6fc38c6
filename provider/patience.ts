/** Patience with what this very run may still move out of the way. */
import { setTimeout as sleep } from "node:timers/promises";

/** The waits between the attempts: about four seconds together. */
const waits_ms = [250, 500, 1_000, 2_000];

/** Tries again for a few seconds while something stands in the way; the last outcome is given as it is. */
export async function whileBlocked<T>(
  attempt: () => Promise<T>,
  isBlocked: (outcome: T) => boolean,
): Promise<T> {
  for (const wait_ms of waits_ms) {
    const outcome = await attempt();
    if (!isBlocked(outcome)) return outcome;
    await sleep(wait_ms);
  }
  return attempt();
}
