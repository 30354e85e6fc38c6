/** Shares and budgets, computed on decimals: 99.9 percent leaves 0.001, where binary fractions leave 0.0010000000000000009. */
import { decimalPlaces } from "../../kernel/bounds.ts";

/** A decimal number: `digits` with the point moved left by `places`. */
export interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** A number of a row, which has few places. */
export function decimal(value: number): Decimal {
  return { digits: BigInt(value.toFixed(decimalPlaces).replace(".", "")), places: decimalPlaces };
}

/** What a percentage is of one. */
export function share(percent: number): Decimal {
  const { digits, places } = decimal(percent);
  return { digits, places: places + 2 };
}

/** What is left of one. */
export function rest({ digits, places }: Decimal): Decimal {
  return { digits: 10n ** BigInt(places) - digits, places };
}

export function times(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, places: one.places + other.places };
}

/** As people write it, for what is not negative: without an exponent, and without zeros at the end. */
export function printed({ digits, places }: Decimal): string {
  const padded = String(digits).padStart(places + 1, "0");
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`.replace(/\.?0+$/, "");
}
