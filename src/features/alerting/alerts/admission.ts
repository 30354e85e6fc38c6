/**
 * How much of alerts' bodies a node takes on at once, in all and of one organization: the others come again after 503.
 * What counts is what has arrived, so that a body which is only announced keeps nobody out.
 */
import type { Arrival } from "../../../engine/operation.ts";
import { Refusal } from "../../../kernel/problem.ts";

export interface AdmissionBounds {
  /** In all, and of one. */
  readonly all: Room;
  readonly one: Room;
}

interface Room {
  /** Calls whose body is whole, until they are answered: an Alertmanager sends one for each group, all at once. */
  readonly calls: number;
  readonly longCalls: number;
  /** Bytes of short bodies of these. */
  readonly shortBytes: number;
  /** Bytes that have arrived of long bodies, until those are answered. */
  readonly bytes: number;
}

/** A body of up to so many bytes is short: for such a one there is always room to arrive. */
export const shortBytes = 65_536;

const retryAfterSeconds = 1;

/** Takes calls on, each of one organization. */
export function createAdmission(bounds: AdmissionBounds): (key: string) => Arrival {
  const ofOne = new Map<string, Load>();
  const all = unloaded();
  return (key) => {
    const one = ofOne.get(key) ?? unloaded();
    ofOne.set(key, one);
    one.arriving += 1;
    const loads = [
      { load: all, room: bounds.all },
      { load: one, room: bounds.one },
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
        if (loads.some(({ load, room }) => load.bytes > counted && load.bytes + more > room.bytes))
          throw tooMuch();
        counted = received;
        for (const { load } of loads) load.bytes += more;
      },
      begin() {
        const isLong = counted > 0;
        if (loads.some(({ load, room }) => isFull(load, room, isLong ? undefined : received)))
          throw tooMuch();
        state = "working";
        for (const { load } of loads) {
          load.calls += 1;
          if (isLong) load.longCalls += 1;
          else load.shortBytes += received;
        }
      },
      end() {
        if (state === "over") return;
        for (const { load } of loads) {
          load.bytes -= counted;
          if (state !== "working") continue;
          load.calls -= 1;
          if (counted > 0) load.longCalls -= 1;
          else load.shortBytes -= received;
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
  shortBytes: number;
  bytes: number;
}

function unloaded(): Load {
  return { arriving: 0, calls: 0, longCalls: 0, shortBytes: 0, bytes: 0 };
}

/** @param bytes of a short body */
function isFull(load: Load, room: Room, bytes: number | undefined): boolean {
  if (load.calls >= room.calls) return true;
  return bytes === undefined ? load.longCalls >= room.longCalls : load.shortBytes + bytes > room.shortBytes;
}

function tooMuch(): Refusal {
  return new Refusal("unavailable", "Too many notifications are being taken in; send this one again.", {
    retryAfterSeconds,
  });
}
