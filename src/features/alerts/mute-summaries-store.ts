/** The MuteSummaryStore on PostgreSQL. */

import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import type { MuteSummaries, MuteSummaryStore } from "./mute-summaries-port.ts";
import { sql } from "./queries.generated.ts";

export function createMuteSummaryStore(database: Database): MuteSummaryStore {
  return bindable(database, summariesOver);
}

function summariesOver(database: Connection): MuteSummaries {
  return {
    async want(organizationId, muteId, endsAt) {
      await database.query(sql.insertMuteSummary, { organizationId, muteId, endsAt });
    },
    async end(organizationId, muteId) {
      await database.query(sql.endMuteSummary, { organizationId, muteId });
    },
    due: (limit) => database.query(sql.listDueMuteSummaries, { limit }),
    take: async (organizationId, muteId) =>
      (await database.query(sql.deleteMuteSummary, { organizationId, muteId })).length > 0,
    alerts: (organizationId, muteId) => database.query(sql.listEndedUnderMute, { organizationId, muteId }),
  };
}
