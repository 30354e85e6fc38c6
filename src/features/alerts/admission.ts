/**
 * How much of alerts' bodies a node takes on at once, in all and of one organization: the others come again after 503.
 * What counts is what has arrived, so that a body which is only announced keeps nobody out.
 */
import type { Arrival } from "../../engine/operation.ts";
import { Refusal } from "../../kernel/problem.ts";

export interface AdmissionBounds {
  /** Calls whose body is whole, until they are answered. Long ones may have half of them. */
  readonly calls: number;
  readonly callsOfOne: number;
  /** Bytes that have arrived of long bodies, until those are answered. */
  readonly bytes: number;
  readonly bytesOfOne: number;
}

/** A body of up to so many bytes is short: for such a one there is always room to arrive. */
export const shortBytes = 65_536;

const retryAfterSeconds = 1;

/** Takes calls on, each of one organization. */
export function createAdmission(bounds: AdmissionBounds): (key: string) => Arrival {
  const ofOne = new Map<string, Load>();
  const all: Load = { arriving: 0, calls: 0, longCalls: 0, bytes: 0 };
  return (key) => {
    const one = ofOne.get(key) ?? { arriving: 0, calls: 0, longCalls: 0, bytes: 0 };
    ofOne.set(key, one);
    one.arriving += 1;
    const loads = [
      { load: all, calls: bounds.calls, bytes: bounds.bytes },
      { load: one, calls: bounds.callsOfOne, bytes: bounds.bytesOfOne },
    ] as const;
    let received = 0;
    /** As many as are counted: all of it, once it is long. */
    let counted = 0;
    let state: "arriving" | "working" | "over" = "arriving";
    return {
      arrived(bytes) {
        received += bytes;
        if (received <= shortBytes) return;
        const more = received - counted;
        // One that is larger than the bound by itself is taken where there is no other.
        if (loads.some(({ load, bytes: most }) => load.bytes > counted && load.bytes + more > most))
          throw tooMuch();
        counted = received;
        for (const { load } of loads) load.bytes += more;
      },
      begin() {
        const isLong = counted > 0;
        if (
          loads.some(
            ({ load, calls }) => load.calls >= calls || (isLong && load.longCalls >= Math.ceil(calls / 2)),
          )
        )
          throw tooMuch();
        state = "working";
        for (const { load } of loads) {
          load.calls += 1;
          if (isLong) load.longCalls += 1;
        }
      },
      end() {
        if (state === "over") return;
        for (const { load } of loads) {
          load.bytes -= counted;
          if (state !== "working") continue;
          load.calls -= 1;
          if (counted > 0) load.longCalls -= 1;
        }
        state = "over";
        one.arriving -= 1;
        if (one.arriving === 0) ofOne.delete(key);
      },
    };
  };
}

interface Load {
  /** Calls that have not ended, whether their body is whole or not. */
  arriving: number;
  calls: number;
  longCalls: number;
  bytes: number;
}

function tooMuch(): Refusal {
  return new Refusal("unavailable", "Too many notifications are being taken in; send this one again.", {
    retryAfterSeconds,
  });
}
