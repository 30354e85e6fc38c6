/** Rotas in which nobody is on call at times that must be covered: none is passed over. */
import { expect, it } from "vitest";
import { uncoveredOf } from "../../src/features/on-call/rotas/uncovered.ts";

it("finds the one rota that leaves a time to nobody, however many come before it", async () => {
  const rotas = Array.from({ length: 501 }, (_, index) => ({
    ...{ id: `rota_${index}`, name: `Rota ${index}`, timezone: "UTC", rotations: [], overrides: [] },
    must_cover: { always: index === 500, hours: [] },
  }));
  const deps = {
    store: { rowsMatching: async () => rotas },
    rowsOf: async () => ({ rotas, members: new Set<string>() }),
  } as never;
  const found = await uncoveredOf(deps, "org_1", new Date("2026-11-30T12:00:00Z"), { of: "org_1" });
  expect(found.map(({ rota }) => rota.id)).toEqual(["rota_500"]);
});
