/** A person's own ways to look at lists. */

import type { Database } from "../../../database/database.ts";
import { sql } from "./queries.generated.ts";

export interface ViewOwner {
  readonly organizationId: string;
  readonly userId: string;
}

export interface StoredView {
  readonly kind: string;
  readonly name: string;
  /** The search of the list's address: `q=pay&sort=-status`. */
  readonly query: string;
  readonly savedAt: Date;
}

export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore(database: Database) {
  return {
    /** By kind, then by name. */
    async list(owner: ViewOwner): Promise<readonly StoredView[]> {
      const found = await database.query(sql.listViews, { ...owner });
      return found.map(({ saved_at: savedAt, ...view }) => ({ ...view, savedAt }));
    },
    /** How many views of the kind the person has next to this one. */
    async others(owner: ViewOwner, { kind, name }: Pick<StoredView, "kind" | "name">) {
      return (await database.query(sql.countViews, { ...owner, kind, name }))[0]?.count ?? 0;
    },
    /** In the place of the one of the same name, where there is one. */
    save: (owner: ViewOwner, { kind, name, query, savedAt }: StoredView) =>
      database.query(sql.saveView, { ...owner, kind, name, query, at: savedAt }),
    /** @returns whether there was one */
    remove: async (owner: ViewOwner, { kind, name }: Pick<StoredView, "kind" | "name">) =>
      (await database.query(sql.deleteView, { ...owner, kind, name })).length > 0,
  };
}
