/** The shifts that people were notified of. */
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { Announced } from "./due.ts";
import { sql } from "./queries.generated.ts";

/** What they were notified of, and until when it was looked for hand-overs. */
export type LastLook = RowOf<typeof sql.getAnnounced>;

export type AnnouncedStore = ReturnType<typeof createAnnouncedStore>;

export function createAnnouncedStore(database: Database) {
  const over = (connection: Connection) => ({
    /** The ids of the organizations that have a rota, or whose people know of one. */
    organizations: async (): Promise<readonly string[]> =>
      (await connection.query(sql.listOnCallOrganizations, {})).map(({ organizationId }) => organizationId),
    last: async (organizationId: string): Promise<LastLook | undefined> =>
      (await connection.query(sql.getAnnounced, { organizationId }))[0],
    /** @returns false where another node looked in between: what this one found is sent by the other */
    put: async (
      organizationId: string,
      announced: Announced,
      lookedUntil: Date,
      expected: Date | undefined,
    ): Promise<boolean> =>
      (
        await connection.query(sql.putAnnounced, {
          organizationId,
          announced: jsonText(announced),
          lookedUntil,
          // Of the first look nothing is expected: a row that is there is newer.
          expected: expected ?? lookedUntil,
        })
      ).length === 1,
  });
  return bindable<ReturnType<typeof over>, ReturnType<typeof over>>(database, over);
}
