/**
 * How long work holds the event loop, in processor time, which other programs on the machine do not add to.
 * A figure alone says nothing on an unknown machine, so that figures are compared within one run.
 */
export interface Held {
  /** The longest time between two turns of the event loop, in milliseconds of processor time. */
  readonly longest: number;
  /** All of it. */
  readonly total: number;
}

export async function heldBy(work: () => Promise<unknown>): Promise<Held> {
  let longest = 0;
  let total = 0;
  let last = process.cpuUsage();
  let running = true;
  const look = (): void => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, user + system);
    total += user + system;
    last = process.cpuUsage();
    if (running) setImmediate(look);
  };
  setImmediate(look);
  await work();
  running = false;
  look();
  return { longest: longest / 1_000, total: total / 1_000 };
}

const rounds = 6;

/**
 * How many times as long the hostile work holds the loop, and takes in all, as the harmless. Both are done
 * alternately until the ratios are below `enough`, and the least of each counts: what else the process does
 * meanwhile, such as collecting garbage, only adds.
 */
export async function timesAsLong(
  hostile: (round: number) => Promise<unknown>,
  harmless: (round: number) => Promise<unknown>,
  enough: number,
  atLeast = 0,
): Promise<Held> {
  const least = { hostile: [Infinity, Infinity], harmless: [Infinity, Infinity] };
  let ratio: Held = { longest: Infinity, total: Infinity };
  for (let round = 0; round < rounds && !(ratio.longest < enough && ratio.total < enough); round += 1) {
    for (const [side, work] of Object.entries({ hostile, harmless }) as [
      "hostile" | "harmless",
      typeof hostile,
    ][]) {
      const { longest, total } = await heldBy(() => work(round));
      const [longestYet = Infinity, totalYet = Infinity] = least[side];
      least[side] = [Math.min(longest, longestYet), Math.min(total, totalYet)];
    }
    const [longest = 0, total = 0] = least.hostile;
    const [longestHarmless = 0, totalHarmless = 0] = least.harmless;
    ratio = {
      longest: longest / Math.max(longestHarmless, atLeast),
      total: total / Math.max(totalHarmless, atLeast),
    };
  }
  return ratio;
}
