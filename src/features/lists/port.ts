/** What lists for people need of the world: rows that a search finds, page by page, however many there are. */

import type { LazyRow } from "../../engine/ports/rows.ts";
import type { Age } from "../../kernel/findable.ts";

/** A field of a row by which it is found or sorted: where it is kept, and what stands for it where it is not. */
export interface FieldPlace {
  readonly name: string;
  readonly inState: boolean;
  readonly fallback: string | null;
  readonly ages: Age | undefined;
}

export interface RowFilter {
  readonly field: FieldPlace;
  /** Any of these; the empty text is a row without a value. */
  readonly values: readonly string[];
}

export type RowOrder =
  /** The kind's own. */
  | { readonly by: "own" }
  | { readonly by: "updated" | "created" }
  | { readonly by: "text" | "number"; readonly field: FieldPlace }
  /** The values in their order. */
  | { readonly by: "rank"; readonly field: FieldPlace; readonly ranks: readonly string[] };

export interface RowSearch {
  /** Texts in lower case, all of which the row holds. */
  readonly words: readonly string[];
  /** Only the row of this id, and those that point at it; the kinds are those that it may be of. */
  readonly target?: { readonly id: string; readonly kinds: readonly string[] } | undefined;
  /** At most {@link mostFilters}. */
  readonly filters: readonly RowFilter[];
  /** Owners, where only their rows are wanted; the empty text is a row that no set owns. */
  readonly managedBy?: readonly string[];
  readonly order: RowOrder;
  readonly backwards: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Rows of a kind that are in one of some states. */
export interface TroubleQuestion {
  readonly kind: string;
  readonly field: FieldPlace;
  /** The worst first; `unseen` asks in their place for rows that nobody has reported on for too long, or ever. */
  readonly values: readonly string[] | "unseen";
  /** The setting that has to be true. */
  readonly on: Pick<FieldPlace, "name" | "fallback"> | undefined;
}

/** As many as the statement has places for. */
export const mostFilters = 5;

export interface FoundRows {
  readonly ids: readonly string[];
  readonly total: number;
}

export interface RowFinder {
  /** The ids of one page of what is found, and how many are found in all; expired rows for 30 days, as in lists. */
  search(organizationId: string, kind: string, search: RowSearch, now: Date): Promise<FoundRows>;
  /** The answer to each question, all in one statement: the worst rows, and how many there are. */
  troubled(
    organizationId: string,
    questions: readonly TroubleQuestion[],
    limit: number,
    now: Date,
  ): Promise<readonly { readonly rows: readonly LazyRow[]; readonly total: number }[]>;
  byIds(organizationId: string, kind: string, ids: readonly string[]): Promise<readonly LazyRow[]>;
}
