/** What is wrong with the files of a bundle. */
import type { Fault } from "../../kernel/fault.ts";

/** The same for programs: its place is null where there is none. */
export function faultObject({ at, file, message }: Fault) {
  return { file: at?.file ?? file ?? null, line: at?.line ?? null, column: at?.column ?? null, message };
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
