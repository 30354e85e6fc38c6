/** Without it, what waits behind a statement that nobody answers would wait as long as that. */
import type { Request } from "./combined-statement.ts";
import { noneAnswered } from "./failures.ts";

/** A request that has not left yet. */
export interface Waiting extends Request {
  /** By performance.now(). */
  readonly since: number;
}

/**
 * Answers what is to be called when something waits.
 * @param patienceMs how long anything may; Infinity for as long as it takes
 * @param look is given what refuses those that waited too long, and answers whether others wait still
 */
export function createPatience(
  patienceMs: number,
  look: (withoutLate: (waiting: readonly Waiting[]) => Waiting[]) => boolean,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  function withoutLate(waiting: readonly Waiting[]): Waiting[] {
    const before = performance.now() - patienceMs;
    for (const { since, reject } of waiting) if (since <= before) reject(noneAnswered(patienceMs));
    return waiting.filter(({ since }) => since > before);
  }
  return function begin(): void {
    if (patienceMs === Number.POSITIVE_INFINITY || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (look(withoutLate)) begin();
    }, patienceMs).unref();
  };
}
