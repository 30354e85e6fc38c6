/** Where a route stands among the others, as its form says it. */
import { expect, it } from "vitest";
import { placeWords } from "../../console/kinds/special/alert-routes/place-words.ts";

const at = (position: number, name: string) => ({ name, position });
const three = [at(5, "Everything"), at(1, "Checkout"), at(3, "Critical")];

it("says what the last one would come before if it were moved up", () => {
  expect(placeWords(at(6, "New"), three)).toBe(
    "Last, after Everything, Critical and Checkout. With a position below 5 it would come before Everything, below 1 before all of them.",
  );
  expect(placeWords(at(6, "New"), [at(5, "Everything")])).toBe(
    "Last, after Everything. With a position below 5 it would come before Everything.",
  );
});

it("says what stands above and below the others", () => {
  expect(placeWords(at(2, "New"), three)).toBe("After Checkout, before Critical and Everything.");
  expect(placeWords(at(0, "New"), three)).toBe("First, before Checkout, Critical and Everything.");
});

it("puts those of one position in order of their names, as lists do", () => {
  expect(placeWords(at(3, "Later"), three)).toBe("After Critical and Checkout, before Everything.");
  expect(placeWords(at(3, "Apart"), three)).toBe("After Checkout, before Critical and Everything.");
});

it("names few of many, and nothing where there is no other", () => {
  const many = Array.from({ length: 9 }, (_, index) => at(index, `Route ${index}`));
  expect(placeWords(at(-1, "New"), many)).toBe("First, before Route 0, Route 1, Route 2 and 6 more.");
  expect(placeWords(at(1, "New"), [])).toBeUndefined();
});
