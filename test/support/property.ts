/**
 * fast-check as every suite uses it. `npm test` draws few cases and the same ones every time, so that a failure
 * there is a change of ours. `npm run test:properties` draws all that a property asks for, and other ones at
 * every run; it prints the seed, and FC_SEED=n draws those again.
 */
import fc from "fast-check";

const thorough = process.env.TEST_SUITE === "properties";
const fewRuns = 100;

fc.configureGlobal({
  seed: Number(process.env.FC_SEED ?? 20_260_310),
  numRuns: thorough ? 20 * fewRuns : fewRuns,
});

/** How many cases a property that has to see `wanted` of them draws in this suite. */
export function runs(wanted: number): number {
  return thorough ? wanted : Math.min(wanted, fewRuns);
}

export { fc };
