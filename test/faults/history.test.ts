/** The checker itself: right histories pass, and every planted fault is reported. */

import { describe, expect, it } from "vitest";
import { fc } from "../support/property.ts";
import { type Call, checkHistory } from "./history.ts";

const first = { version: "v0", value: "x0" };

/** A write or read with its times; what is not named is plausible. */
function write(
  invoked: number,
  answered: number,
  ifMatch: string,
  value: string,
  outcome: Extract<Call, { op: "write" }>["outcome"],
): Call {
  return { op: "write", invoked, answered, ifMatch, value, outcome };
}
const done = (version: string) => ({ is: "done", version }) as const;
const refused = (version: string, value: string) => ({ is: "refused", seen: { version, value } }) as const;
const unknown = { is: "unknown" } as const;
const read = (invoked: number, answered: number, version: string, value: string): Call => ({
  op: "read",
  invoked,
  answered,
  seen: { version, value },
});

describe("a right history", () => {
  it("has one order", () => {
    const verdict = checkHistory(first, [
      write(1, 4, "v0", "a", done("v1")),
      write(2, 5, "v0", "b", refused("v1", "a")),
      read(3, 6, "v0", "x0"),
      write(6, 7, "v1", "c", unknown),
      write(8, 9, "v2", "d", done("v3")),
      read(8, 20, "v2", "c"),
      read(10, 11, "v3", "d"),
    ]);
    expect(verdict.problems).toEqual([]);
    expect(verdict.versions.map(({ value }) => value)).toEqual(["x0", "a", "c", "d"]);
    expect(verdict.settled).toBe(1);
  });

  it("may hold writes without an answer that never happened", () => {
    const calls = [write(1, 2, "v0", "a", unknown), read(3, 4, "v0", "x0")];
    expect(checkHistory(first, calls)).toEqual({ versions: [first], settled: 0, problems: [] });
  });
});

describe.each([
  [
    "two writes done over one version",
    "lost update",
    [write(1, 3, "v0", "a", done("v1")), write(2, 4, "v0", "b", done("v2")), read(5, 6, "v2", "b")],
  ],
  [
    "an acknowledged write that is gone",
    "began after",
    [write(1, 2, "v0", "a", done("v1")), read(3, 4, "v0", "x0")],
  ],
  [
    "an acknowledged write that an open one buried",
    "lost update",
    [write(1, 2, "v0", "a", done("v1")), write(1, 2, "v0", "b", unknown), read(3, 4, "v2", "b")],
  ],
  [
    "a write applied twice",
    "or a second time",
    [write(1, 2, "v0", "a", unknown), read(3, 4, "v1", "a"), read(5, 6, "v2", "a")],
  ],
  [
    "a read of what was overwritten before it began",
    "began after",
    [
      write(1, 2, "v0", "a", done("v1")),
      write(3, 4, "v1", "b", done("v2")),
      read(5, 6, "v1", "a"),
      read(7, 8, "v2", "b"),
    ],
  ],
  [
    "a read of what nobody had sent yet",
    "began after",
    [read(1, 2, "v1", "a"), write(3, 4, "v0", "a", done("v1")), read(5, 6, "v1", "a")],
  ],
  [
    "a refusal with the present version in hand",
    "was refused although",
    [write(1, 2, "v0", "a", refused("v0", "x0")), read(3, 4, "v0", "x0")],
  ],
  [
    "a version that shows two values",
    "was seen as",
    [write(1, 2, "v0", "a", done("v1")), read(3, 4, "v1", "b")],
  ],
  [
    "one version for two writes",
    "was given to two writes",
    [write(1, 2, "v0", "a", done("v1")), write(3, 4, "v1", "b", done("v1")), read(5, 6, "v1", "b")],
  ],
  [
    "a write over a version that never was",
    "does not follow from the first",
    [write(1, 2, "v9", "a", done("v1")), read(3, 4, "v1", "a")],
  ],
] as [string, string, Call[]][])("%s", (_what, problem, calls) => {
  it("is reported", () => {
    expect(checkHistory(first, calls).problems.join("\n")).toContain(problem);
  });
});

describe("a simulated row", () => {
  it("is found out exactly when it lost an update", () => {
    let lost = 0;
    fc.assert(
      fc.property(fc.boolean(), fc.infiniteStream(fc.nat()), (careless, numbers) => {
        const { calls, losses } = simulate(careless, () => numbers.next().value as number);
        lost += losses;
        const { problems } = checkHistory(first, calls);
        if (losses === 0) expect(problems).toEqual([]);
        else expect(problems.join("\n")).toContain("lost update");
      }),
      { numRuns: 500, seed: 8 },
    );
    expect(lost).toBeGreaterThan(100);
  });
});

/**
 * Three clients whose calls overlap: each is sent, takes effect and is answered at moments of their own, or
 * its answer is lost. A careless row compares the version when a call is sent, and writes later.
 */
function simulate(careless: boolean, number: () => number): { calls: Call[]; losses: number } {
  const calls: Call[] = [];
  let row = first;
  let clock = 0;
  let losses = 0;
  let serial = 0;
  let versions = 0;
  const known = [first.version, first.version, first.version];
  const steps: ((() => void) | undefined)[] = [undefined, undefined, undefined];
  const begin = (client: number): void => {
    const invoked = ++clock;
    const ifMatch = known[client] as string;
    const value = `x${++serial}`;
    const matched = row.version === ifMatch;
    steps[client] = () => {
      const before = row;
      const takes = careless ? matched : row.version === ifMatch;
      if (takes && row.version !== ifMatch) losses += 1;
      if (takes) row = { version: `v${++versions}`, value };
      const after = row;
      // What a careless row did with a write that nobody saw again cannot be known.
      const cut = !careless && number() % 5 === 0;
      steps[client] = () => {
        const answered = ++clock;
        if (!cut) known[client] = after.version;
        const outcome = cut ? unknown : takes ? done(after.version) : refused(before.version, before.value);
        calls.push(write(invoked, answered, ifMatch, value, outcome));
        steps[client] = undefined;
      };
    };
  };
  for (let step = 0; step < 60; step += 1) {
    const client = number() % 3;
    clock += 1;
    if (steps[client] === undefined && number() % 4 === 0) {
      calls.push(read(clock, ++clock, row.version, row.value));
      known[client] = row.version;
    } else (steps[client] ?? (() => begin(client)))();
  }
  for (const step of steps) step?.();
  for (const step of steps) step?.();
  calls.push(read(++clock, ++clock, row.version, row.value));
  return { calls, losses };
}
