/** Where the program is between its start and its end; readiness, and what a request may expect, follow. */

/** A worker that retires serves what it is sent, and asks to be sent no more: another one has taken its place. */
export type Phase = "starting" | "serving" | "retiring" | "draining";

export type Lifecycle = ReturnType<typeof createLifecycle>;

export function createLifecycle(start: Phase) {
  let phase = start;
  const waiting: (() => void)[] = [];
  return {
    phase: () => phase,
    /**
     * From now on requests are served; runs what waited for it.
     * @returns false where a stop came before: the program ends, and begins nothing
     */
    serve(): boolean {
      if (phase === "draining") return false;
      phase = "serving";
      for (const work of waiting.splice(0)) work();
      return true;
    },
    retire() {
      phase = "retiring";
    },
    /** No more than that for a worker that retires: the service as a whole is as ready as it was. */
    drain() {
      if (phase !== "retiring") phase = "draining";
    },
    /** Runs `work` once requests are served, or at once where they are already. */
    onServe(work: () => void) {
      if (phase === "serving") work();
      else waiting.push(work);
    },
  };
}
