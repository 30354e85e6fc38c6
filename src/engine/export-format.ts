/** The formats in which a whole organization is written out, and the rows that each of them writes. */
import type { ItemField } from "../kernel/field.ts";
import type { Resource } from "../kernel/resource.ts";
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
  /** The file, in pieces of about a page of rows: memory does not grow with them. */
  write(source: ExportSource): AsyncIterable<string>;
}

/** What is exported. */
export interface ExportSource {
  readonly reader: ExportReader;
  /** The kinds to export, in order. */
  readonly resources: readonly Resource[];
  /** Every kind there is: rows point at kinds that are not exported with them. */
  readonly registry: readonly Resource[];
  readonly organization: Organization;
  readonly now: Date;
}

/** All rows of a kind, a page at a time. */
export function pagesOf(
  { reader, organization, now }: ExportSource,
  { kind }: Resource,
): AsyncGenerator<readonly ExportRow[]> {
  return inPages(500, (after, limit) => reader.page(organization.id, kind, after, limit, now));
}

/** The keys of the same rows, in the same order; pages of them are longer, because keys are short. */
export function keysOf(
  { reader, organization, now }: ExportSource,
  { kind }: Resource,
): AsyncGenerator<readonly ExportKey[]> {
  return inPages(2_000, (after, limit) => reader.keys(organization.id, kind, after, limit, now));
}

async function* inPages<R extends PagePoint>(
  limit: number,
  page: (after: PagePoint | undefined, limit: number) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  let after: PagePoint | undefined;
  for (;;) {
    const rows = await page(after, limit);
    if (rows.length > 0) yield rows;
    after = rows.at(-1);
    if (rows.length < limit) break;
  }
}
