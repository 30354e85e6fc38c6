/** The power is cut a few times; `npm run test:power` cuts it 500 times, and holds that against other ways. */
import { beforeAll, expect, it } from "vitest";
import { cutPower } from "./power-cut/cuts.ts";
import { asItComes } from "./power-cut/undurable.ts";
import { type Life, live } from "./power-cut/workload.ts";

let life: Life;
beforeAll(async () => {
  life = await live();
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "keeps every acknowledged row when the power is cut, seed %i",
  async (seed) => {
    expect(await cutPower(life, 1, seed)).toEqual([]);
  },
);

it("would see what is lost: PGlite as it comes loses rows", async () => {
  const other = await live(asItComes);
  const losses = await cutPower(other, 3, 1, other.reopened);
  expect(losses.length).toBeGreaterThan(0);
});
