/**
 * Long work in pieces: a generator that yields wherever it may pause. All such work of the process takes turns, so that
 * the event loop runs at most one piece between two other things that it has to do. The turns go round by organization:
 * one that has a hundred calls under way holds up another no longer than with one.
 */

/** About how long a piece takes; it ends at the first pause after that. */
const pieceMs = 1;

export type Pieces<T> = Generator<undefined, T, undefined>;

/** For whom long work is done. */
export interface Turn {
  /** An organization's id, or a word for work that is nobody's. */
  readonly of: string;
  /** Ends the work with its reason, where nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each step, for who reports how far it is. */
  readonly worked?: (() => void) | undefined;
}

/**
 * Does the work in pieces, each when it is its turn.
 * @throws what the signal says, between two pieces
 */
export async function inPieces<T>(work: Pieces<T>, turn: Turn): Promise<T> {
  for (;;) {
    await nextTurn(turn);
    const until = performance.now() + pieceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
      turn.worked?.();
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

/**
 * Work in steps that are promises: waits for its turn after each step that took it past the length of a piece.
 * @throws what the signal says
 */
export function createPause(turn: Turn): () => Promise<void> {
  let until = performance.now() + pieceMs;
  return async () => {
    turn.signal?.throwIfAborted();
    turn.worked?.();
    if (performance.now() < until) return;
    await nextTurn(turn);
    until = performance.now() + pieceMs;
  };
}

/** Who waits for a turn, by whose it is: the first of the map has the next one. */
const waiting = new Map<string, (() => void)[]>();
let given = false;

async function nextTurn({ of, signal }: Turn): Promise<void> {
  await new Promise<void>((resolve) => {
    const others = waiting.get(of);
    if (others === undefined) waiting.set(of, [resolve]);
    else others.push(resolve);
    if (!given) setImmediate(give);
    given = true;
  });
  signal?.throwIfAborted();
}

/** Gives one turn; the piece runs before the next one is given. */
function give(): void {
  given = false;
  for (const [of, ofOne] of waiting) {
    waiting.delete(of);
    ofOne.shift()?.();
    if (ofOne.length > 0) waiting.set(of, ofOne);
    break;
  }
  if (waiting.size === 0) return;
  given = true;
  setImmediate(give);
}
