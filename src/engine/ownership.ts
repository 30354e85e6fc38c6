/** Rows that a set owns: what answers say of it, and what is said to whoever changes one from elsewhere. */
import type { StoredRow } from "./ports/rows.ts";

/** What an answer shows next to the row that it is about. */
export interface Ownership {
  /** The set that owns the row; null or left out for none. */
  readonly managedBy?: string | null;
  /** A sentence for each set, and kind of its rows, that the write went past, and what else is said of the row. */
  readonly warnings?: readonly string[];
}

/** What is said of the rows that a write changed or deleted, those that moved along included. */
export function driftWarnings(
  done: "changed" | "deleted",
  rows: readonly Pick<StoredRow, "kind" | "managedBy">[],
): string[] {
  const warnings = rows.flatMap(({ kind, managedBy }) =>
    managedBy === null
      ? []
      : [
          `This ${done} a row of ${kind} that the set ${managedBy} owns: it is drift, which the next plan of that set would take back. Change the set's bundle too.`,
        ],
  );
  return [...new Set(warnings)];
}
