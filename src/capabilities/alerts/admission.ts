/** How many notifications a node takes on at once, in all and of one organization: the others come again after 503. */
import { Refusal } from "../../kernel/problem.ts";

export interface AdmissionBounds {
  readonly calls: number;
  readonly callsOfOne: number;
  /** Bytes of all bodies, counted from the head on: a body may take its time to come. */
  readonly bytes: number;
  readonly bytesOfOne: number;
}

const retryAfterSeconds = 1;

/**
 * Takes a call on until what it answers is called.
 * @throws Refusal `unavailable` with Retry-After
 */
export function createAdmission(bounds: AdmissionBounds): (key: string, bytes: number) => () => void {
  const ofOne = new Map<string, Load>();
  const all: Load = { calls: 0, bytes: 0 };
  return (key, bytes) => {
    const one = ofOne.get(key) ?? { calls: 0, bytes: 0 };
    const fits =
      hasRoom(all, bytes, bounds.calls, bounds.bytes) &&
      hasRoom(one, bytes, bounds.callsOfOne, bounds.bytesOfOne);
    if (!fits)
      throw new Refusal("unavailable", "Too many notifications are being taken in; send this one again.", {
        retryAfterSeconds,
      });
    ofOne.set(key, one);
    for (const load of [all, one]) {
      load.calls += 1;
      load.bytes += bytes;
    }
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      for (const load of [all, one]) {
        load.calls -= 1;
        load.bytes -= bytes;
      }
      if (one.calls === 0) ofOne.delete(key);
    };
  };
}

interface Load {
  calls: number;
  bytes: number;
}

/** One that is larger than the bound by itself is taken where there is no other. */
function hasRoom(load: Load, bytes: number, mostCalls: number, mostBytes: number): boolean {
  return load.calls < mostCalls && (load.calls === 0 || load.bytes + bytes <= mostBytes);
}
