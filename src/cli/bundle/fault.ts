/** What is wrong with the files of a bundle. */
import type { Fault } from "../../kernel/fault.ts";
import { grouped } from "../../kernel/grouped.ts";

/** The same for programs: its place is null where there is none. */
export function faultObject({ at, file, message }: Fault) {
  return { file: at?.file ?? file ?? null, line: at?.line ?? null, column: at?.column ?? null, message };
}

/** So often the same is said place by place. */
const mostAlike = 3;

/** Lines for people. What is wrong at many places alike is one line with a count; programs are given each of them. */
export function withoutRepeats(all: readonly { readonly line: string; readonly alike: string }[]): string[] {
  const groups = grouped(all, ({ alike }) => alike);
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    return first === undefined || some.length <= mostAlike
      ? some.map(({ line }) => line)
      : [`${first.line} (and the same at ${some.length - 1} other places)`];
  });
}

/** The files say no bundle; nothing was sent. */
export class BundleFaults extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(
      `${faults.length === 1 ? "1 problem" : `${faults.length} problems`} in the files; nothing was sent`,
    );
    this.faults = faults;
  }
}
