/**
 * fast-check as every suite uses it. `npm test` draws few cases and the same ones every time, so that a failure
 * there is a change of ours. `npm run test:properties` draws all that a property asks for, and other ones at
 * every run; it prints the seed, and FC_SEED=n draws those again.
 */
import fc from "fast-check";
import { it } from "vitest";

const thorough = process.env.TEST_SUITE === "properties";
const fewRuns = 100;

fc.configureGlobal({
  seed: Number(process.env.FC_SEED ?? 20_260_310),
  numRuns: thorough ? 20 * fewRuns : fewRuns,
});

/** How many cases a property that has to see `wanted` of them draws in this suite; `few` where each takes long. */
export function runs(wanted: number, few = fewRuns): number {
  return thorough ? wanted : Math.min(wanted, few);
}

/** Draws values while a property runs. They are small, so that a failure can be read. */
export type Draw = ReturnType<typeof drawFrom>;

function drawFrom(generate: fc.GeneratorValue) {
  const below = (count: number): number => generate(fc.nat, { max: count - 1 });
  return {
    /** One of 0, 1, … count - 1. */
    below,
    either: (): boolean => generate(fc.boolean),
    between: (min: number, max: number): number => generate(fc.integer, { min, max }),
    oneOf: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    text: (): string =>
      generate(fc.string, { unit: "grapheme-composite" as const, minLength: 1, maxLength: 12 }),
  };
}

/**
 * A test of a law over what is made in a database as it is drawn. Each case takes long: `npm test` has a few of them,
 * `npm run test:properties` some dozens. Nothing is shrunk, because names of rows are new in every run.
 */
export function law(title: string, few: number, holds: (draw: Draw) => Promise<void>): void {
  const property = fc.asyncProperty(fc.gen(), (generate) => holds(drawFrom(generate)));
  // Far above what it takes, also on a machine that has much else to do.
  it(title, { timeout: thorough ? 900_000 : 600_000 }, () =>
    fc.assert(property, { numRuns: runs(60, few), endOnFailure: true }),
  );
}

export { fc };
