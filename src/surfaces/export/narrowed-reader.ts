/** Rows for the export as a narrowed key sees them. */
import type { Caller } from "../../engine/context.ts";
import { seesSomeRows, withinLimits } from "../../engine/limits.ts";
import type { ExportReader, ExportRow, PagePoint } from "../../engine/ports/export.ts";
import type { Kind } from "../../kernel/kind.ts";

/** Rows that are read at once to be counted. */
const pageSize = 500;

/** The reader itself for who sees all rows of a kind or none. */
export function narrowed(reader: ExportReader, caller: Caller, registry: readonly Kind[]): ExportReader {
  if (!seesSomeRows(caller)) return reader;
  const kinds = new Map(registry.map((definition) => [definition.kind, definition]));
  const page: ExportReader["page"] = (organizationId, kind, start, most, now) => {
    const read = (after: (PagePoint & { readonly id: string }) | undefined, limit: number) =>
      reader.page(organizationId, kind, after, limit, now);
    return withinLimits<ExportRow>(
      caller,
      kinds.get(kind) as Kind,
      read,
    )(start as ExportRow | undefined, most);
  };
  return {
    page,
    keys: page,
    naturalKeys: (organizationId, targets) => reader.naturalKeys(organizationId, targets),
    async counts(organizationId, named, now) {
      const counts = new Map<string, number>();
      for (const kind of named) {
        let last: ExportRow | undefined;
        for (let count = 0; ; ) {
          const rows = await page(organizationId, kind, last, pageSize, now);
          count += rows.length;
          last = rows.at(-1);
          if (rows.length === pageSize) continue;
          if (count > 0) counts.set(kind, count);
          break;
        }
      }
      return counts;
    },
  };
}
