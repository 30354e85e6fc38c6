import fc from "fast-check";
import { expect, it } from "vitest";
import { moved, newPositions } from "../../console/pages/list/order.ts";
import { labelsIn, labelsText } from "../../console/parts/alerts/labels-text.ts";

const ids = ["a", "b", "c", "d"];
const at = (...positions: number[]) =>
  positions.map((position, index) => ({ id: ids[index] as string, position }));

it("moves one, and no further than the ends", () => {
  expect(moved(ids, "c", 0)).toEqual(["c", "a", "b", "d"]);
  expect(moved(ids, "a", 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(ids, "d", -1)).toEqual(["d", "a", "b", "c"]);
  expect(moved(ids, "a", 9)).toEqual(["b", "c", "d", "a"]);
});

it("leaves rows outside of the move where they are", () => {
  expect(newPositions(at(10, 20, 30, 40), ["a", "c", "b", "d"])).toEqual([
    { id: "a", position: 10 },
    { id: "c", position: 20 },
    { id: "b", position: 30 },
    { id: "d", position: 40 },
  ]);
  expect(newPositions(at(10, 20, 30, 40), ids)).toEqual(at(10, 20, 30, 40));
});

it("takes rows of one position apart", () => {
  expect(newPositions(at(0, 0, 0), ["c", "a", "b"])).toEqual([
    { id: "c", position: 0 },
    { id: "a", position: 1 },
    { id: "b", position: 2 },
  ]);
});

it("gives every order positions that say it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 8 }).chain((positions) => {
        const rows = positions
          .sort((a, b) => a - b)
          .map((position, index) => ({ id: `r${index}`, position }));
        const all = rows.map(({ id }) => id);
        return fc.tuple(
          fc.constant(rows),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        );
      }),
      ([rows, order]) => {
        const after = newPositions(rows, order);
        expect(after.map(({ id }) => id)).toEqual(order);
        const places = after.map(({ position }) => position);
        expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
      },
    ),
  );
});

it("reads labels as people write and paste them", () => {
  expect(labelsIn('severity=critical\n\n service = "a \\"b\\"" ,')).toEqual({
    labels: { severity: "critical", service: 'a "b"' },
  });
  expect(labelsIn("a=1\nb")).toMatchObject({ problem: expect.stringContaining('"b" is not a label') });
  expect(labelsIn(labelsText({ a: "x=y", b: "" })).labels).toEqual({ a: "x=y", b: "" });
});
