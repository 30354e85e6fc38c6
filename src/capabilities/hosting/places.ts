/** A bound on how much is done at once; what comes when all places are taken waits, in the order in which it came. */
export interface Places {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createPlaces(count: number): Places {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
