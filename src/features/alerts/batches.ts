/**
 * Work that has to be done one after the other for each key, gathered: what comes while some is being done is done
 * together after it. Many small notifications a second then cost few transactions.
 */
import { setTimeout as pause } from "node:timers/promises";

export interface LaneWork<T, R> {
  /** Whether an item may be done together with those before it. */
  fits(before: readonly T[], item: T): boolean;
  /** Does all of it or nothing, in order, and answers for each. */
  run(key: string, items: readonly T[]): Promise<readonly R[]>;
}

/** The longest rest between two runs. */
const mostRestMs = 50;

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers what adds an item to a lane, and waits until it is done. */
export function createLanes<T, R>({ fits, run }: LaneWork<T, R>): (key: string, item: T) => Promise<R> {
  const lanes = new Map<string, Waiting<T, R>[]>();

  async function empty(key: string, lane: Waiting<T, R>[]): Promise<void> {
    while (lane.length > 0) {
      const batch = nextOf(lane);
      const begun = performance.now();
      try {
        const results = await run(
          key,
          batch.map(({ item }) => item),
        );
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] as R);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // As long as it took, so that deliveries get their turn at a database with one connection, and more is gathered.
      if (lane.length > 0) await pause(Math.min(performance.now() - begun, mostRestMs));
    }
    lanes.delete(key);
  }

  function nextOf(lane: Waiting<T, R>[]): Waiting<T, R>[] {
    const items: T[] = [];
    for (const { item } of lane) {
      if (items.length > 0 && !fits(items, item)) break;
      items.push(item);
    }
    return lane.splice(0, items.length);
  }

  return (key, item) =>
    new Promise<R>((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const lane = lanes.get(key);
      if (lane !== undefined) {
        lane.push(waiting);
        return;
      }
      const fresh = [waiting];
      lanes.set(key, fresh);
      void empty(key, fresh);
    });
}
