/** The formats in which a whole organization is written out, and the rows that each of them writes. */

import type { ItemField } from "../kernel/field.ts";
import type { Kind } from "../kernel/kind.ts";
import type { Turn } from "../kernel/time-slices.ts";
import { inBatches } from "./batches.ts";
import type { Organization } from "./context.ts";
import type { ExportKey, ExportReader, ExportRow, PagePoint } from "./ports/export.ts";

/** A way to write rows down. */
export interface ExportFormat {
  /** As the parameter `format` names it. */
  readonly name: string;
  /** What it holds and what it is for: sentences that begin with its name. */
  readonly description: string;
  readonly mediaType: string;
  /** Of the file's name, without the dot. */
  readonly extension: string;
  /** The member of a JSON answer that holds the whole file, and what it holds. */
  readonly member: string;
  readonly shape: ItemField;
  /** Whether it is a bundle, which a plan takes. */
  readonly planned?: true;
  /** The file, in pieces of about a page of rows: memory does not grow with them. */
  write(source: ExportSource): AsyncIterable<string>;
}

/** What is exported. */
export interface ExportSource {
  readonly reader: ExportReader;
  /** The kinds to export, in order. */
  readonly definitions: readonly Kind[];
  /** Every kind there is: rows point at kinds that are not exported with them. */
  readonly registry: readonly Kind[];
  readonly organization: Organization;
  readonly now: Date;
  readonly turn: Turn;
}

/** All rows of a kind, a batch at a time. */
export function pagesOf(
  { reader, organization, now, turn }: ExportSource,
  { kind }: Kind,
): AsyncGenerator<readonly ExportRow[]> {
  return inBatches<ExportRow>({
    read: (after, limit) => reader.page(organization.id, kind, after, limit, now),
    lengthOf: ({ configuration }) => JSON.stringify(configuration).length,
    most: Number.POSITIVE_INFINITY,
    turn,
  });
}

/** The keys of the same rows, in the same order. */
export function keysOf(
  { reader, organization, now, turn }: ExportSource,
  { kind }: Kind,
): AsyncGenerator<readonly ExportKey[]> {
  return inBatches<ExportKey & PagePoint>({
    read: (after, limit) => reader.keys(organization.id, kind, after, limit, now),
    lengthOf: ({ id, sortKey }) => id.length + sortKey.length,
    most: Number.POSITIVE_INFINITY,
    turn,
  });
}
