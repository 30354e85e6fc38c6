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
