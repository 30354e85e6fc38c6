import type { ExportReader } from "../engine/ports/export.ts";
import type { Database } from "./database.ts";
import { sql } from "./statement.ts";
import { type RowRecord, storedRow } from "./store.ts";

export function createExportReader(database: Database): ExportReader {
  return {
    async counts(organizationId, kinds, now) {
      const values = [organizationId, kinds, now];
      const found = await database.query<{ kind: string; count: number }>(sql("count-rows"), values);
      return new Map(found.map(({ kind, count }) => [kind, count]));
    },
    async page(organizationId, kind, after, limit, now) {
      const values = [organizationId, kind, after?.sortKey ?? "", after?.id ?? "", limit, now];
      const found = await database.query<RowRecord & { sort_key: string }>(sql("list-export-page"), values);
      return found.map((record) => ({ ...storedRow(record), sortKey: record.sort_key }));
    },
    async naturalKeys(organizationId, targets) {
      const found = await database.query<Pick<RowRecord, "kind" | "id" | "natural_key">>(
        sql("list-natural-keys"),
        [organizationId, targets.map(({ toKind }) => toKind), targets.map(({ toId }) => toId)],
      );
      return new Map(found.map(({ kind, id, natural_key }) => [`${kind}/${id}`, natural_key]));
    },
  };
}
