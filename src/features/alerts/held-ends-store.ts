/** Alerts that end by a measurement alone: those whose ends are held, and those of lost engines. */
import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import { sql } from "./queries.generated.ts";

export type HeldEndStore = ReturnType<typeof createHeldEndStore>;

export function createHeldEndStore(database: Database) {
  return bindable<ReturnType<typeof over>, ReturnType<typeof over>>(database, over);
}

function over(database: Connection) {
  return {
    /** The organizations that have any of them. */
    organizations: async () =>
      (await database.query(sql.listWaitingOrganizations, {})).map(({ organizationId }) => organizationId),
    /** The open alerts of engines that measure nothing any more. */
    lost: (organizationId: string) => database.query(sql.listLostAlerts, { organizationId }),
    /** The open alerts whose end was reported while nothing measured what they are about. */
    held: (organizationId: string) => database.query(sql.listHeldEnds, { organizationId }),
    /** Their end was reported while nothing measured what they are about. */
    async hold(organizationId: string, ids: readonly string[]) {
      if (ids.length > 0) await database.query(sql.holdEnds, { organizationId, ids });
    },
    /** They are reported to go on. */
    async forget(organizationId: string, ids: readonly string[]) {
      if (ids.length > 0) await database.query(sql.forgetHeldEnds, { organizationId, ids });
    },
  };
}
