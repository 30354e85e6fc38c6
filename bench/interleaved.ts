/** Rounds of a case, ours and the bare server's in turns, with what each took of the machine. */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Case, Side } from "./cases.ts";
import { repeated } from "./harness.ts";
import { type Figures, load } from "./load.ts";
import { figureOf, type Measured, type Ratios, roundsUntilSure } from "./verdict.ts";

export const connections = 32;

/** Microseconds of processor time, in the server's process and in the database's. */
interface Usage {
  readonly server: number;
  readonly database: number;
}

/** What one side did in one round, with what one request used. */
export type Round = Figures & Usage;

/** What a server's process, and the database's, have used so far, by the port that the server listens at. */
export type Usages = ReadonlyMap<number, () => Usage>;

export interface Taken {
  readonly ours: Round;
  readonly peer: Round;
  readonly measured: Measured;
}

export interface Pace {
  /** Of one round of one side. */
  readonly seconds: number;
  /** So many rounds; left out: as many as it takes to be sure. */
  readonly rounds?: number;
  /** Requests of a round, however long they take. */
  readonly least?: number;
  /** The same case in a run that was kept. */
  readonly before?: Measured | undefined;
}

/** Both sides in turns, the first one changing, so that what the machine does meanwhile falls on both alike. */
export async function takeRounds(
  { name, ours, peer }: Case,
  usages: Usages,
  { seconds, rounds, least = 0, before }: Pace,
): Promise<Taken> {
  const taken: [Round[], Round[]] = [[], []];
  for (const warm of [ours, peer]) await load({ connections, ...warm, seconds: Math.min(1, seconds) });
  const busy = busyness(usages);
  const pair = async (): Promise<Ratios> => {
    const order = taken[0].length % 2 === 0 ? [0, 1] : [1, 0];
    for (const side of order)
      taken[side as 0 | 1].push(await takeRound({ least, ...(side === 0 ? ours : peer) }, usages, seconds));
    const [mine, theirs] = [taken[0].at(-1) as Round, taken[1].at(-1) as Round];
    return {
      rate: mine.perSecond / theirs.perSecond,
      work: (theirs.server + theirs.database) / (mine.server + mine.database),
    };
  };
  const ratios = rounds === undefined ? await roundsUntilSure(pair, before) : await repeated(rounds, pair);
  const measured = {
    name,
    rounds: ratios.length,
    others: busy(),
    rate: figureOf(ratios.map(({ rate }) => rate)),
    work: figureOf(ratios.map(({ work }) => work)),
  };
  return { ours: median(taken[0]), peer: median(taken[1]), measured };
}

async function takeRound(side: Side, usages: Usages, seconds: number): Promise<Round> {
  const read = usages.get(side.port) as () => Usage;
  const before = read();
  const figures = await load({ connections, ...side, seconds });
  const after = read();
  const each = (name: keyof Usage) => (after[name] - before[name]) / figures.requests;
  return { ...figures, server: each("server"), database: each("database") };
}

/** Begins to watch the machine; what it answers shows the share of it that programs of others took since. */
function busyness(usages: Usages): () => number {
  const own = () => {
    const { user, system } = process.cpuUsage();
    const used = [...usages.values()].map((read) => read());
    return user + system + used.reduce((sum, { server }) => sum + server, 0) + (used[0]?.database ?? 0);
  };
  const [start, mine, all] = [performance.now(), own(), busyTime()];
  return () => {
    const others = busyTime() - all - (own() - mine);
    return Math.max(0, others / ((performance.now() - start) * 1_000 * cpus().length));
  };
}

/** Processor time that the machine has spent on anything so far, in microseconds: user, nice, system, interrupts, stolen. */
function busyTime(): number {
  const [, user, nice, system, , , hard, soft, stolen] = (
    readFileSync("/proc/stat", "utf8").split("\n")[0] as string
  )
    .split(/\s+/)
    .map(Number);
  return [user, nice, system, hard, soft, stolen].reduce((sum: number, ticks = 0) => sum + ticks, 0) * 10_000;
}

function median(runs: readonly Round[]): Round {
  const of = (name: keyof Round) => runs.map((run) => run[name]).sort((a, b) => a - b)[runs.length >> 1] ?? 0;
  const times = { p50: of("p50"), p99: of("p99") };
  return {
    requests: of("requests"),
    perSecond: of("perSecond"),
    ...times,
    server: of("server"),
    database: of("database"),
  };
}
