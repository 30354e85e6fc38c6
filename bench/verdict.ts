/**
 * Whether the service has become slower next to the bare servers: figures of one run, each with how sure it is, held
 * against those of a run that was kept (docs/decisions/0028-alarm-of-the-benchmark.md). Pure.
 */

/** Of each pair of rounds: requests a second, ours to the peer's, and the processor time of one, the peer's to ours. */
export interface Ratios {
  readonly rate: number;
  readonly work: number;
}
export type FigureName = keyof Ratios;
export const figureNames = ["rate", "work"] as const;

/** The median of all pairs, and between what it lies with 99 % of certainty. Higher is better. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** What a run says of one case; what `--json` writes and `--compare` reads. */
export interface Measured extends Readonly<Record<FigureName, Figure>> {
  readonly name: string;
  readonly rounds: number;
  /** The share of the machine that other programs took meanwhile, 0 to 1. */
  readonly others: number;
}

export type Verdict = "fine" | "worse" | "unsure" | "new";

/** An alarm is of a figure that lost more than this share of what it was. */
export const alarm = 0.15;

/** Where other programs take more of the machine than this, they slow the two sides differently: nothing is proved. */
const mostOthers = 0.1;

/** With so many rounds, and no fewer, the certainty is reached; with so many no more are worth their time. */
export const leastRounds = 8;
export const mostRounds = 21;

export function figureOf(ratios: readonly number[]): Figure {
  const sorted = [...ratios].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] as number;
  const half = sorted.length / 2;
  const median = Number.isInteger(half) ? (at(half - 1) + at(half)) / 2 : at(Math.floor(half));
  const cut = outside(sorted.length);
  return { median, low: at(cut), high: at(sorted.length - 1 - cut) };
}

/** How many of the least, and of the most, of so many values the median is outside of with 99 % of certainty. */
function outside(count: number): number {
  let chance = 0.5 ** count; // that the median is below all of them
  let sum = chance;
  let cut = 0;
  while (cut < count / 2 - 1) {
    chance *= (count - cut) / (cut + 1);
    sum += chance;
    if (sum > 0.005) break;
    cut += 1;
  }
  return cut;
}

/** Bounds that are further apart than this, next to their median, prove nothing. */
const widest = 2 * alarm;

/** Worse only where even the best that the figure can be is; unsure where it could be on both sides, or be anything. */
export function verdictOf(now: Figure, before: number | undefined): Verdict {
  if (before === undefined) return "new";
  const least = before * (1 - alarm);
  if (now.high < least && now.high - now.low <= widest * now.median) return "worse";
  return now.low >= least ? "fine" : "unsure";
}

export interface Judged {
  readonly name: string;
  readonly figure: FigureName;
  readonly verdict: Verdict;
  readonly before: number | undefined;
  readonly now: Figure;
}

/** A case next to what it was. A run on a machine that is busy with something else proves nothing, then or now. */
export function judge(now: Measured, before: Measured | undefined): Judged[] {
  const busy = isBusy(now) || (before !== undefined && isBusy(before));
  return figureNames.map((figure) => {
    const was = before?.[figure].median;
    const verdict = busy && was !== undefined ? "unsure" : verdictOf(now[figure], was);
    return { name: now.name, figure, verdict, before: was, now: now[figure] };
  });
}

export function isBusy({ others }: Measured): boolean {
  return others > mostOthers;
}

/** Takes rounds until every figure is fine or worse, and at most as many as are worth their time. */
export async function roundsUntilSure(
  round: () => Promise<Ratios>,
  before: Measured | undefined,
): Promise<Ratios[]> {
  const rounds: Ratios[] = [];
  while (rounds.length < mostRounds) {
    rounds.push(await round());
    if (rounds.length >= leastRounds && figureNames.every((name) => isSure(rounds, name, before))) break;
  }
  return rounds;
}

function isSure(rounds: readonly Ratios[], name: FigureName, before: Measured | undefined): boolean {
  const figure = figureOf(rounds.map((ratios) => ratios[name]));
  // Without anything to hold it against, as narrow as a kept figure should be.
  if (before === undefined) return figure.high - figure.low < figure.median * (alarm / 2);
  return verdictOf(figure, before[name].median) !== "unsure";
}

/** A line for each figure that is not fine, and one that sums them up. */
export function reportOf(judged: readonly Judged[]): {
  readonly lines: readonly string[];
  readonly isWorse: boolean;
} {
  const of = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict);
  const reported = (["worse", "unsure", "new"] as const).flatMap((verdict) => of(verdict).map(lineOf));
  const counts = (["fine", "worse", "unsure", "new"] as const).map(
    (verdict) => `${of(verdict).length} ${verdict}`,
  );
  return { lines: [...reported, counts.join(", ")], isWorse: of("worse").length > 0 };
}

function lineOf({ name, figure, verdict, before, now }: Judged): string {
  const [median, low, high] = [now.median, now.low, now.high].map((value) => value.toFixed(2));
  const was = before === undefined ? "" : `, was ${before.toFixed(2)}`;
  const what = figure === "rate" ? "requests a second" : "processor time";
  return `${verdict.toUpperCase()}  ${name}, ${what}: ${median} (${low} to ${high})${was}`;
}
