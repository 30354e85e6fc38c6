/** The ViewStore on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import type { RowOf } from "../../database/statement.ts";
import { sql } from "./queries.generated.ts";
import type { ViewStore } from "./views-port.ts";

export function createViewStore(database: Database): ViewStore {
  return {
    async list(owner) {
      return (await database.query(sql.listViews, { ...owner })).map(view);
    },
    async others(owner, { kind, name }) {
      const [counted] = await database.query(sql.countViews, { ...owner, kind, name });
      return counted?.count ?? 0;
    },
    async save(owner, { kind, name, query, savedAt }) {
      await database.query(sql.saveView, { ...owner, kind, name, query, at: savedAt });
    },
    async remove(owner, { kind, name }) {
      return (await database.query(sql.deleteView, { ...owner, kind, name })).length > 0;
    },
  };
}

function view({ kind, name, query, saved_at: savedAt }: RowOf<typeof sql.listViews>) {
  return { kind, name, query, savedAt };
}
