/** The benchmark's alarm: it goes off for a service that is a fifth slower, and for no noise. */
import { describe, expect, it } from "vitest";
import {
  figureOf,
  judge,
  leastRounds,
  type Measured,
  mostRounds,
  type Ratios,
  reportOf,
  roundsUntilSure,
  verdictOf,
} from "../../bench/verdict.ts";

const certain = (median: number) => ({ median, low: median, high: median });
const before: Measured = { name: "a case", rounds: 9, others: 0, rate: certain(1), work: certain(0.8) };
const runs = 1_000;

/** The same numbers in every run of the test: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A factor around 1 with so much of spread, as machines give: mostly near, and now and then far off. */
function noise(random: () => number, spread: number): number {
  const bell = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const hiccup = random() < 0.1 ? (random() < 0.5 ? 0.5 : 1.8) : 1;
  return Math.exp(spread * bell) * hiccup;
}

/** Verdicts of many runs of a benchmark whose service is so much of as quick as it was. */
async function verdictsOf(share: number, spread: number, others = 0) {
  const found = { rate: new Map<string, number>(), work: new Map<string, number>(), rounds: 0 };
  for (let run = 0; run < runs; run += 1) {
    const random = randomFrom(run + 1);
    const round = async (): Promise<Ratios> => ({
      rate: share * before.rate.median * noise(random, spread),
      work: share * before.work.median * noise(random, spread / 2),
    });
    const rounds = await roundsUntilSure(round, before);
    found.rounds += rounds.length;
    const now: Measured = {
      name: before.name,
      rounds: rounds.length,
      others,
      rate: figureOf(rounds.map(({ rate }) => rate)),
      work: figureOf(rounds.map(({ work }) => work)),
    };
    for (const { figure, verdict } of judge(now, before))
      found[figure].set(verdict, (found[figure].get(verdict) ?? 0) + 1);
  }
  const of = (figure: "rate" | "work", verdict: string) => (found[figure].get(verdict) ?? 0) / runs;
  return { of, rounds: found.rounds / runs };
}

describe("a service that is a fifth slower", () => {
  it("is reported, on a quiet machine nearly always, and on an ordinary one mostly", async () => {
    const quiet = await verdictsOf(0.8, 0.01);
    expect(Math.min(quiet.of("rate", "worse"), quiet.of("work", "worse"))).toBeGreaterThan(0.98);
    expect([quiet.of("rate", "fine"), quiet.of("work", "fine")]).toEqual([0, 0]);
    const ordinary = await verdictsOf(0.8, 0.06);
    expect(ordinary.of("work", "worse")).toBeGreaterThan(0.9);
    expect(ordinary.of("rate", "fine")).toBeLessThan(0.02);
    expect(ordinary.of("work", "fine")).toBe(0);
  });

  it("is unsure where other programs take much of the machine, now or when the figures were kept", async () => {
    const busy = await verdictsOf(0.8, 0.02, 0.5);
    expect([busy.of("rate", "unsure"), busy.of("work", "unsure")]).toEqual([1, 1]);
    const kept = judge({ ...before, rate: certain(0.5) }, { ...before, others: 0.5 });
    expect(kept.map(({ verdict }) => verdict)).toEqual(["unsure", "unsure"]);
  });
});

describe("noise", () => {
  it.each([0.02, 0.08, 0.15, 0.2, 0.3, 0.6, 1])("with a spread of %d raises no alarm", async (spread) => {
    const { of } = await verdictsOf(1, spread);
    expect([of("rate", "worse"), of("work", "worse")]).toEqual([0, 0]);
  });

  it("is answered with more rounds, and in the end with unsure", async () => {
    const quiet = await verdictsOf(1, 0.02);
    const loud = await verdictsOf(1, 0.3);
    expect(quiet.rounds).toBeLessThan(leastRounds + 4);
    expect(loud.rounds).toBeGreaterThan(quiet.rounds);
    expect(loud.rounds).toBeLessThanOrEqual(mostRounds);
    expect(loud.of("rate", "unsure")).toBeGreaterThan(0);
  });
});

it("a figure's bounds hold the median of what it is drawn from, 98 times of 100 and more", () => {
  let held = 0;
  for (let run = 0; run < 2_000; run += 1) {
    const random = randomFrom(run + 7);
    const { low, high } = figureOf(
      Array.from({ length: leastRounds + (run % 19) }, () => noise(random, 0.2)),
    );
    if (low <= 1 && 1 <= high) held += 1;
  }
  expect(held / 2_000).toBeGreaterThan(0.98);
});

it("the bounds are all values of a few, and fewer of many", () => {
  expect(figureOf([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
  expect(figureOf([4, 1, 2, 3]).median).toBe(2.5);
  const nine = figureOf([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(nine).toEqual({ median: 5, low: 1, high: 9 });
  const many = figureOf(Array.from({ length: 21 }, (_, index) => index + 1));
  expect(many).toEqual({ median: 11, low: 5, high: 17 });
});

it("is worse only below 15 percent less, for certain", () => {
  expect(verdictOf(certain(0.84), 1)).toBe("worse");
  expect(verdictOf(certain(0.86), 1)).toBe("fine");
  expect(verdictOf({ median: 0.8, low: 0.7, high: 0.9 }, 1)).toBe("unsure");
  expect(verdictOf({ median: 0.7, low: 0.55, high: 0.8 }, 1)).toBe("unsure");
  expect(verdictOf(certain(5), undefined)).toBe("new");
});

it("says what is worse, unsure and new, and fails for the first alone", () => {
  const now = (name: string, rate: number, others = 0): Measured => ({
    name,
    rounds: 9,
    others,
    rate: certain(rate),
    work: certain(0.8),
  });
  const slow = reportOf([...judge(now("slow", 0.8), before), ...judge(now("other", 1), undefined)]);
  expect(slow).toEqual({
    isWorse: true,
    lines: [
      "WORSE  slow, requests a second: 0.80 (0.80 to 0.80), was 1.00",
      "NEW  other, requests a second: 1.00 (1.00 to 1.00)",
      "NEW  other, processor time: 0.80 (0.80 to 0.80)",
      "1 fine, 1 worse, 0 unsure, 2 new",
    ],
  });
  expect(reportOf(judge(now("busy", 0.8, 0.3), before)).isWorse).toBe(false);
});
