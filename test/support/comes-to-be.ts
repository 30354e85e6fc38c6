import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { patienceMs, until } from "./until.ts";

/** Waits until what is seen equals this; what was seen last is what a failure shows. */
export async function comesToBe<T>(
  seen: () => Promise<T> | T,
  expected: unknown,
  timeoutMs = patienceMs,
): Promise<void> {
  let last: T | undefined;
  try {
    await until(async () => {
      last = await seen();
      return isDeepStrictEqual(last, expected);
    }, timeoutMs);
  } catch (error) {
    if (last === undefined) throw error;
  }
  expect(last).toEqual(expected);
}
