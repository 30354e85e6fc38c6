/** Which names are known ones but for a slip of a finger. */
import { expect, it } from "vitest";
import { isSlipOf } from "../../src/kernel/nearest.ts";

it.each([
  ["paymnets", "payments"],
  ["payment", "payments"],
  ["PAYMENTTS", "payments"],
  ["pay-ments", "payments"],
  ["pavments", "payments"],
  ["ayments", "payments"],
  [" apyments ", "payments"],
])("%s is %s with a slip", (typed, known) => {
  expect(isSlipOf(typed, known)).toBe(true);
  expect(isSlipOf(known, typed)).toBe(true);
});

it.each([
  ["payments", "payments"],
  ["Payments", "payments"],
  ["payments-eu", "payments-us"],
  ["shop-1", "shop-2"],
  ["shop1", "shop"],
  ["cat", "cart"],
  ["orders", "payments"],
  ["stnemyap", "payments"],
  ["", "payments"],
])("%s is not %s with a slip", (typed, known) => {
  expect(isSlipOf(typed, known)).toBe(false);
  expect(isSlipOf(known, typed)).toBe(false);
});
