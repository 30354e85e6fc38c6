/**
 * Long work in pieces: a generator that yields wherever it may pause. All such work of the program shares
 * one queue, so that the event loop runs at most one piece between two other things that it has to do.
 */
import { setImmediate } from "node:timers/promises";

/** About how long a piece takes; it ends at the first pause after that. */
const pieceMs = 5;

export type Pieces<T> = Generator<undefined, T, undefined>;

/** Does the work in pieces. Each waits for its turn, so that many at once hold up nobody else. */
export async function inPieces<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    await nextTurn();
    const until = performance.now() + pieceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
  }
}

/** Does all of the work at once, where there is nobody to hold up. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Work in steps that are promises: gives the event loop up after each that took it past the length of a piece. */
export function createPause(): () => Promise<void> {
  let until = performance.now() + pieceMs;
  return async () => {
    if (performance.now() < until) return;
    await nextTurn();
    until = performance.now() + pieceMs;
  };
}

let turns: Promise<unknown> = Promise.resolve();

function nextTurn(): Promise<unknown> {
  turns = turns.then(() => setImmediate());
  return turns;
}
