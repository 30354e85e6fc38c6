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
 * meanwhile, such as collecting garbage, only adds. Harmless work counts as `atLeast` milliseconds at the least, and
 * is not done where the hostile work is below `enough` times that: no figure of it could change the outcome.
 * @param measures what has to be below `enough`
 */
export async function timesAsLong(
  hostile: (round: number) => Promise<unknown>,
  harmless: (round: number) => Promise<unknown>,
  enough: number,
  atLeast = 0,
  measures: readonly (keyof Held)[] = ["longest", "total"],
): Promise<Held> {
  const none: Held = { longest: Infinity, total: Infinity };
  const isEnough = (held: Held) => measures.every((measure) => held[measure] < enough);
  let [leastHostile, leastHarmless, ratio] = [none, none, none];
  for (let round = 0; round < rounds && !isEnough(ratio); round += 1) {
    leastHostile = lesser(leastHostile, await heldBy(() => hostile(round)));
    ratio = against(leastHostile, { longest: atLeast, total: atLeast });
    if (isEnough(ratio)) break;
    leastHarmless = lesser(leastHarmless, await heldBy(() => harmless(round)));
    const { longest, total } = leastHarmless;
    ratio = against(leastHostile, { longest: Math.max(longest, atLeast), total: Math.max(total, atLeast) });
  }
  return ratio;
}

function lesser(one: Held, other: Held): Held {
  return { longest: Math.min(one.longest, other.longest), total: Math.min(one.total, other.total) };
}

function against(held: Held, measure: Held): Held {
  return { longest: held.longest / measure.longest, total: held.total / measure.total };
}
