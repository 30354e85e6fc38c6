/** Sets of processes and servers, which end together. */

/** What ends something that was started. */
export type End = () => Promise<unknown> | unknown;

export interface Closing {
  /** Ends all of it, what was started last first. */
  close(): Promise<void>;
}

/**
 * Starts a set.
 * @param start adds what ends each thing as soon as it is started: where a later one fails, all of them are ended
 */
export async function startAll<T extends object>(start: (ends: End[]) => Promise<T>): Promise<T & Closing> {
  const ends: End[] = [];
  const close = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    return { ...(await start(ends)), close };
  } catch (error) {
    // Engines and agents are processes, which would go on.
    await close();
    throw error;
  }
}
