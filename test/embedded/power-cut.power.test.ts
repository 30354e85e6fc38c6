/**
 * The power is cut 500 times, in a recorded life of the service: every acknowledged row is found, with its secret, its
 * audit record and the keys that open them. ORGCONFIG_TEST_SEED=N takes the seeds of an earlier run.
 */
import { expect, it } from "vitest";
import { cutPower } from "./power-cut/cuts.ts";
import { asItComes, withoutTheLog } from "./power-cut/undurable.ts";
import { type Life, live, type Open } from "./power-cut/workload.ts";

/** What is written, and when, differs a little from life to life. */
const lives = 5;
const cutsEach = 100;
const seed = Number(process.env.ORGCONFIG_TEST_SEED ?? Math.floor(Date.now() / 1_000));

for (let index = 0; index < lives; index += 1) {
  const from = seed + index * cutsEach;
  it(`keeps every acknowledged row, seeds ${from} to ${from + cutsEach - 1}`, {
    timeout: 3_600_000,
  }, async () => {
    const life = await live();
    const losses = await cutPower(life, cutsEach, from);
    console.log(reported(life, from, losses.length));
    expect(losses).toEqual([]);
  });
}

it.each<[string, Open]>([
  ["PGlite as it comes", asItComes],
  ["a log that is synced by fdatasync", withoutTheLog],
])("would see what %s loses", { timeout: 3_600_000 }, async (_, open) => {
  const life = await live(open);
  const losses = await cutPower(life, 20, seed, life.reopened);
  console.log(reported(life, seed, losses.length), losses[0]);
  expect(losses.length).toBeGreaterThan(5);
});

function reported({ operations, acknowledged }: Life, from: number, losses: number): string {
  const syncs = operations.filter(({ what }) => what === "sync").length;
  return `seeds from ${from}: ${acknowledged.length} acknowledged writes, ${operations.length} operations, ${syncs} of them syncs; ${losses} cuts lost something`;
}
