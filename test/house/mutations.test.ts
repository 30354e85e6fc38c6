/** Each fault of `npm run mutations` can be planted; whether it is caught takes hours, and is a command. */
import { expect, it } from "vitest";
import { mutations } from "../../scripts/mutations/list.ts";
import { problemOf } from "../../scripts/mutations/planting.ts";

it("each fault can be planted", () => {
  expect(mutations.length).toBeGreaterThan(30);
  expect(mutations.flatMap((mutation) => problemOf(mutation) ?? [])).toEqual([]);
});
