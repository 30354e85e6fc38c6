import type { Database } from "../../../database/database.ts";
import { storedRow } from "../../../database/store.ts";
import type { ExportReader, PagePoint } from "../../../engine/ports/export.ts";
import { sql } from "./queries.generated.ts";

export function createExportStore(database: Database): ExportReader {
  return {
    async counts(organizationId, kinds, now) {
      const found = await database.query(sql.countRows, { organizationId, kinds, now });
      return new Map(found.map(({ kind, count }) => [kind, count]));
    },
    async page(organizationId, kind, after, limit, now) {
      const place = placeAfter(after);
      const found = await database.query(sql.listExportPage, { organizationId, kind, now, limit, ...place });
      return found.map((record) => ({ ...storedRow(record), sortKey: record.sort_key }));
    },
    async keys(organizationId, kind, after, limit, now) {
      const place = placeAfter(after);
      const found = await database.query(sql.listExportKeys, { organizationId, kind, now, limit, ...place });
      return found.map(({ id, natural_key, sort_key }) => ({
        id,
        naturalKey: natural_key,
        sortKey: sort_key,
      }));
    },
    async naturalKeys(organizationId, targets) {
      const found = await database.query(sql.listNaturalKeys, {
        organizationId,
        kinds: targets.map(({ toKind }) => toKind),
        ids: targets.map(({ toId }) => toId),
      });
      return new Map(found.map(({ kind, id, natural_key }) => [`${kind}/${id}`, natural_key]));
    },
  };
}

function placeAfter(after: PagePoint | undefined) {
  return { afterSortKey: after?.sortKey ?? "", afterId: after?.id ?? "" };
}
