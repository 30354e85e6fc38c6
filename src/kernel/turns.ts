/** Work of which only so much is done at once; whoever finds no place waits for one, in order of arrival. */
export class Turns {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  get isIdle(): boolean {
    return this.#taken === 0;
  }

  /**
   * Takes one of `most` places, or the next that is given back.
   * @param late what is thrown after `waitMs` without one
   * @returns what gives it back: call it once
   */
  async take(most: number, waitMs: number, late: () => Error): Promise<() => void> {
    if (this.#taken < most) this.#taken += 1;
    else await this.#turn(waitMs, late);
    return () => {
      const next = this.#waiting.shift();
      if (next !== undefined) next();
      else this.#taken -= 1;
    };
  }

  #turn(waitMs: number, late: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(late());
      }, waitMs);
      this.#waiting.push(go);
    });
  }
}

export interface EntranceBounds {
  /** Of all organizations; of one there is one at a time, so that it leaves the others a place. */
  readonly atOnce: number;
  /** How many organizations may wait for a place, how many calls of one may wait, and how long each waits in all. */
  readonly waiting: number;
  readonly waitingMs: number;
}

/** @returns takes a place for an organization, whose calls wait for each other first; its answer gives it back */
export function createEntrance(most: EntranceBounds, busy: () => Error): (of: string) => Promise<() => void> {
  const all = new Turns();
  const lines = new Map<string, Turns>();
  return async (of) => {
    const until = performance.now() + most.waitingMs;
    const line = lines.get(of) ?? new Turns();
    lines.set(of, line);
    if (line.waiting >= most.waiting) throw busy();
    const leaveLine = await line.take(1, most.waitingMs, busy);
    const leave = () => {
      leaveLine();
      if (line.isIdle) lines.delete(of);
    };
    try {
      if (all.waiting >= most.waiting) throw busy();
      const leaveAll = await all.take(most.atOnce, until - performance.now(), busy);
      return () => {
        leaveAll();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  };
}
