/** Where the program is between its start and its end; readiness, and what a request may expect, follow. */

export type Phase = "starting" | "serving" | "draining";

export interface Lifecycle {
  phase(): Phase;
  /** From now on requests are served; runs what waited for it. */
  serve(): void;
  drain(): void;
  /** Runs `work` once requests are served, or at once where they are already. */
  onServe(work: () => void): void;
}

export function createLifecycle(start: Phase): Lifecycle {
  let phase = start;
  const waiting: (() => void)[] = [];
  return {
    phase: () => phase,
    serve() {
      phase = "serving";
      for (const work of waiting.splice(0)) work();
    },
    drain() {
      phase = "draining";
    },
    onServe(work) {
      if (phase === "serving") work();
      else waiting.push(work);
    },
  };
}
