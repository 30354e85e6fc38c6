/** Connections that are open at once for each key; whoever finds none free waits for one, in order of arrival. */
import { Turns } from "../kernel/turns.ts";
import { SendFailure } from "./port.ts";

/** Answers what takes one for a key, and gives it back when its answer is called. @throws SendFailure after so long */
export function createSlots(most: number): (key: string, timeout_ms: number) => Promise<() => void> {
  const lines = new Map<string, Turns>();
  return async (key, timeout_ms) => {
    const line = lines.get(key) ?? new Turns();
    lines.set(key, line);
    const leave = await line.take(most, timeout_ms, busy);
    return () => {
      leave();
      if (line.isIdle) lines.delete(key);
    };
  };
}

function busy(): SendFailure {
  return new SendFailure(
    "unreachable",
    "all connections to it were busy with other requests of this organization",
  );
}
