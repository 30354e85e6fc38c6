/** The power is cut a few times; `npm run test:power` cuts it 500 times, and holds that against other ways. */
import { expect, it } from "vitest";
import { cutPower } from "./power-cut/cuts.ts";
import { asItComes } from "./power-cut/undurable.ts";
import { live } from "./power-cut/workload.ts";

const cuts = 10;
const seed = 1;

it(`keeps every acknowledged row through ${cuts} cuts of the power (seeds from ${seed})`, async () => {
  expect(await cutPower(await live(), cuts, seed)).toEqual([]);
});

it("would see what is lost: PGlite as it comes loses rows", async () => {
  const life = await live(asItComes);
  const losses = await cutPower(life, 3, seed, life.reopened);
  expect(losses.length).toBeGreaterThan(0);
});
