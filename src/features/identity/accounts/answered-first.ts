/** Work that is done behind its answer, so that the time of the answer does not show what was found. */
import { Refusal } from "../../../kernel/problem.ts";

const mostPending = 200;

export class AnsweredFirst {
  readonly #pending = new Set<Promise<void>>();

  /** @throws Refusal `unavailable` where too much is under way; what the work throws is its own to handle */
  begin(work: () => Promise<void>): void {
    if (this.#pending.size >= mostPending)
      throw new Refusal("unavailable", "Too many people ask at this moment; try again shortly.", {
        retryAfterSeconds: 2,
      });
    const begun = work().finally(() => this.#pending.delete(begun));
    this.#pending.add(begun);
  }

  /** Waits for what is under way. */
  async flush(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
