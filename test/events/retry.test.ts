/** When a failed delivery is tried again, over a day on a clock of the test's own. */

import { expect, it } from "vitest";
import { afterFailure } from "../../src/features/alerting/delivery/retry.ts";
import { fc } from "../support/property.ts";

const begin = new Date("2026-01-01T00:00:00Z");
const seconds = (count: number) => count * 1_000;
const day = 24 * 3_600_000;

/** Fails at every try, each of which takes as long as `takesMs` says, until it is given up. */
function failing(
  kind: "unreachable" | "temporary" | "refused" | "gone",
  takesMs: (attempt: number) => number,
) {
  const pauses: number[] = [];
  let now = begin.getTime();
  for (let attempts = 1; attempts < 1_000; attempts += 1) {
    now += takesMs(attempts);
    const next = afterFailure(attempts, { kind, afterMs: 0 }, begin, new Date(now));
    if (next.next === "never")
      return { pauses, tries: attempts, lastedMs: now - begin.getTime(), why: next.why };
    pauses.push(next.pauseMs);
    now += next.pauseMs;
  }
  throw new Error("it is never given up");
}

it("tries again within ten seconds, then after growing pauses for 24 hours, then no more", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("unreachable" as const, "temporary" as const),
      fc.array(fc.integer({ min: 0, max: seconds(60) }), { minLength: 1, maxLength: 50 }),
      (kind, takes) => {
        const { pauses, lastedMs, why } = failing(kind, (attempt) => takes[attempt % takes.length] as number);
        expect(pauses[0]).toBeLessThanOrEqual(seconds(10));
        expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
        expect(pauses[1]).toBeGreaterThan(pauses[0] as number);
        expect(why).toBe("it was tried for 24 hours");
        expect(lastedMs).toBeLessThanOrEqual(day + seconds(60));
        // Nearly all of the day: what is left is less than the longest pause.
        expect(lastedMs).toBeGreaterThan(day - (pauses.at(-1) as number) - seconds(60));
      },
    ),
  );
});

it("takes a refusal for good after the fourth, and a target that is gone at its word", () => {
  expect(failing("refused", () => 0)).toMatchObject({ tries: 4, why: "it was refused" });
  expect(failing("gone", () => 0)).toMatchObject({ tries: 1 });
});

it("lets those behind go on after three failures of the mail's own, never for a server that is away", () => {
  const yields = (kind: "unreachable" | "temporary", attempts: number) => {
    const next = afterFailure(attempts, { kind, afterMs: 0 }, begin, begin);
    return next.next === "again" && next.yields;
  };
  expect([1, 2, 3, 9].map((attempts) => yields("temporary", attempts))).toEqual([false, false, true, true]);
  expect([1, 3, 9].map((attempts) => yields("unreachable", attempts))).toEqual([false, false, false]);
});

it("holds up nothing behind what may come in any order", () => {
  const yields = (kind: "unreachable" | "temporary") =>
    afterFailure(1, { kind, afterMs: 0 }, begin, begin, true);
  expect([yields("unreachable"), yields("temporary")]).toMatchObject([{ yields: true }, { yields: true }]);
});
