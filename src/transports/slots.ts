/** Connections that are open at once for each key; whoever finds none free waits for one, in order of arrival. */
import { SendFailure } from "./port.ts";

interface Line {
  taken: number;
  readonly waiting: (() => void)[];
}

/** Answers what takes one for a key, and gives it back when its answer is called. @throws SendFailure after so long */
export function createSlots(most: number): (key: string, timeout_ms: number) => Promise<() => void> {
  const lines = new Map<string, Line>();
  return async (key, timeout_ms) => {
    const line = lines.get(key) ?? { taken: 0, waiting: [] };
    lines.set(key, line);
    if (line.taken < most) line.taken += 1;
    else await turn(line, timeout_ms);
    return () => {
      const next = line.waiting.shift();
      if (next !== undefined) return next();
      line.taken -= 1;
      if (line.taken === 0) lines.delete(key);
    };
  };
}

function turn({ waiting }: Line, timeout_ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(go), 1);
      const message = "all connections to it were busy with other requests of this organization";
      reject(new SendFailure("unreachable", message));
    }, timeout_ms);
    waiting.push(go);
  });
}
