/**
 * A bound on how much is done at once, shared among owners: while others wait, an owner with its share gets no more,
 * and no owner ever has all places, so that one whose work is slow holds up itself.
 */
export interface Places {
  /** Waits for a place; owners below their share come first, each in the order in which they came. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

export interface PlacesOptions {
  readonly count: number;
  /** What an owner has while others wait. */
  readonly share: number;
  /** What an owner has at most. */
  readonly most: number;
}

interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
}

export function createPlaces({ count, share, most }: PlacesOptions): Places {
  const waiting: Waiting[] = [];
  const taken = new Map<string, number>();
  let free = count;

  function take(owner: string, by: 1 | -1): void {
    const now = (taken.get(owner) ?? 0) + by;
    free -= by;
    if (now === 0) taken.delete(owner);
    else taken.set(owner, now);
  }

  function next(bound: number): number {
    return waiting.findIndex(({ owner }) => (taken.get(owner) ?? 0) < bound);
  }

  function fill(): void {
    while (free > 0) {
      const below = next(share);
      const index = below >= 0 ? below : next(most);
      const [one] = index >= 0 ? waiting.splice(index, 1) : [];
      if (one === undefined) return;
      take(one.owner, 1);
      one.begin();
    }
  }

  return {
    async run(owner, work) {
      await new Promise<void>((begin) => {
        waiting.push({ owner, begin });
        fill();
      });
      try {
        return await work();
      } finally {
        take(owner, -1);
        fill();
      }
    },
  };
}
