/** Threads that do long work go behind the one that serves. */
import { constants, setPriority } from "node:os";

/**
 * Lets the process's other threads go first, where there are fewer cores than threads with something to do. To be called
 * in the thread. On Linux alone a priority is a thread's own; elsewhere it is the whole process's, and stays as it is.
 */
export function letOthersFirst(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The whole process is behind others already, or may not say: it works as it is.
  }
}
