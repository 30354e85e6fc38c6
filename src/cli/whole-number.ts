import { InvalidArgumentError } from "commander";

/** A whole number of an option. @throws InvalidArgumentError where it is not one */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
