/** The ViewStore on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import type { QueryRow } from "../../database/statement.ts";
import type { ViewStore } from "./views-port.ts";

export function createViewStore(database: Database): ViewStore {
  return {
    async list(owner) {
      return (await database.query("list-views", { ...owner })).map(view);
    },
    async others(owner, { kind, name }) {
      const [counted] = await database.query("count-views", { ...owner, kind, name });
      return counted?.count ?? 0;
    },
    async save(owner, { kind, name, query, savedAt }) {
      await database.query("save-view", { ...owner, kind, name, query, at: savedAt });
    },
    async remove(owner, { kind, name }) {
      return (await database.query("delete-view", { ...owner, kind, name })).length > 0;
    },
  };
}

function view({ kind, name, query, saved_at: savedAt }: QueryRow<"list-views">) {
  return { kind, name, query, savedAt };
}
