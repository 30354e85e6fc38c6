/** How two texts or lists differ, in the steps that lead from one to the other. */
import { diffArrays, diffLines } from "diff";
import type { Json } from "../../../src/kernel/field.ts";
import { sameValue } from "../../forms/draft.ts";

export interface Step<T> {
  readonly sign: "kept" | "gone" | "new";
  readonly value: T;
}

/** A run of what stayed the same, too long to be read. */
export interface Fold {
  readonly sign: "folded";
  readonly count: number;
}

/** Line by line. A last line without its line break is the same line. */
export function lineSteps(before: string, after: string): readonly Step<string>[] {
  return diffLines(before, after, { ignoreNewlineAtEof: true }).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => ({ sign: signOf(added, removed), value: line })),
  );
}

/** Item by item, in the order of the lists. */
export function itemSteps(before: readonly Json[], after: readonly Json[]): readonly Step<Json>[] {
  return diffArrays([...before], [...after], { comparator: sameValue }).flatMap(({ added, removed, value }) =>
    value.map((item) => ({ sign: signOf(added, removed), value: item })),
  );
}

function signOf(added: boolean, removed: boolean): Step<unknown>["sign"] {
  return added ? "new" : removed ? "gone" : "kept";
}

/** As many kept steps stay next to what changed. */
const around = 2;

/** The steps without those that are far from any change. */
export function folded<T>(steps: readonly Step<T>[]): readonly (Step<T> | Fold)[] {
  const near = steps.map((_, index) =>
    steps.slice(Math.max(0, index - around), index + around + 1).some(({ sign }) => sign !== "kept"),
  );
  const shown: (Step<T> | Fold)[] = [];
  for (const [index, step] of steps.entries()) {
    const last = shown.at(-1);
    if (near[index]) shown.push(step);
    else if (last?.sign === "folded") shown[shown.length - 1] = { sign: "folded", count: last.count + 1 };
    else shown.push({ sign: "folded", count: 1 });
  }
  return shown;
}
