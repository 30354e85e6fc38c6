import type { LinkTarget, StoredRow } from "./rows.ts";

/** Reads a whole organization a page at a time, so that its size never matters to memory. */
export interface ExportReader {
  /** Rows by kind, expired ones left out. */
  counts(organizationId: string, kinds: readonly string[], now: Date): Promise<ReadonlyMap<string, number>>;
  /** The next rows of a kind in list order, after the one named; at most `limit`. */
  page(
    organizationId: string,
    kind: string,
    after: PagePoint | undefined,
    limit: number,
    now: Date,
  ): Promise<readonly ExportRow[]>;
  /** The same rows by their keys alone. */
  keys(
    organizationId: string,
    kind: string,
    after: PagePoint | undefined,
    limit: number,
    now: Date,
  ): Promise<readonly (ExportKey & PagePoint)[]>;
  /** Encoded natural keys of these rows, by `kind/id`; null for a row without one. */
  naturalKeys(
    organizationId: string,
    targets: readonly LinkTarget[],
  ): Promise<ReadonlyMap<string, string | null>>;
}

export interface PagePoint {
  readonly sortKey: string;
  readonly id: string;
}

export interface ExportRow extends StoredRow, PagePoint {}

/** What a row is known by. */
export type ExportKey = Pick<StoredRow, "naturalKey" | "id">;
