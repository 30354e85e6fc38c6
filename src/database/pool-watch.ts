/** How the connections to the database do: how busy they are, and whether their disk is full. It costs a query that gets one at once next to nothing. */
import type pg from "pg";
import { saysDiskFull } from "./failures.ts";

export interface PoolFigures {
  /** `rows` is for everything, `reads` for short reads of one row. */
  readonly pool: "rows" | "reads";
  readonly open: number;
  readonly idle: number;
  /** Work that waits for one now. */
  readonly waiting: number;
}

export class PoolWatch {
  /** Called with the seconds that some work waited, where every connection was taken. */
  onWait: (seconds: number) => void = () => {};
  /** Called when the database refuses some work because its disk is full. */
  onDiskFull: () => void = () => {};
  readonly #pools: ReadonlyMap<PoolFigures["pool"], pg.Pool>;

  constructor(rows: pg.Pool, reads: pg.Pool) {
    this.#pools = new Map(
      rows === reads
        ? [["rows", rows]]
        : [
            ["rows", rows],
            ["reads", reads],
          ],
    );
  }

  /** A connection of the pool. @throws what the pool throws */
  async connect(from: pg.Pool): Promise<pg.PoolClient> {
    const isTaken = from.idleCount === 0 && from.totalCount >= from.options.max;
    if (!isTaken) return from.connect();
    const began = performance.now();
    try {
      return await from.connect();
    } finally {
      this.onWait((performance.now() - began) / 1_000);
    }
  }

  failed(error: unknown): void {
    if (saysDiskFull(error)) this.onDiskFull();
  }

  figures(): readonly PoolFigures[] {
    return [...this.#pools].map(([pool, { totalCount, idleCount, waitingCount }]) => ({
      pool,
      open: totalCount,
      idle: idleCount,
      waiting: waitingCount,
    }));
  }
}
