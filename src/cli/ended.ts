/** What a command that a signal ends leaves behind, and what to do then: it says that before it ends. */
import { writeSync } from "node:fs";
import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM"] as const;

/** @param left what is left and what to do, in sentences, when the signal comes */
export async function sayingWhatIsLeft<T>(left: () => string, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    writeSync(2, `orgconfig: ended by ${signal}. ${left()}\n`);
    // As a shell shows of who ends by a signal.
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of signals) process.once(signal, end);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.removeListener(signal, end);
  }
}
