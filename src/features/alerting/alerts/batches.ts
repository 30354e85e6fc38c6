/**
 * Work that has to be done one after the other for each key, gathered: what comes while some is being done is done
 * together after it. Many small notifications a second then cost few transactions.
 */
import { AsyncResource } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";

export interface BatchWork<T, R> {
  /** Whether an item may be done together with those before it. */
  fits(before: readonly T[], item: T): boolean;
  /** Does all of it or nothing, in order, and answers for each. */
  run(key: string, items: readonly T[]): Promise<readonly R[]>;
}

/** The longest rest between two runs. */
const mostRestMs = 50;

interface Waiting<T, R> {
  readonly item: T;
  /** The request that pays for it: a batch is a part of its first one, and not of whoever began to empty the queue. */
  readonly own: AsyncResource;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers what adds an item to the queue of a key, and waits until it is done. */
export function createBatches<T, R>({ fits, run }: BatchWork<T, R>): (key: string, item: T) => Promise<R> {
  const queues = new Map<string, Waiting<T, R>[]>();

  async function empty(key: string, queue: Waiting<T, R>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = nextOf(queue);
      const begun = performance.now();
      try {
        const items = batch.map(({ item }) => item);
        const results = await (batch[0] as Waiting<T, R>).own.runInAsyncScope(run, undefined, key, items);
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] as R);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // As long as it took, so that deliveries get their turn at a database with one connection, and more is gathered.
      if (queue.length > 0) await pause(Math.min(performance.now() - begun, mostRestMs));
    }
    queues.delete(key);
  }

  function nextOf(queue: Waiting<T, R>[]): Waiting<T, R>[] {
    const items: T[] = [];
    for (const { item } of queue) {
      if (items.length > 0 && !fits(items, item)) break;
      items.push(item);
    }
    return queue.splice(0, items.length);
  }

  return (key, item) =>
    new Promise<R>((resolve, reject) => {
      const waiting = { item, own: new AsyncResource("Batch"), resolve, reject };
      const queue = queues.get(key);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const fresh = [waiting];
      queues.set(key, fresh);
      void empty(key, fresh);
    });
}
