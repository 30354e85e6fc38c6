/** How many notifications a node takes on at once, in all and of one organization: the others come again after 503. */
import { Refusal } from "../../kernel/problem.ts";

export interface AdmissionBounds {
  readonly calls: number;
  readonly callsOfOne: number;
  /** Bytes of all bodies. */
  readonly bytes: number;
}

const retryAfterSeconds = 1;

/**
 * Takes a call on until what it answers is called.
 * @throws Refusal `unavailable` with Retry-After
 */
export function createAdmission(bounds: AdmissionBounds): (key: string, bytes: number) => () => void {
  const callsOf = new Map<string, number>();
  let calls = 0;
  let inHand = 0;
  return (key, bytes) => {
    const ofThis = callsOf.get(key) ?? 0;
    const full = calls >= bounds.calls || ofThis >= bounds.callsOfOne;
    // One that is larger than the bound by itself is taken when there is no other.
    if (full || (calls > 0 && inHand + bytes > bounds.bytes))
      throw new Refusal("unavailable", "Too many notifications are being taken in; send this one again.", {
        retryAfterSeconds,
      });
    calls += 1;
    inHand += bytes;
    callsOf.set(key, ofThis + 1);
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      calls -= 1;
      inHand -= bytes;
      const left = (callsOf.get(key) ?? 1) - 1;
      if (left === 0) callsOf.delete(key);
      else callsOf.set(key, left);
    };
  };
}
