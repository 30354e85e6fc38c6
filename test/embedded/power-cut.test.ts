/** The power is cut a few times; `npm run test:power` cuts it 500 times, and compares that with other ways. */
import { beforeAll, describe, expect, it } from "vitest";
import { cutPower } from "./power-cut/cuts.ts";
import { asItComes } from "./power-cut/undurable.ts";
import { type Life, live } from "./power-cut/workload.ts";

let life: Life;
beforeAll(async () => {
  life = await live();
});

it.each([1, 2, 3, 4, 5])("keeps every acknowledged row when the power is cut, seed %i", async (seed) => {
  expect(await cutPower(life, 1, seed)).toEqual([]);
});

describe("without syncing", () => {
  let undurable: Life;
  beforeAll(async () => {
    undurable = await live(asItComes);
  });

  it("rows are lost, and this would see it: PGlite as it comes", async () => {
    // This seed cuts after an answer and keeps nothing that was not synced, so that the loss is certain.
    const losses = await cutPower(undurable, 1, 6, undurable.reopened);
    expect(losses.length).toBeGreaterThan(0);
  });
});
